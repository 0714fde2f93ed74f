"""The guide `Tutorial` works: its blocks are run in order in one folder, and print what it shows.

A block of JSON, Python or text after "Save … as `NAME`" is that file; Python after "change one line of `NAME`" takes
the place of the line that sets the same name. Commands run in a shell. A server and a daemon go on, and the next of
the same kind stops the one before. A block of text is the output of the last commands, or of the program that the
sentence before it names.
"""

import os
import re
import signal
import subprocess

import pytest

from support.client import Client
from support.limits import HUNG
from support.ports import shown_port
from support.server import ROOT, binary, ending_with_us, environment

GUIDE = (ROOT / "Sources/Guides.docc/Tutorial.md").read_text()


def steps():
    """Each block with its language and the paragraph before it."""
    parts = re.split(r"^```(\w+)\n(.*?)^```$", GUIDE, flags=re.M | re.S)
    for before, language, text in zip(parts[::3], parts[1::3], parts[2::3]):
        yield before.strip().rpartition("\n\n")[2].replace("\n", " "), language, text


class Reader:
    """Somebody who follows the guide."""

    def __init__(self, folder):
        self.folder = folder
        self.programs = {}
        self.output = ""
        tools = folder / ".tools"
        tools.mkdir()
        (tools / "faceplate").symlink_to(binary())
        self.variables = environment() | {"PATH": f"{tools}:{os.environ['PATH']}"}

    def run(self, line):
        kind = "server" if line.startswith("faceplate serve") else "daemon"
        if kind == "server" or line.startswith("python3"):
            self.stop(kind)
            self.programs[kind] = subprocess.Popen(
                ["sh", "-c", f"exec {line}"], cwd=self.folder, env=self.variables, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, **ending_with_us())
            return
        ended = subprocess.run(
            ["sh", "-c", line], cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=HUNG)
        assert ended.returncode == 0, (line, ended.stderr)
        self.output += ended.stdout.rstrip("\n") + "\n" if ended.stdout else ""

    def stop(self, kind):
        program = self.programs.pop(kind, None)
        if program:
            program.send_signal(signal.SIGINT)
            program.wait(timeout=HUNG)
            program.stdout.close()

    def change(self, before, text):
        name = re.search(r"change one line of `([^`]+)`", before)[1]
        start = text.split("=")[0]
        path = self.folder / name
        changed, count = re.subn(rf"^{start}=.*\n", text, path.read_text(), flags=re.M)
        assert count == 1
        path.write_text(changed)


@pytest.fixture
def follower(tmp_path):
    with shown_port():
        follower = Reader(tmp_path)
        yield follower
        for program in list(follower.programs.values()):
            program.kill()
            program.communicate()


# What the guide has its reader do on the page, as the page posts it.
ON_THE_PAGE = {"turn off \"Water every day\"": {"water_on": "NO"}, "Press Undo": {"_undo": "1"}}


def test_each_block_does_what_the_guide_says(follower):
    compared = 0
    for before, language, text in steps():
        saved = re.search(r"[Ss]ave (?:this|it)[^.]* as `([^`]+)`", before)
        for words, fields in ON_THE_PAGE.items():
            if words in before:
                Client(8080).changed(fields)
        if "change one line" in before:
            follower.change(before, text)
        elif saved:
            (follower.folder / saved[1]).write_text(text)
        elif language == "sh":
            follower.output = ""
            for line in text.splitlines():
                follower.run(line)
        else:
            assert language == "text", (language, before)
            compared += 1
            program = re.search(r"The (server|daemon) prints:$", before)
            lines = [follower.programs[program[1]].stdout.readline() for _ in text.splitlines()] if program else [
                follower.output]
            assert "".join(lines) == text, before
    assert compared > 10


def test_the_guide_gives_the_number_of_lines_of_the_daemon():
    [program, _] = [text for _, language, text in steps() if language == "python"]
    assert f"a program of {len([line for line in program.splitlines() if line])} lines" in GUIDE
