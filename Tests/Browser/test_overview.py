"""The first page as the state of the panel, and the pages of changes, profiles and transfers."""

import pytest

from support.audit import axe, sideways
from support.client import Client
from support.panel_page import PanelPage
from support.server import SCHEMAS, until

SHOWCASE = SCHEMAS / "showcase.json"
PLACES = ["", "changes", "profiles", "import"]


@pytest.fixture
def server(start):
    return start(SHOWCASE, ["--allow-actions"])


@pytest.fixture
def filled(server):
    client = Client(server.port)
    client.changed({"playback_volume": "75", "network_name": "cinema"})
    client.post({"_name": "Movie night", "_description": "Dim and loud"}, path="/profiles")
    client.changed({"playback_volume": "40"})
    client.post({"_name": "Guests", "_keys": "playback_volume"}, path="/profiles")
    client.changed({"playback_rate": "50"})
    client.changed({"playback_bluetooth": "YES", "_for": "1h"})
    return client


def opened(new_page, server, path="", **options):
    panel = PanelPage(new_page(**options), server)
    assert panel.open(path) == 200
    return panel


def test_the_first_page_follows_what_others_change(new_page, server, filled):
    panel = opened(new_page, server)
    lead = panel.page.locator("#lead")
    assert "4 of " in lead.inner_text()
    filled.changed({"wifi": "NO"})
    until(lambda: "5 of " in lead.inner_text(), "the count follows")
    assert panel.page.locator("#changes .line").first.inner_text().startswith("Wi-Fi")


@pytest.mark.parametrize("scripting", [True, False])
def test_changes_are_undone_and_reset_on_the_first_page(new_page, server, filled, scripting):
    panel = opened(new_page, server, java_script_enabled=scripting)
    page = panel.page
    page.get_by_role("button", name="Undo “Maximum frame rate”").click()
    page.locator("#status p", has_text="Maximum frame rate").wait_for()
    assert filled.value("playback_rate") is None
    page.locator("#different button[value=network_name]").click()
    page.locator("#status p", has_text="Network name").wait_for()
    assert filled.value("network_name") is None
    page.locator("#overview button[name=_end][value=playback_bluetooth]").click()
    page.locator("#overview button[name=_end]").wait_for(state="detached")
    assert filled.value("playback_bluetooth") is None


@pytest.mark.parametrize("scripting", [True, False])
def test_a_press_switches_to_a_profile(new_page, server, filled, scripting):
    panel = opened(new_page, server, java_script_enabled=scripting)
    page = panel.page
    page.locator("#chips button", has_text="Movie night").click()
    page.locator("#chips [aria-current]", has_text="Movie night").wait_for()
    assert filled.value("playback_volume") == 75
    page.wait_for_url("**/?rev=*")
    filled.changed({"playback_volume": "20"})
    panel.open()
    assert "1 differs" in page.locator("#chips [aria-current]").inner_text()


@pytest.mark.parametrize("zone, offset", [("Asia/Tokyo", 9), ("America/Phoenix", -7)])
def test_times_are_those_of_the_reader(new_page, server, filled, zone, offset):
    panel = opened(new_page, server, "changes", timezone_id=zone)
    page = panel.page
    until(lambda: any(c["name"] == "faceplate_zone" for c in page.context.cookies()), "the zone is known")
    page.wait_for_load_state()
    until(lambda: "Times are in" not in page.locator("main").inner_text(), "the zone is not named")
    shown = page.locator(".revs time").first
    hour = int(shown.get_attribute("datetime")[11:13])
    text = shown.inner_text()
    hours = int(text.split(":")[0]) % 12
    assert hours == (hour + offset) % 12, text


def test_a_refused_text_stays_in_its_field(new_page, server):
    panel = opened(new_page, server, "import")
    page = panel.page
    page.locator("#c-text").fill('{"a": 1,}')
    page.get_by_role("button", name="Show changes").click()
    sentence = page.locator(".err")
    sentence.wait_for()
    assert page.locator("#c-text").input_value() == '{"a": 1,}'
    assert page.locator("main").inner_text().count("Line 1, column 8") == 1
    assert page.evaluate("document.activeElement.id") == "c-text"
    field, below = page.locator("#c-text").bounding_box(), sentence.bounding_box()
    assert below["y"] >= field["y"] + field["height"]
    assert below["width"] == field["width"]


def test_the_list_begins_at_a_date(new_page, server, filled):
    panel = opened(new_page, server, "changes")
    page = panel.page
    page.get_by_text("Go to a date…").click()
    page.locator("#until").fill("2001-01-01T10:00")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_text("Changes up to").wait_for()
    assert page.locator(".revs > li").count() == 0
    page.get_by_role("link", name="Restore everything to here…").click()
    page.get_by_role("heading", name="Restore as of").wait_for()


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_nothing_is_cut_and_nothing_scrolls_sideways(new_page, server, filled, path, language):
    panel = opened(
        new_page, server, f"{path}?lang={language}", viewport={"width": 320, "height": 800})
    for width in [320, 390, 1280]:
        panel.page.set_viewport_size({"width": width, "height": 800})
        assert sideways(panel.page) <= 0, width
        cut = panel.page.evaluate(
            """() => [...document.querySelectorAll("main :is(.line, .line .t, .chip, .tag, h2, .lead)")]
            .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1
              && getComputedStyle(node).display !== "inline").map((node) => node.outerHTML)""")
        assert cut == [], width


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_checkers_find_nothing(new_page, server, filled, path, scheme):
    panel = opened(new_page, server, path, color_scheme=scheme, bypass_csp=True)
    assert axe(panel.page) == []
