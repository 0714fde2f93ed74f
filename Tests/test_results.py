"""The sum of a run counts each test once, also where a process died."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from results import by_function, outcomes, results_of, swift_results

TOOL = Path(__file__).with_name("results.py")


def declared(*names):
    return [{"kind": "test", "payload": {"kind": "function", "id": f"Kit.ATests/{name}()/A.swift:1:6"}}
            for name in names]


def event(kind, name=None, **more):
    test = {"testID": f"Kit.ATests/{name}()/A.swift:1:6"} if name else {}
    return {"kind": "event", "payload": {"kind": kind, **test, **more}}


def issue(name, text, **more):
    return event(
        "issueRecorded", name, issue={"sourceLocation": {"fileID": "Kit/A.swift", "line": 7}, **more},
        messages=[{"symbol": "fail", "text": text}])


def part(folder, name, code=0, records=None, log=""):
    """What a part leaves behind."""
    (folder / f"{name}.code").write_text(f"{code} 65\n")
    (folder / f"{name}.log").write_text(log)
    if records is not None:
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))


def output(folder, *arguments):
    result = subprocess.run(
        [sys.executable, TOOL, folder, *arguments], capture_output=True, text=True, check=False)
    assert result.stderr == ""
    return result.returncode, result.stdout


PASSES = [event("testStarted", "a"), event("testEnded", "a")]
ENDS = [event("runEnded")]


@pytest.mark.parametrize("records, outcomes", [
    ([*PASSES, *ENDS], {"a()": "ok"}),
    ([event("testStarted", "a"), issue("a", "x"), event("testEnded", "a"), *ENDS], {"a()": "failed"}),
    ([event("testStarted", "a"), issue("a", "x", isKnown=True), event("testEnded", "a"), *ENDS],
     {"a()": "ok"}),
    ([event("testStarted", "a"), issue("a", "x", isFailure=False), event("testEnded", "a"), *ENDS],
     {"a()": "ok"}),
    ([event("testSkipped", "a"), *ENDS], {"a()": "skipped"}),
    # The process died in the test, or before it.
    ([event("testStarted", "a")], {"a()": "failed"}),
    ([], {"a()": "failed"}),
    # A filter left it out.
    (ENDS, {}),
])
def test_a_swift_test_has_the_expected_outcome(tmp_path, records, outcomes):
    part(tmp_path, "Kit", 0, [*declared("a"), *records])
    found = swift_results(tmp_path / "Kit.jsonl")
    assert {result.name: result.outcome for result in found} == outcomes
    assert all(result.suite == "Kit.ATests" for result in found)


def test_ignores_a_truncated_last_line(tmp_path):
    part(tmp_path, "Kit", 0, [*declared("a"), *PASSES])
    with open(tmp_path / "Kit.jsonl", "a", encoding="utf-8") as stream:
        stream.write('{"kind": "ev')
    assert [result.outcome for result in swift_results(tmp_path / "Kit.jsonl")] == ["ok"]


def test_a_test_with_arguments_has_its_worst_outcome(tmp_path):
    (tmp_path / "Python.xml").write_text(
        '<testsuites><testsuite>'
        '<testcase classname="Tests.test_a" name="test_b[1]"/>'
        '<testcase classname="Tests.test_a" name="test_b[2]"><failure message="m">no</failure></testcase>'
        '<testcase classname="Tests.test_a" name="test_c"><skipped message="m"/></testcase>'
        '</testsuite></testsuites>')
    assert by_function(results_of(tmp_path, "Python")) == {
        ("Tests.test_a", "test_b"): "failed", ("Tests.test_a", "test_c"): "skipped"}


def test_a_part_has_one_line_and_its_failures(tmp_path):
    part(tmp_path, "Kit", 1, [
        *declared("a", "b"), *PASSES, event("testStarted", "b"), issue("b", "1 is not 2"),
        event("testEnded", "b"), *ENDS])
    assert output(tmp_path, "Kit") == (
        1, "Kit: 1 passed, 1 failed (1:05 min)\n  failed: Kit.ATests.b()\n"
           "    Kit/A.swift:7: 1 is not 2\n")
    part(tmp_path, "Format", 1, log="one\ntwo\n")
    assert output(tmp_path, "Format") == (
        1, "Format: failed (1:05 min)\n  failed: Format\n    one\n    two\n")
    part(tmp_path, "Build")
    assert output(tmp_path, "Build") == (0, "Build: passed (1:05 min)\n")
    part(tmp_path, "Build", 1, log="A.swift:1:2: error: no\n" + "[7/9] Compiling Kit A.swift\n" * 40)
    assert output(tmp_path, "Build") == (
        1, "Build: failed (1:05 min)\n  failed: Build\n    A.swift:1:2: error: no\n")


def test_a_long_failure_is_shortened(tmp_path):
    part(tmp_path, "Build", 1, log="first\n" + ("x" * 100_000 + "\n") * 50)
    _, text = output(tmp_path, "Build")
    assert "first" not in text and len(text.splitlines()) == 32
    assert max(map(len, text.splitlines())) == 304


def test_the_sum_is_one_line_after_the_names_of_failed_tests(tmp_path):
    part(tmp_path, "Build")
    part(tmp_path, "Kit", 0, [*declared("a", "b"), *PASSES, event("testSkipped", "b"), *ENDS])
    assert output(tmp_path, "--sum", "Build", "Kit") == (0, "2 passed, 0 failed, 1 skipped\n")
    # The process died: `a` had passed, and `b` was not begun.
    part(tmp_path, "Kit", 132, [*declared("a", "b"), *PASSES])
    assert output(tmp_path, "--sum", "Build", "Kit") == (
        1, "failed: Kit.ATests.b()\n2 passed, 1 failed\n")


def test_a_failed_part_counts_even_if_its_tests_passed(tmp_path):
    part(tmp_path, "Kit", 1, [*declared("a"), *PASSES, *ENDS], log="It could not write.\n")
    assert output(tmp_path, "--sum", "Kit") == (1, "failed: Kit\n1 passed, 1 failed\n")


FAILS = [event("testStarted", "b"), issue("b", "1 is not 2"), event("testEnded", "b")]


def test_a_test_that_passes_in_a_second_run_is_flaky(tmp_path):
    records = [*declared("a", "b"), *PASSES, *FAILS, *ENDS]
    part(tmp_path, "Kit", 0, records)
    part(tmp_path, "Kit.again", 0, [*declared("a", "b"), event("testStarted", "b"), event("testEnded", "b"),
                                    *ENDS])
    assert output(tmp_path, "Kit") == (
        0, "Kit: 2 passed, 0 failed, 1 flaky (1:05 min)\n  flaky: Kit.ATests.b()\n"
           "    Kit/A.swift:7: 1 is not 2\n")
    assert output(tmp_path, "--sum", "Kit") == (
        0, "flaky: Kit.ATests.b()\n2 passed, 0 failed, 1 flaky\n")
    swift, _ = outcomes(tmp_path)
    assert swift == {("Kit.ATests", "a"): "ok", ("Kit.ATests", "b"): "ok"}
    # It fails again.
    part(tmp_path, "Kit", 1, records)
    part(tmp_path, "Kit.again", 1, [*declared("b"), *FAILS, *ENDS])
    assert output(tmp_path, "--sum", "Kit") == (1, "failed: Kit.ATests.b()\n1 passed, 1 failed\n")


def failing(count):
    """A run in which that many tests fail."""
    names = [f"t{number}" for number in range(count)]
    return [*declared(*names), *(record for name in names for record in
                                 (event("testStarted", name), issue(name, "x"), event("testEnded", name)))]


@pytest.mark.parametrize("records, filters", [
    ([*declared("a"), *PASSES, *ENDS], []),
    ([*failing(2), *ENDS], [r"^Kit[./]ATests/t0\(\)", r"^Kit[./]ATests/t1\(\)"]),
    # So many have one cause.
    ([*failing(6), *ENDS], []),
    # A process that ends in a test is not a matter of chance.
    ([*failing(1), *declared("a"), event("testStarted", "a")], []),
    # What failed is no test.
    ([event("issueRecorded", issue={}, messages=[]), *ENDS], []),
])
def test_a_few_failed_tests_are_run_again(tmp_path, records, filters):
    part(tmp_path, "Kit", 1, records)
    code, text = output(tmp_path, "--again", "Kit")
    assert (code, text.split()) == (int(not filters), filters)
