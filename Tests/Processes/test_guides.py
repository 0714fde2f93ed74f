"""What README and the guides show works: each block of code is compiled, checked or run.

- Swift: type-checked as a program, the blocks of a guide one after the other; in some guides each
  block alone, with what its sentences speak of, or held against the example that it is a part of.
  `GettingStarted.md` is built and run by test_outside_package.py, `TypedKeys.md` compiled by
  test_typed_keys.py; GuideTests.swift holds two blocks of `Embedding.md` against their examples.
- JSON: a schema, a group or an item goes through `faceplate check`; an answer is held against a
  real one.
- Commands: run, in a folder with the files that they name.
- C, Python and Go: compiled and run by test_daemons.py. The blocks of `Tutorial` are one session, run by
  test_tutorial.py.
"""

import contextlib
import functools
import json
import os
import plistlib
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess

import pytest

from compiler import typecheck, typecheck_script
from support.client import Client
from support.limits import HUNG
from support.ports import shown_port
from support.schemas import write
from support.server import ROOT, SCHEMAS, Server, binary, environment, until
from test_events import Stream

FOLDER = ROOT / "Sources/Guides.docc"
GUIDES = {
    "README": (ROOT / "README.md").read_text(),
    **{path.stem.replace("README", "Guides"): path.read_text() for path in sorted(FOLDER.glob("*.md"))}}
PANEL = json.loads((SCHEMAS / "reader.json").read_text()) + [
    {"groupKey": "network", "items": [
        {"itemKey": "proxy", "itemControlType": "switch"},
        {"itemKey": "servers", "itemControlType": "edit_list",
         "itemElement": {"itemControlType": "edit_text"}},
        {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 8080,
         "itemMinimum": 1, "itemMaximum": 65535},
        {"itemKey": "keep", "itemControlType": "edit_integer", "itemUnit": "days"}]}]


def blocks(name, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDES[name], re.M | re.S)


def those_with(language, *besides):
    return [name for name in GUIDES if name not in besides and blocks(name, language)]


def test_every_block_has_a_known_language():
    """So that none is left out here: a language that is not known below has no test."""
    opened = [
        (name, line) for name, text in GUIDES.items()
        for line in re.findall(r"^```.*$", text, re.M)[::2]]
    assert {line for _, line in opened} <= {
        f"```{language}" for language in ["swift", "json", "sh", "sql", "css", "text", "c", "python", "go"]}, opened


# MARK: Swift

# How blocks begin that are taken from examples, which need more than the panel: GuideTests.swift of
# FaceplateHTTPTypesTests holds them against the examples' text.
FROM_EXAMPLES = {
    "Embedding": ("let server = try PanelServer(Panel(settings, configuration: panel)", "static func answer(")}

# What a guide takes for granted; declared where its blocks use the name and do not declare it.
GIVEN = {
    "schema": 'let schema = try Schema { Group("g") { EditInteger("port"); Switch("proxy") } }',
    "settings": "let settings = try Settings.inMemory(schema)",
    "snapshot": "let snapshot = settings.snapshot",
    "server": "let server = try PanelServer(Panel(settings))",
    "response": 'let response = await PanelClient(settings).get("/api/events")',
    "writer":
        "struct Writer { func write(_ bytes: [UInt8]) async throws {} }\nlet writer = Writer()",
}


def program(text):
    """The text as a whole program."""
    lines, code = [], text
    for name in reversed(GIVEN):
        used = re.search(rf"\b{name}\b", code)
        if used and not re.search(rf"\b(let|var) {name}\b", text):
            lines.insert(0, GIVEN[name])
            code += GIVEN[name]
    imports = {"import Faceplate", "import FaceplatePanel"}
    if "PanelClient" in code:
        imports.add("import FaceplateTesting")
    missing = sorted(line for line in imports if not re.search(rf"^{line}$", text, re.M))
    return "\n".join([*missing, *lines, text])


# Guides whose blocks stand alone, or are parts of examples.
APART = ["OtherLibraries", "SwiftConfiguration", "Preferences", "StoredTypes"]
# What these take for granted: declarations, then what each block gets.
SPOKEN_OF = """
struct Rect: Codable, Sendable, Hashable { static let zero = Rect() }
struct Size: Codable, Sendable, Hashable {
    var width: Int64?
    init(width: Int64? = nil) { self.width = width }
}
func show(_ flag: Bool) {}
func redraw() {}
"""
GIVES = {
    "settings": "Settings", "preferences": "ReaderPreferences", "path": "String",
    "schema": "Schema",
}


def examples():
    folder = ROOT / "Sources/Examples"
    return [lines(path.read_text()) for path in folder.glob("**/*.swift")]


def lines(text):
    return "".join(line.strip() + "\n" for line in text.splitlines())


def alone(block, number):
    """A block as declarations of a file and one function."""
    outside = r"^(?:import \w+\n|(?:struct|extension|enum) [^\n]*\n(?:[ \n][^\n]*\n)*?}\n)"
    # A property stands in preferences.
    block = re.sub(
        r"^(@Setting.*)\n", rf"struct Preferences{number}: Preferences {{\n    \1\n}}\n", block,
        flags=re.M)
    declared = re.findall(outside, block + "\n", re.M)
    rest = re.sub(outside, "", block + "\n", flags=re.M)
    given = GIVES | ({"schema": "String"} if "json: schema" in rest else {})
    needed = [name for name in given if re.search(rf"\b{name}\b", rest)]
    parameters = ", ".join(f"{name}: {given[name]}" for name in needed)
    body = "".join("    " + line + "\n" for line in rest.splitlines())
    return "".join(declared), f"func block{number}({parameters}) async throws {{\n{body}}}\n"


@pytest.mark.parametrize("name", [name for name in APART if name in GUIDES])
def test_separate_swift_blocks_compile_or_are_in_an_example(tmp_path, name):
    known = examples()
    parts = [block for block in blocks(name, "swift")
             if not any(lines(block) in example for example in known)]
    imports = ["Faceplate", "FaceplateHTML", "FaceplatePanel", "Observation", "Testing"]
    text = "".join(f"import {module}\n" for module in imports) + SPOKEN_OF
    for number, part in enumerate(parts):
        declared, function = alone(part, number)
        text += declared + function
    (tmp_path / "guide.swift").write_text(text)
    # Each block shows one thing and leaves its results unused.
    result = typecheck(tmp_path, "guide.swift", "-no-warnings-as-errors", "-suppress-warnings")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", those_with("swift", "GettingStarted", "TypedKeys", *APART))
def test_swift_compiles_without_a_warning(tmp_path, name):
    shown = [
        block for block in blocks(name, "swift")
        if not block.startswith(FROM_EXAMPLES.get(name, ()))]
    text = program("\n".join(shown))
    (tmp_path / "main.swift").write_text(text)
    check = typecheck if "@main" in text else typecheck_script
    result = check(tmp_path, "main.swift")
    assert (result.returncode, result.stderr) == (0, ""), result.stderr


def test_a_misspelt_name_does_not_compile(tmp_path):
    (tmp_path / "main.swift").write_text(program("print(settings.snapshop)"))
    assert "has no member 'snapshop'" in typecheck_script(tmp_path, "main.swift").stderr


# MARK: JSON


def whole(part):
    """A schema around a group or an item, with what its group is short of."""
    if isinstance(part, dict) and "itemKey" in part:
        part = {"groupKey": "around", "items": [part]}
        if part["items"][0].get("itemControlType") == "select":
            part["items"].append({"itemKey": "another", "itemControlType": "select"})
    return part


def is_schema(part):
    return isinstance(part, list) or bool({"groups", "groupKey", "itemKey"} & part.keys())


JSON_BLOCKS = [
    (name, number, text) for name in those_with("json", "TypedKeys", "Controls")
    for number, text in enumerate(blocks(name, "json"))]


@pytest.mark.parametrize(
    "name, text", [(name, text) for name, _, text in JSON_BLOCKS],
    ids=[f"{name}-{number}" for name, number, _ in JSON_BLOCKS])
def test_schemas_are_valid(tmp_path, name, text):
    part = json.loads(text)
    if not is_schema(part):
        assert name in ("Daemons", "History")
        return
    result = check(write(tmp_path / "part.json", whole(part)))
    assert result.returncode == 0, result.stdout + result.stderr


def check(path):
    return subprocess.run(
        [binary(), "check", str(path)], env=environment(), capture_output=True, text=True,
        timeout=HUNG)


def test_history_has_the_format_of_the_guide(client):
    shown = json.loads(blocks("History", "json")[0])
    client.changed({"display_titles": "NO"})
    answer = client.get("/api/changes").json
    assert answer.keys() == shown.keys()
    assert answer["kept"] == shown["kept"]
    assert answer["revisions"][0].keys() == shown["revisions"][0].keys()


# MARK: The other languages


def test_labels_are_read(tmp_path):
    text, *_ = blocks("Labels", "text")
    path = write(tmp_path / "settings.json", [
        {**group, "groupKey": "wires"} if group["groupKey"] == "network" else group
        for group in PANEL] + [{"groupKey": "more", "items": [
            {"itemKey": "network", "itemControlType": "page", "groups": [
                {"groupKey": "deep", "items": [
                    {"itemKey": "deep_on", "itemControlType": "switch"}]}]}]}])
    (tmp_path / "en.lproj").mkdir()
    (tmp_path / "en.lproj/settings.strings").write_text(text)
    assert check(path).returncode == 0
    printed = subprocess.run(
        [binary(), "labels", str(path), "--locale", "en"], env=environment(), capture_output=True,
        text=True, timeout=HUNG, check=True).stdout
    for line in text.splitlines():
        assert line.removesuffix(";").replace(" = ", "=").split("=")[1] in printed


def test_events_have_the_format_of_the_guide(server, client):
    text, = blocks("LiveUpdates", "text")
    hello, change = [
        dict(line.split(": ", 1) for line in event.splitlines()) for event in text.split("\n\n")]
    for number in range(6):
        client.changed({"account_username": f"name {number}"})
    with Stream(server.port) as stream:
        first = stream.next()
        client.changed({"display_titles": "NO"})
        second = stream.next()
    assert second == change
    assert {key: first[key] for key in ["retry", "id", "event"]} == {
        key: hello[key] for key in ["retry", "id", "event"]}
    assert json.loads(first["data"]).keys() == json.loads(hello["data"]).keys()


def test_the_style_sheet_is_served_and_uses_known_names(tmp_path):
    text, = blocks("Appearance", "css")
    (tmp_path / "site.css").write_text(text)
    server = Server(
        tmp_path / "panel.sqlite", write(tmp_path / "settings.json", PANEL),
        ["--theme", str(tmp_path / "site.css")]).start()
    try:
        client = Client(server.port)
        page = client.get().text
        sheets = [client.get(path).text for path in re.findall(r'href="(/[^"]*\.css)"', page)]
        assert any(text in sheet for sheet in sheets)
        known = "".join(sheet.read_text() for sheet in (ROOT / "Public").glob("*.css"))
        assert all(name in known for name in re.findall(r"--fp-[a-z-]+", text))
        assert 'class="row switch' in page
    finally:
        server.kill()


def write_texts(folder):
    """Writes the catalogs that the guide shows."""
    _, english, dutch = blocks("Labels", "text")
    (folder / "Page").mkdir(parents=True)
    (folder / "Page/en.strings").write_text(english)
    (folder / "Page/nl.strings").write_text(dutch)


def test_texts_of_the_panel_are_replaced_and_added(tmp_path):
    write_texts(tmp_path / "texts")
    server = Server(
        tmp_path / "panel.sqlite", write(tmp_path / "settings.json", PANEL),
        ["--texts", str(tmp_path / "texts")]).start()
    try:
        client = Client(server.port)
        assert "<span>Start</span>" in client.get().text
        dutch = client.get("/?lang=nl").text
        assert '<html lang="nl"' in dutch and ">Wijzigingen opslaan<" in dutch
        assert client.get("/healthz").json["status"] == "ok"
    finally:
        server.kill()


def test_an_unknown_text_is_reported_and_the_panel_starts(tmp_path):
    report, = re.findall(r"`(texts/Page/\S+:\d+: .*?)`", GUIDES["Labels"])
    catalog = tmp_path / report.split(":")[0]
    catalog.parent.mkdir(parents=True)
    catalog.write_text('"save" = "Keep";\n\n"overvew" = "Start";\n')
    server = Server(
        tmp_path / "panel.sqlite", write(tmp_path / "settings.json", PANEL),
        ["--texts", str(tmp_path / "texts")]).start()
    try:
        client = Client(server.port)
        page = client.get().text
        assert ">Overview<" in page and ">Keep<" in page
        until(lambda: f"{tmp_path}/{report}" in server.log(), "the log says it")
        assert client.get("/healthz").json["problems"] == [f"{tmp_path}/{report}"]
    finally:
        server.kill()


# MARK: Commands


@pytest.fixture
def workspace(tmp_path):
    """A folder with the files that commands of the guides name."""
    for name in ["settings", "reader"]:
        write(tmp_path / f"{name}.json", {"panelKey": name, "groups": PANEL})
        subprocess.run(
            [binary(), "evolve", f"{name}.json"], cwd=tmp_path, env=environment(),
            capture_output=True, timeout=HUNG, check=True)
    (tmp_path / "Sources/Reader").mkdir(parents=True)
    write_texts(tmp_path / "texts")
    shutil.copytree(
        ROOT / "Tests/Fixtures/SettingsBundles/Harbour.bundle", tmp_path / "Settings.bundle")
    (tmp_path / "app.schema.json").write_text('{"properties": {"port": {"type": "integer"}}}')
    write(tmp_path / "app.json", [{"groupKey": "sound", "items": [
        {"itemKey": "voice", "itemControlType": "choice", "itemOptions": ["Ada"], "itemOptionsProvided": True}]}])
    (tmp_path / "list-voices").write_text("#!/bin/sh\necho Grace\n")
    (tmp_path / "list-voices").chmod(0o755)
    (tmp_path / "package.json").write_text(
        '{"contributes": {"configuration": {"properties": {"app.port": {"type": "integer"}}}}}')
    (tmp_path / "app.gschema.xml").write_text(
        "<schemalist><schema id='app' path='/app/'><key name='on' type='b'/></schema></schemalist>")
    (tmp_path / "org.example.reader.plist").write_bytes(
        plistlib.dumps({"display_titles": 0, "port": "9090", "AppleLanguages": ["en"]}))
    return tmp_path


def test_the_history_can_be_read_with_sql(tmp_path):
    items = [{"itemKey": "text", "itemControlType": "edit_multiline"}]
    schema = write(tmp_path / "reader.json", [{"groupKey": "g", "items": items}])
    texts = ["short", "x" * 9_000, "x" * 9_000 + "y"]
    for text in texts:
        subprocess.run([binary(), "set", f"text={text}", "--schema", schema], env=environment(), check=True)
    [query] = blocks("Database", "sql")
    with contextlib.closing(sqlite3.connect(tmp_path / "reader.sqlite")) as connection:
        assert connection.execute(query).fetchall() == [
            (number, json.dumps(text)) for number, text in enumerate(texts, 1)]


def serve(command, folder, variables):
    """Runs a command that goes on until it is told to stop."""
    process = subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        # Either says so once it is ready.
        said = (process.stdout if command[1] == "serve" else process.stderr).readline()
        assert said.startswith((b"Serving ", b"Watching ")), said
        process.send_signal(signal.SIGTERM)
        return process.wait(timeout=HUNG)
    finally:
        process.kill()
        process.communicate()


def curl(command):
    """The status that it was answered with."""
    result = subprocess.run(
        [*command, "--silent", "--output", "/dev/null", "--write-out", "%{http_code}",
         "--max-time", "2"], capture_output=True, text=True, timeout=HUNG)
    # A stream goes on until the time is over.
    assert result.returncode == (28 if "-N" in command else 0), result
    return int(result.stdout)


@pytest.fixture
def sample(server):
    """The sample on the port of the guides, with what the commands before have changed."""

    @contextlib.contextmanager
    def sample():
        with shown_port() as port:
            server.stop()
            server.start(port)
            try:
                yield port
            finally:
                server.stop()

    return sample


@pytest.mark.parametrize("name", those_with("sh", "Tutorial"))
def test_commands_return_the_expected_status(workspace, sample, name):
    variables = environment()
    # The sample goes on for requests that follow each other.
    with contextlib.ExitStack() as running:
        run_commands(workspace, sample, name, variables, running)


def run_commands(workspace, sample, name, variables, running):
    port = None
    for line in "".join(blocks(name, "sh")).splitlines():
        command = shlex.split(line, comments=True)
        expected = re.search(r"# (?:exit code )?(\d+)$", line)
        if command[0] == "export":
            key, value = command[1].split("=")
            variables[key] = value
        elif command[0] == "curl" and name == "README":
            # Those of the demo: test_demo.py.
            continue
        elif command[0] == "curl":
            port = port or running.enter_context(sample())
            assert f"http://127.0.0.1:{port}/" in line
            status = curl(command)
            assert status == int(expected[1]) if expected else status in (200, 303), line
        elif command[0] == "faceplate":
            command[0], port = binary(), None
            running.close()
            if "http://127.0.0.1:8080/" in command:
                with sample():
                    code = subprocess.run(
                        command, cwd=workspace, env=variables, capture_output=True,
                        timeout=HUNG).returncode
            elif command[1] in ("serve", "watch"):
                with shown_port():
                    code = serve(command, workspace, variables)
            else:
                code = subprocess.run(
                    command, cwd=workspace, env=variables, capture_output=True,
                    timeout=HUNG).returncode
            assert code == (int(expected[1]) if expected else 0), line
        else:
            assert os.access(ROOT / command[0], os.X_OK), line


def spans(text):
    """Commands within sentences: `faceplate undo 7 [KEY] [--force]`."""
    return re.findall(r"`faceplate ([a-z]+)\b([^`]*)`", text.replace("\n", " "))


@functools.cache
def help_of(command):
    return subprocess.run(
        [binary(), command, "--help"], env=environment(), capture_output=True, text=True,
        timeout=HUNG, check=True).stdout


def test_commands_have_the_options_named_in_sentences():
    wrong = [
        f"{name}: faceplate {command} {option}" for name, text in GUIDES.items()
        for command, rest in spans(text) if command != "help"
        for option in re.findall(r"--[a-z-]+", rest) or [""] if option not in help_of(command)]
    assert wrong == []


# MARK: The guides themselves


def outside_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def anchors(text):
    """The names that code hosts give the headings of a file."""
    headings = re.findall(r"^#+ (.*)", outside_code(text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_guide_is_linked_from_the_first_page():
    listed = GUIDES["Guides"].split("## All guides")[1]
    assert sorted(re.findall(r"\]\((\w+)\.md\)", listed)) == sorted(set(GUIDES) - {"README", "Guides"})


@pytest.mark.parametrize("name", [name for name in GUIDES if name not in ("README", "Guides")])
def test_a_file_has_the_name_of_its_title(name):
    title = re.match(r"# (.*)", GUIDES[name])[1]
    assert "".join(word[:1].upper() + word[1:] for word in title.split()) == name


@pytest.mark.parametrize("path", [
    ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md")), *sorted(FOLDER.glob("*.md"))], ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_a_heading(path):
    text = outside_code(path.read_text())
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        if not file.exists() or anchor and anchor not in anchors(file.read_text()):
            dead.append(target)
    assert dead == []
    # The form of docc works in its site alone.
    assert "<doc:" not in text and "(doc:" not in text


def test_each_message_of_the_guide_is_in_the_sources():
    """Between names and numbers, which differ, its words are those of the sources."""
    sources = "".join(
        path.read_text() for pattern in ("**/*.swift", "**/en*.strings")
        for path in (ROOT / "Sources").glob(pattern))
    # Texts of several literals and lines.
    sources = re.sub(r'"\s*\+\s*"|\\\n\s*', "", sources)
    messages = re.findall(r"^\| (`[^|]+) \|", GUIDES["Troubleshooting"], re.M)
    assert len(messages) > 40
    unknown = [
        (message, words) for message in messages
        for words in re.split(r"[^A-Za-z ,-]|\b[A-Z_]{3,}\b|\bserve\b|--\w+", message)
        if len(words.split()) > 4 and words.strip(" ,") not in sources]
    assert unknown == []


def test_guides_are_listed_from_easy_to_advanced():
    names = ["GettingStarted", "Schema", "Appearance", "CustomControls"]
    listed = GUIDES["Guides"].split("## All guides")[1]
    places = [listed.index(f"({name}.md)") for name in names]
    assert places == sorted(places)


def test_every_attribute_is_in_a_guide():
    schema = json.loads((SCHEMAS / "faceplate.schema.json").read_text())
    names = set()

    def walk(part):
        if isinstance(part, dict):
            names.update(
                name for name in part.get("properties", {})
                if re.match("(panel|group|item)[A-Z]", name))
            for child in part.values():
                walk(child)
        elif isinstance(part, list):
            for child in part:
                walk(child)

    walk(schema)
    assert len(names) > 80
    text = "".join(text for name, text in GUIDES.items() if name != "README")
    assert {name for name in names if f"`{name}" not in text and f'"{name}"' not in text} == set()


# MARK: Controls


def controls():
    """Each control of the guide with its example and what is posted to it."""
    found = re.split(r"^### (\w+)\n", GUIDES["Controls"], flags=re.M)[1:]
    for name, text in zip(found[::2], found[1::2]):
        example = json.loads(re.search(r"^```json\n(.*?)^```$", text, re.M | re.S)[1])
        posted = re.search(r"^Posted: `(.*)`$", text, re.M)
        yield name, example, posted and posted[1]


def items(groups):
    for group in groups:
        for item in group["items"]:
            yield {key: value for key, value in item.items() if key != "order"}
            yield from items(item.get("groups", []))


def schema_with_every_control():
    """The showcase, and the example of the control that it lacks, since that one needs a program."""
    schema = json.loads((SCHEMAS / "showcase.json").read_text())
    custom, = [example for name, example, _ in controls() if name == "custom"]
    schema["groups"].append({"groupKey": "program", "groupTitle": "Program", "items": [custom]})
    return schema


def test_every_control_has_a_section_with_an_example_of_the_showcase():
    known = list(items(schema_with_every_control()["groups"]))
    named = {item["itemControlType"] for item in known if "itemControlType" in item}
    sections = list(controls())
    assert {name for name, _, _ in sections} == named
    for name, example, _ in sections:
        assert example["itemControlType"] == name
        # Pages of the showcase are too long to be shown.
        assert name == "page" or example in known


def test_the_gallery_has_a_picture_of_each_control():
    shown = re.findall(r"^### (\w+)\n\n!\[[^\]]+\]\(Resources/control-(\w+)\.png\)$", GUIDES["ControlGallery"], re.M)
    names = [name for name, _, _ in controls()]
    assert shown == [(name, name) for name in names]
    files = {path.stem.removeprefix("control-") for path in (FOLDER / "Resources").glob("control-*.png")}
    assert files == set(names)


@pytest.mark.parametrize(
    "name, posted", [(name, posted) for name, _, posted in controls() if posted])
def test_each_control_accepts_the_value_of_the_guide(showcase, name, posted):
    answer = showcase.post(
        f"_dry_run=1&{posted}".encode(), {"Accept": "application/json"})
    assert answer.status == 200, answer
    assert name == "button" or answer.json["changed"], answer


@pytest.fixture(scope="module")
def showcase(tmp_path_factory):
    folder = tmp_path_factory.mktemp("showcase")
    (folder / "showcase.json").write_text(json.dumps(schema_with_every_control()))
    server = Server(folder / "panel.sqlite", folder / "showcase.json").start()
    yield Client(server.port)
    server.kill()
