"""Compilers for what tests make: Swift outside of this package, and libraries to preload."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.limits import TEST_HUNG
from support.server import ROOT, binary

BUILT = Path(binary()).resolve().parent
STRICT = [
    "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility"]


def module_flags():
    """What a compiler needs to import the modules that were built."""
    checkouts = ROOT / ".build/checkouts"
    maps = [
        *ROOT.glob("Sources/C*/module.modulemap"),
        *checkouts.glob("*/Sources/*/include/module.modulemap"),
        *checkouts.glob("GRDB.swift/Sources/GRDBSQLite/module.modulemap"),
        # Those of C modules that have none of their own.
        *BUILT.glob("C*.build/module.modulemap")]
    flags = ["-I", str(BUILT / "Modules")]
    for path in sorted(maps):
        flags += ["-Xcc", f"-fmodule-map-file={path}", "-Xcc", "-I", "-Xcc", str(path.parent)]
    return flags


def run(command, folder, timeout):
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=timeout,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})


def typecheck(folder, *files):
    """Checks files as a library."""
    return run(["swiftc", "-typecheck", "-parse-as-library", *STRICT, *module_flags(), *files],
               folder, TEST_HUNG)


def typecheck_script(folder, file):
    """Checks one file as a program that runs from its top to its end."""
    return run(["swiftc", "-typecheck", *STRICT, *module_flags(), file], folder, TEST_HUNG)


def preloadable(name, folder):
    """Returns the path of the library that is made of `name`.c, to be loaded before others."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        pytest.skip("there is no C compiler")
    library = folder / f"{name}.so"
    subprocess.run(
        [compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library,
         Path(__file__).with_name(f"{name}.c"), "-ldl", "-lpthread"], check=True)
    return library
