"""Lists the hostile inputs and faults of rows.tsv, and how the tests that show them went.

    report.py RESULTS

RESULTS is the folder with what the runs of `Scripts/test` left there.

A row names its tests, as `Target.Suite/function` or `test_file.py::test_function`, or says why there is
none. Ends with 1 where a test that is named has failed, or is in no source.
"""

import functools
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent
sys.path.insert(0, str(TESTS))

from results import FAILED, PASSED, SKIPPED, outcomes  # noqa: E402

MISSING, NOT_RUN, NONE = "missing", "not run", "none"
# What a row came to is the first of these that one of its tests came to.
WORST = [MISSING, FAILED, NOT_RUN, SKIPPED, PASSED]
WORDS = {PASSED: "passed"}


def rows():
    """The number, the words and the tests of each row."""
    for line in (HERE / "rows.tsv").read_text().splitlines():
        if not line.startswith("#"):
            number, words, tests = line.split("\t")
            yield number, words, tests


@functools.cache
def source(path):
    return path.read_text()


def is_written(files, *patterns):
    """Whether one of the files has all of that."""
    return any(all(re.search(pattern, source(path), re.MULTILINE) for pattern in patterns)
               for path in TESTS.glob(files))


def outcome(test, swift, python):
    if "::" in test:
        file, name = test.split("::")
        if not is_written(f"**/{file}", rf"^ *(async )?def {name}\("):
            return MISSING
        # Behind the module stands the class, where the test is in one.
        module = file.removesuffix(".py")
        found = [went for (suite, function), went in python.items()
                 if function == name and module in suite.split(".")]
        return min(found, key=WORST.index, default=NOT_RUN)
    suite, _, name = test.partition("/")
    target, _, structure = suite.partition(".")
    if not is_written(
            f"{target}/**/*.swift", rf"\b(struct|class|extension) {structure}\b", rf"\bfunc {name}\("):
        return MISSING
    return swift.get((suite, name), NOT_RUN)


def main(folder):
    swift, python = outcomes(Path(folder))
    counts = dict.fromkeys([PASSED, FAILED, MISSING, SKIPPED, NOT_RUN, NONE], 0)
    for number, words, tests in rows():
        state, _, reason = tests.partition(": ")
        went = {}
        if state != NONE:
            went = {test: outcome(test, swift, python) for test in tests.split(" ")}
            state, reason = min(went.values(), key=WORST.index), ""
        counts[state] += 1
        print(f"{number:>3} {WORDS.get(state, state):8} {words}" + (f": {reason}" if reason else ""))
        for test, result in went.items():
            if result in (FAILED, MISSING, SKIPPED):
                print(f"             {result}: {test}")
    print(f"{sum(counts.values())} rows: "
          + ", ".join(f"{count} {WORDS.get(state, state)}" for state, count in counts.items()))
    return 1 if counts[FAILED] or counts[MISSING] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
