"""Buttons that run commands: attached by the schema or on the command line."""

import json

import pytest

from support.client import Client
from support.schemas import write
from support.server import Server

JSON = {"Accept": "application/json"}
SCHEMA = {"groups": [
    {"groupKey": "backup", "items": [
        {"itemKey": "backup_folder", "itemControlType": "edit_text", "itemValue": "/srv"},
        {"itemKey": "backup_key", "itemControlType": "edit_password"},
        {"itemKey": "backup_now", "itemControlType": "button",
         "itemAction": ["/bin/sh", "-c", "echo to $VALUE_BACKUP_FOLDER; env | grep -c KEY= || true"]},
        {"itemKey": "backup_fails", "itemControlType": "link",
         "itemAction": ["/bin/sh", "-c", "echo 'backup_folder: No such folder' >&2; exit 3"]}]},
    {"groupKey": "other", "items": [
        {"itemKey": "other_name", "itemControlType": "edit_text", "itemValue": "x"}]}]}


@pytest.fixture
def start(tmp_path):
    started = []

    def start(*arguments):
        server = Server(
            tmp_path / "panel.sqlite", write(tmp_path / "backup.json", SCHEMA), arguments).start()
        started.append(server)
        return Client(server.port)

    yield start
    for server in started:
        server.kill()


def test_a_command_of_the_schema_runs_if_actions_are_allowed(start):
    client = start("--allow-actions")
    answer = client.post({"backup_folder": "/mnt", "backup_key": "s3cret", "backup_now": "press"}, JSON)
    assert answer.status == 200
    told = json.loads(answer.text)["action"]
    # The value that was sent along, no secret, and nothing of other groups.
    assert told == {"key": "backup_now", "status": "done", "message": "to /mnt\n0"}


def test_no_command_of_the_schema_runs_unless_actions_are_allowed(start):
    answer = start().post({"backup_now": "press"}, JSON)
    assert answer.status == 422
    assert "has no action" in answer.text


def test_a_failed_command_is_reported_at_its_field(start):
    answer = start("--allow-actions").post({"backup_fails": "press"}, JSON)
    assert answer.status == 422
    errors = json.loads(answer.text)["errors"]
    assert errors == [
        {"key": "backup_folder", "code": "message", "message": "No such folder"}]


def test_an_action_of_the_command_line_overrides_the_schema(start):
    client = start("--allow-actions", "--action", "backup_now=echo 'by hand'")
    answer = client.post({"backup_now": "press"}, JSON)
    assert json.loads(answer.text)["action"]["message"] == "by hand"
