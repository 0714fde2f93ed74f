"""The examples as programs."""

import pytest

from support.client import Client
from support.example import Example, beside_the_program


@pytest.fixture
def run():
    started = []

    def run(name, *arguments):
        started.append(Example(beside_the_program(name), *arguments))
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
