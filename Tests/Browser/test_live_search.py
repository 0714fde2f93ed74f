"""Search while typing: the results are in place of the page, and the page comes back as it was."""

import re

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.server import SCHEMAS, until

SHOWCASE = SCHEMAS / "showcase.json"


SEARCH_WAITS = "Save or discard your changes, then search."


@pytest.fixture
def server(start):
    return start(SHOWCASE)


@pytest.fixture
def panel(new_page, server):
    return PanelPage(new_page(viewport={"width": 1280, "height": 700}), server)


def opened(panel, path=""):
    panel.open(path)
    # A mark that a load of the page would remove.
    panel.page.evaluate("window.same = true")


def look_for(panel, text):
    panel.page.keyboard.press("Control+k")
    panel.page.keyboard.type(text)


def found(panel, sentence):
    panel.page.locator("#found", has_text=sentence).wait_for()
    assert panel.page.evaluate("window.same"), "the page was not loaded again"


def has_focus(panel):
    return panel.page.evaluate("document.activeElement.id") == "q"


def home(panel, title="Showcase"):
    panel.page.locator("h1", has_text=title).wait_for()
    assert panel.page.evaluate("window.same"), "the page was not loaded again"


@pytest.mark.parametrize("path", ["", "pages/network/network_remote"])
def test_results_appear_while_typing_and_the_focus_stays(panel, path):
    opened(panel, path)
    look_for(panel, "port for h")
    found(panel, "2 results for “port for h”")
    assert has_focus(panel)
    panel.page.keyboard.type("ttp")
    found(panel, "2 results for “port for http”")
    assert panel.page.locator("#q").input_value() == "port for http"
    assert panel.page.locator(".hits").inner_text() == "2"
    assert panel.title == "2 results for “port for http” – Showcase"
    assert panel.page.url.endswith("/?q=port%20for%20http")
    assert panel.page.evaluate("document.getElementById('voice').textContent").startswith(
        "2 results for")


def test_the_address_shows_the_same_results(panel):
    opened(panel)
    look_for(panel, "8096")
    found(panel, "1 result")
    panel.page.reload()
    assert panel.page.locator("#q").input_value() == "8096"
    panel.page.locator("h2 a").first.click()
    panel.page.wait_for_url("**/pages/network**")
    panel.page.go_back()
    assert panel.field("network_http").is_visible()
    assert panel.page.locator("#found").inner_text().startswith("1 result")


@pytest.mark.parametrize("way", ["Escape", "clearing", "Clear search"])
def test_clearing_the_search_restores_the_page(panel, way):
    opened(panel, "pages/network")
    panel.page.mouse.move(800, 300)
    panel.page.mouse.wheel(0, 300)
    panel.until(lambda: panel.page.evaluate("scrollY") > 100, "the page is scrolled")
    top = panel.page.evaluate("scrollY")
    address = panel.page.url
    look_for(panel, "8096")
    found(panel, "1 result")
    assert panel.page.evaluate("scrollY") == 0
    if way == "Clear search":
        panel.page.locator("#clear").click()
    elif way == "Escape":
        panel.page.keyboard.press("Escape")
    else:
        panel.page.keyboard.press("Control+a")
        panel.page.keyboard.press("Delete")
    home(panel, "Network")
    assert panel.page.url == address
    assert panel.title == "Network – Showcase"
    assert panel.page.evaluate("scrollY") == top
    assert panel.page.locator("#q").input_value() == ""
    assert panel.page.locator(".hits").inner_text() == ""
    assert has_focus(panel)
    assert panel.page.locator("#pages [aria-current=page]").inner_text().strip() == "Network"


def test_a_row_saved_in_the_results_is_shown_on_its_page(panel, server):
    opened(panel, "pages/network?open=network_http")
    look_for(panel, "port for http")
    found(panel, "2 results")
    panel.field("network_http").fill("8097")
    assert panel.save() == 200
    assert "Port for HTTP changed from 8096 to 8097" in panel.status
    assert "q=port" in panel.page.url
    assert Client(server.port).value("network_http") == 8097
    assert panel.page.locator("#found").is_visible()
    panel.page.locator("#q").focus()
    panel.page.keyboard.press("Escape")
    home(panel, "Network")
    panel.until(lambda: panel.field("network_http").input_value() == "8097", "it is the newer one")
    # The page is the same for the next change, too.
    panel.field("network_http").fill("8098")
    assert panel.save() == 200
    assert "from 8097 to 8098" in panel.status


def test_results_show_changes_of_others(panel, server):
    opened(panel)
    look_for(panel, "port for http")
    found(panel, "2 results")
    Client(server.port).changed({"network_http": "8123"})
    panel.until(lambda: panel.field("network_http").input_value() == "8123", "it is followed")
    assert has_focus(panel)


def test_unsaved_input_is_not_replaced(panel):
    opened(panel, "pages/network?open=network_http")
    panel.field("network_http").fill("no number")
    assert panel.save() == 422
    asked = []
    panel.page.on("request", lambda request: asked.append(request.url))
    look_for(panel, "8096")
    panel.page.wait_for_function("document.getElementById('q').value === '8096'")
    panel.until(lambda: panel.status == SEARCH_WAITS, "it is said")
    questions = []
    panel.page.on("dialog", lambda dialog: questions.append(dialog.type))
    for _ in range(2):
        panel.page.keyboard.press("Enter")
        # Longer than the page waits for the next key.
        panel.page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert not [url for url in asked if "q=" in url] and questions == []
    assert panel.status == SEARCH_WAITS
    assert panel.page.locator("#undo").is_hidden()
    assert panel.field("network_http").input_value() == "no number"
    assert panel.page.locator("h1").inner_text() == "Network"


def test_a_search_without_a_connection_says_so_and_keeps_the_page(panel):
    opened(panel, "pages/network")
    panel.page.route(re.compile(r"\?q="), lambda route: route.abort())
    look_for(panel, "8096")
    banner = panel.page.locator("#offline p")
    banner.wait_for()
    assert banner.inner_text() == "Not connected."
    panel.page.keyboard.press("Enter")
    panel.page.evaluate("new Promise((done) => setTimeout(done, 500))")
    home(panel, "Network")


def test_a_late_response_does_not_replace_a_newer_one(panel):
    opened(panel)
    held = []
    panel.page.route(re.compile(r"\?q=wi-$"), lambda route: held.append(route))
    look_for(panel, "wi-")
    panel.until(lambda: held, "the first is under way")
    panel.page.keyboard.type("fi")
    found(panel, "for “wi-fi”")
    with panel.page.expect_response(re.compile(r"\?q=wi-$")):
        held[0].continue_()
    panel.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    found(panel, "for “wi-fi”")


def test_nothing_is_sent_while_composing(panel):
    opened(panel)
    asked = []
    panel.page.on("request", lambda request: asked.append(request.url))
    panel.page.keyboard.press("Control+k")
    session = panel.page.context.new_cdp_session(panel.page)
    session.send("Input.imeSetComposition", {"text": "ぽ", "selectionStart": 1, "selectionEnd": 1})
    panel.page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert not [url for url in asked if "q=" in url]
    session.send("Input.insertText", {"text": "port"})
    found(panel, "for “port”")


def test_reports_no_result_and_typing_continues(panel):
    opened(panel, "?q=zzzzqq")
    panel.page.locator("#q").fill("8096")
    found(panel, "1 result")
    panel.page.locator("#q").fill("zzzzqq")
    found(panel, "No results for “zzzzqq”")
    voice = panel.page.locator("#voice")
    panel.until(lambda: voice.text_content() == "No results for “zzzzqq”", "it is read out")
    assert panel.page.locator(".hits").inner_text() == "0"
    # The server itself had sent results: there is no page to come back to.
    panel.page.keyboard.press("Escape")
    panel.page.wait_for_url(panel.server.url)
    assert panel.title == "Showcase"


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("query", ["port", "zzzzqq"])
def test_the_filters_are_at_the_top(new_page, server, width, query):
    page = new_page(viewport={"width": width, "height": 780})
    panel = PanelPage(page, server)
    panel.open(f"?q={query}")
    bottom = page.locator("#clear").evaluate("(node) => node.getBoundingClientRect().bottom")
    assert bottom < 420
    rows = page.locator("#f .group")
    if rows.count():
        assert bottom < rows.first.evaluate("(node) => node.getBoundingClientRect().top")


def test_the_search_waits_for_an_undo_in_progress(panel):
    opened(panel)
    panel.page.locator("input[role=switch]").first.click()
    panel.idle()
    held = []
    panel.page.route("**/*", lambda route: held.append(route)
                     if route.request.method == "POST" else route.continue_())
    panel.page.locator("#undo button").click()
    panel.until(lambda: held, "the undo is under way")
    look_for(panel, "port for http")
    # Longer than the pause after which a search begins; a page that hangs would not come back.
    panel.page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert panel.page.locator("#found").count() == 0
    held[0].continue_()
    found(panel, "2 results for “port for http”")


def test_resetting_the_last_result_can_be_undone(panel, server):
    client = Client(server.port)
    opened(panel)
    key = panel.page.locator("input[role=switch]").first.get_attribute("name")
    panel.page.locator("input[role=switch]").first.click()
    panel.idle()
    opened(panel, "?q=@modified")
    panel.reset(key)
    panel.page.locator("#found", has_text="No results").wait_for()
    panel.submit(panel.page.locator("#undo button").click)
    panel.row(key).wait_for()
    assert client.revision == 3


@pytest.mark.parametrize(("key", "query", "place"), [
    ("ArrowDown", "8096", "s-network_http"), ("ArrowDown", "volme", "s-playback_volume"),
    ("Enter", "8096", "c-network_http"), ("Enter", "volme", "c-playback_volume"),
])
def test_a_key_leads_from_the_field_to_the_first_result(panel, query, place, key):
    opened(panel)
    look_for(panel, query)
    found(panel, query)
    panel.page.keyboard.press(key)
    panel.until(lambda: panel.page.evaluate("document.activeElement.id") == place, "it has the focus")
    assert panel.page.evaluate("window.same"), "the page was not loaded again"


def test_down_does_not_wait_for_the_results(panel):
    opened(panel)
    look_for(panel, "8096")
    panel.page.keyboard.press("ArrowDown")
    panel.until(
        lambda: panel.page.evaluate("document.activeElement.id") == "s-network_http", "it has the focus")


def test_arrows_go_from_result_to_result_and_change_nothing(panel, client):
    opened(panel)
    look_for(panel, "volme")
    found(panel, "volme")
    revision = client.revision
    for key, place in [
        ("ArrowDown", "s-playback_volume"), ("ArrowDown", "s-network_sharing"), ("ArrowDown", "s-network_sharing"),
        ("ArrowUp", "s-playback_volume"), ("Enter", "c-playback_volume"),
    ]:
        panel.page.keyboard.press(key)
        panel.until(lambda: panel.page.evaluate("document.activeElement.id") == place, f"{place} has the focus")
    panel.idle()
    assert client.revision == revision


def test_down_leads_to_what_a_search_without_results_suggests(panel):
    opened(panel)
    look_for(panel, "gatway")
    found(panel, "No results")
    panel.page.keyboard.press("ArrowDown")
    panel.until(
        lambda: panel.page.evaluate("document.activeElement.textContent") == "First day away", "the nearest")
    look_for(panel, "zzzqqq")
    found(panel, "No results")
    panel.page.keyboard.press("ArrowDown")
    panel.until(lambda: panel.page.evaluate("document.activeElement.id") == "found", "nothing better")


def test_the_filters_are_below_the_empty_field_with_the_focus(panel):
    opened(panel)
    filters = panel.page.locator(".quick")
    assert not filters.is_visible()
    panel.page.keyboard.press("Control+k")
    assert filters.is_visible()
    panel.page.keyboard.press("ArrowDown")
    assert panel.page.evaluate("document.activeElement.textContent") == "Modified"
    panel.page.keyboard.press("ArrowDown")
    panel.page.keyboard.press("Enter")
    panel.page.wait_for_url("**/?q=%40locked")
    panel.page.locator("#q").focus()
    assert not filters.is_visible()


@pytest.mark.parametrize(("query", "sentence"), [
    ("dark mode", "so any of them is enough"), ("volme", "Showing results for “volume”."),
    ("text color", "“Text color” is hidden now. It is shown when"),
    ("off", "“Time shift” is hidden now"),
])
def test_the_page_says_what_it_searched(panel, query, sentence):
    opened(panel)
    look_for(panel, query)
    found(panel, query)
    assert sentence in panel.page.locator("#main").inner_text()
