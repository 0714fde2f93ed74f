"""Where values come from: locks, restarts, resets, the details of a row."""

import json
import os
import subprocess

import pytest

from support.audit import axe, sideways, validate
from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write
from support.server import run, until

SCHEMA = {
    "panelKey": "harbour", "panelTitle": "Harbour", "panelRestart": "again",
    "groups": [
        {"groupKey": "net", "groupTitle": "Network", "items": [
            {"itemKey": "port", "itemTitle": "Port", "itemControlType": "edit_integer",
             "itemValue": 80, "itemMinimum": 1, "itemMaximum": 65535, "itemRestart": True},
            {"itemKey": "name", "itemTitle": "Name", "itemControlType": "edit_text"},
            {"itemKey": "calm", "itemTitle": "Calm", "itemControlType": "switch"},
            {"itemKey": "hosts", "itemTitle": "Hosts", "itemControlType": "edit_list"},
            {"itemKey": "rooms", "itemTitle": "Rooms", "itemControlType": "edit_table",
             "itemColumns": [
                 {"itemKey": "room", "itemTitle": "Room", "itemControlType": "edit_text"},
                 {"itemKey": "light", "itemTitle": "Light", "itemControlType": "edit_integer",
                  "itemValue": 5}]},
            {"itemKey": "sort", "itemTitle": "Sort", "itemControlType": "choices",
             "itemOptions": ["a", "b"]},
            {"itemKey": "wait", "itemTitle": "Wait", "itemControlType": "edit_duration",
             "itemValue": "90s"},
            {"itemKey": "voice", "itemTitle": "Voice", "itemControlType": "picker",
             "itemOptions": ["x", "y"], "itemValue": "x"},
            {"itemKey": "secret", "itemTitle": "Secret", "itemControlType": "edit_password"},
            {"itemKey": "again", "itemTitle": "Restart", "itemControlType": "button",
             "itemConfirm": "Restart now?", "itemAction": ["true"]}]},
        {"groupKey": "theme", "groupTitle": "Theme", "items": [
            {"itemKey": "light", "itemTitle": "Light", "itemControlType": "select"},
            {"itemKey": "dark", "itemTitle": "Dark", "itemControlType": "select"}]},
    ],
}


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "harbour.json", SCHEMA), ["--allow-actions"])


@pytest.fixture
def locked(start, tmp_path):
    """The same with locks of a file."""
    locks = write(tmp_path / "site.json", {"port": 8080, "theme": "dark", "secret": "s3cr3t"})
    return start(
        write(tmp_path / "harbour.json", SCHEMA), ["--lock", str(locks)],
        database=tmp_path / "locked.sqlite")


@pytest.fixture
def text(page):
    """The visible text of an element."""
    return lambda selector: page.locator(selector).inner_text()


def test_a_locked_row_names_its_source_and_has_no_field(page, locked, text):
    panel = PanelPage(page, locked)
    panel.open()
    row = text("#s-port")
    assert "8080" in row and "Set by the file" in row and "site.json" in row
    assert page.locator("#s-port input, #s-theme input, #s-secret input").count() == 0
    assert "Dark" in text("#s-theme") and "s3cr3t" not in page.content()


def test_accepts_the_locked_value_and_rejects_another(locked):
    client = Client(locked.port)
    assert client.ask({"port": "8080"}).status == 200
    answer = client.ask({"port": "8081"})
    assert answer.status == 422
    assert answer.json["errors"][0]["code"] == "locked"


def test_counts_each_change_that_needs_a_restart_once(page, server, panel, text):
    assert not page.locator("#restart").is_visible()
    panel.field("port").fill("81")
    panel.save()
    assert "1 change takes effect after restart" in text("#restart")
    assert "Until then: 80" in text("#s-port")
    # What runs is said by whoever starts the program.
    run("applied", "--database", server.database)

    def is_applied():
        panel.open()
        return not page.locator("#restart").is_visible()

    until(is_applied, "the panel knows of it")


def test_restart_now_asks_for_confirmation(page, panel):
    panel.field("port").fill("81")
    panel.save()
    page.locator("#restart button").click()
    page.get_by_text("Restart now?").wait_for()


def test_a_group_is_reset_as_one_revision(page, panel, client):
    client.ask({"port": "81", "name": "Ada", "calm": "YES"})
    panel.open()
    panel.reset_all("#s-net")
    page.get_by_text("Reset 3 settings to their defaults?").wait_for()
    assert client.revision == 1
    assert panel.answer_yes() == 200
    assert panel.status == "3 settings reset"
    assert page.locator("#main .of").count() == 0
    assert panel.field("port").input_value() == "80"


def test_the_page_is_reset(page, panel, client):
    client.ask({"name": "Ada", "theme": "dark"})
    panel.open()
    panel.reset_all()
    page.get_by_text("Reset 2 settings to their defaults?").wait_for()
    page.locator("dialog[open], #review").get_by_role("button", name="Cancel").click()
    assert client.revision == 1
    panel.reset_all()
    assert panel.answer_yes() == 200
    assert panel.status == "2 settings reset"


def test_details_open_and_close(page, panel, text):
    link = page.get_by_role("link", name="More for Port", exact=True)
    box = link.bounding_box()
    assert box["width"] >= 24 and box["height"] >= 24
    panel.details("port")
    details = text("#i-port")
    assert "edit_integer" in details and "1 to 65535" in details
    assert "Default" in details


VALUES = [
    ("port", "8080", 8080), ("name", "it's \"<é>\" & more", "it's \"<é>\" & more"),
    ("calm", "YES", True), ("hosts", '["a","b c"]', ["a", "b c"]),
    ("rooms", '[{"room":"Hall","light":3}]', [{"room": "Hall", "light": 3}]),
    ("sort", '["b"]', ["b"]), ("wait", "5m", 300), ("voice", "z", "z"),
    ("theme", "dark", "dark"),
]


@pytest.mark.parametrize("key, value, stored", VALUES, ids=[key for key, _, _ in VALUES])
def test_the_command_sets_what_it_shows(new_page, server, key, value, stored):
    """Copied while the value is set, run after it was reset."""
    page = new_page(java_script_enabled=False)
    client = Client(server.port)
    assert client.ask({key: value}).status == 200
    page.goto(f"{server.url}?details={key}")
    command = page.locator(f"#i-{key} code:has(+ [data-copy])").first.inner_text()
    assert command.startswith("curl ")
    client.ask({"_reset": key})
    subprocess.run(["sh", "-c", command.replace("curl ", "curl -sf ", 1)], check=True)
    shown = json.loads(run("get", key, "--json", "--database", server.database).stdout)[key]
    assert shown["value"] == stored and shown["isSet"]


def test_the_command_of_a_password_reads_it_from_a_variable(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(f"{server.url}?details=secret")
    command = page.locator("#i-secret code:has(+ [data-copy])").first.inner_text()
    environment = os.environ | {"SECRET": "a+b c&d"}
    subprocess.run(["sh", "-c", command], check=True, env=environment)
    assert run("get", "secret", "--database", server.database).stdout == "set\n"


def test_the_command_of_a_button_presses_it(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(f"{server.url}?details=again")
    command = page.locator("#i-again code:has(+ [data-copy])").first.inner_text()
    result = subprocess.run(
        ["sh", "-c", command.replace("curl ", "curl -sf ", 1)], check=True, capture_output=True)
    assert result.returncode == 0


@pytest.fixture
def addresses(locked, server):
    """Pages with what is only here: locks, what waits for a restart, the details of a row."""
    Client(server.port).ask({"port": "81", "name": "Ada"})
    return [locked.url, server.url, server.url + "?details=port", server.url + "?details=rooms"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_no_problem_and_nothing_scrolls_sideways(new_page, addresses, scheme, width):
    page = new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for address in addresses:
        page.goto(address)
        assert axe(page) == [], address
        assert sideways(page) <= 0, address


def test_the_validator_finds_no_problem(new_page, addresses, tmp_path):
    page = new_page()
    for number, address in enumerate(addresses):
        (tmp_path / f"{number}.html").write_text(page.request.get(address).text())
    assert validate(tmp_path) == []
