"""Signing in and out, as a person does it in a browser."""

import subprocess

import pytest

from support.audit import axe, sideways, validate
from support.client import PAGE, Client
from support.limits import HUNG
from support.panel_page import PanelPage
from support.schemas import workshop, write
from support.server import binary, environment, own_server, run, until

pytestmark = own_server

PASSWORD = "correct horse battery"


@pytest.fixture
def server(start, tmp_path):
    schema = write(tmp_path / "workshop.json", workshop())
    database = tmp_path / "private.sqlite"
    run("evolve", schema, "--database", database)
    subprocess.run(
        [binary(), "password", "set", "--database", str(database)], env=environment(),
        input=PASSWORD, capture_output=True, text=True, timeout=HUNG, check=True)
    return start(schema, ["--access", "password"], database=database)


def cookie(page):
    pairs = [f"{one['name']}={one['value']}" for one in page.context.cookies()]
    return {"Cookie": "; ".join(pairs)}


def sign_in(page, password=PASSWORD):
    """By keyboard alone: the field has the focus."""
    page.wait_for_function("document.activeElement.id === 'c-password'")
    page.keyboard.type(password)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_user_signs_in_and_out(page, server):
    page.goto(server.url + "changes?lang=en")
    assert page.url.startswith(server.url + "sign-in?to=")
    assert page.locator("nav#pages, form[role=search], script").count() == 0
    sign_in(page, "wrong password")
    assert page.locator("#e-password").inner_text() == "The password is wrong"
    assert page.locator("#c-password").input_value() == ""
    sign_in(page)
    assert page.url == server.url + "changes?lang=en"
    page.goto(server.url)
    with page.expect_navigation():
        page.get_by_role("button", name="Sign out").click()
    assert page.url == server.url + "sign-in"
    page.goto(server.url)
    assert page.url == server.url + "sign-in"
    cookies = {cookie["name"] for cookie in page.context.cookies(server.url)}
    # Scripting tells the time zone of the reader.
    assert cookies - {"faceplate_zone"} == {"faceplate_lang"}


def test_what_is_typed_waits_for_the_next_sign_in(new_page, server):
    page = new_page()
    page.goto(server.url)
    sign_in(page)
    panel = PanelPage(page, server)
    until(lambda: panel.saves_rows, "scripting")
    run("sessions", "end", "--database", server.database)
    banner = page.locator("#offline")
    panel.field("door_name").fill("Back")
    panel.field("door_name").press("Enter")
    banner.wait_for()
    until(lambda: banner.locator("p").inner_text() == "Signed out. 1 unsaved change", "it counts")
    assert panel.field("door_name").input_value() == "Back"
    assert panel.row("door_name").locator(".note[data-own] p").inner_text().startswith("Signed out.")
    with page.context.expect_page() as opened:
        banner.get_by_role("link", name="Sign in").click()
    sign_in(opened.value)
    opened.value.close()
    banner.wait_for(state="detached")
    until(lambda: Client(server.port).get("/", cookie(page)).text.count('value="Back"'), "saving")
    panel.until(lambda: panel.status == "1 change saved.", "it is said")
    assert panel.page.locator("[data-unsaved]").count() == 0


@pytest.mark.parametrize("language, direction", [("en", "ltr"), ("ar", "rtl")])
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("is_wrong", [False, True])
def test_the_page_is_accessible(new_page, server, language, direction, width, is_wrong):
    page = new_page(bypass_csp=True, viewport={"width": width, "height": 640})
    page.goto(server.url + f"sign-in?lang={language}")
    if is_wrong:
        sign_in(page, "wrong password")
    assert page.locator("html").get_attribute("dir") == direction
    assert axe(page) == []
    assert sideways(page) <= 0
    card, button = (page.locator(part).bounding_box() for part in (".sign", ".sign .pri"))
    assert card["width"] == min(352, width - 32)
    assert abs(2 * card["x"] + card["width"] - page.evaluate("document.body.clientWidth")) <= 1
    box = page.locator("#c-password").bounding_box()
    assert box["height"] >= 24 and (box["x"], box["width"]) == (button["x"], button["width"])


def test_the_markup_is_valid(server, tmp_path):
    client = Client(server.port)
    folder = tmp_path / "pages"
    folder.mkdir()
    for language in ("en", "ar"):
        cookie = {"Cookie": f"faceplate_lang={language}"} | PAGE
        for name, answer in {
                "page": client.get("/sign-in?to=%2Fchanges", cookie),
                "wrong": client.post({"password": "wrong"}, cookie, "/sign-in"),
                "signed out": client.post({"door_name": "Back"}, cookie)}.items():
            (folder / f"{name} {language}.html").write_text(answer.text)
    assert validate(folder) == []
