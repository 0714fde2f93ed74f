"""A plain HTTP client: sends exactly what it is told, mends nothing."""

import http.client
import json
import os
from urllib.parse import quote_from_bytes

from .limits import HUNG

# The path that the panel is mounted under, where the whole suite is to be run there.
BASE = os.environ.get("FACEPLATE_BASE_PATH", "").rstrip("/")

FORM = "application/x-www-form-urlencoded"
JSON = {"Accept": "application/json"}
PAGE = {"Accept": "text/html"}


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.getheaders()
        self.body = response.read()

    def header(self, name):
        """The only value of a header; `None` where it is not sent."""
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        assert len(found) < 2, f"{name} is sent {len(found)} times"
        return found[0] if found else None

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"<{self.status} {self.body[:300]!r}>"


def encode(fields):
    """A form of a dict or of pairs, in order; everything but letters and digits as %XX."""
    pairs = fields.items() if isinstance(fields, dict) else fields

    def escaped(text):
        return quote_from_bytes(text if isinstance(text, bytes) else text.encode(), safe="")

    return "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs).encode()


class Client:
    """A connection for each request."""

    def __init__(self, port, host="127.0.0.1", context=None):
        self.port = port
        self.host = host
        # Of TLS; `None` without it.
        self.context = context

    def send(self, method, path="/", headers=None, body=None):
        """`headers` may name Host; a value of `None` leaves that header out."""
        headers = {"Host": f"127.0.0.1:{self.port}"} | (headers or {})
        connection = self.connection()
        try:
            target = BASE + path if path.startswith("/") else path
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None and "Content-Length" not in headers:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders()
            if body:
                try:
                    connection.send(body)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # An answer that does not wait for the body may be there already.
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def connection(self):
        """A connection of http.client."""
        if self.context:
            return http.client.HTTPSConnection(self.host, self.port, timeout=HUNG, context=self.context)
        return http.client.HTTPConnection(self.host, self.port, timeout=HUNG)

    def get(self, path="/", headers=None):
        return self.send("GET", path, headers)

    def post(self, fields, headers=None, path="/"):
        """Posts a form: a dict, pairs, or the bytes themselves."""
        body = fields if isinstance(fields, bytes) else encode(fields)
        return self.send("POST", path, {"Content-Type": FORM} | (headers or {}), body)

    def ask(self, fields, headers=None):
        """Posts as a script that reads JSON."""
        return self.post(fields, JSON | (headers or {}))

    def changed(self, fields):
        """What a post changed: `{key: (from, to)}`."""
        answer = self.ask(fields)
        assert answer.status == 200, answer
        return {
            key: (change["from"], change["to"]) for key, change in answer.json["changed"].items()}

    def value(self, key):
        """The value of a setting, told by a change to it that is not saved; `None` on default."""
        changes = self.changed([("_reset", key), ("_dry_run", "1")])
        return changes[key][0] if key in changes else None

    @property
    def revision(self):
        return self.get("/healthz").json["revision"]
