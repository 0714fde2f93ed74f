"""What other systems keep comes in by the command line: their declarations, and their values."""

import json
import shutil

import pytest

from support.client import Client
from support.server import ROOT, Server, run

BUNDLES = ROOT / "Tests/Fixtures/SettingsBundles"


@pytest.fixture
def bundle(tmp_path):
    return shutil.copytree(BUNDLES / "Harbour.bundle", tmp_path / "Harbour.bundle")


@pytest.mark.seed("S2.23")
def test_a_settings_bundle_becomes_a_schema_with_its_labels(bundle, tmp_path):
    outcome = run("convert", bundle, "--output", tmp_path / "harbour.json")
    assert outcome.stdout == ""
    lines = outcome.stderr.splitlines()
    assert "Root.plist: PreferenceSpecifiers[3].Key: 'horn pitch' is 'horn_pitch' here." in lines
    assert f"Wrote '{tmp_path}/fr.lproj/harbour.strings'." in lines
    assert run("check", tmp_path / "harbour.json").stdout.endswith("sound (5 groups, 12 items).\n")
    words = run("labels", tmp_path / "harbour.json", "--locale", "fr").stdout
    assert '"WATCH" = "Veille";' in words


@pytest.mark.seed("S2.6")
def test_the_defaults_of_a_bundle_are_those_of_its_panel(bundle, tmp_path):
    run("convert", bundle, "--output", tmp_path)
    found = json.loads(run("list", "--schema", tmp_path / "Harbour.json", "--json").stdout)
    values = {key: entry["value"] for key, entry in found.items()}
    assert values == {
        "nameSetting": "Ada", "enabledSetting": True, "horn_pitch": True, "sliderSetting": 0.25,
        "radioCode": {"set": False}, "version": "2.1", "quay": 2, "lamp": "green", "tide": 0,
        "choicesEnabledSetting": False, "choicesSliderSetting": 25}
    assert {entry["provenance"] for entry in found.values()} == {"default"}


@pytest.mark.seed("S2.23")
def test_a_converted_bundle_is_served(bundle, tmp_path):
    run("convert", bundle, "--output", tmp_path / "harbour.json")
    server = Server(tmp_path / "panel.sqlite", tmp_path / "harbour.json").start()
    try:
        client = Client(server.port)
        for path in ("/", "/pages/choices"):
            assert client.get(path).status == 200
        changed = client.changed({"choicesSliderSetting": "40.5", "quay": "3"})
        assert changed == {"choicesSliderSetting": (None, 40.5), "quay": (None, 3)}
    finally:
        server.kill()


def test_without_a_file_the_schema_is_printed_with_its_labels(bundle):
    schema = json.loads(run("convert", bundle).stdout)
    assert schema["labels"]["de"]["WATCH"] == "Wache"
    answer = json.loads(run("convert", bundle, "--json").stdout)
    assert answer["schema"] == schema
    assert answer["notes"][1] == {
        "file": "Root.plist", "place": "PreferenceSpecifiers[3].Key",
        "message": "'horn pitch' is 'horn_pitch' here."}


def test_a_bundle_becomes_swift_too(bundle, tmp_path):
    run("convert", bundle, "--output", tmp_path / "Harbour.swift")
    source = (tmp_path / "Harbour.swift").read_text()
    assert 'Switch("enabledSetting", default: true)' in source and '"Wache"' in source


def test_what_is_no_bundle_is_said(tmp_path):
    (tmp_path / "empty.bundle").mkdir()
    outcome = run("convert", tmp_path / "empty.bundle", check=False)
    assert outcome.returncode == 1 and outcome.stdout == ""
    assert "There is no 'Root.plist' in it, so it is no settings bundle." in outcome.stderr
    assert run("convert", tmp_path / "none.bundle", check=False).returncode == 1


def test_a_bundle_is_written_where_its_form_is_known(bundle, tmp_path):
    outcome = run("convert", bundle, "--output", tmp_path / "harbour.yaml", check=False)
    assert outcome.returncode == 64
    assert "named neither .swift nor .json" in outcome.stderr
