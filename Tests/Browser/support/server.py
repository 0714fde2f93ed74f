"""The program as a process: started, asked, stopped, killed."""

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from .client import BASE
from .limits import HUNG

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = ROOT / "Schemas"
# A program that mounts the panel (HummingbirdPanel), where the whole suite is to be run inside of it;
# FACEPLATE_BASE_PATH then says where.
HOST = os.environ.get("FACEPLATE_HOST", "")

own_server = pytest.mark.skipif(bool(HOST), reason="it is about the panel's own server")


def binary():
    """FACEPLATE_BINARY, else the debug build of this repository."""
    path = Path(os.environ.get("FACEPLATE_BINARY") or ROOT / ".build/debug/faceplate")
    if not path.exists():
        raise RuntimeError(f"There is no {path}. Run swift build --product faceplate.")
    return str(path)


def environment():
    # A backtracer would linger after a crash and keep the dead server's sockets.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FACEPLATE")}
    return kept | {"SWIFT_BACKTRACE": "enable=no"}


def run(*arguments, check=True):
    """Runs a command of the program to its end."""
    result = subprocess.run(
        [binary(), *map(str, arguments)], env=environment(), capture_output=True, text=True,
        timeout=HUNG)
    if check and result.returncode != 0:
        raise AssertionError(f"{arguments} ended with {result.returncode}: {result.stderr}")
    return result


def ending_with_us():
    """Arguments of a process that does not look after its parent itself: it ends with this one."""
    if sys.platform != "linux":
        return {}
    c_library, set_parent_death_signal = ctypes.CDLL(None), 1
    return {"preexec_fn": lambda: c_library.prctl(set_parent_death_signal, signal.SIGKILL)}


class Server:
    """`faceplate serve` on a port of its own."""

    def __init__(self, database, schema=None, arguments=()):
        self.database = Path(database)
        self.schema = schema and Path(schema)
        self.arguments = list(map(str, arguments))
        # Variables of its environment, beside those of this process.
        self.variables = {}
        self.log_path = self.database.with_suffix(".log")
        self.process = None
        self.port = 0
        self.url = None
        self.announcement = None

    def start(self, port=0):
        """Returns once connections are accepted."""
        if HOST:
            return self._start_in_host(port)
        command = [binary(), "serve"]
        if self.schema:
            command.append(str(self.schema))
        command += [
            "--database", str(self.database), "--port", str(port), "--json",
            "--exit-with-parent", *self.arguments]
        if BASE:
            command += ["--base-path", BASE]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log,
                env=environment() | self.variables)
        self.announcement = json.loads(self._first_line())
        self.url = self.announcement["url"]
        self.port = self.announcement["port"]
        return self

    def _start_in_host(self, port):
        """The same panel inside the example that has a server of its own."""
        # Its own button signs in as the sample's command does.
        wishes = [word for word in self.arguments if not word.endswith("/sign-in")]
        if wishes not in ([], ["--action"]) or self.schema is None:
            pytest.skip("the host does not take these arguments")
        command = [HOST, str(self.database), str(port), str(self.schema)]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env=environment(),
                **ending_with_us())
        self.url = self._first_line().split()[-1]
        self.port = urlsplit(self.url).port
        return self

    def _first_line(self):
        ready, _, _ = select.select([self.process.stdout], [], [], HUNG)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line:
            self.kill()
            raise AssertionError(f"The server did not start: {self.log()[-2000:]}")
        return line

    def stop(self):
        """Ends it as a supervisor does; its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self):
        """Ends it as a power cut does."""
        return self._end(signal.SIGKILL)

    def _end(self, number):
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            # Nothing survives a kill; with a limit `wait` would sleep between its looks.
            code = self.process.wait(None if number == signal.SIGKILL else HUNG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"The server did not end on signal {number}.") from None
        finally:
            self.process.stdout.close()
        self.process = None
        return code

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def log(self):
        return self.log_path.read_text(errors="replace")


def until(claim, what):
    """Asks again until `claim` gives something true, which it returns."""
    deadline = time.monotonic() + HUNG
    while True:
        found = claim()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"Not within {HUNG} s: {what}")
        time.sleep(0.01)
