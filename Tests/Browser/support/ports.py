"""The port that the guides show: one test at a time has it."""

import contextlib
import fcntl
import socket
from pathlib import Path

import pytest

SHOWN_PORT = 8080
# The same for all copies of the project on this machine.
LOCK = Path("/tmp/faceplate-tests-8080.lock")


@contextlib.contextmanager
def shown_port():
    """Waits until no other test has the port; skips the test if another program has it."""
    with open(LOCK, "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                other.bind(("127.0.0.1", SHOWN_PORT))
            except OSError:
                pytest.skip(f"another program of this machine has port {SHOWN_PORT}")
        yield SHOWN_PORT
