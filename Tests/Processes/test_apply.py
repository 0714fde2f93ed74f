"""`serve --apply COMMAND`: a save that the command cannot apply is taken back."""

import json
import os
import signal

import pytest

from support.client import JSON, PAGE, Client
from support.schemas import write
from support.server import Server, own_server, run, until

PANEL = [{"groupKey": "net", "items": [
    {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80, "itemMaximum": 65535},
    {"itemKey": "name", "itemControlType": "edit_text"}]}]
COMMAND = """#!/bin/sh
changes=$(cat)
echo "$changes" >>seen
[ ! -e hold ] || { echo $$ >holding; echo waiting >&2; cat hold >/dev/null; }
case $changes in *'"to":13}'*'"taking_back":false'*) echo first >&2; echo 'Port 13 is in use.' >&2; exit 3 ;; esac
"""


@pytest.fixture
def applying(tmp_path):
    started = []
    (tmp_path / "apply").write_text(COMMAND)
    (tmp_path / "apply").chmod(0o755)

    def start(*arguments):
        server = Server(
            tmp_path / "panel.sqlite", write(tmp_path / "panel.json", PANEL),
            ["--apply", "./apply", *arguments])
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.kill()


def seen(folder):
    path = folder / "seen"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def ports(folder):
    return [(save["changed"]["port"]["to"], save["taking_back"]) for save in seen(folder)]


@own_server
def test_a_save_that_cannot_be_applied_is_undone_with_its_reason(applying, tmp_path):
    client = Client(applying().port)
    assert client.post({"port": "81"}, JSON).status == 200
    refused = client.post({"port": "13", "name": "x"}, JSON)
    assert refused.status == 422
    assert refused.json["code"] == "undone"
    assert refused.json["title"] == "Undone: Port 13 is in use."
    assert {error["key"] for error in refused.json["errors"]} == {"port", "name"}
    assert client.get("/api/settings").json == {"port": 81, "name": ""}
    assert ports(tmp_path) == [(81, False), (13, False), (81, True)]
    newest = client.get("/api/changes").json["revisions"][0]
    assert newest["origin"] == "undo" and newest["note"] == "undo 2: Port 13 is in use."


@own_server
def test_the_page_shows_the_reason_and_keeps_typed_text(applying):
    client = Client(applying().port)
    page = client.post({"port": "13", "_revision": "0"}, PAGE)
    assert page.status == 422
    assert "Undone: Port 13 is in use." in page.text
    assert 'value="13"' in page.text and 'name="_revision" value="2"' in page.text
    # The corrected form is no conflict with the revision that took it back.
    assert client.post({"port": "14", "_revision": "2"}, PAGE).status == 303
    history = client.get("/changes", PAGE).text
    assert "Undo of revision 1" in history and "Port 13 is in use." in history


@own_server
def test_a_change_of_another_process_is_undone(applying, tmp_path):
    server = applying()
    run("set", "port=13", "--database", server.database)
    client = Client(server.port)
    until(lambda: client.get("/api/changes").json["revision"] == 2, "the revision that takes it back")
    assert client.get("/api/settings/port").json == 80
    until(lambda: "Port 13 is in use." in server.log(), "the line of the log")


@own_server
def test_a_save_is_undone_if_its_values_cannot_be_written(applying, tmp_path):
    """The command may read the file."""
    folder = tmp_path / "values"
    folder.mkdir()
    client = Client(applying("--write", folder / "x.json").port)
    folder.rename(tmp_path / "away")
    refused = client.post({"port": "81"}, JSON)
    assert refused.status == 422 and refused.json["code"] == "undone"
    assert "cannot be written" in refused.json["title"]
    assert client.get("/api/settings/port").json == 80
    assert ports(tmp_path) == []


@own_server
def test_a_command_that_takes_too_long_fails(applying, tmp_path):
    os.mkfifo(tmp_path / "hold")
    client = Client(applying("--apply-limit", "1s").port)
    refused = client.post({"port": "81"}, JSON)
    assert refused.json["title"] == "Undone: The command took more than 1 s and was ended."
    assert client.get("/api/settings/port").json == 80


@own_server
def test_a_save_is_applied_at_the_next_start_after_a_kill(applying, tmp_path):
    server = applying()
    client = Client(server.port)
    assert client.post({"port": "81"}, JSON).status == 200
    os.mkfifo(tmp_path / "hold")
    run("set", "port=13", "--database", server.database)
    until(lambda: (tmp_path / "holding").exists(), "the command")
    server.kill()
    os.kill(int((tmp_path / "holding").read_text()), signal.SIGKILL)
    (tmp_path / "hold").unlink()
    server.start()
    client = Client(server.port)
    until(lambda: client.get("/api/settings/port").json == 81, "the former value")
    until(lambda: ports(tmp_path)[1:] == [(13, False), (13, False), (81, True)], "both runs")
    newest = client.get("/api/changes").json["revisions"][0]
    assert newest["note"] == "restore 1: Port 13 is in use."


@pytest.mark.parametrize("arguments, message", [
    (["--apply", ""], "--apply names no command."),
    (["--apply", "x 'y"], "'x 'y' ends within a quotation."),
    (["--apply-limit", "1s"], "--apply-limit needs --apply COMMAND."),
    (["--apply", "x", "--apply-limit", "2h"], "'2h' is not a duration between 1s and 1h, such as 10s."),
])
def test_reports_an_invalid_command_line(tmp_path, arguments, message):
    schema = write(tmp_path / "panel.json", PANEL)
    told = run("serve", schema, "--port", "0", *arguments, check=False)
    assert told.returncode == 64 and message in told.stderr
