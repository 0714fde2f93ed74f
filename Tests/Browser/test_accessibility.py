"""Checkers find nothing on any page, in any state, colour, direction and width."""

import json

import pytest

from support.audit import axe, faults_in_every_view, sideways, validate
from support.client import PAGE, Client
from support.panel_page import PanelPage
from support.schemas import reader, sign_in, workshop, write
from support.server import until

STATES = {}


def state(function):
    STATES[function.__name__] = function
    return function


@pytest.fixture
def server(workshop_server):
    return workshop_server


@state
def default(panel, server, query):
    assert panel.open(query) == 200


@state
def saved(panel, server, query):
    panel.open(query)
    panel.field("door_name").fill("Back")
    panel.field("door_chime").uncheck()
    panel.field("door_pin").fill("12345")
    panel.field("room_day").select_option("7")
    panel.radio("room_light", "off").check()
    panel.radio("tint", "tint_blue").check()
    assert panel.save() == 200


@state
def error(panel, server, query):
    panel.open(query)
    panel.field("door_name").fill("A name that is much too long for any door")
    panel.field("door_code").fill("?")
    panel.field("door_pin").fill("1")
    assert panel.save() == 422


def save_explicitly(server):
    write(server.schema, json.loads(server.schema.read_text()) | {"panelSave": "explicit"})
    client = Client(server.port)
    until(lambda: "data-explicit" in client.get().text, "the page is saved as a whole")


@state
def conflict(panel, server, query):
    save_explicitly(server)
    # A page that hears of changes shows them before it saves.
    panel.page.route("**/api/events*", lambda route: route.abort())
    panel.open(query)
    changed = Client(server.port).changed(
        {"door_name": "Side", "room_light": "cold", "room_day": "6", "door_pin": "98765"})
    assert len(changed) == 4
    panel.field("door_name").fill("Back")
    panel.radio("room_light", "off").check()
    panel.field("room_day").select_option("7")
    panel.field("door_chime").uncheck()
    panel.radio("tint", "tint_blue").check()
    assert panel.save() == 409


@state
def theirs(panel, server, query):
    panel.open(query)
    panel.field("door_name").fill("Back")
    Client(server.port).changed({"door_name": "Side"})
    if panel.follows:
        panel.page.locator("#n-door_name").wait_for()


@state
def review(panel, server, query):
    save_explicitly(server)
    panel.open(query)
    panel.field("door_name").fill("Back")
    panel.radio("room_light", "off").check()
    panel.page.locator("[name=_review]").click()
    panel.page.locator("#review").wait_for()


@state
def undecided(panel, server, query):
    conflict(panel, server, query)
    assert panel.save() == 409
    assert panel.page.locator("#conflict .err").count() > 0


def fill(server):
    client = Client(server.port)
    for fields in (
            {"door_name": "Side", "room_light": "cold"}, {"door_pin": "98765"},
            {"door_name": "Back", "door_pin": "12345"}, [("_undo", "1:room_light")]):
        client.changed(fields)


@state
def changes(panel, server, query):
    fill(server)
    assert panel.open("changes" + query + "&rev=4") == 200
    assert panel.page.locator(".revs > li").count() == 4


@state
def restore(panel, server, query):
    fill(server)
    assert panel.open("changes" + query + "&restore=1") == 200
    assert panel.page.locator("tbody tr").count() == 3


@state
def exported(panel, server, query):
    assert panel.open("export" + query) == 200


@state
def chosen(panel, server, query):
    assert panel.open("import" + query) == 200


@state
def imported(panel, server, query):
    panel.open("import" + query)
    panel.page.locator("#c-text").fill(
        "door_name: Side\ndoor_pin: '1'\ndor_name: x\nroom_light: cold\ntint: tint_red\n")
    panel.page.locator("button.pri").click()
    panel.page.locator("[name=_sealed]").wait_for(state="attached")


@state
def profiles(panel, server, query):
    Client(server.port).changed({"door_name": "Side", "room_light": "cold"})
    panel.open("profiles" + query)
    panel.page.locator("#c-name").fill("Night")
    panel.page.locator("button.pri").click()
    panel.page.locator(".t > a[href$='/profiles/Night']").wait_for()


@state
def taken_name(panel, server, query):
    profiles(panel, server, query)
    panel.page.locator(".folds summary").first.click()
    panel.page.locator("#c-name").fill("Night")
    panel.page.locator("button.pri").click()
    panel.page.locator("[name=_replace]").wait_for()


@state
def compared(panel, server, query):
    profiles(panel, server, query)
    Client(server.port).changed({"door_name": "Back"})
    assert panel.open("profiles/Night" + query) == 200
    assert panel.page.locator(".revs li").count() == 2


@state
def two_profiles(panel, server, query):
    profiles(panel, server, query)
    Client(server.port).changed({"door_name": "Back"})
    Client(server.port).send(
        "PUT", "/api/profiles/Day", {"Content-Type": "application/json"}, b'{"keys": ["door_name"]}')
    assert panel.open("profiles" + query) == 200
    panel.page.locator(".folds summary").last.click()
    panel.page.locator("#c-compare").select_option("Night")
    panel.page.locator("#c-with").select_option("Day")
    panel.page.locator("form:has(#c-compare) button").click()
    panel.page.wait_for_url("**compare=Night**")
    assert panel.page.locator(".revs li").count() == 2


@state
def refused_import(panel, server, query):
    panel.open("import" + query)
    panel.page.locator("#c-text").fill("{")
    panel.page.locator("button.pri").click()
    panel.page.locator("#e-text").wait_for()


@state
def removal(panel, server, query):
    profiles(panel, server, query)
    assert panel.open("profiles/Night" + query + "&remove=1") == 200


@state
def failed_action(panel, server, query):
    panel.open(query)
    assert panel.press("room_test") == 422


@state
def not_found(panel, server, query):
    assert panel.open("nowhere" + query) == 404


@state
def broken_schema(panel, server, query):
    write(server.schema, server.schema.read_text().replace("edit_text", "edit_txt"))
    client = Client(server.port)
    until(lambda: client.get("/healthz").json["problems"], "the problem is known")
    assert panel.open(query) == 200
    assert panel.page.locator(".ban").is_visible()


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("name", STATES)
def test_axe_finds_no_problem_and_nothing_scrolls_sideways(new_page, server, name, direction):
    # The checker itself is a script that the page's own policy would keep out.
    locale = "ar" if direction == "rtl" else "en"
    page = new_page(bypass_csp=True, locale=locale, viewport={"width": 1280, "height": 900})
    panel = PanelPage(page, server)
    STATES[name](panel, server, f"?lang={locale}")
    assert page.locator("html").get_attribute("dir") == direction
    assert faults_in_every_view(page, 900) == []


def test_the_validator_finds_no_problem_on_any_page(new_page, start, tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()

    def keep(name, text):
        (pages / f"{name}.html").write_text(text)

    # Without scripting, so that each is as the server wrote it.
    page = new_page(java_script_enabled=False)
    served = []
    page.on("response", lambda answer: served.append(answer))
    for name, act in STATES.items():
        for locale in ("en", "ar"):
            folder = tmp_path / f"{name}-{locale}"
            folder.mkdir()
            server = start(
                write(folder / "workshop.json", workshop()), ["--action", "room_test=/bin/false"],
                database=folder / "panel.sqlite")
            served.clear()
            act(PanelPage(page, server), server, f"?lang={locale}")
            last = [answer for answer in served
                    if answer.request.is_navigation_request() and answer.status != 303][-1]
            keep(f"{name}-{locale}", last.text())
            server.kill()
    folder = tmp_path / "theirs"
    folder.mkdir()
    server = start(write(folder / "workshop.json", workshop()), database=folder / "panel.sqlite")
    client = Client(server.port)
    client.changed({"door_name": "Side"})
    for locale in ("en", "ar"):
        # What scripting puts into the row that somebody is at.
        shown = client.post(
            {"door_name": "Back", "_preview": "check", "_revision": "0", "_locale": locale}, PAGE)
        assert 'id="n-door_name"' in shown.text
        keep(f"theirs-shown-{locale}", shown.text)
    folder = tmp_path / "reader"
    folder.mkdir()
    server = start(reader(folder), sign_in(folder), database=folder / "panel.sqlite")
    client = Client(server.port)
    for locale in ("en", "fr", "de", "ar", "ja"):
        keep(f"reader-{locale}", client.get(f"/?lang={locale}").text)
        refused = client.post({"account_button": "press", "_locale": locale}, PAGE)
        assert refused.status == 422
        keep(f"reader-refused-{locale}", refused.text)
    keep("malformed", client.post(b"a=%", PAGE).text)
    assert validate(pages) == []


@pytest.mark.parametrize("width", [320, 1280])
def test_long_words_do_not_widen_the_page(new_page, start, tmp_path, width):
    schema = workshop()
    word = "Donaudampfschifffahrtsgesellschaftskapitän" * 3
    for group in schema["groups"]:
        group["groupTitle"] = group["groupFooter"] = word
        for item in group["items"]:
            item["itemTitle"] = item["itemHelp"] = word
            if item["itemControlType"] == "choice":
                item["itemOptions"] = [
                    {"value": option["value"] if isinstance(option, dict) else option,
                     "label": word} for option in item["itemOptions"]]
    server = start(write(tmp_path / "workshop.json", schema))
    panel = PanelPage(new_page(viewport={"width": width, "height": 900}), server)
    panel.open()
    assert sideways(panel.page) <= 0


# What is shown of the page, and has more in it than it shows; fields and what scrolls have it at hand.
CUT = """[...document.querySelectorAll("main *")].filter((node) => node.checkVisibility()
    && !node.matches(".sr, input, select, textarea, .scroll, #result *")
    && getComputedStyle(node).overflowY !== "visible"
    && node.scrollHeight > node.clientHeight + 1).map((node) => node.outerHTML.slice(0, 99))"""


def test_wider_text_spacing_hides_no_text(new_page, server):
    """WCAG 1.4.12."""
    panel = PanelPage(new_page(bypass_csp=True, viewport={"width": 320, "height": 900}), server)
    panel.open()
    panel.page.add_style_tag(content=(
        "* { line-height: 1.5 !important; letter-spacing: .12em !important; "
        "word-spacing: .16em !important } p { margin-block-end: 2em !important }"))
    assert sideways(panel.page) <= 0
    assert panel.field("door_name").is_visible()
    assert panel.page.evaluate(CUT) == []


def test_the_checkers_find_known_problems(new_page, tmp_path):
    text = "<!doctype html><title>x</title><p id=a>x<p id=a><img src=a><input>"
    (tmp_path / "wrong.html").write_text(text)
    page = new_page()
    page.set_content(text)
    assert any("image-alt" in line for line in axe(page))
    assert any("Duplicate ID" in line for line in validate(tmp_path))
