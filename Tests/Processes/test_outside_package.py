"""The smallest panel, and a package outside of this repository, as the guide shows it."""

import json
import re
import shutil
import subprocess

import pytest

from compiler import BUILT
from support.client import Client
from support.limits import BUILD_HUNG, HUNG
from support.ports import SHOWN_PORT, shown_port
from support.server import ROOT, ending_with_us, environment

GUIDE = ROOT / "Sources/Guides.docc/GettingStarted.md"
SMALLEST = ROOT / "Sources/Examples/SmallestPanel/SmallestPanel.swift"
# What is built stays there, so that only the first run builds the libraries.
SCRATCH = ROOT / ".build/outside"


def files():
    manifest, program = blocks("swift")
    return manifest, program


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)


class Program:
    """A program that prints to a pipe, as for a supervisor."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment(), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, **ending_with_us())

    def line(self):
        return self.process.stdout.readline().rstrip("\n")

    def client(self):
        """What it serves, once it says so."""
        assert self.line() == f"Serving at http://127.0.0.1:{SHOWN_PORT}/"
        return Client(SHOWN_PORT)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=HUNG) == 0

    def kill(self):
        self.process.kill()
        self.process.wait(timeout=HUNG)
        self.process.stdout.close()


@pytest.fixture
def started():
    programs = []

    def start(command, folder):
        programs.append(Program(command, folder))
        return programs[-1]

    with shown_port():
        yield start
        for program in programs:
            program.kill()


def package(folder):
    """The package of the guide, beside the folder of this one."""
    manifest, program = files()
    (folder.parent / "faceplate").symlink_to(ROOT)
    sources = folder / "Sources/Thermostat"
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(manifest)
    (sources / "Thermostat.swift").write_text(program)
    resolved = ROOT / "Package.resolved"
    if resolved.exists():
        shutil.copy(resolved, folder / "Package.resolved")
    return folder


def products(target, targets):
    """The products of other packages that a target needs, itself or by its own targets."""
    found = set()
    for dependency in targets[target]["dependencies"]:
        if "product" in dependency:
            found.add(tuple(dependency["product"][:2]))
        else:
            found |= products(dependency.get("byName", dependency.get("target"))[0], targets)
    return found


def test_the_settings_library_depends_on_three_packages():
    described = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True,
        timeout=BUILD_HUNG, check=True)
    targets = {target["name"]: target for target in json.loads(described.stdout)["targets"]}
    assert products("Faceplate", targets) == {
        ("GRDB", "GRDB.swift"), ("GRDBSQLite", "GRDB.swift"), ("Logging", "swift-log"),
        ("SystemPackage", "swift-system")}


def test_the_program_has_at_most_30_lines_of_swift_and_no_json():
    _, program = files()
    assert len(program.splitlines()) <= 30
    assert "json" not in "".join(files()).lower()


def test_the_smallest_panel_has_at_most_twelve_lines():
    assert len(SMALLEST.read_text().splitlines()) <= 12


def test_the_smallest_panel_serves_observes_and_stores_changes(tmp_path, started):
    command = [str(BUILT / "SmallestPanel")]
    program = started(command, tmp_path)
    client = program.client()
    assert program.line() == "Titles: true"
    assert 'id="c-display_titles"' in client.get().text
    assert client.changed({"display_titles": "NO"}) == {"display_titles": (None, False)}
    assert program.line() == "Titles: false"
    program.stop()
    assert started(command, tmp_path).client().changed({"display_titles": "NO"}) == {}


def test_a_second_start_prints_one_line_and_fails(tmp_path, started):
    command = [str(BUILT / "SmallestPanel")]
    started(command, tmp_path).client()
    second = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=HUNG)
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == f"Port {SHOWN_PORT} on 127.0.0.1 is in use (EADDRINUSE).\n"


@pytest.fixture
def thermostat(tmp_path):
    """The folder of the package, which is built: before it gets the port and a browser, for which others wait."""
    folder = package(tmp_path / "thermostat")
    built = subprocess.run(
        ["swift", "build", "--scratch-path", str(SCRATCH), "-debug-info-format", "none",
         "--disable-index-store"],
        cwd=folder, capture_output=True, text=True, timeout=BUILD_HUNG)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.mark.timeout(BUILD_HUNG)
def test_the_package_serves_observes_and_stores_changes(thermostat, started, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(thermostat))
    command = [str(SCRATCH / "debug/Thermostat")]
    shown = blocks("text")
    assert (shown[-3], shown[-1]) == (
        f"Serving at http://127.0.0.1:{SHOWN_PORT}/\nThe mode is normal.\n", "The mode is eco.\n")

    program = started(command, thermostat)
    client = program.client()
    assert program.line() == "The mode is normal."
    assert shown[-2] == f"curl -d mode=eco http://127.0.0.1:{SHOWN_PORT}/\n"
    assert client.changed({"mode": "eco"}) == {"mode": (None, "eco")}
    assert program.line() == "The mode is eco."
    assert client.ask({"port": "1080"}).status == 422
    page = client.get().text
    assert all(f'id="c-{key}' in page for key in ["isHeating", "mode", "port", "token"])
    assert "runs" not in page
    assert "Calibrated 0 rooms." in client.ask({"calibrate": "press"}).text
    program.stop()

    program = started(command, thermostat)
    # It was set, so that the same value is no change.
    assert program.client().changed({"mode": "eco"}) == {}
    assert program.line() == "The mode is eco."
    assert (thermostat / "faceplate/Thermostat.sqlite").exists()
    program.stop()

    program = started(["env", "FACEPLATE_SET_MODE=boost", *command], thermostat)
    locked = program.client().ask({"mode": "normal"})
    assert program.line() == "The mode is boost."
    assert locked.status == 422 and "FACEPLATE_SET_MODE" in locked.text
