"""Files of environment variables mean the same to each program that reads them."""

import json
import os
import shutil
import subprocess

import pytest

from support.schemas import write
from support.server import run

TEXTS = [
    "007", "1.10", "0x1F", "no", "null", "2026-01-01", "a: b", "# x", '"', "1e3", " lead", "trail ",
    "a # b", "it's", "pa$$word", "$HOME", "`date`", "$(date)", "!x", "c:\\x", "a\\nb", "a=b", "a;b",
    "~", "*", "%s", "é😀", "{}", "[1,2]", "x'y", "=", "`a", "a&b|c<d>e", "export X=1", "\\t",
    "a\nb", "'\n# x", "it's \"q\"", "a\\\\b", "c:\\", "${HOME}", "it's $5", "it's `x`", "''",
]
LISTS = [["it's", 'say "x"'], ["a\\b", "c\\"], ["${HOME}", "$x"], ["a\nb", "\t"], []]


@pytest.fixture
def values(tmp_path):
    """Exports all texts, and returns the file and the values that it has to have."""
    keys = {f"t{index}": text for index, text in enumerate(TEXTS)}
    lists = {f"l{index}": value for index, value in enumerate(LISTS)}
    items = [
        {"itemKey": key, "itemControlType": "edit_multiline", "itemTrim": False} for key in keys
    ] + [{"itemKey": key, "itemControlType": "custom"} for key in lists]
    schema = write(tmp_path / "texts.json", {"groups": [{"groupKey": "g", "items": items}]})
    source = write(tmp_path / "source.json", keys | lists)
    place = ["--database", tmp_path / "texts.sqlite"]
    run("import", source, "--schema", schema, *place)
    path = tmp_path / "values.env"
    outcome = run("export", "--format", "env", "--output", path, *place)
    left_out = {key for key in keys if f" {key}," in outcome.stderr or f" {key}." in outcome.stderr}
    expected = {
        key.upper(): value if isinstance(value, str) else json.dumps(value)
        for key, value in (keys | lists).items() if key not in left_out
    }
    assert {keys[key] for key in left_out} == {
        "it's \"q\"", "a\\\\b", "c:\\", "${HOME}", "it's $5", "it's `x`",
    }
    return path, expected


def shell(program, path):
    output = subprocess.run(
        [program, "-c", f"set -a; . {path}; exec env -0"], env={"PATH": os.environ["PATH"]},
        capture_output=True, check=True).stdout.decode()
    return dict(entry.split("=", 1) for entry in output.split("\0") if "=" in entry)


def node(path):
    output = subprocess.run(
        ["node", f"--env-file={path}", "-e", "console.log(JSON.stringify(process.env))"],
        env={"PATH": os.environ["PATH"]}, capture_output=True, check=True).stdout
    return json.loads(output)


def dotenv(path):
    program = "import dotenv, json, sys; print(json.dumps(dotenv.dotenv_values(sys.argv[1])))"
    output = subprocess.run(
        ["python3", "-c", program, path], capture_output=True, check=True).stdout
    return json.loads(output)


def has(reader):
    if reader == "node":
        return shutil.which("node") is not None
    if reader == "dotenv":
        return subprocess.run(["python3", "-c", "import dotenv"], capture_output=True).returncode == 0
    return shutil.which(reader) is not None


@pytest.mark.parametrize("reader", ["bash", "sh", "node", "dotenv"])
def test_each_reader_reads_the_same_text(values, reader):
    if not has(reader):
        pytest.skip(f"{reader} is not installed")
    path, expected = values
    found = {"node": node, "dotenv": dotenv}.get(reader, lambda file: shell(reader, file))(path)
    for key, value in expected.items():
        if key.startswith("L"):
            assert json.loads(found[key]) == json.loads(value)
        else:
            assert found[key] == value


def test_the_file_explains_omitted_values(values):
    text = values[0].read_text()
    assert "left out, because bash, systemd, Docker Compose" in text.splitlines()[1]
