"""What stands in front of a panel: nginx, Caddy and ssh, as the guide `Reach` writes them.

Ports and paths of the guide are replaced by free ones; all else is run as written.
"""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import pytest

from support.limits import HUNG
from support.schemas import reader
from support.server import ROOT, SCHEMAS, Server, binary, ending_with_us, environment, run, until

GUIDE = (ROOT / "Sources/Guides.docc/NetworkAccess.md").read_text()
PROGRAMS = Path(os.environ.get("FACEPLATE_PROXIES") or ROOT / ".build/proxies").resolve()
HOST = "panel.example.org"


def block(start):
    """The block of the guide that begins so."""
    return next(text for text in re.findall(r"^```text\n(.*?)^```$", GUIDE, re.M | re.S)
                if text.startswith(start))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def place(tmp_path_factory):
    # The path of a socket is short.
    return tmp_path_factory.mktemp("s")


@pytest.fixture
def panel(tmp_path, place):
    """A panel on a Unix socket and a port."""
    started = []

    def start(*arguments):
        server = Server(
            tmp_path / "panel.sqlite", reader(tmp_path),
            ["--listen", f"unix:{place}/garden.sock", *arguments])
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def running(tmp_path):
    started = []

    def run(*command, **options):
        log = open(tmp_path / f"{len(started)}.log", "w")
        process = subprocess.Popen(
            list(map(str, command)), stdout=log, stderr=subprocess.STDOUT, **ending_with_us(), **options)
        started.append(process)
        return process

    run.logs = lambda: "\n".join(path.read_text() for path in tmp_path.glob("*.log"))
    yield run
    for process in started:
        process.kill()
        process.wait()


def asked(port, method="GET", target="/", body=None, host=None, origin=None, secure=False, raw=False):
    """A response through a proxy; `None` while nothing listens."""
    if secure:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=HUNG, context=context)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HUNG)
    headers = {"Host": host or f"127.0.0.1:{port}"}
    if body:
        headers |= {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    if origin:
        headers["Origin"] = origin
    try:
        connection.request(method, target, body, headers)
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException):
        return None
    return answer if raw else (answer.status, answer.read().decode())


def check(port, base, host, scheme):
    """Reads, writes, and hears of a change through a proxy; another origin does neither."""
    secure = scheme == "https"
    origin = f"{scheme}://{host}"
    status, page = asked(port, target=base, host=host, secure=secure)
    assert status == 200 and f'action="{base}"' in page
    events = asked(port, target=f"{base}api/events", host=host, secure=secure, raw=True)
    assert events.status == 200
    status, body = asked(port, "POST", base, "theme=theme_dark", host, origin, secure)
    assert (status, json.loads(body)["revision"]) == (200, 1)
    # The event is there before anything else is sent, so that nothing holds it back.
    lines = iter(lambda: events.readline().decode(), "")
    assert next(line for line in lines if line.startswith("data:") and '"theme_dark"' in line)
    status, _ = asked(port, "POST", base, "theme=theme_light", host, "https://evil.example", secure)
    assert status == 403


@pytest.mark.parametrize("passed", ["whole", "without its start"])
def test_nginx_serves_a_panel(panel, running, place, tmp_path, passed):
    port = free_port()
    if passed == "whole":
        panel("--base-path", "/garden", "--allow-host", HOST)
    else:
        panel("--allow-host", HOST, "--trusted-proxy", "unix")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", place / "panel.key",
         "-out", place / "panel.crt", "-days", "2", "-subj", f"/CN={HOST}"],
        check=True, capture_output=True)
    site = block("server {").replace("/run/panel/", f"{place}/").replace("/etc/ssl/", f"{place}/")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    if passed != "whole":
        lines = block("proxy_pass ").replace("/run/panel/", f"{place}/")
        site = re.sub(r"proxy_pass .*", lambda _: lines, site)
    folders = "".join(
        f"{name}_temp_path {place}/{name};\n" for name in
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    user = "user root;" if os.geteuid() == 0 else ""
    (place / "nginx.conf").write_text(
        f"{user} daemon off; pid {place}/nginx.pid; error_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{folders}{site}}}\n")
    running(PROGRAMS / "usr/sbin/nginx", "-c", place / "nginx.conf", "-e", "stderr")
    host = f"{HOST}:{port}"
    until(lambda: asked(port, target="/garden/healthz", host=host, secure=True), "nginx answers")
    check(port, "/garden/", host, "https")


def test_a_cookie_behind_tls_is_secure(panel, place, tmp_path):
    """The header of a proxy counts on the socket that the proxy uses, and on no other."""
    database = tmp_path / "panel.sqlite"
    run("evolve", SCHEMAS / "reader.json", "--database", database)
    subprocess.run(
        [binary(), "password", "set", "--database", database], env=environment(),
        input="correct horse\n", text=True, capture_output=True, timeout=HUNG, check=True)
    server = panel("--port", "0", "--trusted-proxy", "unix", "--access", "password")

    def cookie(connection, host):
        connection.request(
            "POST", "/sign-in", "password=correct%20horse", {
                "Host": host, "Content-Type": "application/x-www-form-urlencoded",
                "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"})
        answer = connection.getresponse()
        assert answer.status == 303, answer.read()
        return answer.getheader("Set-Cookie")

    through = http.client.HTTPConnection("localhost")
    through.sock = socket.socket(socket.AF_UNIX)
    through.sock.connect(f"{place}/garden.sock")
    found = cookie(through, "localhost")
    assert found.startswith("__Host-") and "; Secure" in found
    direct = http.client.HTTPConnection("127.0.0.1", server.port)
    found = cookie(direct, f"127.0.0.1:{server.port}")
    assert not found.startswith("__Host-") and "; Secure" not in found


def test_caddy_serves_a_panel(panel, running, place):
    port = free_port()
    panel("--allow-host", HOST)
    site = block(HOST).replace("/run/panel/", f"{place}/").replace(HOST, f"http://{HOST}:{port}", 1)
    (place / "Caddyfile").write_text("{\nadmin off\n}\n" + site)
    running(
        PROGRAMS / "usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", place / "Caddyfile",
        env=os.environ | {"HOME": str(place), "XDG_DATA_HOME": str(place), "XDG_CONFIG_HOME": str(place)})
    host = f"{HOST}:{port}"
    until(lambda: asked(port, target="/healthz", host=host), "Caddy answers")
    check(port, "/", host, "http")


@pytest.mark.skipif(
    os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"]).returncode != 0,
    reason="sshd needs a user of its own, which only root can lend it")
@pytest.mark.parametrize("kind", ["port", "socket"])
def test_ssh_forwards_to_a_panel(panel, running, place, kind):
    server = panel("--port", "0")
    port, ssh_port = free_port(), free_port()
    for name in ["host", "mine"]:
        subprocess.run(
            [shutil.which("ssh-keygen") or PROGRAMS / "usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "",
             "-f", place / name], check=True)
    users = Path("/etc/passwd").read_text()
    (place / "passwd").write_text(users + "sshd:x:104:65534::/run/sshd:/usr/sbin/nologin\n")
    options = {
        "HostKey": place / "host", "AuthorizedKeysFile": place / "mine.pub", "UsePAM": "no",
        "StrictModes": "no", "PidFile": "none", "ListenAddress": f"127.0.0.1:{ssh_port}"}
    words = " ".join(f"-o {name}={value}" for name, value in options.items())
    running(
        "unshare", "-m", "sh", "-c",
        f"mkdir -p /run/sshd && mount --bind {place}/passwd /etc/passwd && "
        f"LD_LIBRARY_PATH={PROGRAMS}/usr/lib/x86_64-linux-gnu:{PROGRAMS}/usr/lib/aarch64-linux-gnu "
        f"exec {PROGRAMS}/usr/sbin/sshd -D -e -f /dev/null {words}")
    line = block("ssh -L 9000:127.0.0.1:8080" if kind == "port" else "ssh -L 9000:/run/panel/")
    line = line.replace("9000:", f"{port}:").replace(":8080", f":{server.port}")
    line = line.replace("/run/panel/", f"{place}/").replace("ada@garden.example.org", "root@127.0.0.1")
    for attempt in range(100):
        client = running(
            *line.split(), "-N", "-p", ssh_port, "-i", place / "mine", "-o", "StrictHostKeyChecking=no",
            "-o", f"UserKnownHostsFile={place}/known", "-o", "ExitOnForwardFailure=yes",
            "-o", "BatchMode=yes", "-F", "none")
        # The server may not listen yet: then the client ends at once.
        if until(lambda: client.poll() is not None or asked(port, target="/healthz"), "ssh forwards") is not True:
            break
    check(port, "/", f"127.0.0.1:{port}", "http")
