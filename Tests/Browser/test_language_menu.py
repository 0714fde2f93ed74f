"""A panel of many languages keeps its settings in sight."""

import pytest

from support.audit import axe, sideways
from support.panel_page import PanelPage
from support.schemas import write

SHIPPED = ["en", "de", "fr", "ar", "ja"]
LOCALES = SHIPPED + ["af", "bs", "es-419", "fa", "ka", "pt-BR", "sr", "sr-Latn", "ta", "zh", "zh-Hans"]


@pytest.fixture
def server(start, tmp_path):
    groups = [{"groupKey": "g", "items": [{"itemKey": "pins", "itemControlType": "switch"}]},
              {"groupKey": "licence", "groupTitle": "Licence", "items": [],
               "groupFooter": "Permission is granted.\n\nWithout warranty."}]
    return start(write(tmp_path / "many.json", {"panelLocales": LOCALES, "groups": groups}))


@pytest.mark.parametrize("scripting", [True, False], ids=["scripting", "plain"])
def test_a_language_is_chosen_from_the_menu_by_keyboard(new_page, server, scripting):
    panel = PanelPage(new_page(java_script_enabled=scripting), server)
    panel.open()
    link = panel.page.locator(".lang a[lang=sr-Latn]")
    assert not link.is_visible()
    panel.page.locator(".lang summary").focus()
    panel.page.keyboard.press("Enter")
    link.wait_for(state="visible")
    assert link.text_content() == "Srpski (latinica)"
    link.focus()
    panel.page.keyboard.press("Enter")
    panel.page.wait_for_url("**lang=sr-Latn")
    assert panel.page.locator("html").get_attribute("lang") == "sr-Latn"
    assert "Srpski" in panel.page.locator(".lang summary").inner_text()


@pytest.mark.parametrize("locale", ["zh", "zh-Hans"])
def test_two_related_languages_can_both_be_chosen(new_page, server, locale):
    panel = PanelPage(new_page(), server)
    panel.open(f"?lang={locale}")
    assert panel.page.locator("html").get_attribute("lang") == locale


@pytest.mark.parametrize("width", [320, 760])
def test_the_ways_are_one_line_at_the_bottom_of_a_narrow_window(new_page, server, width):
    page = new_page(viewport={"width": width, "height": 640})
    panel = PanelPage(page, server)
    for locale in SHIPPED:
        panel.open(f"?lang={locale}")
        bar = page.locator(".ways").bounding_box()
        assert (bar["y"] + bar["height"], bar["width"], bar["height"]) == (640, width, 56)
        ways = page.locator(".ways .way:visible")
        assert ways.count() == 4
        for way in ways.all():
            box = way.bounding_box()
            assert box["width"] == width / 4 and box["y"] >= bar["y"]
            assert way.evaluate("(way) => way.scrollWidth <= way.clientWidth"), locale
        search, card = (page.locator(part).first.bounding_box() for part in ("#q", "main .box"))
        assert (search["x"], search["width"]) == (card["x"], card["width"])


@pytest.mark.parametrize("locale", SHIPPED)
def test_the_first_setting_is_on_the_first_screen_of_a_phone(new_page, server, locale):
    page = new_page(bypass_csp=True, has_touch=True, viewport={"width": 360, "height": 640})
    panel = PanelPage(page, server)
    panel.open(f"?lang={locale}")
    assert panel.field("pins").bounding_box()["y"] < 400
    assert sideways(page) <= 0
    assert axe(page) == []
    page.locator(".lang summary").click()
    for target in page.locator(".lang :is(summary, a):visible").all():
        assert target.bounding_box()["height"] >= 44
    assert sideways(page) <= 0
    assert axe(page) == []


def test_a_license_keeps_its_line_breaks(new_page, server):
    panel = PanelPage(new_page(), server)
    panel.open()
    words = panel.page.locator("#s-licence .foot")
    assert words.inner_text() == "Permission is granted.\n\nWithout warranty."
