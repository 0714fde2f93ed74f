"""What the parts of a run of `Scripts/test` came to.

    results.py FOLDER NAME             prints a line for one part, and what failed in it
    results.py FOLDER --sum NAME...    prints the names of all that failed, and the sum on the last line
    results.py FOLDER --again NAME     prints which tests of a part failed, a line each, as the option
                                       --filter of `swift test` takes it; ends with 1 where they are not
                                       to be run once more, because none or too many failed, or one
                                       ended the process

A part leaves in FOLDER its exit code and its seconds (NAME.code), its output (NAME.log), and where it
runs tests, their results: the event stream of Swift Testing (NAME.jsonl), or pytest's XML (NAME.xml).
Those of tests that were run once more are beside them (NAME.again.jsonl, NAME.again.xml): a test that
failed and then passed is flaky. It is named, and does not fail the run.
A part without tests counts as one. Ends with 1 where anything failed.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

PASSED, FAILED, SKIPPED, FLAKY = "ok", "failed", "skipped", "flaky"
# More failures than this have one cause, which is not chance.
MOST_AGAIN = 5
# All of it is in the part's log.
LINES, COLUMNS = 30, 300


# Of a test in which the process ended, and of one that was to come after it.
DIED = ("It did not end.", "It was not run, since the process had ended.")


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
            found.append(Result(suite, name, FAILED, DIED[0]))
        elif not has_ended:
            found.append(Result(suite, name, FAILED, DIED[1]))
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
    results = results_in(folder, name)
    passed = {result.full_name for result in results_in(folder, f"{name}.again")
              if result.outcome == PASSED}
    for result in results:
        if result.outcome == FAILED and result.full_name in passed:
            result.outcome = FLAKY
    return results


def results_in(folder, name):
    """The results of one run of a part's tests."""
    events, cases = folder / f"{name}.jsonl", folder / f"{name}.xml"
    if events.exists():
        return swift_results(events)
    try:
        return python_results(cases) if cases.exists() else []
    except ElementTree.ParseError:
        return []


def filters(folder, name):
    """The patterns of a part's failed tests, for `swift test --filter`."""
    failed = [result for result in results_in(folder, name) if result.outcome == FAILED]
    if len(failed) > MOST_AGAIN or any(not result.name or result.words in DIED for result in failed):
        return []
    # A suite inside a suite has another separator than its module.
    suites = [re.escape(result.suite).replace(r"\.", "[./]") for result in failed]
    return [f"^{suite}/{re.escape(result.name)}" for suite, result in zip(suites, failed)]


def by_function(results):
    """The outcome of each test function, by suite and name; of one with arguments, the worst."""
    found, worst = {}, [FAILED, SKIPPED, PASSED]
    for result in results:
        key = (result.suite, re.split(r"[(\[]", result.name)[0])
        outcome = PASSED if result.outcome == FLAKY else result.outcome
        found[key] = min(found.get(key, PASSED), outcome, key=worst.index)
    return found


def outcomes(folder):
    """The outcomes by function of all Swift tests that were run last, and of all Python tests."""
    swift = by_function(
        result for path in folder.glob("*.jsonl") if not path.stem.endswith(".again")
        for result in results_of(folder, path.stem))
    return swift, by_function(results_of(folder, "Python"))


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
            # What a build says of its steps would hide its errors.
            log = re.sub(r"^\[\d+/\d+\] .*\n", "", (folder / f"{name}.log").read_text(errors="replace"), flags=re.M)
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
              for outcome in (PASSED, FAILED, SKIPPED, FLAKY)}
    words = f"{counts[PASSED] + counts[FLAKY]} passed, {counts[FAILED]} failed"
    if counts[SKIPPED]:
        words += f", {counts[SKIPPED]} skipped"
    return words + (f", {counts[FLAKY]} flaky" if counts[FLAKY] else "")


def label(result):
    return result.full_name.rstrip(".")


def main(folder, first, *names):
    folder = Path(folder)
    if first == "--again":
        lines = filters(folder, *names)
        print("\n".join(lines))
        return not lines
    if first != "--sum":
        part = Part(folder, first)
        print(part.line)
        for result in part.failed + part.of(FLAKY):
            print(f"  {result.outcome}: {label(result)}")
            for line in result.words.splitlines()[-LINES:]:
                print(f"    {line[:COLUMNS]}")
        return bool(part.failed)
    results = [result for name in names for result in Part(folder, name).results]
    named = sorted((result for result in results if result.outcome in (FAILED, FLAKY)),
                   key=lambda result: result.outcome != FLAKY)
    for result in named:
        print(f"{result.outcome}: {label(result)}")
    print(sums(results))
    return any(result.outcome == FAILED for result in results)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
