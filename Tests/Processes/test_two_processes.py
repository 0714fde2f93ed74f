"""The panel and the command line on one database see each other."""

import re
import sys
import threading
from pathlib import Path

import pytest
from support.client import Client
from support.server import Server, run, until


def test_the_panel_shows_changes_of_the_command_line(server, client):
    for turn in range(10):
        run("set", f"account_username=name-{turn}", "--database", server.database)
        until(lambda: f"name-{turn}" in client.get().text, "the panel sees it")


@pytest.mark.skipif(sys.platform != "linux", reason="it is about Linux's notices of files")
def test_the_panel_watches_the_folder_of_the_database(server):
    """So that a change is seen at once, and not by the slow clock that is there as a net.

    That the notice alone is enough is a test of FaceplateTests; how long it takes, Scripts/bench says.
    """
    watched = set()
    for path in Path(f"/proc/{server.process.pid}/fdinfo").iterdir():
        watched |= {int(node, 16) for node in re.findall(
            r"^inotify wd:\S+ ino:(\w+) ", path.read_text(), re.M)}
    assert server.database.parent.stat().st_ino in watched


def test_the_command_line_reads_changes_of_the_panel_at_once(server, client):
    for turn in range(5):
        client.changed({"account_username": f"name-{turn}"})
        shown = run("get", "account_username", "--database", server.database).stdout
        assert shown.strip() == f"name-{turn}"


def test_the_page_shows_the_origin_of_a_change(server, client):
    base = client.revision
    run("set", "account_username=Eve", "--database", server.database)
    until(lambda: client.revision == base + 1, "the panel sees it")
    answer = client.post(
        {"account_username": "Ada", "_revision": str(base)}, {"Accept": "text/html"})
    assert answer.status == 409
    assert "Changed to Eve by the command line" in answer.text


def test_concurrent_writes_lose_no_change(server, client):
    failed = []

    def is_done(turn):
        result = run("set", f"account_username=c{turn}", "--database", server.database, check=False)
        # On a machine with a slow disk a writer can wait for the other for its five seconds, and says so.
        if result.returncode == 69 and "Try again later" in result.stderr:
            return False
        if result.returncode != 0:
            failed.append(result.stderr)
        return True

    def command():
        for turn in range(8):
            until(lambda: is_done(turn), "the command writes")

    thread = threading.Thread(target=command)
    thread.start()
    posts = 0
    while thread.is_alive():
        answer = client.ask({"display_titles": "NO" if posts % 2 else "YES"})
        if answer.status == 503 and "Try again later" in answer.text:
            continue
        if answer.status != 200:
            failed.append(answer)
        posts += 1
    thread.join()
    assert failed == []
    until(lambda: client.value("account_username") == "c7", "the panel sees the last one")
    assert client.revision == posts + 8


def test_two_panels_on_one_database_show_changes_of_each_other(server, client):
    second = Server(server.database, server.schema).start()
    try:
        other = Client(second.port)
        for turn, (writer, reader) in enumerate([(client, other), (other, client)] * 3):
            writer.changed({"account_username": f"name-{turn}"})
            until(lambda: f"name-{turn}" in reader.get().text, "the other sees it")
            assert reader.revision == writer.revision
    finally:
        assert second.stop() == 0
    assert client.changed({"display_titles": "NO"})


def test_two_panels_in_one_file_share_no_value(server, client, tmp_path):
    client.changed({"account_username": "Ada"})
    address = f"{server.database}?panel=kitchen"
    second = Server(address, server.schema).start()
    try:
        other = Client(second.port)
        assert other.value("account_username") is None
        other.changed({"account_username": "Eve"})
        other.changed({"account_username": "Bob"})
        assert (client.value("account_username"), client.revision) == ("Ada", 1)
        run("set", "account_username=Zoe", "--database", address)
        until(lambda: other.value("account_username") == "Zoe", "the panel sees it")
        assert run("get", "account_username", "--database", server.database).stdout == "Ada\n"
    finally:
        second.kill()
    again = Server(address, server.schema).start()
    try:
        assert Client(again.port).value("account_username") == "Zoe"
    finally:
        again.kill()
    assert not any("?" in path.name for path in tmp_path.iterdir())
