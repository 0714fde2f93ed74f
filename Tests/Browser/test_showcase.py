"""The showcase: every page of it, in every language, is sound."""

import json

import pytest

from support.audit import faults_in_every_view, sideways, validate
from support.panel_page import PanelPage
from support.server import SCHEMAS

SHOWCASE = SCHEMAS / "showcase.json"
LOCALES = ["en", "fr", "de", "ar", "ja"]


def paths(groups, path=""):
    """The addresses of the pages that groups lead to."""
    for group in groups:
        for item in group["items"]:
            if item.get("itemControlType") == "page":
                below = f"{path or 'pages'}/{item['itemKey']}"
                yield below
                yield from paths(item["groups"], below)


PAGES = ["", *paths(json.loads(SHOWCASE.read_text("utf-8"))["groups"])]


@pytest.fixture
def server(start):
    return start(SHOWCASE)


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_problem_and_nothing_scrolls_sideways(new_page, server, path, locale):
    page = new_page(bypass_csp=True, locale=locale, viewport={"width": 1280, "height": 900})
    assert PanelPage(page, server).open(f"{path}?lang={locale}&level=advanced") == 200
    # The whole page at once: what the bar of Save lies over can be scrolled out from under it.
    assert faults_in_every_view(page, 4000) == []


def test_the_validator_finds_no_problem(new_page, server, tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    page = new_page(java_script_enabled=False)
    for locale in LOCALES:
        for path in PAGES:
            answer = page.goto(f"{server.url}{path}?lang={locale}&level=advanced")
            name = f"{path.replace('/', '-') or 'first'}-{locale}.html"
            (pages / name).write_text(answer.text())
    assert validate(pages) == []


@pytest.mark.parametrize("locale", ["ar", "de"])
def test_long_and_mirrored_labels_fit_on_a_narrow_screen(new_page, server, locale):
    page = new_page(viewport={"width": 320, "height": 900})
    panel = PanelPage(page, server)
    found = []
    for path in [*PAGES, "?q=o", "?q=zzzqqq", "s/nothing"]:
        panel.open(f"{path}{'&' if '?' in path else '?'}lang={locale}&level=advanced")
        assert page.locator("html").get_attribute("lang") == locale
        if sideways(page) > 0:
            found.append(f"{path} is {sideways(page)} pixels too wide")
    assert found == []


def test_a_first_visit_loads_three_files(new_page, server):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.resource_type))
    page.goto(server.url)
    page.locator("html.js").wait_for(state="attached")
    # Then only the stream of changes. The color that a setting selects has a file of its own.
    assert page.locator("link[data-accent]").count() == 1
    asked.remove("stylesheet")
    files = [one for one in asked if one != "eventsource"]
    assert sorted(files) == ["document", "script", "stylesheet"]
