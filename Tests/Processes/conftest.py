"""Tests of the program as processes, without a browser."""

import pytest

from support.client import Client
from support.schemas import reader, write
from support.server import Server


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
