"""Values go to a file and come back: export, import of what was exported, and comparisons."""

import json
import os
import resource
import subprocess

import pytest

from support.limits import HUNG
from support.schemas import write
from support.server import binary, environment, run

FORMATS = ["json", "yaml", "toml", "plist", "ini", "env"]
PANEL = [
    {"groupKey": "display", "items": [
        {"itemKey": "titles", "itemControlType": "switch", "itemValue": "YES"},
        {"itemKey": "mode", "itemControlType": "segment", "itemOptions": ["slow", "fast"]},
        {"itemKey": "names", "itemControlType": "edit_list"},
        {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80,
         "itemMinimum": 1, "itemMaximum": 65535},
        {"itemKey": "path", "itemControlType": "edit_text", "itemScope": "machine"},
        {"itemKey": "password", "itemControlType": "edit_password", "itemMinimumLength": 4}]}]


@pytest.fixture
def panel(tmp_path):
    write(tmp_path / "panel.json", PANEL)
    return tmp_path


def at(folder, name="panel"):
    return ["--schema", folder / "panel.json", "--database", folder / f"{name}.sqlite"]


def revisions(folder, name="panel"):
    return json.loads(run("changes", *at(folder, name), "--json").stdout)["revisions"]


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_is_imported_into_the_same_and_another_database(panel, form):
    run("set", "port=8080", "mode=fast", 'names=["Ada","Eve"]', "path=/x", *at(panel))
    path = panel / f"values.{form}"
    outcome = run("export", "--output", path, *at(panel))
    assert outcome.stdout == "" and outcome.stderr == ""
    assert os.stat(path).st_mode & 0o777 == 0o600
    text = run("export", "--format", form, *at(panel)).stdout
    assert text == path.read_text()
    for name in ["other.json", "other.yaml"]:
        # The option is more explicit than the name of the file.
        run("export", "--format", form, "--output", panel / name, *at(panel))
        assert (panel / name).read_text() == text
    outcome = run("import", path, *at(panel))
    assert outcome.stdout.startswith("Unchanged (5):") and "Nothing changes." in outcome.stderr
    assert len(revisions(panel)) == 1
    outcome = run("import", path, "--json", *at(panel, "other"))
    assert json.loads(outcome.stdout)["changed"] == {
        "mode": {"from": None, "to": "fast"}, "names": {"from": None, "to": ["Ada", "Eve"]},
        "port": {"from": None, "to": 8080}, "path": {"from": None, "to": "/x"}}
    assert [(entry["origin"], entry["note"]) for entry in revisions(panel, "other")] == [
        ("import", f"values.{form}")]
    compared = run("diff", panel / "panel.sqlite", panel / "other.sqlite")
    assert (compared.stdout, compared.stderr) == ("", "")


@pytest.mark.parametrize("form", FORMATS)
def test_the_format_of_standard_input_is_recognized(panel, form):
    run("set", "port=8080", *at(panel))
    text = run("export", "--format", form, "--changed", *at(panel)).stdout
    outcome = subprocess.run(
        [binary(), "import", "-", *map(str, at(panel, "other"))], env=environment(),
        input=text, capture_output=True, timeout=HUNG, text=True)
    source = " (from PORT)" if form == "env" else ""
    assert outcome.stdout == f"Changed (1):\n  port: 80 (default) -> 8080{source}\n"


def test_all_and_changed_exclude_each_other(panel):
    outcome = run("export", "--all", "--changed", *at(panel), check=False)
    assert (outcome.returncode, outcome.stdout) == (64, "")
    assert "--all" in outcome.stderr and "--changed" in outcome.stderr
    assert run("export", "--all", *at(panel)).stdout == run("export", *at(panel)).stdout


def test_a_portable_export_omits_the_values_of_the_machine(panel):
    run("set", "port=8080", "path=/x", *at(panel))
    outcome = run("export", "--changed", "--portable", "--format", "toml", *at(panel))
    assert outcome.stdout.splitlines() == [
        "# Values of 'panel', for 'faceplate import'.",
        "# Values of the machine that are left out: path.", "port = 8080"]
    assert outcome.stderr == "Values of this machine are left out: path.\n"
    answer = json.loads(run("export", "--portable", "--changed", "--json", *at(panel)).stdout)
    assert answer == {"values": {"port": 8080}, "secrets": [], "machine": ["path"]}


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "json"])
def test_an_export_with_comments_is_imported(panel, form):
    run("set", "port=8080", "names=Ada", *at(panel))
    path = panel / f"values.{form}"
    run("export", "--changed", "--comments", "--output", path, *at(panel))
    mark = {"ini": "; ", "plist": "<!-- "}.get(form, "# ")
    assert [line for line in path.read_text().splitlines() if f"{mark}Port" in line]
    outcome = run("import", path, "--json", *at(panel, "other"))
    assert sorted(json.loads(outcome.stdout)["changed"]) == ["names", "port"]


def test_secrets_are_omitted_or_encrypted(panel):
    phrase = panel / "phrase"
    phrase.write_text("correct horse\n")
    phrase.chmod(0o600)
    run("set", "password=hush-hush", *at(panel))
    for form in FORMATS:
        outcome = run("export", "--format", form, *at(panel))
        assert "hush" not in outcome.stdout + outcome.stderr
        assert "Secrets are left out: password. Add --secrets" in outcome.stderr
        path = panel / f"sealed.{form}"
        outcome = run(
            "export", "--secrets", "--pass-phrase-file", phrase, "--output", path, *at(panel))
        assert outcome.stderr == "" and "hush" not in path.read_text()
        outcome = run("import", path, *at(panel, form))
        assert "The encrypted secrets in the file are skipped." in outcome.stderr
        outcome = run(
            "import", path, "--pass-phrase-file", panel / "panel.json", *at(panel, form),
            check=False)
        assert outcome.returncode == 1 and "pass phrase" in outcome.stderr
        outcome = run("import", path, "--pass-phrase-file", phrase, *at(panel, form))
        assert "password: not set -> set" in outcome.stdout
        assert run("diff", panel / "panel.sqlite", panel / f"{form}.sqlite").stdout == ""
    (panel / "wrong").write_text("battery")
    outcome = run(
        "import", path, "--pass-phrase-file", panel / "wrong", *at(panel, "w"), check=False)
    assert outcome.returncode == 1 and "does not open the secrets" in outcome.stderr


@pytest.mark.parametrize(("name", "content", "words"), [
    ("a.yaml", b"a: !secret x\n", "line 1, column 12: The tag (!) of this value is not read."),
    ("a.yaml", b"a: &a [x]\n" + b"".join(
        b"a%d: &a [%s]\n" % (index, b",".join([b"*a"] * 9)) for index in range(9)),
     "The file has over 200000 values."),
    ("a.yaml", b"a: " + b"[" * 100_000, "nested over 64 levels deep"),
    ("a.toml", b"port = " + b"9" * 100_000 + b"\n", "line 1, column 8: This is not a value"),
    ("a.json", b'{"port": 1e999999999}', "line 1, column 10: The number is too large"),
    ("a.bundle", b"", "is a settings bundle, which has no values"),
])
def test_a_hostile_file_is_rejected_and_changes_nothing(panel, name, content, words):
    run("set", "port=81", *at(panel))
    (panel / name).write_bytes(content)
    outcome = run("import", panel / name, *at(panel), check=False)
    assert outcome.returncode == 1 and words in outcome.stderr + outcome.stdout
    assert run("get", "port", *at(panel)).stdout == "81\n"


def test_diff_reports_differences_by_its_exit_code(panel):
    run("set", "port=8080", "password=hush-1", "path=/a", *at(panel, "a"))
    run("set", "mode=fast", "password=hush-2", "path=/a", *at(panel, "b"))
    a, b = panel / "a.sqlite", panel / "b.sqlite"
    outcome = run("diff", a, b, check=False)
    assert outcome.returncode == 1
    assert outcome.stdout.splitlines() == [
        "mode: slow -> fast", "port: 8080 -> 80", "password: set -> set (another value)"]
    answer = json.loads(run("diff", a, b, "--json", check=False).stdout)
    assert answer == {"same": False, "changed": {
        "mode": {"from": "slow", "to": "fast"}, "port": {"from": 8080, "to": 80},
        "password": {"from": {"set": True}, "to": {"set": True}}}}
    assert run("diff", a, a).stdout == ""
    run("export", "--changed", "--portable", "--output", panel / "b.env", *at(panel, "b"))
    outcome = run("diff", a, panel / "b.env", check=False)
    assert outcome.stdout == "mode: slow -> fast\nport: 8080 -> 80\n"
    assert "Not compared, because a file does not name them: path, password." in outcome.stderr
    # Keys that no setting has are named, on whichever side they are.
    (panel / "more.json").write_text('{"colour": 1}')
    for pair in ([a, panel / "more.json"], [panel / "more.json", a]):
        told = run("diff", *pair, check=False).stderr
        assert "Not compared, because no setting has these keys: colour." in told
    # Of two values of one setting none is chosen silently.
    (panel / "twice.json").write_text('{"Port": 80, "PORT": 81}')
    outcome = run("diff", b, panel / "twice.json", check=False)
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert "'PORT': 'Port' is the same setting, and has another value." in outcome.stderr
    for missing in ([panel / "none", b], [panel, b], [b, panel / "none"]):
        outcome = run("diff", *missing, check=False)
        assert outcome.returncode == 2 and outcome.stderr


def test_two_files_are_compared_without_a_schema(panel):
    run("set", "port=8080", *at(panel))
    for form in FORMATS:
        run("export", "--output", panel / f"values.{form}", *at(panel))
    for form in FORMATS:
        assert run("diff", panel / "values.json", panel / f"values.{form}").stdout == ""
    (panel / "new.yaml").write_text("port: 8081\ntitles: true\n")
    outcome = run("diff", panel / "values.json", panel / "new.yaml", check=False)
    assert "port: 8080 -> 8081" in outcome.stdout and "mode: slow -> (not there)" in outcome.stdout
    outcome = run(
        "diff", panel / "values.json", panel / "new.yaml", "--schema", panel / "panel.json",
        check=False)
    assert outcome.stdout == "port: 8080 -> 8081\n"


def test_ten_thousand_settings_take_at_most_seconds(tmp_path):
    """The limit is on processor time, and generous: a debug build opens such a panel in 4 seconds."""
    write(tmp_path / "panel.json", [
        {"groupKey": f"g{group}", "items": [
            {"itemKey": f"k{group}.{item}", "itemControlType": "edit_text", "itemValue": "x"}
            for item in range(100)]} for group in range(100)])
    source = at(tmp_path)
    run("set", "k0.0=y", *source)
    for form in ("json", "yaml", "ini"):
        began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run("export", "--output", tmp_path / f"values.{form}", *source)
        outcome = run("import", tmp_path / f"values.{form}", "--json", *source)
        answer = json.loads(outcome.stdout)
        assert (answer["changed"], len(answer["unchanged"])) == ({}, 10_000)
        assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began < 25
