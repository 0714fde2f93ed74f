"""Holds Schemas/faceplate.schema.json against the fixtures: what the program accepts, the JSON
Schema accepts; what the program refuses, it refuses too, except where JSON Schema cannot say it.

Run: python3 -m pytest Tests/Fixtures (needs pytest and jsonschema)."""

import json
import pathlib

import jsonschema
import pytest

FIXTURES = pathlib.Path(__file__).parent
ROOT = FIXTURES.parent.parent
SCHEMA = json.loads((ROOT / "Schemas/faceplate.schema.json").read_text("utf-8"))
BEYOND = dict(
    line.split(": ", 1)
    for line in (FIXTURES / "Invalid/beyond-json-schema.txt").read_text("utf-8").splitlines()
)
VALID = sorted((FIXTURES / "Valid").glob("*.json")) + [
    ROOT / "Schemas/demo.json",
    ROOT / "Schemas/reader.json",
    ROOT / "Schemas/showcase.json",
]
INVALID = sorted((FIXTURES / "Invalid").glob("*.json"))


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name is repeated")
    return members


def problem(path):
    """The first thing that is wrong with a file; None where there is nothing."""
    try:
        document = json.loads(path.read_text("utf-8"), object_pairs_hook=unique)
    except ValueError as error:
        return str(error)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    return jsonschema.exceptions.best_match(validator.iter_errors(document))


def named(path):
    return path.stem


def test_is_itself_a_json_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", VALID, ids=named)
def test_accepts_valid_schemas(path):
    assert problem(path) is None


@pytest.mark.parametrize("path", INVALID, ids=named)
def test_rejects_invalid_schemas(path):
    if path.stem in BEYOND:
        assert problem(path) is None, "JSON Schema can say this now: take it off the list"
    else:
        assert problem(path) is not None


def test_every_exception_is_a_fixture_with_a_reason():
    assert set(BEYOND) <= {path.stem for path in INVALID}
    assert all(reason.strip() for reason in BEYOND.values())
    assert list(BEYOND) == sorted(BEYOND)


def described(node, path="$"):
    """Each attribute of the dialect, and its description."""
    if isinstance(node, dict):
        for name, attribute in node.get("properties", {}).items():
            if isinstance(attribute, dict) and "if" not in path:
                yield f"{path}.{name}", attribute.get("description")
        for name, child in node.items():
            if name not in ("allOf", "contains"):
                yield from described(child, f"{path}.{name}")


def test_every_attribute_has_one_line_of_description():
    found = dict(described(SCHEMA))
    assert len(found) > 40
    for place, words in found.items():
        assert words and "\n" not in words and words.endswith("."), place


@pytest.mark.parametrize(
    "document, accepted",
    [
        ('[{"groupKey": "g", "items": []}]', True),
        ('{"groupKey": "g", "items": []}', True),
        ('{"groups": [], "$schema": "faceplate.schema.json", "$comment": 1}', True),
        ("{}", False),
        ("[[]]", False),
        ("true", False),
    ],
)
def test_accepts_the_three_forms_of_a_schema(document, accepted):
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert validator.is_valid(json.loads(document)) == accepted
