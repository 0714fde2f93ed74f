"""The page in each language, chosen in each way."""

import re
import shutil

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

WORDS = {
    "en": ("ltr", ["Display", "Account", "Theme", "Other"], "Reader", "Save changes"),
    "fr": ("ltr", ["Affichage", "Compte", "Thème", "Autres"], "Lecteur",
           "Enregistrer"),
    "de": ("ltr", ["Anzeige", "Konto", "Design", "Sonstiges"], "Reader",
           "Änderungen speichern"),
    "ja": ("ltr", ["表示", "アカウント", "テーマ", "その他"], "リーダー", "変更を保存"),
    "ar": ("rtl", ["العرض", "الحساب", "المظهر", "أخرى"], "القارئ", "حفظ التغييرات"),
}
LOCALES = list(WORDS)


def assert_language(panel, locale):
    direction, groups, _, _ = WORDS[locale]
    html = panel.page.locator("html")
    assert html.get_attribute("lang") == locale
    assert html.get_attribute("dir") == direction
    # Above the settings are the headings of what differs.
    assert panel.page.locator("#f h2").all_inner_texts() == groups


@pytest.mark.parametrize("locale", LOCALES)
def test_the_address_chooses_the_language(panel, locale):
    panel.open(f"?lang={locale}")
    assert_language(panel, locale)
    assert panel.title == WORDS[locale][2]
    assert panel.page.locator(".bar button.pri").text_content() == WORDS[locale][3]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("scripting", [True, False], ids=["scripting", "plain"])
def test_the_browser_chooses_the_language(new_page, server, locale, scripting):
    panel = PanelPage(new_page(locale=locale, java_script_enabled=scripting), server)
    panel.open()
    assert_language(panel, locale)


@pytest.mark.parametrize("locale", ["fr", "de", "ar", "ja"])
def test_the_chooser_is_remembered(panel, locale, server):
    panel.language(locale)
    assert_language(panel, locale)
    panel.open()
    assert_language(panel, locale)
    assert panel.page.locator(".lang [aria-current]").get_attribute("lang") == locale
    panel.field("display_titles").uncheck()
    assert panel.save() == 200
    assert_language(panel, locale)
    server.stop()
    server.start()
    panel.open()
    assert_language(panel, locale)


def test_names_each_language_in_that_language(panel):
    links = panel.page.locator(".lang a[lang]")
    assert links.all_text_contents() == ["English", "العربية", "Deutsch", "Français", "日本語"]
    assert [link.get_attribute("lang") for link in links.all()] == ["en", "ar", "de", "fr", "ja"]


@pytest.mark.parametrize(
    "header, locale",
    [
        ("fr", "fr"), ("fr-CA", "fr"), ("nl", "en"), ("nl, ar;q=0.5", "ar"), ("", "en"),
        ("fr;q=0.1, ar;q=0.9", "ar"), ("fr;q=0, en", "en"), ("FR", "fr"),
        ("en;q=0.5, fr;q=0.5", "en"), ("junk;;;q=x", "en"), ("ar-EG,en;q=0.3", "ar"),
    ])
def test_uses_the_weights_of_accept_language(client, header, locale):
    answer = client.get(headers={"Accept-Language": header})
    assert answer.header("Content-Language") == locale
    assert f'<html lang="{locale}"' in answer.text
    assert {name.strip() for name in answer.header("Vary").split(",")} >= {
        "Accept-Language", "Cookie"}


@pytest.mark.parametrize("header", ["*", "nl, *;q=0.5"])
def test_a_wildcard_selects_the_default_language(client, header):
    assert client.get(headers={"Accept-Language": header}).header("Content-Language") == "en"


@pytest.mark.parametrize("asked", ["nl", "x", "", "../en", "<script>", "fr%0d%0aX:1"])
def test_accepts_an_unknown_language(client, asked):
    answer = client.get(f"/?lang={asked.replace('<', '%3C').replace('>', '%3E')}")
    assert answer.status == 200
    assert answer.header("Content-Language") in ("en", "fr")
    assert answer.header("X") is None


def test_prefers_the_address_then_the_cookie_then_the_browser(client):
    headers = {"Accept-Language": "ar"}
    cookie = client.get("/?lang=fr", headers).header("Set-Cookie")
    assert "HttpOnly" in cookie and "SameSite=" in cookie and "Path=/" in cookie
    headers["Cookie"] = cookie.split(";")[0]
    assert client.get("/", headers).header("Content-Language") == "fr"
    assert client.get("/?lang=en", headers).header("Content-Language") == "en"


@pytest.mark.parametrize(
    "locale, words",
    [("en", ["Theme cannot be", "Light or Dark"]), ("fr", ["Thème", "Clair ou Sombre"]),
     ("de", ["Design", "Hell oder Dunkel"]), ("ja", ["テーマ", "ライト"]),
     ("ar", ["المظهر", "فاتح أو داكن"])])
def test_reports_an_error_in_the_language_of_the_page(client, locale, words):
    # Directions are kept apart by signs that show nothing.
    isolates = {0x2068: None, 0x2069: None}
    wrong = {"theme": "theme_green", "_locale": locale}
    answer = client.ask(wrong)
    assert answer.status == 422
    said = answer.json["errors"][0]["message"].translate(isolates)
    # A script is told the values that it may send, a person what they are called.
    assert words[0] in said and "theme_green" in said
    assert "theme_light" in said and "theme_dark" in said
    page = client.post(wrong, {"Accept": "text/html"})
    assert page.status == 422
    assert all(word in page.text.translate(isolates) for word in words), words


def without_version(page):
    """The page without the name of its version, which is another one in each process."""
    return re.sub(r'(id="seen" hidden data-v=")[0-9a-z]+', r"\1", page)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_database_is_enough_to_show_the_page(panel, server, locale, tmp_path, start):
    """Schema and catalogues are moved away; the file of the database is all that is left."""
    client = Client(server.port)
    client.changed({"account_username": "Ada", "theme": "theme_dark"})
    before = without_version(client.get(f"/?lang={locale}").text)
    server.stop()
    away = tmp_path / "away"
    away.mkdir()
    for path in [*tmp_path.glob("*.lproj"), server.schema]:
        shutil.move(path, away)
    alone = start(arguments=server.arguments, database=server.database)
    assert without_version(Client(alone.port).get(f"/?lang={locale}").text) == before
    panel = PanelPage(panel.page, alone)
    panel.open(f"?lang={locale}")
    assert_language(panel, locale)
    panel.field("display_titles").uncheck()
    assert panel.save() == 200
    assert Client(alone.port).value("display_titles") is False


def test_marks_labels_in_another_language(page, start, tmp_path):
    items = [{"itemKey": "port", "itemControlType": "edit_text",
              "itemTitle": {"en": "Port", "ar": "منفذ"}, "itemHelp": {"en": "Of the server."}},
             {"itemKey": "host", "itemControlType": "edit_text", "itemTitle": {"en": "Host"}}]
    schema = {"panelLocales": ["en", "ar"], "groups": [{"groupKey": "g", "items": items}]}
    panel = PanelPage(page, start(write(tmp_path / "two.json", schema)))
    panel.open("?lang=ar")
    assert panel.page.locator("html").get_attribute("dir") == "rtl"
    for part, language, text in (
            ("#l-port", None, "منفذ"), ("#d-port", "en", "Of the server."), ("#l-host", "en", "Host")):
        label = panel.page.locator(part)
        assert (label.get_attribute("lang"), label.inner_text()) == (language, text)
        assert label.get_attribute("dir") == (language and "ltr")


def test_mirrors_the_page_in_right_to_left_languages(page, server):
    panel = PanelPage(page, server)

    def left_of_label():
        field = panel.page.locator("#c-display_titles").bounding_box()
        label = panel.page.locator("#l-display_titles").bounding_box()
        return field["x"] < label["x"]

    panel.open("?lang=en")
    assert not left_of_label()
    panel.open("?lang=ar")
    assert left_of_label()


def test_the_chooser_works_on_a_missing_page(panel):
    assert panel.open("nowhere") == 404
    panel.language("ar")
    assert panel.page.locator("html").get_attribute("lang") == "ar"
