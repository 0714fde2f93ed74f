"""The examples as programs."""

from urllib.parse import urlsplit

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


@pytest.mark.seed("S2.22")
def test_the_same_controls_twice_on_two_panels(run, tmp_path):
    program = run("TwoInterfaces", tmp_path / "two.sqlite")
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
    again = run("TwoInterfaces", tmp_path / "two.sqlite")
    again.line()
    assert again.line() == f"false Ada {size}"


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
