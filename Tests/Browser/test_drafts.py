"""Buttons that change what stands in a row: where Save decides they save nothing; steps in a row
are one change."""

import pytest

from support.panel_page import PanelPage
from support.schemas import write
from support.server import until

REST = 800


@pytest.fixture(params=["explicit"])
def mode(request):
    return request.param


def schema():
    number = {"itemControlType": "stepper", "itemMinimum": 0, "itemMaximum": 10, "itemValue": 2}
    return {"panelKey": "house", "panelLocales": ["en", "de"], "groups": [{"groupKey": "house", "items": [
        {"itemKey": "folders", "itemControlType": "edit_list",
         "itemElement": {"itemControlType": "edit_text", "itemPattern": "^[a-z]*$"},
         "itemValue": ["a", "b", "c"]},
        {"itemKey": "rooms", "itemControlType": "edit_table",
         "itemColumns": [
             {"itemKey": "name", "itemControlType": "edit_text"},
             {"itemKey": "kind", "itemControlType": "choice", "itemOptions": ["low", "high"],
              "itemValue": "low"},
             {"itemKey": "day", "itemControlType": "edit_date"},
             {"itemKey": "on", "itemControlType": "switch"}],
         "itemValue": [{"name": "Hall", "kind": "high", "day": "2026-01-02", "on": True},
                       {"name": "Loft", "kind": "low", "day": "2026-03-04", "on": False}]},
        {"itemKey": "tone", "itemControlType": "picker", "itemOptions": ["low", "high"],
         "itemValue": "low", "itemAdds": True},
        {"itemKey": "light", "itemControlType": "switch"},
        {"itemKey": "owner", "itemControlType": "edit_text"},
        {"itemKey": "seats", **number},
        {"itemKey": "speed", **number, "itemStep": 0.25, "itemMaximum": 2.5, "itemValue": 0.5},
        {"itemKey": "odd", **number, "itemStep": 3, "itemMinimum": 1, "itemValue": 1},
        {"itemKey": "port", "itemControlType": "edit_integer", "itemMaximum": 65535,
         "itemValue": 80}]}]}


@pytest.fixture
def server(start, tmp_path, mode):
    save = {"panelSave": "explicit"} if mode == "explicit" else {}
    return start(write(tmp_path / "house.json", schema() | save))


def press(panel, name, value):
    panel.page.locator(f"button[name={name}][value='{value}']").click()
    panel.idle()


def texts(panel, key, part=""):
    """What stands in the fields of a list that are to be seen."""
    return [field.input_value() for field in panel.page.locator(f"#s-{key} input[type=text]").all()
            if field.is_visible() and field.get_attribute("name").endswith(part or "]")]


def test_the_buttons_of_a_list_change_the_draft_and_save_nothing(panel, client):
    panel.field("light").check()
    panel.move("folders", 0, 1)
    press(panel, "_remove", "folders[2]")
    press(panel, "_add", "folders")
    panel.page.locator("[name='folders[3]']").fill("d")
    press(panel, "_add", "folders")
    panel.page.locator("[name='folders[4]']").fill("e")
    assert texts(panel, "folders") == ["b", "a", "d", "e"]
    assert client.revision == 0
    assert panel.answers == []
    assert panel.page.locator("#unsaved").inner_text() == "2 unsaved changes"
    assert panel.save() == 200
    assert client.value("folders") == ["b", "a", "d", "e"]
    assert client.revision == 1
    assert texts(panel, "folders") == ["b", "a", "d", "e"]
    assert panel.page.locator("#unsaved").is_hidden()


def test_the_rows_of_a_table_move_with_all_their_fields(panel, client):
    panel.move("rooms", 1, -1)
    assert client.revision == 0
    assert panel.save() == 200
    assert client.value("rooms") == [
        {"name": "Loft", "kind": "low", "day": "2026-03-04", "on": False},
        {"name": "Hall", "kind": "high", "day": "2026-01-02", "on": True}]
    press(panel, "_remove", "rooms[0]")
    assert panel.save() == 200
    assert [room["name"] for room in client.value("rooms")] == ["Hall"]


def test_a_removed_entry_stays_removed_after_a_rejected_save(panel, client):
    press(panel, "_remove", "folders[0]")
    panel.page.locator("[name='folders[1]']").fill("B")
    assert panel.save() == 422
    assert panel.error("folders")
    assert texts(panel, "folders")[:2] == ["B", "c"]
    panel.page.locator("[name='folders[1]']").fill("b")
    assert panel.save() == 200
    assert client.value("folders") == ["b", "c"]


def test_removing_an_entry_is_a_change(panel, client):
    press(panel, "_remove", "folders[1]")
    assert panel.page.locator("#unsaved").inner_text() == "1 unsaved change"
    panel.page.locator("#discard").click()
    panel.until(lambda: texts(panel, "folders") == ["a", "b", "c"], "it is discarded")
    assert client.revision == 0


def test_a_custom_option_is_stored_when_saved(panel, client):
    panel.field("light").check()
    panel.page.locator("[name='tone[pick]']").select_option("own")
    panel.page.locator("[name='tone[own]']").fill("mid")
    press(panel, "_add", "tone")
    assert client.revision == 0
    assert panel.save() == 200
    assert client.value("tone") == "mid"
    press(panel, "_remove", "tone.added[0]")
    assert panel.page.locator("button[name=_remove][value='tone.added[0]']").is_hidden()
    assert client.revision == 1
    panel.save()
    assert client.revision == 2


def test_a_reset_saves_no_other_setting(panel, client):
    client.changed({"owner": "Ada"})
    panel.open()
    panel.field("light").check()
    panel.submit(panel.row("owner").locator("button.reset").click)
    assert client.value("owner") is None
    assert client.value("light") is None
    assert panel.field("light").is_checked()
    assert panel.page.locator("#unsaved").inner_text() == "1 unsaved change"


STEPS = {
    "up": ("seats", ["up"] * 3, "5"), "down": ("seats", ["down"], "1"),
    "to its end": ("seats", ["down"] * 5, "0"), "fraction": ("speed", ["up"], "0.75"),
    "most": ("speed", ["up"] * 12, "2.5"), "no bound that fits": ("odd", ["up"] * 5, "10"),
}


@pytest.mark.parametrize("case", STEPS)
def test_a_stepper_changes_the_draft(panel, client, case):
    key, ways, shown = STEPS[case]
    for way in ways:
        press(panel, "_step", f"{key}:{way}")
    assert panel.field(key).input_value() == shown
    assert client.revision == 0
    assert panel.save() == 200
    assert client.value(key) == float(shown)


def test_a_stepper_writes_numbers_in_the_language_of_the_page(panel, client):
    panel.open("?lang=de")
    press(panel, "_step", "speed:up")
    assert panel.field("speed").input_value() == "0,75"
    assert panel.save() == 200
    assert client.value("speed") == 0.75


def test_a_stepper_reports_text_that_is_not_a_number(panel, client):
    panel.field("light").check()
    panel.field("seats").fill("many")
    press(panel, "_step", "seats:up")
    panel.page.locator("#e-seats").wait_for()
    assert panel.field("seats").input_value() == "many"
    assert client.revision == 0


instant = pytest.mark.parametrize("mode", ["instant"], indirect=True)


@instant
def test_consecutive_steps_are_one_change(panel, client):
    for _ in range(3):
        panel.page.locator("#s-seats .inc").click()
    assert panel.field("seats").input_value() == "5"
    assert panel.page.locator(".acts[data-own]").count() == 0
    assert client.revision == 0
    until(lambda: client.revision == 1, "it has stood for a while")
    assert client.value("seats") == 5
    panel.idle()
    panel.page.locator("#undo button").click()
    until(lambda: client.value("seats") is None, "one undo takes all of them back")


@instant
def test_steps_are_saved_when_the_row_is_left(panel, client):
    panel.page.locator("#s-seats .inc").click()
    panel.field("light").focus()
    panel.idle()
    assert client.value("seats") == 3


@instant
def test_steps_up_and_down_save_nothing(panel, client):
    panel.page.locator("#s-seats .inc").click()
    panel.page.locator("#s-seats .dec").click()
    panel.page.wait_for_timeout(REST + 200)
    panel.idle()
    assert client.revision == 0


@instant
@pytest.mark.parametrize("key, shown", [
    ("ArrowUp", 81), ("ArrowDown", 79), ("PageUp", 90), ("PageDown", 70)])
def test_arrow_and_page_keys_change_a_number(panel, client, key, shown):
    panel.field("port").focus()
    panel.page.keyboard.press(key)
    assert panel.field("port").input_value() == str(shown)
    assert client.revision == 0
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert client.value("port") == shown


@instant
def test_escape_closes_details(panel):
    panel.details("owner")
    panel.page.keyboard.press("Escape")
    panel.page.locator("#i-owner").wait_for(state="detached")
    assert panel.page.evaluate("document.activeElement.className") == "i"


class TestWithoutJavaScript:
    @pytest.fixture
    def server(self, start, tmp_path):
        return start(write(tmp_path / "house.json", schema() | {"panelSave": "explicit"}))

    @pytest.fixture
    def plain(self, server, new_page):
        panel = PanelPage(new_page(java_script_enabled=False), server)
        panel.open()
        panel.field("light").check()
        panel.field("owner").fill("Ada")
        return panel

    def button(self, panel, name, value):
        return panel.submit(
            panel.page.locator(f"button[name={name}][value='{value}']").click)

    def check(self, panel, client, revision):
        """What else was typed is there as it was typed, and not saved."""
        assert client.revision == revision
        assert client.value("owner") is None and client.value("light") is None
        assert panel.field("owner").input_value() == "Ada"
        assert panel.field("light").is_checked()

    def test_the_buttons_of_a_list_change_the_draft(self, plain, client):
        assert self.button(plain, "_move", "folders[0]:down") == 200
        assert texts(plain, "folders") == ["b", "a", "c", ""]
        assert self.button(plain, "_remove", "folders[2]") == 200
        assert texts(plain, "folders")[:2] == ["b", "a"]
        plain.page.locator("[name='folders[3]']").fill("d")
        assert self.button(plain, "_add", "folders") == 200
        self.check(plain, client, 0)
        assert plain.save() == 200
        assert client.value("folders") == ["b", "a", "d"]
        assert client.value("owner") == "Ada"

    def test_the_rows_of_a_table_move_in_the_draft(self, plain, client):
        assert self.button(plain, "_move", "rooms[1]:up") == 200
        assert texts(plain, "rooms", "[name]")[:2] == ["Loft", "Hall"]
        self.check(plain, client, 0)

    def test_a_stepper_changes_the_draft(self, plain, client):
        for _ in range(3):
            assert self.button(plain, "_step", "seats:up") == 200
        assert plain.field("seats").input_value() == "5"
        self.check(plain, client, 0)

    def test_unreadable_text_is_reported(self, plain, client):
        plain.field("seats").fill("many")
        assert self.button(plain, "_step", "seats:up") == 422
        assert plain.error("seats")
        assert plain.field("seats").input_value() == "many"
        self.check(plain, client, 0)

    def test_a_reset_saves_only_its_setting_and_reports_it(self, plain, client):
        client.changed({"seats": "4"})
        plain.open()
        plain.field("light").check()
        plain.field("owner").fill("Ada")
        assert self.button(plain, "_reset", "seats") == 200
        assert client.value("seats") is None
        assert plain.status == "Seats reset to 2"
        self.check(plain, client, 2)

    def test_adding_an_option_to_a_picker_saves_nothing_else(self, plain, client):
        plain.field("tone").select_option("own")
        plain.page.locator("[name='tone[own]']").fill("mid")
        assert self.button(plain, "_add", "tone") == 200
        assert client.value("tone") == "mid"
        self.check(plain, client, 1)


@pytest.mark.parametrize("name, value, place", [
    ("_move", "folders[0]:down", 1), ("_move", "folders[2]:up", 1), ("_remove", "folders[0]", 0),
    ("_remove", "folders[2]", 1), ("_add", "folders", 3)])
def test_without_javascript_a_save_returns_to_the_entry(
        start, tmp_path, new_page, name, value, place):
    server = start(write(tmp_path / "auto.json", schema()), database=tmp_path / "auto.sqlite")
    panel = PanelPage(new_page(java_script_enabled=False), server)
    panel.open()
    panel.page.locator("[name='folders[3]']").fill("d" if name == "_add" else "")
    panel.submit(panel.page.locator(f"button[name={name}][value='{value}']").click)
    assert panel.page.url.endswith(f"#s-folders.{place}")
    assert panel.page.locator(f"[id='s-folders.{place}']:target").count() == 1
