"""Two machines that share through etcd, one of them killed while it takes in what came meanwhile."""

import json
import os
import random
import signal
import time
from contextlib import closing

import pytest
from support.client import Client
from support.etcd import etcd, needs_sharing  # noqa: F401
from support.schemas import write
from support.server import Server, run, until
from writers import integrity, looking

pytestmark = needs_sharing

SEED = 20_263
# More by Scripts/crash.
ROUNDS = int(os.environ.get("FACEPLATE_SHARED_ROUNDS", "6"))
KEYS = ["a", "b", "c"]
BACKLOG = 40


@pytest.fixture
def machines(tmp_path, etcd):
    items = [
        {"itemKey": key, "itemControlType": "edit_text", "itemSynced": True} for key in KEYS]
    items.append({"itemKey": "sharing", "itemControlType": "switch", "itemValue": True})
    schema = write(tmp_path / "shared.json", {
        "panelKey": "shared", "panelSyncSwitch": "sharing",
        "groups": [{"groupKey": "all", "items": items}]})
    both = [
        Server(tmp_path / f"{name}.sqlite", schema,
               ["--sync", etcd.url, "--sync-name", name, "--log-level", "error"])
        for name in ("hall", "den")]
    for machine in both:
        machine.start()
    yield both
    for machine in both:
        machine.kill()


def values(machine):
    client = Client(machine.port)
    return {key: client.value(key) for key in KEYS}


def changes(machine, key):
    """The values that a key had, in order, with who made each."""
    with closing(looking(machine.database)) as connection:
        return connection.execute(
            "SELECT json_extract(new, '$'), origin FROM change JOIN revision "
            "ON number = revision WHERE item_key = ? ORDER BY number", [key]).fetchall()


def test_a_kill_never_restores_an_older_value(machines):
    hall, den = machines
    chance = random.Random(SEED)
    newest = {}
    for turn in range(ROUNDS):
        den.process.send_signal(signal.SIGSTOP)
        client = Client(hall.port)
        for number in range(BACKLOG):
            key = chance.choice(KEYS)
            newest[key] = f"{turn:04}-{number:02}"
            client.changed({key: newest[key]})
        den.process.send_signal(signal.SIGCONT)
        time.sleep(chance.uniform(0, 0.25))
        assert den.kill() == -9
        den.start()
        until(lambda: values(den) == newest == values(hall), f"both have {newest}")
        assert integrity(den.database) == "ok"
    for machine in machines:
        for key in KEYS:
            seen = [value for value, _ in changes(machine, key)]
            assert seen == sorted(seen), f"{machine.database.stem} has gone back"
    # All that was acknowledged is in the history of the machine that answered.
    assert sum(len(changes(hall, key)) for key in KEYS) == ROUNDS * BACKLOG


def test_commands_show_pause_and_resume_sync(machines):
    hall, den = machines
    Client(hall.port).changed({"a": "one"})
    until(lambda: Client(den.port).value("a") == "one", "the other has it")

    def status(machine):
        return json.loads(run("sync", "status", "--json", "--database", machine.database).stdout)

    until(lambda: status(den)["last"], "the database says that both are in step")
    assert status(den)["name"] == "den" and status(den)["enabled"]
    assert "machine    den" in run("sync", "--database", den.database).stdout
    run("sync", "pause", "--database", den.database)
    until(lambda: not status(den)["enabled"], "sharing is off")
    run("set", "b=alone", "--database", den.database)
    assert status(den)["waiting"] == 1
    assert not Client(hall.port).value("b")
    run("sync", "resume", "--database", den.database)
    until(lambda: Client(hall.port).value("b") == "alone", "what waited is shared")


def test_a_machine_without_a_server_syncs_by_a_command(machines, etcd, tmp_path):
    hall, den = machines
    Client(hall.port).changed({"a": "one"})
    assert den.stop() == 0
    database = den.database
    run("set", "c=from den", "--database", database)
    done = run("sync", "now", "--sync", etcd.url, "--sync-name", "den", "--database", database)
    assert "last sync" in done.stdout
    assert run("get", "a", "--database", database).stdout.strip() == "one"
    until(lambda: Client(hall.port).value("c") == "from den", "the other has it")
    nowhere = run(
        "sync", "now", "--sync", "http://127.0.0.1:1", "--database", database,
        check=False)
    assert nowhere.returncode == 69 and "cannot be reached" in nowhere.stderr
