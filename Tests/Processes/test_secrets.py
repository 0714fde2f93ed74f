"""A secret is planted in each way in which it can come in, and looked for in all that comes out."""

import http.client
import json
import subprocess
from pathlib import Path

import pytest

from support.client import BASE, JSON, PAGE, Client
from support.limits import HUNG
from support.schemas import write
from support.server import Server, binary, environment, own_server, run, until

WAYS = ["form", "multipart", "action", "refused", "set", "input", "file", "variable"]
# Short, so that no cut of a long text hides it, and of letters and digits, so that no escaping does.
MARKERS = {way: f"pl4nted{way}" for way in [*WAYS, "cluster"]}

# A command and its child write down all that they were given, and the command also says it.
COMMAND = """
note() { cat /proc/$1/environ /proc/$1/cmdline > given-$2; }
sh -c 'cat /proc/$$/environ /proc/$$/cmdline > given-child; :'
note $$ command
env
"""
SCHEMA = {"panelKey": "vault", "groups": [
    {"groupKey": "vault", "items": [
        *({"itemKey": f"pw.{way}", "itemControlType": "edit_password", "itemMaximumLength": 30}
          for way in WAYS),
        {"itemKey": "name", "itemControlType": "edit_text"},
        {"itemKey": "go", "itemControlType": "button", "itemAction": ["sh", "-c", COMMAND]}]}]}


@pytest.fixture
def served(tmp_path):
    folder = tmp_path / "panel"
    folder.mkdir()
    # The sources of locks hold what they hold: they lie where nothing is searched.
    (tmp_path / "lock.json").write_text(json.dumps({"pw.file": MARKERS["file"]}))
    server = Server(
        folder / "vault.sqlite", write(folder / "vault.json", SCHEMA),
        ["--allow-actions", "--lock", tmp_path / "lock.json", "--log-level", "trace"])
    server.variables = {
        "FACEPLATE_SET_PW_VARIABLE": MARKERS["variable"],
        "FACEPLATE_SYNC_PASSWORD": MARKERS["cluster"]}
    server.start()
    yield server
    server.kill()


class Search:
    """Collects all that came out, and says where a marker stands."""

    def __init__(self):
        self.found = []
        self.count = 0

    def add(self, place, data):
        self.count += 1
        data = data.encode() if isinstance(data, str) else data
        self.found += [(way, place) for way, marker in MARKERS.items() if marker.encode() in data]

    def add_answer(self, place, answer):
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers)
        self.add(place, head.encode() + b"\n\n" + answer.body)


def posts(client, search):
    """All posts that bring secrets; some are refused."""
    multipart = (
        '--x\r\nContent-Disposition: form-data; name="pw.multipart"\r\n\r\n'
        f"{MARKERS['multipart']}\r\n--x--\r\n").encode()
    wishes = [
        {"pw.form": MARKERS["form"]},
        {"pw.action": MARKERS["action"], "name": "Ada", "go": "press"},
        {"pw.refused": MARKERS["refused"] * 3},
        {"pw.refused": MARKERS["refused"], "nope": "x"},
        {"pw.refused": MARKERS["refused"], "_revision": "1.5"},
        {"pw.refused": MARKERS["refused"], "_dry_run": "1"},
        {"pw.refused": MARKERS["refused"], "_preview": "1"},
        {"pw.file": MARKERS["refused"]},
        {"pw.variable": MARKERS["refused"]},
    ]
    for number, fields in enumerate(wishes):
        for kind in (JSON, PAGE, {}):
            search.add_answer(f"post {number} {kind}", client.post(fields, kind))
    for kind in (JSON, PAGE, {}):
        search.add_answer(f"multipart {kind}", client.post(
            multipart, kind | {"Content-Type": "multipart/form-data; boundary=x"}))
        search.add_answer(f"JSON {kind}", client.post(
            json.dumps({"pw.form": MARKERS["refused"]}).encode(),
            kind | {"Content-Type": "application/json"}))


def commands(server, search):
    """All that the command line prints."""
    database = ["--database", server.database]
    given = subprocess.run(
        [binary(), "set", "pw.input=-", *map(str, database)], env=environment(),
        input=MARKERS["input"], capture_output=True, text=True, timeout=HUNG, check=True)
    search.add("set -", given.stdout + given.stderr)
    for words in [
            ["set", f"pw.set={MARKERS['set']}"], ["set", f"pw.sett={MARKERS['set']}"],
            ["list"], ["get", *(f"pw.{way}" for way in WAYS)], ["changes"], ["parked"],
            ["labels"], ["schema"], ["token", "list"],
            ["profile", "save", "all", "*", "--replace"], ["profile", "save", "pw", "pw.set"],
            ["profile", "show", "all"], ["profile", "use", "all"], ["evolve", server.schema]]:
        for form in ([], ["--json"]):
            told = run(*words, *form, *database, check=False)
            search.add(" ".join(map(str, words + form)), told.stdout + told.stderr)
    for words in [
            ["set", f"pw.set={MARKERS['set']}"], ["set", f"pw.sett={MARKERS['set']}"], ["list"],
            ["get", *(f"pw.{way}" for way in WAYS)], ["changes"], ["export"],
            ["diff", server.database, server.url]]:
        at_url = [] if words[0] == "diff" else ["--url", server.url]
        for form in ([], ["--json"]):
            told = run(*words, *form, *at_url, check=False)
            search.add(" ".join(map(str, [*words, *form, *at_url])), told.stdout + told.stderr)


@own_server
def test_no_output_contains_a_secret(served):
    search = Search()
    client = Client(served.port)
    events = http.client.HTTPConnection("127.0.0.1", served.port, timeout=HUNG)
    events.request("GET", BASE + "/api/events")
    stream = events.getresponse()
    posts(client, search)
    commands(served, search)
    for path in [
            "/", "/?details=1", "/?q=pl4nted", "/?q=@locked", "/changes", "/changes?restore=1",
            "/api/changes", "/api/changes?detailed=1", "/api/panel", "/healthz", "/s/pw.form", "/s/pw.variable", "/files/pw.form",
            "/fragments/pw.form", "/fragments/pw.variable",
            "/pages/nope", "/actions/go", "/profiles", "/profiles/all", "/api/profiles",
            "/api/profiles/all"]:
        for kind in (JSON, PAGE, {}):
            search.add_answer(f"{path} {kind}", client.get(path, kind))
    # The last event has been written when this one has.
    client.post({"name": "the-last"})
    told = b""
    while b"the-last" not in told:
        told += stream.readline()
    search.add("events", told)
    events.close()
    folder = Path(served.schema).parent
    until(lambda: (folder / "given-command").exists(), "the command's own words")
    # Of both processes everything is here, so that nothing was found because nothing was looked at.
    for name in ("command", "child"):
        assert b"VALUE_NAME=Ada" in (folder / f"given-{name}").read_bytes()
    assert served.stop() == 0
    for file in folder.rglob("*"):
        if file.is_file():
            search.add(file.name, file.read_bytes())
    assert search.count > 80
    assert search.found == []


@own_server
def test_each_accepted_secret_is_set(served):
    """The secrets of the test above are there: their settings are set."""
    search = Search()
    posts(Client(served.port), search)
    commands(served, search)
    ways = {way: f"pw.{way}" for way in WAYS if way not in ("refused", "file", "variable")}
    told = json.loads(run("list", "--json", "--database", served.database).stdout)
    texts = json.dumps(told)
    for key in ways.values():
        assert key in texts
    shown = run("get", *ways.values(), "--database", served.database).stdout.split()
    assert shown == ["set"] * len(ways)
