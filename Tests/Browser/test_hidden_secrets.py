"""A change that hides a secret, and so removes it, is asked about first, with and without JavaScript."""

import pytest

from support.client import Client
from support.schemas import write

GROUPS = [{"groupKey": "g", "items": [
    {"itemKey": "wifi", "itemControlType": "switch", "itemValue": True},
    {"itemKey": "name", "itemControlType": "edit_text"},
    {"itemKey": "key", "itemControlType": "edit_password", "itemTitle": "Key", "itemVisibleWhen": "wifi",
     "itemWhenHidden": "clear"}]}]


@pytest.fixture
def server(start, tmp_path, is_explicit):
    save = {"panelSave": "explicit"} if is_explicit else {}
    server = start(write(tmp_path / "wifi.json", {"panelKey": "wifi", "groups": GROUPS} | save))
    Client(server.port).changed({"key": "s3cr3t"})
    return server


def is_set(client):
    return client.value("key") == {"set": True}


def turn_off(panel):
    panel.field("wifi").click()
    if not panel.saves_rows:
        panel.page.locator(".bar .pri").click()
    panel.page.locator("#review").wait_for()


@pytest.mark.parametrize("mode", ["instant", "plain", "explicit"], indirect=True)
def test_a_confirmed_removal_removes_the_secret(panel, client, mode):
    turn_off(panel)
    assert is_set(client) and client.value("wifi") is None
    panel.page.locator("#review [name=_confirm]").click()
    panel.until(lambda: client.value("wifi") is False, "the switch is saved")
    assert not is_set(client)
    panel.page.locator("#review").wait_for(state="detached")
    assert panel.page.locator("#s-wifi.mod").count() == 1


@pytest.mark.parametrize("mode", ["instant", "plain", "explicit"], indirect=True)
def test_a_canceled_removal_keeps_the_secret(panel, client, mode):
    turn_off(panel)
    panel.page.locator("#review [name=_preview]").click()
    panel.page.locator("#review").wait_for(state="detached")
    assert is_set(client) and client.value("wifi") is None
