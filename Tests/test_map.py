"""The functions and files that the guides for developers name exist.

A row of a numbered table in `Architecture.md` names a function and its file: the file exists and contains each
part of the first name. The paths in backticks of both guides exist. NAME and LOCALE stand for a name that the
reader chooses.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "Sources/FaceplatePanel/FaceplatePanel.docc"
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


def test_every_way_has_its_steps():
    assert len(STEPS) > 100


@pytest.mark.parametrize("name, file", STEPS)
def test_a_step_names_a_function_of_its_file(name, file):
    text = (ROOT / "Sources" / file).read_text()
    assert [part for part in name.split(".") if not re.search(rf"\b{part}\b", text)] == []


@pytest.mark.parametrize("guide", GUIDES)
def test_the_files_that_a_guide_names_exist(guide):
    named = paths(GUIDES[guide])
    assert len(named) > 30
    assert sorted(path for path in named if not exists(path)) == []
