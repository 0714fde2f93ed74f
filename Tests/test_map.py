"""The functions and files that the guides for developers name exist.

A row of a numbered table in `Architecture.md` names a function and its file: the file exists and contains each
part of the first name. The paths in backticks of both guides exist. NAME and LOCALE stand for a name that the
reader chooses.

The tables that no compiler checks have each control and each code of a rejected value.
"""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "Sources/Guides.docc"
GUIDES = {path.stem: path.read_text() for path in (FOLDER / "Architecture.md", ROOT / ".github/CONTRIBUTING.md")}
STEPS = re.findall(r"^\| \d+ \| `([\w.]+)`[^|]*\| `([^`]+)` \|", GUIDES["Architecture"], re.M)
# Where a path of a guide can begin: tables of one module leave its name out.
ROOTS = [ROOT, ROOT / "Sources", *(path for path in (ROOT / "Sources").iterdir() if path.is_dir())]
PATH = re.compile(r"(?<!`)`((?:\.github/|\.ci/)?\w[\w.+]*(?:/[\w.+]+)*/?)`(?!`)")
FILE = re.compile(r".*(/|\.(swift|py|md|json|css|js|strings))$")


def paths(text):
    named = {path for path in PATH.findall(text) if FILE.match(path) or "/" in path}
    return {path for path in named if "NAME" not in path and "LOCALE" not in path}


def exists(path):
    if any((root / path).exists() for root in ROOTS):
        return True
    name = path.rstrip("/")
    return any(
        next(folder.glob(f"**/{name}"), None) for folder in (ROOT / "Sources", ROOT / "Tests", ROOT / "Schemas"))


def test_the_architecture_guide_has_steps():
    assert len(STEPS) > 100


@pytest.mark.parametrize("name, file", STEPS)
def test_a_step_names_a_function_in_its_file(name, file):
    text = (ROOT / "Sources" / file).read_text()
    assert [part for part in name.split(".") if not re.search(rf"\b{part}\b", text)] == []


@pytest.mark.parametrize("guide", GUIDES)
def test_the_files_that_a_guide_names_exist(guide):
    named = paths(GUIDES[guide])
    assert len(named) > 30
    assert sorted(path for path in named if not exists(path)) == []


def test_contributing_names_what_exists():
    guide = GUIDES["CONTRIBUTING"]
    # Invented names, and the phrases that nobody should write.
    guide = re.sub(r"```.*?```|## Plain English.*?\n## |\n- A test is a claim[^\n]*", "", guide, flags=re.S | re.M)
    folders = ("Sources", "Tests", "Public", "Schemas", "Scripts")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    known = set(re.findall(r"\w+", " ".join(path.read_text(errors="ignore") for path in files)))
    named = {name for name in re.findall(r"`([^`\n]+)`", guide) if not FILE.match(name) and "/" not in name}
    words = {word for name in named for word in re.findall(r"[A-Za-z_]\w+", name)}
    assert len(words) > 100
    assert sorted(words - known - {"NAME", "LOCALE", "KEY", "VALUE", "TEXT"}) == []


def guide(name):
    return (FOLDER / f"{name}.md").read_text()


def controls():
    return json.loads((ROOT / "Schemas/faceplate.schema.json").read_text())["$defs"]["control"]["enum"]


# The controls of items that have no value of their own.
WITHOUT_VALUE = {"select", "button", "info", "link", "page", "text", "html"}


def test_the_guide_of_controls_has_each_control():
    assert [name for name in controls() if f"`{name}`" not in guide("Controls")] == []


@pytest.mark.parametrize("name, others", [
    ("TypedKeys", set()),
    ("StoredTypes", {"picker", "edit_password"}),
])
def test_a_guide_has_the_swift_type_of_each_control(name, others):
    text = guide(name)
    assert [each for each in controls() if each not in WITHOUT_VALUE | others and f"`{each}`" not in text] == []


def test_the_guide_of_schemas_has_each_control_of_a_cell():
    recorded = (ROOT / "Tests/Fixtures/Invalid/cells-misfit.txt").read_text()
    fitting = re.findall(r"'(\w+)'", recorded.split("these do:")[1].splitlines()[0])
    row = next(line for line in guide("SchemaReference").splitlines() if line.startswith("| `itemColumns`"))
    assert len(fitting) > 10
    assert [name for name in fitting if f"`{name}`" not in row] == []


def test_the_guide_of_posts_has_each_code():
    text = (ROOT / "Sources/FaceplateSchema/Values/ValueProblem.swift").read_text()
    codes = re.findall(r'Code\(rawValue: "(\w+)"\)', text)
    assert len(codes) > 40
    assert [code for code in codes if f"`{code}`" not in guide("FormPosts")] == []


def test_the_browser_sets_each_control():
    text = (ROOT / "Tests/Browser/test_controls.py").read_text()
    rows = set(re.findall(r'^    "(\w+)": \(', text, re.M))
    # A secret is never stored as a value, so it has a test of its own there.
    assert set(controls()) - WITHOUT_VALUE - {"edit_password"} - rows == set()


def test_guides_agree_on_the_files_beside_a_database():
    text = guide("Database")
    table = text.split("| file | contents |")[1].split("\n\n")[0]
    files = set(re.findall(r"`(FILE-\w+)", table))
    named = {path.stem: set(re.findall(r"`(FILE-\w+)", path.read_text())) for path in FOLDER.glob("*.md")}
    assert len(files) == 6
    assert {name: found - files for name, found in named.items() if found - files} == {}
    # Secrets are lost without it.
    assert [name for name in ("Database", "Security") if "FILE-key" not in named[name]] == []
