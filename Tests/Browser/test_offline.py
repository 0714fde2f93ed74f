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
             "itemMaximumSize": 1024}]}]}))


def lose(panel, server):
    """The page loses the server; the port it had."""
    port = server.port
    server.stop()
    panel.field("radio").click()
    panel.row("radio").locator(".lost").wait_for()
    return port


def test_an_unsaved_choice_is_reported_in_its_row(panel, server):
    lose(panel, server)
    note = panel.row("radio").locator(".lost")
    assert note.locator("span").inner_text() == "Wi-Fi was not changed: no connection"
    assert panel.page.locator("#voice").inner_text() == "Wi-Fi was not changed: no connection"
    assert not panel.field("radio").is_checked()
    panel.radio("band", "high").click(force=True)
    panel.row("band").locator(".lost").wait_for()
    assert panel.chosen("band") == "low"


@pytest.mark.parametrize("again", ["row", "banner", "itself"])
def test_a_lost_choice_can_be_repeated_after_reconnecting(panel, server, client, again):
    port = lose(panel, server)
    if again == "row":
        # The page listens again by itself: what was not changed is still said.
        server.start(port)
        panel.page.locator("#offline").wait_for(state="detached")
        panel.row("radio").locator(".lost button").click()
    elif again == "banner":
        panel.page.route("**/api/events*", lambda route: route.abort())
        server.start(port)
        panel.page.locator("#offline button").click()
    else:
        server.start(port)
        panel.page.locator("#offline").wait_for(state="detached")
        panel.field("radio").click()
    panel.until(lambda: client.value("radio") is True, "it is saved")
    panel.idle()
    panel.page.locator(".lost").wait_for(state="detached")
    assert panel.field("radio").is_checked()
    assert panel.status == "Wi-Fi changed from Off to On"


def test_a_lost_choice_is_not_repeated_by_itself(panel, server, client):
    """The connection comes back by itself; when it is lost again, only the choice of then is made again."""
    port = lose(panel, server)
    server.start(port)
    panel.page.locator("#offline").wait_for(state="detached")
    server.stop()
    panel.radio("band", "high").click(force=True)
    panel.row("band").locator(".lost").wait_for()
    panel.page.route("**/api/events*", lambda route: route.abort())
    server.start(port)
    panel.page.locator("#offline button").click()
    panel.until(lambda: client.value("band") == "high", "it is saved")
    panel.idle()
    assert not client.value("radio")


def test_reports_a_missing_connection_again_after_each_try(panel, server):
    lose(panel, server)
    note = panel.row("radio").locator(".lost")
    before = note.element_handle()
    note.locator("button").click()
    # Another sentence, which screen readers read anew.
    panel.until(
        lambda: note.count() == 1 and note.evaluate("(now, old) => now !== old", before),
        "it is said again")
    panel.idle()
    assert note.count() == 1
    assert not panel.field("radio").is_checked()


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
    panel.row("radio").locator(".lost").wait_for()
    assert client.value("radio") is False
    panel.page.unroute("**/")
    panel.page.locator("#offline button").click()
    panel.page.locator("#offline").wait_for(state="detached")
    panel.idle()
    assert not panel.field("radio").is_checked()
    assert panel.row("radio").locator(".lost").count() == 0
    assert "On" not in panel.status


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
    error = panel.page.locator("#e-photo [data-words]")
    shown = error.inner_text().translate({0x2068: None, 0x2069: None, 0xA0: " ", 0x202F: " "})
    assert shown == LARGE[locale]
    assert panel.field("photo").get_attribute("aria-invalid") == "true"
    assert panel.row("photo").locator(".acts[data-own]").is_visible()
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
    panel.row("photo").locator(".acts[data-own] .del").click()
    panel.page.locator("#e-photo").wait_for(state="detached")
    assert panel.field("photo").input_value() == ""
    assert panel.page.locator("[aria-invalid], .acts[data-own]").count() == 0
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
