"""The stream of changes as a browser's own EventSource reads it."""

from support.client import BASE, Client
from support.schemas import reader
from support.server import until

FOLLOW = """() => {
    window.told = [];
    window.source = new EventSource('BASE/api/events');
    for (const name of ['hello', 'change', 'reset', 'schema'])
        source.addEventListener(name, event =>
            told.push([name, event.lastEventId, JSON.parse(event.data)]));
}""".replace("BASE", BASE)


def told(page, name):
    return [entry[1:] for entry in page.evaluate("told") if entry[0] == name]


def test_a_browser_receives_changes_and_reconnects(browser, server, client):
    context = browser.new_context()
    try:
        # Not `new_page`: that a server is gone for a moment is said in the console.
        page = context.new_page()
        page.goto(server.url)
        page.evaluate(FOLLOW)
        until(lambda: told(page, "hello"), "the stream is open")
        client.changed({"account_username": "one"})
        first = until(lambda: told(page, "change"), "a change is told")[0]
        assert first[0] == "1" and first[1]["changed"]["account_username"]["to"] == "one"
        port = server.port
        assert server.stop() == 0
        server.start(port)
        Client(port).changed({"account_username": "two"})
        until(lambda: len(told(page, "change")) == 2, "what was missed is told")
        assert [entry[1]["changed"]["account_username"]["to"] for entry in told(page, "change")] == [
            "one", "two"]
        assert told(page, "reset") == []
    finally:
        context.close()


def test_a_sixth_tab_loads_beside_five_streams(browser, server):
    context = browser.new_context()
    try:
        for _ in range(5):
            page = context.new_page()
            # Not the panel's own page, which listens itself while it is in front.
            page.goto(server.url + "healthz")
            page.evaluate(FOLLOW)
            until(lambda page=page: told(page, "hello"), "the stream is open")
        last = context.new_page()
        assert last.goto(server.url).status == 200
    finally:
        context.close()


def test_a_closed_tab_frees_its_stream(browser, start, tmp_path):
    small = start(arguments=["--connections", "8"], schema=reader(tmp_path))
    for _ in range(12):
        context = browser.new_context()
        page = context.new_page()
        assert page.goto(small.url).status == 200
        page.evaluate(FOLLOW)
        until(lambda page=page: told(page, "hello"), "the stream is open")
        context.close()
