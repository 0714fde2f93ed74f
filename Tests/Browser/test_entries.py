"""Lists and tables: entries are text until somebody is in one, and move by their handles."""

import pytest

from support.schemas import write

FOLDERS = ["/films", "/music", "/series"]
ROOMS = [
    {"name": "Studio", "light": 70, "tone": "#ffd9a0", "off": "22:30", "on": True},
    {"name": "Salon", "light": 40, "tone": "#ff9d6c", "off": "23:15", "on": False}]


def schema():
    return {"panelKey": "house", "panelLocales": ["en", "de"], "groups": [
        {"groupKey": "house", "items": [
            {"itemKey": "owner", "itemControlType": "edit_text"},
            {"itemKey": "folders", "itemControlType": "edit_list", "itemMinimumCount": 1,
             "itemElement": {"itemControlType": "edit_text", "itemPattern": "^/"},
             "itemValue": FOLDERS},
            {"itemKey": "rooms", "itemControlType": "edit_table",
             "itemColumns": [
                 {"itemKey": "name", "itemControlType": "edit_text", "itemTitle": "Name"},
                 {"itemKey": "light", "itemControlType": "edit_integer", "itemMaximum": 100, "itemValue": 50,
                  "itemUnit": "%", "itemTitle": "Light"},
                 {"itemKey": "tone", "itemControlType": "edit_color", "itemTitle": "Tone",
                  "itemValue": "#ffd9a0"},
                 {"itemKey": "off", "itemControlType": "edit_time", "itemRequired": True,
                  "itemTitle": "Until"},
                 {"itemKey": "on", "itemControlType": "switch", "itemTitle": "Heated"}],
             "itemValue": ROOMS},
            {"itemKey": "hosts", "itemControlType": "edit_list",
             "itemElement": {"itemControlType": "edit_text"}, "itemValue": []}]}]}


@pytest.fixture(params=["instant", "explicit"])
def mode(request):
    return request.param


@pytest.fixture
def server(start, tmp_path, mode):
    save = {"panelSave": "explicit"} if mode == "explicit" else {}
    return start(write(tmp_path / "house.json", schema() | save))


scripted = pytest.mark.parametrize("mode", ["instant"], indirect=True)
STANDS = """() => {
    const here = document.activeElement;
    return (here.closest("li, tr")?.id.slice(2) ?? "") + " " + (here.name || here.className);
}"""


def stands(panel):
    """The entry with the focus, and what has it there."""
    return panel.page.evaluate(STANDS).strip()


def said(panel):
    return panel.page.locator("#voice").inner_text()


def keys(panel, *names):
    for name in names:
        panel.page.keyboard.press(name)
    panel.idle()


def grip(panel, key, place):
    return panel.entry(key, place).locator(".grip")


def saved(panel, client, key, mode):
    """What is saved; where Save decides, after it."""
    if mode == "explicit":
        assert client.revision == 0
        panel.save()
    panel.idle()
    return client.value(key)


def test_an_entry_is_one_stop_until_it_is_entered(panel):
    panel.field("owner").focus()
    places = []
    for _ in range(7):
        keys(panel, "Tab")
        places.append(stands(panel))
    assert places == ["folders.0 grip", "folders.1 grip", "folders.2 grip", "_add",
                      "rooms.0 grip", "rooms.1 grip", "_add"]


def test_enter_and_f2_enter_a_row_and_escape_leaves_it(panel, client):
    for key in ("Enter", "F2"):
        grip(panel, "rooms", 1).focus()
        keys(panel, key)
        assert stands(panel) == "rooms.1 rooms[1][name]"
        keys(panel, "Tab")
        assert stands(panel) == "rooms.1 rooms[1][light]"
        keys(panel, "Escape")
        panel.until(lambda: stands(panel) == "rooms.1 grip", "the row is left")
    keys(panel, "Tab")
    assert stands(panel) == "_add"
    assert client.revision == 0


@pytest.mark.parametrize("key, name", [("folders", "folders[1]"), ("rooms", "rooms[1][name]")])
def test_done_keeps_what_was_typed_and_cancel_takes_it_back(panel, client, mode, key, name):
    field = panel.page.locator(f"[name='{name}']")
    first = field.input_value()
    entry = panel.page.locator(f"[id='s-{key}.1']")
    assert entry.locator(".leave").count() == 0
    for answer, text in [("Cancel", first), ("Done", "/other"), ("Cancel", "/other")]:
        grip(panel, key, 1).click()
        field.fill("/" + answer if answer == "Cancel" else "/other")
        entry.get_by_role("button", name=answer, exact=True).click()
        panel.idle()
        assert stands(panel) == f"{key}.1 grip"
        assert field.input_value() == text and entry.locator(".leave").is_hidden()
    unsaved = panel.page.locator("[data-unsaved]").count()
    assert unsaved == (0 if mode == "instant" else 1)
    grip(panel, key, 1).focus()
    keys(panel, "Space", "ArrowUp", "Space")
    values = saved(panel, client, key, mode)
    assert values[0] == ("/other" if key == "folders" else ROOMS[1] | {"name": "/other"})


def test_cancel_leaves_the_other_entries_as_they_are(panel, client):
    """Also with a new one, which goes."""
    panel.page.locator("[name='folders[0]']").fill("/first")
    panel.row("folders").locator(".add").click()
    panel.page.keyboard.type("/new")
    panel.row("folders").get_by_role("button", name="Cancel", exact=True).locator("visible=true").last.click()
    panel.idle()
    fields = panel.row("folders").locator("input:visible")
    assert fields.evaluate_all("all => all.map(one => one.value)") == ["/first", *FOLDERS[1:]]
    assert stands(panel) == "_add"


FIELDS = "all => all.map(one => one.value)"


def texts(panel):
    return panel.row("folders").locator("li:not(.new) input").evaluate_all(FIELDS)


def cancel(panel, place):
    panel.page.locator(f"[id='s-folders.{place}']").get_by_role("button", name="Cancel", exact=True).click()


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_cancel_brings_back_what_was_moved_with_its_entry(panel):
    grip(panel, "folders", 0).click()
    panel.page.keyboard.type("/edited")
    grip(panel, "folders", 0).focus()
    keys(panel, "Space", "ArrowDown", "Space")
    assert texts(panel) == ["/music", "/edited", "/series"]
    for place in (0, 1):
        if not panel.page.locator(f"[id='s-folders.{place}'] .leave").is_visible():
            grip(panel, "folders", place).click()
        cancel(panel, place)
    assert texts(panel) == ["/music", "/films", "/series"]


@pytest.mark.parametrize("theirs", [["/films", "/two", "/series"], ["/zero", *FOLDERS]])
def test_cancel_takes_back_nothing_of_others(panel, client, theirs):
    grip(panel, "folders", 1).click()
    client.changed({f"folders[{place}]": text for place, text in enumerate(theirs)})
    panel.until(lambda: texts(panel) == theirs, "the page follows")
    open_entry = panel.row("folders").locator("li[data-open]").get_attribute("id")
    cancel(panel, open_entry[-1])
    panel.field("owner").focus()
    panel.idle()
    assert texts(panel) == theirs and client.revision == 1
    assert panel.page.locator("[data-unsaved]").count() == 0


@scripted
def test_cancel_takes_back_what_was_refused(panel, client):
    grip(panel, "folders", 0).click()
    panel.page.keyboard.type("relative")
    panel.row("folders").get_by_role("button", name="Done").locator("visible=true").click()
    panel.until(lambda: panel.error("folders"), "it is refused")
    cancel(panel, 0)
    panel.until(lambda: not panel.error("folders"), "it is right again")
    assert texts(panel) == FOLDERS and client.revision == 0


def test_a_press_below_an_open_entry_counts(panel):
    """The entry closes after it, so that nothing moves under the pointer."""
    grip(panel, "rooms", 1).click()
    button = panel.row("hosts").locator(".add")
    box = button.bounding_box()
    panel.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert stands(panel) == "hosts.0 hosts[0]"


BORDER = "field => getComputedStyle(field).borderTopColor"


def test_an_entry_at_rest_has_no_edges(panel):
    field = panel.page.locator("[name='rooms[0][light]']")
    assert field.evaluate(BORDER) == "rgba(0, 0, 0, 0)"
    panel.page.locator("[name='rooms[0][name]']").click()
    assert field.evaluate(BORDER) != "rgba(0, 0, 0, 0)"
    panel.page.locator("[name='rooms[1][name]']").click()
    panel.until(lambda: field.evaluate(BORDER) == "rgba(0, 0, 0, 0)", "it is at rest again")


def test_an_entry_moves_by_keys(panel, client, mode):
    grip(panel, "folders", 0).focus()
    keys(panel, "Space")
    assert said(panel) == "/films, 1 of 3"
    keys(panel, "ArrowDown", "ArrowDown", "ArrowDown")
    assert said(panel) == "/films, 3 of 3"
    keys(panel, "Home", "End", "ArrowUp")
    assert client.revision == 0
    keys(panel, "Space")
    assert said(panel) == "/films, 2 of 3"
    assert stands(panel) == "folders.1 grip"
    assert saved(panel, client, "folders", mode) == ["/music", "/films", "/series"]


def test_escape_takes_a_move_back(panel, client):
    grip(panel, "rooms", 1).focus()
    keys(panel, "Space", "ArrowUp")
    assert said(panel) == "Salon, 1 of 2"
    keys(panel, "Escape")
    assert said(panel) == "Salon, 2 of 2"
    ids = panel.row("rooms").locator("tbody tr").evaluate_all("all => all.map(one => one.id)")
    assert ids[:2] == ["s-rooms.0", "s-rooms.1"]
    assert client.revision == 0
    assert panel.page.locator("#unsaved").is_hidden()


def test_a_row_moves_with_all_its_fields_to_any_place(panel, client, mode):
    grip(panel, "rooms", 0).focus()
    keys(panel, "Space", "End", "Enter")
    assert saved(panel, client, "rooms", mode) == ROOMS[::-1]


@pytest.mark.parametrize("key, place, to, wanted", [
    ("folders", 0, 2, ["/music", "/series", "/films"]),
    ("folders", 2, 0, ["/series", "/films", "/music"]),
    ("folders", 1, 1, FOLDERS), ("rooms", 1, 0, ROOMS[::-1])])
def test_an_entry_moves_by_the_pointer(panel, client, mode, key, place, to, wanted):
    panel.row(key).scroll_into_view_if_needed()
    boxes = [grip(panel, key, at).bounding_box() for at in (place, to)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    mouse = panel.page.mouse
    mouse.move(*middles[0])
    mouse.down()
    mouse.move(middles[0][0], middles[0][1] + 8)
    mouse.move(middles[1][0], middles[1][1] + (9 if to > place else -9), steps=5)
    mouse.up()
    panel.idle()
    if wanted == FOLDERS:
        assert client.revision == 0
    else:
        assert saved(panel, client, key, mode) == wanted


def test_add_shows_an_empty_entry_with_the_focus(panel, client, mode):
    assert panel.row("hosts").locator(".new").is_hidden()
    panel.row("hosts").locator(".add").click()
    assert stands(panel) == "hosts.0 hosts[0]"
    panel.page.keyboard.type("a.example")
    panel.row("hosts").locator(".add").click()
    panel.idle()
    assert stands(panel) == "hosts.1 hosts[1]"
    # An empty entry goes when it is left.
    panel.field("owner").focus()
    panel.until(lambda: panel.entry("hosts", 1).is_hidden(), "the empty entry goes")
    assert saved(panel, client, "hosts", mode) == ["a.example"]


def hold(panel):
    """Keeps what is posted from the server until it is let through: `let(count)`."""
    held = []
    panel.page.route("**/", lambda route: held.append(route)
                     if route.request.method == "POST" else route.continue_())

    def let(count=1):
        for _ in range(count):
            panel.until(lambda: held, "something is posted")
            held.pop(0).continue_()
    return let


ADDING = [("hosts", "", 0), ("rooms", "[name]", len(ROOMS))]


@scripted
@pytest.mark.parametrize("key, cell, first", ADDING)
def test_what_is_typed_while_an_entry_is_saved_stays(panel, client, key, cell, first):
    let = hold(panel)
    row = panel.row(key)
    for place, text in enumerate(["one", "two"], first):
        row.locator(".add").click()
        assert stands(panel) == f"{key}.{place} {key}[{place}]{cell}"
        panel.page.keyboard.type(text)
        if cell:
            panel.page.locator(f"[name='rooms[{place}][off]']").fill("20:00")
        panel.page.keyboard.press("Enter")
    row.locator(".add").click()
    panel.page.keyboard.type("thr")
    here = stands(panel)
    # The second request must not take with it what is half typed.
    for count in (first + 1, first + 2):
        let()
        panel.until(lambda: len(client.value(key) or []) == count, "one more is saved")
        assert stands(panel) == here
        panel.page.keyboard.type("e")
    panel.idle()
    if cell:
        panel.page.locator(f"[name='rooms[{first + 2}][off]']").fill("20:00")
    panel.page.keyboard.press("Enter")
    let()
    panel.until(lambda: len(client.value(key) or []) == first + 3, "the third is saved")
    texts = [entry["name"] if cell else entry for entry in client.value(key)[first:]]
    assert texts == ["one", "two", "three"]
    panel.idle()
    assert panel.page.locator("[data-unsaved]").count() == 0


@scripted
def test_entries_added_while_one_is_refused_stay(panel, client):
    let = hold(panel)
    row = panel.row("folders")
    for text in ("relative", "/b"):
        row.locator(".add").click()
        panel.page.keyboard.type(text)
        panel.page.keyboard.press("Enter")
    row.locator(".add").click()
    panel.page.keyboard.type("/c")
    let(2)
    panel.idle()
    assert panel.error("folders").endswith("Entry 4: Folders must be in the right format")
    assert stands(panel) == "folders.5 folders[5]"
    panel.page.keyboard.type("/d")
    panel.entry("folders", 3).locator("input").fill("/a")
    panel.page.keyboard.press("Enter")
    let()
    panel.until(lambda: client.value("folders") == [*FOLDERS, "/a", "/b", "/c/d"], "all are saved")


@scripted
def test_what_is_typed_while_an_entry_is_refused_stays(panel, client):
    let = hold(panel)
    row = panel.row("folders")
    for text in ("relative", "/home"):
        row.locator(".add").click()
        panel.page.keyboard.type(text)
        if text == "relative":
            panel.page.keyboard.press("Enter")
    let()
    panel.until(lambda: panel.error("folders"), "it is refused")
    assert stands(panel) == "folders.4 folders[4]"
    panel.page.keyboard.type("/ada")
    panel.entry("folders", 3).locator("input").fill("/right")
    panel.page.keyboard.press("Enter")
    let()
    panel.until(lambda: client.value("folders") == [*FOLDERS, "/right", "/home/ada"],
                "both are saved")


@scripted
def test_the_empty_entry_with_the_focus_does_not_become_what_others_add(panel, client):
    panel.row("hosts").locator(".add").click()
    client.changed({"hosts[0]": "theirs", "owner": "Eve"})
    panel.until(lambda: panel.field("owner").input_value() == "Eve", "the others are heard")
    panel.page.keyboard.type("mine")
    assert stands(panel) == "hosts.1 hosts[1]"
    keys(panel, "Enter")
    panel.until(lambda: client.value("hosts") == ["theirs", "mine"], "both are there")


@scripted
@pytest.mark.parametrize("key", ["Escape", "Discard"])
def test_discarded_entries_go(panel, client, key):
    """Of two that wait for a connection, and one that is typed."""
    panel.page.route("**/", lambda route: route.abort())
    row = panel.row("folders")
    for text in ("/a", "/b", "/c"):
        row.locator(".add").click()
        panel.page.keyboard.type(text)
        keys(panel, "Enter")
    assert row.locator("li:visible").count() == 6
    row.locator(".add").click()
    panel.page.keyboard.type("/d")
    if key == "Escape":
        # Of an entry only its own text, beside the entries all of them.
        keys(panel, key)
        panel.until(lambda: row.locator("li:visible").count() == 6, "it is gone")
        grip(panel, "folders", 4).click()
        keys(panel, key)
        panel.until(lambda: row.locator("li:visible").count() == 5, "the one is gone")
        row.locator(".add").focus()
        keys(panel, key)
    else:
        row.get_by_role("button", name="Discard").click()
    panel.until(lambda: row.locator("li:visible").count() == 3, "they are gone")
    assert panel.page.locator("[data-unsaved]").count() == 0
    row.locator(".add").click()
    panel.until(lambda: stands(panel) == "folders.3 folders[3]", "the next follows the last")


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
@pytest.mark.parametrize("key, place, text, wanted", [
    ("folders", 3, "/d", [*FOLDERS, "/d"]), ("folders", 1, "/b", ["/films", "/b", "/series"]),
    ("rooms", 1, "Attic", ["Studio", "Attic"])])
def test_enter_closes_an_entry_that_save_saves(panel, client, mode, key, place, text, wanted):
    if place == 3:
        panel.row(key).locator(".add").click()
    else:
        grip(panel, key, place).press("F2")
    panel.page.keyboard.type(text)
    keys(panel, "Enter")
    assert panel.entry(key, place).get_attribute("data-open") is None
    assert panel.entry(key, place).is_visible()
    assert stands(panel) == f"{key}.{place} grip"
    assert panel.page.locator("#unsaved").inner_text() == "1 unsaved change"
    # Enter in the empty entry only closes it.
    panel.row(key).locator(".add").click()
    keys(panel, "Enter")
    assert panel.row(key).locator(".new").is_hidden()
    found = saved(panel, client, key, mode)
    assert [entry["name"] for entry in found] == wanted if key == "rooms" else found == wanted


def test_an_entry_that_is_not_saved_can_be_removed(panel, client):
    panel.row("folders").locator(".add").click()
    panel.page.keyboard.type("relative")
    panel.entry("folders", 3).locator(".del").click()
    assert panel.entry("folders", 3).is_hidden()
    assert stands(panel) == "folders.2 grip"
    assert panel.page.locator("#unsaved").is_hidden()
    assert client.revision == 0


@scripted
def test_a_refused_entry_can_be_removed(panel, client):
    panel.row("folders").locator(".add").click()
    panel.page.keyboard.type("relative")
    keys(panel, "Enter")
    assert panel.error("folders").endswith("Entry 4: Folders must be in the right format")
    panel.entry("folders", 3).locator(".del").click()
    panel.until(lambda: panel.error("folders") is None, "the problem goes with it")
    assert panel.row("folders").locator("li:visible").count() == 3
    assert client.revision == 0


@scripted
def test_only_the_wrong_cell_is_marked_and_gets_the_focus(panel, client):
    panel.row("rooms").locator(".add").click()
    panel.page.keyboard.type("Attic")
    keys(panel, "Enter")
    assert panel.error("rooms").endswith("Row 3: “Until” is missing")
    wrong = panel.row("rooms").locator("[aria-invalid]")
    assert wrong.evaluate_all("all => all.map(one => one.name)") == ["rooms[2][off]"]
    assert stands(panel) == "rooms.2 rooms[2][off]"
    name, light, off = (panel.page.locator(f"[name='rooms[2][{part}]']").evaluate(BORDER)
                        for part in ("name", "light", "off"))
    assert name == light != off
    panel.page.locator("[name='rooms[2][off]']").fill("21:00")
    keys(panel, "Enter")
    assert [room["name"] for room in client.value("rooms")] == ["Studio", "Salon", "Attic"]


def test_the_last_entries_cannot_be_removed(panel, client):
    remove = panel.entry("folders", 0).locator(".del")
    assert remove.is_enabled()
    for place in (2, 1):
        panel.entry("folders", place).locator(".del").click()
        panel.idle()
    assert remove.is_disabled()
    assert remove.get_attribute("title") == "There must be at least 1 entry"
    panel.move("rooms", 0, 1)
    assert panel.entry("rooms", 0).locator(".del").is_enabled()


@scripted
def test_on_a_phone_a_row_is_one_line_that_opens(panel):
    panel.page.set_viewport_size({"width": 390, "height": 800})
    lines = panel.row("rooms").locator(".brief:visible")
    assert lines.all_inner_texts() == ["Studio · 70 % · 10:30 PM · Heated", "Salon · 40 % · 11:15 PM"]
    assert panel.row("rooms").locator("tbody :is(input, select):visible").count() == 0
    assert panel.entry("rooms", 0).bounding_box()["height"] < 60
    lines.first.click()
    assert stands(panel) == "rooms.0 rooms[0][name]"
    assert lines.first.get_attribute("aria-expanded") == "true"
    panel.page.locator("[name='rooms[0][name]']").fill("Hall")
    lines.first.click()
    assert lines.first.inner_text() == "Hall · 70 % · 10:30 PM · Heated"
    assert panel.page.locator("[name='rooms[0][light]']").is_hidden()


@scripted
def test_without_scripting_all_fields_and_buttons_are_there(start, server, new_page):
    from support.panel_page import PanelPage
    panel = PanelPage(new_page(java_script_enabled=False), server)
    panel.open()
    assert panel.page.locator(".grip:visible, .brief:visible").count() == 0
    assert panel.row("folders").locator("li:visible").count() == 4
    assert panel.row("folders").locator(".up:visible").count() == 3
    assert panel.row("folders").locator(".del:visible").count() == 3
    panel.move("folders", 2, -2)
    assert panel.page.locator("[name='folders[0]']").input_value() == "/series"


def test_scripts_move_an_entry_to_any_place(server, client):
    client.post({"_move": "folders[2]:0"})
    assert client.value("folders") == ["/series", "/films", "/music"]
