"""Options of settings that a command prints."""

import json
import time

import pytest

from support.client import Client
from support.schemas import write
from support.server import Server

SCHEMA = {"groups": [{"groupKey": "g", "items": [
    {"itemKey": "voice", "itemControlType": "choice", "itemOptionsProvided": True},
    {"itemKey": "size", "itemControlType": "choice", "itemOptionsProvided": True},
    {"itemKey": "mood", "itemControlType": "choice", "itemOptionsProvided": True, "itemOptions": ["calm"]}]}]}


@pytest.fixture
def server(tmp_path):
    (tmp_path / "voices").write_text("#!/bin/sh\nrun() { echo ran >> runs; cat \"$1\"; }\nrun 'the list'\n")
    (tmp_path / "voices").chmod(0o755)
    (tmp_path / "the list").write_text("alto\tAlto voice\n\nbass\nalto\n")
    (tmp_path / "sizes").write_text(json.dumps([1, {"value": 2, "label": "Two"}]))
    server = Server(
        tmp_path / "panel.sqlite", write(tmp_path / "voices.json", SCHEMA),
        ["--options", "voice=./voices", "--options", "size=cat sizes", "--options", "mood=./missing"]).start()
    yield server
    server.kill()


def test_a_command_prints_the_options(server, tmp_path):
    client = Client(server.port)
    page = client.get("/").text
    assert ">Alto voice<" in page and 'value="bass"' in page and ">Two<" in page
    assert 'value="calm"' in page and "read again: There is no command &#39;./missing&#39;" in page
    assert client.post({"voice": "bass", "size": "2"}).status == 303
    assert client.get("/api/settings").json == {"voice": "bass", "size": 2, "mood": "calm"}
    for _ in range(5):
        client.get("/")
    assert (tmp_path / "runs").read_text() == "ran\n"

    (tmp_path / "the list").unlink()
    time.sleep(10)
    page = client.get("/").text
    assert "The options could not be read again: cat: " in page
    assert ">Alto voice<" in page and 'value="bass"' in page
    assert client.get("/api/settings/voice").json == "bass"
