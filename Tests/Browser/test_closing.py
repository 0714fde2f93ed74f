"""Who is done with the panel is led to where the program says."""

import http.server
import threading

import pytest

from support.panel_page import PanelPage
from support.schemas import reader
from support.server import until


@pytest.fixture
def elsewhere():
    """Another server, that a person comes to."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = b"<!doctype html><title>The program</title>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/app"
    server.shutdown()
    server.server_close()


def test_done_saves_and_opens_another_server(page, start, tmp_path, elsewhere):
    server = start(reader(tmp_path), ["--done", elsewhere])
    panel = PanelPage(page, server)
    panel.open()
    panel.field("account_username").fill("Ada")
    page.get_by_role("button", name="Done").click()
    page.wait_for_url(elsewhere)
    assert page.title() == "The program"
    panel.open()
    assert panel.field("account_username").input_value() == "Ada"


def test_done_opens_a_path_of_the_same_server(page, start, tmp_path):
    server = start(reader(tmp_path), ["--done", "/healthz"])
    panel = PanelPage(page, server)
    panel.open()
    panel.field("display_titles").uncheck()
    page.get_by_role("button", name="Done").click()
    page.wait_for_url("**/healthz")
    panel.open()
    assert not panel.field("display_titles").is_checked()


def test_there_is_no_done_button_without_an_address(panel):
    assert panel.page.get_by_role("button", name="Done").count() == 0


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_a_page_follows_the_redirect_of_a_closed_panel(page, server):
    answers = iter(["the panel"])

    def answer(route):
        if next(answers, None):
            return route.continue_()
        return route.fulfill(content_type="text/html", body="<title>The program</title>")

    page.route(server.url, answer)
    page.route("**/api/events*", lambda route: route.fulfill(
        content_type="text/event-stream", body='event: close\ndata: {"address":"/"}\n\n'))
    page.goto(server.url)
    until(lambda: page.title() == "The program", "the page goes there")
