"""History is one for all processes: what one changed, another tells and takes back."""

from support.server import run, until


def test_the_command_line_undoes_a_change_of_the_panel(server, client):
    client.changed({"account_username": "Ada", "display_titles": "NO"})
    outcome = run("undo", "1", "account_username", "--database", server.database)
    assert outcome.stdout == 'account_username: Ada -> "" (default)\n'
    until(lambda: client.revision == 2, "the panel knows of it")
    assert client.value("account_username") is None
    found = client.get("/api/changes").json["revisions"]
    assert [(entry["revision"], entry["origin"]) for entry in found] == [(2, "undo"), (1, "script")]
    assert client.changed({"_undo": "2"}) == {"account_username": (None, "Ada")}
    lines = run("changes", "--limit", "1", "--database", server.database).stdout.splitlines()
    assert lines[0].startswith("3  ") and lines[0].endswith("  undo  undo 2")


def test_a_conflict_between_processes_is_reported(server, client):
    client.changed({"account_username": "Ada"})
    run("set", "account_username=Eve", "--database", server.database)
    answer = client.ask({"_undo": "1"})
    assert answer.status == 409
    assert answer.json["errors"][0]["key"] == "account_username"


def test_history_survives_a_kill(server, client):
    client.changed({"account_username": "Ada"})
    client.changed({"account_username": "Eve"})
    server.kill()
    server.start()
    again = type(client)(server.port)
    assert again.changed({"_restore": "1"}) == {"account_username": ("Eve", "Ada")}
