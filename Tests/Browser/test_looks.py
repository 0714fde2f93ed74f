"""Small things that are seen: sliders, options in another language, tables, dialogs, paper."""

import base64
import zlib

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write
from support.server import SCHEMAS

SCHEMA = {
    "panelKey": "house", "panelTitle": {"en": "House", "ar": "بيت"}, "panelLocales": ["en", "ar"],
    "groups": [
        {"groupKey": "house", "items": [
            {"itemKey": "level", "itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 1.0,
             "itemValue": 0.5},
            {"itemKey": "stepped", "itemControlType": "slider", "itemMinimum": 0,
             "itemMaximum": 1, "itemStep": 0.25, "itemValue": 0.5},
            {"itemKey": "balance", "itemControlType": "slider", "itemMinimum": -1,
             "itemMaximum": 1, "itemStep": 0.1, "itemValue": 0},
            {"itemKey": "tone", "itemControlType": "choice", "itemValue": "low", "itemOptions": [
                {"value": "low", "label": {"en": "Low", "ar": "منخفض"}}, {"value": "mid", "label": {"en": "Mid"}},
                {"value": "high", "label": {"en": "High", "ar": "مرتفع"}}]},
            {"itemKey": "band", "itemControlType": "segment", "itemValue": "low",
             "itemOptions": ["low", "rather high", "whatever fits"]},
            {"itemKey": "locked", "itemControlType": "segment", "itemValue": "low",
             "itemOptions": ["low", "high"], "itemReadOnly": True},
            {"itemKey": "rooms", "itemControlType": "edit_table", "itemColumns": [
                {"itemKey": "allowed", "itemControlType": "switch", "itemTitle": "Allowed"},
                {"itemKey": "role", "itemControlType": "choice", "itemOptions": ["Manager", "b"],
                 "itemValue": "Manager", "itemTitle": "Role"},
                {"itemKey": "tint", "itemControlType": "edit_color", "itemValue": "#ffd9a0",
                 "itemTitle": "Tint"},
                {"itemKey": "name", "itemControlType": "edit_text", "itemTitle": "Name"},
                {"itemKey": "long", "itemControlType": "edit_text", "itemTitle": "Longer"}]},
            {"itemKey": "started", "itemControlType": "info", "itemValue": "2026-11-18T06:12"},
            {"itemKey": "wipe", "itemControlType": "button", "itemAction": ["true"],
             "itemConfirm": "Delete all of it?", "itemRole": "destructive"}]},
        {"groupKey": "closed", "groupCollapsed": True, "items": [
            {"itemKey": "inside", "itemControlType": "edit_text", "itemTitle": "Inside"}]}]}


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "house.json", SCHEMA), ["--allow-actions"])


@pytest.mark.parametrize("value", ["0.658959295006295", "0.6589599847793579"])
@pytest.mark.parametrize("scripting", [True, False])
def test_a_stored_number_with_many_digits_has_a_slider(
        server, client, new_page, value, scripting):
    client.changed({"level": value})
    stored = client.value("level")
    panel = PanelPage(new_page(java_script_enabled=scripting), server)
    panel.open()
    assert panel.field("level").get_attribute("type") == "range"
    # Shown and saved again it is what it was.
    panel.page.locator("[name=inside]").evaluate("field => field.closest('details').open = true")
    panel.field("inside").fill("x")
    panel.save()
    assert client.value("level") == stored


def test_a_slider_rounds_to_a_sensible_step(panel, client):
    client.changed({"level": "0.6589599847793579"})
    panel.open()
    panel.field("level").click(position={"x": 77, "y": 5})
    panel.idle()
    moved = str(client.value("level"))
    assert moved != "0.6589599847793579"
    assert len(moved) <= len("0.123")
    assert panel.page.locator("#a-level").input_value() == moved


def test_a_scale_with_zero_inside_is_not_filled_from_its_start(panel):
    is_even = "field => field.matches('.both')"
    assert panel.field("balance").evaluate(is_even)
    assert not panel.field("level").evaluate(is_even)
    # In forced colours the browser draws both.
    panel.page.emulate_media(forced_colors="active")
    for key in ("balance", "level"):
        assert panel.field(key).evaluate("field => getComputedStyle(field).appearance") == "auto"


def test_an_option_in_another_language_does_not_move_its_button(panel):
    panel.open("?lang=ar")
    places = [radio.bounding_box()["x"] for radio in panel.page.locator("[name=tone]").all()]
    assert len(set(places)) == 1
    assert panel.page.locator("#s-tone [dir=ltr]").inner_text() == "Mid"


def test_a_locked_segment_has_its_label_first(panel):
    row = panel.row("locked")
    label, about = row.locator(".l"), row.locator(".i")
    assert label.bounding_box()["x"] < about.bounding_box()["x"]
    assert label.bounding_box()["x"] == panel.page.locator("#l-band").bounding_box()["x"]


def test_no_text_of_a_table_is_broken_or_cut(panel):
    panel.page.set_viewport_size({"width": 700, "height": 900})
    panel.add_entry("rooms")
    head = panel.page.locator("#s-rooms th").first
    assert head.evaluate("head => head.scrollWidth <= head.clientWidth")
    lines = head.evaluate("""head => {
        const range = document.createRange();
        range.selectNodeContents(head.firstChild);
        return range.getClientRects().length;
    }""")
    assert lines == 1
    select = panel.page.locator("#s-rooms select").first
    text = select.evaluate("""select => {
        const probe = document.createElement("span");
        probe.style = `position: absolute; font: ${getComputedStyle(select).font}`;
        probe.textContent = select.value;
        document.body.append(probe);
        const width = probe.getBoundingClientRect().width;
        probe.remove();
        return width;
    }""")
    assert select.bounding_box()["width"] > text + 16


def test_the_empty_row_has_the_default_color_of_its_column(panel, client):
    assert panel.page.locator("[name='rooms[0][tint]']").get_attribute("type") == "color"
    panel.add_entry("rooms")
    panel.page.locator("[name='rooms[0][name]']").fill("Hall")
    panel.page.locator("[name='rooms[0][name]']").press("Enter")
    panel.idle()
    assert client.value("rooms")[0]["tint"] == "#ffd9a0"


def test_shows_a_date_in_the_language_of_the_page(panel):
    assert "2026-11-18" not in panel.row("started").inner_text()
    assert "2026" in panel.row("started").inner_text()


@pytest.mark.parametrize("scripting", [True, False])
def test_the_buttons_of_a_question_do_not_touch(server, new_page, scripting):
    panel = PanelPage(new_page(java_script_enabled=scripting), server)
    panel.open()
    panel.field("wipe").click()
    place = panel.page.locator("dialog form" if scripting else ".confirm form")
    place.wait_for()
    boxes = [one.bounding_box() for one in place.locator("a, button").all()]
    assert len(boxes) == 2
    assert boxes[1]["x"] - boxes[0]["x"] - boxes[0]["width"] >= 8


@pytest.mark.parametrize("scripting", [True, False])
def test_a_well_shows_the_stored_color(start, new_page, scripting):
    panel = PanelPage(new_page(java_script_enabled=scripting), start(SCHEMAS / "showcase.json"))
    panel.open("pages/home")
    well = panel.field("home_scene")
    well.scroll_into_view_if_needed()
    box = well.bounding_box()
    png = panel.page.screenshot(clip={
        "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "width": 1, "height": 1})
    parts = png.split(b"IDAT")[1:]
    # Between the parts are a checksum and a length; the one pixel follows the number of its filter.
    data = zlib.decompress(b"".join(part[:-8] for part in parts[:-1]) + parts[-1])
    assert data[1:4] == b"\xff\xb3\x47"


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_the_new_value(server, new_page, width):
    panel = PanelPage(new_page(viewport={"width": width, "height": 700}), server)
    panel.open()
    panel.page.locator("[name=band][value='whatever fits']").click(force=True)
    panel.idle()
    line = panel.page.locator("#status p")
    assert line.inner_text().endswith("to whatever fits")
    assert line.evaluate("node => node.scrollHeight <= node.clientHeight")


def test_separates_a_segment_from_its_label_on_a_phone(new_page, server):
    panel = PanelPage(new_page(viewport={"width": 360, "height": 800}), server)
    panel.open()
    label, field = panel.page.locator("#l-band"), panel.row("band").locator(".seg")
    assert field.bounding_box()["y"] - label.bounding_box()["y"] \
        - label.bounding_box()["height"] >= 6


@pytest.mark.parametrize("scripting", [True, False])
def test_prints_closed_groups_and_no_buttons(server, new_page, scripting):
    panel = PanelPage(new_page(java_script_enabled=scripting), server)
    panel.open()
    assert not panel.field("inside").is_visible()
    panel.page.emulate_media(media="print")
    assert panel.field("inside").is_visible()
    others = ".bar, #result, .menu, .i, .btn, button, .skip, .find, .ways, .lang, .back, .acts"
    assert [one.get_attribute("class") for one in panel.page.locator(others).all()
            if one.is_visible()] == []
    assert panel.field("level").is_visible() and panel.page.locator("h1").is_visible()


ICON = "data:image/svg+xml;base64," + base64.b64encode(
    b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>"
    b"<path d='M1 4h6' stroke='currentColor'/></svg>").decode()
PAGES = [{"groupKey": "g", "items": [
    {"itemKey": "on", "itemControlType": "switch"}, {"itemKey": "name", "itemControlType": "edit_text"},
    {"itemKey": "net", "itemControlType": "page", "itemImage": ICON, "groups": [
        {"groupKey": "n", "items": [{"itemKey": "port", "itemControlType": "edit_integer"}]}]}]}]


@pytest.mark.parametrize("colors", ["light", "dark", "forced"])
def test_icons_have_the_color_of_the_text(start, new_page, tmp_path, colors):
    page = new_page(**{"forced_colors": "active"} if colors == "forced" else {"color_scheme": colors})
    panel = PanelPage(page, start(
        write(tmp_path / "icons.json", {"panelIcon": ICON, "groups": PAGES})))
    panel.open()
    for icon in [".brand .thumb", "#pages [data-picture=net]", "#s-net .thumb"]:
        box = page.locator(icon).bounding_box()
        assert box["width"] == box["height"] >= 20, icon
        drawn, text, mask = page.locator(icon).evaluate(
            """icon => [getComputedStyle(icon, "::before").backgroundColor,
                getComputedStyle(%s).color, getComputedStyle(icon, "::before").maskImage]"""
            % ("document.body" if colors == "forced" else "icon"))
        assert drawn == text and "base64" in mask, icon


def test_compact_rows_are_low_except_on_touch_screens(start, new_page, tmp_path):
    server = start(write(
        tmp_path / "dense.json", {"panelDensity": "compact", "groups": PAGES}))
    panel = PanelPage(new_page(), server)
    panel.open()
    assert panel.row("on").bounding_box()["height"] == 40
    assert panel.row("name").bounding_box()["height"] == 40
    panel = PanelPage(new_page(
        viewport={"width": 360, "height": 780}, has_touch=True, is_mobile=True), server)
    panel.open()
    assert panel.row("on").bounding_box()["height"] >= 56


def test_the_number_of_results_has_the_focus(server, new_page):
    panel = PanelPage(new_page(), server)
    panel.open("?q=inside")
    panel.until(lambda: panel.page.evaluate("document.activeElement.id") == "found", "it has")
    assert panel.page.locator("#found").inner_text() == "1 result for “inside”"


def test_an_older_message_does_not_clear_a_newer_one(panel):
    client = Client(panel.server.port)
    panel.page.clock.install()
    panel.open()
    voice = panel.page.locator("#voice")
    panel.page.locator("#c-wipe").evaluate("() => 0")
    panel.details("level")
    panel.page.locator("#i-level [data-copy]").first.wait_for()
    panel.page.context.grant_permissions(["clipboard-write"])
    panel.page.locator("#i-level [data-copy]").first.click()
    panel.until(lambda: voice.inner_text() == "Copied", "it is said")
    panel.page.clock.run_for(4_000)
    panel.page.locator("#i-level [data-copy]").first.click()
    panel.page.clock.run_for(2_000)
    assert voice.inner_text() == "Copied"
    panel.page.clock.run_for(4_000)
    assert voice.inner_text() == ""


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("control", ["edit_multiline", "edit_html"])
def test_text_of_several_lines_has_the_width_of_its_group(start, new_page, tmp_path, control, width):
    page = new_page(viewport={"width": width, "height": 800})
    panel = PanelPage(page, start(write(tmp_path / "panel.json", [
        {"groupKey": "group", "items": [{"itemKey": "story", "itemControlType": control}]}])))
    panel.open()
    group, text = (part.bounding_box() for part in (
        page.locator("#s-group .box"), panel.row("story").locator("textarea")))
    # The rest is the space at both ends.
    assert group["width"] - text["width"] <= 40, (group, text)


@pytest.mark.parametrize("layout", ["grouped", "plain"])
def test_a_group_is_a_box_or_plain(start, new_page, tmp_path, layout):
    panel = PanelPage(new_page(), start(
        write(tmp_path / f"{layout}.json", SCHEMA | {"panelLayout": layout})))
    panel.open()
    box = panel.page.locator("#s-house .box").evaluate(
        """box => { const { borderRadius, borderLeftWidth, backgroundColor } = getComputedStyle(box);
            return [borderRadius, borderLeftWidth, backgroundColor]; }""")
    if layout == "plain":
        assert box == ["0px", "0px", "rgba(0, 0, 0, 0)"]
    else:
        assert box[0] != "0px" and box[1] == "1px" and box[2] != "rgba(0, 0, 0, 0)"


FIXED = [{"groupKey": "g", "items": [
    {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 8080, "itemUnit": "ms"},
    {"itemKey": "folders", "itemControlType": "edit_list", "itemValue": ["/srv/films", "/srv/music"]},
    {"itemKey": "rooms", "itemControlType": "edit_table", "itemValue": [{"name": "Kitchen"}],
     "itemColumns": [{"itemKey": "name", "itemControlType": "edit_text"}]}]}]


@pytest.mark.parametrize("scripting", [True, False])
def test_read_only_rows_have_no_fields_but_selectable_text(
        start, new_page, tmp_path, scripting):
    for item in FIXED[0]["items"]:
        item["itemReadOnly"] = True
    page = new_page(java_script_enabled=scripting)
    panel = PanelPage(page, start(write(tmp_path / "fixed.json", FIXED)))
    panel.open()
    for key, text in ("port", "8080 ms"), ("folders", "/srv/films"), ("rooms", "Kitchen"):
        row = panel.row(key)
        assert row.locator("input, select, textarea, button").count() == 0, key
        assert "Read-only" in row.inner_text()
        # Three presses select a paragraph, as in any text.
        row.get_by_text(text).last.click(click_count=3)
        assert text.split()[0] in page.evaluate("getSelection().toString()"), key


def test_forced_colors_keep_edges_and_states(start, new_page, tmp_path):
    panel = PanelPage(new_page(forced_colors="active"), start(
        write(tmp_path / "forced.json", [{"groupKey": "g", "items": [
            {"itemKey": "on", "itemControlType": "switch", "itemValue": True},
            {"itemKey": "off", "itemControlType": "switch"},
            {"itemKey": "name", "itemControlType": "edit_text"},
            {"itemKey": "tone", "itemControlType": "choice", "itemOptions": ["a", "b", "c", "d", "e", "f"],
             "itemStyle": "list"}]}])))
    panel.open()
    canvas = panel.page.evaluate("getComputedStyle(document.body).backgroundColor")
    colors = """(node, part) => { const style = getComputedStyle(node, part);
        return [style.borderTopColor, style.backgroundColor, style.insetInlineStart]; }"""
    for key in "on", "off", "name", "tone":
        edge = panel.page.locator(f"#c-{key}, [name={key}]").last.evaluate(colors)[0]
        assert edge not in (canvas, "rgba(0, 0, 0, 0)"), key
    states = {}
    for key in "on", "off":
        # Colors and places change slowly, also when the page is loaded.
        field = panel.field(key)
        panel.until(lambda: field.evaluate("node => node.getAnimations({ subtree: true }).length") == 0,
                    f"{key} is at rest")
        track = field.evaluate(colors)
        thumb = field.evaluate(colors, "::before")
        assert thumb[1] != track[1], key
        states[key] = thumb[2]
    assert states["on"] != states["off"]
