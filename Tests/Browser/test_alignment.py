"""Places on the page: what stands in line, what has room, what nothing covers."""

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write
from support.server import SCHEMAS

# The box of the text of each element, without its padding; of an empty one, the box itself.
TEXTS = """nodes => nodes.map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
})"""
# True for each field whose placeholder has room in it.
PLACEHOLDERS = """nodes => nodes.map((node) => {
    const style = getComputedStyle(node);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(node.placeholder).width <= room;
})"""
# True for each menu whose chosen entry has room in it.
CHOICES = """nodes => nodes.map((node) => {
    const style = getComputedStyle(node);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(node.selectedOptions[0].text).width <= room;
})"""
SIZES = {"wide": (1280, 900), "phone": (360, 780)}


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start):
    return start(SCHEMAS / "showcase.json")


@pytest.fixture(params=SIZES.values(), ids=SIZES)
def panel(request, new_page, server):
    width, height = request.param
    return PanelPage(new_page(viewport={"width": width, "height": height}), server)


def texts(panel, selector):
    return panel.page.locator(selector).evaluate_all(TEXTS)


def edges(panel, selector, side):
    return {round(text[side]) for text in texts(panel, selector)}


def open_menu(panel, key):
    panel.row(key).locator("a.i").focus()
    panel.page.keyboard.press("Enter")
    panel.row(key).locator(".menu").wait_for()


@pytest.mark.parametrize("language, side", [("en", "left"), ("ar", "right")])
def test_aligns_the_entries_of_a_menu(panel, language, side):
    panel.open(f"pages/playback?lang={language}")
    open_menu(panel, "playback_rate")
    assert panel.page.locator(".row > .menu > *").count() > 4
    assert len(edges(panel, ".row > .menu > *", side)) == 1


@pytest.mark.parametrize("language, side", [("en", "left"), ("ar", "right")])
def test_aligns_the_names_of_languages(panel, language, side):
    panel.open(f"changes?lang={language}")
    panel.page.locator(".lang summary").click()
    assert len(edges(panel, ".lang .menu a[lang]", side)) == 1


def test_aligns_numbers_right_in_arabic(panel):
    panel.open("pages/playback?lang=ar")
    for key in ("playback_delay", "playback_rate"):
        assert panel.field(key).evaluate("field => getComputedStyle(field).textAlign") == "right"


def test_shows_the_filters_of_a_search_side_by_side(panel):
    panel.open("?q=network")
    chips = [chip.bounding_box() for chip in panel.page.locator("#filters a").all()]
    assert len(chips) >= 2
    assert chips[0]["y"] == chips[1]["y"]
    assert chips[1]["x"] - chips[0]["x"] - chips[0]["width"] == pytest.approx(8, abs=1)
    assert panel.page.locator("#filters li").first.evaluate(
        "entry => getComputedStyle(entry).listStyleType") == "none"


def test_shows_details_in_two_columns(panel):
    panel.open("pages/playback?details=playback_rate")
    names, values = edges(panel, "#s-playback_rate dt", "left"), panel.page.locator(
        "#s-playback_rate dd").all()
    assert len(names) == 1
    assert len({value.bounding_box()["x"] for value in values}) == 1
    assert values[0].bounding_box()["x"] > max(names)
    times = [button.bounding_box()
             for button in panel.page.locator("dd button:not([data-copy])").all()]
    assert len(times) > 1
    for one, next_one in zip(times, times[1:]):
        is_beside = one["y"] == next_one["y"]
        gap = (next_one["x"] - one["x"] - one["width"] if is_beside
               else next_one["y"] - one["y"] - one["height"])
        assert gap >= 4


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja", "ar"])
def test_shows_the_whole_placeholder_of_the_filter_of_changes(panel, language):
    Client(panel.server.port).changed({"wifi": "NO"})
    panel.open(f"changes?lang={language}")
    assert panel.page.locator(".do [type=search]").evaluate_all(PLACEHOLDERS) == [True]
    # Menus have the arrow of all menus.
    assert panel.page.locator(".do select").count() > 1
    for menu in panel.page.locator(".do select").all():
        assert menu.evaluate("node => getComputedStyle(node).backgroundImage").startswith("url(")
        assert menu.evaluate("node => getComputedStyle(node).appearance") == "none"


# How much room is left between the words of the search field and its key, or the cross that clears it.
ROOM = """field => {
    const style = getComputedStyle(field);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const box = field.getBoundingClientRect();
    const key = field.nextElementSibling.getBoundingClientRect();
    const isMirrored = document.dir === "rtl";
    const place = key.width ? (isMirrored ? box.right - key.right : key.left - box.left)
        : box.width - parseFloat(style.paddingInlineEnd) - 16;
    return place - parseFloat(style.paddingInlineStart) - pen.measureText(field.placeholder).width;
}"""


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja", "ar"])
def test_shows_the_whole_hint_of_the_search_field(panel, language):
    panel.open(f"?lang={language}")
    hint = panel.page.locator(".hits")
    shown = hint.evaluate("node => getComputedStyle(node, '::before').content")
    is_wide = panel.page.viewport_size["width"] > 960
    assert is_wide == (("Strg" if language == "de" else "Ctrl") in shown)
    assert panel.page.locator("#q").evaluate(ROOM) >= 0
    panel.page.locator("#q").focus()
    assert hint.evaluate("node => getComputedStyle(node, '::before').content") == "none"


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja", "ar"])
def test_shows_the_whole_choices_of_a_new_profile(panel, language):
    panel.open(f"profiles?lang={language}")
    assert panel.page.locator("#c-settings").evaluate_all(CHOICES) == [True]


@pytest.mark.parametrize("path", ["s/network_htp", "profiles", "changes?restore=0"])
def test_separates_a_heading_from_its_text(panel, path):
    panel.open(path)
    heading, text = (panel.page.locator(f":is(main, .blank) > {name}").first.bounding_box()
                     for name in (":is(h1, .title)", "p"))
    assert text["y"] - heading["y"] - heading["height"] >= 8


def test_separates_a_question_from_its_heading(new_page, server):
    plain = PanelPage(new_page(java_script_enabled=False), server)
    plain.open("actions/system_restart")
    heading, box = (plain.page.locator(f"main > {part}").bounding_box() for part in ("h1", ".confirm"))
    assert box["y"] - heading["y"] - heading["height"] >= 8


def test_aligns_the_label_of_a_segment_with_it(new_page, server):
    panel = PanelPage(new_page(viewport={"width": 1280, "height": 900}), server)
    panel.open("pages/playback")
    name, field = (panel.row("playback_resolution").locator(part).bounding_box()
                   for part in ("legend", ".seg"))
    assert name["y"] + name["height"] / 2 == pytest.approx(field["y"] + field["height"] / 2, abs=1)


def test_shows_the_colors_of_a_table(panel):
    panel.open("pages/home")
    for swatch in panel.page.locator("td [type=color]:visible").all():
        assert swatch.bounding_box()["width"] >= 48


def test_a_message_about_a_list_is_as_wide_as_its_row(panel):
    panel.open("pages/library")
    panel.page.locator("[name='library_roots[1]']").fill("relative/path")
    panel.page.keyboard.press("Enter")
    sentence = panel.row("library_roots").locator(".err")
    sentence.wait_for()
    left, right = panel.row("library_roots").evaluate(
        "row => { const box = row.getBoundingClientRect(), style = getComputedStyle(row);"
        "return [box.left + parseFloat(style.paddingLeft), box.right - parseFloat(style.paddingRight)]; }")
    box = sentence.bounding_box()
    assert box["x"] == pytest.approx(left, abs=2)
    assert box["x"] + box["width"] == pytest.approx(right, abs=4)


def test_the_bar_covers_nothing_at_the_end_of_a_page(panel):
    Client(panel.server.port).changed({"network_http": "8097"})
    panel.open("pages/playback")
    panel.page.locator("#restart").wait_for()
    panel.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bar = panel.page.locator(".ways").bounding_box()
    last = panel.page.locator("main .group").last.bounding_box()
    assert last["y"] + last["height"] <= bar["y"] or last["x"] >= bar["x"] + bar["width"] or (
        last["x"] + last["width"] <= bar["x"])


def test_the_reset_of_a_group_of_options_is_beside_its_menu(panel):
    panel.open("pages/playback")
    row = panel.row("playback_resume")
    height = row.bounding_box()["height"]
    Client(panel.server.port).changed({"playback_resume": "playback_resume_never"})
    panel.open("pages/playback")
    menu, reset = (row.locator(part).bounding_box() for part in (".i", ".reset"))
    assert reset["x"] >= menu["x"] + menu["width"]
    assert reset["y"] == menu["y"]
    assert row.bounding_box()["height"] == height


FOLDED = {
    "panelKey": "folded", "groups": [{"groupKey": "g", "items": [
        {"itemKey": "proxy", "itemControlType": "switch", "itemCollapsed": True},
        {"itemKey": "names", "itemControlType": "edit_list", "itemCollapsed": True,
         "itemValue": ["a"]},
        {"itemKey": "rooms", "itemControlType": "edit_table", "itemCollapsed": True,
         "itemColumns": [{"itemKey": "name", "itemControlType": "edit_text"}]}]}]}


def test_an_opened_row_looks_like_an_open_one(start, new_page, tmp_path):
    panel = PanelPage(new_page(), start(write(tmp_path / "folded.json", FOLDED)))
    panel.open()
    for summary in panel.page.locator(".row summary").all():
        summary.click()
    name = panel.row("names").locator("legend").bounding_box()["x"]
    assert {summary.bounding_box()["x"] for summary in panel.page.locator(".row summary").all()} \
        == {name}
    assert panel.row("names").locator(".list").bounding_box()["x"] == name
    assert panel.row("rooms").locator("td").first.evaluate(
        "cell => getComputedStyle(cell).borderTopWidth") == "0px"


@pytest.mark.parametrize("height", [330, 640])
def test_in_a_short_window_the_result_leaves_the_list_its_place(start, new_page, height):
    server = start(SCHEMAS / "showcase.json")
    panel = PanelPage(new_page(viewport={"width": 1280, "height": height}), server)
    panel.open("pages/playback")
    before = panel.page.locator("#pages").bounding_box()
    panel.field("playback_bluetooth").click()
    panel.idle()
    result, pages = (panel.page.locator(part).bounding_box() for part in ("#result", "#pages"))
    assert pages == before
    assert result["y"] >= pages["y"] + pages["height"]
    assert result["y"] + result["height"] <= height
    # What it stands before can still be reached by a key, and is then in front.
    panel.page.locator(".ways a:visible").last.focus()
    top = panel.page.evaluate("""() => {
        const { x, y, width, height } = document.activeElement.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)
            .closest("a") === document.activeElement;
    }""")
    assert top


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_menus_of_headings_are_at_one_place(start, new_page, width):
    """With a button that leaves the panel, too, and not below it."""
    server = start(SCHEMAS / "showcase.json", ["--done", "https://example.org/"])
    Client(server.port).changed({"wifi": "NO", "playback_delay": "50"})
    panel = PanelPage(new_page(viewport={"width": width, "height": 900}), server)
    for path in ("", "pages/playback"):
        panel.open(path)
        menus = [menu.bounding_box() for menu in panel.page.locator(".of:not(.lang) > .i").all()]
        assert len({menu["x"] for menu in menus}) == 1, path
        title = panel.page.locator("h1").bounding_box()
        if not path:
            assert title["y"] <= menus[0]["y"] + menus[0]["height"] / 2 <= title["y"] + title["height"]
    assert len(menus) == 2


@pytest.mark.parametrize("is_touched", [False, True], ids=["mouse", "touch"])
def test_the_signs_of_a_row_are_round(start, new_page, is_touched):
    """Also beside a scale whose ends have names, in the height of its field."""
    server = start(SCHEMAS / "showcase.json")
    Client(server.port).changed({"playback_volume": "40", "playback_delay": "50"})
    panel = PanelPage(new_page(viewport={"width": 1280, "height": 900}, has_touch=is_touched), server)
    panel.open("pages/playback")
    side = 44 if is_touched else 28
    for key in ("playback_volume", "playback_balance", "playback_delay", "playback_output"):
        row = panel.row(key)
        field = row.locator("input:not([type=range], [type=hidden]), select").last.bounding_box()
        for sign in row.locator(":scope > :is(.i, .reset)").all():
            box = sign.bounding_box()
            assert (box["width"], box["height"]) == (side, side), key
            middles = (one["y"] + one["height"] / 2 for one in (box, field))
            assert abs(next(middles) - next(middles)) <= 1, key


@pytest.mark.parametrize("width", [1280, 390])
def test_the_reset_is_at_one_place(start, new_page, width):
    """Directly before the control, or at the edge where that is below."""
    server = start(SCHEMAS / "showcase.json")
    changes = {"network_name": "attic", "network_address": "fixed", "network_ip": "192.168.1.9",
               "network_dns[0]": "192.168.1.1"}
    Client(server.port).changed(changes)
    panel = PanelPage(new_page(viewport={"width": width, "height": 900}), server)
    panel.open("pages/network")
    ends = [box["x"] + box["width"] for box in
            (reset.bounding_box() for reset in panel.page.locator(".row > .reset:visible").all())]
    assert len(ends) == 4 and len(set(ends)) == 1
    edge = panel.row("network_name").locator(".ctl").bounding_box()
    sign = ends[0] - (panel.page.locator(".row > .reset:visible").first.bounding_box()["width"] - 18) / 2
    assert 0 <= edge["x"] - ends[0] <= 8 if width == 1280 else abs(edge["x"] + edge["width"] - sign) < 1


@pytest.mark.parametrize("paged", [False, True])
def test_the_result_is_directly_above_the_foot_of_the_list(start, new_page, tmp_path, paged):
    schema = write(tmp_path / "folded.json", FOLDED)
    server = start(SCHEMAS / "showcase.json" if paged else schema)
    Client(server.port).changed({"wifi": "NO"} if paged else {"proxy": "YES"})
    panel = PanelPage(new_page(viewport={"width": 1280, "height": 900}), server)
    panel.open("?rev=1")
    result, foot = (panel.page.locator(part).bounding_box() for part in ("#result", ".ways"))
    assert 0 <= foot["y"] - result["y"] - result["height"] <= 16
