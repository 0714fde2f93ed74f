"""The buttons above a formatted text: each adds its mark, or removes it."""

import pytest

from support.schemas import write


@pytest.fixture(params=["auto", "explicit"])
def mode(request):
    return request.param


@pytest.fixture
def server(start, tmp_path, mode):
    return start(write(tmp_path / "notes.json", {"panelSave": mode, "groups": [{
        "groupKey": "notes", "items": [{"itemKey": "body", "itemControlType": "edit_html"}]}]}))


def selected(field):
    return field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")


@pytest.mark.parametrize("name, first, last, marked, after", [
    ("Bold", 4, 7, "one **two**\nthree", "two"),
    ("Italic", 0, 3, "*one* two\nthree", "one"),
    ("Link", 4, 7, "one [two](https://)\nthree", "two"),
    ("Heading", 5, 5, "# one two\nthree", ""),
    ("List", 4, 9, "- one two\n- three", ""),
    ("Bold", 3, 3, "one**** two\nthree", ""),
])
def test_a_button_marks_the_selected_text(panel, name, first, last, marked, after):
    panel.open()
    field = panel.field("body")
    field.fill("one two\nthree")
    field.evaluate(f"field => field.setSelectionRange({first}, {last})")
    panel.page.get_by_role("button", name=name).click()
    assert field.input_value() == marked
    assert selected(field) == after
    assert field.evaluate("field => field === document.activeElement")
    field.press("Control+z")
    assert field.input_value() == "one two\nthree"


def test_a_second_press_removes_the_mark(panel):
    panel.open()
    field = panel.field("body")
    field.fill("one two")
    field.evaluate("field => field.setSelectionRange(4, 7)")
    panel.page.get_by_role("button", name="Bold").click()
    panel.page.get_by_role("button", name="Bold").click()
    assert (field.input_value(), selected(field)) == ("one two", "two")


def test_marked_text_is_saved_and_shown(panel, client):
    panel.open()
    panel.field("body").fill("one")
    panel.field("body").press("Control+a")
    panel.page.get_by_role("button", name="Bold").click()
    assert client.revision == 0
    panel.save()
    assert client.value("body") == "<p><strong>one</strong></p>"
    assert panel.row("body").locator(".rich strong").inner_text() == "one"


@pytest.mark.parametrize("mode", ["auto"], indirect=True)
def test_without_javascript_there_are_no_format_buttons(server, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(server.url)
        assert page.get_by_role("button", name="Bold").count() == 0
        assert "**bold**" in page.locator("#v-body").inner_text()
