"""Tests of the program as processes, without a browser."""

import sys
from pathlib import Path

import pytest

# The tests in the browser start and ask the program the same way.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Browser"))

from support.client import Client  # noqa: E402
from support.schemas import reader, write  # noqa: E402
from support.server import Server  # noqa: E402


def many(count):
    """A schema of `count` texts, `k0`, `k1`, …"""
    items = [
        {"itemKey": f"k{number}", "itemControlType": "edit_text"} for number in range(count)]
    return {"panelKey": "many", "groups": [{"groupKey": "all", "items": items}]}


@pytest.fixture
def server(tmp_path):
    """The sample schema, started."""
    server = Server(tmp_path / "panel.sqlite", reader(tmp_path)).start()
    yield server
    server.kill()


@pytest.fixture
def many_server(tmp_path):
    """A schema of 64 texts, not started yet."""
    server = Server(
        tmp_path / "panel.sqlite", write(tmp_path / "many.json", many(64)),
        ["--log-level", "error"])
    yield server
    server.kill()


@pytest.fixture
def client(server):
    return Client(server.port)
