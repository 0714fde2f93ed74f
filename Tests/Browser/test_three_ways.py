"""One suite, run three ways: with scripting, without, and by curl alone.

What is not the same is not here: pages that follow what others change, passwords that are shown,
buttons that copy, the number of a slider while it is moved, and lists that are filtered while
somebody types.
"""

import pytest

from support.client import Client
from support.schemas import write
from support.server import until
from support.visitors import BrowserVisitor, CurlVisitor
from test_controls import CONTROLS, WANTED, schema as controls, stored

DOOR = {
    "groupKey": "door", "groupTitle": {"en": "Door", "fr": "Porte"},
    "items": [
        {"itemKey": "door_name", "itemControlType": "edit_text", "itemValue": "Front",
         "itemTitle": {"en": "Name", "fr": "Nom"}, "itemRequired": True},
        {"itemKey": "door_bell", "itemControlType": "switch",
         "itemTitle": {"en": "Bell", "fr": "Sonnette"}},
        {"itemKey": "door_wipe", "itemControlType": "button", "itemTitle": "Wipe",
         "itemAction": ["true"], "itemConfirm": "Delete all of it?", "itemRole": "destructive"},
        {"itemKey": "door_more", "itemControlType": "page",
         "itemTitle": {"en": "More of it", "fr": "Plus"}, "groups": [
             {"groupKey": "lock", "groupTitle": "Lock", "items": [
                 {"itemKey": "lock_level", "itemControlType": "edit_integer", "itemValue": 3,
                  "itemMaximum": 9, "itemTitle": "Level"},
                 {"itemKey": "lock_note", "itemControlType": "edit_text",
                  "itemTitle": "Note"}]}]}]}
ROOM = {
    "groupKey": "room", "groupTitle": {"en": "Room", "fr": "Salle"},
    "items": [{"itemKey": "room_name", "itemControlType": "edit_text", "itemValue": "Hall",
               "itemTitle": "Room name"}]}


def house():
    return {"panelKey": "house", "panelTitle": {"en": "House", "fr": "Maison"},
            "panelLocales": ["en", "fr"], "groups": [DOOR, ROOM]}


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "house.json", house()), ["--allow-actions"])


@pytest.fixture(params=["scripting", "plain", "curl"])
def enter(request, server, new_page, tmp_path):
    """Lets visitors in, all of one way."""

    def enter(name="first"):
        if request.param == "curl":
            visitor = CurlVisitor(server, tmp_path / name)
        else:
            page = new_page(java_script_enabled=request.param == "scripting", locale="en")
            visitor = BrowserVisitor(page, server)
        assert visitor.open() == 200
        return visitor

    return enter


@pytest.fixture
def visitor(enter):
    return enter()


# Key: what is given, and what stands there once it is saved, where that is not the same.
CHANGES = {
    "switch": ({"switch": "YES"}, {}),
    "choice": ({"choice": "green"}, {}),
    "segment": ({"segment": "3"}, {}),
    "choices": ({"choices": ["red", "3"]}, {"choices": "3"}),
    "picker": ({"picker[pick]": "own", "picker[own]": "blue"}, {}),
    "edit_text": ({"edit_text": " Grüße "}, {"edit_text": "Grüße"}),
    "edit_multiline": ({"edit_multiline": "a\nb"}, {}),
    "edit_url": ({"edit_url": "https://example.org/a"}, {}),
    "edit_html": ({"edit_html": "**a** b"}, {}),
    "edit_integer": ({"edit_integer": "8384 "}, {"edit_integer": "8384"}),
    "edit_decimal": ({"edit_decimal": "1.50"}, {"edit_decimal": "1.5"}),
    "slider": ({"slider": "40"}, {}),
    "stepper": ({"stepper": "3"}, {}),
    "edit_date": ({"edit_date": "2026-11-20"}, {}),
    "edit_time": ({"edit_time": "07:30"}, {}),
    "edit_datetime": ({"edit_datetime": "2026-11-20T07:30"}, {}),
    "edit_duration": ({"edit_duration": "5", "edit_duration[unit]": "min"}, {}),
    "edit_size": ({"edit_size": "1536", "edit_size[unit]": "MiB"}, {}),
    "edit_shortcut": ({"edit_shortcut": "ctrl+shift+p"}, {"edit_shortcut": "Ctrl+Shift+P"}),
    "edit_color": ({"edit_color": "#00aaff"}, {}),
    "edit_alternatives": ({"edit_alternatives[kind]": "1", "edit_alternatives[1]": "a\nb"}, {}),
    "edit_table": ({"edit_table[0][host]": "a.example", "edit_table[0][on]": "YES"}, {}),
    "custom": ({"custom": '{"a":[1,true]}'},
               {"custom": '{\n  "a": [\n    1,\n    true\n  ]\n}'}),
    "rating": ({"rating": "4"}, {}),
    "theme": ({"theme": "dark"}, {}),
}


class TestControls:
    @pytest.fixture
    def server(self, start, tmp_path):
        return start(write(tmp_path / "controls.json", controls()))

    def test_all_controls_show_their_values(self, visitor):
        assert visitor.title == "Controls"
        assert visitor.rows == [*dict.fromkeys(
            [key for key in WANTED if key != "theme"] + ["theme", "secret"])]
        assert {key: visitor.value(key) for key in visitor.rows} == {
            "switch": "NO", "choice": "red", "segment": "red", "choices": "", "picker": None,
            "edit_text": "", "edit_multiline": "", "edit_url": "", "edit_html": "", "edit_integer": "",
            "edit_decimal": "", "slider": "0", "stepper": "2", "edit_date": "", "edit_time": "", "edit_datetime": "",
            "edit_duration": "", "edit_size": "", "edit_shortcut": "", "edit_color": "#000000", "edit_list": None, "edit_table": None,
            "edit_map": None, "edit_alternatives": None, "edit_file": "", "custom": "", "rating": "", "theme": "light", "secret": ""}
        assert visitor.value("picker[pick]") == "default"
        assert visitor.value("edit_duration[unit]") == "s"
        assert visitor.value("edit_table[0][port]") == "80"

    def test_each_control_is_changed_and_shows_its_value(self, visitor, server):
        for key, (given, shown) in CHANGES.items():
            visitor.give(given)
            assert visitor.save() == 200, key
            # Of a list, the status names the entries that differ.
            assert " changed from " in visitor.status or ": added " in visitor.status, key
            assert {name: visitor.value(name) for name in given} == given | shown, key
            assert stored(server)[0].get(key) == WANTED[key], key
        assert visitor.values("choices") == ["red", "3"]
        visitor.open()
        for key, (given, shown) in CHANGES.items():
            assert {name: visitor.value(name) for name in given} == given | shown, key

    def test_each_control_is_reset(self, visitor, server):
        texts = {key: text for key, (_, _, text, _) in CONTROLS.items()}
        Client(server.port).changed(texts | {"theme": "dark"})
        assert stored(server)[0] == WANTED
        visitor.open()
        for key in WANTED:
            assert visitor.reset(key) == 200
            # A setting without a default is cleared.
            assert " reset to " in visitor.status or visitor.status.endswith(" cleared"), key
            assert key not in stored(server)[0]
            assert not visitor.offers("_reset", key)
        assert stored(server)[0] == {}

    def test_a_list_grows_moves_and_shrinks(self, visitor, server):
        visitor.give({"edit_list[0]": "a"})
        assert visitor.press("_add", "edit_list") == 200
        visitor.give({"edit_list[1]": "b"})
        assert visitor.save() == 200
        assert stored(server)[0]["edit_list"] == ["a", "b"]
        assert visitor.press("_move", "edit_list[1]:up") == 200
        assert [visitor.value(f"edit_list[{place}]") for place in (0, 1)] == ["b", "a"]
        assert stored(server)[0]["edit_list"] == ["b", "a"]
        assert visitor.press("_remove", "edit_list[0]") == 200
        assert visitor.value("edit_list[0]") == "a"
        assert stored(server)[0]["edit_list"] == ["a"]

    def test_a_stepper_has_buttons(self, visitor, server):
        # With scripting steps in a row are one change, once they have stood for a while.
        assert visitor.press("_step", "stepper:up") in (200, None)
        assert visitor.value("stepper") == "3"
        until(lambda: stored(server)[0] == {"stepper": 3}, "the step is saved")

    def test_a_file_is_uploaded(self, visitor, server, tmp_path):
        note = tmp_path / "note.txt"
        note.write_text("hello")
        visitor.give({"edit_file": note})
        assert visitor.save() == 200
        assert "note.txt" in visitor.text("s-edit_file")
        assert stored(server)[0]["edit_file"] == WANTED["edit_file"]

    def test_a_password_is_set_and_removed_but_never_shown(self, visitor, server):
        visitor.give({"secret": "hunter2"})
        assert visitor.save() == 200
        assert visitor.status == "Secret saved"
        assert visitor.value("secret") == ""
        assert stored(server)[1] == ["secret"]
        assert visitor.confirm("_clear", "secret") == 200
        assert visitor.status == "Secret removed"
        assert stored(server)[1] == []

    def test_two_errors_are_beside_their_fields_until_corrected(self, visitor, server):
        usual = visitor.title
        visitor.give({"edit_integer": "many", "rating": "9"})
        assert visitor.save() == 422
        assert visitor.title != usual
        assert visitor.error("edit_integer") == "Edit_Integer must be a whole number, like 30"
        assert visitor.error("rating") == "Rating must be 5 or fewer"
        assert visitor.value("edit_integer") == "many"
        assert visitor.value("rating") == "9"
        assert stored(server)[0] == {}
        visitor.give({"edit_integer": "30", "rating": "5"})
        assert visitor.save() == 200
        assert visitor.title == usual
        assert visitor.error("edit_integer") is None
        assert visitor.error("rating") is None
        assert stored(server)[0] == {"edit_integer": 30, "rating": 5}


def test_a_changed_value_is_shown_in_its_row(visitor, server):
    Client(server.port).changed({"door_name": "Back", "door_bell": "YES"})
    visitor.open()
    assert visitor.heading == "House"
    # What differs follows the settings.
    assert visitor.groups[:2] == ["Door", "Room"]
    assert visitor.rows == ["door_name", "door_bell", "door_wipe", "door_more", "room_name"]
    assert visitor.value("door_name") == "Back"
    assert visitor.value("door_bell") == "YES"
    assert visitor.offers("_reset", "door_name")
    assert not visitor.offers("_reset", "room_name")


def test_an_error_keeps_the_typed_text_and_saves_nothing(visitor, server):
    visitor.give({"door_name": ""})
    assert visitor.save() == 422
    assert visitor.error("door_name") == "“Name” is missing"
    assert visitor.value("door_name") == ""
    assert stored(server)[0] == {}
    visitor.give({"door_name": "Side"})
    assert visitor.save() == 200
    assert visitor.status == "Name changed from Front to Side"
    assert stored(server)[0] == {"door_name": "Side"}


def test_a_saved_change_is_undone_and_redone(visitor, server):
    visitor.give({"door_name": "Back"})
    assert visitor.save() == 200
    assert visitor.status == "Name changed from Front to Back"
    assert visitor.undo() == 200
    assert visitor.status == "Name reset to Front"
    assert visitor.value("door_name") == "Front"
    assert visitor.undo() == 200
    assert visitor.value("door_name") == "Back"
    assert stored(server)[0] == {"door_name": "Back"}


def test_an_older_change_is_undone_from_the_list_of_changes(visitor, server):
    for name in ("Back", "Side"):
        Client(server.port).changed({"door_name": name})
    Client(server.port).changed({"door_bell": "YES"})
    assert visitor.follow("Changes") == 200
    assert visitor.groups[0] in ("Today", "Yesterday")
    assert visitor.press("_undo", "2") == 200
    assert visitor.status == "Name changed from Side to Back"
    assert stored(server)[0] == {"door_name": "Back", "door_bell": True}


def test_an_item_a_group_and_all_settings_are_reset(visitor, server):
    Client(server.port).changed(
        {"door_name": "Back", "door_bell": "YES", "room_name": "Attic", "lock_level": "7"})
    visitor.open()
    assert visitor.reset("door_bell") == 200
    assert visitor.status == "Bell reset to Off"
    assert stored(server)[0] == {"door_name": "Back", "room_name": "Attic", "lock_level": 7}
    assert visitor.undo() == 200
    assert visitor.confirm("_reset", "door") == 200
    assert visitor.value("door_name") == "Front"
    assert visitor.value("door_bell") == "NO"
    assert stored(server)[0] == {"room_name": "Attic", "lock_level": 7}
    assert visitor.confirm("_reset", "*") == 200
    assert visitor.status == "2 settings reset"
    assert visitor.value("room_name") == "Hall"
    assert stored(server)[0] == {}
    assert visitor.undo() == 200
    assert stored(server)[0] == {"room_name": "Attic", "lock_level": 7}


def test_a_page_is_reset(visitor, server):
    Client(server.port).changed({"door_name": "Back", "lock_level": "7", "lock_note": "x"})
    assert visitor.open("pages/door_more") == 200
    assert visitor.confirm("_reset", "door_more") == 200
    assert visitor.value("lock_level") == "3"
    assert stored(server)[0] == {"door_name": "Back"}


def test_a_setting_is_changed_in_the_results_of_a_search(visitor, server):
    assert visitor.search("level") == 200
    assert "1 result for “level”" in visitor.text("found")
    assert visitor.rows == ["lock_level"]
    visitor.give({"lock_level": "8"})
    assert visitor.save() == 200
    assert visitor.rows == ["lock_level"]
    assert stored(server)[0] == {"lock_level": 8}
    assert visitor.search("zzzqqq") == 200
    assert visitor.rows == []


def test_a_permanent_link_opens_its_row(visitor, server):
    assert visitor.open("s/lock_level") == 200
    assert visitor.address == f"{server.url}pages/door_more#s-lock_level"
    assert visitor.heading == "More of it"
    assert visitor.rows == ["lock_level", "lock_note"]
    assert visitor.open("s/lock_levl") == 404
    assert "lock_level" in visitor.text("main")


def test_a_nested_page_is_opened_changed_and_left(visitor, server):
    assert visitor.follow("More of it") == 200
    assert visitor.heading == "More of it"
    visitor.give({"lock_level": "10"})
    assert visitor.save() == 422
    assert visitor.error("lock_level") == "Level must be 9 or fewer"
    visitor.give({"lock_level": "9"})
    assert visitor.save() == 200
    assert stored(server)[0] == {"lock_level": 9}
    assert visitor.follow("Overview") == 200
    assert visitor.rows[0] == "door_name"
    assert "9" in visitor.text("s-door_more")


def test_an_action_can_be_canceled_or_confirmed(visitor):
    assert visitor.ask("door_wipe") == 200
    assert visitor.question == "Delete all of it?"
    visitor.answer("door_wipe", go=False)
    assert visitor.question is None
    assert visitor.status == ""
    assert visitor.rows[0] == "door_name"
    assert visitor.ask("door_wipe") == 200
    visitor.answer("door_wipe", go=True)
    visitor.wait("“Wipe” finished")
    assert visitor.question is None


def test_the_language_is_changed_and_stays(visitor):
    assert visitor.language == "en"
    assert visitor.follow("Français") == 200
    assert visitor.language == "fr"
    assert visitor.groups == ["Porte", "Salle"]
    assert visitor.open() == 200
    visitor.give({"door_name": ""})
    assert visitor.save() == 422
    assert visitor.language == "fr"
    assert visitor.text("l-door_name") == "Nom"
    assert visitor.follow("English") == 200
    assert visitor.groups == ["Door", "Room"]


def test_the_details_of_a_setting_are_shown(visitor, server):
    visitor.details("door_name")
    assert f"curl -d door_name=Front {server.url}" in visitor.text("i-door_name")


@pytest.mark.parametrize("side, kept", [("mine", "Mine"), ("theirs", "Theirs")])
def test_a_conflict_is_shown_and_resolved(visitor, server, side, kept):
    visitor.give({"door_name": "Mine"})
    Client(server.port).changed({"door_name": "Theirs"})
    assert visitor.save() == 409
    assert visitor.asked == ["Name"]
    assert visitor.value("door_name") == "Mine"
    assert stored(server)[0] == {"door_name": "Theirs"}
    assert visitor.keep({"door_name": side}) == 200
    assert visitor.asked == []
    assert visitor.value("door_name") == kept
    assert stored(server)[0] == {"door_name": kept}


def test_two_users_and_a_script_change_different_settings(enter, server):
    first, second = enter(), enter("second")
    first.give({"door_name": "Back"})
    second.give({"room_name": "Attic"})
    Client(server.port).changed({"door_bell": "YES"})
    assert second.save() == 200
    assert first.save() == 200
    assert stored(server)[0] == {"door_name": "Back", "room_name": "Attic", "door_bell": True}
    assert Client(server.port).revision == 3


def test_two_users_and_a_script_change_one_setting(enter, server):
    client = Client(server.port)
    first, second = enter(), enter("second")
    first.give({"door_name": "First"})
    second.give({"door_name": "Second"})
    client.changed({"door_name": "Script", "door_bell": "YES"})
    for visitor, theirs, mine in ((first, "Script", "First"), (second, "First", "Second")):
        assert visitor.save() == 409
        assert visitor.asked == ["Name"]
        told = visitor.text("conflict") or visitor.text("n-door_name")
        assert theirs in told
        assert visitor.value("door_name") == mine
        assert stored(server)[0]["door_name"] == theirs
        assert visitor.keep({"door_name": "mine"}) == 200
        assert stored(server)[0]["door_name"] == mine
    assert stored(server)[0]["door_bell"] is True
    told = client.get("/changes", {"Accept": "text/html"}).text
    assert all(name in told for name in ("Script", "First", "Second"))
