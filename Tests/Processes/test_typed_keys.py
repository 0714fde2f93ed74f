"""The keys that are written from a schema, in programs outside of this package.

They are compiled against the modules that the tests were built with, since building a whole program
anew would take minutes.
"""

import fcntl
import json
import re
import shutil
import subprocess

import pytest

from compiler import BUILT, STRICT, module_flags, run, typecheck
from support.limits import BUILD_HUNG, HUNG
from support.server import ROOT, binary, environment

GUIDE = ROOT / "Sources/Guides.docc/TypedKeys.md"
# The product of a build stays there, so that only the first run builds the tool.
PACKAGE = ROOT / ".build/typed-keys"
SCHEMA = [
    {"groupKey": "display", "items": [
        {"itemKey": "display_titles", "itemControlType": "switch", "itemValue": "YES"}]},
    {"groupKey": "account", "items": [
        {"itemKey": "account_username", "itemControlType": "edit_text"},
        {"itemKey": "account_password", "itemControlType": "edit_password"}]},
    {"groupKey": "theme", "items": [
        {"itemKey": "theme_light", "itemControlType": "select", "itemValue": "YES"},
        {"itemKey": "theme_dark", "itemControlType": "select"}]}]


def blocks(language):
    """The blocks of code of the guide."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)


def programs():
    return [block for block in blocks("swift") if "PackageDescription" not in block]


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A folder with the keys of the schema."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / "reader.json").write_text(json.dumps(SCHEMA))
    for access in ["internal", "public"]:
        result = subprocess.run(
            [binary(), "generate", "reader.json", "--access", access,
             "--output", f"{access}.swift"],
            cwd=folder, env=environment(), capture_output=True, text=True, timeout=HUNG)
        assert result.returncode == 0, result.stderr
        assert result.stderr == f"Wrote '{access}.swift'.\n"
    return folder


@pytest.mark.parametrize("access", ["internal", "public"])
def test_the_programs_of_the_guide_compile_without_a_warning(keys, access):
    assert len(programs()) == 4
    names = []
    for number, program in enumerate(programs()):
        names.append(f"program{number}.swift")
        (keys / names[-1]).write_text(program)
    result = typecheck(keys, f"{access}.swift", *names)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""


def test_a_misspelt_key_does_not_compile(keys):
    program = programs()[0].replace(".displayTitles]", ".displayTitels]")
    (keys / "misspelt.swift").write_text(program)
    result = typecheck(keys, "internal.swift", "misspelt.swift")
    assert result.returncode != 0
    assert "has no member 'displayTitels'" in result.stderr


MEETING = [{"groupKey": "g", "items": [
    {"itemKey": key, "itemControlType": "switch"} for key in ["a_b", "aB", "c_d", "cD"]]}]


@pytest.mark.parametrize(("schema", "output", "lines"), [
    ('[\n{"groupKey": "a b", "items": []}]', "keys.swift",
     ["reader.json:2:14: error: 'a b' is not a key"]),
    (json.dumps(MEETING), "keys.swift",
     ["reader.json:1:1: error: 'aB' and 'a_b' would both be named 'aB'. Rename one.",
      "reader.json:1:1: error: 'cD' and 'c_d' would both be named 'cD'. Rename one."]),
    (json.dumps(SCHEMA), "reader.json/keys.swift",
     ["reader.json:1:1: error: 'reader.json/keys.swift' cannot be written."])])
def test_the_tool_reports_problems_like_a_compiler(tmp_path, schema, output, lines):
    (tmp_path / "reader.json").write_text(schema)
    result = run([BUILT / "FaceplateKeysTool", "reader.json", output, "internal"], tmp_path, HUNG)
    assert result.returncode == 1
    written = result.stderr.splitlines()
    assert len(written) == len(lines), result.stderr
    for text, line in zip(written, lines):
        assert text.startswith(line)


def write_package(configuration):
    manifest, = [block for block in blocks("swift") if "PackageDescription" in block]
    # The library is there already; what it needs is found by flags.
    flags = json.dumps(STRICT[2:] + module_flags())
    manifest = manifest.replace('path: "../faceplate"', f"path: {json.dumps(str(ROOT))}")
    manifest = manifest.replace(
        '            dependencies: [.product(name: "Faceplate", package: "faceplate")],\n',
        f"            swiftSettings: [.unsafeFlags({flags})],\n")
    manifest = manifest.replace('package: "faceplate"', f"package: {json.dumps(ROOT.name)}")
    sources = PACKAGE / "Sources/Reader"
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    (PACKAGE / "Package.swift").write_text(manifest)
    (PACKAGE / "Schemas").mkdir(exist_ok=True)
    (PACKAGE / "Schemas/reader.json").write_text(json.dumps(SCHEMA))
    resolved = ROOT / "Package.resolved"
    if resolved.exists():
        shutil.copy(resolved, PACKAGE / "Package.resolved")
    if configuration is None:
        (sources / "reader.faceplate.json").write_text(json.dumps(SCHEMA))
    else:
        (sources / "faceplate-keys.json").write_text(configuration)
    for number, program in enumerate(programs()):
        (sources / f"program{number}.swift").write_text(program)
    return sources


def build():
    command = ["swift", "build", "--target", "Reader", "-debug-info-format", "none"]
    return run(command, PACKAGE, BUILD_HUNG)


def generated():
    file, = (PACKAGE / ".build/plugins/outputs").rglob("reader.faceplate.swift")
    return file.read_text()


@pytest.fixture
def package():
    """One test at a time builds in the folder, also where several processes run tests."""
    with open(PACKAGE.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.timeout(BUILD_HUNG)
def test_the_plugin_writes_the_keys_of_a_target(package):
    sources = write_package(None)
    result = build()
    assert result.returncode == 0, result.stdout + result.stderr
    assert "warning" not in result.stdout + result.stderr
    assert "    static var displayTitles: SettingKey<Bool> {" in generated()
    # The tool is all that was built: no database, no server.
    built = {path.parts[-1] for path in (PACKAGE / ".build/debug").glob("*.build")
             if any(path.rglob("*.o"))}
    assert built == {
        "CEmbeddedFiles-tool.build", "CSystem-tool.build", "FaceplateAddress-tool.build",
        "FaceplateGenerator-tool.build", "FaceplateHTML-tool.build", "FaceplateKeysTool-tool.build",
        "FaceplateSchema-tool.build", "Reader.build", "SystemPackage-tool.build"}

    # What the schema gets, the keys get at the next build.
    schema = [*SCHEMA, {"groupKey": "more", "items": [
        {"itemKey": "more_size", "itemControlType": "edit_integer", "itemValue": 3}]}]
    (sources / "reader.faceplate.json").write_text(json.dumps(schema))
    result = build()
    assert result.returncode == 0, result.stdout + result.stderr
    assert 'SettingKey<Int>("more_size", default: 3)' in generated()

    # What is wrong with it is told with its place.
    (sources / "reader.faceplate.json").write_text('[\n{"groupKey": "a b", "items": []}]')
    result = build()
    assert result.returncode != 0
    assert "reader.faceplate.json:2:" in result.stdout + result.stderr
    assert "error: 'a b' is not a key" in result.stdout + result.stderr


@pytest.mark.timeout(BUILD_HUNG)
def test_the_plugin_reads_a_schema_in_another_folder(package):
    configuration, = blocks("json")
    write_package(configuration)
    result = build()
    assert result.returncode == 0, result.stdout + result.stderr
    assert "    public static var displayTitles: SettingKey<Bool> {" in generated()
    assert "public enum ReaderSettings {" in generated()
