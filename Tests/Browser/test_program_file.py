"""Settings that a program's JSON Schema needs together are saved together, one after the other."""

import pytest
from playwright.sync_api import expect

from support.schemas import write

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Harbour",
    "properties": {"remote": {
        "properties": {"owner": {"type": "string"}, "repo": {"type": "string"}}, "required": ["owner", "repo"]}},
}


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "harbour.yaml"


@pytest.fixture
def server(start, tmp_path, file):
    return start(write(tmp_path / "harbour.schema.json", SCHEMA), ["--file", file])


def test_a_refused_change_is_saved_with_what_it_needs(panel, file):
    def field(key):
        return panel.page.locator(f"[name='{key}']")

    def row(key):
        return panel.page.locator(f"[id='s-{key}']")

    field("remote.owner").fill("ada")
    field("remote.owner").blur()
    expect(row("remote.repo")).to_contain_text("“remote.repo” is missing")
    assert not file.exists()
    field("remote.repo").fill("harbour")
    field("remote.repo").blur()
    expect(row("remote.owner")).not_to_contain_text("missing")
    expect(row("remote.repo")).not_to_contain_text("missing")
    assert file.read_text() == "remote:\n  owner: ada\n  repo: harbour\n"
