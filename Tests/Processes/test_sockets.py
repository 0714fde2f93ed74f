"""A panel on a Unix socket, and on a socket that a service manager opened."""

import contextlib
import fcntl
import getpass
import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys

import pytest

from support.limits import HUNG
from support.schemas import reader
from support.server import binary, environment, run


class Connection(http.client.HTTPConnection):
    """A connection by a path."""

    def __init__(self, path):
        super().__init__("localhost", timeout=HUNG)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(HUNG)
        self.sock.connect(self.path)


def asked(path, method="GET", target="/api/settings", body=None, host="localhost"):
    """The status and the body of a response."""
    connection = Connection(path)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    connection.request(method, target, body, kind | {"Host": host})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.fixture
def schema(tmp_path):
    return reader(tmp_path)


@pytest.fixture
def place(tmp_path_factory):
    # The path of a socket is short.
    return tmp_path_factory.mktemp("s") / "panel.sock"


@pytest.fixture
def serving(tmp_path, schema):
    started = []

    def start(*arguments, descriptors=(), variables=None, before=()):
        command = [
            *before, binary(), "serve", str(schema), "--database", str(tmp_path / "panel.sqlite"), "--json",
            "--exit-with-parent", *map(str, arguments)]
        if descriptors:
            # The process must know its own number, and have the sockets from 3 on.
            command = ["sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", *command]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=descriptors,
            env=environment() | (variables or {}))
        started.append(process)
        line = process.stdout.readline()
        assert line, process.stderr.read()
        return process, json.loads(line)

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_user_reads_and_writes_through_a_socket(serving, place, tmp_path):
    process, announced = serving("--listen", f"unix:{place}")
    assert announced["url"] == f"unix:{place}"
    assert announced["port"] == 0
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    status, body = asked(place)
    assert status == 200 and json.loads(body)["theme"] == "theme_light"
    status, body = asked(place, "POST", "/", "theme=theme_dark")
    assert (status, json.loads(body)["revision"]) == (200, 1)
    # The history names the user of the process that posted.
    assert getpass.getuser() in run("changes", "--database", tmp_path / "panel.sqlite").stdout
    assert asked(place, host="evil.example")[0] == 421
    process.send_signal(signal.SIGTERM)
    assert process.wait(HUNG) == 0
    assert not place.exists()


def test_the_user_of_a_proxy_is_not_in_history(serving, place, tmp_path):
    serving("--listen", f"unix:{place}", "--trusted-proxy", "unix")
    assert asked(place, "POST", "/", "theme=theme_dark")[0] == 200
    assert getpass.getuser() not in run("changes", "--database", tmp_path / "panel.sqlite").stdout


def test_a_socket_and_a_port_are_both_served(serving, place):
    _, announced = serving("--listen", f"unix:{place}", "--port", "0")
    assert announced["url"] == f"http://127.0.0.1:{announced['port']}/"
    assert asked(place)[0] == 200
    connection = http.client.HTTPConnection("127.0.0.1", announced["port"], timeout=HUNG)
    connection.request("GET", "/healthz")
    assert connection.getresponse().status == 200


def test_the_socket_of_a_killed_server_is_replaced(serving, place):
    process, _ = serving("--listen", f"unix:{place}")
    process.kill()
    process.wait()
    assert place.exists()
    serving("--listen", f"unix:{place}")
    assert asked(place)[0] == 200


@pytest.mark.parametrize("prepare, said", [
    (lambda place: place.write_text("mine"), "exists and is not a socket."),
    (lambda place: None, "does not exist (ENOENT)."),
], ids=["file", "folder"])
def test_an_unusable_path_is_reported_before_the_database_is_created(
        tmp_path, schema, place, prepare, said):
    prepare(place)
    path = place if place.exists() else place.parent / "no" / "panel.sock"
    result = run(
        "serve", schema, "--database", tmp_path / "new.sqlite", "--listen", f"unix:{path}", check=False)
    assert result.returncode == 69
    assert f"'{path}' {said}" in result.stderr or f"The folder of '{path}' {said}" in result.stderr
    assert not (tmp_path / "new.sqlite").exists()


@pytest.mark.parametrize("argument", ["unix:", "/run/panel.sock", "127.0.0.1:80"])
def test_an_invalid_argument_is_explained(schema, argument):
    result = run("serve", schema, "--listen", argument, check=False)
    assert result.returncode == 64
    assert f"--listen '{argument}' is not a Unix socket. Write unix:PATH" in result.stderr


@pytest.mark.skipif(
    os.geteuid() != 0 or subprocess.run(["unshare", "-n", "true"]).returncode != 0,
    reason="only an administrator can leave the network")
def test_ipv4_is_served_without_ipv6(serving, schema):
    # Before its loopback interface is up, a new network has 127.0.0.1 but not ::1.
    _, started = serving("--port", "0", before=["unshare", "-n"])
    assert started["url"].startswith("http://127.0.0.1:")
    result = subprocess.run(
        ["unshare", "-n", binary(), "serve", schema, "--ephemeral", "--host", "::1"],
        capture_output=True, text=True, env=environment(), check=False)
    assert result.returncode == 69
    assert result.stderr.endswith("'::1' is not an address of this machine (EADDRNOTAVAIL).\n")


def inherited(make):
    """A listening socket as number 3, which the system may have given to another file."""
    opened = make()
    if opened.fileno() == 3:
        return opened, None
    spare = os.dup(3) if os.path.exists("/proc/self/fd/3") else None
    os.dup2(opened.fileno(), 3)
    return opened, spare


@pytest.mark.parametrize("family", ["path", "port"])
def test_a_socket_of_the_service_manager_outlives_the_server(serving, place, family):
    """Clients that connect while no server runs are served by the next one."""
    def make():
        if family == "path":
            listening = socket.socket(socket.AF_UNIX)
            listening.bind(str(place))
        else:
            listening = socket.socket()
            listening.bind(("127.0.0.1", 0))
        listening.listen(8)
        return listening

    listening, spare = inherited(make)
    try:
        address = listening.getsockname()
        process, announced = serving(descriptors=(3,), variables={"LISTEN_FDS": "1"})
        wanted = f"unix:{place}" if family == "path" else f"http://127.0.0.1:{address[1]}/"
        assert announced["url"] == wanted
        process.send_signal(signal.SIGTERM)
        assert process.wait(HUNG) == 0
        client = socket.socket(listening.family)
        client.settimeout(HUNG)
        client.connect(address)
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        serving(descriptors=(3,), variables={"LISTEN_FDS": "1"})
        answer = b"".join(iter(lambda: client.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 200 ")
    finally:
        listening.close()
        if spare is not None:
            os.dup2(spare, 3)
            os.close(spare)


def test_the_port_is_announced_if_there_are_several_sockets(serving, place):
    with socket.socket(socket.AF_UNIX) as path, socket.socket() as port, contextlib.ExitStack() as stack:
        path.bind(str(place))
        port.bind(("127.0.0.1", 0))
        numbers = []
        for listening in [path, port]:
            listening.listen(8)
            numbers.append(fcntl.fcntl(listening.fileno(), fcntl.F_DUPFD, 20))
            stack.callback(os.close, numbers[-1])
        placed = (
            f"import os, sys; os.dup2({numbers[0]}, 3); os.dup2({numbers[1]}, 4); "
            "os.execv(sys.argv[1], sys.argv[1:])")
        _, announced = serving(
            descriptors=numbers, before=[sys.executable, "-c", placed], variables={"LISTEN_FDS": "2"})
        assert announced["url"] == f"http://127.0.0.1:{port.getsockname()[1]}/"


def test_sockets_of_another_process_are_not_used(serving):
    # A command that a service starts inherits its variables, but not its sockets.
    _, announced = serving("--port", "0", variables={"LISTEN_PID": "1", "LISTEN_FDS": "1"})
    assert announced["url"] == f"http://127.0.0.1:{announced['port']}/"


def test_a_socket_that_other_machines_can_reach_is_rejected(tmp_path, schema):
    listening, spare = inherited(lambda: socket.create_server(("0.0.0.0", 0)))
    try:
        result = subprocess.run(
            ["sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", binary(), "serve", str(schema),
             "--database", str(tmp_path / "panel.sqlite")],
            env=environment() | {"LISTEN_FDS": "1"}, pass_fds=(3,), capture_output=True, text=True,
            timeout=HUNG)
    finally:
        listening.close()
        if spare is not None:
            os.dup2(spare, 3)
            os.close(spare)
    assert result.returncode == 69
    assert "'0.0.0.0' can be reached from other machines" in result.stderr
    assert not (tmp_path / "panel.sqlite").exists()
