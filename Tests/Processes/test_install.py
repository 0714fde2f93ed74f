"""`Scripts/install` and `Scripts/package` with a program that is built already, and how a build is shown.

`Scripts/package --check` builds the program itself, and tries its Debian package in a new Debian.
"""

import json
import os
import shutil
import stat
import subprocess

import pytest

from support.limits import HUNG
from support.server import ROOT, binary, environment

FILES = {
    "bin/faceplate", "share/bash-completion/completions/faceplate", "share/doc/faceplate/copyright",
    "share/faceplate/faceplate.schema.json", "share/faceplate/files",
    "share/fish/vendor_completions.d/faceplate.fish", "share/man/man1/faceplate.1",
    "share/systemd/user/faceplate@.service", "share/zsh/site-functions/_faceplate"}


def script(*command, cwd=ROOT, **variables):
    return subprocess.run(
        [str(ROOT / command[0]), *map(str, command[1:])], cwd=cwd,
        env=environment() | {"FACEPLATE_BINARY": binary()} | variables, capture_output=True, text=True,
        timeout=HUNG)


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("prefix") / "deep/er"
    done = script("Scripts/install", prefix)
    assert done.returncode == 0, done.stderr
    return prefix


def test_installs_all_files(prefix):
    assert files(prefix) == FILES
    for name in FILES:
        mode = stat.S_IMODE((prefix / name).stat().st_mode)
        assert mode == (0o755 if name == "bin/faceplate" else 0o644), name
    assert (prefix / "bin/faceplate").stat().st_size < os.stat(binary()).st_size
    unit = (prefix / "share/systemd/user/faceplate@.service").read_text()
    assert f"ExecStart={prefix}/bin/faceplate serve " in unit
    assert "Permission is hereby granted" in (prefix / "share/doc/faceplate/copyright").read_text()


def test_the_installed_program_works(prefix, tmp_path):
    def run(*arguments):
        return subprocess.run(
            [prefix / "bin/faceplate", *arguments], cwd=tmp_path, env=environment(), capture_output=True,
            text=True, timeout=HUNG, check=True).stdout

    run("init", "garden")
    run("evolve", "garden.json")
    run("set", "general_name=Ada", "--database", "garden.sqlite")
    assert run("get", "general_name", "--database", "garden.sqlite") == "Ada\n"


def test_bash_completes_commands_and_options(prefix):
    source = (
        f"source {prefix}/share/bash-completion/completions/faceplate; "
        'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; '
        '_faceplate faceplate "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[@]}"; }; ')
    for typed, expected in [("faceplate ser", "serve"), ("faceplate serve --ho", "--host")]:
        result = subprocess.run(
            ["bash", "-c", f"{source} ask {typed}"], capture_output=True, text=True, timeout=HUNG)
        assert result.stdout.split() == [expected], result


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_the_manual_page_has_every_command_and_no_errors(prefix):
    page = subprocess.run(
        ["man", "--warnings", "-l", str(prefix / "share/man/man1/faceplate.1")],
        env=environment() | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True,
        timeout=HUNG)
    assert (page.returncode, page.stderr) == (0, "")
    known = json.loads(subprocess.run(
        [binary(), "--experimental-dump-help"], env=environment(), capture_output=True, text=True,
        timeout=HUNG).stdout)
    commands = {command["commandName"] for command in known["command"]["subcommands"]} - {"help"}
    assert {"serve", "backup", "labels"} <= commands
    for command in commands:
        assert f"\n   {command}\n" in page.stdout, command
    assert "--allow-actions" in page.stdout and "XDG_STATE_HOME" in page.stdout


def test_can_be_installed_twice_and_removed(tmp_path):
    prefix = tmp_path / "prefix"
    (prefix / "bin").mkdir(parents=True)
    (prefix / "share/man").mkdir(parents=True)
    (prefix / "bin/other").write_text("stays")
    for _ in range(2):
        assert script("Scripts/install", prefix).returncode == 0
    assert files(prefix) == FILES | {"bin/other"}
    removed = script("Scripts/install", "--remove", prefix)
    assert removed.returncode == 0, removed.stderr
    # Folders that were there before stay, though they are empty.
    assert {str(path.relative_to(prefix)) for path in prefix.rglob("*")} == {
        "bin", "bin/other", "share", "share/man"}
    again = script("Scripts/install", "--remove", prefix)
    assert (again.returncode, "Nothing is installed in" in again.stderr) == (1, True)


@pytest.mark.parametrize("arguments", [["--prefix"], ["a", "b"], ["--remove", "a", "b"]])
def test_installs_nothing_with_invalid_arguments(arguments, tmp_path):
    result = script("Scripts/install", *arguments, cwd=tmp_path)
    assert result.returncode == 64 and "Use Scripts/install" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_relative_prefix_is_in_the_current_folder(tmp_path):
    assert script("Scripts/install", "here", cwd=tmp_path).returncode == 0
    assert files(tmp_path / "here") == FILES


# MARK: How a build is shown

# In the place of Swift: it builds for a while, and ends with the code CODE.
SWIFT = """#!/bin/sh
case "$*" in *--show-bin-path*) echo "$FOLDER"; exit ;; esac
echo "$*" >"$FOLDER/built"
echo "[1/3] Compiling A"
sleep 2
echo "[3/3] Linking faceplate"
echo "error: it does not fit" >&2
exit "$CODE"
"""


def building(tmp_path, code, *options):
    (tmp_path / "swift").write_text(SWIFT)
    (tmp_path / "swift").chmod(0o755)
    (tmp_path / "faceplate").write_text("#!/bin/sh\necho serving \"$@\"\n")
    (tmp_path / "faceplate").chmod(0o755)
    root = tmp_path / "project"
    shutil.copytree(ROOT / "Scripts", root / "Scripts")
    return subprocess.run(
        [str(root / "Scripts/serve"), *options, "x.json"], cwd=tmp_path,
        env=environment() | {
            "PATH": f"{tmp_path}:{os.environ['PATH']}", "FOLDER": str(tmp_path), "CODE": str(code)},
        capture_output=True, text=True, timeout=HUNG)


def test_a_build_shows_its_progress(tmp_path):
    result = building(tmp_path, 0)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "serving serve x.json\n"
    first, last = result.stderr.splitlines()
    assert first.startswith("Building ... ") and first.endswith(" s, step 1 of 3")
    assert last.startswith("Building took ") and last.endswith(" s.")


@pytest.mark.parametrize("options, built", [
    ([], "build --explicit-target-dependency-import-check error -debug-info-format none "
     "--disable-index-store --product faceplate"),
    (["--release"], "build -c release "),
])
def test_serve_uses_a_debug_build_unless_a_release_is_requested(tmp_path, options, built):
    assert building(tmp_path, 0, *options).stdout == "serving serve x.json\n"
    assert (tmp_path / "built").read_text().startswith(built)


def test_a_failed_build_shows_its_errors(tmp_path):
    result = building(tmp_path, 3)
    assert (result.returncode, result.stdout) == (3, "")
    assert "error: it does not fit" in result.stderr
    assert "The build failed; the whole log is .build/build.log." in result.stderr
