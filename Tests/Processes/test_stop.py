"""The server ends when it is told to, whatever it waits for."""

import fcntl
import os
import signal
import threading

import pytest

from support.client import Client
from support.limits import HUNG
from support.schemas import write
from support.server import Server, own_server, until

TEXT = {"groups": [{"groupKey": "g", "items": [{"itemKey": "t", "itemControlType": "edit_text"}]}]}


@pytest.fixture
def start(tmp_path):
    started = []

    def start(schema, *arguments):
        server = Server(tmp_path / "panel.sqlite", write(tmp_path / "panel.json", schema), arguments)
        started.append(server.start())
        return server

    yield start
    for server in started:
        server.kill()


def button(script):
    return {"groups": [{"groupKey": "g", "items": [
        {"itemKey": "go", "itemControlType": "button", "itemAction": ["sh", "-c", script]}]}]}


def is_alive(number):
    try:
        with open(f"/proc/{number}/stat") as file:
            return ") Z " not in file.read()
    except FileNotFoundError:
        return False


@own_server
@pytest.mark.parametrize("script", [
    "trap '' TERM; echo $$ > pid; while :; do sleep 1; done",
    "echo $$ > pid; sleep 1000",
    "sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 1; done' & sleep 1000",
    "sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 1; done' >/dev/null 2>&1 &"
    " until [ -s pid ]; do sleep 0.1; done",
])
def test_no_command_outlives_the_server(start, tmp_path, script):
    server = start(button(script), "--allow-actions")
    threading.Thread(target=press, args=(server.port,), daemon=True).start()
    number = int(until(
        lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip(),
        "the command's number"))
    try:
        assert server.stop() == 0
        assert not is_alive(number)
    finally:
        if is_alive(number):
            os.kill(number, signal.SIGKILL)


def press(port):
    try:
        Client(port).post({"go": "press"})
    except OSError:
        pass  # The server ends first.


@own_server
def test_a_second_signal_changes_nothing(start, tmp_path):
    """A post waits for the lock that another process holds and never gives back."""
    server = start(TEXT)
    Client(server.port).changed({"t": "kept"})
    with open(f"{server.database}-lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = threading.Thread(target=post, args=(server.port,), daemon=True)
        waiting.start()
        for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            server.process.send_signal(number)
        assert server.stop() == 0
        waiting.join(HUNG)
    again = Server(server.database, server.schema).start()
    try:
        assert Client(again.port).value("t") == "kept"
    finally:
        again.kill()


def post(port):
    try:
        Client(port).ask({"t": "waits"})
    except OSError:
        pass  # The server ends first.
