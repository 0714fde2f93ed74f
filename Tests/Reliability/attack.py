"""Attacks a panel with slowhttptest, wapiti and testssl.sh, and prints the results.

    attack.py SECONDS

Ends with 1 if another client waited for 100 ms or longer, a request of it failed, or wapiti or testssl.sh found
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

from support.client import JSON, PAGE, Client  # noqa: E402
from support.server import SCHEMAS, Server, binary, environment, run  # noqa: E402
from support.tls import make_certificate, renegotiates, trusting  # noqa: E402

CONNECTIONS = 1_000
LIMIT = 0.1
# What slowhttptest is to be slow at.
KINDS = {
    "slow heads": ["-H", "-i", "10", "-x", "24"],
    "slow bodies": ["-B", "-i", "10", "-s", "8192", "-x", "10"],
    "slow reading": ["-X", "-k", "3", "-w", "10", "-y", "20", "-n", "5", "-z", "32"],
}

# Starts wapiti. The option -x of version 3.0.4 fails with Python 3.11, which rejects its regular expressions.
WAPITI = """
import fnmatch, re
from wapitiCore.net import crawler
crawler.wildcard_translate = lambda pattern: re.compile(fnmatch.translate(pattern))
from wapitiCore.main.wapiti import wapiti_main
wapiti_main()
"""
# The modules of wapiti; `ssrf` is not among them, because it asks a server in the internet.
MODULES = "blindsql,cookieflags,csp,exec,file,http_headers,permanentxss,redirect,sql,xss"
# What wapiti says of every panel, with the reason why it stays.
EXPLAINED = {
    "Strict-Transport-Security is not set": "it is for names without a port, and this is an address with one",
    "X-XSS-Protection is not set": "browsers have dropped it; the Content-Security-Policy takes its place",
}
# The cookies of a panel without TLS; with TLS, all cookies have the flag.
EXPLAINED_WITHOUT_TLS = {
    f"Secure flag is not set in the cookie : {name}": "such a cookie would not return over http"
    for name in ("faceplate_lang", "faceplate_level")
}
# The findings of testssl.sh about any certificate and name of a test, and about its own openssl, by their ids. A panel
# can mend none of them: the owner of a name sets its CAA record.
EXPLAINED_BY_TEST = {
    "DNS_CAArecord": "localhost has no such record",
    "HSTS": "it is for names without a port, and localhost has one",
    "engine_problem": "it is about the openssl of this machine, which knows no GOST ciphers; a panel has none either",
}
# testssl.sh says this of a server that closes the connection, too, where its openssl ends before it reads that.
RENEGOTIATION = "secure_client_renego"
PASSWORD = "correct horse battery"


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


def is_clean(server, folder, explained, cookie=None):
    """Runs wapiti over the panel, and prints what it found."""
    report = folder / "wapiti.json"
    signed_in = ["-H", f"Cookie: {cookie}", "-x", f"{server.url}sign-out"] if cookie else []
    subprocess.run(
        ["/usr/bin/python3", "-c", WAPITI, "-u", server.url, "--scope", "folder", "-f", "json", "-o", str(report), "--flush-session",
         "-m", MODULES, "--max-scan-time", "300", "--max-attack-time", "120", "-v", "0", "--no-bugreport",
         *signed_in],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, check=True)
    result = json.loads(report.read_text())
    found = [
        f"{kind}: {entry['method']} {entry['path']}: {entry['info']}"
        for part in ("vulnerabilities", "anomalies") for kind, entries in result[part].items()
        for entry in entries]
    reasons = [next((why for known, why in explained.items() if text.endswith(known)), None) for text in found]
    unexplained = [text for text, reason in zip(found, reasons) if reason is None]
    print(f"wapiti{' over TLS, signed in' if cookie else ''}: {len(found)} findings, {len(unexplained)} of them not "
          "explained", flush=True)
    for text, reason in zip(found, reasons):
        print(f"  {text}" + (f" ({reason})" if reason else ""), flush=True)
    return unexplained == []


def is_sound(server, folder, certificate):
    """Runs testssl.sh at the port of the panel, and prints what it rates below "OK" and "INFO"."""
    report = folder / "testssl.json"
    command = shutil.which("testssl") or "testssl.sh"
    # Its own result is the number of its complaints.
    subprocess.run(
        [command, "--quiet", "--warnings", "off", "--openssl-timeout", "10", "--add-ca", str(certificate),
         "--jsonfile", str(report), f"https://localhost:{server.port}/"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, check=False)
    entries = json.loads(report.read_text())
    found = [entry for entry in entries if entry["severity"] not in ("OK", "INFO")]
    explained = dict(EXPLAINED_BY_TEST)
    if any(entry["id"] == RENEGOTIATION for entry in found) and not renegotiates(server.port):
        explained[RENEGOTIATION] = "asked again, the panel closed the connection"
    unexplained = [entry for entry in found if entry["id"] not in explained]
    print(f"testssl.sh: {len(entries)} results, {len(found)} findings, {len(unexplained)} of them not explained",
          flush=True)
    for entry in found:
        reason = explained.get(entry["id"])
        print(f"  {entry['severity']} {entry['id']}: {entry['finding']}" + (f" ({reason})" if reason else ""),
              flush=True)
    # A scan that could not connect has hardly any results.
    return unexplained == [] and any(entry["id"] == "TLS1_3" for entry in entries)


def copied(folder):
    """The showcase with its labels, in a folder."""
    folder.mkdir()
    for labels in SCHEMAS.glob("*.lproj"):
        shutil.copytree(labels, folder / labels.name)
    return shutil.copy(SCHEMAS / "showcase.json", folder)


def attack_plain(folder, seconds):
    """Attacks the panel without TLS and sign-in."""
    server = Server(folder / "panel.sqlite", copied(folder / "plain"), ["--log-level", "critical"]).start()
    try:
        results = [is_slow_safe(server, name, options, seconds, folder) for name, options in KINDS.items()]
        results.append(is_clean(server, folder, EXPLAINED | EXPLAINED_WITHOUT_TLS))
        results.append(server.stop() == 0)
        return results
    finally:
        server.kill()


def attack_secure(folder):
    """Attacks the panel with TLS and a password, as a client that has signed in."""
    schema, database = copied(folder / "secure"), folder / "secure.sqlite"
    # As certificates of authorities do, it says where the revoked ones are listed.
    certificate, key = make_certificate(
        folder / "tls", days=90, extensions=["crlDistributionPoints=URI:http://localhost/revoked.crl"])
    run("evolve", schema, "--database", database)
    subprocess.run(
        [binary(), "password", "set", "--database", str(database)], env=environment(), input=PASSWORD, text=True,
        capture_output=True, check=True)
    server = Server(
        database, schema,
        ["--log-level", "critical", "--access", "password", "--tls-certificate", certificate, "--tls-key", key])
    server.start()
    try:
        client = Client(server.port, context=trusting(certificate))
        cookie = client.post({"password": PASSWORD}, PAGE, "/sign-in").header("Set-Cookie").split(";")[0]
        results = [is_sound(server, folder, certificate), is_clean(server, folder, EXPLAINED, cookie)]
        # The scan was signed in to its end, and changed settings.
        revision = client.get("/healthz", JSON | {"Cookie": cookie}).json.get("revision", 0)
        print(f"wapiti changed settings {revision} times", flush=True)
        results.append(revision > 0)
        results.append(server.stop() == 0)
        return results
    finally:
        server.kill()


def main(seconds):
    folder = Path(tempfile.mkdtemp())
    try:
        results = attack_plain(folder, seconds) + attack_secure(folder)
    finally:
        shutil.rmtree(folder)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
