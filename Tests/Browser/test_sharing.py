"""Machines that share settings, in a browser with scripting and without, and by scripts."""

import pytest

from support.audit import axe, sideways, validate
from support.client import PAGE, Client
from support.etcd import etcd, needs_sharing  # noqa: F401
from support.schemas import write
from support.server import run, until

pytestmark = needs_sharing

SCHEMA = {
    "panelKey": "house", "panelSyncSwitch": "sharing", "panelLocales": ["en", "ar"],
    "groups": [
        {"groupKey": "house", "items": [
            {"itemKey": "sharing", "itemControlType": "switch", "itemValue": True},
            {"itemKey": "volume", "itemControlType": "edit_integer", "itemValue": 50,
             "itemSynced": True},
            {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80},
            {"itemKey": "name", "itemControlType": "edit_text", "itemSynced": True}]}]}


@pytest.fixture
def machine(start, tmp_path, etcd):
    """Starts a machine: `machine("den")`."""
    schema = write(tmp_path / "house.json", SCHEMA)

    def machine(name):
        return start(
            schema, ["--sync", etcd.url, "--sync-name", name], tmp_path / f"{name}.sqlite")

    return machine


@pytest.fixture
def server(machine):
    return machine("den")


def standing(server):
    return Client(server.port).get("/healthz").json["sync"]


def settled(server):
    until(lambda: standing(server)["last"] and not standing(server)["waiting"]
          and not standing(server)["problems"], "the machine and the cluster agree")


def test_a_change_appears_on_the_page_of_another_machine(panel, server, machine):
    loft = machine("loft")
    settled(loft)
    panel.field("volume").fill("70")
    panel.save()
    other = Client(loft.port)
    until(lambda: other.value("volume") == 70, "the other machine has it")
    assert 'value="70"' in other.get().text
    changes = other.get("/api/changes").json["revisions"]
    assert [(change["origin"], change["actor"]) for change in changes] == [("sync", "den")]
    # And back, onto a page that is open.
    panel.open()
    other.changed({"name": "Loft"})
    until(lambda: Client(server.port).value("name") == "Loft", "it came back")
    if panel.follows:
        panel.until(
            lambda: panel.field("name").input_value() == "Loft", "the open page shows it")


def share(panel):
    return panel.submit(panel.page.locator("#sync button").click)


def test_the_button_syncs_now(panel, server, etcd):
    settled(server)
    # It may have been opened before sharing ran.
    panel.open()
    assert "Syncing as den" in panel.page.locator("#sync").inner_text()
    assert share(panel) == 200
    assert panel.status.startswith("Last synced ")


def test_the_button_reports_a_failed_sync(panel, server, etcd):
    settled(server)
    etcd.kill()
    panel.field("volume").fill("70")
    panel.save()
    panel.open()
    assert share(panel) == 200
    assert panel.status.startswith("Some settings are not synced: The c")
    panel.open("?sync=1")
    assert "1 setting is waiting to sync" in panel.page.locator("#sync").inner_text()
    etcd.start()
    settled(server)
    assert share(panel) == 200
    assert panel.status.startswith("Last synced ")


@pytest.mark.parametrize("mode", ["plain"], indirect=True)
def test_the_button_saves_typed_text_too(panel, server, client):
    settled(server)
    panel.field("volume").fill("71")
    assert share(panel) == 200
    assert client.value("volume") == 71


def test_scripts_sync_now(server, client):
    settled(server)
    answer = client.ask({"_sync": "now", "volume": "70"})
    assert answer.status == 200
    assert answer.json["changed"] == {"volume": {"from": None, "to": 70}}
    assert answer.json["sync"]["name"] == "den" and answer.json["sync"]["waiting"] == 0
    assert client.post({"_sync": "now"}).status == 303


def test_a_syncing_server_stops_without_delay(server):
    settled(server)
    assert server.stop() == 0
    assert "abandoned" not in server.log()


def test_reports_a_server_that_is_not_a_cluster(start, tmp_path):
    schema = write(tmp_path / "house.json", SCHEMA)
    other = start(schema, database=tmp_path / "other.sqlite")
    lost = start(schema, ["--sync", other.url], database=tmp_path / "lost.sqlite")
    said = until(lambda: Client(lost.port).get("/healthz").json["problems"], "it is said")
    assert "is not the JSON gateway of etcd" in said[0]
    assert lost.stop() == 0


@pytest.mark.parametrize("address", ["etcd", "http://ada:secret@127.0.0.1:2379", "ftp://127.0.0.1"])
def test_a_wrong_address_is_rejected(tmp_path, address):
    schema = write(tmp_path / "house.json", SCHEMA)
    result = run(
        "serve", schema, "--ephemeral", "--port", "0", "--sync", address, check=False)
    assert result.returncode == 64
    assert "secret" not in result.stderr


def test_a_password_without_a_user_is_rejected(tmp_path):
    schema = write(tmp_path / "house.json", SCHEMA)
    (tmp_path / "password").write_text("secret\r\n")
    result = run(
        "serve", schema, "--ephemeral", "--port", "0", "--sync", "http://127.0.0.1:2379",
        "--sync-password-file", tmp_path / "password", check=False)
    assert result.returncode == 64
    assert "A password is given without a user." in result.stderr
    assert "secret" not in result.stderr


@pytest.mark.parametrize("query", ["", "?sync=1", "?sync=1&lang=ar"])
@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_checkers_find_no_problem(panel, server, etcd, client, query, tmp_path):
    settled(server)
    etcd.kill()
    client.changed({"volume": "7"})
    until(lambda: standing(server)["problems"], "it is noticed")
    panel.open(query)
    assert axe(panel.page) == []
    assert not sideways(panel.page)
    (tmp_path / "markup").mkdir()
    (tmp_path / "markup" / "page.html").write_text(client.get("/" + query, PAGE).text)
    assert validate(tmp_path / "markup") == []
