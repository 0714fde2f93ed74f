"""Nothing on the page moves for a result: it is told in the bar at the bottom of the window."""

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

SIZES = {"wide": (1280, 900), "phone": (360, 780)}
GROUPS = [
    {"groupKey": "first", "groupTitle": "First", "items": [
        {"itemKey": "bell", "itemTitle": "Bell", "itemControlType": "switch"},
        {"itemKey": "name", "itemTitle": "Name", "itemControlType": "edit_text",
         "itemHelp": "How the house is called."},
        {"itemKey": "port", "itemTitle": "Port", "itemControlType": "edit_integer",
         "itemMinimum": 1, "itemMaximum": 65535, "itemValue": 80, "itemUnit": "ms"},
        {"itemKey": "slots", "itemTitle": "Slots", "itemControlType": "stepper",
         "itemMinimum": 1, "itemMaximum": 9, "itemValue": 3},
        {"itemKey": "tone", "itemTitle": "Tone", "itemControlType": "choice",
         "itemOptions": ["high", "low"]},
        {"itemKey": "pin", "itemTitle": "Code", "itemControlType": "edit_password"},
    ]},
    {"groupKey": "second", "groupTitle": "Second", "groupFooter": "A note.", "items": [
        {"itemKey": "loud", "itemTitle": "Loud", "itemControlType": "segment",
         "itemOptions": ["yes", "no"]},
        {"itemKey": "last", "itemTitle": "Last", "itemControlType": "switch"},
        {"itemKey": "disk", "itemTitle": "Disk", "itemControlType": "switch",
         "itemRestart": True},
    ]},
]


@pytest.fixture(params=SIZES)
def panel(request, new_page, start, tmp_path):
    width, height = SIZES[request.param]
    page = new_page(viewport={"width": width, "height": height})
    panel = PanelPage(page, start(write(tmp_path / "house.json", GROUPS)))
    assert panel.open() == 200
    return panel


def boxes(panel):
    return panel.page.evaluate("""() => Object.fromEntries(
        [...document.querySelectorAll("h1, h2, .row[id], .foot, .end")].map((node) => {
            const box = node.getBoundingClientRect();
            return [node.id || node.localName + node.className,
                [box.x, box.y + scrollY, box.width, box.height]];
        }))""")


def moved(panel, before):
    """What is not where it was, by more than the rounding of places."""
    return {key: (before.get(key), box) for key, box in boxes(panel).items()
            if key not in before or any(abs(a - b) > 0.5 for a, b in zip(before[key], box))}


def press(panel, key):
    """Presses as a hand does: it goes there, and presses."""
    panel.field(key).scroll_into_view_if_needed()
    box = panel.field(key).bounding_box()
    panel.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return panel.submit(lambda: (panel.page.mouse.down(), panel.page.mouse.up()))


def type_into(panel, key, text):
    panel.field(key).fill(text)
    return panel.submit(lambda: panel.page.keyboard.press("Enter"))


def test_no_row_moves_when_something_is_saved_undone_and_reset(panel):
    before = boxes(panel)
    assert len(before) > 12
    assert press(panel, "bell") == 200
    assert panel.status == "Bell changed from Off to On"
    assert moved(panel, before) == {}
    assert panel.submit(panel.page.locator("#undo button").click) == 200
    assert moved(panel, before) == {}
    for key, text in ("name", "Home"), ("port", "81"):
        assert type_into(panel, key, text) == 200
        assert moved(panel, before) == {}, key
    panel.field("disk").check()
    assert panel.submit(panel.row("disk").locator(".acts .check").click) == 200
    assert panel.page.locator("#restart").is_visible()
    assert moved(panel, before) == {}
    panel.field("pin").fill("1234")
    assert panel.submit(lambda: panel.page.keyboard.press("Enter")) == 200
    assert moved(panel, before) == {}
    assert panel.reset("port") == 200
    assert moved(panel, before) == {}
    panel.reset_all()
    assert panel.answer_yes() == 200
    assert moved(panel, before) == {}


def test_no_row_moves_when_what_was_set_before_is_reset(panel):
    Client(panel.server.port).changed(
        {"bell": "YES", "name": "Home", "port": "81", "slots": "4", "loud": "no", "last": "YES"})
    panel.open()
    before = boxes(panel)
    assert panel.reset("port") == 200
    assert panel.status == "Port reset to 80 ms"
    assert moved(panel, before) == {}
    for part in ("#s-first", "#s-second"):
        panel.reset_all(part)
        assert panel.answer_yes() == 200
        assert moved(panel, before) == {}, part
    assert panel.page.locator(".mod").count() == 0


def test_no_row_moves_for_an_error_and_once_it_is_mended(panel):
    before = boxes(panel)
    assert type_into(panel, "port", "many") == 422
    assert "whole number" in panel.error("port")
    assert moved(panel, before) == {}
    sentence = panel.page.locator("#e-port").bounding_box()
    bar = panel.page.locator("#result").bounding_box()
    field = panel.field("port").bounding_box()
    assert field["y"] + field["height"] <= sentence["y"]
    assert sentence["y"] + sentence["height"] <= bar["y"]
    # Where nobody is, the sentence covers no other row.
    panel.page.mouse.move(1, 1)
    panel.page.locator("h1").evaluate("(node) => { node.tabIndex = -1; node.focus(); }")
    panel.idle()
    panel.answers.clear()
    row = panel.row("port").bounding_box()
    sentence = panel.page.locator("#e-port").bounding_box()
    assert sentence["y"] + sentence["height"] <= row["y"] + row["height"]
    assert moved(panel, before) == {}
    assert type_into(panel, "port", "90") == 200
    assert panel.error("port") is None
    assert moved(panel, before) == {}


def test_the_bar_counts_problems_and_leads_to_the_first(panel):
    assert type_into(panel, "port", "many") == 422
    link = panel.page.locator("#result .count a")
    assert link.inner_text() == "1 problem"
    link.click()
    assert panel.field("port").evaluate("(node) => node === document.activeElement")


def test_the_bar_stays_until_it_is_closed_and_comes_again(panel):
    bar = panel.page.locator("#result")
    undo = panel.page.locator("#undo button")
    assert not undo.count() and not bar.locator(".close").is_visible()
    press(panel, "last")
    assert undo.is_visible() and undo.get_attribute("aria-label") == "Undo “Last”: back to Off"
    assert undo.inner_text() == "Undo"
    height = panel.page.viewport_size["height"]
    box = bar.bounding_box()
    assert height - 40 < box["y"] + box["height"] <= height and box["width"] <= 672
    bar.locator(".close").click()
    assert not undo.is_visible() and not bar.locator(".close").is_visible()
    # The change can still be undone by its key.
    panel.page.locator("h1").click()
    assert panel.submit(lambda: panel.page.keyboard.press("Control+z")) == 200
    assert bar.locator(".close").is_visible() and undo.inner_text() == "Redo"


def test_without_scripting_the_page_comes_back_to_the_row_with_the_bar_in_view(
        new_page, start, tmp_path):
    page = new_page(java_script_enabled=False, viewport={"width": 360, "height": 500})
    panel = PanelPage(page, start(write(tmp_path / "house.json", GROUPS)))
    panel.open()
    panel.field("last").check()
    assert panel.save() == 200
    assert panel.status == "Last changed from Off to On"
    save = page.locator(".bar").bounding_box()
    bar, row = page.locator("#result").bounding_box(), panel.row("last").bounding_box()
    assert 0 < row["y"] and row["y"] + row["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= save["y"] and save["y"] + save["height"] <= 500
    page.locator("#result .close").click()
    assert not page.locator("#undo button").is_visible()
    assert panel.field("last").is_checked()
