"""No row moves for a result: it stands beside the settings or below them. The row of an error grows."""

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
        [...document.querySelectorAll("h1, h2, .row[id], .foot")].filter(
            (node) => node.checkVisibility()).map((node) => {
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
    assert panel.submit(panel.row("disk").get_by_role("button", name="Save").click) == 200
    assert panel.page.locator("#restart").is_visible()
    # The row itself may say it in one line more.
    assert set(moved(panel, before)) <= {"s-disk", "f-second", "footerend"}
    saved, before = before, boxes(panel)
    panel.field("pin").fill("1234")
    assert panel.submit(lambda: panel.page.keyboard.press("Enter")) == 200
    assert moved(panel, before) == {}
    assert panel.reset("port") == 200
    assert moved(panel, before) == {}
    panel.reset_all()
    assert panel.answer_yes() == 200
    assert moved(panel, saved) == {}


def test_no_row_moves_when_an_older_value_is_reset(panel):
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


def test_only_rows_below_an_error_move(panel):
    before = boxes(panel)
    assert type_into(panel, "port", "many") == 422
    assert "whole number" in panel.error("port")
    after = boxes(panel)
    grown = after["s-port"][3] - before["s-port"][3]
    assert 10 < grown < 100
    ids = [key for key in before if key.startswith("s-")]
    place = ids.index("s-port")
    for key in ids[:place]:
        assert after[key] == pytest.approx(before[key], abs=0.5), key
    for key in ids[place + 1:]:
        assert after[key][1] - before[key][1] == pytest.approx(grown, abs=0.5), key
    assert type_into(panel, "port", "90") == 200
    assert panel.error("port") is None
    assert moved(panel, before) == {}


# An item of each kind, and a text that it rejects.
REJECTED = [
    ("~", {"itemControlType": "edit_text", "itemPattern": "^[a-z]+$"}),
    ("long", {"itemControlType": "edit_multiline", "itemMaximumLength": 3}),
    ("", {"itemControlType": "edit_html", "itemRequired": True, "itemValue": "a"}),
    ("~", {"itemControlType": "edit_integer", "itemUnit": "ms", "itemMinimum": 1, "itemMaximum": 9}),
    ("~", {"itemControlType": "edit_decimal"}),
    ("99", {"itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 9, "itemValue": 3}),
    ("99", {"itemControlType": "stepper", "itemMinimum": 0, "itemMaximum": 9, "itemValue": 3}),
    ("~", {"itemControlType": "edit_date"}), ("~", {"itemControlType": "edit_time"}),
    ("~", {"itemControlType": "edit_datetime"}), ("~", {"itemControlType": "edit_duration"}),
    ("~", {"itemControlType": "edit_url"}), ("~", {"itemControlType": "edit_color"}),
    ("~", {"itemControlType": "choice", "itemOptions": ["one", "two"]}),
    ("~", {"itemControlType": "choice", "itemOptions": [f"option {n}" for n in range(9)]}),
    ("~", {"itemControlType": "choices", "itemOptions": ["one", "two"]}),
    ("~", {"itemControlType": "picker", "itemOptions": ["one"], "itemPattern": "^[a-z]+$"}),
    ("~", {"itemControlType": "segment", "itemOptions": ["one", "two"]}),
    ("~", {"itemControlType": "switch"}),
    ('["~"]', {"itemControlType": "edit_list",
               "itemElement": {"itemControlType": "edit_text", "itemPattern": "^[a-z]+$"}}),
    ('[{"port": "~"}]', {"itemControlType": "edit_table", "itemColumns": [
        {"itemKey": "port", "itemControlType": "edit_integer"}]}),
    ("~", {"itemControlType": "edit_password", "itemMinimumLength": 4}),
    ("~", {"itemControlType": "edit_text", "itemObscured": True, "itemMinimumLength": 4}),
]

# The sentences of errors in the page, or of one row, that are hidden or cut, or that meet other text or a field.
COVERED = """(id) => {
    const found = [];
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    // The bars are fixed in the window, over what has not been scrolled out from under them.
    const isShown = (node) => !node.closest(".sr, .err, #result, .ways")
        && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const rects = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode } = texts;
        if (!currentNode.data.trim() || !isShown(currentNode.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(currentNode);
        for (const rect of range.getClientRects()) rects.push([currentNode.data, rect]);
    }
    for (const field of document.querySelectorAll("input:not([type=hidden]), select, textarea, button")) {
        if (isShown(field)) rects.push([field.name, field.getBoundingClientRect()]);
    }
    for (const error of document.querySelectorAll(id ? `[id="${id}"] .err` : ".row .err")) {
        const box = error.getBoundingClientRect();
        if (!error.checkVisibility() || box.height < 10 || getComputedStyle(error).clipPath !== "none") {
            found.push(`${error.id} is hidden`);
        }
        if (error.scrollWidth > error.clientWidth) found.push(`${error.id} is cut`);
        for (const [text, rect] of rects) {
            if (meet(box, rect)) found.push(`${error.id} meets ${text}`);
        }
    }
    return found;
}"""


# The rows whose label is not above their fields, or beside them.
BELOW = """() => [...document.querySelectorAll(".row[id]:has(.err)")].filter((row) => {
    const label = row.querySelector("label, legend").getBoundingClientRect();
    const field = [...row.querySelectorAll(".ctl, input:not([type=hidden]), select")].find(
        (one) => one.checkVisibility())?.getBoundingClientRect();
    return label.top > field?.bottom;
}).map((row) => row.id)"""


@pytest.mark.parametrize("help_text", ["", "A sentence that explains this setting."], ids=["bare", "help"])
def test_no_error_covers_text(new_page, start, tmp_path, help_text):
    items = [{"itemKey": f"k{number}", "itemTitle": f"Setting {number}"} | item
             | ({"itemHelp": help_text} if help_text else {})
             for number, (_, item) in enumerate(REJECTED)]
    server = start(write(tmp_path / "kinds.json", [{"groupKey": "kinds", "items": items}]))
    page = new_page(viewport={"width": 1280, "height": 900})
    panel = PanelPage(page, server)
    panel.open()
    # A post by the browser itself, so that the page comes with all errors at once.
    with page.expect_navigation():
        page.evaluate("""(values) => {
            const form = Object.assign(document.createElement("form"), { method: "post", action: "/" });
            for (const [name, value] of values) {
                form.append(Object.assign(document.createElement("textarea"), { name, value }));
            }
            document.body.append(form);
            HTMLFormElement.prototype.submit.call(form);
        }""", [[f"k{number}", text] for number, (text, _) in enumerate(REJECTED)])
    panel.idle()
    rows = page.locator(".row[id]:has(.err)").evaluate_all("(rows) => rows.map((row) => row.id)")
    assert rows == [f"s-k{number}" for number in range(len(REJECTED))]
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(COVERED, None) == [], width
        assert page.evaluate(BELOW) == [], width
        for row in rows:
            page.locator(f"[id='{row}']").evaluate(
                "(row) => row.querySelector('input:not([type=hidden]), select, textarea').focus()")
            assert page.evaluate(COVERED, row) == [], (width, row)


def test_the_list_of_pages_marks_a_problem_until_it_is_fixed(new_page, start, tmp_path):
    schema = {"panelKey": "house", "groups": [
        {"groupKey": "first", "items": [
            {"itemKey": "delay", "itemTitle": "Delay", "itemControlType": "edit_integer",
             "itemMaximum": 9, "itemValue": 3},
            {"itemKey": "more", "itemControlType": "page", "groups": [
                {"groupKey": "second", "items": [
                    {"itemKey": "bell", "itemControlType": "switch"}]}]}]}]}
    page = new_page(viewport={"width": 1280, "height": 900})
    panel = PanelPage(page, start(write(tmp_path / "house.json", schema)))
    panel.open()
    marks = page.locator("#pages [aria-current=page] .wrong")
    for number in range(6):
        assert type_into(panel, "delay", f"{number + 5}000") == 422
        assert marks.count() == 1 and marks.inner_text().strip() == "1 problem"
    assert type_into(panel, "delay", "4") == 200
    assert marks.count() == 0
    assert page.locator("#pages ul").first.evaluate("(list) => getComputedStyle(list).listStyleType") == "none"


def test_the_bar_repeats_the_problem_as_a_link(panel):
    assert type_into(panel, "port", "many") == 422
    link = panel.page.locator("#result .count a")
    assert link.inner_text() in panel.error("port")
    link.click()
    assert panel.field("port").evaluate("(node) => node === document.activeElement")


def test_the_bar_can_be_closed_and_appears_for_the_next_change(panel):
    bar = panel.page.locator("#result")
    undo = panel.page.locator("#undo button")
    assert not undo.count() and not bar.locator(".close").is_visible()
    press(panel, "last")
    assert undo.is_visible() and undo.get_attribute("aria-label") == "Undo “Last”: back to Off"
    assert undo.inner_text() == "Undo"
    height = panel.page.viewport_size["height"]
    box = bar.bounding_box()
    # It takes room in the list beside the page, or the place of the bar at the bottom.
    ways = panel.page.locator(".ways").bounding_box()
    if panel.page.viewport_size["width"] > 960:
        assert box["x"] + box["width"] <= 256 and box["y"] + box["height"] <= ways["y"]
        assert box["y"] >= panel.page.locator(".find").bounding_box()["y"] + 36
    else:
        assert (box["y"], box["height"], box["y"] + box["height"]) == (ways["y"], 56, height)
    bar.locator(".close").click()
    assert not undo.is_visible() and not bar.locator(".close").is_visible()
    # The change can still be undone by its key.
    panel.page.locator("h1").click()
    assert panel.submit(lambda: panel.page.keyboard.press("Control+z")) == 200
    assert bar.locator(".close").is_visible() and undo.inner_text() == "Redo"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_result_goes_after_a_while_and_a_problem_stays(panel, motion):
    panel.page.emulate_media(reduced_motion=motion)
    panel.page.clock.install()
    panel.open()
    press(panel, "bell")
    status, undo = panel.page.locator("#status"), panel.page.locator("#undo")
    panel.page.locator("#status").hover()
    panel.page.clock.run_for(9_000)
    assert status.is_visible() and undo.is_visible()
    panel.page.mouse.move(5, 5)
    panel.page.clock.run_for(9_000)
    status.wait_for(state="hidden")
    assert not undo.is_visible()
    panel.page.locator("h1").click()
    assert panel.submit(lambda: panel.page.keyboard.press("Control+z")) == 200
    assert status.is_visible()
    assert type_into(panel, "port", "many") == 422
    panel.page.clock.run_for(20_000)
    assert panel.page.locator("#result .count").is_visible()


def test_a_row_under_the_bar_moves_on(new_page, start, tmp_path):
    page = new_page(viewport={"width": 500, "height": 500})
    panel = PanelPage(page, start(write(tmp_path / "house.json", GROUPS)))
    panel.open()
    for key in ("bell", "name", "port"):
        panel.row(key).evaluate("(row) => scrollBy(0, row.getBoundingClientRect().bottom - innerHeight)")
        before = panel.row(key).bounding_box()["y"]
        if key == "bell":
            panel.field(key).click()
        else:
            panel.field(key).fill("7")
            page.keyboard.press("Enter")
        panel.idle()
        panel.until(lambda: page.locator("#result").is_visible(), "it is answered")
        page.wait_for_timeout(50)
        row, bar = panel.row(key).bounding_box(), page.locator("#result").bounding_box()
        assert row["y"] <= before
        assert row["y"] + row["height"] <= bar["y"], key


def test_without_javascript_a_save_shows_the_row_and_the_bar(
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
