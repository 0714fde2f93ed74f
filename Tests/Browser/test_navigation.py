"""The way from page to page: a list beside the page, or from the first page and back."""

import pytest

from support.audit import axe, sideways
from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

SCHEMA = {"panelKey": "house", "panelTitle": "House", "panelLocales": ["en", "ar"], "groups": [
    {"groupKey": "first", "groupTitle": "First", "items": [
        {"itemKey": "bell", "itemTitle": "Bell", "itemControlType": "switch"},
        {"itemKey": "net", "itemTitle": "Network", "itemControlType": "page", "groups": [
            {"groupKey": "lan", "groupTitle": "LAN", "items": [
                {"itemKey": "port", "itemTitle": "Port", "itemControlType": "edit_integer",
                 "itemMinimum": 1, "itemMaximum": 9, "itemValue": 3},
                {"itemKey": "proxy", "itemTitle": "Proxy", "itemControlType": "page", "groups": [
                    {"groupKey": "p", "items": [
                        {"itemKey": "host", "itemTitle": "Host",
                         "itemControlType": "edit_text"}]}]}]}]},
        {"itemKey": "film", "itemTitle": "Films", "itemControlType": "page", "groups": [
            {"groupKey": "f", "items": [
                {"itemKey": "loud", "itemTitle": "Loud", "itemControlType": "switch"}]}]}]}]}
GROUPS = {"panelKey": "long", "panelLocales": ["en"], "groups": [
    {"groupKey": f"g{group}", "groupTitle": f"Group {group}", "items": [
        {"itemKey": f"k{group}_{item}", "itemControlType": "switch"} for item in range(6)]}
    for group in range(9)]}


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "house.json", SCHEMA))


@pytest.mark.parametrize("scripting", [True, False], ids=["scripting", "plain"])
@pytest.mark.parametrize("width", [960, 1280])
def test_a_wide_window_links_to_each_page(new_page, server, scripting, width):
    page = new_page(java_script_enabled=scripting, viewport={"width": width, "height": 600})
    panel = PanelPage(page, server)
    panel.open()
    pages = page.locator("#pages a")
    for name, address in (("Films", "film"), ("Network", "net"), ("Overview", "")):
        pages.filter(has_text=name).click()
        page.wait_for_url(server.url + (address and f"pages/{address}"))
        assert page.locator("#pages [aria-current=page]").inner_text().strip() == name
        assert page.locator("h1").inner_text() == (name if address else "House")
        assert not page.locator(".back").is_visible()
    # The list stays in view, the links at its foot too.
    panel.open("pages/net/proxy")
    assert page.locator("#pages [aria-current=true]").inner_text().strip() == "Network"
    assert page.locator("#pages [aria-current=page]").inner_text().strip() == "Proxy"
    for selector in ("#pages", ".ways", "#q"):
        box = page.locator(selector).first.bounding_box()
        assert box["x"] + box["width"] <= 256 and box["y"] + box["height"] <= 600
    assert page.locator("main").bounding_box()["x"] >= 256


@pytest.mark.parametrize("scripting", [True, False], ids=["scripting", "plain"])
def test_a_narrow_window_links_down_and_back(new_page, server, scripting):
    page = new_page(java_script_enabled=scripting, viewport={"width": 360, "height": 700})
    panel = PanelPage(page, server)
    panel.open()
    assert not page.locator("#pages").is_visible()
    page.locator("#s-net").click()
    page.locator("#s-proxy").click()
    for name, address in (("Network", "pages/net"), ("Overview", "")):
        links = page.locator(".back a:visible")
        assert links.all_inner_texts() == [name]
        assert links.first.bounding_box()["height"] >= 44
        links.first.click()
        page.wait_for_url(server.url + address)


def test_the_list_marks_pages_changed_here_and_elsewhere(new_page, server):
    page = new_page(viewport={"width": 1280, "height": 600})
    panel = PanelPage(page, server)
    panel.open("pages/net")
    assert page.locator("#pages .dot").count() == 0
    panel.field("port").fill("99")
    assert panel.save() == 422
    wrong = page.locator("#pages [aria-current=page] .wrong")
    assert wrong.get_attribute("title") == "1 problem"
    panel.field("port").fill("5")
    assert panel.save() == 200
    assert wrong.count() == 0
    here = page.locator("#pages [aria-current=page] .dot")
    assert here.count() == 1
    Client(server.port).changed({"loud": "YES"})
    page.locator("#pages [href$=film] .dot").wait_for()
    assert page.locator("#pages a").first.locator(".dot").count() == 0
    assert panel.reset("port") == 200
    assert here.count() == 0


def test_the_group_in_view_is_marked(new_page, start, tmp_path):
    server = start(write(tmp_path / "long.json", GROUPS))
    page = new_page(viewport={"width": 1280, "height": 600})
    panel = PanelPage(page, server)
    panel.open()
    here = page.locator("#pages [aria-current=location]")
    assert here.inner_text() == "Group 0"
    page.locator("#pages a").filter(has_text="Group 4").click()
    page.locator("#pages [aria-current=location]", has_text="Group 4").wait_for()
    page.mouse.move(640, 300)
    page.mouse.wheel(0, 20000)
    page.locator("#pages [aria-current=location]", has_text="Group 8").wait_for()
    # What is saved leaves the mark.
    panel.field("k8_0").check()
    panel.idle()
    assert here.all_inner_texts() == ["Group 8"]


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_checkers_find_no_problem(new_page, server, locale, scheme):
    page = new_page(bypass_csp=True, color_scheme=scheme, viewport={"width": 1280, "height": 600})
    panel = PanelPage(page, server)
    Client(server.port).changed({"loud": "YES"})
    panel.open(f"pages/net/proxy?lang={locale}")
    side = page.locator("#pages").bounding_box()
    assert (side["x"] > 900) == (locale == "ar")
    for width in (1280, 960, 360):
        page.set_viewport_size({"width": width, "height": 600})
        assert axe(page) == [] and sideways(page) <= 0
