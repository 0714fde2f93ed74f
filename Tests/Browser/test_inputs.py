"""The inputs of a button, and cells that depend on others of their row; with JavaScript and without."""

import pytest

from support.schemas import write

SCHEMA = {"panelKey": "inputs", "groups": [{"groupKey": "g", "items": [
    {"itemKey": "move", "itemControlType": "button",
     "itemAction": ["/bin/sh", "-c", "test \"$INPUT_TO\" != /full && cat"],
     "itemInputs": [
         {"itemKey": "to", "itemTitle": "Folder", "itemControlType": "edit_text", "itemPattern": "^/"},
         {"itemKey": "kind", "itemControlType": "choice", "itemValue": "copy", "itemOptions": ["copy", "link"]},
         {"itemKey": "depth", "itemControlType": "edit_integer", "itemRequired": False,
          "itemVisibleWhen": {"key": "kind", "equals": "copy"}},
         {"itemKey": "word", "itemControlType": "edit_password", "itemRequired": False}]},
    {"itemKey": "guests", "itemControlType": "edit_table", "itemValue": [{"kind": "owner"}], "itemColumns": [
        {"itemKey": "kind", "itemControlType": "choice", "itemValue": "owner", "itemOptions": ["guest", "owner"]},
        {"itemKey": "until", "itemControlType": "edit_date",
         "itemVisibleWhen": {"key": "kind", "equals": "guest"}}]}]}]}


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "inputs.json", SCHEMA), ["--allow-actions"])


def fill(panel, **values):
    for name, value in values.items():
        panel.page.locator(f"[name='move[{name}]']").fill(value)


def typed(panel, name):
    return panel.page.locator(f"[name='move[{name}]']").input_value()


def test_inputs_are_checked_passed_on_and_not_stored(panel, client, mode):
    panel.open()
    fill(panel, to="srv", word="s3cret")
    panel.press("move")
    assert "Folder" in panel.error("move")
    # A page of the server never has a secret; with JavaScript the field is the same one.
    assert typed(panel, "to") == "srv" and typed(panel, "word") == ("s3cret" if mode == "instant" else "")
    fill(panel, to="/srv", word="s3cret")
    panel.press("move")
    assert '"word":"s3cret"' in panel.status
    assert typed(panel, "to") == typed(panel, "word") == ""
    assert "move" not in client.get("/api/export", {"Accept": "application/json"}).text
    assert client.get("/api/changes", {"Accept": "application/json"}).text.count("s3cret") == 0


def test_what_failed_can_be_tried_again(panel):
    panel.open()
    fill(panel, to="/full")
    panel.press("move")
    assert typed(panel, "to") == "/full"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_enter_presses_the_button_and_inputs_are_never_unsaved(panel):
    panel.open()
    fill(panel, to="/srv")
    assert panel.page.locator("[data-unsaved]").count() == 0
    panel.submit(lambda: panel.page.locator("[name='move[to]']").press("Enter"))
    panel.until(lambda: '"to":"/srv"' in panel.status, "the action ran")


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_cells_come_and_go_with_others_of_their_row(panel):
    panel.open()
    depth, kind = (panel.page.locator(f"[name='move[{name}]']") for name in ("depth", "kind"))
    assert depth.is_visible()
    kind.select_option("link")
    panel.until(lambda: not depth.is_visible(), "the input is not needed")
    kind.select_option("copy")
    panel.until(depth.is_visible, "the input is needed")


@pytest.mark.parametrize("mode", ["plain"], indirect=True)
def test_without_javascript_every_input_can_be_filled_in(panel):
    panel.open()
    assert panel.page.locator("[name='move[depth]']").is_visible()
