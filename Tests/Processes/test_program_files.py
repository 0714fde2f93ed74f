"""The program's own configuration file holds the values: a change replaces its bytes, and nothing else."""

import http.client
import json
import os
import re
import shutil
import threading
import time
import tomllib
from pathlib import Path

import jsonschema
import pytest
import referencing.jsonschema
import yaml

from support.client import Client
from support.server import Server, run

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Harbour",
    "properties": {
        "name": {"type": "string", "default": "Pier"},
        "server": {"properties": {
            "port": {"type": "integer", "minimum": 1, "maximum": 65535, "default": 8080},
            "hosts": {"type": "array", "items": {"type": "string"}}}},
        "token": {"type": "string", "writeOnly": True}},
}
FILE = """# The harbour
name: 'East'   # not the west one

server:
  port: 0x1F90
  # one for each pier
  hosts:
    - a.example  # main
    - "b.example"
other: [1,  2]
token: s3cret
"""
# A folder of folders, each with a schema.json and configuration files, as SchemaStore has them.
FOLDER = os.environ.get("FACEPLATE_JSON_SCHEMAS")


@pytest.fixture
def served(tmp_path):
    """Returns the server of a file, and the file."""
    (tmp_path / "harbour.schema.json").write_text(json.dumps(SCHEMA))
    (tmp_path / "harbour.yaml").write_text(FILE)
    server = Server(
        tmp_path / "panel.sqlite", tmp_path / "harbour.schema.json",
        ["--file", tmp_path / "harbour.yaml"]).start()
    yield server, tmp_path / "harbour.yaml"
    server.kill()


def values(client):
    return client.get("/api/settings").json


def until(condition, what):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def test_a_change_replaces_the_bytes_of_its_value(served):
    server, file = served
    client = Client(server.port)
    assert values(client) == {
        "name": "East", "token": {"set": True}, "server.port": 8080,
        "server.hosts": ["a.example", "b.example"]}
    # The undo of the first reading would empty the file.
    assert 'name="_undo"' not in client.get("/").text + client.get("/changes").text
    for fields, old, new in [
            ({"name": "West"}, "'East'", "'West'"),
            ({"server.port": "9000"}, "0x1F90", "9000"),
            ({"server.hosts[1]": "c.example"}, '"b.example"', '"c.example"'),
            ({"token": "an0ther"}, "s3cret", "an0ther")]:
        client.changed(fields)
        assert file.read_text() == FILE.replace(old, new)
        assert client.send("POST", "/api/undo", {"Content-Type": "application/json"}, b'{"revision":%d}'
                           % client.revision).status in (200, 422)
        if "token" in fields:
            client.changed({"token": "s3cret"})
        assert file.read_text() == FILE
    client.changed({"_reset": "name"})
    assert file.read_text() == FILE.replace("name: 'East'   # not", "# not")
    assert values(client)["name"] == "Pier"
    client.changed({"name": "East"})
    assert file.read_text() == FILE


def test_edits_by_others_are_seen_and_merged(served):
    server, file = served
    client = Client(server.port)
    base = client.revision
    file.write_text(FILE.replace("0x1F90", "81"))
    until(lambda: values(client)["server.port"] == 81, "the edit is read")
    last = client.get("/api/changes?limit=1").json["revisions"][0]
    assert last["origin"] == "file"
    # A page that was opened before asks only about what both changed.
    answer = client.ask({"_revision": str(base), "server.port": "82", "name": "North"})
    assert answer.status == 409, answer
    assert client.ask({"_revision": str(base), "name": "North"}).status == 200
    assert file.read_text() == FILE.replace("0x1F90", "81").replace("East", "North")


def test_a_broken_file_is_never_overwritten(served):
    server, file = served
    client = Client(server.port)
    file.write_text(FILE + "name: twice\n")
    until(lambda: "cannot be read: line 12" in client.get("/").text, "the page says where")
    page = client.get("/").text
    assert "You can see these settings, but not change them." in page and 'name="name"' not in page
    answer = client.ask({"name": "North"})
    assert answer.status == 422 and "line 12, column 1" in answer.text, answer
    assert file.read_text() == FILE + "name: twice\n"
    file.write_text(FILE)
    until(lambda: client.ask({"name": "North"}).status == 200, "it can be changed again")
    page = client.get("/").text
    assert "cannot be read" not in page and 'name="name"' in page


def test_values_that_do_not_fit_are_named(served):
    server, file = served
    client = Client(server.port)
    file.write_text(FILE.replace("0x1F90", "many"))
    until(lambda: "line 5" in client.get("/").text, "the page names the line")
    assert values(client)["server.port"] == 8080
    assert "line 5" in client.get("/healthz").text and "many" not in client.get("/healthz").text
    file.write_text(FILE.replace("0x1F90", "70000"))
    until(lambda: values(client)["server.port"] == 70000, "the value in use is shown")


PIERS = """note: |
  one
  two
piers:
  - {name: A, depth: 3}
  - name: B
scripts:
  build: make
  all: [make, make test]
limits:
  low: 1
  high: 5
idle: ~  # minutes
port: many
"""
PIERS_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "properties": {
        "note": {"type": "string"},
        "piers": {"type": "array", "items": {"properties": {"name": {"type": "string"}}, "required": ["name"]}},
        "scripts": {"type": "object", "additionalProperties": {
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}},
        "limits": {"properties": {"low": {"type": "integer"}, "high": {"type": "integer", "default": 9}},
                   "required": ["low", "high"]},
        "remote": {"properties": {"owner": {"type": "string"}, "repo": {"type": "string"}},
                   "required": ["owner", "repo"]},
        "idle": {"type": ["integer", "null"], "default": 5},
        "port": {"type": "integer"}},
}


@pytest.fixture
def piers(tmp_path):
    """Returns the client of a file whose values are written as people write them, and the file."""
    (tmp_path / "piers.schema.json").write_text(json.dumps(PIERS_SCHEMA))
    (tmp_path / "piers.yaml").write_text(PIERS)
    server = Server(
        tmp_path / "panel.sqlite", tmp_path / "piers.schema.json", ["--file", tmp_path / "piers.yaml"]).start()
    yield Client(server.port), tmp_path / "piers.yaml"
    server.kill()


@pytest.mark.parametrize("key, shown, fields, old, new", [
    ("note", "one\ntwo\n", {"note": "one\r\n2\r\n"}, "two", "2"),
    ("piers", [{"name": "A", "depth": 3}, {"name": "B"}], {"piers[0][name]": "C"}, "name: A", "name: C"),
    ("piers", None, {"piers[1][otherColumns]": '{"depth": 4}'}, "name: B", "name: B\n    depth: 4"),
    ("scripts", {"build": ["make"], "all": ["make", "make test"]},
     {"scripts[1][value]": "make it"}, "build: make", "build: make it"),
    ("port", None, {"port": "80"}, "many", "80"),
])
def test_a_value_keeps_its_form(piers, key, shown, fields, old, new):
    client, file = piers
    if shown:
        assert values(client)[key] == shown
    before = values(client).get(key)
    client.changed(fields)
    assert file.read_text() == PIERS.replace(old, new)
    answer = put(client, key, before)
    assert answer.status == 200 and file.read_text() == PIERS, answer


@pytest.mark.parametrize("rules, text, fields, old, new", [
    ({"type": "object", "additionalProperties": {"type": ["string", "number", "null"]}},
     "part:\n  A: x\n  B:\n  C: 1\n", {"part[0][value]": "z"}, "A: x", "A: z"),
    ({"type": "object", "additionalProperties": {
        "type": ["object", "null"], "properties": {"driver": {"type": "string"}}}},
     "part:\n  data:\n  logs: {driver: local}\n", {"part[1][driver]": "none"}, "local", "none"),
    ({"type": "object", "additionalProperties": True},
     "part: {a: null, b: 1}\n", {"part[1][value]": "2"}, "b: 1", "b: 2"),
    ({"type": "array", "items": {"type": ["string", "null"]}},
     "part: [a, null, b]\n", {"part[0]": "c"}, "[a", "[c"),
    ({"type": "array", "items": {"properties": {
        "name": {"type": ["string", "null"]}, "n": {"type": ["integer", "null"]}}}},
     "part:\n  - {name: a, n: null}\n  - {name: null, n: 1}\n", {"part[0][name]": "b"}, "name: a", "name: b"),
    ({"type": "object", "additionalProperties": {
        "type": ["string", "object"], "properties": {"version": {"type": "string"}}}},
     'part: {a: "1.0", b: {version: "2"}}\n', {"part[0][value]": "1.1"}, "1.0", "1.1"),
    ({"type": "array", "items": {
        "additionalProperties": False, "patternProperties": {"^x_": {"type": "object"}},
        "properties": {"name": {"type": "string"}}}},
     "part: [{name: L, x_a: {k: 1}}]\n", {"part[0][name]": "z"}, "name: L", "name: z"),
    ({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": {
        "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}}]},
     "part: {a: one, b: [two]}\n", {"part[kind]": "1", "part[1]": '{"a": ["1"], "b": ["two"]}'}, "a: one", 'a: "1"'),
    ({"type": "array", "items": {"required": ["text"], "properties": {
        "text": {"type": "string"}, "x": {"type": "integer"}}}},
     'part: [{text: "", x: 1}]\n', {"part[0][x]": "2"}, "x: 1", "x: 2"),
    ({"type": "array", "items": {"properties": {"text": {"type": "string"}, "x": {"type": "integer"}}}},
     'part: [{text: "a\\r\\nb", x: 1}]\n', {"part[0][x]": "2"}, "x: 1", "x: 2"),
    ({"type": "object", "properties": {"test": {"type": "string"}}, "additionalProperties": {"type": "string"}},
     "part: {test: a, build: make}\n", {"part[0][value]": "make it"}, "build: make", "build: make it"),
    ({"oneOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "array", "items": {
        "type": "object", "properties": {"a": {"type": "integer"}}}}]},
     "part: {a: 1}\n", {"part": '{"a": 2}'}, "a: 1", "a: 2"),
])
def test_parts_of_other_kinds_stay(tmp_path, rules, text, fields, old, new):
    (tmp_path / "a.schema.json").write_text(json.dumps({"properties": {"part": rules, "own": {"type": "integer"}}}))
    file = tmp_path / "a.yaml"
    file.write_text(text)
    server = Server(tmp_path / "panel.sqlite", tmp_path / "a.schema.json", ["--file", file]).start()
    client = Client(server.port)
    before = values(client)["part"]
    assert client.get("/healthz").json["problems"] == [], "each value is shown"
    client.changed(fields)
    assert file.read_text() == text.replace(old, new)
    assert put(client, "part", before).status == 200 and file.read_text() == text
    server.kill()


@pytest.mark.parametrize("name, text, key, others, fields, old, new", [
    ("a.yaml", "flow:\n  version: 2\n  # first\n  build: {when: now}\n  test: {when: later}\n",
     "flow.others", {"build": {"when": "now"}, "test": {"when": "later"}},
     {"flow.others[0][when]": "never"}, "when: now", "when: never"),
    ("a.yaml", "flow:\n  version: 2\n  # first\n  build: {when: now}\n",
     "flow.others", {"build": {"when": "now"}}, {"flow.version": "3"}, "version: 2", "version: 3"),
    ("a.yaml", "flow: {build: {when: now}, version: 2}\n", "flow.others", {"build": {"when": "now"}},
     {"flow.others[0][entry]": "make"}, "{build: {when: now}, version: 2}", "{version: 2, make: {when: now}}"),
    ("a.json", '{"$schema": "./a.schema.json", "one": 1}\n', "others", {"one": 1},
     {"others[0][value]": "3"}, '"one": 1', '"one": 3'),
    ("a.json", '{"one": 1, // first\n "flow": {}, "two": 2}\n', "others", {"one": 1, "two": 2},
     {"others[1][value]": "3"}, '"two": 2', '"two": 3'),
    ("a.toml", "one = 1\n\n[flow]\nversion = 2\n", "others", {"one": 1},
     {"_reset": "others"}, "one = 1\n\n", "\n"),
    ("a.toml", "two = 2\n\n[flow]\nversion = 2\n", "others", {"two": 2},
     {"others[0][value]": "2", "others[1][entry]": "one", "others[1][value]": "1"}, "two = 2\n", "two = 2\none = 1\n"),
])
def test_other_names_are_a_map(tmp_path, name, text, key, others, fields, old, new):
    (tmp_path / "a.schema.json").write_text(json.dumps({
        "properties": {"flow": {"properties": {"version": {"type": "integer"}}, "additionalProperties": {
            "properties": {"when": {"type": "string"}}}}},
        "additionalProperties": {"type": "integer"}}))
    file = tmp_path / name
    file.write_text(text)
    server = Server(tmp_path / "panel.sqlite", tmp_path / "a.schema.json", ["--file", file]).start()
    client = Client(server.port)
    before = values(client)
    assert before[key] == others and client.get("/healthz").json["problems"] == []
    refused = put(client, "flow.others", {"version": {"when": "now"}})
    assert refused.status == 422 and "'version' is the name of another setting" in refused.text, refused
    client.ask(fields)
    assert file.read_text() == text.replace(old, new)
    for changed in before:
        if values(client)[changed] != before[changed]:
            assert put(client, changed, before[changed]).status == 200
    assert file.read_text() == text
    server.kill()


OTHERS = {"groups": [{"groupKey": "g", "items": [
    {"itemKey": "deep", "itemControlType": "edit_password", "itemFilePath": ["a", "b", "c"]},
    {"itemKey": "rest", "itemControlType": "custom", "itemFileOthers": True},
    {"itemKey": "map", "itemControlType": "edit_map", "itemFilePath": ["map"], "itemFileOthers": True,
     "itemValue": {"X": "DENY"}}]}]}


@pytest.mark.parametrize("name, text", [
    ("a.json", '{"a": {"b": {"c": "s3cret"}}, "x": {"y": 1}, "map": {}}\n'),
    ("a.ini", "[a.b]\nc = s3cret\n[x]\ny = 1\n"),
])
def test_other_names_are_those_of_no_setting(tmp_path, name, text):
    (tmp_path / "panel.json").write_text(json.dumps(OTHERS))
    file = tmp_path / name
    file.write_text(text)
    server = Server(tmp_path / "panel.sqlite", tmp_path / "panel.json", ["--file", file]).start()
    client = Client(server.port)
    assert "s3cret" not in client.get("/api/settings").text and values(client)["deep"] == {"set": True}
    assert put(client, "rest", 5).status == 422 and file.read_text() == text
    assert client.send("DELETE", "/api/settings/rest").status == 200
    assert "s3cret" in file.read_text() and "y" not in file.read_text()
    if name == "a.json":
        assert values(client)["map"] == {}
        put(client, "map", {"Y": "1"})
        assert put(client, "map", {}).status == 200 and '"map": {}' in file.read_text()
        file.write_text(file.read_text() + " ")
        assert values(client)["map"] == {}
    server.kill()


@pytest.mark.parametrize("item, old, sent, new", [
    ("switch", "yes", "NO", "no"), ("switch", "Off", "YES", "On"), ("switch", "TRUE", "NO", "FALSE"),
    ("switch", "0", "YES", "1"), ("edit_size", "1048576", "2 MiB", "2097152"), ("edit_size", "1 MiB", "2 MiB", "2MiB"),
    ("edit_duration", "90", "1h", "3600"), ("edit_duration", "90s", "1h", "1h"),
])
def test_a_value_is_written_as_the_one_before(tmp_path, item, old, sent, new):
    (tmp_path / "panel.json").write_text(json.dumps([
        {"groupKey": "g", "items": [{"itemKey": "it", "itemControlType": item}]}]))
    file = tmp_path / "a.ini"
    file.write_text(f"; mine\nit = {old}\n")
    server = Server(tmp_path / "panel.sqlite", tmp_path / "panel.json", ["--file", file]).start()
    client = Client(server.port)
    before = values(client)["it"]
    client.changed({"it": sent})
    assert file.read_text() == f"; mine\nit = {new}\n"
    assert put(client, "it", before).status == 200 and file.read_text() == f"; mine\nit = {old}\n"
    server.kill()


def test_a_map_is_a_section_of_ini(tmp_path):
    (tmp_path / "panel.json").write_text(json.dumps({"groups": [{"groupKey": "g", "items": [
        {"itemKey": "limits", "itemControlType": "edit_map",
         "itemMapKey": {"itemControlType": "edit_text"},
         "itemElement": {"itemControlType": "edit_integer"}},
        {"itemKey": "times", "itemControlType": "edit_map", "itemMapKey": {"itemControlType": "edit_text"},
         "itemElement": {"itemControlType": "edit_duration"}}]}]}))
    file = tmp_path / "a.ini"
    file.write_text(
        "; head\n[limits]\nweb=2\n; mail\nmailers=4\n\n[x]\ny=1\n[times]\na=90\nb=120\n")
    server = Server(tmp_path / "panel.sqlite", tmp_path / "panel.json", ["--file", file]).start()
    client = Client(server.port)
    assert values(client)["limits"] == {"web": 2, "mailers": 4}
    assert put(client, "limits", {"web": 2, "mailers": 5, "cron": 1}).status == 200
    assert file.read_text() == (
        "; head\n[limits]\nweb=2\n; mail\nmailers=5\ncron=1\n\n[x]\ny=1\n[times]\na=90\nb=120\n")
    assert put(client, "times", {"a": 90, "b": 60}).status == 200
    assert "[times]\na=90\nb=60\n" in file.read_text(), file.read_text()
    assert client.send("DELETE", "/api/settings/times").status == 200 and "times" not in file.read_text()
    assert put(client, "times", {"z": 60}).status == 200
    assert file.read_text().endswith("y=1\n\n[times]\nz=1m\n"), file.read_text()
    refused = put(client, "limits", {"a=b": 1})
    assert refused.status == 422 and "The file cannot" in refused.text
    assert put(client, "limits", {"web": "many"}).status == 422
    file.write_text("[limits]\nweb=many\n")
    until(lambda: "line 1: Row 1" in client.get("/healthz").text, "it is named")
    server.kill()


def test_what_cannot_be_shown_is_not_lost(piers):
    client, file = piers
    text = PIERS.replace("  - name: B", "  - name: B\n  - [C]")
    file.write_text(text)
    until(lambda: "'piers'" in client.get("/healthz").text, "it is named")
    refused = client.ask({"piers[0][name]": "D"})
    assert refused.status == 422 and "Change it in the file, line 5, because" in refused.text, refused
    assert put(client, "piers", [{"name": "D"}]).status == 422 and file.read_text() == text


def test_a_map_in_place_of_rows_is_no_empty_table(piers):
    client, file = piers
    text = PIERS.replace("piers:\n  - {name: A, depth: 3}\n  - name: B", "piers:\n  A: {depth: 3}")
    file.write_text(text)
    until(lambda: "'piers' must be a list" in client.get("/healthz").text, "it is named")
    assert client.ask({"_reset": "piers"}).status == 200 and file.read_text() == text


def test_a_file_stays_valid(piers):
    client, file = piers
    text = PIERS.replace("many", "80")
    file.write_text(text)
    until(lambda: values(client)["port"] == 80, "it is read")
    refused = client.ask({"remote.owner": "ada"})
    assert refused.status == 422 and "The schema of the file does not allow it" in refused.text, refused
    assert "repo" in refused.text and file.read_text() == text
    assert client.ask({"remote.owner": "ada", "remote.repo": "harbour"}).status == 200
    assert file.read_text() == text + "remote:\n  owner: ada\n  repo: harbour\n"
    # What the schema needs is written with its default.
    client.changed({"_reset": "limits.high"})
    assert "  high: 9\n" in file.read_text()
    client.changed({"_reset": "remote.owner"})
    assert "  owner: \"\"\n" in file.read_text()
    # A file that was not valid before can be changed, but what was valid in it stays so.
    file.write_text("limits:\n  low: 4\nremote:\n  owner: ada\n  repo: harbour\n")
    until(lambda: values(client)["limits.low"] == 4, "it is read")
    assert client.ask({"limits.low": "2"}).status == 200
    client.changed({"_reset": "remote.repo"})
    assert "  repo: \"\"\n" in file.read_text()


def test_null_in_a_file_sets_nothing(served):
    server, file = served
    client = Client(server.port)
    text = FILE.replace("'East'", "null")
    file.write_text(text)
    until(lambda: values(client)["name"] == "Pier", "null is no value")
    client.changed({"name": "West"})
    assert file.read_text() == FILE.replace("'East'", "West")
    client.changed({"_reset": "name"})
    assert file.read_text() == text


def test_null_is_a_value_beside_another_default(piers):
    client, file = piers
    assert values(client)["idle"] is None
    assert client.ask({"idle[kind]": "0", "idle[0]": "7"}).json["changed"] == {
        "idle": {"from": None, "to": 7, "from_is_null": True}}
    assert file.read_text() == PIERS.replace("~", "7")
    assert put(client, "idle", None).status == 200 and file.read_text() == PIERS
    assert client.send("DELETE", "/api/settings/idle").json["changed"] == {
        "idle": {"from": None, "to": None, "from_is_null": True}}
    assert values(client)["idle"] == 5 and "idle:" not in file.read_text()
    client.changed({"idle[kind]": "1"})
    assert file.read_text() == PIERS


def test_a_secret_of_the_file_is_not_on_the_page(served):
    server, file = served
    client = Client(server.port)
    for path in ["/", "/api/settings", "/api/changes", "/api/settings?detailed=1"]:
        assert "s3cret" not in client.get(path).text
    assert "s3cret" not in server.log()


def test_commands_use_the_file(served, tmp_path):
    server, file = served
    server.stop()
    arguments = ["--schema", server.schema, "--database", server.database, "--file", file]
    assert run("get", "name", *arguments).stdout == "East\n"
    run("set", "name=South", *arguments)
    assert file.read_text() == FILE.replace("East", "South")
    run("reset", "server.port", *arguments)
    assert "port" not in file.read_text()


def test_later_files_win(served, tmp_path):
    server, file = served
    server.stop()
    (tmp_path / "local.yaml").write_text("name: Local\n")
    both = ["--schema", server.schema, "--database", server.database, "--file", file,
            "--file", tmp_path / "local.yaml"]
    assert run("get", "name", *both).stdout == "Local\n"
    run("set", "name=Mine", "server.port=99", *both)
    assert (tmp_path / "local.yaml").read_text() == "name: Mine\n"
    assert file.read_text() == FILE.replace("0x1F90", "99")


@pytest.mark.parametrize("name, before, after", [
    ("a.json", "", '{\n  "server": {\n    "port": 99\n  }\n}\n'),
    ("a.jsonc", '{\n\t// none\n\t"x": 1, // one\n}\n',
     '{\n\t// none\n\t"x": 1, // one\n\t"server": {\n\t\t"port": 99\n\t},\n}\n'),
    ("a.toml", "# head\n[x]\ny = 1\n", "# head\n[x]\ny = 1\n\n[server]\nport = 99\n"),
    ("a.ini", "[x]\ny=1\n", "[x]\ny=1\n\n[server]\nport=99\n"),
    (".env", "X=1\n", "X=1\nSERVER_PORT=99\n"),
    ("a.yaml", "x:\r\n  - 1\r\n", "x:\r\n  - 1\r\nserver:\r\n  port: 99\r\n"),
])
def test_a_new_value_is_written_as_users_write_it(served, tmp_path, name, before, after):
    server, _ = served
    server.stop()
    file = tmp_path / name
    file.write_bytes(before.encode())
    arguments = ["--schema", server.schema, "--database", server.database, "--file", file]
    run("set", "server.port=99", *arguments)
    assert file.read_bytes().decode() == after
    assert run("get", "server.port", *arguments).stdout == "99\n"
    run("reset", "server.port", *arguments)
    assert run("get", "server.port", *arguments).stdout == "8080\n"


def test_two_writers_lose_nothing(served):
    """Another program rewrites the file as a whole while posts change it."""
    server, file = served
    client = Client(server.port)
    done, count = threading.Event(), 0

    def edit():
        nonlocal count
        while not done.is_set():
            # As an editor saves: under another name, then renamed.
            text = file.read_text()
            changed = text.replace(f"other: [1,  {count + 2}]", f"other: [1,  {count + 3}]")
            if changed == text:
                time.sleep(0.01)
                continue
            new = file.with_name("editor.tmp")
            new.write_text(changed)
            if file.read_text() == text:
                os.replace(new, file)
                count += 1
            time.sleep(0.03)

    thread = threading.Thread(target=edit)
    thread.start()
    for port in range(100, 200):
        answer = client.ask({"server.port": str(port)})
        while answer.status == 422 and "Others write the file at the same time" in answer.text:
            answer = client.ask({"server.port": str(port)})
        assert answer.status == 200, answer
        time.sleep(0.01)
    done.set()
    thread.join()
    text = file.read_text()
    assert count > 10 and "port: 199" in text
    assert f"other: [1,  {count + 2}]" in text


def test_a_kill_leaves_the_old_or_the_new_file(served):
    server, file = served
    port = 100
    for _ in range(int(os.environ.get("FACEPLATE_FILE_KILLS", 8))):
        killer = threading.Timer(0.05 + port % 7 / 50, server.kill)
        killer.start()
        client = Client(server.port)
        try:
            while client.ask({"server.port": str(port + 1)}).status == 200:
                port += 1
        except (OSError, http.client.HTTPException):
            pass  # It was killed.
        killer.join()
        number = file.read_text().split("port: ")[1].split("\n")[0]
        assert file.read_text() == FILE.replace("0x1F90", number)
        assert number in ("0x1F90", str(port), str(port + 1))
        server.start()
        assert values(Client(server.port))["server.port"] == int(number, 0)
        port = max(port, int(number, 0))


PROGRAMS = sorted(path.parent for path in Path(FOLDER).glob("*/schema.json")) if FOLDER else []


@pytest.mark.skipif(not FOLDER, reason="FACEPLATE_JSON_SCHEMAS names no folder")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda folder: folder.name)
@pytest.mark.timeout(1800)
def test_published_files_change_and_return(program, tmp_path):
    """Each setting of each file gets another value and its own again: in between, the program's schema accepts the
    file and one place of it differs; then it is as it was."""
    schema = json.loads((program / "schema.json").read_text())
    if schema.get("type") == "array":
        pytest.skip("a list is not a page")
    validator = validators(schema)
    tried, refused, wrong = 0, 0, []
    for source in sorted(program.iterdir()):
        if source.name == "schema.json" or source.suffix not in (".json", ".yaml", ".yml", ".toml"):
            continue
        file = tmp_path / source.name
        shutil.copy(source, file)
        before = file.read_bytes()
        former = parsed(file)
        complaints = errors(validator, former)
        server = Server(
            tmp_path / f"{file.name}.sqlite", program / "schema.json", ["--file", file]).start()
        try:
            client = Client(server.port)
            described = client.get("/api/settings?detailed=1").json["settings"]
            for key, setting in described.items():
                old = setting["value"]
                content = part(former, key.split("."))
                if not complaints and content is not None and not shows(old, content):
                    wrong.append(f"{file.name} {key}: {content!r} is shown as {old!r}"[:300])
                for new in others(old, setting["constraints"]):
                    answer = put(client, key, new)
                    if answer.status == 200 and file.read_bytes() != before:
                        break
                else:
                    refused += 1
                    continue
                tried += 1
                now = parsed(file)
                places = different(former, now)
                if os.path.commonprefix(places) == [] and len(places) > 1:
                    wrong.append(f"{file.name} {key}: {places}")
                for error in errors(validator, now) - complaints:
                    wrong.append(f"{file.name} {key} = {new!r}: {error[:200]}")
                answer = (put(client, key, old) if setting["isSet"]
                          else client.send("DELETE", f"/api/settings/{key}"))
                if answer.status != 200 or file.read_bytes() != before:
                    wrong.append(f"{file.name} {key}: {answer.status} {answer.text[:200]}")
                    file.write_bytes(before)
                    client.get("/api/settings")
        except AssertionError as error:
            wrong.append(f"{file.name}: {error}")
        finally:
            server.kill()
    print(f"{tried} settings changed and returned, {refused} refused every try, {len(wrong)} wrong")
    assert not wrong, "\n".join(wrong)


def parsed(file):
    """The content of a file as its program reads it."""
    text = file.read_text()
    if file.suffix == ".toml":
        return tomllib.loads(text)
    if file.suffix in (".yaml", ".yml"):
        return yaml.load(text, YAML12)
    comment = r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])'
    return json.loads(re.sub(comment, lambda match: match[1] or "", text, flags=re.S) or "{}")


class YAML12(yaml.SafeLoader):
    """YAML 1.2: "on" is a text, and so is a date."""


YAML12.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers
            if tag != "tag:yaml.org,2002:timestamp" and (tag != "tag:yaml.org,2002:bool" or first in "tTfF")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


class Anything(dict):
    """A document of which each part accepts everything."""

    def __missing__(self, name):
        return Anything()


def validators(schema):
    """The validator that a schema names. Documents elsewhere are not fetched, and accept everything."""
    kind = jsonschema.validators.validator_for(schema)
    version = referencing.jsonschema.specification_with(kind.META_SCHEMA["$schema"])
    return kind(schema, registry=referencing.Registry(retrieve=lambda _: referencing.Resource(Anything(), version)))


def errors(validator, content):
    """What the schema does not accept; the place in the schema tells more than the message, which has the content."""
    try:
        return {f"{error.json_path}: {'/'.join(map(str, error.absolute_schema_path))} "
                f"{error.message if error.validator == 'required' else ''}"
                for error in validator.iter_errors(content or {})}
    except (re.error, KeyError, AttributeError):
        return set()  # A schema that this validator cannot read.


def part(content, names):
    """The content at a place; `None` if there is none."""
    for name in names:
        content = content.get(name) if isinstance(content, dict) else None
    return content


def shows(value, content):
    """True if a value has all that is in the file; secrets, and parts that are not in the file, count as shown."""
    if content is None or value in ({"set": True}, {"set": False}):
        return True
    if isinstance(value, list) and not isinstance(content, list):
        return len(value) == 1 and shows(value[0], content)
    if isinstance(value, dict) and isinstance(content, dict):
        return all(name in value and shows(value[name], inner) for name, inner in content.items())
    if isinstance(value, list) and isinstance(content, list):
        return len(value) == len(content) and (
            all(map(shows, value, content)) or {*map(str, value)} == {*map(str, content)})
    return value == content or str(value).lower() == str(content).replace("\r\n", "\n").lower()


def different(old, new, place=()):
    """The places of members and elements that differ; those of a list are one place."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [found for name in {**old, **new}
                for found in different(old.get(name), new.get(name), (*place, name))]
    return [] if old == new and type(old) is type(new) else [place]


def put(client, key, value):
    return client.send(
        "PUT", f"/api/settings/{key}", {"Content-Type": "application/json"}, json.dumps(value).encode())


def others(value, rules):
    """Values that might be accepted, other than the present one."""
    rules = {} if isinstance(rules, bool) else rules
    yield from (option for option in rules.get("enum", []) if option != value)
    for part in rules.get("anyOf", []) + rules.get("oneOf", []) + rules.get("allOf", []):
        yield from others(value, part)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield from (value + 1, value - 1, rules.get("minimum", 0), rules.get("maximum", 1))
    elif isinstance(value, str):
        yield from (value + "x", value[:-1], "other")
    elif isinstance(value, list):
        if value:
            yield value[:-1]
        yield value + ["other"]
    elif isinstance(value, dict):
        if value and value != {"set": True} and value != {"set": False}:
            yield dict(list(value.items())[1:])
        yield value | {"other": "text"}
    kind = rules.get("type")
    kind = kind if isinstance(kind, str) else ""
    yield from {"boolean": [True], "integer": [1, 0], "number": [1], "string": ["other"],
                "array": [["other"], [1], [{}]], "object": [{"other": "text"}, {"other": 1}, {"other": {}}]
                }.get(kind, ["other", True, 1])
