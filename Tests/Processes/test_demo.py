"""The demo that `Scripts/serve` serves: its schema, its first values and its buttons."""

import json
import re
import shlex
import shutil
import subprocess

import pytest

from support.client import JSON, Client
from support.limits import HUNG
from support.server import ROOT, SCHEMAS, Server, binary, environment, run, until

DEMO = SCHEMAS / "demo.json"
LOCALES = ["en", "de", "fr", "ja", "ar"]


def items(groups):
    """All items of groups, and of the pages in them."""
    for item in (item for group in groups for item in group["items"]):
        yield item
        yield from items(item.get("groups", []))


BUTTONS = [
    item["itemKey"] for item in items(json.loads(DEMO.read_text())["groups"])
    if item.get("itemControlType") == "button"]
# What a button needs before it ends well.
NEEDS = {"guest_pass": {"guest_name": "Amira"}, "remote_test": {"remote_on": "yes"}}


SAYS = "Preparing the demo ...\n"


def seed(database):
    return subprocess.run(
        [ROOT / "Scripts/demo", binary(), database], env=environment(), capture_output=True, text=True,
        timeout=HUNG, check=False)


@pytest.fixture(scope="module")
def seeded(tmp_path_factory):
    """A database with the first values, not to be changed."""
    database = tmp_path_factory.mktemp("seeded") / "demo.sqlite"
    ended = seed(database)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", SAYS)
    return database


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """The demo as `Scripts/serve` serves it, with the default values."""
    server = Server(
        tmp_path_factory.mktemp("served") / "demo.sqlite", DEMO,
        ["--lock", SCHEMAS / "demo.locks.json", "--allow-actions"]).start()
    yield Client(server.port)
    server.kill()


def test_the_schema_has_no_problem_and_no_warning():
    checked = run("check", DEMO)
    assert (checked.stdout.count("valid"), checked.stderr) == (1, "")


@pytest.mark.parametrize("locale", LOCALES)
def test_each_language_has_every_label(locale):
    missing = run("labels", DEMO, "--missing", locale)
    assert missing.stdout == ""


def found(search, *arguments):
    lines = run("list", "--search", search, *arguments).stdout.splitlines()
    return [line.split()[0] for line in lines]


def test_all_values_are_valid(seeded, tmp_path):
    assert found("@error", "--database", seeded) == []
    assert found("@error", "--schema", DEMO, "--database", tmp_path / "demo.sqlite") == []


def test_the_first_values_have_history_profiles_and_a_time_limit(seeded):
    changes = json.loads(run("changes", "--json", "--database", seeded).stdout)["revisions"]
    assert 6 <= len(changes) <= 10
    assert {"cli", "undo"} <= {change["origin"] for change in changes}
    profiles = run("profile", "list", "--database", seeded).stdout
    assert "Movie night" in profiles and "Guests" in profiles
    differences = run("profile", "diff", "Guests", "Movie night", "--database", seeded, check=False)
    assert len(differences.stdout.splitlines()) >= 4
    assert found("@temporary", "--database", seeded) == ["remote_on"]


def test_the_responses_are_those_in_the_readme(seeded, tmp_path):
    shutil.copy(seeded, tmp_path / "demo.sqlite")
    commands, shown = re.search(
        r"^```sh\n((?:curl [^\n]*\n)+)```\n\n```text\n(.*?)```$", (ROOT / "README.md").read_text(), re.M | re.S).groups()
    server = Server(tmp_path / "demo.sqlite", DEMO).start()
    try:
        answers = [
            json.loads(subprocess.run(
                [*shlex.split(line.replace(":8080", f":{server.port}")), "--silent"], capture_output=True, text=True,
                timeout=HUNG, check=True).stdout)
            for line in commands.splitlines()]
    finally:
        server.kill()
    decoder, texts = json.JSONDecoder(), []
    while shown.strip():
        value, end = decoder.raw_decode(shown.lstrip())
        texts.append(value)
        shown = shown.lstrip()[end:]
    assert answers == texts


def test_an_existing_database_is_not_changed(seeded):
    before = run("changes", "--database", seeded).stdout
    assert seed(seeded).returncode == 0
    assert run("changes", "--database", seeded).stdout == before


def test_an_incomplete_database_is_removed(tmp_path):
    program = tmp_path / "faceplate"
    program.write_text(f'#!/bin/sh\ncase "$1" in undo) exit 1; esac\nexec {binary()} "$@"\n')
    program.chmod(0o755)
    ended = subprocess.run(
        [ROOT / "Scripts/demo", program, tmp_path / "demo.sqlite"], env=environment(),
        capture_output=True, text=True, timeout=HUNG, check=False)
    assert ended.returncode == 1
    assert [file.name for file in tmp_path.iterdir()] == ["faceplate"]


def test_locked_settings_are_shown_and_reject_changes(client):
    for key in json.loads((SCHEMAS / "demo.locks.json").read_text()):
        assert client.get(f"/api/settings/{key}?detailed=1").json["provenance"] == "locked"
    answer = client.ask({"server_name": "Attic"})
    assert (answer.status, answer.json["errors"][0]["code"]) == (422, "locked")


def end_of(client, answer):
    """The status and message of an action, which can take longer than the answer."""
    if answer.status != 202:
        return answer.json["action"]
    return until(
        lambda: (state := client.get(answer.header("Location"), JSON).json)["status"] != "running" and state,
        "the end of an action")


def test_the_demo_has_buttons():
    assert len(BUTTONS) > 5 and set(NEEDS) <= set(BUTTONS)


@pytest.mark.parametrize("key", BUTTONS)
def test_each_button_succeeds_with_a_sentence(client, key):
    answer = client.ask(NEEDS.get(key, {}) | {key: "press"})
    assert answer.status in (200, 202), answer
    ended = end_of(client, answer)
    assert ended["status"] == "done"
    assert ended["message"][0].isupper() and ended["message"].endswith("."), ended


def test_a_guest_pass_requires_a_name(client):
    answer = client.ask({"guest_name": "", "guest_pass": "press"})
    assert answer.status == 422
    assert answer.json["errors"] == [
        {"key": "guest_name", "code": "message", "message": "Enter the name of the guest"}]


def test_the_scan_counts_the_folders(client):
    for folders, sentence in [(["/a"], "1 folder"), (["/a", "/b"], "2 folders")]:
        answer = client.ask({"library_roots": json.dumps(folders), "library_scan": "press"})
        assert end_of(client, answer)["message"] == f"Scanned {sentence}: 18,734 titles."


# MARK: Scripts/serve

@pytest.fixture
def project(tmp_path):
    """A copy of the project, with a program in place of Faceplate that prints its arguments."""
    root = tmp_path / "project"
    shutil.copytree(ROOT / "Scripts", root / "Scripts")
    shutil.copytree(SCHEMAS, root / "Schemas", ignore=shutil.ignore_patterns("*.sqlite*"))
    program = tmp_path / "faceplate"
    program.write_text('#!/bin/sh\necho "$@" >>"$0.log"\n[ "$1" != serve ] || echo "$@"\n')
    program.chmod(0o755)
    return root


def served(project, *arguments, folder=None):
    ended = subprocess.run(
        [project / "Scripts/serve", *arguments], cwd=folder or project,
        env=environment() | {"FACEPLATE_BINARY": str(project.parent / "faceplate")},
        capture_output=True, text=True, timeout=HUNG, check=False)
    assert ended.returncode == 0 and ended.stderr in ("", SAYS)
    return ended.stdout.strip()


@pytest.mark.parametrize("kind", [[], ["--release"]])
def test_the_demo_is_served_with_the_options_of_the_caller(project, kind):
    options = "--lock Schemas/demo.locks.json --allow-actions"
    assert served(project, *kind) == f"serve {project}/Schemas/demo.json {options}"
    assert served(project, *kind, "--port", "0").endswith(f"{options} --port 0")
    log = (project.parent / "faceplate.log").read_text()
    assert f"--database {project}/Schemas/demo.sqlite" in log
    elsewhere = served(project, *kind, folder=project.parent)
    assert "--lock project/Schemas/demo.locks.json" in elsewhere


@pytest.mark.parametrize("arguments, expected", [
    (["Schemas/showcase.json", "--port", "0"], "serve Schemas/showcase.json --allow-actions --port 0"),
    (["Schemas/reader.json"], "serve Schemas/reader.json"),
    (["--release", "x.json", "--port", "0"], "serve x.json --port 0"),
])
def test_another_schema_is_served(project, arguments, expected):
    assert served(project, *arguments) == expected
    assert (project.parent / "faceplate.log").read_text().count("\n") == 1


def test_the_database_is_filled_once(project):
    database = project / "Schemas/demo.sqlite"
    program = project.parent / "faceplate"
    program.write_text(f'#!/bin/sh\n[ "$1" != serve ] || exit 0\nexec {binary()} "$@"\n')
    served(project)
    changes = run("changes", "--database", database).stdout
    served(project)
    assert run("changes", "--database", database).stdout == changes != ""
