"""What a person changes is saved, said, and there again after whatever happens."""

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import workshop, write


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


@pytest.fixture(params=["reload", "restart", "kill"])
def again(request, panel, server):
    """The page again: the same server, one started anew, one killed in between."""

    def again():
        if request.param == "reload":
            panel.open()
            return
        if request.param == "kill":
            assert server.kill() == -9
        else:
            assert server.stop() == 0
        server.start()
        panel.open()

    return again


def test_values_survive_a_reload_a_restart_and_a_kill(panel, again):
    panel.field("display_titles").uncheck()
    panel.radio("theme", "theme_dark").check()
    # Rows are saved side by side, and the status is that of the last response.
    panel.idle()
    panel.field("account_username").fill("Ada")
    assert panel.save() == 200
    if panel.saves_rows:
        assert panel.status == "Username changed from empty to Ada"
    else:
        assert panel.status == "3 settings changed"
    again()
    assert panel.status == ""
    assert not panel.field("display_titles").is_checked()
    assert panel.field("display_hide_nsfw").is_checked()
    assert panel.chosen("theme") == "theme_dark"
    assert panel.field("account_username").input_value() == "Ada"


def test_a_page_opened_before_a_restart_still_saves(panel, server):
    panel.field("account_username").fill("Ada")
    port = server.port
    assert server.stop() == 0
    server.start(port)
    assert panel.save() == 200
    assert panel.field("account_username").input_value() == "Ada"


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda panel: panel.field("display_titles").uncheck(),
         "Post titles changed from On to Off"),
        (lambda panel: panel.radio("theme", "theme_dark").check(),
         "Theme changed from Light to Dark"),
        (lambda panel: panel.field("account_username").fill("Ada"),
         "Username changed from empty to Ada"),
    ],
    ids=["switch", "select", "text"])
def test_the_status_line_reports_the_change(panel, change, words):
    change(panel)
    panel.save()
    assert panel.status == words


@pytest.mark.parametrize("mode", ["plain"], indirect=True)
def test_a_save_returns_to_the_changed_row(panel):
    panel.field("account_username").fill("Ada")
    panel.save()
    assert panel.page.url.endswith("#s-account_username")


def test_saving_the_shown_values_changes_nothing(panel, client):
    posted = panel.save()
    assert client.revision == 0
    if panel.saves_rows:
        assert posted is None
    else:
        assert panel.status == "No changes"


def test_a_reload_shows_the_last_result_and_its_undo(panel):
    panel.field("display_titles").uncheck()
    panel.save()
    panel.reload()
    assert panel.status == "Post titles changed from On to Off"
    assert panel.page.locator("#undo button").get_attribute("aria-label") == "Undo “Post titles”: back to On"


def test_enter_in_a_text_field_saves_and_presses_no_button(panel, client, is_explicit):
    field = panel.field("account_username")
    field.fill("Ada")
    if is_explicit:
        # Save does.
        field.press("Enter")
        panel.idle()
        assert client.revision == 0 and panel.status == ""
        return
    panel.submit(lambda: field.press("Enter"))
    assert panel.status == "Username changed from empty to Ada"


def test_a_set_row_offers_its_default(panel, client):
    assert panel.row("display_titles").locator("button.reset").count() == 0
    panel.field("display_titles").uncheck()
    panel.save()
    assert panel.row("display_titles").locator("button.reset").inner_text() == "Reset to On"
    panel.reset("display_titles")
    assert panel.status == "Post titles reset to On"
    assert panel.field("display_titles").is_checked()
    assert panel.row("display_titles").locator("button.reset").count() == 0
    assert client.value("display_titles") is None


def test_a_group_of_options_and_a_text_can_be_reset(panel):
    panel.radio("theme", "theme_dark").check()
    panel.field("account_username").fill("Ada")
    panel.save()
    panel.reset("theme")
    assert panel.status == "Theme reset to Light"
    assert panel.chosen("theme") == "theme_light"
    panel.reset("account_username")
    assert panel.status == "Username cleared"
    assert panel.field("account_username").input_value() == ""


def test_a_reset_keeps_other_typed_text(panel):
    panel.field("display_titles").uncheck()
    panel.save()
    panel.field("account_username").fill("Ada")
    panel.reset("display_titles")
    assert panel.field("account_username").input_value() == "Ada"


@pytest.mark.parametrize("mode", ["explicit", "plain"], indirect=True)
def test_discard_shows_the_stored_values(panel, server):
    panel.field("account_username").fill("Ada")
    panel.save()
    panel.field("account_username").fill("Eve")
    panel.field("display_titles").uncheck()
    # Leaving this way asks nothing: a dialog would dismiss itself and keep the page.
    with panel.page.expect_navigation():
        panel.page.locator("#discard").click()
    assert panel.field("account_username").input_value() == "Ada"
    assert panel.field("display_titles").is_checked()
    assert panel.status == ""
    assert Client(server.port).revision == 1


def test_a_password_is_set_and_removed_but_never_shown(panel, server):
    row = panel.row("account_password")
    assert row.get_by_text("Not set", exact=True).is_visible()
    panel.field("account_password").fill("correct horse")
    panel.save()
    assert panel.status == "Password saved"
    assert row.get_by_text("Set", exact=True).is_visible()
    assert panel.field("account_password").input_value() == ""
    assert "correct horse" not in panel.source()
    # Saved again, the empty field leaves it set.
    panel.field("display_titles").uncheck()
    panel.save()
    assert row.get_by_text("Set", exact=True).is_visible()
    row.get_by_role("button", name="Remove “Password”").click()
    assert panel.answer_yes() == 200
    assert panel.status == "Password removed"
    assert row.get_by_text("Not set", exact=True).is_visible()
    for path in server.database.parent.glob("panel*"):
        assert b"correct horse" not in path.read_bytes(), path


def test_a_password_can_be_shown_while_it_is_typed(new_page, server):
    page = new_page()
    page.goto(server.url)
    field = page.locator("#c-account_password")
    field.fill("correct horse")
    button = page.get_by_role("button", name="Show “Password”")
    button.click()
    assert field.get_attribute("type") == "text"
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    assert field.get_attribute("type") == "password"
    assert button.get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize("name", ["Ada Lovelace", "a&b=c+d %20", "  inside  ", "ليلى", "𝔘𝔫𝔦", "é"])
def test_text_is_stored_as_typed(panel, client, name):
    panel.field("account_username").fill(name)
    panel.save()
    kept = name.strip()
    assert panel.field("account_username").input_value() == kept
    assert client.value("account_username") == kept


class TestButton:
    def test_reports_success_and_saves_the_input(self, panel):
        panel.field("account_username").fill("Ada")
        panel.field("display_titles").uncheck()
        assert panel.press("account_button") == 200
        assert panel.status == "Signed in as Ada."
        assert panel.field("account_username").input_value() == "Ada"
        assert not panel.field("display_titles").is_checked()

    def test_a_failed_action_is_reported_at_its_field(self, panel):
        panel.field("display_titles").uncheck()
        panel.radio("theme", "theme_dark").check()
        assert panel.press("account_button") == 422
        assert panel.error("account_username").endswith("Enter a username")
        if panel.saves_rows:
            assert panel.title == "(1 problem) Reader"
        else:
            assert panel.title.startswith("Error: ")
            assert panel.summary == ["Enter a username"]
        assert panel.field("account_username").get_attribute("aria-invalid") == "true"
        assert not panel.field("display_titles").is_checked()
        assert panel.chosen("theme") == "theme_dark"
        # Mended, it works.
        panel.field("account_username").fill("Ada")
        assert panel.press("account_button") == 200
        assert panel.status == "Signed in as Ada."
        assert not panel.field("display_titles").is_checked()

    def test_shell_characters_reach_the_command_unchanged(self, panel):
        panel.field("account_username").fill("$(id); `id` \"Ada\"")
        assert panel.press("account_button") == 200
        assert panel.status == "Signed in as $(id); `id` \"Ada\"."

    def test_a_button_without_an_action_says_so(self, page, start, tmp_path):
        server = start(write(tmp_path / "workshop.json", workshop()))
        panel = PanelPage(page, server)
        panel.open()
        assert panel.field("room_test").is_disabled()
        reason = "Not available: the program has not set up an action for it."
        assert reason in panel.row("room_test").inner_text()
        assert Client(server.port).post({"room_test": ""}).status == 422


def test_a_script_and_a_user_see_the_changes_of_each_other(panel, server):
    client = Client(server.port)
    panel.field("account_username").fill("Ada")
    panel.save()
    assert client.value("account_username") == "Ada"
    assert client.changed({"account_username": "Eve"}) == {"account_username": ("Ada", "Eve")}
    panel.reload()
    assert panel.field("account_username").input_value() == "Eve"


def test_every_save_returns_a_redirect(panel):
    seen = []
    panel.page.on(
        "response",
        lambda answer: answer.request.method == "POST" and seen.append(answer.status))
    panel.field("display_titles").uncheck()
    panel.save()
    panel.field("display_titles").check()
    panel.save()
    assert seen == [303, 303]
