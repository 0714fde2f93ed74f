"""Each control, set to the same value in every way there is: one value in the store."""

import base64
import json
import sqlite3

import pytest
from playwright.sync_api import expect

from support.client import Client, JSON
from support.panel_page import PanelPage
from support.schemas import write
from support.server import run

OPTIONS = ["red", "green", {"value": 3, "label": "Three"}]
FILE = {"name": "note.txt", "type": "text/plain", "data": base64.b64encode(b"hello").decode()}
ROWS = [{"host": "a.example", "port": 80, "on": True}]

# Key: the item, the fields of a script's post, the text for the command line and JSON, the value.
CONTROLS = {
    "switch": ({}, {"switch": "yes"}, "true", True),
    "choice": ({"itemOptions": OPTIONS}, {"choice": "green"}, "green", "green"),
    "segment": ({"itemOptions": OPTIONS}, {"segment": "3"}, "3", 3),
    "choices": ({"itemOptions": OPTIONS}, [("choices", "3"), ("choices", "red")], '["red",3]',
                ["red", 3]),
    "picker": ({"itemOptions": OPTIONS, "itemValue": "red"},
               {"picker[pick]": "own", "picker[own]": "blue"}, "blue", "blue"),
    "edit_text": ({}, {"edit_text": " Grüße "}, "Grüße", "Grüße"),
    "edit_multiline": ({}, {"edit_multiline": "a\r\nb"}, "a\nb", "a\nb"),
    "edit_url": ({}, {"edit_url": " https://example.org/a "}, "https://example.org/a",
                 "https://example.org/a"),
    "edit_html": ({}, {"edit_html": "**a** b"}, "**a** b", "<p><strong>a</strong> b</p>"),
    "edit_integer": ({}, {"edit_integer": "8384 "}, "8384", 8384),
    "edit_decimal": ({}, {"edit_decimal": "1.50"}, "1.5", 1.5),
    "slider": ({"itemMinimum": 0, "itemMaximum": 100}, {"slider": "40"}, "40", 40),
    "stepper": ({"itemMinimum": 0, "itemValue": 2}, {"_step": "stepper:up"}, "3", 3),
    "edit_date": ({}, {"edit_date": "2026-11-20"}, "2026-11-20", "2026-11-20"),
    "edit_time": ({}, {"edit_time": "450"}, "7:30", "07:30"),
    "edit_datetime": ({"itemTimeZone": "Europe/Berlin"}, {"edit_datetime": "2026-11-20 07:30"},
                      "2026-11-20T06:30:00Z", "2026-11-20T07:30"),
    "edit_duration": ({}, {"edit_duration": "5", "edit_duration[unit]": "min"}, "PT5M", 300),
    "edit_size": ({}, {"edit_size": "1.5", "edit_size[unit]": "GiB"}, "1536MiB", 1610612736),
    "edit_shortcut": ({}, {"edit_shortcut": "shift+ctrl+p"}, "<Control><Shift>p", "Ctrl+Shift+P"),
    "edit_color": ({"itemValue": "#000000"}, {"edit_color": "#0AF"}, "00aaff", "#00aaff"),
    "edit_list": ({}, {"edit_list[0]": "a", "edit_list[1]": "b"}, '["a","b"]', ["a", "b"]),
    "edit_table": (
        {"itemColumns": [{"itemKey": "host", "itemControlType": "edit_text"},
                         {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80},
                         {"itemKey": "on", "itemControlType": "switch"}]},
        {"edit_table[0][host]": "a.example", "edit_table[0][on]": "YES"},
        json.dumps(ROWS), ROWS),
    "edit_map": ({}, {"edit_map[0][entry]": "north", "edit_map[0][value]": "on"},
                 '{"north":"on"}', {"north": "on"}),
    "edit_alternatives": (
        {"itemAlternatives": [
            {"itemTitle": "Number", "itemControlType": "edit_integer"},
            {"itemTitle": "Words", "itemControlType": "edit_list"}]},
        {"edit_alternatives[kind]": "1", "edit_alternatives[1]": "a\nb"}, '["a","b"]', ["a", "b"]),
    "edit_file": ({}, {"edit_file": json.dumps(FILE)}, json.dumps(FILE), FILE),
    "custom": ({}, {"custom": '{"a": [1, true]}'}, '{"a":[1,true]}', {"a": [1, True]}),
    "rating": ({}, {"rating": "4"}, "4", 4),
}


def schema():
    groups = [
        {"groupKey": f"of_{key}",
         "items": [{"itemKey": key, "itemControlType": key, "itemTitle": key.title(), **item}]}
        for key, (item, _, _, _) in CONTROLS.items()]
    return {
        "panelControls": {"rating": {"itemControlType": "edit_integer", "itemMaximum": 5}},
        "groups": groups + [
            {"groupKey": "theme", "items": [
                {"itemKey": "light", "itemControlType": "select"},
                {"itemKey": "dark", "itemControlType": "select"}]},
            {"groupKey": "of_secret", "items": [
                {"itemKey": "secret", "itemControlType": "edit_password"}]}]}


WANTED = {key: value for key, (_, _, _, value) in CONTROLS.items()} | {"theme": "dark"}


def stored(server):
    """What the store holds, and the keys of the secrets."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as database:
        values = dict(database.execute("SELECT item_key, value FROM setting"))
        secrets = [key for key, in database.execute("SELECT item_key FROM secret")]
    return {key: json.loads(text) for key, text in values.items()}, secrets


def check(server):
    values, secrets = stored(server)
    assert values == WANTED
    assert secrets == ["secret"]


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "controls.json", schema()))


def test_sets_each_control_by_posts_like_those_of_curl(server):
    client = Client(server.port)
    posts = [fields for _, fields, _, _ in CONTROLS.values()]
    for fields in [*posts, {"theme": "dark"}, {"secret": "hunter2"}]:
        answer = client.post(fields)
        assert answer.status == 303, (fields, answer)
    check(server)


def test_sets_each_control_by_its_canonical_text(server):
    texts = {key: text for key, (_, _, text, _) in CONTROLS.items()}
    answer = Client(server.port).post(
        texts | {"theme": "dark", "secret": "hunter2"}, headers=JSON)
    assert answer.status == 200, answer
    assert set(answer.json["changed"]) == {*WANTED, "secret"}
    check(server)


def test_sets_each_control_by_the_command_line(server):
    pairs = [f"{key}={text}" for key, (_, _, text, _) in CONTROLS.items()]
    run("set", *pairs, "theme=dark", "secret=hunter2", "--database", server.database)
    check(server)
    shown = json.loads(run("list", "--json", "--database", server.database).stdout)
    assert {key: shown[key]["value"] for key in WANTED} == WANTED


def fill(page, panel):
    """Operates each control as a person does."""
    panel.field("switch").check()
    panel.field("choice").select_option("green")
    page.locator("[name=segment][value='3']").check(force=True)
    for value in ("red", "3"):
        page.locator(f"[name=choices][value='{value}']").check()
    panel.field("picker").select_option("own")
    page.locator("[name='picker[own]']").fill("blue")
    for key, text in {
            "edit_text": " Grüße ", "edit_multiline": "a\nb",
            "edit_url": " https://example.org/a ", "edit_html": "**a** b", "edit_integer": "8384 ",
            "edit_decimal": "1.50", "edit_date": "2026-11-20", "edit_time": "07:30",
            "edit_datetime": "2026-11-20T07:30", "edit_shortcut": "Ctrl+Shift+p", "edit_color": "#00aaff",
            "custom": '{"a": [1, true]}', "rating": "4", "secret": "hunter2"}.items():
        panel.field(key).fill(text)
    panel.field("slider").fill("40")
    panel.field("stepper").fill("3")
    panel.field("edit_duration").fill("5")
    page.locator("[name='edit_duration[unit]']").select_option("min")
    panel.field("edit_size").fill("1.5")
    page.locator("[name='edit_size[unit]']").select_option("GiB")
    panel.add_entry("edit_list")
    page.locator("[name='edit_list[0]']").fill("a")
    panel.add_entry("edit_map")
    page.locator("[name='edit_map[0][entry]']").fill("north")
    page.locator("[name='edit_map[0][value]']").fill("on")
    panel.field("edit_alternatives").select_option("1")
    page.locator("[name='edit_alternatives[1]']").fill("a\nb")
    panel.add_entry("edit_table")
    page.locator("[name='edit_table[0][host]']").fill("a.example")
    page.locator("[name='edit_table[0][on]'][type=checkbox]").check()
    page.locator("[name=edit_file]").set_input_files(
        {"name": "note.txt", "mimeType": "text/plain", "buffer": b"hello"})
    page.locator("[name=theme][value=dark]").check()


@pytest.mark.parametrize("scripting", [True, False])
def test_sets_each_control_in_a_browser(server, new_page, scripting):
    page = new_page(java_script_enabled=scripting)
    panel = PanelPage(page, server)
    panel.open()
    fill(page, panel)
    assert panel.submit(page.locator("[name=_add][value=edit_list]").click) == 200
    panel.add_entry("edit_list")
    page.locator("[name='edit_list[1]']").fill("b")
    assert panel.save() == 200
    check(server)
    # Saved once more as it is, nothing changes.
    if scripting:
        assert panel.save() is None
    else:
        assert panel.save() == 200
        assert panel.status == "No changes"
    check(server)


@pytest.mark.parametrize("scripting", [True, False])
def test_edits_a_list_with_its_buttons(server, new_page, scripting):
    Client(server.port).post({"edit_list": '["a","b","c"]'})
    panel = PanelPage(new_page(java_script_enabled=scripting), server)
    panel.open()

    def button(name, value):
        return panel.page.locator(f"button[name={name}][value='{value}']")

    panel.move("edit_list", 2, -1)
    assert stored(server)[0]["edit_list"] == ["a", "c", "b"]
    panel.page.locator("[name='edit_list[0]']").fill("A")
    assert panel.submit(button("_remove", "edit_list[1]").click) == 200
    assert stored(server)[0]["edit_list"] == ["A", "b"]


def test_a_button_takes_the_next_keys(server, new_page):
    page = new_page()
    panel = PanelPage(page, server)
    panel.open()
    field = panel.field("edit_shortcut")
    button = page.get_by_role("button", name="Press the keys of “Edit_Shortcut”")

    def record(keys):
        button.focus()
        page.keyboard.press("Enter")
        expect(field).to_be_focused()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#voice")).to_have_text("Press the keys. Esc cancels, Backspace clears.")
        page.keyboard.press(keys)
        expect(button).to_have_attribute("aria-pressed", "false")
        return field.input_value()

    assert record("Control+Shift+K") == "Ctrl+Shift+K"
    assert record("Escape") == "Ctrl+Shift+K"
    assert record("Tab") == "Ctrl+Shift+K"
    expect(field).not_to_be_focused()
    assert record("Backspace") == ""
    assert record("Alt+ArrowUp") == "Alt+Up"
    assert record("F5") == "F5"
    assert panel.save() == 200
    assert stored(server)[0]["edit_shortcut"] == "F5"


def test_a_button_that_takes_keys_needs_scripting(server, new_page):
    page = new_page(java_script_enabled=False)
    panel = PanelPage(page, server)
    panel.open()
    expect(panel.field("edit_shortcut")).to_be_visible()
    expect(page.locator(".press")).to_be_hidden()


RULES = {"groups": [{"groupKey": "net", "items": [
    {"itemKey": "proxy", "itemControlType": "switch"},
    {"itemKey": "host", "itemControlType": "edit_text", "itemVisibleWhen": "proxy",
     "itemRequiredWhen": "proxy"},
    {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80,
     "itemEnabledWhen": "proxy"},
    {"itemKey": "wipe", "itemControlType": "button", "itemAction": ["sleep", "2"],
     "itemConfirm": "Delete all of it?", "itemRole": "destructive"}]}]}


@pytest.fixture
def ruled(start, tmp_path):
    return start(write(tmp_path / "rules.json", RULES), ["--allow-actions"])


def test_dependent_rows_follow_a_field_at_once(ruled, new_page):
    panel = PanelPage(new_page(), ruled)
    panel.open()
    assert panel.row("host").is_hidden()
    assert panel.field("port").count() == 0
    panel.field("proxy").check()
    panel.row("host").wait_for(state="visible")
    panel.field("port").wait_for(state="visible")
    panel.field("proxy").uncheck()
    panel.row("host").wait_for(state="hidden")
    assert stored(ruled)[0] == {}


def test_a_late_response_does_not_restore_old_rows(start, tmp_path, new_page):
    schema = write(tmp_path / "rules.json", {"panelSave": "explicit", **RULES})
    panel = PanelPage(new_page(), start(schema, ["--allow-actions"]))
    panel.open()
    held = []

    def hold_the_first(route):
        if route.request.resource_type != "fetch" or held:
            return route.continue_()
        # The server answers it first, and the page hears of that last.
        held.append((route, route.fetch()))
        return None

    def is_next(answer):
        return answer.request.resource_type == "fetch"

    panel.page.route("**/*", hold_the_first)
    panel.field("proxy").check()
    panel.until(lambda: held, "the first is asked for")
    with panel.page.expect_response(is_next):
        panel.field("proxy").uncheck()
    route, answer = held[0]
    with panel.page.expect_response(is_next):
        route.fulfill(response=answer)
    # What this brings comes after what the late answer has brought.
    panel.page.evaluate("fetch('/').then((answer) => answer.text())")
    assert panel.row("host").is_hidden()
    assert not panel.field("proxy").is_checked()


def test_without_javascript_the_next_page_shows_dependent_rows(ruled, new_page):
    panel = PanelPage(new_page(java_script_enabled=False), ruled)
    panel.open()
    panel.field("proxy").check()
    assert panel.save() == 422
    assert panel.error("host").split("\n") == ["Error:", "“Host” is missing"]
    panel.field("host").fill("proxy.example")
    assert panel.save() == 200
    panel.field("port").fill("8080")
    assert panel.save() == 200
    assert stored(ruled)[0] == {"proxy": True, "host": "proxy.example", "port": 8080}


def test_an_action_asks_first_and_shows_its_progress(ruled, new_page):
    panel = PanelPage(new_page(java_script_enabled=False), ruled)
    panel.open()
    assert panel.submit(panel.field("wipe").click) == 200
    assert "Delete all of it?" in panel.page.locator("main").inner_text()
    # Nothing is lost by Enter.
    assert panel.page.locator(":focus").inner_text() == "Cancel"
    panel.submit(panel.page.locator("main button.danger").click)
    assert "/actions/wipe/" in panel.page.url
    assert panel.page.locator("progress").count() == 1
    # The page asks again by itself until there is a result.
    panel.page.wait_for_url("**/?run=*")
    assert panel.status == "“Wipe” finished"


def test_the_progress_of_a_long_action_is_shown_in_its_row(ruled, new_page):
    panel = PanelPage(new_page(), ruled)
    panel.open()
    panel.field("wipe").click()
    panel.page.locator("dialog [value=go]").click()
    panel.row("wipe").locator("progress").wait_for()
    panel.until(lambda: panel.status == "“Wipe” finished", "it has ended")
    assert panel.row("wipe").locator("progress").count() == 0
    assert "/actions/" not in panel.page.url


def test_the_dialog_of_an_action_can_be_canceled(ruled, new_page):
    panel = PanelPage(new_page(), ruled)
    panel.open()
    panel.field("wipe").click()
    dialog = panel.page.locator("dialog")
    assert "Delete all of it?" in dialog.inner_text()
    panel.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert panel.page.evaluate("document.activeElement.id") == "c-wipe"
