"""Search and permanent links, with scripting and without."""

import re

import pytest

from support.audit import faults_in_every_view, validate
from support.client import Client
from support.panel_page import PanelPage
from support.server import SCHEMAS, until

SHOWCASE = SCHEMAS / "showcase.json"


@pytest.fixture
def server(start):
    return start(SHOWCASE)


def look_for(panel, text):
    panel.page.locator("#q").fill(text)
    panel.page.keyboard.press("Enter")
    panel.page.wait_for_url(re.compile(r"[?&]q="))


@pytest.mark.parametrize("path", ["", "pages/network/network_remote", "nowhere"])
def test_search_is_on_every_page_and_opens_the_first(panel, path):
    panel.open(path)
    look_for(panel, "port for http")
    assert panel.title == "2 results for “port for http” – Showcase"
    assert panel.page.url.endswith("/?q=port+for+http")
    assert panel.page.locator("#q").input_value() == "port for http"
    assert panel.row("network_http").locator("mark").all_inner_texts() == [
        "Port", "for", "HTTP"]
    assert panel.page.locator("h2").inner_text() == "Network › Ports"


def test_settings_can_be_changed_in_the_results(panel, server):
    panel.open("?q=8096")
    panel.field("network_http").fill("8097")
    assert panel.save() == 200
    assert "q=8096" in panel.page.url
    assert "Port for HTTP changed from 8096 to 8097" in panel.status
    assert Client(server.port).value("network_http") == 8097
    # Its default is found still.
    panel.field("network_http").fill("no number")
    assert panel.save() == 422
    assert panel.field("network_http").input_value() == "no number"
    assert "q=8096" in panel.page.url
    panel.page.locator(".sum a, .count a").first.click()
    assert panel.page.url.endswith("#c-network_http") or panel.page.evaluate(
        "document.activeElement.id") == "c-network_http"


def test_search_and_results_are_reached_by_keyboard(panel):
    """Three steps to the search; the number of results has the focus, and two lead on."""
    panel.open()
    for _ in range(3):
        panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.id") == "q"
    panel.page.keyboard.type("8096")
    panel.page.keyboard.press("Enter")
    panel.page.wait_for_url("**?q=8096")
    until(
        lambda: panel.page.evaluate("document.activeElement.id") == "found",
        "the number of results has the focus")
    for _ in range(2):
        panel.page.keyboard.press("Tab")
    assert panel.page.evaluate("document.activeElement.id") == "c-network_http"


def test_the_heading_of_a_result_opens_its_page(panel):
    panel.open("?q=network_http")
    panel.page.locator("h2 a").click()
    panel.page.wait_for_url("**/pages/network**")
    assert panel.page.locator("#s-network_ports details, details#s-network_ports").count() <= 1
    assert panel.field("network_http").is_visible()


@pytest.mark.parametrize(
    "key, field",
    [("network_http", "network_http"), ("playback_resume_ask", "playback_resume"), ("account_name", "account_name"),
     ("system_cache", "system_cache")])
def test_permanent_links_open_closed_groups_and_pages(panel, server, key, field):
    assert panel.open(f"s/{key}") == 200
    row = panel.page.locator(f"#s-{field}")
    assert row.is_visible()
    assert panel.page.evaluate("document.querySelector(':target').id") == f"s-{field}"
    # Browsers that do not open a closed group for its row are sent where it is open.
    answer = panel.page.request.get(f"{server.url}s/{key}", max_redirects=0)
    is_closed = key == "network_http"
    assert ("open=network_http" in answer.headers["location"]) == is_closed


def test_a_link_to_a_hidden_row_reports_its_condition(panel):
    assert panel.open("s/children_pin") == 200
    assert "“PIN” is hidden now. It is shown when “Limits for children” is On" in panel.status


def test_an_unknown_key_suggests_the_nearest(panel):
    assert panel.open("s/network_htp") == 404
    panel.page.locator("main a", has_text="network_http)").click()
    panel.page.wait_for_url("**/pages/network**")


def test_filters_are_applied_and_removed(panel, server):
    Client(server.port).changed({"network_http": "8097", "wifi": "NO"})
    panel.open("?q=port")
    panel.page.locator("#filters a", has_text="Modified (1)").click()
    panel.page.wait_for_url("**modified")
    assert panel.title.startswith("1 result for “port @modified”")
    panel.page.locator("#filters a[aria-current]").click()
    panel.page.wait_for_url("**q=port")
    panel.page.locator("#filters a", has_text="Clear search").click()
    panel.page.wait_for_url("**/")
    assert panel.title == "Showcase"


def test_the_language_can_be_changed_during_a_search(panel):
    panel.open("?q=wlan")
    panel.language("de")
    assert panel.title == "4 Ergebnisse für „wlan“ – Showcase" or "wlan" in panel.title
    assert panel.page.locator("#s-wifi").is_visible()


STATES = ["?q=port", "?q=zzzzqq", "?q=%40locked", "?q=%40modifed", "s/nothing_like_it",
          "pages/network?open=network_http", "pages/people?open=children_pin", "?q=theme"]


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_axe_finds_no_problem_and_nothing_scrolls_sideways(new_page, server, locale):
    page = new_page(bypass_csp=True, locale=locale, viewport={"width": 1280, "height": 900})
    panel = PanelPage(page, server)
    found = []
    for state in STATES:
        panel.open(state)
        found += [f"{state} {line}" for line in faults_in_every_view(page, 4000)]
    assert found == []


def test_the_validator_finds_no_problem(new_page, server, tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    page = new_page(java_script_enabled=False)
    for locale in ("en", "ar"):
        for number, state in enumerate(STATES):
            glue = "&" if "?" in state else "?"
            answer = page.goto(f"{server.url}{state}{glue}lang={locale}")
            (pages / f"{number}-{locale}.html").write_text(answer.text())
    assert validate(pages) == []
