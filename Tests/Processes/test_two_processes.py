"""The panel and the command line on one database see each other."""

import statistics
import threading
import time

import pytest
from support.client import Client
from support.server import Server, run

LIMIT = 0.1
# What is promised within a time is promised of a machine that does nothing else meanwhile.
pytestmark = pytest.mark.alone


def seconds_until(claim):
    began = time.monotonic()
    while not claim():
        assert time.monotonic() - began < 5, "it is never seen"
        time.sleep(0.001)
    return time.monotonic() - began


@pytest.mark.seed("S2.11")
def test_the_panel_sees_what_the_command_line_sets_within_100_ms(server, client):
    delays = []
    for turn in range(10):
        run("set", f"account_username=name-{turn}", "--database", server.database)
        # The command has ended, so that its change was made before this moment.
        delays.append(seconds_until(lambda: f"name-{turn}" in client.get().text))
    print(f"median {statistics.median(delays) * 1000:.1f} ms, most {max(delays) * 1000:.1f} ms")
    assert max(delays) < LIMIT


def test_the_command_line_sees_what_the_panel_saved_at_once(server, client):
    for turn in range(5):
        client.changed({"account_username": f"name-{turn}"})
        shown = run("get", "account_username", "--database", server.database).stdout
        assert shown.strip() == f"name-{turn}"


def test_the_page_says_who_changed_it(server, client):
    base = client.revision
    run("set", "account_username=Eve", "--database", server.database)
    seconds_until(lambda: client.revision == base + 1)
    answer = client.post(
        {"account_username": "Ada", "_revision": str(base)}, {"Accept": "text/html"})
    assert answer.status == 409
    assert "Changed to Eve by the command line" in answer.text


def test_both_write_at_once_and_nothing_is_lost(server, client):
    failed = []

    def command():
        for turn in range(8):
            result = run(
                "set", f"account_username=c{turn}", "--database", server.database, check=False)
            if result.returncode != 0:
                failed.append(result.stderr)

    thread = threading.Thread(target=command)
    thread.start()
    posts = 0
    while thread.is_alive():
        answer = client.ask({"display_titles": "NO" if posts % 2 else "YES"})
        if answer.status != 200:
            failed.append(answer)
        posts += 1
    thread.join()
    assert failed == []
    seconds_until(lambda: client.value("account_username") == "c7")
    assert client.revision == posts + 8


@pytest.mark.seed("S2.12", "S2.22", "S4.19")
def test_two_panels_on_one_database_see_each_other(server, client):
    second = Server(server.database, server.schema).start()
    try:
        other = Client(second.port)
        for turn, (writer, reader) in enumerate([(client, other), (other, client)] * 3):
            writer.changed({"account_username": f"name-{turn}"})
            assert seconds_until(lambda: f"name-{turn}" in reader.get().text) < LIMIT
            assert reader.revision == writer.revision
    finally:
        assert second.stop() == 0
    assert client.changed({"display_titles": "NO"})
