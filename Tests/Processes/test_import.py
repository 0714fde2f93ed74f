"""What other systems keep comes in by the command line: their declarations, and their values."""

import json
import plistlib
import shutil
from datetime import datetime

import pytest

from support.client import Client
from support.schemas import write
from support.server import ROOT, Server, run

BUNDLES = ROOT / "Tests/Fixtures/SettingsBundles"


@pytest.fixture
def bundle(tmp_path):
    return shutil.copytree(BUNDLES / "Harbour.bundle", tmp_path / "Harbour.bundle")


def test_a_settings_bundle_is_converted_to_a_schema_with_labels(bundle, tmp_path):
    outcome = run("convert", bundle, "--output", tmp_path / "harbour.json")
    assert outcome.stdout == ""
    lines = outcome.stderr.splitlines()
    assert ("Root.plist: PreferenceSpecifiers[3].Key (horn pitch \"Deep horn\"): "
            "'horn pitch' is 'horn_pitch' here.") in lines
    assert lines[-2:] == [
        f"'{bundle}': 11 settings on 2 pages in 4 languages, 5 notes above.",
        f"Wrote '{tmp_path}/harbour.json' and 4 label files "
        "(LOCALE.lproj/harbour.strings)."]
    assert (tmp_path / "fr.lproj/harbour.strings").exists()
    assert run("check", tmp_path / "harbour.json").stdout.endswith("valid (5 groups, 12 items).\n")
    words = run("labels", tmp_path / "harbour.json", "--locale", "fr").stdout
    assert '"WATCH" = "Veille";' in words


def test_the_panel_has_the_defaults_of_the_bundle(bundle, tmp_path):
    run("convert", bundle, "--output", tmp_path)
    found = json.loads(run("list", "--schema", tmp_path / "Harbour.json", "--json").stdout)
    values = {key: entry["value"] for key, entry in found.items()}
    assert values == {
        "nameSetting": "Ada", "enabledSetting": True, "horn_pitch": True, "sliderSetting": 0.25,
        "radioCode": {"set": False}, "version": "2.1", "quay": 2, "lamp": "green", "tide": 0,
        "choicesEnabledSetting": False, "choicesSliderSetting": 25}
    assert {entry["provenance"] for entry in found.values()} == {"default"}


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


def test_the_schema_is_printed_with_its_labels_without_an_output_file(bundle):
    schema = json.loads(run("convert", bundle).stdout)
    assert schema["labels"]["de"]["WATCH"] == "Wache"
    answer = json.loads(run("convert", bundle, "--json").stdout)
    assert answer["schema"] == schema
    assert answer["notes"][1] == {
        "file": "Root.plist", "place": "PreferenceSpecifiers[3].Key", "key": "horn pitch",
        "title": "Deep horn", "message": "'horn pitch' is 'horn_pitch' here."}


def test_control_characters_of_files_are_escaped(bundle, panel, tmp_path):
    pane = {"PreferenceSpecifiers": [{"Type": "PS\x9b2J", "\x7fTitle\n": "x"}]}
    (bundle / "Root.plist").write_bytes(plistlib.dumps(pane, fmt=plistlib.FMT_BINARY))
    outcome = run("convert", bundle, "--output", tmp_path / "harbour.json")
    assert "'PS\\u009b2J' has no counterpart." in outcome.stderr
    outcome = run(
        "import", store(panel, {"port": 1, "PORT": 2, "port\x9b": 3}), "--schema",
        panel / "panel.json", check=False)
    assert "port\\u009b" in outcome.stdout
    for text in (outcome.stdout, outcome.stderr):
        assert not any(ord(sign) < 0x20 and sign != "\n" or 0x7f <= ord(sign) < 0xa0
                       for sign in text)


def test_reports_a_folder_that_is_not_a_bundle(tmp_path):
    (tmp_path / "empty.bundle").mkdir()
    outcome = run("convert", tmp_path / "empty.bundle", check=False)
    assert outcome.returncode == 1 and outcome.stdout == ""
    assert "There is no 'Root.plist' in it, so it is not a settings bundle." in outcome.stderr
    assert run("convert", tmp_path / "none.bundle", check=False).returncode == 1


def test_suggests_the_name_of_a_similar_bundle(bundle, tmp_path):
    outcome = run("convert", tmp_path / "Harbuor.bundle", "--output", tmp_path / "out", check=False)
    assert outcome.returncode == 1
    assert (f"There is no file or folder '{tmp_path}/Harbuor.bundle'. Did you mean "
            "'Harbour.bundle'?") in outcome.stderr
    assert not (tmp_path / "out").exists()


def pane(folder, *specifiers, name="Root.plist", **more):
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(
        plistlib.dumps({"PreferenceSpecifiers": list(specifiers)} | more))
    return folder


def test_a_bundle_without_a_title_gets_one(tmp_path):
    made = pane(tmp_path / "Settings.bundle",
                {"Type": "PSToggleSwitchSpecifier", "Key": "pins", "Title": "Pins"})
    outcome = run("convert", made, "--output", tmp_path / "settings.json")
    assert outcome.stderr.splitlines() == [
        f"'{made}': 1 setting on 1 page, nothing to note.",
        "The bundle has no title, so the panel is called 'settings'. Use --title to choose another title.",
        f"Wrote '{tmp_path}/settings.json'."]
    outcome = run("convert", made, "--title", "Reader", "--output", tmp_path / "settings.json")
    assert "no title" not in outcome.stderr
    server = Server(tmp_path / "panel.sqlite", tmp_path / "settings.json").start()
    try:
        assert "<title>Reader</title>" in Client(server.port).get("/").text
    finally:
        server.kill()
    outcome = run("convert", tmp_path / "settings.json", "--title", "x", check=False)
    assert outcome.returncode == 64 and "'panelTitle'" in outcome.stderr


def test_a_long_licence_is_shown_on_a_page(tmp_path):
    licence = "Permission is granted.\n" * 3_500
    made = pane(tmp_path / "Settings.bundle",
                {"Type": "PSChildPaneSpecifier", "File": "Licence", "Title": "Licence"})
    pane(made, {"Type": "PSGroupSpecifier", "Title": "MIT", "FooterText": licence},
         name="Licence.plist")
    run("convert", made, "--output", tmp_path / "settings.json")
    server = Server(tmp_path / "panel.sqlite", tmp_path / "settings.json").start()
    try:
        page = Client(server.port).get("/pages/licence").text
        assert licence in page and ">MIT</h2>" in page
    finally:
        server.kill()


def test_a_fractional_slider_value_is_rounded_and_imported(tmp_path):
    made = pane(tmp_path / "Settings.bundle",
                {"Type": "PSSliderSpecifier", "Key": "level", "DefaultValue": 0.25})
    schema = tmp_path / "settings.json"
    run("convert", made, "--output", schema)
    stored = store(tmp_path, {"level": 0.6589599847793579})
    assert "0.659" in run("import", stored, "--schema", schema).stdout
    server = Server(tmp_path / "settings.sqlite", schema).start()
    try:
        page = Client(server.port).get("/").text
        assert 'type="range"' in page and 'step="0.001"' in page
    finally:
        server.kill()


def test_a_read_only_value_of_the_program_is_imported(tmp_path):
    made = pane(
        tmp_path / "Settings.bundle",
        {"Type": "PSTitleValueSpecifier", "Key": "LastVersion", "Title": "Version",
         "DefaultValue": "0.0"},
        {"Type": "PSToggleSwitchSpecifier", "Key": "Pins", "Title": "Pins"})
    schema = ["--schema", tmp_path / "settings.json"]
    run("convert", made, "--output", tmp_path / "settings.json")
    outcome = run("import", store(tmp_path, {"LastVersion": "4.6.4", "Pins": True}), *schema)
    assert outcome.stdout.startswith("Changed (2):")
    assert run("get", "LastVersion", *schema).stdout == "4.6.4\n"
    outcome = run("set", "LastVersion=5", *schema, check=False)
    assert outcome.returncode == 1 and "read-only" in outcome.stderr


def test_serve_explains_how_to_convert_a_bundle(bundle, tmp_path):
    outcome = run("serve", bundle, "--database", tmp_path / "x.sqlite", check=False)
    assert outcome.returncode == 1
    assert f"run 'faceplate convert {bundle} --output schema.json'" in outcome.stderr


def test_rejects_an_unknown_output_format(bundle, tmp_path):
    outcome = run("convert", bundle, "--output", tmp_path / "harbour.yaml", check=False)
    assert outcome.returncode == 64
    assert "does not end with .json" in outcome.stderr


# MARK: Values

PANEL = [
    {"groupKey": "display", "items": [
        {"itemKey": "display_titles", "itemControlType": "switch", "itemValue": "YES"},
        {"itemKey": "mode", "itemControlType": "segment", "itemOptions": ["slow", "fast"]},
        {"itemKey": "names", "itemControlType": "edit_list"},
        {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80,
         "itemMinimum": 1, "itemMaximum": 65535},
        {"itemKey": "alarm", "itemControlType": "edit_datetime"},
        {"itemKey": "password", "itemControlType": "edit_password", "itemMinimumLength": 4}]}]
STORE = {
    "display_titles": 0, "mode": 1, "names1": "Eve", "names0": "Ada", "port": "8080",
    "alarm": datetime(2026, 11, 20, 7, 30), "password": "hush-hush", "AppleLanguages": ["en"],
    "prot": 3}


@pytest.fixture
def panel(tmp_path):
    write(tmp_path / "panel.json", PANEL)
    return tmp_path


def store(folder, values, form=plistlib.FMT_BINARY):
    path = folder / "org.example.panel.plist"
    path.write_bytes(plistlib.dumps(values, fmt=form))
    return path


def values(folder):
    found = json.loads(run("list", "--schema", folder / "panel.json", "--json").stdout)
    return {key: entry["value"] for key, entry in found.items() if entry["isSet"]}


@pytest.mark.parametrize("form", [plistlib.FMT_BINARY, plistlib.FMT_XML])
def test_values_of_another_store_are_imported_as_one_revision(panel, form):
    outcome = run("import", store(panel, STORE, form), "--schema", panel / "panel.json")
    assert outcome.stdout.splitlines() == [
        "Changed (6):",
        "  alarm: - (default) -> 2026-11-20T07:30",
        "  display_titles: true (default) -> false",
        "  mode: slow (default) -> fast",
        "  password: not set -> set",
        "  port: 80 (default) -> 8080",
        '  names: [] (default) -> ["Ada","Eve"] (from names0 and 1 more)',
        "Unknown (2):",
        "  AppleLanguages",
        "  prot (did you mean 'port'?)"]
    assert "hush" not in outcome.stdout + outcome.stderr
    assert values(panel) == {
        "display_titles": False, "mode": "fast", "names": ["Ada", "Eve"], "port": 8080,
        "alarm": "2026-11-20T07:30", "password": {"set": True}}
    history = json.loads(run("changes", "--schema", panel / "panel.json", "--json").stdout)
    assert [(entry["revision"], entry["origin"], entry["note"]) for entry in history["revisions"]] \
        == [(1, "import", "org.example.panel.plist")]


def test_a_dry_run_creates_no_database(panel):
    database = panel / "none.sqlite"
    outcome = run(
        "import", store(panel, STORE), "--dry-run", "--schema", panel / "panel.json",
        "--database", database)
    assert outcome.stdout.startswith("Would change (6):\n")
    assert not [path for path in panel.iterdir() if path.name.startswith("none")]


def test_a_rejected_value_prevents_an_import_that_is_not_partial(panel):
    path = store(panel, {"port": 70000, "mode": "warp", "display_titles": False})
    schema = ["--schema", panel / "panel.json"]
    outcome = run("import", path, *schema, check=False)
    assert outcome.returncode == 1
    lines = outcome.stdout.splitlines()
    assert lines[:2] == ["Would change (1):", "  display_titles: true (default) -> false"]
    assert lines[2] == "Rejected (2):" and "'port'" in lines[4] + lines[3]
    assert "Add --partial" in outcome.stderr
    # A script can ask first.
    assert run("import", path, *schema, "--dry-run", check=False).returncode == 1
    assert values(panel) == {}
    answer = json.loads(run("import", path, *schema, "--partial", "--json").stdout)
    assert answer["saved"] and answer["changed"] == {
        "display_titles": {"from": None, "to": False}}
    assert sorted((entry["key"], entry["code"]) for entry in answer["refused"]) == [
        ("mode", "not_an_option"), ("port", "too_large")]
    assert values(panel) == {"display_titles": False}


@pytest.mark.parametrize("partial", [[], ["--partial"]])
def test_a_failed_check_of_other_settings_prevents_an_import(tmp_path, partial):
    items = [
        {"itemKey": "low", "itemControlType": "edit_integer", "itemValue": 1},
        {"itemKey": "level", "itemControlType": "choice", "itemOptions": ["plain", "expert"]}]
    (tmp_path / "panel.json").write_text(json.dumps({"groups": [{
        "groupKey": "g", "items": items, "groupChecks": [{
            "require": {"not": {"key": "level", "equals": "expert"}},
            "message": "Only a low level.", "items": ["low"]}]}]}))
    outcome = run(
        "import", store(tmp_path, {"level": "expert"}), *partial, "--schema",
        tmp_path / "panel.json", check=False)
    assert outcome.returncode == 1
    assert "Only a low level." in outcome.stderr
    assert values(tmp_path) == {}


def test_a_rejected_secret_is_not_shown(panel):
    outcome = run(
        "import", store(panel, {"password": "xq7"}), "--schema", panel / "panel.json", check=False)
    assert outcome.returncode == 1 and "password" in outcome.stdout
    assert "xq7" not in outcome.stdout + outcome.stderr


def test_unreadable_data_is_not_shown(panel):
    path = panel / "values.plist"
    path.write_text(
        "<plist><dict><key>password</key><data>hush-hush!</data></dict></plist>")
    outcome = run("import", path, "--schema", panel / "panel.json", check=False)
    assert outcome.returncode == 1 and "it must be base64" in outcome.stderr
    assert "hush" not in outcome.stdout + outcome.stderr


def test_the_output_of_list_can_be_imported(panel, tmp_path):
    run("import", store(panel, STORE), "--schema", panel / "panel.json")
    listed = tmp_path / "values.json"
    listed.write_text(run("list", "--schema", panel / "panel.json", "--json").stdout)
    again = json.loads(
        run("import", listed, "--schema", panel / "panel.json", "--json").stdout)
    assert (again["changed"], again["untouched"]) == ({}, ["password"])
    assert again["unchanged"] == ["display_titles", "mode", "names", "port", "alarm"]
    other = ["--schema", panel / "panel.json", "--database", tmp_path / "other.sqlite"]
    answer = json.loads(run("import", listed, *other, "--json").stdout)
    assert sorted(answer["changed"]) == ["alarm", "display_titles", "mode", "names", "port"]


def test_reports_a_missing_file(panel):
    outcome = run("import", panel / "none", "--database", panel / "x", check=False)
    assert outcome.returncode == 1


def test_values_of_the_program_of_a_bundle_are_imported(bundle, tmp_path):
    schema = tmp_path / "harbour.json"
    run("convert", bundle, "--output", schema)
    path = store(tmp_path, {"horn pitch": "high", "sliderSetting": 0.3333, "quay": 3})
    run("import", path, "--schema", schema)
    found = json.loads(run("list", "--schema", schema, "--json").stdout)
    assert {key: entry["value"] for key, entry in found.items() if entry["isSet"]} == {
        "horn_pitch": False, "sliderSetting": 0.333, "quay": 3}
