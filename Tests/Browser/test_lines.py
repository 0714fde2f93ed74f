"""Enter in a text that may have several lines, and in one that has one."""

import pytest

from support.schemas import write


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "notes.json", {"groups": [{"groupKey": "notes", "items": [
        {"itemKey": "title", "itemControlType": "edit_multiline", "itemMaximumLines": 1},
        {"itemKey": "body", "itemControlType": "edit_multiline", "itemMaximumLines": 2},
    ]}]}))


def test_enter_saves_one_line(panel, client):
    panel.open()
    panel.field("title").fill("Harbour")
    assert panel.submit(lambda: panel.field("title").press("Enter")) == 200
    assert client.value("title") == "Harbour"
    assert panel.field("title").input_value() == "Harbour"


def test_enter_adds_a_line_to_a_field_of_several_lines(panel, client):
    panel.open()
    panel.field("body").fill("a")
    panel.field("body").press("Enter")
    panel.field("body").type("b")
    assert client.revision == 0
    panel.save()
    assert client.value("body") == "a\nb"


def test_pasted_text_becomes_one_line(panel, client):
    panel.open()
    panel.field("title").evaluate("field => { field.value = 'a\\nb'; }")
    panel.submit(lambda: panel.field("title").press("Enter"))
    assert client.value("title") == "ab"
