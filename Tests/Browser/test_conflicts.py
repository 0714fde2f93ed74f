"""Several change the same settings: nothing is lost unseen."""

import pytest

from support.panel_page import PanelPage
from support.schemas import item, workshop, write
from support.server import run, until


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


# Where rows are saved by scripting, see test_live.
whole = pytest.mark.parametrize("mode", ["explicit", "plain"], indirect=True)


def choose(panel, key, choice):
    panel.page.locator(f"#conflict input[name='_keep[{key}]'][value='{choice}']").check()


def decide(panel):
    return panel.submit(panel.page.locator("#conflict button.pri").click)


def asked(panel):
    """What the panel of conflicts asks about, in order."""
    return panel.page.locator("#conflict legend").all_inner_texts()


@whole
def test_a_user_resolves_a_conflict_about_one_key(panel, client):
    panel.field("account_username").fill("Ada")
    panel.field("display_titles").uncheck()
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    assert panel.title.startswith("Error: ")
    assert panel.page.locator("#conflict h2").inner_text() == (
        "1 setting was changed by someone else")
    assert asked(panel) == ["Username"]
    options = panel.page.locator("#conflict label").all_inner_texts()
    assert options == ["Theirs: Eve", "Yours: Ada"]
    assert "Changed by a script, " in panel.page.locator("#conflict .help").inner_text()
    assert panel.page.locator("#conflict :checked").count() == 0
    assert panel.page.locator("#n-account_username").inner_text() == (
        "Changed to Eve by a script since you opened this page.")
    # The row says it once.
    assert panel.row("account_username").locator(".warn, .err").count() == 1
    assert panel.summary == []
    assert panel.field("account_username").input_value() == "Ada"
    assert not panel.field("display_titles").is_checked()
    assert client.value("account_username") == "Eve"
    assert client.value("display_titles") is None
    choose(panel, "account_username", "mine")
    assert decide(panel) == 200
    assert client.value("account_username") == "Ada"
    assert client.value("display_titles") is False


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_a_conflict_is_shown_again_after_a_reload(panel, client):
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    # As after the back button; what the page asks for meanwhile comes in turn.
    with panel.page.expect_response(lambda answer: answer.request.method == "GET"):
        panel.page.evaluate(
            "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    for _ in range(4):
        panel.page.evaluate("fetch(location).then((answer) => answer.text())")
    panel.page.locator("#n-account_username").wait_for()
    choose(panel, "account_username", "mine")
    assert decide(panel) == 200
    assert client.value("account_username") == "Ada"


@whole
def test_choosing_theirs_saves_the_other_changes(panel, client):
    panel.field("account_username").fill("Ada")
    panel.field("display_titles").uncheck()
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    choose(panel, "account_username", "theirs")
    assert decide(panel) == 200
    assert client.value("account_username") == "Eve"
    assert client.value("display_titles") is False
    assert panel.field("account_username").input_value() == "Eve"


@whole
def test_saving_without_a_choice_asks_again(panel, client):
    panel.field("account_username").fill("Ada")
    panel.radio("theme", "theme_dark").check()
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    for save in (panel.save, lambda: decide(panel)):
        assert save() == 409
        assert panel.page.locator("#conflict .err").inner_text() == (
            "Choose which value of “Username” to use")
        assert panel.field("account_username").input_value() == "Ada"
        assert panel.chosen("theme") == "theme_dark"
    assert client.value("account_username") == "Eve"
    assert client.value("theme") is None


@whole
def test_two_conflicts_are_resolved_by_keyboard(panel, client):
    panel.field("account_username").fill("Ada")
    panel.field("display_titles").uncheck()
    client.changed({"account_username": "Eve", "display_titles": "YES"})
    assert panel.save() == 409
    assert len(asked(panel)) == 2
    keyboard = panel.page.keyboard
    panel.page.locator("#conflict").focus()
    for key in ("Tab", "Space", "ArrowDown", "Tab", "Space", "Tab"):
        keyboard.press(key)
    assert panel.submit(lambda: keyboard.press("Enter")) == 200
    assert client.value("display_titles") is False
    assert client.value("account_username") == "Eve"


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_a_question_stays_while_others_change_something(panel, client):
    panel.field("account_username").fill("Ada")
    panel.field("display_titles").uncheck()
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    choose(panel, "account_username", "theirs")
    client.changed({"theme": "theme_dark"})
    panel.until(lambda: panel.chosen("theme") == "theme_dark", "the change is shown")
    # The answer to a question that nobody asked would come now.
    panel.page.wait_for_load_state("networkidle")
    assert asked(panel) == ["Username"] and panel.title.startswith("Error: ")
    assert client.value("account_username") == "Eve" and client.value("display_titles") is None
    assert panel.page.locator("#conflict :checked").get_attribute("value") == "theirs"
    assert decide(panel) == 200
    assert client.value("account_username") == "Eve" and client.value("display_titles") is False


def test_two_browsers_and_a_script_lose_no_change(panel, new_page, server, client):
    other = PanelPage(new_page(), server)
    other.open()
    panel.field("account_username").fill("Ada")
    other.radio("theme", "theme_dark").check()
    client.changed({"display_titles": "NO"})
    assert other.save() == 200
    assert panel.save() == 200
    assert client.value("account_username") == "Ada"
    assert client.value("theme") == "theme_dark"
    assert client.value("display_titles") is False
    assert client.revision == 3


def test_changes_of_different_keys_are_both_saved(panel, client):
    panel.field("account_username").fill("Ada")
    client.changed({"display_titles": "NO", "theme": "theme_dark"})
    assert panel.save() == 200
    assert panel.status == "Username changed from empty to Ada"
    assert not panel.field("display_titles").is_checked()
    assert panel.chosen("theme") == "theme_dark"


def test_the_same_value_from_both_is_not_a_conflict(panel, client):
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Ada"})
    assert panel.save() == 200
    assert panel.status == "No changes"


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_saves_a_restored_value_beside_a_row_that_others_set_alike(panel, client):
    panel.field("account_username").fill("Ada")
    for changes in ({"account_username": "Ada"}, {"display_titles": "NO"}):
        client.changed(changes)
        panel.until(
            lambda: panel.page.locator("#f [name=_revision]").input_value() == str(client.revision),
            "the page has heard of it")
    panel.field("display_titles").check()
    assert panel.save() == 200
    assert client.value("account_username") == "Ada"
    assert client.value("display_titles") is True


@whole
@pytest.mark.parametrize("key, value", [("display_titles", "NO"), ("theme", "theme_dark")])
def test_a_conflict_does_not_undo_the_change_of_a_script(
        panel, client, key, value):
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Eve", key: value})
    before = client.value(key)
    assert panel.save() == 409
    choose(panel, "account_username", "mine")
    assert panel.save() == 200
    assert client.value("account_username") == "Ada"
    assert client.value(key) == before


def test_a_failed_action_does_not_undo_the_change_of_a_script(panel, client):
    client.changed({"display_titles": "NO"})
    assert panel.press("account_button") == 422
    panel.field("account_username").fill("Ada")
    assert panel.save() == 200
    assert client.value("display_titles") is False


@whole
@pytest.mark.parametrize(
    "setup, words",
    [
        (lambda client, server: client.changed({"account_password": "their own"}),
         "Changed by a script since you opened this page."),
        (lambda client, server: run(
            "set", "account_password=their own", "--database", server.database),
         "Changed by the command line since you opened this page."),
    ],
    ids=["script", "cli"])
def test_a_conflict_about_a_password_shows_neither_password(panel, client, server, setup, words):
    panel.field("account_password").fill("my own")
    setup(client, server)
    assert panel.save() == 409
    assert panel.page.locator("#n-account_password").inner_text() == words
    assert panel.page.locator("#conflict label").all_inner_texts() == [
        "Theirs (saved)",
        "Yours (as entered below)" if panel.follows else "Yours (enter it again below)"]
    assert "their own" not in panel.page.content()
    assert "my own" not in panel.page.content()
    choose(panel, "account_password", "mine")
    # With scripting what was typed is still in its field.
    if panel.follows:
        assert decide(panel) == 200
    else:
        assert decide(panel) == 422
        panel.field("account_password").fill("my own")
        assert panel.save() == 200
    assert client.value("account_password") is not None


def test_an_unchanged_row_does_not_undo_the_change_of_another_tab(panel, new_page, server):
    other = PanelPage(new_page(), server)
    other.open()
    other.radio("theme", "theme_dark").check()
    assert other.save() == 200
    if not panel.follows:
        assert panel.chosen("theme") == "theme_light"
        panel.save()
        assert panel.status == "No changes"
    until(lambda: panel.chosen("theme") == "theme_dark", "the page follows")


class TestWorkshop:
    @pytest.fixture
    def server(self, workshop_server):
        return workshop_server

    def change(self, server, client, change, shows):
        schema = workshop()
        change(schema)
        write(server.schema, schema)
        until(lambda: (shows in client.get().text), f"the page shows {shows}")

    @whole
    def test_a_renamed_item_accepts_its_former_key(self, panel, client, server):
        def rename(schema):
            item(schema, "door_code").update(itemKey="door_lock", itemRenamedFrom="door_code")

        panel.field("door_code").fill("AB1")
        panel.field("door_name").fill("Back")
        self.change(server, client, rename, 'id="c-door_lock"')
        assert panel.save() == 200
        assert panel.status == "2 settings changed"
        assert panel.field("door_lock").input_value() == "AB1"
        assert client.value("door_lock") == "AB1"

    @whole
    def test_a_removed_item_is_named_and_the_rest_can_be_saved(self, panel, client, server):
        def remove(schema):
            items = schema["groups"][0]["items"]
            items.remove(item(schema, "door_code"))
            item(schema, "door_name")["itemTitle"] = "Label"

        panel.field("door_code").fill("AB1")
        panel.field("door_name").fill("Back")
        self.change(server, client, remove, ">Label<")
        assert panel.save() == 422
        assert panel.summary == ["door_code is no longer a setting of this panel"]
        assert panel.field("door_name").input_value() == "Back"
        assert client.revision == 0
        assert panel.save() == 200
        assert client.value("door_name") == "Back"
        # The row that is gone does not count as unsaved.
        assert panel.page.locator("#unsaved").is_hidden()

    def test_a_page_with_an_unchanged_removed_item_still_saves(
            self, panel, client, server):
        def remove(schema):
            items = schema["groups"][0]["items"]
            items.remove(item(schema, "door_code"))
            item(schema, "door_name")["itemTitle"] = "Label"

        panel.field("door_name").fill("Back")
        self.change(server, client, remove, ">Label<")
        panel.save()
        panel.save()
        assert client.value("door_name") == "Back"

    def test_an_error_does_not_undo_the_change_of_a_script(self, panel, client):
        panel.field("door_code").fill("?")
        client.changed({"door_chime": "NO"})
        assert panel.save() == 422
        panel.field("door_code").fill("AB1")
        assert panel.save() == 200
        assert client.value("door_chime") is False

    def test_a_new_item_appears_without_a_restart(self, panel, client, server):
        def add(schema):
            schema["groups"][0]["items"].append(
                {"itemKey": "door_bell", "itemControlType": "switch", "itemTitle": "Bell"})

        assert panel.field("door_bell").count() == 0
        self.change(server, client, add, 'id="c-door_bell"')
        panel.reload()
        panel.field("door_bell").check()
        panel.save()
        assert panel.status == "Bell changed from Off to On"


@pytest.mark.parametrize("mode", ["instant", "plain"], indirect=True)
class TestBrokenSchema:
    def test_the_old_page_has_a_banner_until_the_schema_is_fixed(self, panel, client, server):
        good = server.schema.read_text()
        client.changed({"account_username": "Ada"})
        write(server.schema, good.replace('"switch"', '"swich"', 1))
        until(lambda: client.get("/healthz").json["status"] == "degraded", "the problem is known")
        panel.reload()
        banner = panel.page.locator(".ban")
        assert "1 error" in banner.inner_text()
        assert "line 2" in banner.inner_text()
        assert "unknown control 'swich'. Did you mean 'switch'?" in banner.inner_text()
        assert panel.field("account_username").input_value() == "Ada"
        panel.field("account_username").fill("Eve")
        assert panel.save() == 200
        write(server.schema, good)
        until(lambda: client.get("/healthz").json["status"] == "ok", "the problem is gone")
        panel.open()
        assert panel.page.locator(".ban").count() == 0
        assert panel.field("account_username").input_value() == "Eve"

    def test_the_banner_names_line_and_column_of_a_syntax_error(self, panel, client, server):
        write(server.schema, '[ { "groupKey": "display",\n    "items": [ } ]')
        until(lambda: client.get("/healthz").json["status"] == "degraded", "the problem is known")
        panel.reload()
        words = panel.page.locator(".ban").inner_text()
        assert "line 2" in words and "column 16" in words
        assert panel.field("account_username").is_visible()

    def test_the_banner_lists_all_problems(self, panel, client, server):
        text = server.schema.read_text()
        write(server.schema, text.replace("edit_text", "edit_txt").replace("itemValue", "itemVale"))
        until(lambda: client.get("/healthz").json["status"] == "degraded", "the problem is known")
        panel.reload()
        assert panel.page.locator(".ban li").count() > 3
