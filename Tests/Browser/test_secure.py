"""The page over TLS: it loads, saves and follows as it does without."""

import pytest
from support.client import Client
from support.panel_page import PanelPage
from support.schemas import reader
from support.server import own_server, run, until
from support.tls import make_certificate, trusting

pytestmark = own_server


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def files(tmp_path):
    return make_certificate(tmp_path / "tls")


@pytest.fixture
def page(new_page):
    """A browser that accepts any certificate."""
    return new_page(ignore_https_errors=True)


def test_a_page_loads_saves_and_receives_changes(start, page, tmp_path, files):
    server = start(
        reader(tmp_path), ["--tls-certificate", files[0], "--tls-key", files[1]],
        database=tmp_path / "private.sqlite")
    panel = PanelPage(page, server)
    assert panel.open() == 200
    assert page.evaluate("[location.protocol, isSecureContext]") == ["https:", True]
    assert panel.saves_rows
    assert panel.submit(panel.field("display_titles").click) == 200
    client = Client(server.port, context=trusting(files[0]))
    assert client.value("display_titles") is False
    # The stream of events is open.
    client.changed({"account_username": "Eve"})
    panel.until(lambda: panel.field("account_username").input_value() == "Eve", "the field follows")
    # And a form without JavaScript, by the same origin.
    assert page.evaluate(
        "async () => (await fetch('/', {method: 'POST', headers: {Accept: 'application/json'}, "
        "body: new URLSearchParams({display_titles: 'YES'})})).status") == 200


def test_a_form_is_posted_without_javascript(start, new_page, tmp_path, files):
    server = start(
        reader(tmp_path), ["--tls-certificate", files[0], "--tls-key", files[1]],
        database=tmp_path / "private.sqlite")
    panel = PanelPage(new_page(ignore_https_errors=True, java_script_enabled=False), server)
    assert panel.open() == 200
    panel.field("display_titles").click()
    with panel.page.expect_navigation() as navigation:
        panel.page.locator("button.pri").first.click()
    assert navigation.value.status == 200
    assert Client(server.port, context=trusting(files[0])).value("display_titles") is False


def test_a_link_signs_in(start, page, tmp_path, files):
    database = tmp_path / "private.sqlite"
    server = start(
        reader(tmp_path), ["--tls-certificate", files[0], "--tls-key", files[1], "--access", "link"],
        database=database)
    until(lambda: "sign-in?link=" in server.log(), "a link")
    link = run("link", "--database", database).stdout.strip()
    assert link.startswith(server.url)
    page.goto(link)
    assert page.url == server.url
    found = {cookie["name"]: cookie for cookie in page.context.cookies()}
    session = found[f"__Host-faceplate_session_{server.port}"]
    assert session["secure"] and session["httpOnly"] and session["sameSite"] == "Strict"
    assert all(cookie["secure"] for cookie in found.values())
