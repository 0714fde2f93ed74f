"""A power cut: what was written and never waited for is gone, or there in part, in any order."""

import os
import random
import time
from pathlib import Path

import pytest
from compiler import preloadable
from support.client import Client
from support.server import until
from test_kill import KEYS, assert_kept
from writers import Ledger, Writers

SEED = 20_262
# More by Scripts/crash.
ROUNDS = int(os.environ.get("FACEPLATE_POWER_CUTS", "4"))


@pytest.fixture(scope="session")
def recorder(tmp_path_factory):
    """The library that records what is written."""
    return preloadable("powercut", tmp_path_factory.mktemp("powercut"))


def unsynced(log):
    """What was written to each file since it was last waited for, in order."""
    data = log.read_bytes()
    names, pending, at = {}, {}, 0
    while at < len(data):
        end = data.find(b"\n", at)
        if end < 0:
            break
        kind, *fields = data[at:end].decode().split(" ")
        index, *numbers = map(int, fields)
        at = end + 1
        if kind == "F":
            names[index] = Path(data[at:at + numbers[0]].decode())
            at += numbers[0]
        elif kind == "S":
            pending[index] = []
        elif kind == "W":
            offset, length, old = numbers
            if at + length + old > len(data):
                break  # Killed while it was recorded: the write itself was just done.
            pending.setdefault(index, []).append(
                ("W", offset, data[at:at + length], data[at + length:at + length + old]))
            at += length + old
        else:
            size, old = numbers
            pending.setdefault(index, []).append(("T", size, b"", data[at:at + old]))
            at += old
    return {names[index]: writes for index, writes in pending.items() if writes}


def cut_power(path, writes, chance):
    """Brings a file to what a disk may hold of it: some of the writes, whole or in part."""
    content = bytearray(path.read_bytes())
    for kind, offset, new, old in reversed(writes):
        if kind == "W":
            content[offset:offset + len(old)] = old
            # Behind what was there before, the file ended.
            if len(old) < len(new) and offset + len(new) >= len(content):
                del content[offset + len(old):]
        else:
            content[offset:] = old
    share = chance.choice([0, 0, 0.5, 0.9])
    for kind, offset, new, _ in writes:
        if chance.random() >= share:
            continue
        if kind == "T":
            content[:] = content[:offset].ljust(offset, b"\0")
            continue
        if chance.random() < 0.3:
            # A sector is written as a whole, and a page is not.
            new = new[:chance.randrange(0, len(new) // 512 + 1) * 512]
        if len(content) < offset:
            content.extend(bytes(offset - len(content)))
        content[offset:offset + len(new)] = new
    path.write_bytes(content)


def forget_boot(lock):
    """After a power cut the machine has started anew."""
    known = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    data = lock.read_bytes()
    lock.write_bytes(data.replace(known.encode(), known[::-1].encode()))


def test_every_acknowledged_change_survives_a_power_cut(many_server, recorder, tmp_path):
    chance = random.Random(SEED)
    ledger, lost, answered = Ledger(), 0, 0
    log = tmp_path / "writes"
    folder = str(tmp_path.resolve())
    for turn in range(ROUNDS):
        log.unlink(missing_ok=True)
        many_server.variables = {
            "LD_PRELOAD": str(recorder), "POWERCUT_FOLDER": folder, "POWERCUT_LOG": str(log)}
        many_server.start()
        assert Client(many_server.port).get().status == 200
        writers = Writers(many_server.port, 8, 400, KEYS, f"p{turn}", ledger)
        moment = chance.randrange(1, 2_000)
        writers.start()
        until(lambda: writers.answered >= moment or not many_server.runs, f"{moment} answers")
        time.sleep(chance.random() * 0.002)
        assert many_server.kill() == -9
        writers.join()
        assert writers.wrong == []
        answered += writers.answered
        for path, writes in unsynced(log).items():
            if path.exists() and not path.name.endswith("-shm"):
                lost += len(writes)
                cut_power(path, writes, chance)
        many_server.database.with_name("panel.sqlite-shm").unlink(missing_ok=True)
        forget_boot(many_server.database.with_name("panel.sqlite-lock"))
        ledger.carry_over(assert_kept(many_server.database, ledger))
    assert lost > 0 and answered > ROUNDS * 50
    print(f"{ROUNDS} power cuts, {answered} acknowledged posts, {lost} writes not waited for")
    many_server.variables = {}
    many_server.start()
    assert Client(many_server.port).get("/healthz").text.startswith('{"status":"ok"')
