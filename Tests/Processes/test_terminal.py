"""The command at a terminal: colors, relative times, how to stop the server, and words for the shell."""

import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import time

import pytest

from support.limits import HUNG
from support.server import Server, binary, environment, run


class Terminal:
    """A command whose output goes to a terminal."""

    def __init__(self, arguments, variables=(), folder=None):
        self.near, far = pty.openpty()
        variables = environment() | {"TERM": "xterm"} | dict(variables)
        self.process = subprocess.Popen(
            [binary(), *map(str, arguments)], stdin=far, stdout=far, stderr=far, cwd=folder,
            env=variables)
        os.close(far)
        self.text = ""

    def read(self):
        """Reads what is there; false at the end."""
        if not select.select([self.near], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self.near, 65536)
        except OSError:
            data = b""
        self.text += data.decode().replace("\r\n", "\n")
        return bool(data)

    def shows(self, words):
        end = time.monotonic() + HUNG
        while words not in self.text and time.monotonic() < end and self.read():
            pass
        assert words in self.text, self.text

    def end(self):
        while self.read():
            pass
        os.close(self.near)
        return self.process.wait(HUNG)


def shown(*arguments, **variables):
    terminal = Terminal(arguments, variables)
    code = terminal.end()
    return code, terminal.text


@pytest.fixture
def database(tmp_path):
    subprocess.run([binary(), "init", "garden"], cwd=tmp_path, env=environment(), check=True,
                   capture_output=True)
    path = tmp_path / "garden.sqlite"
    run("evolve", tmp_path / "garden.json", "--database", path)
    run("set", "general_name=Ada", "--database", path)
    return path


def test_list_has_colors_and_relative_times(database):
    code, text = shown("list", "--database", database)
    assert code == 0
    assert "\033[1mgeneral\033[0m\n" in text
    assert re.search(r"^  general_name +Ada +set +just now$", text, re.M), text
    assert re.search(r"^\033\[2m  general_summary .* default *\033\[0m$", text, re.M), text


def test_list_has_no_colors_if_they_are_disabled(database):
    for variables in [{"NO_COLOR": "1"}, {"TERM": "dumb"}]:
        _, text = shown("list", "--database", database, **variables)
        assert "\033" not in text
        assert "just now" in text


def test_output_to_a_pipe_has_no_colors_and_times_in_utc(database):
    listed = run("list", "--database", database).stdout
    assert "\033" not in listed
    assert re.search(r"general_name +Ada +set +20[\d-]+T[\d:.]+Z$", listed, re.M), listed
    assert re.match(r"1  20[\d-]+T[\d:.]+Z  cli\n", run("changes", "--database", database).stdout)
    assert shown("changes", "--database", database)[1].startswith("\033[1m1\033[0m  just now  cli\n")


def test_list_shows_units_of_durations(tmp_path):
    schema = tmp_path / "x.json"
    schema.write_text(
        '{"groups": [{"groupKey": "g", "items": ['
        '{"itemKey": "rest", "itemControlType": "edit_duration", "itemValue": "90m"}]}]}')
    assert "rest  1 hour 30 minutes  default" in shown("list", "--schema", schema)[1]
    assert run("list", "--schema", schema).stdout == "g\n  rest  5400  default\n"


def test_check_marks_the_position_in_color(tmp_path):
    schema = tmp_path / "x.json"
    schema.write_text(
        '{"groups": [{"groupKey": "g", "items": [\n'
        '  {"itemKey": "a", "itemControlType": "swich"}]}]}\n')
    code, text = shown("check", schema)
    assert code == 1
    lines = text.splitlines()
    assert lines[0].startswith(f"{schema}:2:39: \033[31merror:\033[0m $.groups[0].items[0].itemControlType: ")
    assert lines[1] == '\033[2m  2 |   {"itemKey": "a", "itemControlType": "swich"}]}]}\033[0m'
    assert lines[2] == "\033[2m    | " + " " * 38 + "^\033[0m"


def test_serve_explains_how_to_stop_and_prints_no_log(database):
    terminal = Terminal(["serve", "--database", database, "--port", "0"])
    terminal.shows("Press Control-C to stop.\n")
    assert f"The settings are stored in '{database}'.\n" in terminal.text
    assert re.search(r"^Serving garden at http://127\.0\.0\.1:\d+/$", terminal.text, re.M)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 0
    assert "info" not in terminal.text


def test_serve_logs_at_a_terminal_if_requested(database):
    terminal = Terminal(["serve", "--database", database, "--port", "0", "--log-level", "info"])
    terminal.shows("[FaceplateCLI] start")
    terminal.process.send_signal(signal.SIGINT)
    terminal.end()


@pytest.mark.parametrize("second, code, words", [
    ("secret-1", 0, "The password is set."),
    ("secret-2", 1, "The passwords differ. Nothing was changed.")])
def test_a_password_is_typed_twice_and_never_shown(database, second, code, words):
    terminal = Terminal(["password", "set", "--database", database])
    terminal.shows("New password: ")
    os.write(terminal.near, b"secret-1\n")
    terminal.shows("The same again: ")
    os.write(terminal.near, f"{second}\n".encode())
    assert terminal.end() == code
    assert words in terminal.text and "secret" not in terminal.text


# What is typed, and words that the shell then offers.
COMPLETIONS = [
    (["get", ""], {"general_name", "general_summary"}),
    (["reset", "general_s"], {"general_summary"}),
    (["set", "general_na"], {"general_name="}),
    (["undo", ""], {"1"}),
    (["restore", ""], {"1"}),
    (["changes", "general_n"], {"general_name"}),
]


@pytest.mark.parametrize("typed, offered", COMPLETIONS)
def test_completes_keys_and_revisions(database, tmp_path, typed, offered):
    words = completed(["faceplate", *typed], tmp_path, FACEPLATE_DATABASE=str(database))
    assert offered <= words, words


def test_completion_prefers_the_database_of_the_command_line(database, tmp_path):
    words = completed(
        ["faceplate", "get", "--database", str(database), "general_"], tmp_path,
        FACEPLATE_DATABASE="none.sqlite")
    assert "general_name" in words
    # Of an option that is repeated, a command uses the last.
    words = ["faceplate", "get", "--database", "none.sqlite", "--database", str(database)]
    assert "general_name" in completed([*words, "general_"], tmp_path)
    words = ["faceplate", "get", "--schema", str(database.with_suffix(".json"))]
    assert "general_name" in completed([*words, "general_"], tmp_path)


def test_completion_prefers_a_database_option_to_the_url_variable(database, tmp_path):
    words = ["faceplate", "get", "--database", str(database), "general_"]
    assert "general_name" in completed(words, tmp_path, FACEPLATE_URL="http://127.0.0.1:1/")


def test_completion_ignores_an_empty_url_variable(database, tmp_path):
    assert "general_name" in completed(
        ["faceplate", "get", "general_"], tmp_path, FACEPLATE_URL="",
        FACEPLATE_DATABASE=str(database))


def test_completes_keys_and_revisions_of_a_running_panel(database, tmp_path):
    server = Server(database).start()
    try:
        for typed, offered in COMPLETIONS:
            words = completed(["faceplate", *typed], tmp_path, FACEPLATE_URL=server.url)
            assert offered <= words, (typed, words)
    finally:
        server.kill()
    # Nothing is offered, and nothing is printed, where nothing listens.
    assert not completed(["faceplate", "get", "general_"], tmp_path, FACEPLATE_URL=server.url)


def test_completion_prefers_the_url_of_the_command_line(database, tmp_path):
    server = Server(database).start()
    words = ["faceplate", "get", "--url", server.url]
    try:
        assert "general_name" in completed(
            [*words, "general_"], tmp_path, FACEPLATE_URL="http://127.0.0.1:1/")
        # Without the token that is named, the panel is not asked.
        assert not completed([*words, "--token-file", "none", "general_"], tmp_path)
    finally:
        server.kill()
    # The words of another panel would be wrong.
    assert not completed([*words, "general_"], tmp_path, FACEPLATE_DATABASE=str(database))


def test_completes_words_after_a_url_that_bash_splits(database, tmp_path):
    server = Server(database).start()
    url = re.findall(r":|[^:]+", server.url)
    try:
        for typed, offered in [
                (["get", "--url", *url, "general_n"], {"general_name"}),
                (["get", "--url", "=", *url, "general_n"], {"general_name"}),
                (["undo", "--url", *url, ""], {"1"}),
                (["undo", "--database", "=", str(database), ""], {"1"})]:
            assert completed(["faceplate", *typed], tmp_path) == offered, typed
    finally:
        server.kill()


def test_completes_no_items_without_a_value(tmp_path):
    schema = tmp_path / "x.json"
    schema.write_text(json.dumps([
        {"groupKey": "account", "items": [
            {"itemKey": "name", "itemControlType": "edit_text"},
            {"itemKey": "sign_in", "itemControlType": "button"}]},
        {"groupKey": "theme", "items": [
            {"itemKey": "light", "itemControlType": "select", "itemValue": "YES"},
            {"itemKey": "dark", "itemControlType": "select"}]}]))
    run("set", "name=Ada", "--schema", schema, "--database", tmp_path / "x.sqlite")
    words = completed(["faceplate", "get", ""], tmp_path, FACEPLATE_DATABASE=str(tmp_path / "x.sqlite"))
    assert words == {"name", "theme"}


def test_completes_the_twenty_newest_revisions(database, tmp_path):
    for number in range(20):
        run("set", f"general_name={number}", "--database", database)
    words = completed(["faceplate", "undo", ""], tmp_path, FACEPLATE_DATABASE=str(database))
    assert words == {str(number) for number in range(2, 22)}


def test_completes_only_profiles_that_need_no_quotes(database, tmp_path):
    for name in ["Night", "two words", "$(touch ran)"]:
        run("profile", "save", name, "--database", database)
    words = completed(
        ["faceplate", "profile", "use", ""], tmp_path, FACEPLATE_DATABASE=str(database))
    assert words == {"Night"}


def test_completion_does_not_open_the_database_for_writing(database, tmp_path):
    lock = database.with_name(f"{database.name}-lock")
    lock.unlink()
    assert completed(["faceplate", "get", "general_"], tmp_path, FACEPLATE_DATABASE=str(database))
    assert not lock.exists()


def test_completes_values_after_a_key(database, tmp_path):
    schema = json.loads((tmp_path / "garden.json").read_text())
    groups = schema["groups"] if isinstance(schema, dict) else schema
    control = {
        item["itemKey"]: item["itemControlType"] for group in groups for item in group["items"]}
    switch = next(key for key, name in control.items() if name == "switch")
    words = completed(
        ["faceplate", "set", f"{switch}="], tmp_path, FACEPLATE_DATABASE=str(database))
    # Bash splits words at "=" and then completes the value alone.
    assert {"true", "false"} <= {word.rpartition("=")[2] for word in words}, words


# Bash splits words at "=", which is a word of its own.
@pytest.mark.parametrize("typed, offered", [
    (["tone", "="], {"=plain", "=a-b_c.1"}),
    (["tone", "=", ""], {"plain", "a-b_c.1"}),
    (["tone", "=", "pl"], {"plain"}),
    (["on", "=", "t"], {"true"}),
    (["on=true", "tone", "=", "pl"], {"plain"}),
])
def test_completes_only_values_that_need_no_quotes(tmp_path, typed, offered):
    options = ["plain", "a-b_c.1", "$(touch ran)", "`touch ran`", "two words", "a;b", "*", "~"]
    schema = [{"groupKey": "g", "items": [
        {"itemKey": "tone", "itemControlType": "choice", "itemOptions": options, "itemValue": "plain"},
        {"itemKey": "on", "itemControlType": "switch"}]}]
    (tmp_path / "tones.json").write_text(json.dumps(schema))
    run("set", "on=yes", "--schema", tmp_path / "tones.json", "--database", tmp_path / "tones.sqlite")
    words = completed(
        ["faceplate", "set", *typed], tmp_path, FACEPLATE_DATABASE=str(tmp_path / "tones.sqlite"))
    assert words == offered
    assert not (tmp_path / "ran").exists()


def test_bash_writes_no_space_after_a_key(database, tmp_path):
    script = subprocess.run(
        [binary(), "--generate-completion-script", "bash"], env=environment(), capture_output=True,
        text=True, check=True).stdout
    # The options of `complete` are those of the last line; `compopt` tells what was changed for this word.
    source = script + (
        '\ncompopt() { echo "compopt $*"; }\n_faceplate() { COMPREPLY=("$1"); }\n'
        '_faceplate_pairs general_name=; _faceplate_pairs general_name; complete -p faceplate')
    result = subprocess.run(["bash", "-c", source], capture_output=True, text=True, timeout=HUNG)
    assert result.stdout == (
        "compopt -o nospace +o filenames\ncomplete -o filenames -F _faceplate_pairs faceplate\n")


def test_completes_nothing_without_a_database(tmp_path):
    assert completed(
        ["faceplate", "get", ""], tmp_path, FACEPLATE_DATABASE="none.sqlite") == set()


def test_completion_does_not_wait_long_for_a_panel(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        start = time.monotonic()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert completed(["faceplate", "get", ""], tmp_path, FACEPLATE_URL=url) == set()
        assert time.monotonic() - start < 10


def completed(words, folder, **variables):
    """The words that bash offers for the last one."""
    script = subprocess.run(
        [binary(), "--generate-completion-script", "bash"], env=environment(), capture_output=True,
        text=True, check=True).stdout
    (folder / "completion").write_text(script)
    bin_folder = folder / "bin"
    bin_folder.mkdir(exist_ok=True)
    link = bin_folder / "faceplate"
    if not link.exists():
        link.symlink_to(binary())
    source = (
        f"source {folder}/completion; "
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; '
        '_faceplate_pairs faceplate "${@: -1}" "${@: -2:1}"; printf "%s\\n" "${COMPREPLY[@]}"')
    path = f"{bin_folder}:{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-c", source, "bash", *words], cwd=folder, capture_output=True, text=True,
        env=environment() | {"PATH": path} | variables, timeout=HUNG)
    assert result.stderr == "", result.stderr
    return {word.strip() for word in result.stdout.split("\n") if word.strip()}
