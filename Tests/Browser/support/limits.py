"""Limits that say only that something hangs.

On a machine with much other work everything may take many times as long as on an idle one. How long
something takes is measured by Scripts/bench, and asserted by no test.
"""

import os

# Seconds that a test waits for one event.
HUNG = 60
# Seconds of one test, which is longer, so that the test says what did not come. Scripts/crash has tests that
# go on for many rounds.
TEST_HUNG = int(os.environ.get("FACEPLATE_TEST_HUNG", "600"))
# Seconds of a test that builds a package.
BUILD_HUNG = 1800
