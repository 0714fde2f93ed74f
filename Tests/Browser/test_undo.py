"""What was changed is told, and taken back, with scripting and without."""

import pytest

from support.audit import axe, sideways
from support.client import JSON
from support.panel_page import PanelPage
from support.schemas import write
from support.server import run
from test_controls import schema as controls


# Where a page is saved as a whole.
whole = pytest.mark.parametrize("mode", ["explicit", "plain"], indirect=True)


def undo(panel):
    return panel.submit(panel.page.locator("#undo button").click)


def undo_text(panel):
    return panel.page.locator("#undo button").get_attribute("aria-label")


def revisions(panel):
    return panel.page.locator(".revs .menu .help").all_text_contents()


def in_menu(panel, number, name):
    """An entry of the menu of a revision, which is opened first."""
    panel.page.locator(f"#r-{number} summary.i").click()
    return panel.page.locator(f"#r-{number} .menu").get_by_text(name, exact=True)


def test_a_save_is_undone_and_redone(panel, client):
    panel.field("account_username").fill("Ada")
    panel.save()
    assert undo_text(panel) == "Undo “Username”: clear it"
    assert undo(panel) == 200
    assert panel.status == "Username cleared"
    assert panel.field("account_username").input_value() == ""
    assert undo_text(panel) == "Redo “Username”: Ada"
    assert undo(panel) == 200
    assert client.value("account_username") == "Ada"
    assert undo_text(panel) == "Undo “Username”: clear it"


def test_undo_is_offered_after_a_reload_and_a_restart(panel, server, client):
    panel.field("display_titles").uncheck()
    panel.save()
    panel.open("?rev=1")
    assert undo_text(panel) == "Undo “Post titles”: back to On"
    port = server.port
    assert server.stop() == 0
    server.start(port)
    panel.open("?rev=1")
    assert undo(panel) == 200
    assert client.value("display_titles") is None


def test_undo_is_not_offered_after_a_newer_change(panel, client):
    panel.field("account_username").fill("Ada")
    panel.save()
    client.changed({"account_username": "Eve"})
    panel.open("?rev=1")
    assert panel.page.locator("#undo button").count() == 0


def test_the_last_change_is_undone_by_keyboard_in_a_few_presses(panel, client):
    panel.field("account_username").fill("Ada")
    panel.save()
    keyboard = panel.page.keyboard
    panel.open("?rev=1")
    # Where the link at the start of the page leads.
    panel.page.locator("#main").focus()
    for presses in range(1, 7):
        keyboard.press("Shift+Tab")
        if panel.page.evaluate("document.activeElement.name") == "_undo":
            break
    assert presses <= 5
    assert panel.submit(lambda: keyboard.press("Enter")) == 200
    assert client.value("account_username") is None


def test_enter_in_a_field_saves_and_undoes_nothing(panel, client):
    panel.field("display_titles").uncheck()
    panel.save()
    panel.open("?rev=1")
    panel.field("account_username").fill("Ada")
    assert panel.submit(lambda: panel.field("account_username").press("Enter")) == 200
    assert client.value("account_username") == "Ada"
    assert client.value("display_titles") is False


@whole
def test_undoes_several_changes_without_a_password(panel, client):
    client.changed({"account_password": "one"})
    panel.reload()
    panel.field("account_username").fill("Ada")
    panel.field("account_password").fill("two")
    panel.save()
    assert undo_text(panel) == "Undo “Username”: clear it"
    undo(panel)
    assert panel.status == (
        "Username cleared. “Password” was not undone: its old value is not stored")


@whole
def test_typed_text_is_saved_with_an_undo(panel, client):
    panel.field("account_username").fill("Ada")
    panel.save()
    panel.field("display_titles").uncheck()
    assert undo(panel) == 200
    assert client.value("account_username") is None
    assert client.value("display_titles") is False


def filter_by(form):
    button = form.get_by_role("button", name="Filter")
    if button.is_visible():
        button.click()



class TestChanges:
    @pytest.fixture(autouse=True)
    def filled(self, client, server):
        client.changed({"account_username": "Ada", "display_titles": "NO"})
        run("set", "theme=theme_dark", "--database", server.database)
        client.changed({"account_username": "Eve"})

    def test_every_page_links_to_the_list_of_changes(self, panel, client):
        panel.page.get_by_role("navigation", name="About this panel").get_by_role(
            "link", name="Changes").click()
        assert panel.page.url.endswith("/changes")
        assert revisions(panel) == ["Revision 3", "Revision 2", "Revision 1"]
        second = panel.page.locator("#r-2").inner_text()
        assert "Command line" in second
        assert "Theme: Light (default) \u2192 Dark" in second
        assert panel.page.locator("#r-2 s").inner_text() == "Light (default)"
        assert panel.page.locator("h2").inner_text() in ("Today", "Yesterday")
        assert panel.page.locator("#r-2 time").get_attribute("datetime").endswith("Z")

    def test_one_change_of_a_revision_is_undone(self, panel, client):
        panel.open("changes")
        undo = panel.page.get_by_role("button", name="Undo “Post titles”", exact=True)
        assert not undo.is_visible()
        panel.page.locator("#r-1 summary").first.click()
        assert panel.submit(undo.click) == 200
        assert panel.status == "Post titles reset to On"
        assert client.value("display_titles") is None
        assert client.value("account_username") == "Eve"
        assert "Undo of revision 1" in panel.page.locator("#r-4").inner_text()

    def test_undoing_an_older_change_asks_for_a_choice(self, panel, client):
        panel.open("changes")
        assert panel.submit(
            in_menu(panel, 1, "Undo this change").click) == 409
        assert panel.page.locator("#conflict label").all_inner_texts() == [
            "Theirs: Eve", "Yours: empty (default)"]
        button = panel.page.locator("#conflict button.pri")
        assert panel.submit(button.click) == 409
        panel.page.locator("#conflict input[value=theirs]").check()
        assert panel.submit(button.click) == 200
        assert client.value("account_username") == "Eve"
        assert client.value("display_titles") is None

    def test_a_restore_shows_the_difference_first(self, panel, client):
        panel.open("changes")
        in_menu(panel, 1, "Restore everything to here…").click()
        rows = [row.inner_text().split("\t") for row in panel.page.locator("tbody tr").all()]
        assert rows == [["Username", "Eve", "Ada"], ["Theme", "Dark", "Light (default)"]]
        assert client.revision == 3
        assert panel.submit(
            panel.page.get_by_role("button", name="Restore 2 settings").click) == 200
        assert client.value("account_username") == "Ada"
        assert client.value("theme") is None
        assert client.revision == 4
        assert undo(panel) == 200
        assert client.value("account_username") == "Eve"
        assert client.value("theme") == "theme_dark"

    def test_a_change_links_to_its_setting(self, panel):
        panel.open("changes")
        panel.page.locator("#r-2 a", has_text="Theme").first.click()
        panel.page.wait_for_url("**#s-theme")

    def test_the_list_is_filtered_by_text_setting_and_source(self, panel):
        panel.open("changes")
        form = panel.page.locator("#main form[role=search]")
        # The choice itself filters, where scripting can do that.
        form.locator("[name=origin]").select_option("cli")
        filter_by(form)
        panel.page.wait_for_url("**origin=cli")
        assert revisions(panel) == ["Revision 2"]
        form.get_by_role("link", name="Show all changes").click()
        panel.page.wait_for_url("**/changes")
        form.locator("[name=text]").fill("eve")
        form.locator("[name=text]").press("Enter")
        panel.page.wait_for_url("**text=eve**")
        assert revisions(panel) == ["Revision 3"]
        form.locator("[name=text]").fill("")
        form.locator("[name=key]").select_option("account_username")
        filter_by(form)
        panel.page.wait_for_url("**key=account_username**")
        assert revisions(panel) == ["Revision 3", "Revision 1"]

    @pytest.mark.parametrize("language", ["en", "ar"])
    @pytest.mark.parametrize("width", [320, 1280])
    @pytest.mark.parametrize("address", ["changes", "changes?text=ada", "changes?restore=0", "changes?rev=3"])
    def test_the_list_fits_every_screen(self, panel, language, width, address):
        panel.page.set_viewport_size({"width": width, "height": 800})
        panel.open(address + ("&" if "?" in address else "?") + "lang=" + language)
        assert sideways(panel.page) <= 0

    def test_scripts_get_the_same_changes(self, client):
        answer = client.get("/api/changes?limit=2", JSON)
        assert [entry["revision"] for entry in answer.json["revisions"]] == [3, 2]
        assert answer.json["next"] == 2
        assert answer.json["revisions"][1]["changed"] == {
            "theme": {"from": None, "to": "theme_dark"}}
        assert answer.header("Cache-Control") == "private, no-cache"
        tag = {"If-None-Match": answer.header("ETag")}
        assert client.get("/api/changes?limit=2", JSON | tag).status == 304


def shown(panel, key):
    """What the fields of a row show."""
    return panel.row(key).locator("[name]:not(button, [type=hidden])").evaluate_all(
        "(fields) => fields.map((field) => /checkbox|radio/.test(field.type)"
        " ? field.checked : field.value)")


def type_and_save(key, text):
    def act(panel):
        panel.field(key).fill(text)
        panel.page.keyboard.press("Enter")
    return act


KINDS = {
    "switch": lambda panel: panel.field("switch").click(),
    "segment": lambda panel: panel.radio("segment", "3").click(force=True),
    "choices": lambda panel: panel.page.locator("[name=choices][value=red]").click(),
    "slider": lambda panel: panel.field("slider").press("ArrowRight"),
    "stepper": lambda panel: panel.row("stepper").locator("[name=_step]").last.click(),
    "edit_text": type_and_save("edit_text", "Ada"),
    "edit_integer": type_and_save("edit_integer", "8384"),
    "edit_date": type_and_save("edit_date", "2026-11-20"),
}


class TestKeys:
    """The last change is undone by its key, wherever the focus is, again and again."""

    @pytest.fixture
    def mode(self):
        return "instant"

    @pytest.fixture
    def server(self, start, tmp_path):
        return start(write(tmp_path / "controls.json", controls()))

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_change_of_every_kind_is_undone_and_redone(self, panel, client, kind):
        before = shown(panel, kind)
        KINDS[kind](panel)
        focused = panel.page.evaluate("document.activeElement.name")
        # At once: what is still on its way is waited for.
        panel.page.keyboard.press("Control+z")
        panel.until(lambda: client.revision == 2, "it is undone")
        panel.until(lambda: shown(panel, kind) == before, "it is as before")
        assert panel.page.evaluate("document.activeElement.name") == focused
        panel.page.keyboard.press("Control+Shift+z")
        panel.until(lambda: client.revision == 3, "it is redone")
        panel.until(lambda: shown(panel, kind) != before, "it is shown")

    def test_three_changes_are_undone_one_after_the_other_and_no_other(self, panel, client):
        client.changed({"edit_text": "Eve"})
        panel.until(lambda: panel.field("edit_text").input_value() == "Eve", "a change of another")
        for key, text in ("edit_integer", "1"), ("edit_integer", "2"), ("edit_decimal", "3"):
            type_and_save(key, text)(panel)
            panel.idle()
        for _ in range(5):
            panel.page.keyboard.press("Control+z")
        panel.until(lambda: client.revision == 7, "three are undone")
        panel.idle()
        assert client.value("edit_integer") is None and client.value("edit_decimal") is None
        for key in ("Control+y", "Control+Shift+z"):
            panel.page.keyboard.press(key)
        panel.until(lambda: client.revision == 9, "two are redone")
        panel.idle()
        assert client.value("edit_integer") == 2
        assert client.value("edit_text") == "Eve"
        # A new change leaves nothing to redo.
        panel.field("switch").click()
        panel.idle()
        panel.page.keyboard.press("Control+y")
        panel.page.wait_for_timeout(200)
        assert client.revision == 10

    def test_what_another_changed_since_is_not_undone_and_the_bar_says_so(self, panel, client):
        panel.field("switch").click()
        panel.idle()
        type_and_save("edit_integer", "1")(panel)
        panel.idle()
        client.changed({"edit_integer": "5"})
        panel.until(lambda: panel.field("edit_integer").input_value() == "5", "theirs is shown")
        panel.page.keyboard.press("Control+z")
        status = panel.page.locator("#status.bad")
        status.wait_for()
        label = panel.row("edit_integer").locator("label").first.inner_text()
        assert status.inner_text() == f"“{label}” was not undone: it was changed again since"
        assert panel.page.locator("#conflict, [aria-invalid], #undo button").count() == 0
        assert client.revision == 3
        assert panel.page.evaluate("document.activeElement.name") == "edit_integer"
        # The change before it is the next one.
        panel.page.keyboard.press("Control+z")
        panel.until(lambda: client.revision == 4, "it is undone")
        assert client.value("edit_integer") == 5
        panel.idle()
        assert status.count() == 0

    def test_text_that_is_not_saved_is_undone_by_the_browser(self, panel, client):
        panel.field("switch").click()
        panel.idle()
        panel.field("edit_text").focus()
        panel.page.keyboard.type("Ada")
        for _ in range(10):
            if panel.field("edit_text").input_value():
                panel.page.keyboard.press("Control+z")
        assert panel.field("edit_text").input_value() == ""
        assert client.revision == 1
        panel.page.keyboard.press("Control+z")
        panel.until(lambda: client.revision == 2, "then the last change")

    def test_a_dialog_lists_the_keys(self, panel, client):
        panel.field("edit_text").focus()
        panel.page.keyboard.press("?")
        assert panel.page.locator("dialog.keys").count() == 0
        panel.page.keyboard.press("Escape")
        panel.field("switch").focus()
        panel.page.keyboard.press("?")
        dialog = panel.page.get_by_role("dialog", name="Keyboard")
        assert {"Ctrl+K", "Ctrl+Z", "Ctrl+Shift+Z", "Enter", "Esc", "Alt+Enter", "?"} <= set(
            dialog.locator("kbd").all_inner_texts())
        assert axe(panel.page) == []
        panel.page.keyboard.press("Escape")
        assert panel.page.locator("dialog").count() == 0
        assert panel.page.evaluate("document.activeElement.id") == "c-switch"

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_a_mac_has_its_own_key(self, new_page, server, language):
        page = new_page(locale=language)
        page.add_init_script("Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })")
        panel = PanelPage(page, server)
        panel.open(f"?lang={language}")
        assert page.locator("#q").get_attribute("title") == "⌘K"
        panel.field("switch").focus()
        page.keyboard.press("?")
        assert "⌘Z" in page.locator("dialog.keys").inner_text()


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
@pytest.mark.parametrize("is_secure", [True, False])
def test_a_link_is_copied_and_that_is_seen(panel, is_secure):
    """Over plain HTTP a browser has no clipboard for pages."""
    panel.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not is_secure:
        panel.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    panel.more("display_titles")
    entry = panel.row("display_titles").locator(".menu [data-copy]").first
    address = entry.get_attribute("data-copy")
    entry.click()
    panel.until(lambda: entry.inner_text() == "Copied", "it is seen")
    assert panel.page.locator("#voice").inner_text() == "Copied"
    entry.wait_for(state="detached")
    panel.field("account_username").focus()
    panel.page.keyboard.press("Control+v")
    assert panel.field("account_username").input_value() == address
