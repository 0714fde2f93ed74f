"""Holds a panel against slowhttptest and wapiti, and prints what came of it.

    attack.py SECONDS

Ends with 1 where another client waited for 100 ms or longer, a request of it failed, or wapiti found
anything that is not explained here.
"""

import http.client
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from support.server import SCHEMAS, Server  # noqa: E402

CONNECTIONS = 1_000
LIMIT = 0.1
# What slowhttptest is to be slow at.
KINDS = {
    "slow heads": ["-H", "-i", "10", "-x", "24"],
    "slow bodies": ["-B", "-i", "10", "-s", "8192", "-x", "10"],
    "slow reading": ["-X", "-k", "3", "-w", "10", "-y", "20", "-n", "5", "-z", "32"],
}

# The modules of wapiti; `ssrf` is not among them, because it asks a server in the internet.
MODULES = "blindsql,cookieflags,csp,exec,file,http_headers,permanentxss,redirect,sql,xss"
# What wapiti says of every panel, with the reason why it stays.
EXPLAINED = {
    "Strict-Transport-Security is not set": "the panel speaks http, where the header means nothing",
    "X-XSS-Protection is not set": "browsers have dropped it; the Content-Security-Policy takes its place",
    "Secure flag is not set in the cookie : faceplate_lang": "such a cookie would not return over http",
    "Secure flag is not set in the cookie : faceplate_level": "such a cookie would not return over http",
}


def asked(port):
    """The seconds that a request on a connection of its own took; `None` where it failed."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        return time.perf_counter() - began if answer.status == 200 else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def is_slow_safe(server, name, options, seconds, folder):
    """Runs slowhttptest beside another client, and prints how that one fared."""
    with open(folder / "slow.log", "w") as log:
        attack = subprocess.Popen(
            ["slowhttptest", *options, "-c", str(CONNECTIONS), "-r", "200", "-l", str(seconds), "-p", "3",
             "-u", server.url],
            stdout=log, stderr=subprocess.STDOUT, cwd=folder)
    times = []
    while attack.poll() is None:
        times.append(asked(server.port))
        time.sleep(0.05)
    waited = sorted(1000 * each for each in times if each is not None)
    failed = len(times) - len(waited)
    log = re.sub(r"\x1b\[[0-9;]*m", "", (folder / "slow.log").read_text(errors="replace"))
    opened = max(map(int, re.findall(r"connected:\s+(\d+)", log)), default=0)
    print(f"{name}: {opened} of {CONNECTIONS} connections at once; another client: {len(waited)} requests, "
          f"median {statistics.median(waited):.1f} ms, longest {waited[-1]:.1f} ms, {failed} failed", flush=True)
    return failed == 0 and waited[-1] < 1000 * LIMIT


def is_clean(server, folder):
    """Runs wapiti over the panel, and prints what it found."""
    report = folder / "wapiti.json"
    subprocess.run(
        ["wapiti", "-u", server.url, "--scope", "folder", "-f", "json", "-o", str(report), "--flush-session",
         "-m", MODULES, "--max-scan-time", "300", "--max-attack-time", "120", "-v", "0", "--no-bugreport"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, check=True)
    result = json.loads(report.read_text())
    found = [
        f"{kind}: {entry['method']} {entry['path']}: {entry['info']}"
        for part in ("vulnerabilities", "anomalies") for kind, entries in result[part].items()
        for entry in entries]
    reasons = [next((why for known, why in EXPLAINED.items() if text.endswith(known)), None) for text in found]
    unexplained = [text for text, reason in zip(found, reasons) if reason is None]
    print(f"wapiti: {len(found)} findings, {len(unexplained)} of them not explained", flush=True)
    for text, reason in zip(found, reasons):
        print(f"  {text}" + (f" ({reason})" if reason else ""), flush=True)
    return unexplained == []


def main(seconds):
    folder = Path(tempfile.mkdtemp())
    try:
        schema = shutil.copy(SCHEMAS / "showcase.json", folder)
        for labels in SCHEMAS.glob("*.lproj"):
            shutil.copytree(labels, folder / labels.name)
        server = Server(folder / "panel.sqlite", schema, ["--log-level", "critical"]).start()
        try:
            results = [is_slow_safe(server, name, options, seconds, folder) for name, options in KINDS.items()]
            results.append(is_clean(server, folder))
            results.append(server.stop() == 0)
        finally:
            server.kill()
    finally:
        shutil.rmtree(folder)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
