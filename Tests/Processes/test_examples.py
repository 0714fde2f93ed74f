"""The examples as programs."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from support.client import Client
from support.server import binary, environment


class Example:
    """A program that prints lines; the first one ends with the address of its panel."""

    def __init__(self, name, *arguments):
        path = Path(binary()).parent / name
        if not path.exists():
            raise RuntimeError(f"There is no {path}. Run swift build --product {name}.")
        self.process = subprocess.Popen(
            [path, *map(str, arguments)], stdout=subprocess.PIPE, env=environment(), text=True)
        self.url = self.line().split()[-1]
        self.port = int(self.url.split(":")[2].split("/")[0])

    def line(self):
        line = self.process.stdout.readline()
        assert line, "the program has ended"
        return line.rstrip("\n")

    def until(self, text):
        """Reads on to a line, which is returned with those before it."""
        lines = [self.line()]
        while lines[-1] != text:
            lines.append(self.line())
        return lines

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        rest = self.process.stdout.read()
        return self.process.wait(timeout=10), rest

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def run():
    started = []

    def run(name, *arguments):
        started.append(Example(name, *arguments))
        return started[-1]

    yield run
    for example in started:
        example.kill()


def test_a_daemon_with_a_panel_of_its_own(run, tmp_path):
    daemon = run("GreetingDaemon", tmp_path / "greeter.sqlite")
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
    again = run("GreetingDaemon", tmp_path / "greeter.sqlite")
    again.until("Once")
    assert again.stop()[0] == 0
