"""The server ends when it is told to, whatever it waits for."""

import contextlib
import fcntl
import os
import signal
import socket
import threading

import pytest

from support.client import Client
from support.limits import HUNG
from support.schemas import write
from support.server import Server, own_server, run, until


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
    return {"panelKey": "endless", "groups": [{"groupKey": "g", "items": [
        {"itemKey": "go", "itemControlType": "button", "itemAction": ["sh", "-c", script]}]}]}


def number_in(path):
    """The number that a command writes of itself."""
    return int(until(lambda: path.exists() and path.read_text().strip(), "the command's number"))


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
    threading.Thread(target=post, args=(server.port, {"go": "press"}), daemon=True).start()
    number = number_in(tmp_path / "pid")
    try:
        assert server.stop() == 0
        assert not is_alive(number)
    finally:
        if is_alive(number):
            os.kill(number, signal.SIGKILL)


@own_server
def test_sync_logs_its_problems_and_ends_with_the_server(start, tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir()
    server = start(
        {"panelKey": "ends", "groups": [{"groupKey": "g", "items": [
            {"itemKey": "t", "itemControlType": "edit_text", "itemSynced": True}]}]},
        "--sync-folder", folder)
    Client(server.port).changed({"t": "x"})
    until(lambda: [*folder.iterdir()], "the folder is in use")
    folder.rename(folder.with_name("away"))
    Client(server.port).changed({"t": "y"})
    until(lambda: "sync: The folder" in server.log(), "the problem is in the log")
    assert server.stop() == 0
    assert "abandoned" not in server.log()


@own_server
def test_blocked_work_is_abandoned_despite_repeated_signals(start, tmp_path):
    """A stream, half of a body, commands without an end, a write whose lock another process never gives back, and a
    cluster that does not answer hold up the end."""
    endless = "trap '' TERM; echo $$ > {}; while :; do sleep 1; done"
    (tmp_path / "apply.sh").write_text(f"[ ! -e hold ] || {{ {endless.format('apply')}; }}")
    schema = button(endless.format("go"))
    schema["groups"][0]["items"] += [
        {"itemKey": key, "itemControlType": "edit_text", "itemSynced": True} for key in "tu"]
    with socket.create_server(("127.0.0.1", 0)) as cluster:
        arguments = ["--allow-actions", "--apply", "sh apply.sh"]
        if "--sync-prefix" in run("serve", "--help").stdout:
            arguments += ["--sync", f"http://127.0.0.1:{cluster.getsockname()[1]}"]
        server = start(schema, *arguments)
        Client(server.port).changed({"t": "kept"})
        (tmp_path / "hold").touch()
        with open_stream(server.port), half_a_body(server.port):
            threads = [
                threading.Thread(target=post, args=(server.port, fields), daemon=True)
                for fields in ({"go": "press"}, {"u": "held"}, {"t": "waits"})]
            for thread in threads[:2]:
                thread.start()
            action, apply = (number_in(tmp_path / name) for name in ("go", "apply"))
            with open(f"{server.database}-lock") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                threads[2].start()
                for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
                    server.process.send_signal(number)
                try:
                    assert server.stop() == 0
                    assert not is_alive(action)
                    until(lambda: not is_alive(apply), "the end of the apply command")
                finally:
                    for number in filter(is_alive, (action, apply)):
                        os.kill(number, signal.SIGKILL)
                for thread in threads:
                    thread.join(HUNG)
    # The limit ended it, not one of those that held it up.
    assert [line for line in server.log().splitlines() if line.startswith("Stopping")] == [
        "Stopping took 5 seconds, so unfinished work was abandoned."]
    again = Server(server.database, server.schema).start()
    try:
        assert Client(again.port).value("t") == "kept"
    finally:
        again.kill()


def open_stream(port):
    """A connection on which events come."""
    connection = Client(port).connection()
    connection.request("GET", "/api/events")
    assert connection.getresponse().readline()
    return contextlib.closing(connection)


def half_a_body(port):
    """A connection on which the rest of a post never comes."""
    connection = socket.create_connection(("127.0.0.1", port), HUNG)
    connection.sendall(
        f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nt=".encode())
    return connection


def post(port, fields):
    try:
        Client(port).ask(fields)
    except OSError:
        pass  # The server ends first.
