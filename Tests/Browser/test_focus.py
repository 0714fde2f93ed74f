"""The focus is never lost: a button that the answer takes away hands it on."""

import pytest

from support.schemas import write

FILE = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"}


@pytest.fixture(params=["instant", "explicit"])
def mode(request):
    return request.param


scripted = pytest.mark.parametrize("mode", ["instant"], indirect=True)


def schema():
    return {"panelKey": "house", "panelTitle": "House", "panelLocales": ["en", "de"], "groups": [
        {"groupKey": "house", "groupTitle": "House", "items": [
            {"itemKey": "folders", "itemControlType": "edit_list", "itemTitle": "Folders",
             "itemElement": {"itemControlType": "edit_text"}, "itemValue": ["a", "b", "c"]},
            {"itemKey": "rooms", "itemControlType": "edit_table", "itemTitle": "Rooms",
             "itemColumns": [{"itemKey": "name", "itemControlType": "edit_text"},
                             {"itemKey": "on", "itemControlType": "switch"}],
             "itemValue": [{"name": "Hall", "on": True}, {"name": "Loft", "on": False}]},
            {"itemKey": "tone", "itemControlType": "picker", "itemTitle": "Tone",
             "itemOptions": ["low", "high"], "itemValue": "low", "itemAdds": True,
             "itemPattern": "^[a-z]+$"},
            {"itemKey": "owner", "itemControlType": "edit_text", "itemTitle": "Owner"},
            {"itemKey": "light", "itemControlType": "switch", "itemTitle": "Light"},
            {"itemKey": "photo", "itemControlType": "edit_file", "itemTitle": "Photo"}]}]}


@pytest.fixture
def server(start, tmp_path, mode):
    save = {"panelSave": "explicit"} if mode == "explicit" else {}
    return start(write(tmp_path / "house.json", schema() | save))


FOCUSED = """() => {
    const { localName, name, id, value } = document.activeElement;
    return localName === "button" ? `${name}=${value}` : name || id || localName;
}"""


HANDLE = """() => document.activeElement.matches(".grip")
    ? document.activeElement.closest("li, tr").id : ""
"""


def press(panel, name, value):
    """Presses a button by the keyboard; what has the focus then."""
    button = panel.page.locator(f"button[name={name}][value='{value}']")
    button.focus()
    panel.page.keyboard.press("Enter")
    panel.idle()
    return panel.page.evaluate(FOCUSED)


@pytest.mark.parametrize("key, part", [("folders", ""), ("rooms", "[name]")])
def test_add_focuses_the_field_of_a_new_entry(panel, key, part):
    count = panel.page.locator(f"#s-{key} :is(li, tbody tr):not(.new)").count()
    # With scripting the empty entry is shown by the button that adds it.
    assert press(panel, "_add", key) == f"{key}[{count}]{part}"
    panel.page.locator(f"[name='{key}[{count}]{part}']").fill("x")
    assert press(panel, "_add", key) == f"{key}[{count + 1}]{part}"
    # An empty one is not added, and is where a person goes on.
    assert press(panel, "_add", key) == f"{key}[{count + 1}]{part}"


def test_the_focus_follows_an_entry_that_moves(panel):
    panel.move("folders", 0, 2)
    texts = [panel.page.locator(f"[name='folders[{place}]']").input_value() for place in range(3)]
    assert texts == ["b", "c", "a"]
    assert panel.page.evaluate(HANDLE) == "s-folders.2"
    panel.move("rooms", 1, -1)
    assert panel.page.evaluate(HANDLE) == "s-rooms.0"


def test_a_removal_focuses_the_neighbor(panel, mode):
    press(panel, "_remove", "folders[1]")
    assert panel.page.evaluate(HANDLE) == f"s-folders.{2 if mode == 'explicit' else 1}"
    press(panel, "_remove", "rooms[1]")
    assert panel.page.evaluate(HANDLE) == "s-rooms.0"


@scripted
def test_a_reset_focuses_the_field(panel, client):
    client.changed({"owner": "Ada", "light": "YES"})
    panel.open()
    assert press(panel, "_reset", "owner") == "owner"
    assert press(panel, "_reset", "light") == "light"


@scripted
@pytest.mark.parametrize("values", [{"owner": "Ada"}, {"owner": "Ada", "light": "YES"}],
                         ids=["one", "several"])
def test_a_reset_of_a_group_or_page_keeps_the_focus(panel, client, values):
    """Of one setting it is done at once, of more there is a question first."""
    client.changed(values)
    panel.open()
    scopes = panel.page.evaluate(
        "[...document.querySelectorAll('button[name=_reset]')].map(it => it.value)")
    scopes = [scope for scope in scopes if scope not in values]
    assert scopes
    for scope in scopes:
        client.changed(values)
        panel.open()
        menu = panel.page.locator(f".of:has([name=_reset][value='{scope}']) summary")
        menu.focus()
        panel.page.keyboard.press("Enter")
        press(panel, "_reset", scope)
        if len(values) > 1:
            # The question lists what its menu does, and the menu is closed behind it.
            assert panel.page.locator(".of[open]").count() == 0
            assert panel.page.locator("dialog li").count() >= 2
            panel.answer_yes()
            panel.idle()
        assert [client.value(key) for key in values] == [None] * len(values)
        assert panel.page.evaluate("document.activeElement !== document.body"), scope


@scripted
def test_removing_a_file_focuses_its_field(panel, client):
    panel.field("photo").set_input_files(FILE)
    panel.idle()
    assert press(panel, "_reset", "photo") == "photo"
    assert client.value("photo") is None


@scripted
def test_a_rejected_custom_value_keeps_the_focus(panel):
    panel.field("tone").select_option("own")
    own = panel.page.locator("[name='tone[own]']")
    own.fill("UP")
    own.press("Enter")
    panel.idle()
    assert panel.error("tone")
    assert panel.page.evaluate(FOCUSED) == "tone[own]"


@scripted
def test_undo_keeps_the_focus_on_its_button(panel, client):
    panel.field("light").click()
    panel.idle()
    button = panel.page.locator("#undo button")
    for _ in range(2):
        button.focus()
        panel.page.keyboard.press("Enter")
        panel.idle()
        assert panel.page.evaluate("document.activeElement.name") == "_undo"


def test_a_link_to_a_setting_focuses_its_field(panel):
    panel.open("s/owner")
    panel.until(lambda: panel.page.evaluate(FOCUSED) == "owner", "the field has the focus")


def asked(panel):
    """What the page asks before it is left."""
    questions = []
    panel.page.on("dialog", lambda dialog: questions.append(dialog.type))
    return questions


@scripted
@pytest.mark.parametrize("link", [".brand", ".lang a[lang=de]"])
def test_a_link_waits_for_a_save_in_progress(panel, client, link):
    questions = asked(panel)
    held = []
    panel.page.route("**/*", lambda route: held.append(route)
                     if route.request.method == "POST" else route.continue_())
    panel.field("owner").fill("Ada")
    if "lang" in link:
        panel.page.locator(".lang summary").click()
    panel.page.locator(link).click(no_wait_after=True)
    panel.until(lambda: held, "it is being saved")
    with panel.page.expect_navigation():
        held[0].continue_()
    assert questions == []
    assert client.value("owner") == "Ada"
    assert panel.field("owner").input_value() == "Ada"


@scripted
def test_a_search_waits_for_a_save_in_progress(panel, client):
    questions = asked(panel)
    panel.field("owner").fill("Ada")
    panel.page.locator("#q").fill("light")
    with panel.page.expect_navigation():
        panel.page.keyboard.press("Enter")
    assert questions == []
    assert client.value("owner") == "Ada"


@scripted
def test_a_link_asks_before_it_discards_a_rejected_value(panel):
    questions = asked(panel)
    panel.field("tone").select_option("own")
    panel.page.locator("[name='tone[own]']").fill("UP")
    panel.page.locator(".brand").click(no_wait_after=True)
    panel.until(lambda: questions, "it asks")
    assert questions == ["beforeunload"]
