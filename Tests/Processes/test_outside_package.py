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
    manifest, program = re.findall(r"^```swift\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    return manifest, program


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
    sources = folder / "Sources/Harbour"
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(manifest)
    (sources / "main.swift").write_text(program)
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


def test_the_package_has_at_most_30_lines_of_swift_and_no_json():
    lines = "".join(files()).splitlines()
    assert len(lines) <= 30
    assert "json" not in "\n".join(lines).lower()


def test_the_smallest_panel_has_at_most_twelve_lines():
    assert len(SMALLEST.read_text().splitlines()) <= 12


def test_the_smallest_panel_serves_observes_and_stores_changes(tmp_path, started):
    command = [str(BUILT / "SmallestPanel")]
    program = started(command, tmp_path)
    client = program.client()
    assert 'id="c-display_titles"' in client.get().text
    assert client.changed({"display_titles": "NO"}) == {"display_titles": (None, False)}
    assert program.line() == "Revision 1"
    program.stop()
    assert started(command, tmp_path).client().changed({"display_titles": "NO"}) == {}


@pytest.fixture
def harbour(tmp_path):
    """The folder of the package, which is built: before it gets the port and a browser, for which others wait."""
    folder = package(tmp_path / "harbour")
    built = subprocess.run(
        ["swift", "build", "--scratch-path", str(SCRATCH), "-debug-info-format", "none",
         "--disable-index-store"],
        cwd=folder, capture_output=True, text=True, timeout=BUILD_HUNG)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.mark.timeout(BUILD_HUNG)
def test_the_package_serves_observes_and_stores_changes(harbour, started, request):
    command, folder = [str(SCRATCH / "debug/Harbour")], harbour

    program = started(command, folder)
    assert program.line() == "Titles: true"
    # Not among the arguments, with which the test would have to wait for a turn, and keep it while it builds.
    with request.getfixturevalue("browser").new_page() as page:
        page.goto(f"http://127.0.0.1:{program.client().port}/")
        page.get_by_role("switch", name="Display titles").click()
        assert {program.line(), program.line()} == {"Titles: false", "Revision 1 by browser"}
    program.stop()

    program = started(command, folder)
    assert program.line() == "Titles: false"
    # It was set, so that the same value is no change.
    assert program.client().changed({"display_titles": "NO"}) == {}


