"""A server that runs out of what it needs: descriptors, memory, room for copies, the right time."""

import http.client
import json
import resource
import socket
import struct
from pathlib import Path

import pytest
from compiler import preloadable
from support.client import FORM, Client, encode
from support.limits import HUNG
from support.server import run, until
from test_kill import KEYS, assert_kept
from writers import Ledger, Writers, history, integrity

JSON = {"Accept": "application/json"}
DAY = 86_400
TEN_YEARS = 3_652 * DAY


class Starve:
    """The numbers that starve.c reads."""

    def __init__(self, path):
        self.path = path
        self.numbers = [0, 0, 0]
        self._write()

    def set(self, seconds=None, every=None, is_full=None):
        for index, wish in enumerate([seconds, every, is_full]):
            if wish is not None:
                self.numbers[index] = int(wish)
        self._write()

    def _write(self):
        # In place: the program has mapped the file.
        with open(self.path, "r+b" if self.path.exists() else "wb") as file:
            file.write(struct.pack("=3q", *self.numbers))


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The library that takes things away."""
    return preloadable("starve", tmp_path_factory.mktemp("starve"))


@pytest.fixture
def starve(many_server, library, tmp_path):
    starve = Starve(tmp_path / "starve")
    many_server.variables = {"LD_PRELOAD": str(library), "STARVE": str(starve.path)}
    return starve


def test_a_server_recovers_from_a_lack_of_descriptors(many_server):
    many_server.start()
    client = Client(many_server.port)
    client.changed({"k0": "before"})
    process = many_server.process.pid
    used = max(int(path.name) for path in Path(f"/proc/{process}/fd").iterdir()) + 1
    _, most = resource.prlimit(process, resource.RLIMIT_NOFILE)
    resource.prlimit(process, resource.RLIMIT_NOFILE, (used + 4, most))
    # A connection from before goes on while no other one can be accepted.
    old = http.client.HTTPConnection("127.0.0.1", many_server.port, timeout=HUNG)
    old.request("GET", "/healthz")
    assert old.getresponse().read()
    held = [socket.create_connection(("127.0.0.1", many_server.port)) for _ in range(32)]
    resource.prlimit(process, resource.RLIMIT_NOFILE, (1, most))
    old.request("POST", "/", encode({"k1": "during"}), {"Content-Type": FORM, "Accept": "application/json"})
    answer = old.getresponse()
    refused = json.loads(answer.read())
    assert answer.status in (200, 503), refused
    assert many_server.runs
    old.close()
    for connection in held:
        connection.close()
    resource.prlimit(process, resource.RLIMIT_NOFILE, (used + 4, most))
    until(lambda: Client(many_server.port).get().status == 200, "a new connection is served")
    resource.prlimit(process, resource.RLIMIT_NOFILE, (most, most))
    client.changed({"k2": "after"})
    assert many_server.stop() == 0
    during = "during" if answer.status == 200 else ""
    assert run("get", "k0", "k1", "k2", "--database", many_server.database).stdout == f"before\n{during}\nafter\n"
    assert integrity(many_server.database) == "ok"


@pytest.mark.parametrize("every", [3, 17, 101])
def test_every_acknowledged_change_survives_failed_allocations(many_server, starve, every):
    ledger = Ledger()
    many_server.start()
    starve.set(every=every)
    # A client ends with the first connection that is closed on it.
    for turn in range(20):
        writers = Writers(many_server.port, 4, 50, KEYS, f"m{turn}", ledger)
        writers.start()
        writers.join()
        assert set(writers.wrong) <= {500}
    starve.set(every=0)
    assert many_server.runs
    until(lambda: Client(many_server.port).post({"k0": "after"}, JSON).status == 200, "posts are stored again")
    ledger.sent["k0"] = ["after"]
    ledger.acknowledged["k0"] = "after"
    assert many_server.stop() == 0
    assert_kept(many_server.database, ledger)


def test_a_failed_backup_is_reported_and_blocks_no_post(many_server, starve):
    many_server.start()
    client = Client(many_server.port)
    client.changed({"k0": "1"})
    starve.set(seconds=2 * DAY, is_full=True)
    client.changed({"k0": "2"})

    def problems():
        return json.loads(client.get("/healthz").text).get("problems", [])

    until(lambda: any("daily backup failed" in problem for problem in problems()), "the problem is shown")
    client.changed({"k0": "3"})
    assert client.value("k0") == "3"
    starve.set(seconds=4 * DAY, is_full=False)
    client.changed({"k0": "4"})
    until(lambda: problems() == [], "the next copy is made")
    assert many_server.stop() == 0
    assert len(list(many_server.database.parent.glob("*-backup-*.sqlite"))) == 1
    assert run("get", "k0", "--database", many_server.database).stdout == "4\n"


def test_a_jump_of_the_clock_does_not_change_the_order(many_server, starve):
    many_server.start()
    client = Client(many_server.port)
    for number, seconds in enumerate([0, TEN_YEARS, -TEN_YEARS, 3_600, -3_600, 0]):
        starve.set(seconds=seconds)
        client.changed({"k0": str(number)})
        assert client.get().status == 200
        assert client.get("/healthz").status == 200
    assert many_server.stop() == 0
    count, newest = history(many_server.database)
    assert count == newest == 6
    assert run("get", "k0", "--database", many_server.database).stdout == "5\n"
