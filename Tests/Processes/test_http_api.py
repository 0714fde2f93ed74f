"""The HTTP API keeps to its own description, and the JSON Schema of the values agrees with the panel.

FACEPLATE_API_EXAMPLES is the number of generated requests for each operation, and FACEPLATE_API_VALUES that
of random values for each setting; a longer run raises them.
"""

import json
import os
import random
import re
import subprocess
import sys
from decimal import Decimal, getcontext

import jsonschema
import pytest
from support.client import BASE, Client
from support.limits import HUNG
from support.server import SCHEMAS, Server, own_server

EXAMPLES = int(os.environ.get("FACEPLATE_API_EXAMPLES", "40"))
VALUES = int(os.environ.get("FACEPLATE_API_VALUES", "40"))
SEED = int(os.environ.get("FACEPLATE_API_SEED", "7"))

# Remainders are exact also of the largest numbers here.
getcontext().prec = 200

CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "response_schema_conformance", "unsupported_method",
]

# Conditions that JSON Schema cannot express; the schema names them in `$comment`.
BEYOND_JSON_SCHEMA = {
    "too_small", "too_large", "not_a_step",  # of times and days, and steps from an odd minimum
    "duplicate",  # of one column of a table
    "not_a_date", "not_a_date_time",  # February 29 in other years
    "time_does_not_exist",  # when clocks go forward
    "check_failed", "message",  # rules of the program, and rules over several settings
    "not_an_option",  # while a condition hides an option that the schema lists
    "required",  # under a condition on other settings
    "not_enabled", "file_type", "too_large_file", "not_a_file",
    "not_text",  # the state of a secret that is not its current state
}


@pytest.fixture
def showcase(tmp_path):
    """Every control in every state, started, with a first change."""
    server = Server(tmp_path / "showcase.sqlite", SCHEMAS / "showcase.json").start()
    yield server
    server.kill()


def get(client, path):
    answer = client.send("GET", BASE + path)
    assert answer.status == 200, answer
    # Decimals are compared exactly, as the panel does.
    return json.loads(answer.body, parse_float=Decimal)


def shorten(part):
    """Lowers the length of what is sent in base64: no request is as long, and its pattern, repeated up to the length of
    a file, took a gigabyte and half of the time."""
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
        shorten(inner)
    if isinstance(part, dict) and part.get("contentEncoding") == "base64":
        part["maxLength"] = 2_000


@own_server
@pytest.mark.timeout(600)
def test_every_response_matches_the_description(showcase, tmp_path):
    client = Client(showcase.port)
    description = json.loads(client.send("GET", BASE + "/api/openapi.json").body)
    for operations in description["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                # A test does not wait for a minute that changes nothing.
                if parameter["name"] == "wait":
                    parameter["schema"]["maximum"] = 0
    shorten(description)
    # A stream has no end to compare with a description.
    del description["paths"]["/api/events"]
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(description))
    run = subprocess.run(
        [
            sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()",
            "run", str(document), "--url", f"http://127.0.0.1:{showcase.port}{BASE}",
            "--checks", ",".join(CHECKS), "--max-examples", str(EXAMPLES), "--seed", str(SEED),
            "--phases", "examples,fuzzing", "--continue-on-failure", "--no-color",
            "--suppress-health-check", "all", "--generation-database", "none",
        ], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    cases = int(re.search(r"(\d+) generated", run.stdout).group(1))
    print(f"{cases} requests")
    # Operations without parameters have fewer than the others.
    assert cases > 5 * EXAMPLES
    assert get(client, "/healthz")["status"] == "ok"


# MARK: values

TEXTS = ["", "a", " a ", "Ada", "ÄÖ é", "a\nb", "a\tb", "\u0000", "x" * 20, "x" * 300, "0", "yes", "-1", "#",
         "#0b5cad", "#FFF", "#0b5cad80", "07:30", "7:30", "24:00", "23:59:59", "2026-02-28", "2026-02-30",
         "2026-13-01", "0000-01-01", "2026-11-20T07:30", "2026-11-20T07:30:15", "5m", "1h30m", "\u2028",
         "https://example.org", "ada@example.org", "name-1", "192.168.0.1"]


def number(rules, chance):
    low = rules.get("minimum", -1000)
    high = rules.get("maximum", 1000)
    step = rules.get("multipleOf", 1)
    near = [low, high, low - 1, high + 1, low + step, high - step, 0, 1, -1, low + step * 3]
    inside = low + step * chance.randint(0, 20)
    odd = Decimal(chance.randint(-10_000, 10_000)) / chance.choice([1, 10, 100, 1000])
    return chance.choice(near + [inside, inside, inside, odd])


def value(rules, chance):
    """A value that a schema accepts, or nearly."""
    kind = rules.get("type")
    if chance.random() < 0.1:
        return chance.choice([True, False, 0, 1, "", "a", [], {}, [1], {"a": 1}, Decimal("0.5"), 10**30])
    if "anyOf" in rules and kind is None:
        return value(chance.choice(rules["anyOf"]), chance)
    if "enum" in rules:
        return chance.choice(rules["enum"] + ["other"])
    if kind == "boolean":
        return chance.choice([True, False])
    if kind in ("integer", "number"):
        return number(rules, chance)
    if kind == "string":
        least, most = rules.get("minLength", 0), rules.get("maxLength", 30)
        if most > 2000:
            return chance.choice(TEXTS)
        return chance.choice(
            TEXTS + ["x" * least, "x" * max(least - 1, 0), "x" * most, "x" * (most + 1)])
    if kind == "array":
        least, most = rules.get("minItems", 0), rules.get("maxItems", 4)
        count = chance.choice([least, min(most, 6), max(least - 1, 0), most + 1, least + 1])
        return [value(rules["items"], chance) for _ in range(min(count, 30))]
    if kind == "object":
        if "properties" not in rules:
            names = chance.sample(TEXTS + ["a", "name", "x-1"], min(rules.get("maxProperties", 4), 4))
            return {name: value(rules["additionalProperties"], chance) for name in names[:chance.randint(0, 4)]}
        if set(rules["properties"]) == {"name", "type", "data"}:
            return {"name": chance.choice(["a.txt", "", "a/b.png", "é.png", "x" * 256]),
                    "type": chance.choice(["text/plain", "image/png", "nonsense"]),
                    "data": chance.choice(["", "QQ==", "QUI=", "QUJD", "QR==", "Q", "QUJD\n", "A" * 4000])}
        made = {key: value(part, chance) for key, part in rules["properties"].items()}
        if chance.random() < 0.2 and made:
            made.pop(chance.choice(list(made)))
        return made
    return chance.choice([1, "a", [1, "b"], {"a": True}, Decimal("1.5")])


def written(value):
    """JSON with exact decimals."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{written(part)}" for key, part in value.items()) + "}"
    return json.dumps(value)


@own_server
def test_the_schema_is_valid_json_schema_2020_12(showcase):
    client = Client(showcase.port)
    schema = get(client, "/api/schema")
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(get(client, "/api/settings"))


@own_server
@pytest.mark.timeout(600)
def test_the_schema_accepts_the_same_values_as_the_panel(showcase):
    client = Client(showcase.port)
    schema = get(client, "/api/schema")
    details = get(client, "/api/settings?detailed=1")["settings"]
    chance = random.Random(SEED)
    judged, differing = 0, []
    for key, rules in schema["properties"].items():
        if (details[key]["isReadOnly"] or details[key]["provenance"] == "locked"
                or details[key]["control"] == "button"):
            continue
        validator = jsonschema.Draft202012Validator(rules)
        for _ in range(VALUES):
            sent = value(details[key]["constraints"], chance)
            fits = validator.is_valid(sent)
            answer = client.send(
                "PUT", f"{BASE}/api/settings/{key}?dry_run=1",
                {"Content-Type": "application/json"}, written(sent).encode())
            assert answer.status in (200, 422), (key, sent, answer)
            judged += 1
            if answer.status == 422:
                codes = {error["code"] for error in answer.json["errors"]}
                # A rejected value breaks the schema, or a condition that JSON Schema cannot express.
                if fits and not codes & BEYOND_JSON_SCHEMA:
                    differing.append((key, sent, codes))
                continue
            changed = json.loads(answer.body, parse_float=Decimal)["changed"].get(key)
            if changed is None or fits:
                continue
            # The value was sent in another form that the panel also reads, and stored in the one of the schema.
            stored = changed["to"]
            if not validator.is_valid(stored) or stored == sent and type(stored) is type(sent):
                differing.append((key, sent, stored))
    print(f"{judged} values")
    assert not differing, differing[:20]


@own_server
def test_a_client_waits_for_a_change(showcase):
    client, other = Client(showcase.port), Client(showcase.port)
    details = get(client, "/api/settings?detailed=1")
    key = next(key for key, report in details["settings"].items() if report["control"] == "switch"
               and not report["isReadOnly"] and report["provenance"] == "default")
    process = subprocess.Popen(
        [sys.executable, "-c",
         "import sys, urllib.request; print('ready', flush=True);"
         "print(urllib.request.urlopen(sys.argv[1]).read().decode())",
         f"http://127.0.0.1:{showcase.port}{BASE}/api/settings/{key}"
         f"?after={details['revision']}&wait=60"],
        stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    new = not details["settings"][key]["value"]
    answer = other.send(
        "PUT", f"{BASE}/api/settings/{key}", {"Content-Type": "application/json"},
        json.dumps(new).encode())
    assert answer.status == 200, answer
    text, _ = process.communicate(timeout=HUNG)
    assert json.loads(text) is new


@own_server
def test_a_stop_does_not_wait_for_a_waiting_client(showcase):
    process = subprocess.Popen(
        [sys.executable, "-c",
         "import socket, sys\n"
         "c = socket.create_connection(('127.0.0.1', int(sys.argv[1])))\n"
         "c.sendall(b'GET ' + sys.argv[2].encode() + b'/api/settings?after=0&wait=60 HTTP/1.1\\r\\n'\n"
         "          b'Host: localhost\\r\\n\\r\\nGET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')\n"
         "print('sent', flush=True)\n"
         "print(c.recv(100).decode().splitlines()[0])",
         str(showcase.port), BASE],
        stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "sent\n"
    assert Client(showcase.port).send("GET", BASE + "/healthz").status == 200
    assert showcase.stop() == 0
    line, _ = process.communicate(timeout=HUNG)
    # Another thread reads this connection, so that the stop can come before the request was read.
    assert line.split()[:2] in (["HTTP/1.1", "200"], ["HTTP/1.1", "503"]), line
