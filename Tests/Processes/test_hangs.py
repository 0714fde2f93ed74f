"""Nothing stands still: not before a schema that contains itself, not before a pipe that nobody reads."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from support.limits import HUNG
from support.schemas import reader, write
from support.server import ROOT, binary, environment

IN_ITSELF = {"groups": [{"groupKey": "g", "items": [
    {"itemKey": "on", "itemControlType": "switch"},
    {"itemKey": "g", "itemControlType": "edit_time"},
    {"itemKey": "x", "itemControlType": "edit_text", "itemVisibleWhen": "on"}]}]}


def post(port, value):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/", data=f"display_titles={value}".encode(),
        headers={"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=HUNG) as answer:
        return json.loads(answer.read())


def test_rejects_a_schema_that_contains_itself(tmp_path):
    schema = write(tmp_path / "panel.json", IN_ITSELF)
    for arguments in (["check", schema], ["serve", schema, "--port", "0"]):
        result = subprocess.run(
            [binary(), *map(str, arguments)], env=environment(), capture_output=True, text=True,
            timeout=HUNG)
        assert result.returncode == 1
        assert "'g' is already used" in result.stdout + result.stderr


def test_an_unread_log_does_not_block_requests(tmp_path):
    """Standard error is a pipe of 64 KiB, and two thousand posts write three times as much."""
    process = subprocess.Popen(
        [binary(), "serve", str(reader(tmp_path)), "--ephemeral", "--port", "0"],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        for number in range(1_000):
            assert post(port, "NO")["revision"] == 2 * number + 1
            assert post(port, "YES")["revision"] == 2 * number + 2
        process.terminate()
        assert process.wait(HUNG) == 0
        lines = process.stderr.read().splitlines()
        assert sum("revision" in line for line in lines) > 300
    finally:
        process.kill()


def test_a_failed_start_creates_no_database(tmp_path):
    schema = reader(tmp_path)
    holder = subprocess.Popen(
        [binary(), "serve", str(schema), "--ephemeral", "--port", "0"], env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = holder.stdout.readline().rstrip("/\n").rpartition(":")[2]
        before = sorted(path.name for path in tmp_path.iterdir())
        for wrong in (["--port", port], ["--port", "0", "--theme", "missing.css"],
                      ["--port", "0", "--action", "nobody=true"]):
            result = subprocess.run(
                [binary(), "serve", str(schema), *wrong], env=environment(), timeout=HUNG,
                capture_output=True, text=True)
            assert result.returncode != 0 and result.stderr
            assert sorted(path.name for path in tmp_path.iterdir()) == before, wrong
    finally:
        holder.kill()


@pytest.mark.timeout(1_200)
def test_each_reader_reads_mutated_inputs_within_its_limits():
    """One second of processor time and 256 MB each; a line names the reader and seed of a failure.

    Scripts/fuzz tries more.
    """
    fuzzer = Path(binary()).with_name("FuzzReaders")
    # It writes one small file again and again, and some file systems wait for the disk each time.
    memory = Path("/dev/shm")
    folder = {"TMPDIR": str(memory)} if memory.is_dir() else {}
    result = subprocess.run(
        [fuzzer, ROOT, "600"], env=environment() | folder, capture_output=True, text=True,
        timeout=1_100)
    sys.stdout.write(result.stdout)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.splitlines()[-1] == "9000 passed, 0 failed"
