"""No answer and no memory grows with the size of values, and memory returns after each load."""

import base64
import http.client
import json
import os
import threading
from pathlib import Path

import pytest
from support.client import JSON, Client
from support.limits import HUNG
from support.schemas import write
from support.server import Server, until

MIB = 1024 * 1024
FILES = 6
# In MiB. A whole version of a file has 4 in the form of JSON.
SIZE = 3
ANSWER = 5 * MIB
# In kB: the room for pages, caches and one value that is just written or read.
ROOM = 48 * 1024

pytestmark = pytest.mark.timeout(6 * HUNG)


def resident(server):
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "RssAnon" in line)


def file(number):
    data = base64.b64encode(os.urandom(SIZE * MIB)).decode()
    return {"map": {"name": f"map{number}.bin", "type": "application/octet-stream", "data": data}}


def send(server, path, body, kind="application/json", method="POST"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HUNG)
    try:
        connection.request(method, path, body, {"Content-Type": kind} | JSON)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Retry-After"), answer.read()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("memory")
    schema = write(folder / "memory.json", {
        "panelKey": "memory", "groups": [{"groupKey": "all", "items": [
            {"itemKey": "map", "itemControlType": "edit_file", "itemMaximumSize": 4 * MIB},
            {"itemKey": "name", "itemControlType": "edit_text"}]}]})
    server = Server(folder / "memory.sqlite", schema, ["--log-level", "error"]).start()
    for number in range(FILES):
        status, _, body = send(
            server, "/api/settings", json.dumps(file(number)), method="PATCH")
        assert status == 200, body[:300]
        assert len(body) < MIB
    server.stop()
    server = Server(folder / "memory.sqlite", schema, ["--log-level", "error"]).start()
    yield server
    server.stop()


def test_a_start_does_not_load_the_history(filled):
    # The present value is in memory, the others are not: they would take 4 MiB each, twice.
    assert resident(filled) < 32 * 1024


def test_a_version_is_stored_once(filled):
    size = filled.database.stat().st_size
    assert size < (FILES + 2) * SIZE * MIB * 4 / 3 + 4 * MIB


@pytest.mark.parametrize("path", [
    "/api/changes?limit=1000", "/api/changes?limit=1000&key=map", "/api/changes?text=zzz",
    "/changes", "/changes?text=map1", "/api/events?since=0", "/?rev=5", "/changes?restore=3"])
def test_a_response_and_its_memory_are_limited(filled, path):
    before = resident(filled)
    peak = [0]
    ends = threading.Event()

    def look():
        while not ends.wait(0.01):
            peak[0] = max(peak[0], resident(filled))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", filled.port, timeout=HUNG)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read1(4096) if "events" in path else answer.read()
        connection.close()
    finally:
        ends.set()
        looking.join()
    assert answer.status == 200
    assert len(body) < ANSWER
    assert peak[0] - before < ROOM


def test_a_large_change_is_returned_separately(filled):
    client = Client(filled.port)
    newest = json.loads(client.get("/api/changes?limit=1", JSON).body)["revisions"][0]
    named = newest["changed"]["map"]["to"]["large"]
    assert named["preview"] == f"map{FILES - 1}.bin"
    answer = client.get(f"/api/changes/{newest['revision']}/map", JSON)
    assert answer.status == 200
    change = json.loads(answer.body)
    assert change["to"]["name"] == f"map{FILES - 1}.bin"
    assert len(change["to"]["data"]) == SIZE * MIB * 4 // 3
    assert client.get("/api/changes/1000/map", JSON).status == 404
    assert client.get(f"/api/changes/{newest['revision']}/name", JSON).status == 404


def test_memory_is_released_after_concurrent_imports(filled):
    before = resident(filled)
    body = "\n".join(["[[a]]"] * 100_000)
    answers = []

    def send_import():
        answers.append(send(filled, "/api/import?dry_run=1", body, "application/toml"))

    threads = [threading.Thread(target=send_import) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=HUNG)
    assert len(answers) == 24
    for status, later, text in answers:
        assert status in (200, 422, 503), text[:300]
        if status == 503:
            assert later == "5"
            assert json.loads(text)["code"] == "too_many_imports"
    until(lambda: resident(filled) - before < ROOM, "memory as before")
