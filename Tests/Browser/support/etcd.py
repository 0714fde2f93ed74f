"""An etcd of the test's own."""

import os
import shutil
import signal
import socket
import subprocess

import pytest

from .limits import HUNG
from .server import ending_with_us


def program():
    """FACEPLATE_ETCD, else `etcd` of the path; `None` where there is none."""
    return os.environ.get("FACEPLATE_ETCD") or shutil.which("etcd")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Etcd:
    """A cluster of one member on loopback, with a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.url = f"http://127.0.0.1:{free_port()}"
        self.peer = f"http://127.0.0.1:{free_port()}"
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [program(), "--data-dir", str(self.folder), "--listen-client-urls", self.url,
             "--advertise-client-urls", self.url, "--listen-peer-urls", self.peer,
             "--initial-advertise-peer-urls", self.peer, "--initial-cluster",
             f"default={self.peer}", "--log-level", "error"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **ending_with_us())
        return self

    def kill(self):
        """Ends it as a power cut does."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(timeout=HUNG)
            self.process = None


needs_sharing = pytest.mark.skipif(not program(), reason="needs etcd")


@pytest.fixture
def etcd(tmp_path):
    etcd = Etcd(tmp_path / "etcd").start()
    yield etcd
    etcd.kill()
