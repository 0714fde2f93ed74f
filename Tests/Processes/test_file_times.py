"""A file is known by what it holds: its times, and copies of it, lose no acknowledged change."""

import json
import os
import shutil
import sqlite3
from contextlib import closing

import pytest
from support.client import Client
from support.server import run
from writers import history, integrity

JSON = {"Accept": "application/json"}


def touched(database):
    os.utime(database)


def of_long_ago(database):
    os.utime(database, (1_000_000_000, 1_000_000_000))


def rounded(database):
    """As a program that saves the times of files as numbers with a fraction."""
    times = os.stat(database)
    os.utime(database, (times.st_atime, times.st_mtime))


def all_touched(database):
    for file in database.parent.glob(database.name + "*"):
        os.utime(file)


def written_over(database):
    """The same bytes in the same file."""
    database.write_bytes(database.read_bytes())


def synchronized(database):
    """As rsync --times does it: a copy with the times of the file, which takes its name."""
    copy = database.with_name(".copy")
    shutil.copy2(database, copy)
    copy.rename(database)


def brought_back(database):
    """A snapshot of the folder, from which all files come back."""
    files = list(database.parent.glob(database.name + "*"))
    for file in files:
        saved = file.with_name("saved-" + file.name)
        shutil.copy2(file, saved)
        file.unlink()
        shutil.copy(saved, file)
        saved.unlink()


WAYS = [touched, of_long_ago, rounded, all_touched, written_over, synchronized, brought_back]


def changed(server, client, count):
    for number in range(count):
        client.changed({"k0": f"acked{number}"})
    return history(server.database)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("end, first", [("kill", "end"), ("kill", "way"), ("stop", "way")])
def test_acknowledged_changes_survive_new_times_and_copies_of_the_file(many_server, way, end, first):
    many_server.start()
    client = Client(many_server.port)
    known = changed(many_server, client, 9)
    last = "acked8"

    def finish():
        many_server.stop() if end == "stop" else many_server.kill()

    if first == "end":
        finish()
        way(many_server.database)
    else:
        way(many_server.database)
        answer = client.post({"k0": "later"}, JSON)
        # New files of the same names are noticed; the same file goes on.
        is_new = way in (synchronized, brought_back)
        assert answer.status == (503 if is_new else 200), answer.text
        if not is_new:
            last, known = "later", history(many_server.database)
        finish()
    assert run("get", "k0", "--database", many_server.database).stdout == f"{last}\n"
    many_server.start()
    client = Client(many_server.port)
    assert json.loads(client.get("/healthz").text)["status"] == "ok"
    assert client.value("k0") == last
    many_server.stop()
    assert history(many_server.database) == known
    assert integrity(many_server.database) == "ok"
    assert not list(many_server.database.parent.glob("*replaced*"))


def test_an_added_trigger_stops_writes(many_server):
    many_server.start()
    client = Client(many_server.port)
    client.changed({"k0": "1"})
    with closing(sqlite3.connect(many_server.database)) as connection, connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON setting BEGIN SELECT 1; END")
    refused = client.post({"k0": "2"}, JSON)
    assert refused.status == 503 and "trigger 't'" in refused.json["title"], refused.text
    assert json.loads(client.get("/healthz").text)["status"] == "degraded"
    assert client.get("/api/settings/k0").json == "1"


def test_damage_is_not_reported_as_a_wrong_file(many_server):
    many_server.start()
    client = Client(many_server.port)
    client.changed({"k0": "1"})
    many_server.stop()
    many_server.start()
    client = Client(many_server.port)
    with open(many_server.database, "r+b") as file:
        file.write(b"\xff" * 4096)
    client.post({"k0": "2"}, JSON)
    for problem in json.loads(client.get("/healthz").text)["problems"]:
        assert "Name another file" not in problem and "\n" not in problem
