"""Choices that take one line: long menus, menus with a value of one's own, and menus of ticks."""

import pytest

from support.panel_page import PanelPage
from support.schemas import write

CITIES = [f"city_{number}" for number in range(30)] + ["tokyo", "toronto"]
SCHEMA = {"panelKey": "menus", "groups": [{"groupKey": "g", "items": [
    {"itemKey": "city", "itemTitle": "City", "itemControlType": "choice", "itemValue": "city_0",
     "itemOptions": CITIES},
    {"itemKey": "zone", "itemTitle": "Zone", "itemControlType": "picker", "itemValue": "berlin",
     "itemOptions": ["berlin", "paris"], "itemMaximumLength": 9},
    {"itemKey": "kinds", "itemTitle": "Kinds", "itemControlType": "choices",
     "itemValue": ["a", "c"], "itemOptions": list("abcdefg")},
    {"itemKey": "size", "itemTitle": "Size", "itemControlType": "segment", "itemValue": "small",
     "itemOptions": ["small", "rather large", "very large indeed", "of my own"]},
    {"itemKey": "fixed", "itemTitle": "Fixed", "itemControlType": "switch"},
    {"itemKey": "address", "itemTitle": "Address", "itemControlType": "edit_text",
     "itemVisibleWhen": "fixed", "itemRequiredWhen": "fixed"},
    {"itemKey": "delay", "itemTitle": "Delay", "itemControlType": "edit_integer", "itemValue": 5,
     "itemMaximum": 9, "itemUnit": "ms"},
    {"itemKey": "wipe", "itemTitle": "Wipe", "itemControlType": "button", "itemHelp": "All of it.",
     "itemEnabledWhen": {"key": "address", "empty": False}},
]}]}


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "menus.json", SCHEMA), ["--action", "wipe=/bin/true"])


def options(panel):
    return panel.page.locator("[role=option]").all_inner_texts()


def test_a_long_menu_is_looked_through(panel, client):
    panel.field("city").click()
    field = panel.page.locator("#s-city [role=combobox]")
    assert field.evaluate("field => field === document.activeElement")
    assert len(options(panel)) == 32
    assert panel.page.locator("[role=option][aria-selected=true]").inner_text() == "city_0"
    field.fill("TO")
    assert options(panel) == ["tokyo", "toronto"]
    panel.page.keyboard.press("ArrowDown")
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert client.value("city") == "toronto"
    assert panel.page.locator("[role=option]").count() == 0
    assert panel.page.evaluate("document.activeElement.id") == "c-city"


def test_a_letter_opens_a_long_menu_and_escape_leaves_it(panel, client):
    panel.field("city").focus()
    panel.page.keyboard.type("toky")
    assert options(panel) == ["tokyo"]
    panel.page.keyboard.press("Escape")
    assert options(panel) == []
    assert panel.page.evaluate("document.activeElement.id") == "c-city"
    panel.page.keyboard.type("x!")
    assert panel.page.locator("#s-city .pop .help").is_visible()
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert client.revision == 0


def test_an_option_of_a_picker_is_saved_at_once(panel, client):
    assert panel.field("zone").evaluate("field => field.selectedOptions[0].label") == (
        "Default (berlin)")
    own = panel.page.locator("[name='zone[own]']")
    assert own.is_hidden()
    panel.field("zone").select_option("=paris")
    panel.idle()
    assert client.value("zone") == "paris"
    panel.field("zone").select_option("own")
    assert own.evaluate("field => field === document.activeElement")
    panel.page.keyboard.type("lima")
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert client.value("zone") == "lima"
    assert client.revision == 2


def test_a_picker_shows_its_own_field_without_javascript(server, new_page, client):
    panel = PanelPage(new_page(java_script_enabled=False), server)
    panel.open()
    own = panel.page.locator("[name='zone[own]']")
    assert own.is_hidden()
    panel.field("zone").select_option("own")
    own.fill("lima")
    assert panel.save() == 200
    assert client.value("zone") == "lima"
    assert own.is_visible()


def test_many_choices_are_ticked_in_a_menu(panel, client):
    summary = panel.page.locator("#m-kinds")
    assert summary.inner_text() == "a, c"
    summary.click()
    panel.page.locator("[name=kinds][value=g]").click()
    panel.idle()
    assert client.value("kinds") == ["a", "c", "g"]
    assert summary.inner_text() == "a, c, g"
    assert panel.page.locator("[name=kinds][value=g]").is_visible()
    panel.page.keyboard.press("Escape")
    assert panel.page.locator("[name=kinds][value=g]").is_hidden()
    assert panel.page.evaluate("document.activeElement.id") == "m-kinds"
    summary.click()
    panel.page.locator("h1").click()
    assert panel.page.locator("[name=kinds][value=g]").is_hidden()


@pytest.mark.parametrize("width", [1280, 320])
def test_parts_of_a_segment_stay_in_one_line(server, new_page, width):
    panel = PanelPage(new_page(viewport={"width": width, "height": 700}), server)
    panel.open()
    places = [part.bounding_box() for part in panel.page.locator("#s-size .seg label").all()]
    assert len({round(place["y"]) for place in places}) == 1
    row = panel.row("size").bounding_box()
    assert all(row["x"] < place["x"] and place["x"] + place["width"] < row["x"] + row["width"]
               for place in places)


def test_what_a_choice_makes_necessary_is_asked_for(panel, client):
    row = panel.row("address")
    panel.field("fixed").click()
    panel.page.locator("#s-address[data-asked]").wait_for()
    assert panel.error("address") == "Needed for Fixed"
    assert row.locator(".err").count() == 0
    assert panel.field("address").get_attribute("aria-invalid") is None
    panel.field("address").focus()
    panel.field("delay").focus()
    row.locator(".err").wait_for()
    assert panel.error("address").endswith("“Address” is missing")
    assert panel.field("address").get_attribute("aria-invalid") == "true"
    panel.field("address").fill("10.0.0.1")
    panel.field("address").press("Enter")
    panel.until(lambda: client.revision > 0, "both are saved")
    assert client.value("fixed") is True
    panel.open()
    assert panel.field("address").input_value() == "10.0.0.1"


WIDTHS = [(1280, False), (390, True), (320, True)]


@pytest.mark.parametrize("width, is_touch", WIDTHS)
def test_an_error_says_what_stays_saved_below_label_and_field(server, new_page, width, is_touch):
    page = new_page(viewport={"width": width, "height": 700}, has_touch=is_touch)
    panel = PanelPage(page, server)
    panel.open()
    panel.field("delay").fill("50")
    panel.field("delay").press("Enter")
    sentence = panel.row("delay").locator(".err")
    sentence.wait_for()
    assert sentence.locator(":scope > span").inner_text().split("\n")[-1] == "Delay must be 9 or fewer. Saved: 5 ms"
    below = sentence.bounding_box()
    for part in ("#l-delay", "#s-delay .ctl"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= below["y"]
    row = panel.row("delay").bounding_box()
    assert below["y"] + below["height"] <= row["y"] + row["height"]
    assert sentence.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("width", [1280, 320])
def test_controls_end_at_one_edge(server, new_page, width):
    panel = PanelPage(new_page(viewport={"width": width, "height": 700}), server)
    panel.open()
    ends = panel.page.evaluate("""() => [...document.querySelectorAll(
        ".row:not([hidden]) > :is(.ctl, .seg)")]
        .map((node) => Math.round(node.getBoundingClientRect().right))""")
    assert len(ends) >= 7
    assert len(set(ends)) == 1


def test_a_button_names_the_setting_that_it_waits_for(panel):
    row = panel.row("wipe")
    assert row.locator("#w-wipe").inner_text() == "Available when “Address” is filled in"
    help_box, button = row.locator("#d-wipe").bounding_box(), panel.field("wipe").bounding_box()
    assert help_box["x"] + help_box["width"] < button["x"]
    assert row.bounding_box()["x"] + row.bounding_box()["width"] - button["x"] - button["width"] < 20
