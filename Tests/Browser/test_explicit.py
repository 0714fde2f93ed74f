"""Panels that save only when somebody presses Save, with scripting and without."""

import pytest

from support.panel_page import PanelPage
from support.schemas import workshop, write


@pytest.fixture(params=["explicit", "plain"])
def mode(request):
    return request.param


@pytest.fixture
def is_explicit():
    return True


@pytest.fixture
def server(workshop_server):
    return workshop_server


scripting = pytest.mark.parametrize("mode", ["explicit"], indirect=True)


def change(panel):
    panel.field("door_name").fill("Back")
    panel.field("door_chime").uncheck()
    panel.field("door_pin").fill("12345")
    panel.radio("tint", "tint_blue").check()


def review(panel):
    """The lines of the review."""
    panel.submit(panel.page.locator("button[name=_review]").click)
    return panel.page.locator("#review li").all_inner_texts()


@scripting
def test_a_changed_row_says_that_it_is_not_saved(panel):
    panel.field("door_name").fill("Back")
    row = panel.row("door_name")
    assert row.get_attribute("data-unsaved") is not None
    # Nothing moves while somebody types; the sentence comes when the row is left, and stays.
    assert row.locator(".note").count() == 0
    panel.page.keyboard.press("Tab")
    note = row.locator(".note[data-own]")
    note.wait_for()
    assert note.locator("p").inner_text() == "Not saved yet. Saved: Front"
    panel.field("door_name").press_sequentially("!")
    assert note.count() == 1
    note.get_by_role("button", name="Discard").click()
    assert panel.field("door_name").input_value() == "Front"
    assert row.get_attribute("data-unsaved") is None and note.count() == 0


@scripting
def test_an_open_review_follows_further_changes(panel):
    panel.field("door_name").fill("Back")
    assert review(panel) == ["Name: from Front to Back"]
    lines = panel.page.locator("#review li")
    panel.field("door_chime").uncheck()
    panel.until(lambda: lines.count() == 2, "the switch is listed")
    assert panel.page.evaluate("document.activeElement.id") == "c-door_chime"
    panel.field("door_name").fill("Side")
    panel.until(lambda: "Side" in lines.first.inner_text(), "the newer name is listed")
    panel.field("door_code").fill("?")
    panel.until(lambda: panel.page.locator("#review").count() == 0, "it closes where one is wrong")


def test_in_a_wide_window_save_lies_over_nothing(start, tmp_path, new_page):
    languages = ["en", "fr", "de", "ar", "ja"]
    schema = workshop() | {"panelSave": "explicit", "panelLocales": languages}
    page = new_page()
    panel = PanelPage(page, start(write(tmp_path / "explicit.json", schema)))
    for language in languages:
        panel.open(f"?lang={language}")
        panel.field("door_name").fill("Back")
        for height in (900, 700, 480):
            page.set_viewport_size({"width": 1280, "height": height})
            bar, ways, column = [
                page.locator(name).bounding_box() for name in (".bar", ".ways", "header.top")]
            where = (language, height)
            assert column["x"] <= bar["x"], where
            assert bar["x"] + bar["width"] <= column["x"] + column["width"], where
            assert ways["y"] + ways["height"] <= bar["y"], where
            assert page.locator(".bar > *").evaluate_all(
                "all => all.every(one => one.getBoundingClientRect().bottom <= innerHeight - 12)"), where
        panel.field("door_name").fill("Front")


def test_save_is_the_first_button(panel):
    buttons = panel.page.locator(".bar > :is(button, a)")
    assert buttons.all_inner_texts() == ["Save changes", "Review", "Discard"]


@scripting
def test_nothing_is_saved_by_rows(panel, client):
    change(panel)
    panel.page.keyboard.press("Tab")
    panel.page.wait_for_timeout(1000)
    assert client.revision == 0
    assert panel.page.locator(".acts[data-own]").count() == 0
    assert panel.page.locator("#unsaved").inner_text() == "4 unsaved changes"
    panel.field("door_chime").check()
    assert panel.page.locator("#unsaved").inner_text() == "3 unsaved changes"


def test_save_saves_all_changes_at_once(panel, client):
    change(panel)
    assert panel.save() == 200
    assert panel.status == "4 settings changed"
    assert client.revision == 1
    assert panel.page.locator("#unsaved").is_hidden()
    assert panel.field("door_pin").input_value() == ""


def test_review_lists_the_changes_and_saves_nothing(panel, client, mode):
    change(panel)
    assert review(panel) == [
        "Name: from Front to Back", "Chime: from On to Off", "Keypad PIN will change",
        "Tint: from Red to Blue"]
    assert panel.page.locator("#review h2").inner_text() == "4 changes, not saved yet"
    assert client.revision == 0
    assert panel.field("door_name").input_value() == "Back"
    assert not panel.field("door_chime").is_checked()
    again = panel.page.locator("#review .again")
    if mode == "plain":
        assert again.inner_text() == "Enter keypad PIN again"
        assert panel.field("door_pin").input_value() == ""
        panel.field("door_pin").fill("12345")
    else:
        assert again.is_hidden()
        assert panel.field("door_pin").input_value() == "12345"
        assert panel.page.evaluate("document.activeElement.id") == "review"
    assert panel.save() == 200
    assert panel.status == "4 settings changed"
    assert panel.page.locator("#review").count() == 0


def test_review_reports_no_changes(panel):
    assert review(panel) == []
    assert panel.page.locator("#review h2").inner_text() == "No changes"


def test_review_reports_rejected_values(panel, client):
    panel.field("door_code").fill("?")
    assert review(panel) == []
    assert panel.page.locator("#review").count() == 0
    assert panel.error("door_code")
    assert panel.summary == ["Door code must be in the right format"]


@scripting
def test_save_keeps_the_scroll_position_and_later_input(panel, client):
    panel.page.set_viewport_size({"width": 900, "height": 500})
    panel.radio("tint", "tint_blue").check()
    assert panel.page.evaluate("scrollY") > 0
    place = panel.row("tint").bounding_box()["y"]
    panel.save()
    assert client.value("tint") == "tint_blue"
    assert abs(panel.row("tint").bounding_box()["y"] - place) < 2


@scripting
def test_leaving_asks_but_discard_does_not(panel, client):
    panel.field("door_name").fill("Back")
    asked = []
    panel.page.on("dialog", lambda dialog: asked.append(dialog.type))
    panel.page.locator("#discard").click()
    panel.until(lambda: panel.field("door_name").input_value() == "Front", "it is discarded")
    assert asked == []
    panel.field("door_name").fill("Back")
    panel.reload()
    assert asked == ["beforeunload"]


def test_enter_in_a_field_saves_the_page_only_without_javascript(panel, client, mode):
    panel.field("door_chime").uncheck()
    panel.field("door_name").fill("Back")
    if mode == "plain":
        panel.submit(lambda: panel.field("door_name").press("Enter"))
        assert panel.status == "2 settings changed"
        return
    for key in ("door_name", "door_chime", "room_day"):
        panel.field(key).press("Enter")
        panel.idle()
    assert client.revision == 0
    assert panel.page.locator("#unsaved").inner_text() == "2 unsaved changes"
    panel.submit(lambda: panel.field("door_name").press("Control+Enter"))
    assert panel.status == "2 settings changed"


def test_review_works_without_javascript_where_rows_save_themselves(start, tmp_path, new_page):
    from support.schemas import workshop, write
    server = start(write(tmp_path / "auto.json", workshop()), database=tmp_path / "auto.sqlite")
    panel = PanelPage(new_page(java_script_enabled=False), server)
    panel.open()
    panel.field("door_name").fill("Back")
    assert review(panel) == ["Name: from Front to Back"]
