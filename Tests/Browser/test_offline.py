"""Without a connection nothing is lost without a word, and what is said is true."""

import pytest

from support.panel_page import PanelPage
from support.schemas import write


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "house.json", {
        "panelKey": "house", "panelLocales": ["en", "de", "fr", "ar", "ja"],
        "groups": [{"groupKey": "house", "items": [
            {"itemKey": "radio", "itemControlType": "switch", "itemTitle": "Wi-Fi"},
            {"itemKey": "band", "itemControlType": "segment", "itemTitle": "Band",
             "itemOptions": ["low", "high"], "itemValue": "low"},
            {"itemKey": "owner", "itemControlType": "edit_text", "itemTitle": "Owner"},
            {"itemKey": "photo", "itemControlType": "edit_file", "itemTitle": "Photo",
             "itemMaximumSize": 1024},
            {"itemKey": "folders", "itemControlType": "edit_list", "itemTitle": "Folders",
             "itemElement": {"itemControlType": "edit_text"}, "itemValue": ["/a", "/b", "/c"]},
            {"itemKey": "rooms", "itemControlType": "edit_table", "itemTitle": "Rooms",
             "itemColumns": [{"itemKey": "name", "itemControlType": "edit_text"}],
             "itemValue": [{"name": "Hall"}, {"name": "Loft"}]}]}]}))


WAITS = "Not connected. Your change waits here and is saved when the connection is back."


def lose(panel, server):
    """The page loses the server; the port it had."""
    port = server.port
    server.stop()
    panel.field("radio").click()
    panel.page.locator("#offline").wait_for()
    return port


def note(panel, key):
    return panel.row(key).locator(".note[data-own] p")


def test_a_choice_waits_and_says_so(panel, server):
    lose(panel, server)
    assert note(panel, "radio").inner_text() == WAITS
    assert panel.field("radio").is_checked()
    assert panel.row("radio").get_attribute("data-unsaved") is not None
    banner = panel.page.locator("#offline p")
    assert banner.inner_text() == "Not connected. 1 unsaved change"
    panel.radio("band", "high").click(force=True)
    note(panel, "band").wait_for()
    assert note(panel, "band").inner_text() == f"{WAITS} Saved: low"
    assert panel.chosen("band") == "high"
    assert banner.inner_text() == "Not connected. 2 unsaved changes"
    panel.row("band").get_by_role("button", name="Discard").click()
    assert panel.chosen("band") == "low"
    assert banner.inner_text() == "Not connected. 1 unsaved change"


@pytest.mark.parametrize("again", ["banner", "itself"])
def test_what_waits_is_saved_when_the_connection_is_back(panel, server, client, again):
    port = lose(panel, server)
    panel.field("owner").fill("Ada")
    panel.page.keyboard.press("Enter")
    note(panel, "owner").wait_for()
    if again == "banner":
        panel.page.route("**/api/events*", lambda route: route.abort())
    server.start(port)
    if again == "banner":
        panel.page.locator("#offline button").click()
    panel.page.locator("#offline").wait_for(state="detached")
    panel.until(
        lambda: panel.status == "2 changes saved.", "both are saved")
    panel.idle()
    assert (client.value("radio"), client.value("owner")) == (True, "Ada")
    assert panel.page.locator("[data-unsaved], .note[data-own]").count() == 0


def test_removals_and_resets_wait(panel, server, client):
    panel.field("owner").fill("Ada")
    panel.field("owner").press("Enter")
    panel.until(lambda: client.value("owner") == "Ada", "there is something to reset")
    panel.idle()
    port = server.port
    server.stop()
    panel.page.locator("#offline").wait_for()
    for key in ("folders", "folders", "rooms"):
        panel.entry(key, 0).locator(".del").or_(panel.entry(key, 1).locator(".del")).locator(
            "visible=true").first.click()
        panel.idle()
        assert note(panel, key).inner_text() == WAITS
    assert panel.row("folders").locator("li:visible").count() == 1
    for _ in range(2):
        panel.row("owner").locator("button[name=_reset]").click()
        panel.idle()
    assert note(panel, "owner").inner_text() == f"{WAITS} Saved: Ada"
    banner = panel.page.locator("#offline p")
    assert banner.inner_text() == "Not connected. 3 unsaved changes"
    server.start(port)
    panel.until(lambda: panel.status == "3 changes saved.", "all are saved")
    panel.idle()
    assert client.value("owner") is None
    assert client.value("folders") == ["/c"]
    assert client.value("rooms") == [{"name": "Loft"}]
    assert panel.page.locator("[data-unsaved], .note[data-own], [data-own][name]").count() == 0


def test_a_removal_that_waits_can_be_discarded(panel, server, client):
    port = server.port
    server.stop()
    panel.page.locator("#offline").wait_for()
    panel.entry("folders", 0).locator(".del").click()
    panel.row("folders").get_by_role("button", name="Discard").click()
    assert panel.row("folders").locator("li:visible").count() == 3
    server.start(port)
    panel.page.locator("#offline").wait_for(state="detached")
    panel.idle()
    assert client.revision == 0


def test_what_is_typed_after_a_reset_that_waits_counts(panel, server, client):
    panel.field("owner").fill("Ada")
    panel.field("owner").press("Enter")
    panel.until(lambda: client.value("owner") == "Ada", "there is something to reset")
    panel.idle()
    port = server.port
    server.stop()
    panel.page.locator("#offline").wait_for()
    panel.row("owner").locator("button[name=_reset]").click()
    panel.idle()
    panel.field("owner").fill("Eve")
    panel.field("owner").press("Enter")
    panel.idle()
    server.start(port)
    panel.until(lambda: client.value("owner") == "Eve", "the text is saved")


@pytest.mark.parametrize("how", ["offline", "signed out"])
def test_an_undo_that_cannot_be_done_says_so(panel, server, client, how):
    panel.field("radio").click()
    panel.until(lambda: panel.status == "Wi-Fi changed from Off to On", "it is saved")
    if how == "offline":
        server.stop()
        panel.page.locator("#offline").wait_for()
    panel.page.route("**/", lambda route: route.fulfill(
        status=401, content_type="text/html", body="<p>Sign in</p>")
        if how == "signed out" else route.continue_())
    panel.page.keyboard.press("Control+z")
    banner = panel.page.locator("#offline p")
    panel.until(lambda: banner.count() and banner.inner_text().endswith(" The last action may not have been done."),
                "it is said")
    assert panel.field("radio").is_checked()


def test_what_was_discarded_is_not_saved_later(panel, server, client):
    port = lose(panel, server)
    panel.row("radio").get_by_role("button", name="Discard").click()
    assert not panel.field("radio").is_checked()
    server.start(port)
    panel.page.locator("#offline").wait_for(state="detached")
    panel.idle()
    assert client.revision == 0


def test_what_is_being_typed_is_not_saved_before_it_is_complete(panel, server, client):
    port = lose(panel, server)
    panel.field("owner").fill("Ada")
    panel.page.keyboard.press("Enter")
    note(panel, "owner").wait_for()
    panel.page.keyboard.type(" Love")
    server.start(port)
    panel.until(lambda: client.value("radio") is True, "the choice is saved")
    panel.page.keyboard.type("lace")
    assert client.value("owner") is None
    panel.page.keyboard.press("Enter")
    panel.until(lambda: client.value("owner") == "Ada Lovelace", "the text is saved")


def test_what_others_changed_meanwhile_is_not_overwritten(panel, server, client):
    port = server.port
    server.stop()
    panel.field("owner").fill("Ada")
    panel.page.keyboard.press("Enter")
    note(panel, "owner").wait_for()
    panel.page.route("**/api/events*", lambda route: route.abort())
    server.start(port)
    client.changed({"owner": "Eve"})
    panel.page.unroute("**/api/events*")
    panel.row("owner").locator("[data-take=mine]").wait_for()
    assert client.value("owner") == "Eve"
    assert panel.field("owner").input_value() == "Ada"


def test_reports_a_missing_connection_again_after_each_try(panel, server):
    lose(panel, server)
    banner = panel.page.locator("#offline")
    before = banner.element_handle()
    banner.locator("button").click()
    # Another sentence, which screen readers read anew.
    panel.until(
        lambda: banner.count() == 1 and banner.evaluate("(now, old) => now !== old", before),
        "it is said again")
    panel.idle()
    assert banner.locator("button").evaluate("(node) => node === document.activeElement")
    assert note(panel, "radio").inner_text() == WAITS


@pytest.mark.parametrize("keys", ["", "Alt+Enter"])
def test_the_menu_of_a_row_leaves_the_page_where_it_is(panel, server, keys):
    lose(panel, server)
    address = panel.page.url
    if keys:
        panel.field("owner").press(keys)
    else:
        panel.row("owner").hover()
        panel.row("owner").locator("a.i").click()
    panel.page.locator("#offline").wait_for()
    panel.idle()
    assert panel.page.url == address
    assert panel.field("radio").is_checked()


def test_a_retry_after_a_lost_response_shows_the_real_value(panel, server, client):
    panel.field("radio").click()
    panel.idle()
    assert panel.status == "Wi-Fi changed from Off to On"
    panel.page.route("**/api/events*", lambda route: route.abort())

    def swallow(route):
        # The server saves it, and the page never hears of that.
        route.fetch()
        route.abort()

    panel.page.route("**/", lambda route: swallow(route) if route.request.method == "POST"
                     else route.continue_())
    panel.field("radio").click()
    note(panel, "radio").wait_for()
    assert client.value("radio") is False
    panel.page.unroute("**/")
    panel.page.locator("#offline button").click()
    panel.page.locator("#offline").wait_for(state="detached")
    panel.idle()
    assert not panel.field("radio").is_checked()
    assert panel.page.locator("[data-unsaved], .note[data-own]").count() == 0


LARGE = {
    "en": "Photo must be 1 KiB or smaller", "de": "„Photo“ darf höchstens 1 KiB groß sein",
    "fr": "« Photo » ne doit pas dépasser 1 Kio", "ar": "يجب ألا يزيد حجم «Photo» على 1 كيبيبايت",
    "ja": "「Photo」は1 KiB以下にしてください"}


@pytest.mark.parametrize("locale", LARGE)
def test_a_file_that_is_too_large_is_not_sent(panel, client, locale):
    panel.open(f"?lang={locale}")
    posts = []
    panel.page.on("request", lambda request: request.method == "POST" and posts.append(request))
    large = {"name": "big.txt", "mimeType": "text/plain", "buffer": b"x" * 1025}
    panel.field("photo").set_input_files(large)
    error = panel.page.locator("#e-photo > span:not(.sr)")
    shown = error.inner_text().translate({0x2068: None, 0x2069: None, 0xA0: " ", 0x202F: " "})
    assert shown == LARGE[locale]
    assert panel.field("photo").get_attribute("aria-invalid") == "true"
    assert panel.row("photo").locator(".err button").is_visible()
    panel.field("owner").fill("Ada")
    panel.field("owner").press("Enter")
    panel.idle()
    assert client.value("owner") == "Ada"
    assert len(posts) == 1 and b"big.txt" not in posts[0].post_data_buffer
    assert panel.page.locator("#e-photo").count() == 1
    # Another one is sent.
    panel.field("photo").set_input_files({**large, "buffer": b"x" * 1024})
    panel.idle()
    assert client.value("photo")["name"] == "big.txt"
    assert panel.page.locator("#e-photo").count() == 0


def test_a_file_that_is_too_large_can_be_discarded(panel, client):
    panel.field("photo").set_input_files(
        {"name": "big.txt", "mimeType": "text/plain", "buffer": b"x" * 1025})
    panel.row("photo").locator(".err button").click()
    panel.page.locator("#e-photo").wait_for(state="detached")
    assert panel.field("photo").input_value() == ""
    assert panel.page.locator("[aria-invalid], [data-unsaved]").count() == 0
    assert client.revision == 0


@pytest.mark.parametrize("size", [1_025, 3_000_000])
def test_without_javascript_a_large_file_keeps_the_other_typed_text(
        new_page, server, client, size):
    panel = PanelPage(new_page(java_script_enabled=False), server)
    panel.open()
    panel.field("owner").fill("Ada")
    panel.field("photo").set_input_files(
        {"name": "big.bin", "mimeType": "application/octet-stream", "buffer": b"x" * size})
    assert panel.save() == 422
    shown = panel.page.locator("#e-photo").inner_text()
    assert shown.translate({0x2068: None, 0x2069: None, 0xA0: " "}).endswith(LARGE["en"])
    assert panel.field("owner").input_value() == "Ada"
    assert client.revision == 0


@pytest.mark.parametrize("status", [413, 400])
def test_a_rejected_post_is_not_reported_as_a_lost_connection(panel, status):
    panel.page.route("**/", lambda route: route.fulfill(
        status=status, content_type="text/plain", body="The body has 9 bytes at most.")
        if route.request.method == "POST" else route.continue_())
    panel.field("owner").fill("Ada")
    panel.field("owner").press("Enter")
    panel.page.locator("#offline").wait_for()
    assert panel.page.locator("#offline p").inner_text() == "The body has 9 bytes at most."
    assert panel.field("owner").input_value() == "Ada"
