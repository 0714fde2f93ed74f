"""What the parts of a run of `Scripts/test` came to.

    results.py FOLDER NAME             prints a line for one part, and what failed in it
    results.py FOLDER --sum NAME...    prints the names of all that failed, and the sum on the last line

A part leaves in FOLDER its exit code and its seconds (NAME.code), its output (NAME.log), and where it
runs tests, their results: the event stream of Swift Testing (NAME.jsonl), or pytest's XML (NAME.xml).
A part without tests counts as one. Ends with 1 where anything failed.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

PASSED, FAILED, SKIPPED = "ok", "failed", "skipped"
# All of it is in the part's log.
LINES, COLUMNS = 30, 300


class Result:
    """What one test came to; of a test with arguments in Swift, what all of it came to."""

    def __init__(self, suite, name, outcome, words=""):
        self.suite = suite
        self.name = name
        self.outcome = outcome
        self.words = words

    @property
    def full_name(self):
        return f"{self.suite}.{self.name}"


def swift_results(path):
    """The tests of an event stream, which is written while they run, so that it is there after a crash.

    A test that began and did not end, or that was never begun, has failed.
    """
    tests, begun, ended, skipped, words, has_ended = {}, set(), set(), set(), {}, False
    # Arguments of tests hold characters that `splitlines` takes for the end of a line.
    for line in path.read_text(errors="replace").split("\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue  # The last line of a process that died.
        payload = record["payload"]
        kind, test = payload["kind"], payload.get("testID")
        if record["kind"] == "test" and kind == "function":
            # Suite/name()/File.swift:12:6
            suite, name = payload["id"].rsplit("/", 1)[0].rsplit("/", 1)
            tests[payload["id"]] = (suite.replace("/", "."), name)
        elif kind == "testStarted":
            begun.add(test)
        elif kind == "testEnded":
            ended.add(test)
        elif kind == "testSkipped":
            skipped.add(test)
        elif kind == "issueRecorded" and is_failure(payload["issue"]):
            words.setdefault(test, []).append(issue_words(payload))
        elif kind == "runEnded":
            has_ended = True
    found = []
    for test, (suite, name) in tests.items():
        if test in words:
            found.append(Result(suite, name, FAILED, "\n".join(words.pop(test))))
        elif test in skipped:
            found.append(Result(suite, name, SKIPPED))
        elif test in ended:
            found.append(Result(suite, name, PASSED))
        elif test in begun:
            found.append(Result(suite, name, FAILED, "It did not end."))
        elif not has_ended:
            found.append(Result(suite, name, FAILED, "It was not run, since the process had ended."))
        # Else a filter left it out.
    # What failed in no test, as in a suite's own set-up.
    for test, lines in words.items():
        found.append(Result(test or path.stem, "", FAILED, "\n".join(lines)))
    return found


def is_failure(issue):
    return not issue.get("isKnown") and issue.get("isFailure", True)


def issue_words(payload):
    place = payload["issue"].get("sourceLocation") or {}
    where = f"{place.get('fileID', '')}:{place.get('line', '')}: " if place else ""
    return where + "\n".join(message["text"] for message in payload.get("messages", []))


def python_results(path):
    """The tests of pytest's XML."""
    found = []
    for case in ElementTree.parse(path).iter("testcase"):
        bad = [child for child in case if child.tag in ("failure", "error")]
        outcome = FAILED if bad else SKIPPED if case.find("skipped") is not None else PASSED
        words = "\n".join(child.text or child.get("message", "") for child in bad)
        # A set-up and a test that both fail are one test, twice in the file.
        found.append(Result(case.get("classname") or "", case.get("name") or "", outcome, words))
    return found


def results_of(folder, name):
    """The results of a part's tests; none of a part without tests."""
    events, cases = folder / f"{name}.jsonl", folder / f"{name}.xml"
    if events.exists():
        return swift_results(events)
    try:
        return python_results(cases) if cases.exists() else []
    except ElementTree.ParseError:
        return []


def by_function(results):
    """The outcome of each test function, by suite and name; of one with arguments, the worst."""
    found, worst = {}, [FAILED, SKIPPED, PASSED]
    for result in results:
        key = (result.suite, re.split(r"[(\[]", result.name)[0])
        found[key] = min(found.get(key, PASSED), result.outcome, key=worst.index)
    return found


def outcomes(folder):
    """The outcomes by function of all Swift tests that were run last, and of all Python tests."""
    swift = by_function(
        result for path in folder.glob("*.jsonl") for result in swift_results(path))
    cases = folder / "Python.xml"
    return swift, by_function(python_results(cases) if cases.exists() else [])


class Part:
    """A part of a run: its tests, or what it was itself."""

    def __init__(self, folder, name):
        self.name = name
        code, seconds = (folder / f"{name}.code").read_text().split()
        self.code, self.seconds = int(code), int(seconds)
        self.results = results_of(folder, name)
        self.has_tests = bool(self.results)
        if not self.has_tests or (self.code and not self.failed):
            outcome = FAILED if self.code else PASSED
            log = (folder / f"{name}.log").read_text(errors="replace")
            self.results.append(Result(name, "", outcome, log if self.code else ""))

    def of(self, outcome):
        return [result for result in self.results if result.outcome == outcome]

    @property
    def failed(self):
        return self.of(FAILED)

    @property
    def line(self):
        words = sums(self.results) if self.has_tests else "failed" if self.code else "passed"
        minutes, seconds = divmod(self.seconds, 60)
        return f"{self.name}: {words} ({minutes}:{seconds:02} min)"


def sums(results):
    """`12 passed, 0 failed`, and what was skipped where anything was."""
    counts = {outcome: sum(result.outcome == outcome for result in results)
              for outcome in (PASSED, FAILED, SKIPPED)}
    words = f"{counts[PASSED]} passed, {counts[FAILED]} failed"
    return words + (f", {counts[SKIPPED]} skipped" if counts[SKIPPED] else "")


def label(result):
    return result.full_name.rstrip(".")


def main(folder, first, *names):
    folder = Path(folder)
    if first != "--sum":
        part = Part(folder, first)
        print(part.line)
        for result in part.failed:
            print(f"  failed: {label(result)}")
            for line in result.words.splitlines()[-LINES:]:
                print(f"    {line[:COLUMNS]}")
        return bool(part.failed)
    results = [result for name in names for result in Part(folder, name).results]
    failed = [result for result in results if result.outcome == FAILED]
    for result in failed:
        print(f"failed: {label(result)}")
    print(sums(results))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
