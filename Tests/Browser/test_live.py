"""An open page follows what others change, and never takes anything from who is typing."""

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import item, workshop, write


@pytest.fixture(params=["instant", "explicit"])
def mode(request):
    return request.param


def test_unfocused_rows_show_changes_of_others(panel, client):
    client.changed({"display_titles": "NO", "theme": "theme_dark", "account_username": "Eve"})
    panel.until(lambda: not panel.field("display_titles").is_checked(), "the switch follows")
    assert panel.chosen("theme") == "theme_dark"
    assert panel.field("account_username").input_value() == "Eve"
    assert panel.row("display_titles").locator("button.reset").is_visible()
    voice = panel.page.locator("#voice")
    panel.until(lambda: voice.inner_text() == "3 settings changed elsewhere", "it is said")


def test_a_flash_marks_a_changed_row(new_page, server, client):
    panel = PanelPage(new_page(), server)
    panel.open()
    client.changed({"display_titles": "NO"})
    panel.until(
        lambda: panel.row("display_titles").get_attribute("data-s") == "flash", "a flash")
    panel.until(
        lambda: panel.row("display_titles").get_attribute("data-s") is None, "it ends")


@pytest.mark.parametrize("choice", ["theirs", "mine"])
@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_a_focused_row_offers_the_change_of_others(panel, client, choice):
    field = panel.field("account_username")
    field.fill("Ada")
    client.changed({"account_username": "Eve"})
    row = panel.row("account_username")
    note = panel.page.locator("#n-account_username")
    note.wait_for()
    assert note.inner_text().startswith("Changed to Eve by a script")
    assert field.input_value() == "Ada"
    assert panel.page.evaluate("document.activeElement.id") == "c-account_username"
    row.locator(f"[data-take={choice}]").click()
    note.wait_for(state="detached")
    if choice == "theirs":
        assert field.input_value() == "Eve"
        assert not panel.page.locator("[data-unsaved]").count()
        return
    assert field.input_value() == "Ada"
    field.press("Enter")
    panel.idle()
    assert client.value("account_username") == "Ada"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_text_typed_before_a_change_of_others_is_a_conflict(panel, client):
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Eve"})
    panel.page.locator("#n-account_username").wait_for()
    assert panel.save() == 409
    assert client.value("account_username") == "Eve"
    assert panel.field("account_username").input_value() == "Ada"
    # Not decided, it is not saved by pressing on; another row is, and the question stays.
    panel.field("account_username").press("Enter")
    panel.idle()
    panel.field("display_titles").click()
    panel.idle()
    assert client.value("display_titles") is False
    assert client.value("account_username") == "Eve"
    # The row asks, and the bar says that it is not saved: there is no panel at the top, and no problem.
    assert panel.page.locator("#conflict, .err").count() == 0
    assert panel.page.locator(".count a").inner_text() == "1 unsaved change"
    assert not panel.title.startswith("(")
    panel.row("account_username").locator("[data-take=mine]").click()
    panel.page.locator("#n-account_username").wait_for(state="detached")
    panel.until(lambda: client.value("account_username") == "Ada", "it is saved")
    panel.idle()
    assert panel.page.locator("[data-unsaved]").count() == 0
    assert panel.page.evaluate("document.activeElement.id") == "c-account_username"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_compares_typed_text_with_the_value_shown_at_the_start(
        panel, client):
    """What is typed is compared with what was shown when the typing began, not with the value of between."""
    field, note = panel.field("account_username"), panel.page.locator("#n-account_username")
    field.fill("Ada")
    client.changed({"account_username": "Eve"})
    note.wait_for()
    field.fill("Eve")
    client.changed({"account_username": "Max"})
    panel.until(lambda: "Eve" not in "".join(note.all_inner_texts()), "the page hears of it")
    assert panel.save() == 409
    assert field.input_value() == "Eve"
    assert client.value("account_username") == "Max"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
@pytest.mark.parametrize("choice, kept", [("mine", "Ada"), ("theirs", "Eve")])
def test_a_conflict_reported_by_a_save_is_resolved_in_its_row(panel, client, choice, kept):
    panel.page.route("**/api/events*", lambda route: route.abort())
    panel.open()
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    assert panel.page.locator("#conflict").count() == 0
    voice = panel.page.locator("#voice")
    assert voice.inner_text().startswith("Changed to Eve by a script")
    panel.row("account_username").locator(f"[data-take={choice}]").click()
    panel.page.locator("#n-account_username").wait_for(state="detached")
    panel.idle()
    panel.until(lambda: client.value("account_username") == kept, "it is decided")
    panel.until(
        lambda: panel.field("account_username").input_value() == kept, "it is shown")
    assert panel.page.locator("[data-unsaved]").count() == 0


@pytest.fixture
def shop(start, tmp_path, new_page):
    """A page that hears of changes by refusals alone, with a conflict; and a script."""
    server = start(write(tmp_path / "shop.json", [{"groupKey": "shop", "items": [
        {"itemKey": "owner", "itemControlType": "edit_text"},
        {"itemKey": "seats", "itemControlType": "edit_integer"}]}]))
    client, panel = Client(server.port), PanelPage(new_page(), server)
    panel.page.route("**/api/events*", lambda route: route.abort())
    panel.open()
    panel.field("owner").fill("Ada")
    client.changed({"owner": "Eve"})
    assert panel.save() == 409
    return panel, client


def test_each_conflict_is_resolved_in_its_row(shop):
    panel, client = shop
    panel.field("seats").fill("30")
    client.changed({"seats": "40"})
    assert panel.save() == 409
    for key in ("owner", "seats"):
        panel.row(key).locator("[data-take=mine]").click()
        panel.page.locator(f"#n-{key}").wait_for(state="detached")
        panel.idle()
    assert (client.value("owner"), client.value("seats")) == ("Ada", 30)


def test_an_undo_of_what_was_changed_since_leaves_another_conflict(shop):
    panel, client = shop
    panel.field("seats").fill("30")
    panel.field("seats").press("Enter")
    panel.idle()
    panel.answers.clear()
    client.changed({"seats": "40"})
    assert panel.submit(panel.page.locator("#undo button").click) == 409
    assert panel.status == "“Seats” was not undone: it was changed again since"
    assert panel.field("seats").input_value() == "40"
    assert panel.row("owner").locator("[data-take]").count() == 2
    assert panel.field("owner").input_value() == "Ada"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_escape_in_a_conflict_shows_their_value(panel, client):
    panel.page.route("**/api/events*", lambda route: route.abort())
    panel.open()
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Eve"})
    assert panel.save() == 409
    panel.field("account_username").press("Escape")
    panel.field("display_titles").focus()
    panel.until(
        lambda: panel.field("account_username").input_value() == "Eve", "theirs is shown")


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_text_typed_after_their_value_is_shown_is_not_a_conflict(panel, client):
    field = panel.field("account_username")
    field.fill("Ada")
    client.changed({"account_username": "Eve"})
    panel.page.locator("#n-account_username").wait_for()
    field.press("Escape")
    panel.field("display_titles").focus()
    client.changed({"theme": "theme_dark"})
    panel.until(lambda: field.input_value() == "Eve", "theirs is shown")
    field.fill("Zoe")
    assert panel.save() != 409
    assert client.value("account_username") == "Zoe"


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_typed_text_stays_on_an_explicit_page(panel, client):
    panel.field("account_username").fill("Ada")
    client.changed({"account_username": "Eve", "display_titles": "NO"})
    panel.until(lambda: not panel.field("display_titles").is_checked(), "the rest follows")
    panel.page.locator("#n-account_username").wait_for()
    assert panel.field("account_username").input_value() == "Ada"


def test_a_page_does_not_announce_its_own_changes(panel, client):
    panel.field("display_titles").click()
    panel.save()
    # News come in order.
    client.changed({"account_username": "Eve"})
    panel.until(lambda: panel.field("account_username").input_value() == "Eve", "it is shown")
    assert panel.row("display_titles").get_attribute("data-s") != "flash"
    voice = panel.page.locator("#voice")
    panel.until(lambda: "elsewhere" in voice.inner_text(), "it is said")
    assert voice.inner_text() == "1 setting changed elsewhere"
    assert panel.status == "Post titles changed from On to Off"


def test_what_others_changed_again_is_not_offered_to_be_undone(panel, client):
    panel.field("display_titles").click()
    panel.save()
    button = panel.page.locator("#undo button")
    assert button.is_visible()
    client.changed({"display_titles": "YES"})
    panel.until(lambda: panel.field("display_titles").is_checked(), "it is shown")
    # A result goes by itself, too, but later.
    button.wait_for(state="hidden", timeout=2_000)
    assert panel.page.locator("#conflict").count() == 0


def test_the_last_result_stays_while_others_change_a_setting(panel, client):
    panel.field("display_titles").click()
    panel.save()
    client.changed({"account_username": "Eve"})
    panel.until(
        lambda: panel.field("account_username").input_value() == "Eve", "the text follows")
    assert panel.status == "Post titles changed from On to Off"
    assert panel.page.locator("#undo button").is_visible()


def test_the_page_reconnects_after_a_restart(panel, server, client):
    port = server.port
    server.stop()
    panel.page.locator("#offline").wait_for()
    server.start(port)
    panel.page.locator("#offline").wait_for(state="detached")
    client.changed({"account_username": "Eve"})
    panel.until(
        lambda: panel.field("account_username").input_value() == "Eve", "the text follows")


def test_a_hidden_tab_has_no_stream_and_catches_up(new_page, server, client):
    panel = PanelPage(new_page(), server)
    hide = """(isHidden) => {
        Object.defineProperty(document, "hidden",
            { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    panel.open()
    panel.page.evaluate(hide, True)
    client.changed({"account_username": "Eve"})
    panel.page.wait_for_timeout(300)
    assert panel.field("account_username").input_value() == ""
    panel.page.evaluate(hide, False)
    panel.until(
        lambda: panel.field("account_username").input_value() == "Eve", "it catches up")


def test_eight_tabs_load_and_save(browser, server, client):
    """A browser has six connections to a server; tabs behind give theirs back."""
    context = browser.new_context()
    pages = []
    for _ in range(8):
        for page in pages:
            page.evaluate("""() => {
                Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""")
        pages.append(context.new_page())
        panel = PanelPage(pages[-1], server)
        assert panel.open() == 200
    panel.field("display_titles").click()
    panel.save()
    assert client.value("display_titles") is False
    context.close()


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_undo_works_in_place_and_by_its_key(panel, client):
    panel.field("display_titles").click()
    panel.idle()
    panel.field("account_password").fill("hunter2")
    panel.page.locator("#undo button").click()
    panel.idle()
    panel.until(lambda: panel.field("display_titles").is_checked(), "it is undone")
    assert client.value("display_titles") is None
    assert panel.field("account_password").input_value() == "hunter2"
    panel.field("display_titles").focus()
    panel.page.keyboard.press("Control+Shift+z")
    panel.until(lambda: not panel.field("display_titles").is_checked(), "it is done again")
    # It is there after a reload.
    panel.page.reload()
    assert panel.page.locator("#undo button").get_attribute("aria-label") == "Undo “Post titles”: back to On"
    # In a text that is not saved the key is the text's own.
    revision = client.revision
    panel.field("account_password").fill("hunter2")
    panel.field("account_password").press("Control+z")
    panel.page.wait_for_timeout(200)
    assert client.revision == revision


def test_a_key_opens_the_search(panel):
    panel.page.keyboard.press("Control+k")
    assert panel.page.evaluate("document.activeElement.id") == "q"


class TestRules:
    """Where rows depend on others, the server is asked before anything is saved."""

    @pytest.fixture
    def server(self, start, tmp_path):
        schema = workshop()
        item(schema, "door_code")["itemVisibleWhen"] = "door_chime"
        return start(write(tmp_path / "rules.json", schema))

    @pytest.mark.parametrize("mode", ["instant"], indirect=True)
    @pytest.mark.parametrize("choice, kept", [("mine", "Back"), ("theirs", "Side")])
    def test_a_focused_row_offers_the_change_of_others(self, panel, client, choice, kept):
        assert panel.page.locator("#f[data-rules]").count() == 1
        field = panel.field("door_name")
        field.fill("Back")
        client.changed({"door_name": "Side"})
        panel.row("door_name").locator(f"[data-take={choice}]").click()
        panel.page.locator("#n-door_name").wait_for(state="detached")
        field.press("Enter")
        panel.idle()
        assert field.input_value() == kept
        panel.until(lambda: client.value("door_name") == kept, "it is saved")


class TestTheme:
    @pytest.fixture
    def server(self, start, tmp_path):
        schema = {"panelTheme": "dark", "groups": [
            {"groupKey": "g", "items": [{"itemKey": "dark", "itemControlType": "switch"}]}]}
        return start(write(tmp_path / "theme.json", schema))

    @pytest.mark.parametrize("mode", ["instant"], indirect=True)
    def test_the_page_has_the_theme_that_a_setting_selects(self, panel, client):
        scheme = "getComputedStyle(document.documentElement).colorScheme"
        assert panel.page.evaluate(scheme) == "light"
        panel.field("dark").check()
        panel.until(lambda: panel.page.evaluate(scheme) == "dark", "its own change")
        client.changed({"dark": "no"})
        panel.until(lambda: panel.page.evaluate(scheme) == "light", "a change of another")


class TestAccent:
    @pytest.fixture
    def server(self, start, tmp_path):
        schema = {"panelAccent": "tint", "groups": [
            {"groupKey": "g", "items": [
                {"itemKey": "tint", "itemControlType": "edit_color", "itemValue": "#7a3d9a"}]}]}
        return start(write(tmp_path / "accent.json", schema))

    @pytest.mark.parametrize("mode", ["instant"], indirect=True)
    def test_the_page_has_the_color_that_a_setting_selects(self, panel, client):
        def accent():
            return panel.page.evaluate(
                "getComputedStyle(document.documentElement).getPropertyValue('--fp-accent').trim()")

        assert accent() == "#7a3d9a"
        panel.page.evaluate("window.same = true")
        client.changed({"tint": "#0b5cad"})
        panel.until(lambda: accent() == "#0b5cad", "a change of another")
        client.changed({"tint": "#a01040"})
        panel.until(lambda: accent() == "#a01040", "the next one")
        panel.until(
            lambda: panel.page.locator("link[data-accent]").count() == 1, "the old ones are gone")
        client.changed({"tint": "#7a3d9a"})
        panel.until(lambda: accent() == "#7a3d9a", "the default")
        assert panel.page.evaluate("window.same"), "the page was not loaded again"
