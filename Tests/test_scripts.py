"""Every script explains itself with --help, and does nothing else then."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

SCRIPTS = sorted(
    path.name for path in (ROOT / "Scripts").iterdir()
    if path.name != "common.sh" and 'common.sh"' in path.read_text())


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_explains_itself(name, option, tmp_path):
    explained = subprocess.run(
        [ROOT / "Scripts" / name, option], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (explained.returncode, explained.stderr) == (0, "")
    assert f"\n  Scripts/{name}" in explained.stdout
    # All of its head, and no more.
    lines = (ROOT / "Scripts" / name).read_text().splitlines()[1:]
    head = lines[:next(number for number, line in enumerate(lines) if not line.startswith("#"))]
    assert explained.stdout.splitlines() == [line.removeprefix("#").removeprefix(" ") for line in head]


def test_finds_the_scripts():
    assert {"bench", "serve", "test"} <= set(SCRIPTS)
