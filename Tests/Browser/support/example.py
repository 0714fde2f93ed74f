"""The examples as programs, for tests that talk to their panels."""

import os
import select
import signal
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from .limits import BUILD_HUNG, HUNG
from .server import ROOT, binary, ending_with_us, environment

SCRATCH = ROOT / ".build/examples"
HUMMINGBIRD = "https://github.com/hummingbird-project/hummingbird"


class Example:
    """A program that prints lines; the first one ends with the address of its panel."""

    def __init__(self, path, *arguments):
        if not Path(path).exists():
            raise RuntimeError(f"There is no {path}. Run swift build --build-tests.")
        # Without a buffer, in which a second line would wait while `select` sees nothing to read.
        self.process = subprocess.Popen(
            [path, *map(str, arguments)], stdout=subprocess.PIPE, env=environment(), bufsize=0,
            **ending_with_us())
        self.url = self.line().split()[-1]
        self.port = urlsplit(self.url).port

    def line(self):
        ready, _, _ = select.select([self.process.stdout], [], [], HUNG)
        line = self.process.stdout.readline().decode() if ready else ""
        assert line, "the program says nothing"
        return line.rstrip("\n")

    def until(self, text):
        """Reads on to a line, which is returned with those before it."""
        lines = [self.line()]
        while lines[-1] != text:
            lines.append(self.line())
        return lines

    def stop(self):
        """Ends it as a supervisor does; its exit code, and what it still said."""
        self.process.send_signal(signal.SIGTERM)
        rest = self.process.stdout.read().decode()
        return self.process.wait(timeout=HUNG), rest

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def beside_the_program(name):
    """An example that every build makes."""
    return Path(binary()).parent / name


def hummingbird():
    """The example that needs Hummingbird, built where its package can be had; else why it is not.

    Its trait is off in the ordinary build, so that it has a scratch folder of its own, which a
    second run finds built. FACEPLATE_EXAMPLES=off leaves it out; a path names one that is there.
    """
    wish = os.environ.get("FACEPLATE_EXAMPLES", "")
    if wish == "off":
        return None, "FACEPLATE_EXAMPLES is off"
    if wish:
        return Path(wish), None
    known = subprocess.run(
        ["git", "ls-remote", "--exit-code", HUMMINGBIRD, "refs/tags/2.28.1"],
        capture_output=True, timeout=HUNG, env=os.environ | {"GIT_TERMINAL_PROMPT": "0"})
    if known.returncode != 0:
        return None, f"{HUMMINGBIRD} cannot be had here"
    build = subprocess.run(
        ["swift", "build", "--traits", "Examples", "--product", "HummingbirdPanel",
         "--scratch-path", str(SCRATCH)],
        cwd=ROOT, capture_output=True, text=True, timeout=BUILD_HUNG)
    assert build.returncode == 0, build.stdout[-4000:] + build.stderr[-2000:]
    return SCRATCH / "debug/HummingbirdPanel", None
