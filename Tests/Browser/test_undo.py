"""What was changed is told, and taken back, with scripting and without."""

import pytest

from support.audit import sideways
from support.client import JSON
from support.server import run


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
    panel.page.locator("#main").focus()
    for presses in range(1, 7):
        keyboard.press("Tab")
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


class TestChanges:
    @pytest.fixture(autouse=True)
    def filled(self, client, server):
        client.changed({"account_username": "Ada", "display_titles": "NO"})
        run("set", "theme=theme_dark", "--database", server.database)
        client.changed({"account_username": "Eve"})

    def test_every_page_links_to_the_list_of_changes(self, panel, client):
        panel.page.get_by_role("contentinfo").get_by_role("link", name="Recent changes").click()
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
        in_menu(panel, 1, "Restore to this point").click()
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
        form.locator("[name=origin]").select_option("cli")
        form.get_by_role("button", name="Filter").click()
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
        form.get_by_role("button", name="Filter").click()
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
