"""Changes that return by themselves unless they are confirmed, such as that of a network address."""

import json
import re

import pytest
from support.client import Client
from support.schemas import write
from support.server import Server, own_server, run, until

pytestmark = own_server

SCHEMA = {"panelKey": "router", "groups": [{"groupKey": "net", "items": [
    {"itemKey": "address", "itemControlType": "edit_text", "itemValue": "a", "itemKeepWithin": "5s"},
    {"itemKey": "slow", "itemControlType": "edit_text", "itemValue": "a", "itemKeepWithin": "1h"}]}]}


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "panel.sqlite", write(tmp_path / "router.json", SCHEMA)).start()
    yield server
    server.kill()


def origins(database):
    changes = run("changes", "--json", "--database", database).stdout
    return re.findall(r'"origin":\s*"(\w+)"', changes)


@pytest.mark.parametrize("is_started_again_in_time", [False, True])
def test_an_unconfirmed_change_is_undone_after_a_kill(server, is_started_again_in_time):
    client = Client(server.port)
    fields = {"address": "b"} if is_started_again_in_time else {"address": "b", "_for": "1s"}
    assert client.ask(fields).status == 200
    assert server.kill() == -9
    if not is_started_again_in_time:
        until(lambda: run("get", "address", "--database", server.database).stdout.strip() == "a",
              "the time is over")
    server.start()
    client = Client(server.port)
    if is_started_again_in_time:
        assert client.value("address") == "b"
    until(lambda: client.value("address") is None, "the value from before returns")
    assert origins(server.database) == ["expiry", "script"]
    # Everyone is told, and a restart forgets nothing.
    server.stop()
    server.start()
    page = {"Accept": "text/html"}
    assert "Not confirmed, so it was changed back to" in client_text(server, "/", page)
    assert ">Not confirmed in time<" in client_text(server, "/changes", page)
    for place in (["--database", server.database], ["--url", server.url]):
        assert run("changes", *place).stdout.splitlines()[0].endswith(
            "  expiry  not confirmed in time")
        found = json.loads(run("changes", "--text", "not confirmed", "--json", *place).stdout)
        assert [entry["unconfirmed"] for entry in found["revisions"]] == [["address"]]


def client_text(server, path, headers):
    return Client(server.port).get(path, headers).text


def test_set_prints_the_command_that_confirms_a_change(server):
    result = run("set", "slow=b", "--database", server.database)
    assert re.fullmatch(r"slow: a \(default\) -> b, until \S+Z\n", result.stdout)
    assert "unless you run: faceplate keep slow" in result.stderr
    again = run("keep", "--database", server.database)
    assert (again.stdout, again.stderr) == ("slow: permanent\n", "")
    assert run("keep", "--database", server.database).stdout == "No changes.\n"
