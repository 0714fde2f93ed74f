"""A server under a mixture of all that comes in: nothing grows with the time, and nothing is lost."""

import http.client
import os
import socket
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.client import FORM, JSON, Client, encode
from support.limits import HUNG
from support.schemas import write
from support.server import Server, run, until
from test_events import Stream
from writers import integrity, looking, stored_values

# More by Scripts/soak.
SECONDS = float(os.environ.get("FACEPLATE_SOAK_SECONDS", "20"))
EDITORS = 4
KEYS = [f"k{number}" for number in range(48)]
# So small that it is full after a moment: what comes later is the steady state.
REVISIONS = 500
# In kB, of the process's own memory. Arenas of malloc and caches fill late, and then stay.
ROOM = 12 * 1024

pytestmark = pytest.mark.timeout(SECONDS * 2 + 3 * HUNG)


@pytest.fixture
def server(tmp_path):
    items = [{"itemKey": key, "itemControlType": "edit_text", "itemMaximumLength": 200}
             for key in KEYS]
    items += [{"itemKey": "level", "itemControlType": "edit_integer", "itemMaximum": 9},
              {"itemKey": "command", "itemControlType": "edit_text"},
              {"itemKey": "word", "itemControlType": "edit_password"}]
    schema = write(tmp_path / "soak.json", {
        "panelKey": "soak", "panelHistoryRevisions": REVISIONS,
        "groups": [{"groupKey": "all", "items": items}]})
    server = Server(tmp_path / "soak.sqlite", schema, ["--log-level", "error"]).start()
    yield server
    server.stop()


@dataclass
class Sample:
    """What a process holds, as Linux has it in /proc."""

    memory: int
    descriptors: int
    threads: int

    @classmethod
    def of(cls, process):
        folder = Path(f"/proc/{process.pid}")
        status = dict(
            line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        return cls(int(status["RssAnon"].split()[0]), len(list((folder / "fd").iterdir())),
                   int(status["Threads"]))


class Load:
    """Everybody who uses the server, each in a thread."""

    def __init__(self, server):
        self.server = server
        self.acknowledged = {}
        self.lock = threading.Lock()
        self.ends = threading.Event()
        self.answers = {}
        self.slowest = 0.0
        self.wrong = []
        users = [lambda number=number: self.edit(number) for number in range(EDITORS)]
        users += [self.read, self.read, self.listen, self.break_off, self.command, self.be_refused]
        self.threads = [
            threading.Thread(target=self.go_on, args=(user,)) for user in users]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for thread in self.threads:
            thread.join(timeout=HUNG)
        assert not any(thread.is_alive() for thread in self.threads)

    def go_on(self, user):
        try:
            while not self.ends.is_set():
                user()
        except Exception as error:  # A thread that ends in silence would make the load smaller.
            self.wrong.append(repr(error))

    def count(self, what, status, began):
        with self.lock:
            self.answers[what, status] = self.answers.get((what, status), 0) + 1
            self.slowest = max(self.slowest, time.monotonic() - began)

    def edit(self, number):
        """A script on one connection, with keys of its own."""
        keys = KEYS[number::EDITORS]
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=HUNG)
        try:
            for turn in range(100):
                if self.ends.is_set():
                    return
                key, value = keys[turn % len(keys)], f"{number}-{time.monotonic_ns()}"
                self.post(connection, {key: value})
                self.acknowledged[key] = value
        finally:
            connection.close()

    def post(self, connection, fields, expected=200):
        began = time.monotonic()
        connection.request("POST", "/", encode(fields), {"Content-Type": FORM} | JSON)
        answer = connection.getresponse()
        body = answer.read()
        self.count("post", answer.status, began)
        assert answer.status == expected, body

    def read(self):
        client, tag = Client(self.server.port), None
        for path in ["/", "/", "/?q=k1", "/changes", "/?locale=de", "/healthz", "/nowhere"]:
            began = time.monotonic()
            answer = client.get(path, {"If-None-Match": tag} if tag else None)
            self.count(f"read {path}", answer.status, began)
            assert answer.status in ((404,) if path == "/nowhere" else (200, 304)), answer
            if path == "/":
                tag = answer.header("ETag") or tag

    def listen(self):
        """Pages that are open for a while and close without a word."""
        streams = [Stream(self.server.port) for _ in range(12)]
        for stream in streams:
            assert stream.status == 200
        self.ends.wait(0.2)
        for stream in streams:
            stream.close()
        self.count("streams", 200, time.monotonic())

    def break_off(self):
        """Requests that are cut, or are none."""
        began = time.monotonic()
        for number, bytes in enumerate([
                b"GET / HTTP/1.1\r\nHo", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"",
                b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nk1=",
                b"GET / HTTP/1.1\r\n: x\r\n\r\n"]):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=HUNG) as client:
                client.sendall(bytes)
                if number % 2:
                    client.shutdown(socket.SHUT_WR)
        self.count("broken off", 0, began)
        self.ends.wait(0.05)

    def command(self):
        run("set", f"command={time.monotonic_ns()}", "--database", self.server.database)
        self.ends.wait(0.5)

    def be_refused(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=HUNG)
        try:
            self.post(connection, {"level": "ten"}, 422)
            self.post(connection, {"level": "10"}, 422)
            self.post(connection, {"nobody": "x"}, 422)
            self.post(connection, {"word": "secret"})
        finally:
            connection.close()
        self.ends.wait(0.05)


def test_nothing_grows_and_nothing_is_lost_under_mixed_load(server):
    before = Sample.of(server.process)
    samples = []
    with Load(server) as load:
        until_then = time.monotonic() + SECONDS
        while time.monotonic() < until_then and not load.wrong:
            time.sleep(min(1, SECONDS / 20))
            samples.append(Sample.of(server.process))
    assert load.wrong == []
    # What is held for clients goes with them.
    until(lambda: Sample.of(server.process).descriptors <= before.descriptors + 4,
          "the connections are closed")
    after = Sample.of(server.process)
    half = [sample.memory for sample in samples[len(samples) // 4:len(samples) // 2]]
    print(f"{SECONDS:.0f} s; slowest answer {load.slowest * 1000:.0f} ms")
    for (what, status), number in sorted(load.answers.items()):
        print(f"  {what:<14} {status or '':<4} {number:>9}")
    print(f"  memory (kB)    before {before.memory}, in the second quarter at most {max(half)}, "
          f"at most {max(sample.memory for sample in samples)}, after {after.memory}")
    print(f"  descriptors    before {before.descriptors}, at most "
          f"{max(sample.descriptors for sample in samples)}, after {after.descriptors}")
    print(f"  threads        before {before.threads}, at most "
          f"{max(sample.threads for sample in samples)}, after {after.threads}")
    assert after.memory <= max(half) + ROOM
    assert after.threads <= max(sample.threads for sample in samples[:len(samples) // 2])
    stored = stored_values(server.database)
    assert {key: stored.get(key) for key in load.acknowledged} == load.acknowledged
    assert server.stop() == 0
    assert integrity(server.database) == "ok"
    with looking(server.database) as connection:
        kept = connection.execute("SELECT count(*) FROM revision").fetchone()[0]
    assert kept <= REVISIONS + len(KEYS) + 3
