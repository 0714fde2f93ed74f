"""A server for each test, on a database that no other test has changed."""

import json
import re

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import reader, sign_in, workshop, write
from support.server import Server
from support.untouched import Untouched, wish
from support.windows import Windows

EXPECTED = [
    # What the browser says of every answer that is not 2xx; the tests look at the status itself.
    re.compile(r"^Failed to load resource: the server responded with a status of (4\d\d|503) "),
    # A server that a test stops, or that ends with it, while the page listens to it.
    re.compile(r"^Failed to load resource: net::ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET|FAILED)"),
]


@pytest.fixture(scope="session")
def untouched():
    untouched = Untouched()
    yield untouched
    untouched.end()


@pytest.fixture
def start(tmp_path, untouched):
    """Starts servers that end with the test: `start(schema, arguments)`.

    A server that another test left as it was when it started serves again, unless the test names the
    database.
    """
    started = []

    def start(schema=None, arguments=(), database=None):
        if database:
            started.append((None, Server(database, schema, arguments).start(), None))
            return started[-1][1]
        wanted = wish(tmp_path, schema, arguments)
        server = untouched.take(wanted)
        if server is None:
            server = Server(tmp_path / "panel.sqlite", schema, arguments).start()
        started.append((wanted, server, server.process))
        return server

    yield start
    for wanted, server, process in started:
        if wanted is None:
            server.kill()
        else:
            untouched.keep(wanted, server, process)


@pytest.fixture(params=["instant", "plain"])
def mode(request):
    """How the page saves: row by row with scripting, or as a whole without.

    A module adds `explicit` in its place: as a whole with scripting.
    """
    return request.param


@pytest.fixture
def is_explicit(request):
    return "mode" in request.fixturenames and request.getfixturevalue("mode") == "explicit"


@pytest.fixture
def reader_server(start, tmp_path, is_explicit):
    """The sample schema; its button signs in."""
    schema = reader(tmp_path)
    if is_explicit:
        groups = json.loads(schema.read_text("utf-8"))
        write(schema, {"panelKey": "reader", "panelSave": "explicit", "groups": groups})
    return start(schema, sign_in(tmp_path))


@pytest.fixture
def workshop_server(start, tmp_path, is_explicit):
    """A schema with every control and rule; the action of its button fails."""
    save = {"panelSave": "explicit"} if is_explicit else {}
    schema = write(tmp_path / "workshop.json", workshop() | save)
    return start(schema, ["--action", "room_test=/bin/false"])


@pytest.fixture
def server(reader_server):
    """What `panel` and `client` talk to; a module may put another in its place."""
    return reader_server


@pytest.fixture
def client(server):
    """A script that talks to the test's server."""
    return Client(server.port)


@pytest.fixture
def new_page(browser):
    """Opens pages that must neither complain in the console, nor run what they should not."""
    contexts, complaints = [], []

    def listen(message):
        expected = any(pattern.match(message.text) for pattern in EXPECTED)
        if message.type in ("error", "warning") and not expected:
            complaints.append(f"console: {message.text}")

    def new_page(**options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        # A browser leaves out the transition to a page when another page follows at once.
        page.on("pageerror", lambda error: "Transition was" in str(error)
                or complaints.append(f"error: {error}"))
        page.on("console", listen)

        def refuse(dialog):
            if dialog.type == "beforeunload":
                # Tests that leave a page mean it.
                return dialog.accept()
            complaints.append(f"dialog: {dialog.message}")
            return dialog.dismiss()

        page.on("dialog", refuse)
        return page

    yield new_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def windows(browser):
    windows = Windows(browser)
    yield windows
    windows.end()


@pytest.fixture(params=["chromium", "firefox"])
def window(request, windows):
    """A window of each engine."""
    window = windows.take(request.param)
    yield window
    window.end()


@pytest.fixture
def page(mode, new_page):
    """A page in a browser, once with scripting and once without."""
    return new_page(java_script_enabled=mode != "plain")


@pytest.fixture
def panel(page, server):
    """The test's server in a browser, opened."""
    panel = PanelPage(page, server)
    assert panel.open() == 200
    return panel
