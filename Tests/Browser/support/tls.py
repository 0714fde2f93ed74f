"""Certificates that sign themselves, and what trusts them."""

import ssl
import subprocess

from support.limits import HUNG


def make_certificate(folder, name="localhost", days=2, extensions=()):
    """The paths of a certificate for a name and 127.0.0.1, and of its key, in PEM; `extensions` are lines of openssl."""
    folder.mkdir(exist_ok=True)
    certificate, key, request, names = (
        folder / file for file in ("cert.pem", "key.pem", "request.pem", "names.cnf"))
    lines = [f"subjectAltName=DNS:{name},DNS:panel.example.org,IP:127.0.0.1", *extensions]
    names.write_text("".join(f"{line}\n" for line in lines))
    subprocess.run(
        ["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-keyout", key, "-out", request, "-subj", f"/CN={name}"], check=True, capture_output=True)
    # Only this command makes one that has expired.
    subprocess.run(
        ["openssl", "x509", "-req", "-in", request, "-signkey", key, "-days", str(days), "-extfile", names,
         "-out", certificate], check=True, capture_output=True)
    key.chmod(0o600)
    return certificate, key


def trusting(certificate):
    """A context that trusts this certificate alone."""
    context = ssl.create_default_context(cafile=certificate)
    # It signs itself, which newer versions of Python allow only without these checks.
    context.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", 0)
    return context


def renegotiates(port):
    """Whether a server over TLS 1.2 answers a client that begins another handshake, and does not close the connection."""
    with subprocess.Popen(
            ["openssl", "s_client", "-tls1_2", "-connect", f"localhost:{port}"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as client:
        client.stdin.write(b"R\n")
        client.stdin.flush()
        try:
            # Its standard input stays open, so that only the server can end it.
            client.wait(HUNG)
        except subprocess.TimeoutExpired:
            client.kill()
            return True
        return not client.stdout.read().endswith(b"closed\n")
