"""The stream of changes of a running server, read as curl reads it."""

import glob
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress

import pytest
from support.client import Client
from support.limits import HUNG
from support.schemas import reader, write
from support.server import Server, binary, environment, run, until


class Stream:
    """One client of `/api/events`; its answer's bytes are kept as they come."""

    def __init__(self, port, path="/api/events", headers=()):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=HUNG)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline()) not in (b"\r\n", b""):
            name, value = line.decode().split(":", 1)
            self.headers[name.lower()] = value.strip()
        self.buffer = b""
        self.is_complete = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.file.close()
        self.socket.close()

    def chunk(self):
        """The next bytes; empty at the end."""
        line = self.file.readline()
        size = int(line or b"0", 16)
        data = self.file.read(size)
        self.file.readline()
        # Where the connection is cut there is no last chunk, which has no bytes.
        self.is_complete = bool(line) and size == 0
        return data

    def next(self):
        """The fields of the next event, as a dict; `None` at the end. Comments are skipped."""
        while True:
            while b"\n\n" not in self.buffer:
                data = self.chunk()
                if not data:
                    return None
                self.buffer += data
            event, self.buffer = self.buffer.split(b"\n\n", 1)
            lines = [line for line in event.decode().split("\n") if not line.startswith(":")]
            if lines:
                return dict(line.split(": ", 1) for line in lines)

    def change(self):
        event = self.next()
        assert event["event"] == "change", event
        return json.loads(event["data"])


def test_a_post_is_sent_to_every_client(server, client):
    streams = [Stream(server.port) for _ in range(10)]
    for stream in streams:
        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.headers["cache-control"] == "no-store"
        hello = stream.next()
        assert (hello["event"], hello["id"], hello["retry"]) == ("hello", "0", "2000")
    answer = client.ask({"account_username": "Ada", "display_titles": "NO"})
    for stream in streams:
        event = stream.next()
        assert event["id"] == "1"
        assert json.loads(event["data"]) == answer.json | {"origin": "script"}
        stream.close()


def test_changes_of_the_command_line_are_sent(server):
    with Stream(server.port) as stream:
        stream.next()
        for turn in range(10):
            run("set", f"account_username=name-{turn}", "--database", server.database)
            change = stream.change()
            assert change["changed"]["account_username"]["to"] == f"name-{turn}"
            assert change["origin"] == "cli"


def test_a_client_that_reconnects_after_a_restart_receives_all_changes(server, client):
    with Stream(server.port) as stream:
        stream.next()
        client.changed({"account_username": "one"})
        last = stream.next()["id"]
        assert server.stop() == 0
        assert stream.next() is None
    run("set", "account_username=two", "--database", server.database)
    server.start()
    Client(server.port).changed({"account_username": "three"})
    with Stream(server.port, headers=[f"Last-Event-ID: {last}"]) as stream:
        assert stream.next()["event"] == "hello"
        assert [stream.change()["changed"]["account_username"]["to"] for _ in "ab"] == [
            "two", "three"]


def test_secrets_are_redacted(server, client):
    with Stream(server.port) as stream:
        stream.next()
        client.changed({"account_password": "pl4nted-t0ken"})
        run("set", "account_password=pl4nted-t1ken", "--database", server.database)
        told = [stream.change(), stream.change()]
        assert told[0]["changed"] == {"account_password": {"from": None, "to": {"set": True}}}
        assert told[1]["changed"] == {"account_password": {"from": {"set": True}, "to": {"set": True}}}


def test_a_new_schema_is_reported(server):
    with Stream(server.port) as stream:
        stream.next()
        text = server.schema.read_text()
        server.schema.write_text(text.replace('"Username"', '"Your name"'))
        event = stream.next()
        assert event["event"] == "schema" and "id" not in event
        assert json.loads(event["data"])["schema"]


def test_another_origin_is_rejected(server):
    with Stream(server.port, headers=["Sec-Fetch-Site: cross-site", "Origin: http://x"]) as stream:
        assert stream.status == 403


def test_head_returns_no_stream(server, client):
    answer = client.send("HEAD", "/api/events")
    assert answer.status == 200 and answer.body == b""
    assert answer.header("content-type") == "text/event-stream"


def test_streams_leave_a_quarter_of_the_connections_free(tmp_path):
    server = Server(
        tmp_path / "panel.sqlite", reader(tmp_path), ["--connections", "16"]).start()
    try:
        streams = [Stream(server.port) for _ in range(12)]
        assert [stream.status for stream in streams] == [200] * 12
        with Stream(server.port) as refused:
            assert refused.status == 503
            assert int(refused.headers["retry-after"]) > 0
        assert Client(server.port).get().status == 200
        streams.pop().close()

        def comes_in():
            stream = Stream(server.port)
            streams.append(stream)
            return stream.status == 200

        until(comes_in, "a place is free again")
    finally:
        server.kill()


def test_a_stop_ends_open_streams_at_once(server):
    streams = [Stream(server.port) for _ in range(200)]
    for stream in streams:
        assert stream.next()["event"] == "hello"
    assert server.stop() == 0
    for stream in streams:
        assert stream.next() is None
        # It was ended, and not cut off when the time for what is in flight was over.
        assert stream.is_complete
        stream.close()


def test_many_posts_are_sent_in_order(tmp_path):
    schema = {"groups": [{"groupKey": "g", "items": [
        {"itemKey": "k", "itemControlType": "edit_text"}]}]}
    server = Server(tmp_path / "panel.sqlite", write(tmp_path / "one.json", schema)).start()
    try:
        with Stream(server.port) as stream:
            stream.next()

            def post():
                client = Client(server.port)
                for turn in range(100):
                    client.changed({"k": f"v{turn}"})

            thread = threading.Thread(target=post)
            thread.start()
            assert [stream.next()["id"] for _ in range(100)] == [str(n) for n in range(1, 101)]
            thread.join()
    finally:
        server.kill()


@pytest.fixture
def watch(tmp_path):
    """Starts `faceplate watch` on a database; what it gives ends with the test."""
    started = []

    def start(database, *arguments):
        process = subprocess.Popen(
            [binary(), "watch", "--database", str(database), *arguments], env=environment(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stderr.readline() == f"Watching '{database}'.\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def test_watch_prints_every_change(server, client, watch):
    process = watch(server.database)
    client.changed({"account_username": "Ada"})
    line = process.stdout.readline()
    assert re.fullmatch(rf'{TIME} script account_username: "" \(default\) -> Ada\n', line)
    run("set", "theme=theme_dark", "--database", server.database)
    line = process.stdout.readline()
    assert re.fullmatch(rf"{TIME} cli theme: theme_light \(default\) -> theme_dark\n", line)
    client.changed({"account_password": "pl4nted-t0ken"})
    assert re.fullmatch(
        rf"{TIME} script account_password: not set -> set\n", process.stdout.readline())


def test_watch_prints_json_of_the_named_keys(server, client, watch):
    process = watch(server.database, "theme_dark", "display_titles", "--json")
    client.changed({"account_username": "Ada"})
    client.changed({"display_titles": "NO", "account_username": "Bob"})
    line = json.loads(process.stdout.readline())
    assert re.fullmatch(TIME, line.pop("time"))
    assert line == {
        "revision": 2, "origin": "script", "changed": {"display_titles": {"from": None, "to": False}}}
    client.changed({"theme": "theme_dark"})
    assert list(json.loads(process.stdout.readline())["changed"]) == ["theme"]


def test_watch_runs_a_command_and_writes_a_file(server, client, watch, tmp_path):
    values, heard = tmp_path / "app.json", server.database.parent / "heard"
    # The command runs in the folder of the database.
    watch(server.database, "--write", str(values), "--on-change", "tee -a heard")
    until(values.exists, "the file is written at the start")
    client.changed({"account_username": "Ada"})
    until(lambda: json.loads(values.read_text())["account_username"] == "Ada", "the file has the value")
    until(lambda: heard.exists() and '"account_username"' in heard.read_text(), "the command has the change")


def test_watch_prints_no_change_after_the_signal_to_stop(server, client, watch, tmp_path):
    """The command fails at first, and so hears of its changes once more at the stop."""
    script = tmp_path / "run.sh"
    script.write_text(
        f"cd {tmp_path}\nif [ ! -e failed ]; then touch failed; exit 3; fi\n"
        "touch again; until [ -e go ]; do sleep 0.01; done\n")
    process, other = watch(server.database, "--on-change", f"sh {script}"), watch(server.database)
    client.changed({"account_username": "Ada"})
    assert other.stdout.readline() == process.stdout.readline()
    assert "status 3" in process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    until((tmp_path / "again").exists, "the command runs at the stop")
    client.changed({"account_username": "Eve"})
    assert "Eve" in other.stdout.readline()
    (tmp_path / "go").touch()
    assert process.wait(HUNG) == 0
    assert process.stdout.read() == ""


@pytest.fixture
def waiting(server):
    """Starts `faceplate wait` on the database of the server."""
    started = []

    def start(*arguments):
        process = subprocess.Popen(
            [binary(), "wait", "--database", str(server.database), *arguments], env=environment(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def hears_of_changes(process):
    """True when a process that follows a database is told of changes, by inotify."""
    for path in glob.glob(f"/proc/{process.pid}/fd/*"):
        with suppress(OSError):
            if "inotify" in os.readlink(path):
                return True
    return False


@pytest.mark.parametrize("wanted, changes", [
    (["account_username=Ada"], [{"account_username": "Ada"}]),
    (["theme_dark=yes"], [{"theme": "theme_dark"}]),
    # A change of another setting, and of one of several, does not end it.
    (["theme=theme_dark", "display_titles=off"],
     [{"account_username": "Ada"}, {"theme": "theme_dark"}, {"account_username": "Eve"},
      {"display_titles": "NO"}]),
    # What is so already is not waited for.
    (["theme=theme_light"], []),
], ids=["text", "option", "several", "already"])
def test_wait_ends_when_the_settings_have_the_values(server, client, watch, waiting, wanted, changes):
    watching = watch(server.database)
    process = waiting(*wanted, "--json")
    if changes:
        until(lambda: hears_of_changes(process), "it follows changes")
    for change in changes:
        assert process.poll() is None
        client.changed(change)
        # Each change comes alone: it has reached another process before the next.
        watching.stdout.readline()
    assert process.wait(HUNG) == 0
    assert json.loads(process.stdout.read()) == {"revision": len(changes)}


def test_wait_reports_other_values_at_the_timeout(client, waiting):
    process = waiting("theme=theme_dark", "display_titles=no", "--timeout", "10ms")
    assert process.wait(HUNG) == 1
    assert process.stderr.read() == (
        "'theme' is not theme_dark after 10ms.\n'display_titles' is not false after 10ms.\n")


def test_a_stopped_wait_fails(waiting):
    process = waiting("theme=theme_dark")

    def stopped():
        # Before its handler is there, a signal would end the process.
        with open(f"/proc/{process.pid}/status") as status:
            kept = [int(line.split()[1], 16) for line in status if line[:6] in ("SigIgn", "SigCgt")]
        if any(mask >> signal.SIGTERM - 1 & 1 for mask in kept):
            process.send_signal(signal.SIGTERM)
        return process.poll() is not None

    until(stopped, "it ends")
    assert process.returncode == 1


@pytest.mark.parametrize("pair, said", [
    ("account_password=x", "'account_password' is a secret, so its value is not compared."),
    ("account_button=x", "'account_button' has no value."),
    ("them=x", "No setting is named 'them'. Did you mean 'theme'?"),
    ("display_titles=maybe", "'display_titles' must be"),
], ids=["secret", "row", "unknown", "value"])
def test_wait_rejects_impossible_conditions(waiting, pair, said):
    process = waiting(pair)
    assert process.wait(HUNG) == 1
    assert said in process.stderr.read()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_watch_succeeds_after_a_signal(server, watch, number):
    process = watch(server.database)
    process.send_signal(number)
    assert process.wait(timeout=HUNG) == 0
    assert process.stdout.read() == "" and process.stderr.read() == ""


def test_watch_ends_when_its_output_is_closed(server, client, watch):
    process = watch(server.database)
    process.stdout.close()

    def ended():
        client.ask({"account_username": str(time.monotonic())})
        return process.poll() is not None

    until(ended, "it ends")
    assert process.returncode == 0


@pytest.mark.parametrize("key,words", [
    ("display_title", "Did you mean 'display_titles'?"), ("account_button", "has no value.")])
def test_watch_rejects_keys_without_a_value(server, key, words):
    result = run("watch", key, "--database", server.database, check=False)
    assert result.returncode == 1
    assert words in result.stderr


def test_watch_reports_only_keys_without_a_value(server):
    result = run(
        "watch", "display_titles", "account_button", "theme_dark", "--database", server.database,
        check=False)
    assert result.returncode == 1
    assert result.stderr.splitlines() == ["'account_button' has no value."]
