"""Lists the features of rows.tsv with the tests that show them, and how these went.

    report.py RESULTS

RESULTS is the folder with what the runs of `Scripts/test` left there.

Tests say which rows they show: `.seed("S1.6")` in Swift, `@pytest.mark.seed("S0.17")` in Python. A
third column of rows.tsv names a part of the program that is not there yet: its rows are listed as such.
Ends with 1 where another row has no test, or one that failed or was not run.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent
sys.path.insert(0, str(TESTS))

from results import outcomes  # noqa: E402


def rows():
    """The words of each row, and the part that is not there yet where it belongs to one."""
    lines = (HERE / "rows.tsv").read_text().splitlines()
    return {row: (words, *later) for row, words, *later in (line.split("\t") for line in lines)}


def marks(pattern, name, text):
    """Each mark of a file: its rows, and the name of what stands behind it."""
    for mark in re.finditer(pattern, text):
        found = re.compile(name, re.MULTILINE).search(text, mark.end())
        if found:
            yield re.findall(r'"([^"]+)"', mark[1]), found, mark.start()


def swift_tests():
    for path in TESTS.glob("*Tests/**/*.swift"):
        text = path.read_text()
        target = path.relative_to(TESTS).parts[0]
        for seeds, found, start in marks(
            r"\.seed\(([^)]*)\)", r"\b(func|struct) (\w+)", text
        ):
            if found[1] == "struct":
                yield seeds, f"{target}.{found[2]}", None
            else:
                suite = re.findall(r"^ *struct (\w+Tests)\b", text[:start], re.MULTILINE)[-1]
                yield seeds, f"{target}.{suite}", found[2]


def python_tests():
    for path in TESTS.glob("**/test_*.py"):
        module = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
        for seeds, found, _ in marks(
            r"@pytest\.mark\.seed\(([^)]*)\)", r"^(?:async )?def (\w+)", path.read_text()
        ):
            yield seeds, module, found[1]


def result(known, suite, name):
    if name:
        return known.get((suite, name), "not run")
    all_of_it = [value for key, value in known.items() if key[0] == suite]
    return next((word for word in ("failed", "skipped") if word in all_of_it), "ok") if all_of_it \
        else "not run"


def main(folder):
    known = rows()
    shown = {row: [] for row in known}
    swift, python = outcomes(Path(folder))
    runs = ((swift_tests(), swift), (python_tests(), python))
    for tests, went in runs:
        for seeds, suite, name in tests:
            for seed in seeds:
                if seed not in shown:
                    sys.exit(f"{suite}/{name}: there is no row '{seed}' in rows.tsv.")
                shown[seed].append((".".join(filter(None, (suite, name))), result(went, suite, name)))
    lacking, later = [], {}
    for row, (words, *part) in known.items():
        tests = sorted(set(shown[row]))
        if not tests and part:
            later.setdefault(part[0], []).append(row)
        elif not tests or any(went != "ok" for _, went in tests):
            lacking.append(row)
        print(f"{row:6} {words}")
        for test, went in tests or [(*part, "not yet") if part else ("-", "no test")]:
            print(f"       {went:8} {test}")
    found = len(known) - len(lacking) - sum(map(len, later.values()))
    print(f"{found} of {len(known)} rows are shown by tests that pass.")
    for part, behind in later.items():
        print(f"Not yet, with {part}: " + " ".join(behind))
    if lacking:
        print("Lacking: " + " ".join(lacking))
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
