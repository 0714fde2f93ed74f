"""The tables of features and faults name tests that exist. The report finds each row that lacks one."""

import json
from pathlib import Path

import pytest

import rows

TESTS = Path(__file__).parent


@pytest.mark.parametrize("folder", ["Seeds", "Reliability"])
def test_each_row_names_tests_that_exist(folder):
    found = list(rows.rows(TESTS / folder / "rows.tsv"))
    numbers = [number for number, _, _ in found]
    assert len(numbers) > 100 and len(set(numbers)) == len(numbers)
    assert [number for number, _, tests in found if not tests or len(set(tests)) < len(tests)] == []
    known = rows.written()
    assert [test for _, _, tests in found for test in tests if test not in known] == []


def test_a_python_file_is_named_without_its_folder():
    names = [path.name for path in TESTS.glob("**/test_*.py")]
    assert len(names) == len(set(names))


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Swift and Python tests with results: one of each language was not run."""
    monkeypatch.setattr(rows, "TESTS", tmp_path)
    (tmp_path / "KitTests").mkdir()
    (tmp_path / "KitTests/ATests.swift").write_text(
        "struct ATests {\n    @Test func reads() {}\n    @Test(arguments: [1])\n    func fails(n: Int) {}\n}\n"
        "struct BTests {\n    @Test func waits() {}\n}\n")
    (tmp_path / "test_a.py").write_text("def test_reads():\n    pass\n\n\nasync def test_skips():\n    pass\n")
    (tmp_path / "test_b.py").write_text("class TestB:\n    def test_reads(self):\n        pass\n")
    (tmp_path / "test_c.py").write_text("def test_waits():\n    pass\n")
    events = []
    for name in ("reads", "fails"):
        test = f"KitTests.ATests/{name}()/ATests.swift:1:6"
        events.append({"kind": "test", "payload": {"kind": "function", "id": test}})
        events.append({"kind": "event", "payload": {"kind": "testStarted", "testID": test}})
        if name == "fails":
            events.append({"kind": "event", "payload": {"kind": "issueRecorded", "testID": test, "issue": {}}})
        events.append({"kind": "event", "payload": {"kind": "testEnded", "testID": test}})
    (tmp_path / "KitTests.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    (tmp_path / "Python.xml").write_text(
        '<testsuite><testcase classname="Tests.test_a" name="test_reads[1]"/>'
        '<testcase classname="Tests.test_a" name="test_skips"><skipped/></testcase>'
        '<testcase classname="Tests.test_b.TestB" name="test_reads"/></testsuite>')
    return tmp_path


def report(folder, capsys, *tests):
    table = folder / "rows.tsv"
    table.write_text("# a comment\n" + "".join(f"{n}\ta label\t{names}\n" for n, names in enumerate(tests, 1)))
    return rows.main(table, folder), capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("tests, outcome", [
    ("", "no test"),
    ("KitTests.ATests/reads", "ok"),
    ("KitTests.ATests/fails", "failed"),
    ("KitTests.BTests/waits", "not run"),
    ("KitTests.ATests/none", "missing"),
    ("OtherTests.ATests/reads", "missing"),
    # Of all tests of a suite or a file, the worst counts.
    ("KitTests.ATests", "failed"),
    ("KitTests.BTests", "not run"),
    ("KitTests.CTests", "missing"),
    ("test_a.py::test_reads", "ok"),
    ("test_a.py::test_skips", "skipped"),
    ("test_a.py::test_none", "missing"),
    ("test_b.py::test_reads", "ok"),
    ("test_a.py", "skipped"),
    ("test_b.py", "ok"),
    ("test_c.py", "not run"),
    ("test_none.py", "missing"),
    ("test_b.py KitTests.ATests/reads", "ok"),
    ("test_b.py KitTests.BTests KitTests.ATests/fails", "failed"),
])
def test_a_row_has_the_outcome_of_its_worst_test(sources, capsys, tests, outcome):
    code, lines = report(sources, capsys, tests)
    assert lines[0] == "1      a label"
    if outcome == "ok":
        assert (code, lines[-1]) == (0, "1 of 1 rows have tests that passed.")
    else:
        assert (code, lines[-2:]) == (1, ["0 of 1 rows have tests that passed.", f"{outcome}: 1"])


def test_the_report_names_each_test_and_rows_without_one(sources, capsys):
    assert report(sources, capsys, "test_b.py", "", "test_b.py KitTests.ATests/fails", "test_c.py", "") == (1, [
        "1      a label", "       ok       test_b.py",
        "2      a label", "       no test  -",
        "3      a label", "       ok       test_b.py", "       failed   KitTests.ATests/fails",
        "4      a label", "       not run  test_c.py",
        "5      a label", "       no test  -",
        "1 of 5 rows have tests that passed.",
        "no test: 2 5", "failed: 3", "not run: 4"])
