"""A change that was acknowledged is there, however the server ended."""

import os
import random
import time

from support.client import Client
from support.server import until
from writers import Ledger, Writers, has_gap, integrity, stored_values

SEED = 20_261
# More by Scripts/crash.
ROUNDS = int(os.environ.get("FACEPLATE_ROUNDS", "8"))
CLIENTS = 16
POSTS = 1_000
KEYS = [f"k{number}" for number in range(64)]


def assert_kept(database, ledger):
    """The read-only look makes the WAL part of what is read, as the next start does."""
    assert integrity(database) == "ok"
    stored = stored_values(database)
    lost = {
        key: (stored.get(key), ledger.allowed(key)[:3]) for key in KEYS
        if stored.get(key) not in ledger.allowed(key)}
    assert lost == {}
    assert not has_gap(database)
    return stored


def test_every_acknowledged_change_survives_a_kill_at_any_moment(many_server):
    chance = random.Random(SEED)
    ledger, answered = Ledger(), 0
    print(f"seed {SEED}")
    for turn in range(ROUNDS):
        many_server.start()
        client = Client(many_server.port)
        assert client.get().status == 200
        writers = Writers(
            many_server.port, CLIENTS, POSTS // CLIENTS + 1, KEYS, f"r{turn}", ledger)
        # By the number of answers, so that the moment is as random on a slow machine as on a
        # fast one.
        moment = chance.randrange(1, POSTS * 9 // 10)
        pause = chance.random() * 0.002
        writers.start()
        until(lambda: writers.answered >= moment or not many_server.runs, f"{moment} answers")
        time.sleep(pause)
        assert many_server.runs
        assert many_server.kill() == -9
        writers.join()
        assert writers.wrong == []
        answered += writers.answered
        stored = assert_kept(many_server.database, ledger)
        ledger.carry_over(stored)
    # The panel itself reads the same.
    many_server.start()
    client = Client(many_server.port)
    assert {key: client.value(key) for key in KEYS if key in stored} == stored
    assert answered > ROUNDS * 50
    print(f"{ROUNDS} kills, {answered} acknowledged posts")


def test_every_acknowledged_change_survives_a_stop(many_server):
    ledger = Ledger()
    for turn in range(3):
        many_server.start()
        writers = Writers(many_server.port, CLIENTS, POSTS, KEYS, f"s{turn}", ledger)
        writers.start()
        until(lambda: writers.answered >= 200, "200 answers")
        assert many_server.stop() == 0
        writers.join()
        assert writers.wrong == []
        assert not many_server.database.with_name("panel.sqlite-wal").exists()
        ledger.carry_over(assert_kept(many_server.database, ledger))
