"""What is refused is shown in its row, with scripting as without, and stays as it was typed."""

import pytest

from support.panel_page import PanelPage
from support.schemas import write
from support.server import until


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


SCHEMA = {
    "panelKey": "house", "panelTitle": "House",
    "panelChecks": [{
        "require": {"any": [{"key": "first", "empty": True}, {"key": "last", "empty": True},
                            {"key": "first", "atMost": {"key": "last"}}]},
        "message": "The last day comes before the first", "items": ["first", "last"]}],
    "groups": [
        {"groupKey": "house", "items": [
            {"itemKey": "folders", "itemControlType": "edit_list", "itemTitle": "Folders",
             "itemElement": {"itemControlType": "edit_text", "itemPattern": "^/.*"},
             "itemValue": ["/a", "/b"]},
            {"itemKey": "rooms", "itemControlType": "edit_table", "itemTitle": "Rooms",
             "itemColumns": [
                 {"itemKey": "name", "itemControlType": "edit_text"},
                 {"itemKey": "light", "itemControlType": "edit_integer", "itemMaximum": 100,
                  "itemValue": 0},
                 {"itemKey": "on", "itemControlType": "switch"}],
             "itemValue": [{"name": "Hall", "light": 70, "on": True}]},
            {"itemKey": "tone", "itemControlType": "picker", "itemTitle": "Tone",
             "itemOptions": ["low", "high"], "itemValue": "low", "itemPattern": "^[a-z]+$"},
            {"itemKey": "other", "itemControlType": "switch", "itemTitle": "Other"},
            {"itemKey": "first", "itemControlType": "edit_integer", "itemTitle": "First day"},
            {"itemKey": "last", "itemControlType": "edit_integer", "itemTitle": "Last day"},
            {"itemKey": "delay", "itemControlType": "edit_integer", "itemTitle": "Delay",
             "itemStep": 10, "itemMaximum": 100}]},
        {"groupKey": "limits", "groupVisibleWhen": "other", "items": [
            {"itemKey": "note", "itemControlType": "edit_text", "itemTitle": "Note",
             "itemMaximumLength": 3}]},
        {"groupKey": "children", "items": [
            {"itemKey": "limited", "itemControlType": "switch", "itemTitle": "Limits"},
            {"itemKey": "pin", "itemControlType": "edit_text", "itemTitle": "PIN",
             "itemPattern": "^[0-9]{4}$", "itemVisibleWhen": "limited",
             "itemRequiredWhen": "limited"}]}]}

# What is typed into which field, and the row that refuses it.
REFUSED = {
    "entry": ("folders[1]", "relative", "folders"),
    "new entry": ("folders[2]", "relative", "folders"),
    "cell": ("rooms[0][light]", "500", "rooms"),
    "cell of a new row": ("rooms[1][light]", "500", "rooms"),
    "own value": ("tone[own]", "UP", "tone"),
}


@pytest.fixture
def server(start, tmp_path, mode):
    save = {"panelSave": "explicit"} if mode == "explicit" else {}
    return start(write(tmp_path / "house.json", SCHEMA | save))


def named(panel, name):
    return panel.page.locator(f"[name='{name}']:not([type=hidden])").last


def fill(panel, name, text):
    if "own" in name:
        panel.page.locator("[name='tone[pick]']").select_option("own")
    if name in ("folders[2]", "rooms[1][light]"):
        panel.add_entry(name.split("[")[0])
    named(panel, name).fill(text)


# A row as it stands, whatever the order of attributes: without what only scripting adds.
SHOWN = """(key) => {
    const told = (node) => {
        if (node.nodeType !== 1) return node.data.trim();
        if (node.matches("[data-own]")) return "";
        const has = [...node.attributes].map(({ name, value }) => `${name}=${value}`)
            .filter((one) => !/^(value|checked|selected|data-[sou])/.test(one))
            // The menu of a row, and the fields of an entry, are tab stops only while they are in use.
            .filter((one) => !one.startsWith("tabindex=")).sort();
        return [node.localName, ...has, node.localName === "button" || node.value,
            node.checked, [...node.childNodes].map(told).filter(Boolean)];
    };
    return JSON.stringify(told(document.getElementById(`s-${key}`)), null, 1).split("\\n");
}"""


@pytest.mark.parametrize("kind", REFUSED)
def test_a_rejected_value_looks_the_same_without_javascript(
        panel, new_page, server, client, kind, mode):
    name, text, key = REFUSED[kind]
    fill(panel, name, text)
    if panel.saves_rows:
        assert panel.submit(lambda: named(panel, name).press("Enter")) == 422
    else:
        assert panel.save() == 422
    assert client.revision == 0
    field = named(panel, name)
    assert field.input_value() == text
    assert panel.row(key).locator(".err").is_visible()
    assert field.get_attribute("aria-invalid") == "true"
    if panel.follows:
        plain = PanelPage(new_page(java_script_enabled=False), server)
        plain.open()
        fill(plain, name, text)
        assert plain.save() == 422
        assert panel.page.evaluate(SHOWN, key) == plain.page.evaluate(SHOWN, key)
    if panel.saves_rows:
        assert panel.title.startswith("(1 problem) ")
        panel.row(key).locator(".err").get_by_role("button", name="Discard").click()
        panel.page.locator(f"#e-{key}").wait_for(state="detached")
        assert panel.page.locator("[aria-invalid]").count() == 0
    elif mode == "explicit":
        assert panel.page.locator("#unsaved").is_visible()


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("mode", ["instant", "explicit"], indirect=True)
def test_a_rejected_value_is_corrected_in_its_row(panel, client, kind):
    name, text, key = REFUSED[kind]
    good = {"folders": "/c", "rooms": "80", "tone": "up"}[key]
    fill(panel, name, text)
    save = (lambda: named(panel, name).press("Enter")) if panel.saves_rows else panel.save
    assert panel.submit(save) == 422 if panel.saves_rows else save() == 422
    assert panel.error(key) and panel.page.locator(f"#e-{key}").is_visible()
    assert named(panel, name).input_value() == text
    if kind == "cell of a new row":
        named(panel, "rooms[1][name]").fill("Loft")
    named(panel, name).fill(good)
    panel.answers.clear()
    assert (panel.submit(save) if panel.saves_rows else save()) == 200
    assert client.revision == 1
    assert panel.error(key) is None
    assert panel.page.locator("[data-unsaved]").count() == 0
    assert good in str(client.value(key))


scripted = pytest.mark.parametrize("mode", ["instant"], indirect=True)


class Posts:
    """What the page posts, previews too."""

    def __init__(self, page):
        self.count = 0
        page.on("request", self.note)

    def note(self, request):
        self.count += request.method == "POST"


@scripted
def test_a_rejected_row_below_an_unsaved_switch_stays_visible(panel, client):
    panel.field("limited").click()
    panel.idle()
    panel.row("pin").wait_for()
    panel.field("pin").fill("12ab")
    posts = Posts(panel.page)
    panel.field("pin").press("Enter")
    panel.page.locator("#e-pin").wait_for()
    panel.idle()
    panel.page.wait_for_load_state("networkidle")
    assert posts.count <= 2
    assert panel.row("pin").is_visible()
    assert panel.field("pin").input_value() == "12ab"
    assert panel.page.evaluate("document.activeElement.id") == "c-pin"
    # Looked at while it is typed, it is still there, and it is saved once it is right.
    panel.field("pin").fill("12abc")
    panel.page.wait_for_timeout(400)
    panel.page.wait_for_load_state("networkidle")
    assert panel.row("pin").is_visible()
    assert panel.error("pin")
    panel.field("pin").fill("1234")
    panel.field("pin").press("Enter")
    until(lambda: client.revision == 1, "both are saved")
    panel.page.locator("#e-pin").wait_for(state="detached")


@scripted
def test_a_rejected_row_is_sent_again_only_with_another_value(panel, client):
    def sends_on_leaving():
        return panel.page.evaluate(
            "() => { document.getElementById('c-first').focus();"
            " return document.documentElement.classList.contains('busy') }")

    panel.field("limited").click()
    panel.row("pin").wait_for()
    panel.field("pin").fill("12ab")
    panel.field("pin").press("Enter")
    panel.page.locator("#e-pin").wait_for()
    panel.idle()
    assert not sends_on_leaving()
    panel.field("pin").fill("12abc")
    assert sends_on_leaving()
    panel.idle()
    panel.field("pin").fill("1234")
    assert sends_on_leaving()
    until(lambda: client.revision == 1, "it is saved")


@scripted
def test_a_rejected_row_is_sent_again_after_another_row_changed(panel, client):
    client.changed({"first": "3", "last": "5"})
    until(lambda: panel.field("last").input_value() == "5", "the page has both")
    panel.field("first").fill("20")
    panel.field("first").press("Enter")
    panel.page.locator("#e-first").wait_for()
    panel.field("last").fill("30")
    panel.field("last").press("Enter")
    until(lambda: client.value("last") == 30, "the other one is saved")
    panel.page.locator("#e-first").wait_for(state="detached")
    panel.field("first").focus()
    panel.field("last").focus()
    until(lambda: client.value("first") == 20, "the refused one is saved")


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_a_switch_does_not_hide_a_row_with_unsaved_text(panel):
    panel.field("limited").check()
    panel.row("pin").wait_for()
    panel.field("pin").fill("12ab")
    panel.field("limited").uncheck()
    panel.page.wait_for_load_state("networkidle")
    assert panel.row("pin").is_visible()
    assert panel.field("pin").input_value() == "12ab"
    panel.field("pin").fill("")
    panel.field("limited").focus()
    panel.row("pin").wait_for(state="hidden")


@scripted
def test_a_group_with_unsaved_text_is_not_hidden(panel, client):
    panel.field("other").click()
    panel.idle()
    panel.field("note").fill("too long")
    panel.field("note").press("Enter")
    panel.page.locator("#e-note").wait_for()
    panel.field("other").click()
    panel.idle()
    panel.page.wait_for_load_state("networkidle")
    assert client.value("other") is False
    assert panel.field("note").is_visible()
    assert panel.field("note").input_value() == "too long"


@scripted
def test_correcting_one_of_two_settings_clears_their_error(panel, client):
    panel.field("first").fill("5")
    panel.field("first").press("Enter")
    panel.idle()
    panel.field("last").fill("3")
    panel.field("last").press("Enter")
    panel.idle()
    assert panel.error("first") and panel.error("last")
    # Another row is refused, too, and keeps its own.
    panel.field("other").click()
    panel.idle()
    named(panel, "folders[0]").fill("relative")
    named(panel, "folders[0]").press("Enter")
    panel.idle()
    panel.field("last").fill("7")
    panel.field("last").press("Enter")
    panel.page.locator("#e-first").wait_for(state="detached")
    panel.page.locator("#e-last").wait_for(state="detached")
    assert panel.error("folders")
    assert panel.title.startswith("(1 problem)")
    panel.until(lambda: client.value("last") == 7, "it is saved")


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_the_row_says_what_is_wrong_with_the_text_that_stands_there(panel, client):
    delay = panel.field("delay")
    delay.fill("55")
    delay.press("Enter")
    panel.until(lambda: panel.error("delay"), "it is refused")
    for text in ("abc", "500", "7"):
        old = panel.error("delay")
        delay.press("Control+a")
        panel.page.keyboard.type(text)
        panel.until(lambda: panel.error("delay") != old, "the reason is that of the new text")
        assert panel.error("delay").endswith(panel.page.locator(".count a").inner_text())
        panel.page.keyboard.press("Tab")
        panel.idle()
        assert panel.row("delay").get_by_role("button", name="Discard").count() == 1
        assert panel.error("delay").endswith(panel.page.locator(".count a").inner_text())
    assert client.revision == 0
