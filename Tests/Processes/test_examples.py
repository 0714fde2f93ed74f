"""The examples as programs."""

import contextlib
import re
import signal
import subprocess
from urllib.parse import urlsplit

import pytest

from support.client import Client
from support.example import Example, beside_the_program
from support.limits import HUNG
from support.ports import SHOWN_PORT, shown_port
from support.server import ROOT, ending_with_us, environment, until


@pytest.fixture
def run():
    started = []

    def run(name, *arguments):
        started.append(Example(beside_the_program(name), *arguments))
        return started[-1]

    yield run
    for example in started:
        example.kill()


def test_two_panels_show_the_same_controls_twice(run, tmp_path):
    program = run("TwoInterfaces", tmp_path / "two.sqlite", 0, 0)
    first = Client(program.port)
    second = Client(urlsplit(program.line().split()[-1]).port)
    program.until("true  640 × 480 at 0, 0")
    assert first.changed({"username": "Ada", "hideNSFW": "NO"})
    program.until("false Ada 640 × 480 at 0, 0")
    for client in [first, second]:
        page = client.get().text
        assert 'value="Ada"' in page and "640 × 480 at 0, 0" in page
        # The second place leads to the first one.
        assert page.count('href="#s-window"') == 1 and page.count('href="#s-username"') == 1
    answer = second.ask({"random": "press"})
    assert answer.status == 200
    line = program.line()
    size = line.removeprefix("false Ada ")
    assert size != line and size != "640 × 480 at 0, 0"
    assert size in answer.text
    assert all(size in client.get().text for client in [first, second])
    program.kill()
    again = run("TwoInterfaces", tmp_path / "two.sqlite", 0, 0)
    again.line()
    assert again.line() == f"false Ada {size}"


STARTS = {
    "SmallestPanel": [], "GreetingDaemon": ["settings.sqlite", "0"],
    "TwoInterfaces": ["settings.sqlite", "0", "0"], "HummingbirdPanel": ["settings.sqlite", "0"],
    "ComingFrom": ["cells"],
}


@pytest.mark.parametrize("name, arguments", STARTS.items())
def test_a_failed_start_reports_the_reason_in_one_line(tmp_path, name, arguments):
    for database in ["settings.sqlite", "cells.sqlite"]:
        (tmp_path / database).write_text("Dear diary")
    with shown_port():
        done = subprocess.run(
            [beside_the_program(name), *arguments], cwd=tmp_path, env=environment(),
            capture_output=True, text=True, timeout=HUNG, check=False)
    assert done.returncode == 1, done
    assert len(done.stderr.splitlines()) == 1 and "is not a" in done.stderr, done.stderr


def test_a_daemon_serves_its_own_panel(run, tmp_path):
    daemon = run("GreetingDaemon", tmp_path / "greeter.sqlite", 0)
    daemon.until("Hello")
    client = Client(daemon.port)
    assert client.changed({"greeting_text": "Ahoy", "greeting_pause": "100ms"})
    daemon.until("Ahoy")
    # Nobody presses anything: the daemon's own work goes on.
    daemon.until("Ahoy")
    answer = client.ask({"greeting_text": "Once", "greeting_pause": "1h"})
    assert answer.status == 200
    daemon.until("Once")
    assert client.ask({"greeting_now": "press"}).status == 200
    assert daemon.until("Once") == ["Once"]
    status, rest = daemon.stop()
    assert (status, rest) == (0, "Goodbye\n")
    again = run("GreetingDaemon", tmp_path / "greeter.sqlite", 0)
    again.until("Once")
    assert again.stop()[0] == 0


# MARK: The programs of the guide for those who come from other libraries

COMING = ROOT / "Sources/Guides.docc/OtherLibraries.md"
# How often the guide's own program says it, and the lines of the original without blank ones.
SHORTER = {"let schema = try Schema(.panel(\"basics\")": 11, "struct Rect": 23, "struct Cells": 4,
           "{ \"order\": 1": 13}


def described(block):
    """The lines that describe the settings, without those that serve them."""
    whole = re.split("^let settings|^try await PanelServer", block, flags=re.M)[0]
    return [line for line in whole.splitlines() if line.strip()]


@pytest.mark.parametrize("start, lines", SHORTER.items())
def test_no_program_of_the_guide_is_longer_than_the_original(start, lines):
    blocks = re.findall(r"^```\w+\n(.*?)^```$", COMING.read_text(), re.M | re.S)
    block, = [block for block in blocks if start in "".join(block.splitlines(True)[:2])]
    assert 0 < len(described(block)) <= lines


@contextlib.contextmanager
def coming(folder, *arguments):
    """A program of the guide, with what it prints."""
    variables = environment() | {"XDG_STATE_HOME": str(folder)}
    program = subprocess.Popen(
        [beside_the_program("ComingFrom"), *arguments], cwd=folder, env=variables,
        stdout=subprocess.PIPE, text=True, **ending_with_us())
    try:
        yield program
    finally:
        program.kill()
        program.communicate()


def answers(client):
    try:
        return client.get("/healthz").status == 200
    except ConnectionRefusedError:
        return False


@contextlib.contextmanager
def served(folder, name):
    with shown_port(), coming(folder, name) as program:
        client = Client(SHOWN_PORT)
        until(lambda: answers(client), "the program serves")
        yield client, program
        program.send_signal(signal.SIGTERM)
        assert program.wait(timeout=HUNG) == 0
        # A store that was closed has no log beside it.
        assert not list(folder.rglob("*-wal"))


def test_sections_in_code_are_served(tmp_path):
    with served(tmp_path, "sections") as (client, _):
        page = client.get().text
        assert "Basics" in page and "Audio Codec" in page
        assert "Selection happened!" in client.ask({"demo": "press"}).text


def test_a_stop_ends_streams_before_it_closes_the_settings(tmp_path):
    with served(tmp_path, "sections") as (client, program):
        connection = client.connection()
        connection.request("GET", "/api/events")
        stream = connection.getresponse()
        assert stream.readline() and program.poll() is None
        program.send_signal(signal.SIGTERM)
        # A stream without its end is an `IncompleteRead`.
        stream.read()
        connection.close()


def test_properties_are_stored(tmp_path):
    for line in [" 320.0", "Ada 330.0"]:
        with coming(tmp_path, "properties") as program:
            assert program.stdout.readline() == line + "\n"
            assert program.wait(timeout=HUNG) == 0


def test_properties_are_synced_by_a_folder(tmp_path):
    (tmp_path / "carried").mkdir()
    with coming(tmp_path, "properties", "carried"):
        until(lambda: any(
            "Ada" in path.read_text() for path in (tmp_path / "carried").rglob("*.json")),
            "the folder has the value")


def test_property_lists_are_served_with_a_delegate(tmp_path):
    with served(tmp_path, "lists") as (client, program):
        page = client.get().text
        assert 'value="Ada"' in page and "/pages/rooms" in page
        assert 'id="c-hall_light"' in client.get("/pages/rooms").text
        assert client.changed({"hall_light": "YES"})
        assert {program.stdout.readline(), program.stdout.readline()} == {
            "Hall: true\n", '["hall_light"]\n'}
        assert "Enter your age first." in client.ask({"_done": "1"}).text
        assert client.changed({"age": "36"})
        assert "Hello Ada" in client.ask({"sign_in": "press"}).text


def test_cells_are_served(tmp_path):
    with served(tmp_path, "cells") as (client, _):
        page = client.get().text
        assert "My section" in page and "Switch option" in page
        assert client.changed({"key_for_bool_option": "NO"}) == {
            "key_for_bool_option": (None, False)}
