"""The panel as a route of a Hummingbird application: pages, forms, events, files, actions."""

import json
import urllib.request

import pytest

from support.client import BASE, FORM, JSON, Client
from support.example import Example, hummingbird
from support.panel_page import PanelPage
from support.server import until

MOUNT = "/admin/settings"


@pytest.fixture(scope="session")
def program():
    if BASE:
        pytest.skip("it is mounted elsewhere")
    path, reason = hummingbird()
    if reason:
        pytest.skip(reason)
    return path


@pytest.fixture
def server(program, tmp_path):
    example = Example(program, tmp_path / "gallery.sqlite")
    yield example
    example.kill()


@pytest.fixture
def client(server):
    return Client(server.port)


def home(server):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/") as answer:
        return answer.read().decode()


def test_the_page_saves_and_stays_below_its_path(panel, server):
    assert panel.page.url.endswith(MOUNT + "/")
    panel.field("pictures_title").fill("Holidays")
    assert panel.save() == 200
    assert panel.status.startswith("Title changed from My pictures to Holidays")
    assert home(server) == "Holidays"
    panel.field("pictures_title").fill("x" * 41)
    assert panel.save() == 422
    assert panel.error("pictures_title")
    panel.open("pages/more_page")
    panel.field("network_port").fill("8080")
    assert panel.save() == 200
    assert panel.page.url.split("#")[0].endswith(MOUNT + "/pages/more_page?rev=2") or (
        panel.page.url.split("#")[0].endswith(MOUNT + "/pages/more_page"))
    panel.page.locator(".way.past").click()
    panel.page.wait_for_url(f"**{MOUNT}/changes")
    undo = panel.page.locator(".revs button[name=_undo]").first
    assert panel.submit(undo.click) == 200
    assert MOUNT + "/changes" in panel.page.url


def test_uploads_and_downloads_a_file(panel, server):
    panel.field("pictures_logo").set_input_files(
        {"name": "logo.txt", "mimeType": "text/plain", "buffer": b"A logo\r\n"})
    assert panel.save() == 200
    link = panel.row("pictures_logo").locator(".file a")
    assert link.get_attribute("href") == f"{MOUNT}/files/pictures_logo"
    fetched = panel.page.request.get(f"http://127.0.0.1:{server.port}{MOUNT}/files/pictures_logo")
    assert (fetched.status, fetched.body()) == (200, b"A logo\r\n")
    assert "attachment" in fetched.headers["content-disposition"]


def test_a_long_action_shows_its_progress(panel):
    panel.field("pictures_import").click()
    # With scripting it is told in its row, else on a page of its own.
    if not panel.follows:
        panel.page.wait_for_url(f"**{MOUNT}/actions/pictures_import/*")
    panel.page.locator("progress").wait_for()
    if panel.follows:
        # Meanwhile it is in the place of its button, which keeps the focus and cannot be pressed again.
        panel.page.wait_for_function("""() => document.querySelector("progress")
            && getComputedStyle(document.querySelector("#c-pictures_import")).opacity === "0" """)
    if not panel.follows:
        panel.page.wait_for_url(f"**{MOUNT}/*#s-pictures_import")
    until(lambda: panel.status == "20 pictures imported.", "it is done")


def test_events_are_sent_at_once(new_page, server, client):
    page = new_page()
    page.goto(server.url)
    page.evaluate(
        """path => {
            window.told = [];
            const source = new EventSource(path);
            for (const name of ['hello', 'change'])
                source.addEventListener(name, event =>
                    told.push([name, JSON.parse(event.data)]));
        }""", MOUNT + "/api/events")
    until(lambda: page.evaluate("told.length") == 1, "the stream is open")
    answer = client.post(
        {"pictures_title": "News"}, JSON | {"X-Signed-In": "amira"}, MOUNT + "/")
    assert answer.status == 200
    name, change = until(lambda: page.evaluate("told")[1:], "the change is told")[0]
    assert name == "change" and change["changed"]["pictures_title"]["to"] == "News"
    assert change["actor"] == "amira"
    # With a stream open it still ends at once.
    status, rest = server.stop()
    assert (status, rest) == (0, "Goodbye\n")


def test_rights_and_history_follow_the_signed_in_user(client):
    client.post({"pictures_title": "By Amira"}, JSON | {"X-Signed-In": "amira"}, MOUNT + "/")
    changes = json.loads(client.get(MOUNT + "/api/changes").body)
    assert changes["revisions"][0]["actor"] == "amira"
    guest = {"X-Signed-In": "guest"}
    refused = client.post({"pictures_title": "x"}, JSON | guest, MOUNT + "/")
    assert refused.status == 403 and refused.json["code"] == "not_allowed"
    page = client.get(MOUNT + "/", guest | {"Accept": "text/html"}).text
    assert 'name="pictures_title"' not in page and "not change them" in page


def test_other_origins_hosts_and_sizes_are_rejected(client):
    body = {"pictures_title": "x"}
    post = lambda headers: client.post(body, headers, MOUNT + "/").status  # noqa: E731
    assert post({"Origin": "https://evil.example"}) == 403
    assert post({"Sec-Fetch-Site": "cross-site"}) == 403
    assert post({"Host": "evil.example"}) == 421
    assert client.post(b"x" * (80 << 20), {"Content-Type": FORM}, MOUNT + "/").status == 413
    assert client.get(MOUNT + "/%2e%2e/").status == 400
    assert client.get(MOUNT).status == 200
    assert client.get(MOUNT + "/nowhere").status == 404
    assert client.send("HEAD", MOUNT + "/").body == b""
    assert client.get(MOUNT + "/healthz").json["revision"] == 0
