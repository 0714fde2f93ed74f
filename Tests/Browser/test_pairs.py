"""A scale and its number, and a color and its digits: either is changed, and the other follows."""

import pytest

from support.audit import faults_in_every_view
from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

SCHEMA = {
    "panelKey": "house", "panelTitle": "House", "panelLocales": ["en", "de", "ar"],
    "groups": [{"groupKey": "house", "items": [
        {"itemKey": "volume", "itemTitle": "Volume", "itemControlType": "slider",
         "itemMinimum": 0, "itemMaximum": 100, "itemValue": 60, "itemUnit": "percent"},
        {"itemKey": "level", "itemTitle": "Level", "itemControlType": "slider", "itemMinimum": 0,
         "itemMaximum": 2, "itemFractionDigits": 2, "itemValue": 0.5, "itemMinimumLabel": "Low",
         "itemMaximumLabel": "High"},
        {"itemKey": "balance", "itemTitle": "Balance", "itemControlType": "slider",
         "itemMinimum": -1, "itemMaximum": 1, "itemStep": 0.1, "itemValue": 0,
         "itemFormat": "%+.1f"},
        {"itemKey": "tint", "itemTitle": "Tint", "itemControlType": "edit_color",
         "itemValue": "#ffd9a0"},
        {"itemKey": "glass", "itemTitle": "Glass", "itemControlType": "edit_color",
         "itemAlpha": True, "itemValue": "#0b5cad80"},
        {"itemKey": "none", "itemTitle": "None", "itemControlType": "edit_color"}]}]}


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "house.json", SCHEMA))


def typed(panel, key):
    return panel.page.locator(f"[name='{key}[typed]']")


def test_a_typed_number_is_saved_and_moves_the_scale(panel, client):
    panel.open()
    typed(panel, "volume").fill("45")
    if panel.saves_rows:
        assert panel.field("volume").input_value() == "45"
        assert client.revision == 0
    # Enter saves, as in every field of one line.
    assert panel.submit(lambda: typed(panel, "volume").press("Enter")) == 200
    assert client.value("volume") == 45
    assert panel.field("volume").input_value() == typed(panel, "volume").input_value() == "45"
    assert "Volume changed from 60 percent to 45 percent" in panel.status


def test_a_moved_scale_is_saved_and_changes_the_number(panel, client):
    panel.open()
    panel.field("volume").focus()
    panel.page.keyboard.press("ArrowRight")
    if panel.saves_rows:
        assert typed(panel, "volume").input_value() == "61"
        assert panel.row("volume").locator(".acts").count() == 0
    assert panel.save() == 200
    assert client.value("volume") == 61
    assert typed(panel, "volume").input_value() == "61"


@pytest.mark.parametrize("text", ["101", "loud"])
def test_a_number_outside_the_scale_is_rejected_at_its_field(panel, client, text):
    panel.open()
    typed(panel, "volume").fill(text)
    assert panel.save() == 422
    assert "Volume must be " in panel.error("volume")
    assert typed(panel, "volume").input_value() == text
    assert typed(panel, "volume").get_attribute("aria-invalid") == "true"
    scale = panel.page.locator("#s-volume [type=range]")
    assert scale.get_attribute("aria-invalid") is None
    # Saved again it is refused again; mended it is saved.
    assert panel.save() in (422, None)
    assert client.revision == 0
    typed(panel, "volume").fill("70")
    assert panel.save() == 200
    assert client.value("volume") == 70
    assert panel.error("volume") is None
    assert panel.field("volume").get_attribute("type") == "range"


def test_a_color_is_typed_and_picked(panel, client):
    panel.open()
    typed(panel, "tint").fill("#102030")
    if panel.follows:
        assert panel.field("tint").input_value() == "#102030"
    assert panel.save() == 200
    assert client.value("tint") == "#102030"
    assert panel.field("tint").input_value() == "#102030"
    panel.field("tint").fill("#405060")
    assert panel.save() in (200, None)
    assert client.value("tint") == "#405060"
    assert typed(panel, "tint").input_value() == "#405060"


class TestWithJavaScript:
    @pytest.fixture
    def mode(self):
        return "instant"

    def test_the_number_has_the_steps_of_number_fields(self, panel, client):
        panel.open()
        typed(panel, "level").focus()
        for key, value in [("ArrowUp", "0.51"), ("PageDown", "0.41"), ("ArrowDown", "0.4")]:
            panel.page.keyboard.press(key)
            assert typed(panel, "level").input_value() == value
            assert panel.field("level").input_value() == value
        panel.page.keyboard.press("Escape")
        assert typed(panel, "level").input_value() == panel.field("level").input_value() == "0.5"
        assert client.revision == 0

    def test_a_number_is_written_in_the_language_of_the_page(self, panel, client):
        panel.open("?lang=de")
        assert typed(panel, "level").input_value() == "0,5"
        panel.field("level").focus()
        panel.page.keyboard.press("ArrowRight")
        assert typed(panel, "level").input_value() == "0,51"
        typed(panel, "level").fill("1,25")
        assert panel.field("level").input_value() == "1.25"
        assert panel.save() == 200
        assert str(client.value("level")) == "1.25"

    def test_the_spoken_value_follows_the_number(self, panel):
        panel.open()
        typed(panel, "volume").fill("7")
        assert panel.field("volume").get_attribute("aria-valuetext") == "7 percent"

    def test_a_change_by_others_reaches_both(self, panel, server):
        panel.open()
        Client(server.port).changed({"volume": "12", "tint": "#010203"})
        panel.until(lambda: typed(panel, "volume").input_value() == "12", "the number follows")
        assert panel.field("volume").input_value() == "12"
        panel.until(lambda: typed(panel, "tint").input_value() == "#010203", "the text follows")
        assert panel.field("tint").input_value() == "#010203"

    def test_a_picked_color_keeps_its_opacity(self, panel, client):
        panel.open()
        well = panel.page.locator("#s-glass [type=color]")
        assert well.input_value() == "#0b5cad"
        assert well.evaluate("(field) => field.style.getPropertyValue('--see')") == "#0b5cad80"
        well.fill("#102030")
        panel.idle()
        assert client.value("glass") == "#10203080"
        panel.field("glass").fill("#40506070")
        assert well.input_value() == "#405060"
        assert panel.save() == 200
        assert client.value("glass") == "#40506070"

    def test_an_absent_color_can_be_picked(self, panel, client):
        panel.open()
        panel.page.locator("#s-none [type=color]").fill("#102030")
        panel.idle()
        assert client.value("none") == "#102030"
        assert panel.field("none").get_attribute("type") == "color"


def test_without_javascript_an_unused_color_field_is_hidden(new_page, server):
    panel = PanelPage(new_page(java_script_enabled=False), server)
    panel.open()
    assert panel.field("tint").is_visible()
    assert not panel.page.locator("#s-glass [type=color]").is_visible()


@pytest.mark.parametrize("is_wrong", [True, False])
def test_axe_finds_no_problem_and_nothing_scrolls_sideways(new_page, server, is_wrong):
    page = new_page(bypass_csp=True)
    panel = PanelPage(page, server)
    found = []
    for path in ("", "?lang=ar"):
        panel.open(path)
        if is_wrong:
            typed(panel, "volume").fill("101")
            panel.save()
        found += [f"{path} {line}" for line in faults_in_every_view(page, 2000)]
    assert found == []
