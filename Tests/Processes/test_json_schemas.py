"""A program that has a JSON Schema of its settings, or one of VS Code or GSettings, needs no other one."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

from support.client import Client
from support.server import ROOT, Server, run

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Harbour",
    "properties": {
        "name": {"type": "string", "default": "Pier", "maxLength": 8},
        "server": {"title": "Server", "properties": {
            "port": {"type": "integer", "minimum": 1, "maximum": 65535, "default": 8080},
            "hosts": {"type": "array", "items": {"type": "string"}}}},
        "lamps": {"additionalProperties": {"type": "string"}}},
}
# A folder of folders with a schema.json each, as SchemaStore has them, or with files of GSettings.
FOLDER = os.environ.get("FACEPLATE_JSON_SCHEMAS")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "harbour.schema.json"
    path.write_text(json.dumps(SCHEMA))
    return path


def test_a_json_schema_is_served(file, tmp_path):
    server = Server(tmp_path / "panel.sqlite", file).start()
    try:
        client = Client(server.port)
        page = client.get("/").text
        assert all(text in page for text in ["<h1>Harbour", 'name="server.port"', 'name="lamps"'])
        assert client.changed({"server.port": "9000", "name": "Quay"}) == {
            "server.port": (None, 9000), "name": (None, "Quay")}
        assert client.post({"server.port": "70000"}).status == 422
    finally:
        server.kill()


def test_each_way_in_checks_a_field_of_json(file, tmp_path):
    problem = "north must be text"
    outcome = run("set", "--schema", file, 'lamps={"north":5}', check=False)
    assert outcome.returncode == 1 and problem in outcome.stderr
    (tmp_path / "values.json").write_text('{"lamps": {"north": 5}}')
    outcome = run("import", tmp_path / "values.json", "--schema", file, check=False)
    assert problem in outcome.stdout + outcome.stderr
    server = Server(tmp_path / "panel.sqlite", file).start()
    try:
        client = Client(server.port)
        answer = client.ask({"lamps": '{"north":5}'})
        assert (answer.status, answer.json["errors"]) == (422, [
            {"key": "lamps", "code": "wrong_type", "message": problem}])
        assert problem in client.post({"lamps": '{"north":5}'}).text
        assert client.changed({"lamps": '{"north":"on"}'}) == {"lamps": (None, {"north": "on"})}
        rules = json.loads(client.get("/api/schema").text)["properties"]["lamps"]["anyOf"][0]
        assert rules["allOf"] == [{"additionalProperties": {"type": "string"}}]
    finally:
        server.kill()


def test_a_json_schema_is_converted_with_notes(file, tmp_path):
    outcome = run("convert", file, "--output", tmp_path / "harbour.json")
    assert outcome.stderr.splitlines() == [
        "lamps: It is edited as JSON.", f"Wrote '{tmp_path}/harbour.json'."]
    for schema in (file, tmp_path / "harbour.json"):
        values = json.loads(run("list", "--schema", schema, "--json").stdout)
        assert list(values) == ["name", "lamps", "server.port", "server.hosts"]
    assert run("check", file).stdout.endswith("valid (2 groups, 4 items).\n")


def test_a_json_schema_of_a_list_is_rejected(tmp_path):
    (tmp_path / "list.json").write_text(
        '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array"}')
    outcome = run("check", tmp_path / "list.json", check=False)
    assert "a value without named properties, which cannot be a page" in outcome.stdout


def test_a_panel_is_written_as_a_json_schema_that_is_served(tmp_path):
    first = json.loads(run("schema", ROOT / "Schemas/demo.json", "--format", "json-schema").stdout)
    jsonschema.Draft202012Validator.check_schema(first)
    validator = jsonschema.Draft202012Validator(first)
    path = tmp_path / "demo.schema.json"
    outcome = run("schema", ROOT / "Schemas/demo.json", "--output", path)
    assert outcome.stderr.splitlines()[-1] == f"Wrote '{path}'."
    assert json.loads(path.read_text()) == first
    defaults, again = (
        json.loads(run("list", "--schema", schema, "--json").stdout)
        for schema in (ROOT / "Schemas/demo.json", path))
    assert list(again) == list(defaults)
    written = {key: value for key, value in defaults.items() if key in first["properties"]
               and not isinstance(value, dict) and value is not None}
    # A setting that must have a value can still be without one.
    assert [each for each in validator.iter_errors(written) if each.validator != "required"] == []
    german = json.loads(run("schema", ROOT / "Schemas/reader.json", "--locale", "de").stdout)
    english = json.loads(run("schema", ROOT / "Schemas/reader.json").stdout)
    assert german != english and list(german["properties"]) == list(english["properties"])


def test_an_extension_is_served_in_its_languages(tmp_path):
    (tmp_path / "package.json").write_text(json.dumps({
        "name": "harbor", "contributes": {"configuration": {"title": "%title%", "properties": {
            "harbor.lamp": {"type": "boolean", "default": True, "description": "%lamp%"}}}}}))
    (tmp_path / "package.nls.json").write_text('{"title": "Harbor", "lamp": "Shines."}')
    (tmp_path / "package.nls.de.json").write_text('{"title": "Hafen", "lamp": "Leuchtet."}')
    converted = json.loads(run("convert", tmp_path / "package.json").stdout)
    assert converted["labels"] == {"de": {"Harbor": "Hafen", "Shines.": "Leuchtet."}}
    server = Server(tmp_path / "panel.sqlite", tmp_path / "package.json").start()
    try:
        client = Client(server.port)
        page = client.get("/?lang=de").text
        assert "Hafen" in page and "Leuchtet." in page and 'name="harbor.lamp"' in page
        assert "Shines." in client.get("/?lang=en").text
    finally:
        server.kill()


GSCHEMA = """<schemalist gettext-domain="harbor">
  <enum id="org.harbor.Color"><value nick="red" value="0"/><value nick="green" value="1"/></enum>
  <schema id="org.harbor" path="/org/harbor/">
    <key name="night-lamp" type="b"><default>true</default><summary>Shine at night</summary></key>
    <key name="color" enum="org.harbor.Color"><default>'red'</default></key>
  </schema>
  <schema id="org.harbor.quay" path="/org/harbor/quay/">
    <key name="length" type="u"><range max="900"/><default>40</default></key>
    <key name="size" type="(sb)"><default>('a', true)</default></key>
  </schema>
</schemalist>
"""


def test_a_gschema_is_served_in_its_languages(tmp_path):
    file = tmp_path / "data/org.harbor.gschema.xml"
    for path, text in {file: GSCHEMA, tmp_path / "po/de.po": 'msgid "Shine at night"\nmsgstr "Nachts leuchten"\n'}.items():
        path.parent.mkdir()
        path.write_text(text)
    outcome = run("convert", file)
    assert outcome.stderr.splitlines() == ["quay.size: It is edited as JSON."]
    assert json.loads(outcome.stdout)["labels"] == {"de": {"Shine at night": "Nachts leuchten"}}
    server = Server(tmp_path / "panel.sqlite", file).start()
    try:
        client = Client(server.port)
        assert "Nachts leuchten" in client.get("/?lang=de").text
        assert "Shine at night" in client.get("/?lang=en").text
        assert client.changed({"quay.length": "50", "color": "green", "night-lamp": "false"}) == {
            "quay.length": (None, 50), "color": (None, "green"), "night-lamp": (None, False)}
        assert client.post({"quay.length": "901"}).status == 422
    finally:
        server.kill()


def test_a_broken_gschema_is_rejected_with_its_line(tmp_path):
    (tmp_path / "a.gschema.xml").write_text(GSCHEMA.replace("</enum>", "\n</key>"))
    outcome = run("check", tmp_path / "a.gschema.xml", check=False)
    assert "a.gschema.xml:3:1: error: Found </key>, where </enum> was expected." in outcome.stdout
    assert outcome.returncode == 1


@pytest.mark.skipif(not FOLDER, reason="FACEPLATE_JSON_SCHEMAS names no folder")
def test_published_schemas_are_read():
    own, json_fields, refused = 0, 0, []
    for path in sorted([*Path(FOLDER).glob("*/schema.json"), *Path(FOLDER).glob("**/*.gschema.xml")]):
        outcome = run("convert", path, check=False)
        if outcome.returncode:
            refused.append(path.parent.name)
            continue
        pages = [json.loads(outcome.stdout)["groups"]]
        while pages:
            for item in (item for group in pages.pop() for item in group["items"]):
                if item["itemControlType"] == "page":
                    pages.append(item["groups"])
                elif item["itemControlType"] == "custom":
                    json_fields += 1
                else:
                    own += 1
    print(f"{own} of {own + json_fields} settings have a control; not read: {refused}")
    assert own >= 0.95 * (own + json_fields)
