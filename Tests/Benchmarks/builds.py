"""Measures builds from clean clones: how long a newcomer waits.

    builds.py FOLDER [--only WHAT] [COMMIT...]

Clones each commit (HEAD, if none is named) into FOLDER, and prints the seconds of each step there. Commits take turns
step by step, so that other work on the machine meets all of them. WHAT is one of the steps below.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
PORT = 8765
PROGRAM = "import {}\nprint(\"built\")\n"


def run(command, folder, **more):
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr[-2000:]}")


def first_page(clone):
    """From `Scripts/serve` to the first page that answers."""
    with open(clone / "serve.log", "w") as log:
        serving = subprocess.Popen(
            ["Scripts/serve", "--port", str(PORT)], cwd=clone, stdout=log, stderr=log, start_new_session=True)
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=5).read()
                return
            except OSError:
                if serving.poll() is not None:
                    sys.exit(f"Scripts/serve ended:\n{(clone / 'serve.log').read_text()[-2000:]}")
                time.sleep(0.2)
    finally:
        os.killpg(serving.pid, 15)
        serving.wait()


def package(clone, product):
    """The debug build of a package that depends on one product."""
    folder = clone.parent / f"{clone.name}-{product}"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "Sources/Empty").mkdir(parents=True)
    traits = ", traits: []" if ".trait(name: \"Command\"" in (clone / "Package.swift").read_text() else ""
    (folder / "Package.swift").write_text(
        "// swift-tools-version: 6.2\nimport PackageDescription\n"
        "let package = Package(name: \"empty\", platforms: [.macOS(.v15)],\n"
        f"    dependencies: [.package(path: \"{clone}\"{traits})],\n"
        "    targets: [.executableTarget(name: \"Empty\", dependencies: [\n"
        f"        .product(name: \"{product}\", package: \"{clone.name}\")])])\n")
    (folder / "Sources/Empty/main.swift").write_text(PROGRAM.format(product))
    run(["swift", "build"], folder)


STEPS = {
    "first page": first_page,
    "Faceplate alone": lambda clone: package(clone, "Faceplate"),
    "FaceplatePanel": lambda clone: package(clone, "FaceplatePanel"),
    "Scripts/install": lambda clone: run(["Scripts/install", str(clone.parent / f"{clone.name}-prefix")], clone),
    "Scripts/test": lambda clone: run(["Scripts/test"], clone),
    "Scripts/test all": lambda clone: run(["Scripts/test", "all"], clone),
}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--only", action="append", choices=STEPS)
    options.add_argument("commits", nargs="*", default=["HEAD"])
    chosen = options.parse_intermixed_args()
    folder = chosen.folder.absolute()
    clones = [folder / f"faceplate-{place}" for place in range(len(chosen.commits))]
    print("step\t" + "\t".join(chosen.commits))
    for step in chosen.only or STEPS:
        seconds = []
        for clone, commit in zip(clones, chosen.commits):
            shutil.rmtree(clone, ignore_errors=True)
            run(["git", "clone", "--quiet", ROOT, clone], ROOT)
            run(["git", "checkout", "--quiet", subprocess.check_output(
                ["git", "rev-parse", commit], cwd=ROOT, text=True).strip()], clone)
            began = time.monotonic()
            STEPS[step](clone)
            seconds.append(time.monotonic() - began)
        print(step + "\t" + "\t".join(f"{one:.0f}" for one in seconds), flush=True)


main()
