"""Lists the rows of a table with their tests, and how these went when they were last run.

    rows.py TABLE RESULTS

TABLE is a file with three columns, with a tab between them: number, label, tests. A line that begins with
`#` is a comment. A blank is between two tests. A test is one of these:

    Target.Suite/function       a Swift test
    Target.Suite                all tests of a Swift suite
    test_file.py::function      a Python test
    test_file.py                all tests of a Python file

RESULTS is the folder with the results of `Scripts/test`. Ends with 1 if a row has no test, or one that is
missing in the sources, failed, was skipped or was not run.
"""

import re
import sys
from pathlib import Path

from results import FAILED, PASSED, SKIPPED, outcomes

TESTS = Path(__file__).parent
NO_TEST, MISSING, NOT_RUN = "no test", "missing", "not run"
# The outcome of a row is the first of these that one of its tests has.
WORST = [NO_TEST, MISSING, FAILED, SKIPPED, NOT_RUN, PASSED]


def rows(table):
    """The number, the label and the tests of each row."""
    for line in Path(table).read_text().splitlines():
        if not line.startswith("#"):
            number, label, tests = line.split("\t")
            yield number, label, tests.split()


def written():
    """The names of all tests, suites and files in the sources."""
    names = set()
    for path in TESTS.glob("*Tests/**/*.swift"):
        text, target = path.read_text(), path.relative_to(TESTS).parts[0]
        functions = re.findall(r"\bfunc (\w+)\(", text)
        for suite in re.findall(r"\b(?:struct|class|extension) (\w+)", text):
            names.add(f"{target}.{suite}")
            names.update(f"{target}.{suite}/{function}" for function in functions)
    for path in TESTS.glob("**/test_*.py"):
        functions = re.findall(r"^ *(?:async )?def (\w+)\(", path.read_text(), re.MULTILINE)
        names.add(path.name)
        names.update(f"{path.name}::{function}" for function in functions)
    return names


def run(folder):
    """The outcome of each test that was run, and of each suite and file: the worst of its tests."""
    swift, python = outcomes(Path(folder))
    named = [(name, outcome) for (suite, function), outcome in swift.items()
             for name in (suite, f"{suite}/{function}")]
    # After the module comes the class, if the test is in one.
    named += [(name, outcome) for (suite, function), outcome in python.items()
              for part in suite.split(".") for name in (f"{part}.py", f"{part}.py::{function}")]
    found = {}
    for name, outcome in named:
        found[name] = min(found.get(name, PASSED), outcome, key=WORST.index)
    return found


def main(table, folder):
    known, ran, numbers = written(), run(folder), {outcome: [] for outcome in WORST}
    for number, label, tests in rows(table):
        went = {test: ran.get(test, NOT_RUN) if test in known else MISSING for test in tests}
        numbers[min(went.values(), key=WORST.index, default=NO_TEST)].append(number)
        print(f"{number:6} {label}")
        for test, outcome in (went or {"-": NO_TEST}).items():
            print(f"       {outcome:8} {test}")
    passed = len(numbers.pop(PASSED))
    lacking = {outcome: found for outcome, found in numbers.items() if found}
    print(f"{passed} of {passed + sum(map(len, lacking.values()))} rows have tests that passed.")
    for outcome, found in lacking.items():
        print(f"{outcome}: " + " ".join(found))
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
