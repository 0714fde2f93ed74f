"""Values that are set for a time: the end comes whatever happens to the program."""

import json
import re

import pytest
from support.client import Client
from support.server import run, until

NAME = "account_username"


def origins(database):
    changes = run("changes", "--json", "--database", database).stdout
    return re.findall(r'"origin":\s*"(\w+)"', changes)


def shown(database):
    return run("get", NAME, "--database", database).stdout.strip()


@pytest.mark.parametrize("is_started_again_in_time", [False, True])
def test_a_temporary_value_ends_after_a_kill(server, client, is_started_again_in_time):
    client.changed({NAME: "Ada"})
    answer = client.ask({NAME: "Eve", "_for": "2s" if is_started_again_in_time else "1s"})
    assert list(answer.json["until"]) == [NAME]
    assert server.kill() == -9
    if not is_started_again_in_time:
        # Nothing runs, and the file is not written: a reader shows what counts.
        until(lambda: shown(server.database) == "Ada", "the time is over")
        assert "expiry" not in origins(server.database)
    server.start()
    again = Client(server.port)
    until(lambda: again.value(NAME) == "Ada", "the server ends it")
    assert origins(server.database).count("expiry") == 1


def test_a_running_server_ends_a_temporary_value_of_a_command(server, client):
    run("set", "--for", "1s", f"{NAME}=Eve", "--database", server.database)
    until(lambda: "expiry" in origins(server.database), "the server ends it")
    assert client.value(NAME) is None
    assert origins(server.database) == ["expiry", "cli"]


def test_a_command_that_writes_ends_expired_values(server):
    assert server.stop() == 0
    run("set", "--for", "1s", f"{NAME}=Eve", "--database", server.database)
    until(lambda: shown(server.database) == "", "the time is over")
    run("set", "display_titles=no", "--database", server.database)
    assert origins(server.database) == ["cli", "expiry", "cli"]


def test_an_export_has_no_expired_values(server):
    assert server.stop() == 0
    run("set", f"{NAME}=Ada", "--database", server.database)
    run("set", "--for", "1s", f"{NAME}=Eve", "--database", server.database)

    def exported():
        return json.loads(run("export", "--database", server.database).stdout)[NAME]

    until(lambda: exported() == "Ada", "the time is over")
