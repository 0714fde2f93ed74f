"""With scripting each row is saved by itself: when a person is done with it, once, and never lost."""

import pytest

from support.panel_page import PanelPage
from support.schemas import write
from support.server import until
from test_controls import schema as controls

REST = 800


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "controls.json", rested(controls())))


def rested(schema):
    """The schema of all controls, with a list that opens."""
    schema["groups"][0]["items"].append({
        "itemKey": "day", "itemControlType": "choice", "itemTitle": "Day",
        "itemOptions": ["mon", "tue", "wed", "thu", "fri", "sat"], "itemValue": "mon"})
    return schema


def wait_for(client, revision):
    until(lambda: client.revision >= revision, f"revision {revision}")
    assert client.revision == revision


def focused(panel):
    return panel.page.evaluate("document.activeElement.id")


BY_POINTER = {
    "switch": lambda page: page.locator("#c-switch").click(),
    "choice": lambda page: page.locator("#c-choice").select_option("green"),
    "segment": lambda page: page.locator("[name=segment][value='3']").click(force=True),
    "choices": lambda page: page.locator("[name=choices][value=red]").click(),
    "day": lambda page: page.locator("#c-day").select_option("thu"),
    "slider": lambda page: page.locator("#c-slider").click(position={"x": 30, "y": 5}),
    "theme": lambda page: page.locator("[name=theme][value=dark]").click(),
    "edit_file": lambda page: page.locator("#c-edit_file").set_input_files(
        {"name": "note.txt", "mimeType": "text/plain", "buffer": b"hello"}),
}


@pytest.mark.parametrize("key", BY_POINTER)
def test_a_choice_by_pointer_is_saved_at_once(panel, client, key):
    BY_POINTER[key](panel.page)
    panel.idle()
    assert client.revision == 1
    assert client.value(key) is not None
    assert panel.row(key).get_attribute("data-s") == "saved"


@pytest.mark.parametrize("keys, value", [("ArrowDown", "tue"), ("End", "sat")])
def test_a_choice_by_keyboard_is_saved_after_a_pause(panel, client, keys, value):
    panel.field("day").focus()
    panel.page.keyboard.press(keys)
    assert client.revision == 0
    wait_for(client, 1)
    assert client.value("day") == value


def test_a_choice_by_keyboard_is_saved_before_a_link_is_followed(panel, client):
    panel.field("day").focus()
    panel.page.keyboard.press("ArrowDown")
    # As assistive technology follows it: the focus stays in the row.
    panel.page.evaluate("document.querySelector('a[href$=\"/changes\"]').click()")
    panel.page.wait_for_url("**/changes")
    assert client.value("day") == "tue"


def test_four_arrow_keys_save_once(panel, client):
    panel.field("day").focus()
    for _ in range(4):
        panel.page.keyboard.press("ArrowDown")
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert client.value("day") == "fri"
    assert client.revision == 1


@pytest.mark.parametrize("away", ["Tab", "Enter", "Escape", None])
def test_arrows_back_to_the_first_choice_save_nothing(panel, client, away):
    panel.field("day").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", away):
        if key:
            panel.page.keyboard.press(key)
    panel.page.wait_for_timeout(REST + 200)
    panel.idle()
    assert client.revision == 0


@pytest.mark.parametrize("key, first", [("segment", "red"), ("theme", "light")])
def test_arrows_through_radio_buttons_save_once(panel, client, key, first):
    panel.radio(key, first).click(force=True)
    panel.idle()
    before = client.revision
    panel.radio(key, first).focus()
    panel.page.keyboard.press("ArrowDown")
    assert client.revision == before
    panel.page.keyboard.press("Tab")
    panel.idle()
    assert client.revision == before + 1


def test_escape_restores_a_choice(panel, client):
    panel.field("day").focus()
    panel.page.keyboard.press("ArrowDown")
    panel.page.keyboard.press("Escape")
    assert panel.field("day").input_value() == "mon"
    panel.page.keyboard.press("Tab")
    panel.page.wait_for_timeout(REST + 200)
    assert client.revision == 0


def test_a_slider_moved_by_keys_shows_its_number_and_is_saved_once(panel, client):
    panel.field("slider").focus()
    for _ in range(5):
        panel.page.keyboard.press("ArrowRight")
    number = panel.field("slider").input_value()
    assert panel.page.locator("#a-slider").input_value() == number
    assert client.revision == 0
    # The number is the next stop of the same row.
    panel.page.keyboard.press("Tab")
    panel.page.keyboard.press("Tab")
    panel.idle()
    assert client.revision == 1
    assert str(client.value("slider")) == number


TEXTS = {"edit_text": "Ada", "edit_integer": "8384", "edit_decimal": "1.5", "rating": "4",
         "edit_duration": "5", "edit_date": "2026-11-20", "edit_time": "07:30"}


@pytest.mark.parametrize("key", TEXTS)
@pytest.mark.parametrize("way", ["enter", "leave"])
def test_text_is_saved_by_enter_and_by_leaving(panel, client, key, way):
    panel.field(key).fill(TEXTS[key])
    assert panel.row(key).get_attribute("data-unsaved") is not None
    assert panel.row(key).locator(".note[data-own]").count() == 0
    assert client.revision == 0
    if way == "enter":
        panel.page.keyboard.press("Enter")
    else:
        panel.field("switch").focus()
    panel.idle()
    assert client.revision == 1
    assert panel.page.locator("[data-unsaved]").count() == 0
    assert way == "leave" or focused(panel) == f"c-{key}"


def test_tab_to_the_reset_saves_what_was_typed(panel, client):
    """The sign is a stop of its own: who goes on to it has left the field."""
    field = panel.field("edit_integer")
    for number, text in enumerate(["5", "7"], 1):
        field.fill(text)
        panel.page.keyboard.press("Tab")
        panel.idle()
        assert (client.revision, client.value("edit_integer")) == (number, int(text))
        field.focus()
    field.fill("x")
    panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.name") == "_reset"
    panel.row("edit_integer").locator(".err").wait_for()
    panel.page.keyboard.press("Enter")
    panel.until(lambda: client.value("edit_integer") is None, "it is reset")
    panel.idle()
    # What was typed right before is a change of its own, which Undo brings back.
    field.fill("8")
    panel.page.keyboard.press("Enter")
    panel.idle()
    field.fill("9")
    panel.page.keyboard.press("Tab")
    panel.page.keyboard.press("Enter")
    panel.until(lambda: client.value("edit_integer") is None, "it is reset")
    panel.idle()
    panel.page.keyboard.press("Control+z")
    panel.until(lambda: client.value("edit_integer") == 9, "it is back")


def test_several_lines_are_saved_by_control_enter_or_by_leaving(panel, client):
    field = panel.field("edit_multiline")
    field.fill("a")
    field.press("End")
    field.press("Enter")
    field.type("b")
    assert client.revision == 0
    field.press("Control+Enter")
    panel.idle()
    assert client.value("edit_multiline") == "a\nb"
    field.fill("c")
    panel.field("switch").focus()
    panel.idle()
    assert client.value("edit_multiline") == "c"
    assert client.revision == 2


def test_typed_text_can_be_discarded(panel, client):
    panel.field("edit_text").fill("Ada")
    panel.page.keyboard.press("Escape")
    assert panel.field("edit_text").input_value() == ""
    assert panel.page.locator("[data-unsaved]").count() == 0
    panel.field("switch").focus()
    panel.idle()
    assert client.revision == 0


def test_another_window_does_not_save_the_field(panel, client):
    field = panel.field("edit_text")
    field.fill("Ad")
    # The browser of the tests has the focus at all times.
    for has_focus, saved in [("false", 0), ("true", 1)]:
        panel.page.evaluate(f"document.hasFocus = () => {has_focus}")
        field.evaluate("field => field.dispatchEvent(new FocusEvent('focusout', {bubbles: true}))")
        panel.idle()
        assert client.revision == saved


def test_text_typed_and_removed_saves_nothing(panel, client):
    field = panel.field("edit_text")
    field.type("a")
    field.press("Backspace")
    field.press("Tab")
    panel.idle()
    assert client.revision == 0


def test_shows_the_value_as_the_server_stored_it(panel, client):
    panel.field("edit_integer").fill(" 8384 ")
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert panel.field("edit_integer").input_value() == "8384"
    assert client.value("edit_integer") == 8384


def test_a_password_is_saved_only_by_enter_or_its_button(panel, client):
    panel.field("secret").fill("hunter2")
    panel.field("switch").focus()
    panel.idle()
    assert client.revision == 0
    assert panel.field("secret").input_value() == "hunter2"
    assert panel.row("secret").get_by_role("button", name="Save").is_visible()
    panel.field("secret").press("Enter")
    panel.idle()
    assert client.revision == 1
    assert panel.status == "Secret saved"
    assert panel.field("secret").input_value() == ""


def test_parts_of_one_value_are_saved_together(panel, client):
    panel.field("edit_duration").fill("5")
    unit = panel.page.locator("[name='edit_duration[unit]']")
    unit.focus()
    assert client.revision == 0
    unit.select_option("min")
    panel.idle()
    assert client.value("edit_duration") == 300
    assert client.revision == 1


def test_a_list_is_saved_when_it_is_left(panel, client):
    panel.add_entry("edit_table")
    panel.page.locator("[name='edit_table[0][host]']").fill("a.example")
    panel.page.locator("[name='edit_table[0][port]']").fill("81")
    panel.page.locator("[name='edit_table[0][on]'][type=checkbox]").check()
    assert client.revision == 0
    panel.field("switch").focus()
    panel.idle()
    assert client.revision == 1
    assert client.value("edit_table") == [{"host": "a.example", "port": 81, "on": True}]
    # There is a row for one more.
    assert panel.page.locator("[name='edit_table[1][host]']").input_value() == ""


def test_a_picker_saves_an_option_at_once(panel, client):
    panel.page.locator("[name='picker[pick]']").select_option(label="green")
    panel.idle()
    assert client.value("picker") == "green"


def test_a_picker_saves_a_typed_option_when_it_is_left(panel, client):
    panel.field("picker").select_option(label="green")
    panel.idle()
    assert panel.row("picker").get_attribute("data-s") == "saved"
    panel.field("picker").select_option("own")
    # The sign of that save goes, and the row says that the value is still to come.
    assert panel.row("picker").locator(".note[data-own] p").inner_text() == "Not saved yet. Saved: green"
    assert panel.row("picker").get_attribute("data-s") is None
    panel.page.locator("[name='picker[own]']").fill("blue")
    assert client.revision == 1
    panel.field("switch").focus()
    panel.idle()
    assert client.value("picker") == "blue"
    assert client.revision == 2


def test_the_buttons_of_a_list_keep_typed_text_of_other_rows(panel, client):
    client.post({"edit_list": '["a","b"]'})
    panel.open()
    panel.field("secret").fill("hunter2")
    panel.move("edit_list", 1, -1)
    assert client.value("edit_list") == ["b", "a"]
    assert panel.page.locator("[name='edit_list[0]']").input_value() == "b"
    assert panel.field("secret").input_value() == "hunter2"


def test_rejected_text_and_its_problem_stay_and_the_focus_moves_on(panel, client):
    panel.field("edit_integer").fill("many")
    panel.field("switch").focus()
    panel.idle()
    assert client.revision == 0
    assert panel.field("edit_integer").input_value() == "many"
    assert panel.field("edit_integer").get_attribute("aria-invalid") == "true"
    assert panel.error("edit_integer").startswith("Error:")
    assert panel.title.startswith("(1 problem) ")
    assert focused(panel) == "c-switch"
    # Other rows go on, and the link at the top leads to the first that does not.
    panel.field("switch").click()
    panel.idle()
    assert client.revision == 1
    assert panel.error("edit_integer")
    assert panel.page.locator(".count a").inner_text() in panel.error("edit_integer")
    panel.page.locator(".count a").click()
    assert focused(panel) == "c-edit_integer"
    # Mended, its problem goes while it is typed; it is saved like any other.
    panel.field("edit_integer").fill("12")
    panel.page.locator("#e-edit_integer").wait_for(state="detached")
    assert client.revision == 1
    assert not panel.title.startswith("(1")
    assert panel.page.locator(".count").count() == 0
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert client.value("edit_integer") == 12


def test_two_problems_are_counted(panel):
    for key in ("edit_integer", "edit_decimal"):
        panel.field(key).fill("many")
        panel.page.keyboard.press("Enter")
        panel.idle()
    assert panel.title.startswith("(2 problems) ")
    panel.field("edit_integer").press("Escape")
    panel.page.locator("#e-edit_integer").wait_for(state="detached")
    assert panel.field("edit_integer").input_value() == ""
    assert panel.title.startswith("(1 problem) ")


def start_unheard(panel, server, port):
    """Starts it again, without the page's hearing of that by its stream."""
    panel.page.route("**/api/events*", lambda route: route.abort())
    server.start(port)


def test_without_a_connection_everything_stays_as_chosen_and_typed(panel, server, client):
    port = server.port
    server.stop()
    panel.field("switch").click()
    panel.page.locator("#offline").wait_for()
    assert panel.field("switch").is_checked()
    panel.field("edit_text").fill("Ada")
    panel.page.keyboard.press("Enter")
    panel.idle()
    assert panel.field("edit_text").input_value() == "Ada"
    assert panel.page.locator("#offline").count() == 1
    start_unheard(panel, server, port)
    panel.page.locator("#offline button").click()
    panel.page.locator("#offline").wait_for(state="detached")
    wait_for(client, 2)
    assert client.value("switch") is True
    assert client.value("edit_text") == "Ada"


def test_text_typed_without_a_connection_is_saved_later(panel, server, client):
    port = server.port
    server.stop()
    field = panel.field("edit_text")
    field.fill("Ada")
    field.press("Enter")
    panel.page.locator("#offline").wait_for()
    field.type(" Lovelace")
    start_unheard(panel, server, port)
    panel.page.locator("#offline button").click()
    panel.page.locator("#offline").wait_for(state="detached")
    panel.until(lambda: client.value("edit_text"), "it is saved")
    panel.idle()
    assert client.value("edit_text") == "Ada Lovelace"
    assert field.input_value() == "Ada Lovelace"


def test_a_retry_works_when_the_event_stream_returns_first(panel, server, client):
    port = server.port
    server.stop()
    panel.field("switch").click()
    panel.page.locator("#offline").wait_for()
    held = {"fetch": [], "eventsource": []}

    def hold_the_first(route):
        routes = held[route.request.resource_type]
        routes.append(route)
        if len(routes) > 1:
            route.continue_()

    panel.page.route("**/*", hold_the_first)
    server.start(port)
    panel.page.locator("#offline button").click()
    panel.until(lambda: all(held.values()), "both are asked for")
    held["eventsource"][0].continue_()
    panel.page.locator("#offline").wait_for(state="detached")
    held["fetch"][0].continue_()
    panel.until(lambda: client.value("switch") is True, "it is saved")


def test_a_second_finger_does_not_block_the_page(panel, client):
    def pointer(*names):
        for name in names:
            panel.page.evaluate("(name) => void dispatchEvent(new PointerEvent(name))", name)

    pointer("pointerdown")
    panel.field("edit_text").fill("Ada")
    panel.page.keyboard.press("Enter")
    panel.until(lambda: client.value("edit_text") == "Ada", "it is saved")
    pointer("pointerdown", "pointerup", "pointerup")
    panel.idle()


def test_the_newest_value_wins(panel, client):
    """Answers that come late are still in order for one row."""
    held = []
    panel.page.route("**/*", lambda route: held.append(route)
                     if route.request.method == "POST" and not held else route.continue_())
    panel.field("switch").click()
    panel.field("switch").click()
    panel.field("switch").click()
    panel.field("edit_text").fill("Ada")
    panel.page.keyboard.press("Enter")
    panel.until(lambda: client.value("edit_text") == "Ada", "another row overtakes")
    assert client.value("switch") is None
    held[0].continue_()
    panel.idle()
    assert client.value("switch") is True
    assert panel.field("switch").is_checked()


def test_text_typed_during_a_save_stays(panel, client):
    held = []
    panel.page.route("**/*", lambda route: held.append(route)
                     if route.request.method == "POST" and not held else route.continue_())
    field = panel.field("edit_text")
    field.fill("Ada")
    field.press("Enter")
    panel.until(lambda: held, "the first is on its way")
    field.type(" Lovelace")
    held[0].continue_()
    panel.idle()
    assert client.value("edit_text") == "Ada"
    assert field.input_value() == "Ada Lovelace"
    field.press("Enter")
    panel.idle()
    assert client.value("edit_text") == "Ada Lovelace"


@pytest.mark.parametrize("hears", [True, False])
def test_two_tabs_do_not_undo_each_other(panel, new_page, server, client, hears):
    other = PanelPage(new_page(), server)
    if not hears:
        other.page.route("**/api/events*", lambda route: route.abort())
    other.open()
    panel.field("switch").click()
    panel.idle()
    other.field("edit_text").fill("Ada")
    other.page.keyboard.press("Enter")
    other.idle()
    assert client.value("switch") is True
    assert other.field("switch").is_checked()


def test_a_click_while_a_row_is_saved_is_not_lost(panel, client):
    panel.page.set_viewport_size({"width": 900, "height": 4000})
    panel.field("edit_integer").fill("many")
    box = panel.field("switch").bounding_box()
    panel.page.mouse.move(box["x"] + 5, box["y"] + 5)
    panel.page.mouse.down()
    panel.page.wait_for_timeout(300)
    panel.page.mouse.up()
    panel.idle()
    assert client.value("switch") is True
    assert panel.error("edit_integer")


def test_a_required_row_is_saved_together_with_its_switch(start, tmp_path, new_page):
    """A rule asks for a text as soon as a switch is on."""
    server = start(write(tmp_path / "rules.json", {"groups": [{"groupKey": "net", "items": [
        {"itemKey": "proxy", "itemControlType": "switch"},
        {"itemKey": "host", "itemControlType": "edit_text", "itemVisibleWhen": "proxy",
         "itemRequiredWhen": "proxy"}]}]}), database=tmp_path / "rules.sqlite")
    panel = PanelPage(new_page(), server)
    panel.open()
    assert panel.row("host").is_hidden()
    panel.field("proxy").click()
    panel.idle()
    assert panel.row("host").is_visible()
    assert panel.field("proxy").is_checked()
    panel.field("host").fill("proxy.example")
    panel.page.keyboard.press("Enter")
    panel.idle()
    values = panel.page.request.get(server.url + "healthz").json()
    assert values["revision"] == 1
    assert panel.error("host") is None
    assert panel.title == "Rules"


def test_leaving_asks_only_with_unsaved_changes(panel, new_page):
    panel.field("edit_text").fill("Ada")
    panel.field("switch").focus()
    panel.idle()
    assert not asks(panel)
    panel.field("secret").fill("hunter2")
    assert asks(panel)
    panel.page.keyboard.press("Escape")
    assert not asks(panel)


def asks(panel):
    """Whether the page would ask before it is left."""
    return panel.page.evaluate(
        "!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def test_the_save_bar_appears_only_without_javascript(panel):
    assert not panel.page.locator(".bar").is_visible()
