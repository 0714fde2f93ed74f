"""`serve --tls-certificate`: pages, sign-in, events, the commands, and another certificate at SIGHUP."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
from pathlib import Path

import pytest
from support.client import JSON, PAGE, Client
from support.limits import HUNG
from support.schemas import reader, write
from support.server import Server, binary, environment, own_server, run, until
from support.tls import make_certificate, renegotiates, trusting
from test_access import PASSWORD, cookie, set_password, sign_in, token
from test_readers import OTHER, SCHEMA, as_other

pytestmark = own_server

YEAR = "max-age=31536000"


@pytest.fixture
def files(tmp_path):
    return make_certificate(tmp_path / "tls")


@pytest.fixture
def serving(tmp_path, files):
    """Starts a panel with the certificate; its database exists before."""
    servers = []
    schema = reader(tmp_path)
    database = tmp_path / "panel.sqlite"

    def start(*arguments):
        run("evolve", schema, "--database", database)
        set_password(database, PASSWORD)
        server = Server(
            database, schema,
            ["--tls-certificate", files[0], "--tls-key", files[1], "--allow-host", "panel.example.org", *arguments])
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def server(serving):
    return serving()


@pytest.fixture
def client(server, files):
    return Client(server.port, context=trusting(files[0]))


def command(*arguments, **variables):
    result = subprocess.run(
        [binary(), *map(str, arguments)], env=environment() | variables, capture_output=True, text=True,
        timeout=HUNG)
    return result.returncode, result.stdout, result.stderr


def shown(port):
    """The certificate that a new connection gets."""
    return ssl.get_server_certificate(("127.0.0.1", port), timeout=HUNG)


def reread(server, said):
    """Sends SIGHUP, and waits for one more line of the log."""
    before = server.log().count(said)
    server.process.send_signal(signal.SIGHUP)
    until(lambda: server.log().count(said) > before, said)


def test_a_client_cannot_renegotiate(server):
    assert not renegotiates(server.port)

def test_curl_reads_pages_and_posts_forms(server, files):
    def curl(*arguments):
        return subprocess.run(
            ["curl", "-sS", "--cacert", files[0], *arguments], capture_output=True, text=True,
            timeout=HUNG, check=True).stdout

    assert server.url == f"https://127.0.0.1:{server.port}/"
    assert json.loads(curl(server.url + "healthz"))["status"] == "ok"
    assert "<html" in curl("-H", "Accept: text/html", server.url)
    assert json.loads(curl("-H", "Accept: application/json", "-d", "display_titles=NO", server.url))["revision"] == 1
    # A post of a page of the same site, as browsers send it.
    form = ["-o", "/dev/null", "-w", "%{http_code}", "-H", "Accept: text/html", "-d", "display_titles=YES"]
    origin = server.url.rstrip("/")
    assert curl(*form, "-H", f"Origin: {origin}", "-H", "Sec-Fetch-Site: same-origin", server.url) == "303"
    assert curl(*form, "-H", f"Origin: {origin}", server.url) == "303"
    assert curl(*form, "-H", "Origin: https://evil.example", server.url) == "403"


def test_a_password_signs_in_with_a_secure_cookie(serving, files):
    server = serving("--access", "password")
    client = Client(server.port, context=trusting(files[0]))
    assert client.get("/", JSON).status == 401
    answer = sign_in(client)
    assert answer.status == 303
    name, _, rest = answer.header("Set-Cookie").partition("=")
    assert name == f"__Host-faceplate_session_{server.port}"
    assert rest.endswith("; HttpOnly; SameSite=Strict; Secure") and "; Path=/;" in rest
    assert client.get("/", PAGE | cookie(answer)).status == 200
    assert client.post({"display_titles": "NO"}, JSON | cookie(answer)).status == 200
    assert "; Secure" in client.get("/?lang=fr", PAGE | cookie(answer)).header("Set-Cookie")


def test_the_printed_link_uses_https(serving, files):
    server = serving("--access", "link")
    client = Client(server.port, context=trusting(files[0]))
    path = until(
        lambda: re.search(rf"https://127\.0\.0\.1:{server.port}(/sign-in\?link=\S+)", server.log()), "a link")[1]
    assert client.get(path, PAGE).status in (200, 303)
    assert run("link", "--database", server.database).stdout.startswith(server.url + "sign-in?link=")


def test_events_are_sent(server, client):
    connection = client.connection()
    connection.request("GET", "/api/events", headers={"Accept": "text/event-stream"})
    answer = connection.getresponse()
    assert answer.status == 200

    def event():
        lines = []
        while line := answer.readline().strip():
            lines.append(line)
        return b"\n".join(lines)

    assert b"event: hello" in event()
    assert client.post({"display_titles": "NO"}, JSON).status == 200
    change = event()
    while b"event: change" not in change:
        change = event()
    assert b"display_titles" in change
    # The stream ends with the server, which does not wait for it.
    assert server.stop() == 0
    answer.read()
    connection.close()


def test_strict_transport_security_is_sent_for_names_without_a_port(server, client):
    def header(host):
        return client.get("/healthz", {"Host": host}).header("Strict-Transport-Security")

    assert header("panel.example.org") == header("panel.example.org:443") == YEAR
    for host in ["localhost", "127.0.0.1", "[::1]", f"panel.example.org:{server.port}"]:
        assert header(host) is None, host
    # Also of a page that the browser has.
    page = client.get("/", PAGE | {"Host": "panel.example.org"})
    assert page.header("Strict-Transport-Security") == YEAR
    tag = {"If-None-Match": page.header("ETag")}
    same = client.get("/", PAGE | tag | {"Host": "panel.example.org"})
    assert (same.status, same.header("Strict-Transport-Security")) == (304, YEAR)
    assert client.get("/", PAGE | tag).header("Strict-Transport-Security") is None


@pytest.mark.parametrize("version, is_spoken", [
    (ssl.TLSVersion.TLSv1, False), (ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True),
    (ssl.TLSVersion.TLSv1_3, True)])
def test_accepts_only_tls_1_2_and_1_3(server, files, version, is_spoken):
    context = trusting(files[0])
    context.minimum_version = context.maximum_version = version
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    try:
        assert Client(server.port, context=context).get("/healthz").status == 200
        spoke = True
    except OSError:
        spoke = False
    assert spoke == is_spoken


def test_a_client_without_tls_is_rejected(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=HUNG) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" not in plain.recv(1000)
    code, _, said = command("list", "--url", f"http://127.0.0.1:{server.port}/")
    assert code == 69 and said


def test_commands_use_tls(server, files):
    options = ["--url", server.url, "--ca-file", files[0]]
    assert command("set", "display_titles=NO", *options)[0] == 0
    assert command("get", "display_titles", *options) == (0, "false\n", "")
    code, _, said = command("get", "display_titles", "--url", server.url)
    assert code == 69 and "The certificate is NOT trusted." in said
    assert not re.search("  | $", said, re.MULTILINE)


def test_a_command_waits_for_changes(server, client, files):
    waiting = subprocess.Popen(
        [binary(), "wait", "display_titles=NO", "--url", server.url, "--ca-file", files[0]], env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert client.post({"display_titles": "NO"}, JSON).status == 200
    assert waiting.wait(HUNG) == 0
    waiting.communicate()


def test_a_token_is_sent_over_tls(serving, files):
    server = serving("--access", "token")
    secret = token(server, "add-on")
    code, out, said = command(
        "get", "display_titles", "--url", server.url, "--ca-file", files[0], FACEPLATE_TOKEN=secret)
    assert (code, out) == (0, "true\n"), said


# MARK: - Another certificate


def test_sighup_replaces_the_certificate_for_new_connections(server, client, files, tmp_path):
    connection = client.connection()
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    before = shown(server.port)
    for path, new in zip(files, make_certificate(tmp_path / "next")):
        os.replace(new, path)
    assert shown(server.port) == before
    reread(server, "The certificate was read again.")
    after = shown(server.port)
    assert after != before and after.split() == files[0].read_text().split()
    # The open connection goes on with the old one.
    connection.request("GET", "/healthz")
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.parametrize("spoil, said", [
    (lambda certificate, key: certificate.write_text("x"), "has no certificate in PEM"),
    (lambda certificate, key: key.unlink(), "There is no such file."),
    (lambda certificate, key: key.chmod(0o644), "can be read or changed by other users."),
    (lambda certificate, key: shutil.copy(make_certificate(key.parent / "other")[0], certificate),
     "does not belong to the certificate"),
], ids=["certificate", "no key", "open key", "other key"])
def test_an_invalid_new_certificate_is_not_used(server, client, files, spoil, said):
    before = shown(server.port)
    spoil(*files)
    reread(server, "The last certificate stays in use.")
    assert said in server.log()
    assert shown(server.port) == before
    assert server.runs


# MARK: - At the start


def refused(tmp_path, *arguments):
    code, _, said = command(
        "serve", reader(tmp_path), "--database", tmp_path / "panel.sqlite", "--port", "0", *arguments)
    assert not (tmp_path / "panel.sqlite").exists()
    return code, said


@pytest.mark.parametrize("option", ["--tls-certificate", "--tls-key"])
def test_a_certificate_and_its_key_are_both_required(tmp_path, files, option):
    code, said = refused(tmp_path, option, files[0])
    assert code == 64 and "--tls-certificate and --tls-key belong together. Give both, or neither." in said


def test_a_unix_socket_has_no_tls(tmp_path, files):
    code, said = refused(
        tmp_path, "--tls-certificate", files[0], "--tls-key", files[1], "--listen", f"unix:{tmp_path}/s")
    assert code == 64 and "has no TLS: only this user and root can connect to a Unix socket." in said


def test_invalid_files_are_reported_before_the_database_is_created(tmp_path, files):
    files[1].chmod(0o640)
    code, said = refused(tmp_path, "--tls-certificate", files[0], "--tls-key", files[1])
    assert code == 69
    assert f"The key '{files[1]}' can be read or changed by other users. Run 'chmod 600' on it." in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_key_of_another_user_is_not_used():
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        certificate, key = make_certificate(folder / "tls")
        os.chown(key, OTHER["user"] - 1, OTHER["group"])
        key.chmod(0o640)
        refused = as_other(
            "serve", write(folder / "p.json", SCHEMA), "--database", folder / "panel.sqlite", "--port", "0",
            "--tls-certificate", certificate, "--tls-key", key)
    assert refused.returncode == 69
    assert f"The key '{key}' belongs to another user, who knows it. Use a file of your own." in refused.stderr


def test_tls_does_not_replace_access_control(tmp_path, files):
    code, said = refused(tmp_path, "--tls-certificate", files[0], "--tls-key", files[1], "--host", "0.0.0.0")
    assert code == 64 and "can be reached from other machines" in said


def test_an_expired_certificate_is_served_with_a_warning(tmp_path):
    certificate, key = make_certificate(tmp_path / "tls", days=-1)
    server = Server(
        tmp_path / "panel.sqlite", reader(tmp_path), ["--tls-certificate", certificate, "--tls-key", key]).start()
    try:
        warning = r"expired at 20\d\d-\d\d-\d\dT[\d:]+Z\. Clients reject it\."
        until(lambda: re.search(warning, server.log()), "the warning is in the log")
        code, _, said = command("list", "--url", server.url, "--ca-file", certificate)
        assert code == 69 and "expired" in said
    finally:
        server.kill()


def test_a_socket_of_the_service_manager_uses_tls(tmp_path, files):
    listening = socket.create_server(("127.0.0.1", 0))
    number = listening.fileno()
    command_line = [
        "bash", "-c", f'exec 3<&{number}; LISTEN_PID=$$ exec "$@"', "bash", binary(), "serve", reader(tmp_path), "--database",
        tmp_path / "panel.sqlite", "--json", "--tls-certificate", files[0], "--tls-key", files[1]]
    process = subprocess.Popen(
        list(map(str, command_line)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[number],
        env=environment() | {"LISTEN_FDS": "1"})
    try:
        port = listening.getsockname()[1]
        assert json.loads(process.stdout.readline())["url"] == f"https://127.0.0.1:{port}/"
        assert Client(port, context=trusting(files[0])).get("/healthz").status == 200
    finally:
        process.kill()
        process.communicate()
        listening.close()


def test_a_stop_is_graceful_with_open_and_half_open_connections(server, client):
    connections = [client.connection() for _ in range(5)]
    for connection in connections:
        connection.request("GET", "/healthz")
        assert connection.getresponse().read()
    with socket.create_connection(("127.0.0.1", server.port), timeout=HUNG) as half:
        half.sendall(b"\x16\x03\x01")
        assert server.stop() == 0
    for connection in connections:
        connection.close()
