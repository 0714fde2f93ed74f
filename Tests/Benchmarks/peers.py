"""Measures other programs that do the same, in the same run. Run by Scripts/bench peers.

    peers.py FOLDER_OF_BINARIES WORK_FOLDER [--quick]

The environment names the programs: PEER_NGINX, PEER_GO, PEER_PYTHON (with Django, django-constance and gunicorn).
"""

import http.client
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
from pathlib import Path

from bench import ROUNDS, WORK, Server, row, wait, wrk

PEERS = Path(__file__).with_name("Peers")
CORES = min(os.cpu_count(), 4)

NGINX = """
daemon off; worker_processes {cores}; pid {folder}/nginx.pid; error_log stderr crit;
events {{ worker_connections 512; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
    default_type text/html; client_body_temp_path {folder}; proxy_temp_path {folder};
    fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
    server {{ listen 127.0.0.1:{port}; root {folder}; index page.html; }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Peer:
    """A program that serves a page, until it is stopped."""

    def __init__(self, arguments, port, path="/", cookie=None, **environment):
        self.port, self.path = port, path
        self.options = ["-H", f"Cookie: {cookie}"] if cookie else []
        self.process = subprocess.Popen(
            arguments, env={**os.environ, **environment}, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(port)

    def page(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", self.path, headers=dict(
            option.split(": ", 1) for option in self.options[1:]))
        response = connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise SystemExit(f"{self.process.args[0]}: {response.status} {body[:300]!r}")
        return body

    def rate(self):
        return wrk(self.port, 16, *self.options, path=self.path)

    @property
    def memory(self):
        """The resident memory of the program and of those that it has started, in MB."""
        group, total = os.getpgid(self.process.pid), 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if os.getpgid(int(folder.name)) == group:
                    total += int(re.search(r"VmRSS:\s+(\d+)", (folder / "status").read_text())[1])
            except (OSError, TypeError):
                continue  # It has ended, or is the kernel's.
        return total / 1024

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


def main():
    folder = Path(WORK).resolve() / "peers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    server = Server(str(folder))
    response, body = server.page()
    (folder / "page.html").write_bytes(body)
    headers = "".join(
        f"{name}: {value}\n" for name, value in response.getheaders()
        if name.lower() not in ("date", "content-length", "connection"))
    (folder / "headers.txt").write_text(headers)

    nginx_port, bare_port, go_port, constance_port = (free_port() for _ in range(4))
    (folder / "nginx.conf").write_text(
        NGINX.format(cores=CORES, folder=folder, port=nginx_port))
    subprocess.run(
        [os.environ["PEER_GO"], "build", "-o", folder / "page", PEERS / "page.go"], check=True,
        env={**os.environ, "GOCACHE": str(folder.parent / "go")})
    site = {"CONSTANCE_FOLDER": str(folder), "PYTHONPATH": str(PEERS), "PYTHONDONTWRITEBYTECODE": "1"}
    cookie = subprocess.run(
        [os.environ["PEER_PYTHON"], PEERS / "constance_site.py"], env={**os.environ, **site},
        stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    ours = {"an unchanged page": lambda: wrk(server.port, 16),
            # A page with a query is not kept.
            "a page that is rendered anew": lambda: wrk(server.port, 16, path="/?same=1")}
    peers = {
        "libmicrohttpd in C, the same bytes": ("an unchanged page", Peer(
            [f"{WORK}/bare", str(bare_port), folder / "page.html", folder / "headers.txt", str(CORES)],
            bare_port)),
        "nginx, the same bytes from a file": ("an unchanged page", Peer(
            [os.environ["PEER_NGINX"], "-c", folder / "nginx.conf", "-p", folder], nginx_port)),
        "Go html/template, the same markup": ("a page that is rendered anew", Peer(
            [folder / "page", str(go_port), folder / "page.html"], go_port)),
        "django-constance, gunicorn, 50 settings": ("a page that is rendered anew", Peer(
            [os.environ["PEER_PYTHON"], "-m", "gunicorn", "--workers", str(CORES), "--bind",
             f"127.0.0.1:{constance_port}", "constance_site:application"], constance_port,
            "/admin/constance/config/", cookie, **site)),
    }
    try:
        for peer in [peer for _, peer in peers.values()]:
            peer.page()
        rates = {name: [] for name in [*ours, *peers]}
        # All of them in turn, so that other work on the machine meets each.
        for number in range(1 + ROUNDS):
            for name, rate in [*ours.items(), *((name, peer.rate) for name, (_, peer) in peers.items())]:
                measured = rate()
                if number:
                    rates[name].append(measured)
        print(f"{'':<52}{'Faceplate':>12} {'':<8}{'peer':>12} {'ratio':>7}")
        for name, (same, peer) in peers.items():
            pairs = list(zip(rates[same], rates[name]))
            row(name, statistics.median(rates[same]), "req/s", statistics.median(rates[name]),
                statistics.median(mine / other for mine, other in pairs), same)
        for name, (_, peer) in peers.items():
            row(f"memory: {name}", server.resident(), "MB", peer.memory, server.resident() / peer.memory)
    finally:
        for _, peer in peers.values():
            peer.stop()
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
