"""A value that is not stored is never answered as done, whichever way it comes and whatever rule stands
before it: a form of a browser or a script, JSON, the command line. Swift's way is SettingsRulesTests."""

import json

import pytest
from support.client import Client
from support.schemas import write
from support.server import Server, run

SCHEMA = {"panelKey": "states", "groups": [{"groupKey": "g", "items": [
    {"itemKey": "on", "itemControlType": "switch"},
    {"itemKey": "number", "itemControlType": "edit_integer", "itemMaximum": 9},
    {"itemKey": "hidden", "itemControlType": "edit_integer", "itemMaximum": 9, "itemVisibleWhen": "on"},
    {"itemKey": "cleared", "itemControlType": "edit_integer", "itemVisibleWhen": "on",
     "itemWhenHidden": "clear"},
    {"itemKey": "disabled", "itemControlType": "edit_integer", "itemEnabledWhen": "on"},
    {"itemKey": "fixed", "itemControlType": "switch", "itemReadOnly": True, "itemValue": True},
    {"itemKey": "hiddenfixed", "itemControlType": "switch", "itemReadOnly": True, "itemValue": True,
     "itemVisibleWhen": "on"},
    {"itemKey": "locked", "itemControlType": "edit_integer"},
    {"itemKey": "hiddenlocked", "itemControlType": "edit_integer", "itemVisibleWhen": "on"},
    {"itemKey": "band", "itemControlType": "choice",
     "itemOptions": [{"value": "low", "label": {"en": "2.4 GHz"}},
                     {"value": "high", "label": {"en": "5 GHz"}, "when": "on"}]}]}]}

CASES = [
    ("number", "x", "not_integer"), ("number", "10", "too_large"),
    ("hidden", "x", "not_integer"), ("hidden", "10", "too_large"),
    ("cleared", "x", "not_integer"), ("cleared", "1", "not_enabled"),
    ("disabled", "x", "not_integer"), ("disabled", "1", "not_enabled"),
    ("fixed", "NO", "read_only"), ("hiddenfixed", "NO", "read_only"),
    ("locked", "2", "locked"), ("hiddenlocked", "2", "locked"),
    ("band", "high", "not_an_option"), ("band", "none", "not_an_option"),
    ("nobody", "1", "unknown_key"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("states")
    locks = write(folder / "locks.json", {"locked": 1, "hiddenlocked": 1})
    server = Server(
        folder / "panel.sqlite", write(folder / "states.json", SCHEMA), ["--lock", str(locks)]
    ).start()
    yield server
    server.kill()


@pytest.mark.parametrize(("key", "value", "code"), CASES)
@pytest.mark.parametrize("accept", ["text/html", "application/json", "*/*"])
def test_a_form_reports_the_rejected_key(server, accept, key, value, code):
    client = Client(server.port)
    answer = client.post({key: value}, {"Accept": accept})
    assert answer.status == 422
    if accept == "application/json":
        assert [(error["key"], error["code"]) for error in json.loads(answer.text)["errors"]] == [
            (key, code)]
    health = json.loads(client.get("/healthz").text)
    assert health["revision"] == 0


@pytest.mark.parametrize(("key", "value", "code"), CASES)
def test_a_command_reports_the_rejected_key(server, key, value, code):
    if code == "locked":
        pytest.skip("a lock is the server's alone")
    result = run("set", f"{key}={value}", "--json", "--database", server.database, check=False)
    assert result.returncode == 1
    errors = json.loads(result.stdout)["errors"]
    assert [(error["key"], error["code"]) for error in errors] == [(key, code)]


def test_an_error_for_a_script_lists_the_accepted_values(server):
    client = Client(server.port)
    for accept in ("application/json", "*/*"):
        answer = client.post({"band": "none"}, {"Accept": accept})
        assert "low" in answer.text and "GHz" not in answer.text
        # The other option cannot be chosen now.
        assert "high" not in answer.text
    page = client.post({"band": "none"}, {"Accept": "text/html"})
    assert "2.4 GHz" in page.text
