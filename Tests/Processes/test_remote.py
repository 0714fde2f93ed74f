"""Commands on a running panel: the same output, messages and exit codes as on its database."""

import getpass
import json
import os
import re
import select
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest

from support.client import BASE, Client
from support.limits import HUNG
from support.schemas import write
from support.server import Server, binary, environment, own_server, run, until

pytestmark = own_server

SCHEMA = {
    "panelKey": "garden", "panelChecks": [
        {"require": {"key": "low", "less": {"key": "high"}}, "message": "Low must be less than high"}],
    "groups": [
        {"groupKey": "net", "items": [
            {"itemKey": "port", "itemControlType": "edit_integer", "itemMinimum": 1, "itemMaximum": 65535,
             "itemValue": 80, "itemRestart": True,
             "itemDeprecated": {"de": "Nimm host", "en": "Use host"}},
            {"itemKey": "host", "itemControlType": "edit_text", "itemMaximumLength": 5},
            {"itemKey": "pause", "itemControlType": "edit_duration", "itemValue": "90s"},
            {"itemKey": "names", "itemControlType": "edit_list", "itemElement": {"itemControlType": "edit_text"}},
            {"itemKey": "logo", "itemControlType": "edit_file", "itemScope": "machine"},
            {"itemKey": "pin", "itemControlType": "edit_password", "itemMinimumLength": 4},
            {"itemKey": "build", "itemControlType": "edit_text", "itemValue": "7", "itemReadOnly": True}]},
        {"groupKey": "range", "items": [
            {"itemKey": "low", "itemControlType": "edit_integer", "itemValue": 1},
            {"itemKey": "high", "itemControlType": "edit_integer", "itemValue": 9}]},
        {"groupKey": "theme", "items": [
            {"itemKey": "theme_light", "itemControlType": "select", "itemValue": "YES"},
            {"itemKey": "theme_dark", "itemControlType": "select"}]},
        {"groupKey": "more", "items": [
            {"itemKey": "is_on", "itemControlType": "switch"},
            {"itemKey": "address", "itemControlType": "edit_text", "itemValue": "a", "itemKeepWithin": "1h"},
            {"itemKey": "extra", "itemControlType": "edit_text", "itemEnabledWhen": {"key": "is_on", "equals": True}}]},
    ]}

# Commands in the order in which they run, with an input.
COMMANDS = [
    (["list"], ""),
    (["list", "--json"], ""),
    (["get", "port", "host", "theme", "theme_dark", "pin"], ""),
    (["get", "port", "pin", "names", "--json"], ""),
    (["get", "prot"], ""),
    (["get", "prot", "--json"], ""),
    (["set", "port=8080", "host=Ada"], ""),
    (["set", "port=0"], ""),
    (["set", "port=x", "host=too long", "theme=blue", "prot=1"], ""),
    (["set", "port=x", "host=too long", "theme=blue", "prot=1", "--json"], ""),
    (["set", "low=9", "--json"], ""),
    (["set", "low=9"], ""),
    (["set", "build=8"], ""),
    (["set", "extra=x"], ""),
    (["set", "pin=-"], "abc"),
    (["set", "pin=-"], "pl4nted"),
    (["set", 'names=["a","b"]', "pause=5m", "--dry-run"], ""),
    (["set", 'names=["a","b"]', "pause=5m", "--json"], ""),
    (["set", "names=a"], ""),
    (["set", "logo=@note.txt"], ""),
    (["set", "logo=@missing.txt"], ""),
    (["set", "logo=text"], ""),
    (["set", "port=8080"], ""),
    (["set", "theme_dark=yes", "is_on=yes", "extra=x"], ""),
    (["list"], ""),
    (["list", "--search", "@modified"], ""),
    (["list", "--search", "por"], ""),
    (["list", "--search", "@nothing por"], ""),
    (["list", "--search", "nothing at all"], ""),
    (["list", "--search", "@modified", "--json"], ""),
    (["changes"], ""),
    (["changes", "--json"], ""),
    (["changes", "port", "--limit", "1"], ""),
    (["changes", "--limit", "2", "--before", "4"], ""),
    (["changes", "--text", "ada"], ""),
    (["changes", "prot"], ""),
    (["undo", "1", "port", "--dry-run"], ""),
    (["set", "port=81"], ""),
    # A conflict is with the revision of its setting, and not with the newest.
    (["set", "high=10"], ""),
    (["undo", "1"], ""),
    (["undo", "1", "--json"], ""),
    (["undo", "1", "--force"], ""),
    (["undo", "99"], ""),
    (["undo", "99", "--json"], ""),
    (["restore", "1", "--dry-run"], ""),
    (["restore", "2"], ""),
    (["restore", "2030-01-01T00:00:00Z"], ""),
    (["reset", "net"], ""),
    (["reset", "nett"], ""),
    (["reset", "pin"], ""),
    (["reset", "--all", "--dry-run"], ""),
    (["export"], ""),
    (["export", "--format", "yaml", "--changed"], ""),
    (["export", "--portable", "--json"], ""),
    (["export", "--comments", "--changed", "--format", "toml"], ""),
    (["export", "--comments", "--locale", "de", "--format", "yaml"], ""),
    (["import", "values.yaml", "--dry-run"], ""),
    (["import", "values.yaml"], ""),
    (["import", "values.yaml"], ""),
    (["import", "wrong.yaml"], ""),
    (["import", "wrong.yaml", "--partial", "--json"], ""),
    (["import", "-", "--format", "env"], "PORT=70\n"),
    (["changes", "--origin", "import"], ""),
    (["set", "--for", "2h", "low=2"], ""),
    (["set", "--for", "2h", "high=8", "--json"], ""),
    (["set", "--for", "2h", "high=0"], ""),
    (["list"], ""),
    (["list", "--json"], ""),
    (["reset", "--end", "low"], ""),
    (["reset", "--end", "port"], ""),
    (["reset", "--all"], ""),
    (["wait", "port=80"], ""),
    (["wait", "port=80", "--json"], ""),
    (["wait", "port=81", "--timeout", "0s"], ""),
    (["wait", "prot=81"], ""),
    (["wait", "pin=81"], ""),
    (["diff", "PANEL", "values.yaml"], ""),
    (["diff", "PANEL", "values.yaml", "--json"], ""),
    (["diff", "PANEL", "PANEL"], ""),
    (["set", "--for", "2h", "host=Cy"], ""),
    (["set", "--for", "3h", "host=Cy", "--json"], ""),
    (["get", "host", "--json"], ""),
    (["reset", "--end", "host"], ""),
    (["set", "--for", "1h", "pin=pl4nted"], ""),
    (["profile"], ""),
    (["profile", "save", "None"], ""),
    (["set", "port=90", "theme_dark=yes", "names=[\"x\"]"], ""),
    (["profile", "save", "Night", "--description", "Quiet hours"], ""),
    (["profile", "save", "Night"], ""),
    (["profile", "save", "Night", "--json"], ""),
    (["profile", "save", "Day & Night ü", "net", "--json"], ""),
    (["profile", "save", "Day & Night ü", "range", "--replace"], ""),
    (["profile", "save", "a/b"], ""),
    (["profile", "save", "..", "--json"], ""),
    (["profile", "save", "x" * 65], ""),
    (["profile", "save", "x", "nett"], ""),
    (["profile", "save", "x", "pin"], ""),
    (["profile", "save", "x", "build", "--json"], ""),
    (["profile", "save", "x", "--description", "y" * 501], ""),
    (["profile", "list"], ""),
    (["profile", "list", "--json"], ""),
    (["profile", "show", "Night"], ""),
    (["profile", "show", "Night", "--json"], ""),
    (["profile", "show", "Nigth"], ""),
    (["profile", "show", "a/b"], ""),
    (["profile", "show", "zzz", "--json"], ""),
    (["profile", "diff", "Night"], ""),
    (["set", "port=91", "host=Di"], ""),
    (["profile", "diff", "Night"], ""),
    (["profile", "diff", "Night", "--json"], ""),
    (["profile", "diff", "Night", "Day & Night ü"], ""),
    (["profile", "diff", "Night", "Day & Night ü", "--json"], ""),
    (["profile", "diff", "Night", "Noon"], ""),
    (["profile", "use", "Night", "--dry-run"], ""),
    (["profile", "use", "Night", "--dry-run", "--json"], ""),
    (["profile", "use", "Night"], ""),
    (["profile", "use", "Night"], ""),
    (["profile", "use", "Night", "--partial", "--json"], ""),
    (["profile", "use", "Noon"], ""),
    (["changes", "--origin", "profile"], ""),
    (["changes", "--limit", "1", "--json"], ""),
    (["set", "high=95", "low=92"], ""),
    (["profile", "save", "Low", "low"], ""),
    (["reset", "low"], ""),
    (["set", "high=50"], ""),
    (["profile", "use", "Low"], ""),
    (["profile", "use", "Low", "--partial"], ""),
    (["profile", "use", "Low", "--json"], ""),
    (["profile", "rename", "Night", "Low"], ""),
    (["profile", "rename", "Nigth", "Late"], ""),
    (["profile", "rename", "Night", "a/b"], ""),
    (["profile", "rename", "Night", "Late", "--description", "Later"], ""),
    (["profile", "rename", "Late", "--description", "", "--json"], ""),
    (["profile", "rename", "Late"], ""),
    (["profile", "remove", "Night"], ""),
    (["profile", "remove", "Late"], ""),
    (["profile", "remove", "Low", "--json"], ""),
    (["profile", "list"], ""),
    (["set", "address=b"], ""),
    (["set", "address=b"], ""),
    (["keep", "address", "--dry-run"], ""),
    (["keep", "address"], ""),
    (["set", "address=c", "--json"], ""),
    (["keep", "--json"], ""),
    (["keep"], ""),
    (["set", "address=d"], ""),
    (["reset", "--end", "address"], ""),
    (["set", "--for", "always", "address=e"], ""),
    (["set", "--for", "ever", "address=e"], ""),
    (["get", "address", "--json"], ""),
    (["reset", "address"], ""),
    (["keep", "adress"], ""),
    (["keep", "host"], ""),
]


def command(*arguments, text="", folder=None, variables=None):
    """The exit code, the output and the messages of a command."""
    result = subprocess.run(
        [binary(), *map(str, arguments)], env=environment() | (variables or {}), input=text,
        capture_output=True, text=True, timeout=HUNG, cwd=folder)
    return result.returncode, result.stdout, result.stderr


def plain(outcome):
    """An outcome without times and names, and with one word for both sources of a change."""
    code, *texts = outcome
    return code, *(
        re.sub(rf" {{2}}(deploy|{getpass.getuser()})\b", "",
               re.sub(r"\b(cli|script)\b", "SOURCE",
                      re.sub(r'"actor":("\w+"|null)', '"actor":WHO',
                             re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text))))
        for text in texts)


def fill(folder):
    """Writes the files that the commands name."""
    (folder / "values.yaml").write_text(
        "port: 443\nhost: Bob\nnames:\n  - x\nlogo: null\nis_on: true\nunknown: 1\nhots: 1\n")
    (folder / "wrong.yaml").write_text("port: 0\nhost: Eve\nlow: 1\n")
    (folder / "note.txt").write_text("hello")


@pytest.fixture
def files(tmp_path):
    fill(tmp_path)
    return tmp_path


@pytest.fixture
def serving(tmp_path, tmp_path_factory):
    """Serves a schema: at a port, on a Unix socket, below a base path, or with access by token."""
    started = []

    def start(schema, way="port", *rights, arguments=()):
        served = tmp_path / f"served-{len(started)}.sqlite"
        run("evolve", schema, "--database", served)
        arguments = [*arguments]
        variables = {}
        if "token" in way:
            token = run("token", "add", "deploy", *rights, "--database", served).stdout.strip()
            variables["FACEPLATE_TOKEN"] = token
            arguments += ["--access", "token"]
        if "base" in way and not BASE:
            arguments += ["--base-path", "/admin/panel"]
        place = tmp_path_factory.mktemp("s") / "p"
        if way == "unix":
            arguments += ["--listen", f"unix:{place}"]
        server = Server(served, schema, arguments)
        started.append(server)
        server.start()
        return server, f"unix:{place}" if way == "unix" else server.url, variables

    yield start
    for server in started:
        server.kill()


def of_file(arguments):
    """The words of a command on the database in its folder."""
    if arguments[0] == "diff":
        return [word.replace("PANEL", "direct.sqlite") for word in arguments]
    return [*arguments, "--database", "direct.sqlite"]


def at_url(arguments, url):
    """The words of the same command on a running panel."""
    if arguments[0] == "diff":
        return [word.replace("PANEL", url) for word in arguments]
    return [*arguments, "--url", url]


@pytest.fixture(scope="module")
def on_the_file(tmp_path_factory):
    """The outcome of each command on a database."""
    folder = tmp_path_factory.mktemp("file")
    fill(folder)
    run("evolve", write(folder / "garden.json", SCHEMA), "--database", folder / "direct.sqlite")
    # A server marks the values as in use when it starts.
    run("applied", "--database", folder / "direct.sqlite")
    return [
        plain(command(*of_file(arguments), text=text, folder=folder)) for arguments, text in COMMANDS]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("way", ["port", "token and base path", "unix"])
def test_each_command_has_the_same_result_on_a_file_and_at_a_url(serving, files, on_the_file, way):
    if BASE and way == "unix":
        pytest.skip("the base path is that of the whole run")
    server, url, variables = serving(write(files / "garden.json", SCHEMA), way)
    differences = []
    for (arguments, text), expected in zip(COMMANDS, on_the_file):
        found = plain(
            command(*at_url(arguments, url), text=text, folder=files, variables=variables))
        if found != expected:
            differences.append((arguments, expected, found))
    assert not differences, "\n".join(
        f"{arguments}\n  file {expected}\n  url  {found}" for arguments, expected, found in differences)
    # Messages are the same in any case; the table is of use only if most commands have a result.
    assert sum(code == 0 for code, *_ in on_the_file) > len(COMMANDS) // 2


# MARK: - Access


def test_the_token_file_must_be_private(serving, files):
    schema = write(files / "garden.json", SCHEMA)
    _, url, variables = serving(schema, "token")
    text = variables["FACEPLATE_TOKEN"]
    secret = files / "token"
    secret.write_text(text + "\n")
    secret.chmod(0o644)
    code, _, said = command("get", "port", "--url", url, "--token-file", secret)
    assert (code, said) == (
        1, f"The token file '{secret}' must belong to you, and no other user may read it. Run: chmod 600 "
        f"{secret}\n")
    secret.chmod(0o600)
    assert command("get", "port", "--url", url, "--token-file", secret) == (0, "80\n", "")


def test_a_view_token_cannot_change_settings(serving, files):
    schema = write(files / "garden.json", SCHEMA)
    _, url, variables = serving(schema, "token", "--view")
    assert command("get", "port", "--url", url, variables=variables)[:2] == (0, "80\n")
    for words in (["set", "port=1"], ["reset", "port"], ["undo", "1"], ["import", "values.yaml"],
                  ["profile", "save", "x", "port"], ["profile", "remove", "x"]):
        code, out, said = command(*words, "--url", url, variables=variables, folder=files)
        assert (code, out) == (77, "")
        assert said.startswith(f"The panel at '{url}' does not permit this.")
        assert "faceplate token add NAME" in said
        assert variables["FACEPLATE_TOKEN"] not in said


def test_withheld_groups_are_hidden_from_a_token(serving, files):
    schema = json.loads(json.dumps(SCHEMA))
    schema["groups"][1]["groupAccess"] = ["owners"]
    schema["panelChecks"] = []
    path = write(files / "garden.json", schema)
    _, url, variables = serving(path, "token")
    code, out, said = command("list", "--url", url, variables=variables)
    assert code == 0 and "port" in out and "low" not in out and "range" not in out
    assert command("get", "low", "--url", url, variables=variables)[0] == 1
    code, _, said = command("set", "low=2", "port=81", "--url", url, variables=variables)
    assert code == 1 and said == "You do not have permission to change low.\n"
    assert command("get", "port", "--url", url, variables=variables)[1] == "80\n"
    _, url, variables = serving(path, "token", "--groups", "owners")
    assert command("set", "low=2", "--url", url, variables=variables)[0] == 0


@pytest.mark.parametrize("token, words", [
    (None, "asks for a token. Run 'faceplate token add NAME'"),
    ("nope", "does not accept the token: it is unknown, revoked or expired. Run"),
])
def test_a_missing_or_wrong_token_is_explained(serving, files, token, words):
    _, url, _ = serving(write(files / "garden.json", SCHEMA), "token")
    variables = {"FACEPLATE_TOKEN": token} if token else {}
    code, out, said = command("get", "port", "--url", url, variables=variables)
    assert (code, out) == (77, "")
    assert said.startswith(f"The panel at '{url}' {words}")
    code, out, _ = command("get", "port", "--url", url, "--json", variables=variables)
    assert code == 77 and json.loads(out)["errors"][0]["message"] in said


# MARK: - Servers that do not answer as a panel


class Fake:
    """A server with one response for every request after the first ones, or with none."""

    def __init__(self, answer, first=()):
        self.answer = answer
        self.first = list(first)
        self.asked = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.asked.append(connection.recv(65_536))
                connection.sendall(self.first.pop(0) if self.first else self.answer)

    def close(self):
        self.socket.close()


def response(status, body="", *fields):
    head = "\r\n".join([f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *fields])
    return f"{head}\r\n\r\n{body}".encode()


PROBLEM = "Content-Type: application/problem+json"
UNEXPECTED = [
    (response(200, "<html>"), 69, "There is no Faceplate panel at"),
    (response(200, "{}"), 69, "There is no Faceplate panel at"),
    (response(404, "nothing"), 69, "There is no Faceplate panel at"),
    (response(404, '{"code":"not_found"}'), 69, "There is no Faceplate panel at"),
    (response(404, '{"code":"not_found"}', PROBLEM), 69, "runs an older version of Faceplate"),
    (response(302, "", "Location: http://127.0.0.1:9/"), 69, "redirects to 'http://127.0.0.1:9/'."),
    (response(401), 77, "asks for a token."),
    (response(403, "no"), 77, "does not permit this (status 403)."),
    (response(421, '{"title":"x"}', PROBLEM), 69,
     "does not accept the host name '127.0.0.1'. Start it with --allow-host 127.0.0.1"),
    (response(502), 69, "does not reach the panel (status 502)."),
    (response(503, '{"title":"The panel stops","code":"stopping"}', PROBLEM), 69,
     "cannot answer. The panel stops."),
    (response(429, '{"title":"Too many requests"}', PROBLEM), 69, "cannot answer. Too many requests."),
    (response(413, '{"title":"The body is too large"}', PROBLEM), 1, "The body is too large."),
    (response(500), 69, "answered with status 500."),
    (b"SSH-2.0-OpenSSH_9\r\n", 69, "ended the connection before its answer was complete."),
    (response(200, "x")[:-1], 69, "ended the connection before its answer was complete."),
    (b"", 69, "ended the connection before its answer was complete."),
]


@pytest.mark.parametrize("answer, status, words", UNEXPECTED)
def test_an_unexpected_response_is_reported_with_an_exit_code(answer, status, words):
    fake = Fake(answer)
    try:
        code, out, said = command("list", "--url", f"http://127.0.0.1:{fake.port}/x/")
    finally:
        fake.close()
    assert (code, out) == (status, "")
    assert words in said and said.count("\n") == 1
    assert b"GET /x/api/panel HTTP/1.1\r\nHost: 127.0.0.1:" in fake.asked[0]


def test_a_token_is_sent_to_no_other_server():
    other = Fake(response(200, "{}"))
    fake = Fake(response(302, "", f"Location: http://127.0.0.1:{other.port}/"))
    command("list", "--url", f"http://127.0.0.1:{fake.port}/", variables={"FACEPLATE_TOKEN": "pl4nted"})
    assert b"Authorization: Bearer pl4nted\r\n" in fake.asked[0]
    assert other.asked == []
    fake.close()
    other.close()


def test_a_wait_reports_why_the_panel_ended_it(server):
    panel = json.dumps(Client(server.port).get("/api/panel").json)
    # It reads the panel, and then asks for changes.
    fake = Fake(response(401), [response(200, panel)])
    url = f"http://127.0.0.1:{fake.port}/"
    code, out, said = command("wait", "display_titles=no", "--url", url)
    fake.close()
    assert (code, out) == (77, "")
    assert said.startswith(f"The panel at '{url}' asks for a token.")
    assert [asked.split()[1].split(b"?")[0] for asked in fake.asked] == [
        b"/api/panel", b"/api/changes"]


CONFLICT = response(
    409, '{"title":"x","errors":[{"key":"display_titles","code":"conflict","message":"x"}]}', PROBLEM)
GONE = "ended the connection before its answer was complete."
# A command, the responses after that with the panel, and a part of the message.
LATER = [
    (["set", "display_titles=no"], [b""], GONE),
    # An undo reads the present values of what is in conflict.
    (["undo", "1"], [CONFLICT, b""], GONE),
    # An older panel ignores the search and describes all settings.
    (["list", "--search", "x"], [response(200, '{"settings":{"display_titles":{}}}')],
     "runs an older version of Faceplate"),
    (["profile", "remove", "x"], [response(200, "<html>")], "There is no Faceplate panel at"),
    (["profile", "list"], [response(200, "{}")], "There is no Faceplate panel at"),
]


@pytest.mark.parametrize("words, answers, message", LATER)
def test_an_unexpected_later_response_is_reported(server, words, answers, message):
    panel = json.dumps(Client(server.port).get("/api/panel").json)
    *first, last = [response(200, panel), *answers]
    fake = Fake(last, first)
    try:
        code, out, said = command(*words, "--url", f"http://127.0.0.1:{fake.port}/")
    finally:
        fake.close()
    assert (code, out) == (69, "")
    assert message in said and said.count("\n") == 1


def test_a_schema_of_a_newer_version_is_reported(server):
    panel = json.dumps(Client(server.port).get("/api/panel").json)
    fake = Fake(response(200, panel.replace("edit_text", "edit_hologram")))
    url = f"http://127.0.0.1:{fake.port}/"
    code, out, said = command("list", "--url", url)
    fake.close()
    assert (code, out) == (69, "")
    assert said.startswith(f"The panel at '{url}' has a schema that this version cannot read. ")


def test_a_panel_that_does_not_listen_is_reported(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    for url in (f"http://127.0.0.1:{port}/", f"unix:{tmp_path}/none"):
        assert command("list", "--url", url) == (
            69, "", f"Nothing listens at '{url}'. Start the panel with 'faceplate serve', or correct --url.\n")


def test_an_unknown_host_is_reported():
    code, _, said = command("list", "--url", "http://no.such.host.invalid/")
    assert code == 69 and said.startswith("The host 'no.such.host.invalid' of")


def test_an_invalid_token_is_not_sent():
    code, _, said = command(
        "list", "--url", "http://127.0.0.1:1/", variables={"FACEPLATE_TOKEN": "a b\r\nX: y"})
    assert (code, said) == (1, "The token has spaces or other characters that no token contains.\n")


def test_secrets_are_not_exported_from_a_url(server, tmp_path):
    (tmp_path / "phrase").write_text("correct horse\n")
    (tmp_path / "phrase").chmod(0o600)
    code, out, said = command(
        "export", "--secrets", "--pass-phrase-file", "phrase", "--output", "values.json", "--url", server.url,
        folder=tmp_path)
    assert (code, out) == (1, "") and said.startswith("A panel sends no secrets.")
    assert not (tmp_path / "values.json").exists()


def test_an_option_overrides_the_variable(server):
    port = {"FACEPLATE_URL": server.url}
    assert command("get", "display_titles", variables=port)[:2] == (0, "true\n")
    assert command("get", "display_titles", "--database", "none.sqlite", variables=port)[0] == 69


# MARK: - Following changes


def test_a_watch_at_a_url_prints_changes_and_runs_a_command(serving, files):
    schema = write(files / "garden.json", SCHEMA)
    server, url, variables = serving(schema, "token")
    script = files / "note"
    script.write_text('#!/bin/sh\ncat >> changes\nenv > variables\n')
    script.chmod(0o755)
    process = subprocess.Popen(
        [binary(), "watch", "--url", url, "--on-change", "./note", "--write", "values.json"],
        env=environment() | variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=files)
    try:
        assert process.stderr.readline() == f"Watching '{url}'.\n"
        run("set", "port=81", "--database", server.database)
        run("set", "pin=pl4nted", "--database", server.database)
        assert re.sub(r"^\S+", "TIME", process.stdout.readline()) == "TIME cli port: 80 (default) -> 81\n"
        assert process.stdout.readline().endswith(" cli pin: not set -> set\n")
        until(lambda: '"pin"' in read(files / "changes"), "the command")
        until(lambda: '"port": 81' in read(files / "values.json"), "the file")
        assert "pl4nted" not in read(files / "changes")
        until(lambda: f"FACEPLATE_URL={url}\n" in read(files / "variables"), "the variables")
        assert variables["FACEPLATE_TOKEN"] not in read(files / "variables")
    finally:
        process.terminate()
        assert process.wait(HUNG) == 0


def read(path):
    return path.read_text() if path.exists() else ""


def test_a_watch_at_a_url_continues_after_a_restart(serving, files):
    server, url, _ = serving(write(files / "garden.json", SCHEMA))
    process = subprocess.Popen(
        [binary(), "watch", "--url", url], env=environment(), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    assert process.stderr.readline() == f"Watching '{url}'.\n"
    port = server.port
    assert server.stop() == 0
    assert url in process.stderr.readline()
    assert process.stderr.readline() == "Trying again until it answers.\n"
    run("set", "port=81", "--database", server.database)
    server.start(port)
    assert process.stdout.readline().endswith("cli port: 80 (default) -> 81\n")
    process.terminate()
    assert process.wait(HUNG) == 0
    process.stdout.close()
    process.stderr.close()


def test_a_watch_at_a_url_reads_a_replaced_database(serving, files):
    server, url, _ = serving(write(files / "garden.json", SCHEMA))
    client = Client(server.port)
    for number in range(40):
        client.changed({"port": f"{100 + number}"})
    process = subprocess.Popen(
        [binary(), "watch", "--url", url], env=environment(), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    assert process.stderr.readline() == f"Watching '{url}'.\n"
    port = server.port
    assert server.stop() == 0
    for path in Path(server.database).parent.glob(Path(server.database).name + "*"):
        path.unlink()
    server.start(port)
    # It hears of changes long before the other database has as many as the first.
    for number in range(39):
        client.changed({"port": f"{1000 + number}"})
        if select.select([process.stdout], [], [], .5)[0]:
            break
    process.kill()
    assert " port: " in process.communicate()[0]


def test_a_wait_at_a_url_ends_with_the_value(server):
    process = subprocess.Popen(
        [binary(), "wait", "display_titles=no", "--url", server.url], env=environment())
    run("set", "display_titles=no", "--url", server.url)
    assert process.wait(HUNG) == 0


def test_a_watch_ends_when_its_token_is_revoked(serving, files):
    server, url, variables = serving(write(files / "garden.json", SCHEMA), "token")
    process = subprocess.Popen(
        [binary(), "watch", "--url", url], env=environment() | variables, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    assert process.stderr.readline() == f"Watching '{url}'.\n"
    run("token", "revoke", "deploy", "--database", server.database)
    run("set", "port=81", "--database", server.database)
    assert process.wait(HUNG) == 77
    assert "does not accept the token" in process.stderr.read()
    process.stdout.close()
    process.stderr.close()


# MARK: - Servers that hang


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LATE = "The panel at 'URL' did not answer within 30 seconds.\n"
BROKEN = "The panel at 'URL' ended the connection before its answer was complete.\n"
# The bytes that a server sends, the bytes that it then repeats, and the message; without bytes to repeat it waits.
HANGS = {
    "nothing": (b"", b"", LATE),
    "half a head": (HEAD, b"", LATE),
    "half a body": (HEAD + b"Content-Length: 9\r\n\r\n{", b"", LATE),
    "half a chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n9\r\n{", b"", LATE),
    "a body without end": (HEAD + b"\r\n", b" " * 65_536, "The answer of 'URL' is larger than 64 MiB.\n"),
    "interim responses": (b"", b"HTTP/1.1 100 Continue\r\n\r\n", BROKEN),
}


@pytest.fixture
def hanging():
    """Starts a server that sends some bytes, and then others again and again until the client leaves."""
    opened = []

    def serve(listening, start, again):
        client, _ = listening.accept()
        with client:
            client.settimeout(HUNG)
            try:
                client.sendall(start)
                while again:
                    client.sendall(again)
                while client.recv(65_536):
                    pass
            except OSError:
                pass

    def begin(start, again):
        listening = socket.create_server(("127.0.0.1", 0))
        opened.append(listening)
        thread = threading.Thread(target=serve, args=(listening, start, again), daemon=True)
        thread.start()
        return listening.getsockname()[1]

    yield begin
    for listening in opened:
        listening.close()


def started_command(*arguments):
    return subprocess.Popen(
        [binary(), *map(str, arguments)], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True)


def test_a_hanging_server_does_not_block_the_command(hanging):
    """All at the same time, because a command waits for 30 seconds."""
    commands = {}
    for name, (start, again, said) in HANGS.items():
        url = f"http://127.0.0.1:{hanging(start, again)}/"
        commands[name] = started_command("list", "--url", url), said.replace("URL", url)
    # Neither does one that never shakes hands over TLS, or never accepts.
    url = f"https://127.0.0.1:{hanging(b'', b'')}/"
    commands["no handshake"] = started_command("list", "--url", url), LATE.replace("URL", url)
    silent = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
    commands["no accept"] = started_command("profile", "list", "--url", url), LATE.replace("URL", url)
    found = {}
    for name, (process, _) in commands.items():
        out, said = process.communicate(timeout=HUNG)
        found[name] = process.returncode, out, said
    silent.close()
    assert found == {name: (69, "", said) for name, (_, said) in commands.items()}


def test_an_incomplete_response_is_reported(hanging):
    listening = socket.create_server(("127.0.0.1", 0))
    for part in [b"", HEAD, HEAD + b"Content-Length: 9\r\n\r\n{"]:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        process = started_command("get", "port", "--url", url)
        client, _ = listening.accept()
        client.recv(65_536)
        client.sendall(part)
        client.close()
        out, said = process.communicate(timeout=HUNG)
        assert (process.returncode, out, said) == (69, "", BROKEN.replace("URL", url))
    listening.close()


def test_a_response_before_the_end_of_the_request_is_read(server, tmp_path_factory):
    """A proxy answers to a body that is too large, and reads no more of it."""
    folder = tmp_path_factory.mktemp("s")
    write(folder / "values.json", {"account_username": "x" * 4_000_000})
    panel = response(200, json.dumps(Client(server.port).get("/api/panel").json))
    refusal = response(413, '{"title":"The body is too large"}', PROBLEM)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "p"))
        listening.listen()
        process = started_command("import", folder / "values.json", "--url", f"unix:{folder / 'p'}")
        for answer in [panel, refusal]:
            client, _ = listening.accept()
            with client:
                client.recv(65_536)
                client.sendall(answer)
        out, said = process.communicate(timeout=HUNG)
    assert (process.returncode, out, said) == (1, "", "The body is too large.\n")


@pytest.mark.skipif(
    os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"]).returncode != 0,
    reason="only root can give a host several addresses")
@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2"])
def test_each_address_of_a_host_is_tried(serving, tmp_path, address):
    """Nothing listens at the other one, whichever comes first."""
    server, _, _ = serving(write(tmp_path / "garden.json", SCHEMA), arguments=["--host", address])
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 localhost\n127.0.0.2 localhost\n")
    result = subprocess.run(
        ["unshare", "-m", "sh", "-c", 'mount --bind "$1" /etc/hosts && shift && exec "$@"', "sh", hosts,
         binary(), "get", "port", "--url", f"http://localhost:{server.port}/"],
        env=environment(), capture_output=True, text=True, timeout=HUNG)
    if "mount:" in result.stderr:
        pytest.skip("mounting is not allowed here")
    assert (result.returncode, result.stdout, result.stderr) == (0, "80\n", "")


# MARK: - TLS


@pytest.fixture
def certificate(tmp_path):
    """A certificate for localhost, signed by itself, and its key."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def terminator(certificate):
    """Starts a server for TLS in front of a panel, like a proxy."""
    opened = []

    def start(port, newest=None):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        if newest:
            context.minimum_version = context.maximum_version = newest
            context.set_ciphers("DEFAULT:@SECLEVEL=0")
        listening = socket.create_server(("127.0.0.1", 0))
        opened.append(listening)

        def serve():
            while True:
                try:
                    client, _ = listening.accept()
                    with context.wrap_socket(client, server_side=True) as secure, \
                            socket.create_connection(("127.0.0.1", port)) as panel:
                        panel.sendall(secure.recv(65_536))
                        while part := panel.recv(65_536):
                            secure.sendall(part)
                except OSError:
                    # Also the error of a client that does not trust the certificate.
                    if listening.fileno() < 0:
                        return

        threading.Thread(target=serve, daemon=True).start()
        return listening.getsockname()[1]

    yield start
    for listening in opened:
        listening.close()


def test_a_panel_behind_tls_is_read_with_its_certificate(server, certificate, terminator):
    port = terminator(server.port)
    url = f"https://localhost:{port}/"
    assert command("get", "display_titles", "--url", url, "--ca-file", certificate[0]) == (0, "true\n", "")
    code, _, said = command("get", "display_titles", "--url", url)
    assert code == 69 and said.startswith(f"No secure connection to '{url}' is possible.")
    assert "The certificate is NOT trusted." in said and "  " not in said
    # Its name is checked, too.
    code, _, said = command(
        "get", "display_titles", "--url", f"https://127.0.0.1:{port}/", "--ca-file", certificate[0])
    assert code == 69 and "does not match" in said
    code, _, said = command("get", "display_titles", "--url", url, "--ca-file", certificate[1])
    assert code == 69 and f"The file '{certificate[1]}' contains no certificate (PEM)." in said


def test_an_incomplete_response_over_tls_is_reported(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"https://localhost:{listening.getsockname()[1]}/"
        process = started_command("get", "port", "--url", url, "--ca-file", certificate[0])
        client, _ = listening.accept()
        # The connection ends without the goodbye of TLS.
        with context.wrap_socket(client, server_side=True) as secure:
            secure.recv(65_536)
            secure.sendall(HEAD + b"Content-Length: 9\r\n\r\n{")
        out, said = process.communicate(timeout=HUNG)
    assert (process.returncode, out, said) == (69, "", BROKEN.replace("URL", url))


def test_an_old_version_of_tls_is_rejected(server, certificate, terminator):
    port = terminator(server.port, ssl.TLSVersion.TLSv1_1)
    code, _, _ = command(
        "get", "display_titles", "--url", f"https://localhost:{port}/", "--ca-file", certificate[0])
    assert code == 69


def test_a_url_with_the_wrong_scheme_fails(server, terminator):
    assert command("list", "--url", f"https://127.0.0.1:{server.port}/")[0] == 69
    assert command("list", "--url", f"http://127.0.0.1:{terminator(server.port)}/")[0] == 69
