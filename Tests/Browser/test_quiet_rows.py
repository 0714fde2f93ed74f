"""Rows without noise: what can be done with a row is in its menu, and is no stop on the way past it."""

import pytest

from support.audit import axe, sideways
from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

KINDS = [
    {"itemControlType": "switch"}, {"itemControlType": "edit_text"},
    {"itemControlType": "edit_integer", "itemUnit": "ms", "itemValue": 5},
    {"itemControlType": "choice", "itemOptions": ["one", "two", "three"]},
    {"itemControlType": "stepper", "itemMinimum": 1, "itemMaximum": 9, "itemValue": 3},
    {"itemControlType": "segment", "itemOptions": ["one", "two"]},
    {"itemControlType": "edit_password"},
    {"itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 9, "itemValue": 3},
    {"itemControlType": "edit_date"}, {"itemControlType": "edit_multiline"},
]
FIFTY = {"panelKey": "fifty", "panelLocales": ["en", "ar"], "groups": [
    {"groupKey": f"g{group}", "groupTitle": f"Group {group}", "items": [
        {"itemKey": f"k{group}_{number}", "itemTitle": f"Item {number}", **kind}
        for number, kind in enumerate(KINDS)]}
    for group in range(5)]}

STOPS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((node) => node.tabIndex >= 0 && !node.disabled && node.type !== "hidden"
        && node.checkVisibility({ visibilityProperty: true }))
    .filter((node) => node.type !== "radio" || node.checked
        || !document.querySelector(`[name="${node.name}"]:checked`)
            && document.querySelector(`[name="${node.name}"]`) === node).length"""


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "fifty.json", FIFTY))


@pytest.fixture
def panel(new_page, server):
    panel = PanelPage(new_page(viewport={"width": 1280, "height": 900}), server)
    panel.open()
    return panel


def walk(panel, keys, limit):
    """Presses a key until the focus leaves the page; what it came past."""
    stops = []
    for _ in range(limit):
        panel.page.keyboard.press(keys)
        if panel.page.evaluate("document.activeElement === document.body"):
            return stops
        stops.append(panel.page.evaluate(
            "(({ localName, className, id }) => `${localName} ${className || id}`)(document.activeElement)"))
    raise AssertionError(f"more than {limit} stops: {stops}")


def test_a_page_of_50_items_has_at_most_60_tab_stops(panel):
    """The parts of one date field are stops of the browser itself, which are not counted."""
    assert panel.page.evaluate(STOPS) <= 60
    Client(panel.server.port).changed(
        {f"k{group}_{number}": value for group in range(5)
         for number, value in enumerate(["YES", "a", "6", "two", "4"])})
    panel.page.locator("#s-k4_4.mod").wait_for()
    # Five menus of groups and one of the page are new; those of rows are not.
    assert panel.page.evaluate(STOPS) <= 66
    # On the way back only fields are stops, as the lesser buttons come after them.
    panel.page.locator("#c-k1_0").focus()
    stops = walk(panel, "Shift+Tab", 40)
    assert "textarea c-k0_9" in stops and stops[-1] == "a sr skip"
    assert not {"a i", "button reset", "button show"} & set(stops) and len(stops) <= 25


def test_tabbing_through_50_items_needs_at_most_60_stops(panel):
    stops = walk(panel, "Tab", 120)
    # The parts of a date are one field.
    fields = [stop for stop, next in zip(stops, stops[1:] + [""]) if stop != next]
    assert len(fields) <= 60 and fields[-1] == "textarea c-k4_9"
    assert not {"a i", "button show", "button inc"} & set(fields)


@pytest.mark.parametrize("key, keys", [
    ("k0_0", "Shift+F10"), ("k0_0", "Alt+Enter"), ("k0_1", "Alt+Enter"), ("k0_3", "Shift+F10"),
    ("k0_7", "Alt+Enter")])
def test_the_menu_of_the_row_with_the_focus_has_a_key(panel, key, keys):
    panel.field(key).focus()
    more = panel.row(key).locator("a.i")
    assert more.evaluate("link => getComputedStyle(link).opacity") == "1"
    panel.page.keyboard.press(keys)
    panel.row(key).locator(".menu").wait_for()
    panel.page.keyboard.press("Escape")
    panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.id").startswith(f"c-k0_{int(key[3:]) + 1}")
    panel.field(key).focus()
    panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.id").startswith(f"c-k0_{int(key[3:]) + 1}")
    assert more.evaluate("link => getComputedStyle(link).opacity") == "0"


def test_tab_reaches_show_and_reset_buttons_when_they_are_useful(panel):
    panel.field("k0_6").fill("secret")
    panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.className") == "show"
    Client(panel.server.port).changed({"k0_1": "Ada"})
    panel.page.locator("#s-k0_1.mod").wait_for()
    panel.field("k0_1").focus()
    panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.className") == "reset"


def test_digits_typed_on_a_scale_go_to_its_number_field(panel):
    panel.field("k0_7").focus()
    panel.page.keyboard.press("7")
    number = panel.page.locator("#s-k0_7 [name='k0_7[typed]']")
    assert number.evaluate("field => field === document.activeElement && field.value") == "7"
    assert panel.submit(lambda: panel.page.keyboard.press("Enter")) == 200
    assert Client(panel.server.port).value("k0_7") == 7


def test_the_menu_appears_under_the_pointer(panel):
    other = panel.row("k3_3").locator("a.i")
    assert other.evaluate("link => getComputedStyle(link).opacity") == "0"
    panel.row("k3_3").hover()
    assert other.evaluate("link => getComputedStyle(link).opacity") == "1"


def test_menus_stand_before_controls_that_end_together(panel):
    links = panel.page.locator("#f .row > a.i").all()
    assert len(links) == 50
    controls = panel.page.locator(
        "#s-g0 .row:not(.edit_multiline):has(> :is(.ctl, .seg)), #s-g0 .row.switch").all()
    assert len(controls) > 5
    ends = set()
    for row in controls:
        menu = row.locator("> a.i").bounding_box()
        control = row.locator("> :is(.ctl, .seg)").bounding_box()
        assert 0 <= control["x"] - menu["x"] - menu["width"] <= 12
        ends.add(round(control["x"] + control["width"]))
    assert len(ends) == 1
    unit, field = (panel.page.locator(f"#s-k0_2 .{name}").bounding_box()
                   for name in ("unit", "field"))
    assert field["x"] < unit["x"] and unit["x"] + unit["width"] <= field["x"] + field["width"]


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_menu_is_used_by_keyboard(new_page, server, width, locale):
    page = new_page(bypass_csp=True, viewport={"width": width, "height": 700}, locale=locale)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = PanelPage(page, server)
    Client(server.port).changed({"k2_1": "Ada"})
    panel.open()
    place = "row => row.getBoundingClientRect().y + scrollY"
    before = panel.row("k2_2").evaluate(place)
    more = panel.row("k2_1").locator("a.i")
    panel.field("k2_1").focus()

    def open_menu():
        more.focus()
        page.keyboard.press("Enter")
        page.locator(".row > .menu").wait_for()

    open_menu()
    menu = page.locator(".row > .menu")
    assert more.get_attribute("aria-expanded") == "true"
    box = menu.bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= width
    assert panel.row("k2_2").evaluate(place) == before
    assert axe(page) == [] and sideways(page) <= 0
    # Arrows go through it, Escape leads back.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    menu.wait_for(state="detached")
    assert page.evaluate("navigator.clipboard.readText()") == "k2_1"
    assert more.evaluate("link => link === document.activeElement")
    open_menu()
    page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    assert more.evaluate("link => link === document.activeElement")
    # What is done elsewhere closes it.
    open_menu()
    page.locator("h1").click()
    menu.wait_for(state="detached")
    open_menu()
    assert panel.submit(menu.locator("[name=_reset]").click) == 200
    assert panel.field("k2_1").input_value() == ""
    menu.wait_for(state="detached")
    assert panel.page.locator("#undo button").is_visible()
    open_menu()
    menu.locator("a[href*=changes]").click()
    page.wait_for_url("**/changes?key=k2_1")


def test_a_group_is_reset_from_the_menu_of_its_heading(panel):
    Client(panel.server.port).changed({"k1_0": "YES", "k1_2": "6", "k3_0": "YES"})
    panel.page.locator("#s-g1 .of").wait_for()
    menu = panel.page.locator("#s-g1 .of")
    menu.locator("summary").focus()
    panel.page.keyboard.press("Enter")
    assert menu.locator("button").inner_text() == "Reset 2 settings"
    assert menu.locator("li").all_inner_texts() == ["Item 0: On → Off", "Item 2: 6 ms → 5 ms"]
    panel.page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    menu.locator("summary").click()
    panel.page.locator("h1").click()
    assert menu.get_attribute("open") is None
    panel.reset_all("#s-g1")
    assert panel.answer_yes() == 200
    assert menu.count() == 0
    assert panel.status == "2 settings reset"
    assert panel.submit(panel.page.locator("#undo button").click) == 200
    assert panel.field("k1_2").input_value() == "6"
    # One setting needs no question.
    assert panel.submit(lambda: panel.reset_all("#s-g3")) == 200
    assert not panel.field("k3_0").is_checked()


def test_touch_shows_the_menu_of_the_row_in_use(new_page, server):
    panel = PanelPage(new_page(
        viewport={"width": 360, "height": 700}, has_touch=True, is_mobile=True), server)
    panel.open()
    for key in ("k0_0", "k4_9"):
        more = panel.row(key).locator("a.i")
        opacity = "link => getComputedStyle(link).opacity"
        assert more.evaluate(opacity) == "0"
        panel.field(key).focus()
        assert more.evaluate(opacity) == "1"
        assert more.bounding_box()["width"] >= 44 <= more.bounding_box()["height"]
