"""Programs in other languages: files with values, commands after changes, the view in SQL, sd_notify.

The recipes of the guide `Daemons` are compiled and run as they are written.
"""

import configparser
import json
import os
import re
import shlex
import shutil
import socket
import sqlite3
import stat
import subprocess
import tempfile
import tomllib
from pathlib import Path

import pytest
import yaml

from support.client import Client
from support.limits import HUNG
from support.schemas import reader, write
from support.server import ROOT, SCHEMAS, Server, binary, environment, run, until

GUIDE = (ROOT / "Sources/Guides.docc/Daemons.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.M | re.S)


@pytest.fixture
def serving(tmp_path):
    """Starts a server of the sample with more arguments."""
    started = []

    def start(*arguments, schema=None, variables=None):
        server = Server(tmp_path / "panel.sqlite", schema or reader(tmp_path), arguments)
        server.variables = variables or {}
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.kill()


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


# MARK: Files


def test_each_format_is_read_back_unchanged(serving, tmp_path):
    paths = {ending: tmp_path / f"values.{ending}" for ending in ["env", "json", "yaml", "toml", "ini"]}
    serving(
        *[word for path in paths.values() for word in ("--write", path)],
        schema=shutil.copy(SCHEMAS / "showcase.json", tmp_path))
    listed = json.loads(run("list", "--json", "--database", tmp_path / "panel.sqlite").stdout)
    known = {
        key: entry["value"] for key, entry in listed.items() if not isinstance(entry["value"], dict)
        or "set" not in entry["value"]}
    there = {key: value for key, value in known.items() if value is not None}
    assert json.loads(paths["json"].read_text()) == known
    assert tomllib.loads(paths["toml"].read_text()) == there
    assert yaml.safe_load(paths["yaml"].read_text()) == known

    parser = configparser.RawConfigParser()
    parser.optionxform = str
    parser.read(paths["ini"])
    maps = {key for key, value in there.items() if isinstance(value, dict) and key in parser}
    assert maps == {"remote_headers"}
    for key in maps:
        assert dict(parser[key]) == there[key]
    found = {key: value for section in parser.sections() if section not in maps
             for key, value in parser[section].items()}
    assert found.keys() == there.keys() - maps
    for key in found:
        value = there[key]
        text = found[key]
        assert (json.loads(text) if text[:1] in ('"', "[", "{") else text) == (
            value if isinstance(value, (str, list, dict)) else json.dumps(value)), key

    printed = subprocess.run(
        ["sh", "-c", f'set -a; . {paths["env"]}; exec env -0'], env={"PATH": os.environ["PATH"]},
        capture_output=True, text=True, timeout=HUNG, check=True).stdout
    variables = dict(entry.split("=", 1) for entry in printed.split("\0") if entry)
    for key, value in there.items():
        text = variables[re.sub("[.-]", "_", key.upper())]
        assert (text if isinstance(value, str) else json.loads(text)) == value, key


def test_a_file_follows_all_changes_and_has_no_secret(serving, tmp_path):
    file = tmp_path / "values.json"
    server = serving("--write", file)
    client = Client(server.port)

    def values():
        return json.loads(file.read_text())

    assert values()["display_titles"] is True and mode(file) == 0o600
    assert "account_password" not in values() and "account_button" not in values()
    client.changed({"display_titles": "NO", "account_password": "hunter2"})
    until(lambda: values()["display_titles"] is False, "the post is in the file")
    run("set", "account_username=Ada \"é\"\\", "--database", server.database)
    until(lambda: values()["account_username"] == 'Ada "é"\\', "the command's change is in the file")
    run("undo", "1", "--database", server.database)
    until(lambda: values()["display_titles"] is True, "the undo is in the file")
    # A new default of the schema.
    schema = json.loads(server.schema.read_text())
    [titles] = [item for group in schema for item in group["items"] if item["itemKey"] == "display_titles"]
    titles["itemValue"] = "NO"
    write(server.schema, schema)
    until(lambda: values()["display_titles"] is False, "the new default is in the file")
    assert "hunter2" not in file.read_text()
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".new")]


def test_an_option_writes_only_set_and_locked_values(serving, tmp_path):
    file = tmp_path / "values.json"
    server = serving(
        "--write", file, "--write-values", "set", variables={"FACEPLATE_SET_THEME": "theme_dark"})
    assert json.loads(file.read_text()) == {"theme": "theme_dark"}
    Client(server.port).changed({"display_titles": "YES"})
    until(lambda: json.loads(file.read_text()) == {"display_titles": True, "theme": "theme_dark"}, "both")


def test_the_permissions_of_a_file_are_kept_or_set(serving, tmp_path):
    kept, chosen, target = tmp_path / "kept.json", tmp_path / "chosen.ini", tmp_path / "target"
    kept.write_text("{}")
    kept.chmod(0o644)
    target.write_text("old")
    target.chmod(0o600)
    (tmp_path / "link.toml").symlink_to(target)
    server = serving("--write", kept, "--write", tmp_path / "link.toml")
    assert mode(kept) == 0o644 and "display_titles" in kept.read_text()
    # A link stays a link.
    assert (tmp_path / "link.toml").is_symlink() and tomllib.loads(target.read_text())["theme"]
    server.stop()
    serving("--write", kept, "--write", chosen, "--write-mode", "0640", schema=server.schema)
    assert mode(kept) == mode(chosen) == 0o640


def test_the_partial_file_of_a_killed_process_is_replaced(serving, tmp_path):
    (tmp_path / ".values.json.new").write_text('{"the')
    serving("--write", tmp_path / "values.json")
    assert json.loads((tmp_path / "values.json").read_text())["theme"]
    assert not (tmp_path / ".values.json.new").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a program as another user")
def test_permissions_of_a_group_are_not_given_to_another_group():
    """The file belongs to a group that the server cannot give a file to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        file = folder / "values.json"
        file.write_text("{}")
        os.chown(file, 65534, 4242)
        file.chmod(0o660)
        schema = reader(folder)
        schema.chmod(0o644)
        server = subprocess.Popen(
            [binary(), "serve", schema, "--ephemeral", "--port", "0", "--write", file],
            env=environment(), user=65534, group=65534, extra_groups=[], stdout=subprocess.DEVNULL)
        try:
            until(lambda: "display_titles" in file.read_text(), "the file is written")
            assert (mode(file), file.stat().st_gid) == (0o600, 65534)
        finally:
            server.kill()
            server.wait()


def test_a_reader_never_sees_a_partial_file(serving, tmp_path):
    file = tmp_path / "values.json"
    server = serving("--write", file)
    client = Client(server.port)
    inodes = set()
    for number in range(50):
        client.changed({"account_username": f"{number}" * 20})
        inodes.add(file.stat().st_ino)
        assert json.loads(file.read_text())["display_titles"] is True
    until(lambda: json.loads(file.read_text())["account_username"] == "49" * 20, "the last one")
    inode = file.stat().st_ino
    assert len(inodes) > 1
    # A file that has the values already is not touched.
    server.stop()
    serving("--write", file, schema=server.schema)
    assert file.stat().st_ino == inode


def test_a_failed_write_leaves_no_partial_file(tmp_path):
    write(tmp_path / "panel.json", [{"groupKey": "g", "items": [
        {"itemKey": "text", "itemControlType": "edit_text", "itemValue": "x" * 3000}]}])
    limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", binary()]
    outcome = subprocess.run(
        [*limited, "serve", "panel.json", "--ephemeral", "--port", "0", "--write", "values.json"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=HUNG)
    assert outcome.returncode == 1
    assert "'values.json' cannot be written: File too large" in outcome.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["panel.json"]


@pytest.mark.parametrize("arguments, code, words", [
    (["--write", "values.txt"], 64, "'values.txt' has no known format."),
    (["--write", "x.json", "--write-mode", "888"], 64, "'888' is not a mode."),
    (["--write", "x.json", "--write-mode", "0400"], 64, "'0400' is not a mode."),
    (["--write-mode", "0600"], 64, "--write-mode needs --write FILE."),
    (["--write", "x.json", "--write-values", "some"], 64, "'some' is not a choice of --write-values."),
    (["--write", "none/x.json"], 1, "'none/x.json' cannot be written: No such file or directory."),
    (["--write", "folder.json"], 1, "'folder.json' is not a file."),
    (["--write", "reader.json"], 1, "--write would overwrite 'reader.json', which this server reads."),
    (["--write", "link.json"], 1, "--write would overwrite 'link.json', which this server reads."),
    (["--on-change", ""], 64, "--on-change names no command."),
    (["--on-change", "x 'y"], 64, "'x 'y' ends within a quotation."),
])
def test_reports_invalid_options_at_the_start(tmp_path, arguments, code, words):
    schema = reader(tmp_path)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "link.json").symlink_to(schema.name)
    before = schema.read_bytes()
    result = subprocess.run(
        [binary(), "serve", schema.name, "--ephemeral", "--port", "0", *arguments], cwd=tmp_path,
        env=environment(), capture_output=True, text=True, timeout=HUNG)
    assert (result.returncode, words in result.stderr) == (code, True), result
    assert schema.read_bytes() == before and result.stdout == ""


def test_a_mounted_file_is_rejected_and_no_partial_file_is_left(tmp_path):
    file, source = tmp_path / "values.json", tmp_path / "source"
    file.touch()
    source.touch()
    result = subprocess.run(
        ["unshare", "-m", "sh", "-c", 'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh", source,
         file, binary(), "serve", reader(tmp_path), "--ephemeral", "--port", "0", "--write", file],
        env=environment(), capture_output=True, text=True, timeout=HUNG)
    if "mount:" in result.stderr or "unshare:" in result.stderr:
        pytest.skip("mounting is not allowed here")
    assert result.returncode == 1
    assert "cannot be written: Device or resource busy" in result.stderr
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".new")]


def test_a_later_write_error_is_reported_and_the_write_is_repeated(serving, tmp_path):
    folder = tmp_path / "values"
    folder.mkdir()
    other = tmp_path / "y.json"
    server = serving("--write", folder / "x.json", "--write", other)
    client = Client(server.port)
    folder.rename(tmp_path / "away")
    client.changed({"account_username": "Ada"})
    until(lambda: "cannot be written: No such file or directory" in server.log(), "it is in the log")
    until(lambda: json.loads(other.read_text())["account_username"] == "Ada", "the other file has it")
    (tmp_path / "away").rename(folder)
    client.changed({"display_titles": "NO"})
    until(
        lambda: json.loads((folder / "x.json").read_text())["display_titles"] is False, "it is written")
    assert json.loads((folder / "x.json").read_text())["account_username"] == "Ada"


# MARK: Commands


@pytest.fixture
def command(tmp_path):
    """A command that adds what it gets to a file."""
    log = tmp_path / "log"
    path = tmp_path / "changed"
    path.write_text(
        "#!/bin/sh\nread line\necho \"$(pwd)|$FACEPLATE_DATABASE|$1|$NOTIFY_SOCKET"
        "|$(grep -o '\"display_titles\": [a-z]*' values.json 2>/dev/null)\" >>seen\n"
        "echo \"$line\" >>log\ntest ! -e fail || { echo 'no way' >&2; exit 3; }\n")
    path.chmod(0o755)

    def lines():
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    return lines


def test_a_command_runs_after_the_file_is_written(serving, command, tmp_path):
    server = serving(
        "--write", tmp_path / "values.json", "--on-change", "./changed 'two words'")
    client = Client(server.port)
    client.changed({"display_titles": "NO", "account_password": "hunter2"})
    until(command, "the command ran")
    assert command() == [{"revision": 1, "changed": {
        "display_titles": {"from": None, "to": False},
        "account_password": {"from": None, "to": {"set": True}}}}]
    assert (tmp_path / "seen").read_text() == (
        f'{tmp_path}|{server.database}|two words||"display_titles": false\n')
    run("set", "theme=theme_dark", "--database", server.database)
    until(lambda: len(command()) == 2, "it ran for a change of another process")
    assert command()[1]["changed"] == {"theme": {"from": None, "to": "theme_dark"}}


def test_changes_are_combined_and_passed_on_before_the_stop(serving, command):
    server = serving("--on-change", "./changed")
    client = Client(server.port)
    for number in range(30):
        client.changed({"account_username": f"name {number}"})
    client.changed({"display_titles": "NO"})
    client.changed({"_reset": "display_titles"})
    assert server.stop() == 0
    runs = command()
    assert 1 <= len(runs) < 30 and runs[-1]["revision"] == 32
    names = [run["changed"]["account_username"] for run in runs if "account_username" in run["changed"]]
    assert names[0]["from"] is None and names[-1]["to"] == "name 29"
    for first, second in zip(names, names[1:]):
        assert first["to"] == second["from"]


def test_a_failed_command_is_reported_and_gets_its_changes_again(serving, command, tmp_path):
    server = serving("--on-change", "./changed")
    client = Client(server.port)
    (tmp_path / "fail").touch()
    client.changed({"account_username": "Ada"})
    until(lambda: "The command ended with status 3. no way" in server.log(), "it is in the log")
    (tmp_path / "fail").unlink()
    client.changed({"display_titles": "NO"})
    until(lambda: len(command()) == 2, "it ran again")
    assert command()[1] == {"revision": 2, "changed": {
        "account_username": {"from": None, "to": "Ada"}, "display_titles": {"from": None, "to": False}}}


def test_a_failed_command_runs_again_at_the_stop(serving, command, tmp_path):
    server = serving("--on-change", "./changed")
    (tmp_path / "fail").touch()
    Client(server.port).changed({"account_username": "Ada"})
    until(lambda: "The command ended with status 3. no way" in server.log(), "it is in the log")
    (tmp_path / "fail").unlink()
    assert server.stop() == 0
    assert [run["changed"] for run in command()] == [{"account_username": {"from": None, "to": "Ada"}}] * 2


@pytest.mark.parametrize("command, words", [
    ("./none", "There is no command './none'."), ("none-such", "There is no command 'none-such'."),
    ("false", "The command ended with status 1.")])
def test_the_server_continues_if_a_command_cannot_run(serving, command, words):
    server = serving("--on-change", command)
    client = Client(server.port)
    client.changed({"display_titles": "NO"})
    until(lambda: words in server.log(), "it is in the log")
    client.changed({"display_titles": "YES"})
    assert server.stop() == 0


# MARK: SQL


def test_the_view_has_each_setting_with_its_value_or_default(serving, tmp_path):
    server = serving(schema=shutil.copy(SCHEMAS / "showcase.json", tmp_path))
    listed = json.loads(run("list", "--json", "--database", server.database).stdout)
    boolean = next(key for key, entry in listed.items() if entry["value"] is True)
    secret = next(key for key, entry in listed.items() if entry["value"] == {"set": False})
    Client(server.port).changed({boolean: "NO", secret: "hunter2" * 4})
    listed = json.loads(run("list", "--json", "--database", server.database).stdout)
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as database:
        rows = {key: rest for key, *rest in database.execute("SELECT key, value, source FROM value")}
    # Options that nobody added have no row.
    assert rows.keys() == {key for key in listed if not key.endswith(".added")}
    for key, (value, source) in rows.items():
        known = listed[key]
        is_secret = isinstance(known["value"], dict) and "set" in known["value"]
        assert json.loads(value or "null") == (None if is_secret else known["value"]), key
        assert source == ("set" if known["provenance"] == "set" else "default"), key
    assert rows[boolean] == ["false", "set"] and rows[secret] == [None, "set"]


# MARK: sd_notify


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_the_service_manager_is_notified_of_start_and_stop(serving, command, tmp_path, kind):
    name = str(tmp_path / "notify") if kind == "path" else f"\0faceplate-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name)
        manager.settimeout(HUNG)
        server = serving(
            "--write", tmp_path / "values.json", "--on-change", "./changed",
            variables={"NOTIFY_SOCKET": name.replace("\0", "@")})
        assert manager.recv(1000).decode() == f"READY=1\nSTATUS=Serving reader at {server.url}"
        assert (tmp_path / "values.json").exists()
        Client(server.port).changed({"display_titles": "NO"})
        until(command, "the command ran")
        # Commands cannot speak for the server.
        assert "||" in (tmp_path / "seen").read_text()
        assert server.stop() == 0
        assert manager.recv(1000) == b"STOPPING=1"


@pytest.mark.parametrize("name", ["", "x", "/none/such", "/" + "x" * 200])
def test_the_server_runs_if_the_service_manager_does_not_listen(serving, name):
    assert serving(variables={"NOTIFY_SOCKET": name}).stop() == 0


# MARK: Recipes


def program(language, folder):
    """The command that runs a recipe; compiled if need be."""
    text, = blocks(language)
    if language == "python":
        (folder / "app.py").write_text(text)
        return [shutil.which("python3") or "python3", "app.py"]
    source = folder / f"app.{language}"
    source.write_text(text)
    compiler = {"c": ["cc", "-Wall", "-Werror", "-o", "app", "app.c", "-lsqlite3"],
                "go": ["go", "build", "-o", "app", "app.go"]}[language]
    if not shutil.which(compiler[0]):
        pytest.skip(f"{compiler[0]} is not installed")
    subprocess.run(
        compiler, cwd=folder, check=True, timeout=HUNG,
        env=os.environ | {"HOME": str(folder), "GOFLAGS": "-mod=mod", "GO111MODULE": "off"})
    return ["./app"]


@pytest.fixture
def recipe_server(tmp_path):
    """The server as the guide starts it."""
    reader(tmp_path).rename(tmp_path / "settings.json")
    line, = blocks("sh")[0].splitlines()
    command = shlex.split(line)
    assert command[0] == "faceplate"
    process = subprocess.Popen(
        [binary(), *command[1:], "--port", "0", "--exit-with-parent"], cwd=tmp_path, env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    yield re.search(r":(\d+)/", process.stdout.readline())[1]
    process.kill()
    process.communicate()


@pytest.mark.parametrize("language", ["python", "go"])
def test_a_recipe_receives_a_change(language, recipe_server, tmp_path):
    if not shutil.which("pkill"):
        pytest.skip("pkill is not installed")
    app = subprocess.Popen(
        program(language, tmp_path), cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        (tmp_path / "app.pid").write_text(f"{app.pid}\n")
        assert app.stdout.readline().lower() == "titles: true\n"
        Client(int(recipe_server)).changed({"display_titles": "NO"})
        assert app.stdout.readline().lower() == "titles: false\n"
    finally:
        app.kill()
        app.communicate()


def test_the_recipe_in_c_reads_the_value_or_the_default(recipe_server, tmp_path):
    app = program("c", tmp_path)
    read = [
        subprocess.run(app, cwd=tmp_path, capture_output=True, text=True, timeout=HUNG, check=True).stdout]
    Client(int(recipe_server)).changed({"display_titles": "NO"})
    read.append(
        subprocess.run(app, cwd=tmp_path, capture_output=True, text=True, timeout=HUNG, check=True).stdout)
    assert read == ["titles: true\n", "titles: false\n"]


def test_the_script_of_the_guide_runs_after_a_change(serving, tmp_path):
    script, = [block for block in blocks("text") if block.startswith("#!/bin/sh\n")]
    (tmp_path / "changed").write_text(script)
    (tmp_path / "changed").chmod(0o755)
    server = serving("--write", tmp_path / "values.env", "--on-change", "./changed")
    Client(server.port).changed({"display_titles": "NO"})
    assert server.stop() == 0
    assert (tmp_path / "app.log").read_text() == (
        'titles: false\nchanges: {"revision":1,"changed":{"display_titles":{"from":null,"to":false}}}\n')


def test_recipes_have_at_most_ten_lines():
    for language in ["c", "python", "go"]:
        text, = blocks(language)
        assert len([line for line in text.splitlines() if line.strip()]) <= 10, language
