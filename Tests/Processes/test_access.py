"""Who may use a panel: sign-in links, the password, tokens, and other users of the machine."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.client import JSON, PAGE, Client
from support.limits import HUNG
from support.schemas import reader
from support.server import Server, binary, environment, own_server, run, until
from test_events import Stream

pytestmark = own_server

PASSWORD = "pl4nted password"


@pytest.fixture
def started(tmp_path):
    """Starts a panel with an access; its database exists before."""
    servers = []
    schema = reader(tmp_path)
    database = tmp_path / "panel.sqlite"

    def start(access, *arguments):
        run("evolve", schema, "--database", database)
        set_password(database, PASSWORD)
        server = Server(
            database, schema, ["--access", access, "--log-level", "trace", *arguments])
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.kill()


def set_password(database, password):
    subprocess.run(
        [binary(), "password", "set", "--database", str(database)], env=environment(),
        input=password + "\n", capture_output=True, text=True, timeout=HUNG, check=True)


def printed_link(server):
    """The path of the link in what the server says."""
    return until(
        lambda: re.search(rf"{re.escape(server.url)}(sign-in\?link=\S+)", server.log()),
        "a link")[1]


def token(server, *arguments):
    return run("token", "add", *arguments, "--database", server.database).stdout.strip()


def bearer(text):
    return {"Authorization": f"Bearer {text}"}


def cookie(answer):
    return {"Cookie": answer.header("Set-Cookie").split(";")[0]}


def sign_in(client, password=PASSWORD):
    return client.post({"password": password}, PAGE, "/sign-in")


def test_the_printed_link_signs_in_once(started):
    server = started("link")
    client = Client(server.port)
    link = "/" + printed_link(server)
    assert client.get("/", PAGE).header("Location") == "/sign-in"
    answer = client.get(link, PAGE)
    assert (answer.status, answer.header("Location")) == (303, "/")
    assert f"faceplate_session_{server.port}=" in answer.header("Set-Cookie")
    assert client.get("/", cookie(answer) | PAGE).status == 200
    assert client.get(link, PAGE).status == 401


def test_a_command_prints_another_link_for_a_running_server(started):
    server = started("password")
    client = Client(server.port)
    printed = run("link", "--database", server.database).stdout.strip()
    assert printed.startswith(server.url)
    parts = urlsplit(printed)
    answer = client.get(f"{parts.path}?{parts.query}", PAGE)
    assert answer.status == 303


def test_a_session_outlasts_a_restart_and_ends_by_command(started):
    server = started("password")
    session = cookie(sign_in(Client(server.port)))
    port = server.port
    assert server.stop() == 0
    server.start(port)
    client = Client(port)
    assert client.get("/", session | PAGE).status == 200
    said = run("sessions", "end", "--database", server.database).stdout
    assert said == "1 session ended.\n"
    until(lambda: client.get("/", session | PAGE).status == 303, "the end of the session")


@pytest.mark.parametrize("end", ["sessions", "password"])
def test_a_stream_ends_with_its_session(started, end):
    server = started("password")
    session = cookie(sign_in(Client(server.port)))
    with Stream(server.port, headers=[f"Cookie: {session['Cookie']}"]) as stream:
        assert stream.status == 200
        assert stream.next() is not None
        if end == "sessions":
            run("sessions", "end", "--database", server.database)
        else:
            set_password(server.database, "another password")
        assert stream.next() is None
        assert stream.is_complete


def test_a_token_is_named_in_history_and_revoked(started):
    server = started("token")
    client = Client(server.port)
    text = token(server, "deploy", "--for", "30d")
    until(lambda: client.get("/api/settings", bearer(text)).status == 200, "the token")
    assert client.post({"display_titles": "NO"}, bearer(text) | JSON).status == 200
    newest = client.get("/api/changes", bearer(text)).json["revisions"][0]
    assert newest["actor"] == "deploy"
    assert text not in run("token", "list", "--database", server.database).stdout
    run("token", "revoke", "deploy", "--database", server.database)
    until(lambda: client.get("/api/settings", bearer(text)).status == 401, "the end of the token")


def test_no_credential_is_in_a_log_or_a_file(started):
    server = started("link")
    client = Client(server.port)
    text = token(server, "deploy")
    link = printed_link(server)
    answer = client.get("/" + link, PAGE)
    session = cookie(answer)["Cookie"].split("=")[1]
    for headers in [bearer(text), bearer(text + "x"), cookie(answer), {}]:
        for path in ["/", "/api/settings", "/nowhere", "/?q=x", "/healthz"]:
            client.get(path, headers | PAGE)
    sign_in(client, "pl4nted wrong")
    assert server.stop() == 0
    planted = [text, text[3:], link.split("=")[1], session, "pl4nted"]
    for file in filter(Path.is_file, server.database.parent.iterdir()):
        data = file.read_bytes()
        # The link is printed for the person who started the server, and stands there once.
        shown = 1 if file == server.log_path else 0
        assert [data.count(secret.encode()) for secret in planted] == [0, 0, shown, 0, 0], file


def test_two_hundred_wrong_passwords_do_not_block_the_pages(started):
    server = started("password")
    client = Client(server.port)
    session = cookie(sign_in(client))
    with ThreadPoolExecutor(40) as pool:
        wrong = [pool.submit(sign_in, client, f"wrong {number}") for number in range(200)]
        pages = [client.get("/", session | PAGE).status for _ in range(50)]
    answers = [attempt.result() for attempt in wrong]
    assert pages == [200] * 50
    limited = [answer for answer in answers if answer.status == 429]
    assert len(limited) > 150
    assert {answer.status for answer in answers} == {401, 429}
    assert all(int(answer.header("Retry-After")) >= 1 for answer in limited)
    # The delay ends by itself.
    until(lambda: sign_in(client).status == 303, "the right password")


def test_an_address_for_other_machines_requires_an_access(started, tmp_path):
    schema = tmp_path / "reader.json"
    refused = run("serve", schema, "--host", "0.0.0.0", check=False)
    assert refused.returncode == 64 and "--access" in refused.stderr
    server = started("token", "--host", "0.0.0.0", "--allow-host", "garden.test")
    client = Client(server.port)
    text = token(server, "deploy")
    name = {"Host": f"garden.test:{server.port}"}
    until(
        lambda: client.get("/api/settings", bearer(text) | name).status == 200, "the token")
    assert client.get("/api/settings", name).status == 401
    # A page that resolves its own name to 0.0.0.0 sends that name.
    zero = {"Host": f"0.0.0.0:{server.port}"}
    assert client.get("/api/settings", bearer(text) | zero).status == 421


def test_a_repeated_address_is_served_once(started):
    # `localhost` is two addresses.
    server = started("token", "--host", "localhost", "--host", "127.0.0.1")
    assert Client(server.port).get("/api/settings").status == 401


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("access", ["link", "password", "token"])
def test_another_user_of_the_machine_needs_a_credential(started, access):
    server = started(access)

    def curl(*arguments):
        result = subprocess.run(
            ["curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}",
             *arguments], capture_output=True, text=True, timeout=HUNG, user=65534, cwd="/")
        return int(result.stdout)

    assert curl(server.url) == 401
    assert curl("-d", "display_titles=NO", server.url) == 401
    assert curl(server.url + "api/settings") == 401
    assert curl(server.url + "api/events") == 401
    opened = subprocess.run(
        ["cat", str(server.database)], capture_output=True, timeout=HUNG, user=65534, cwd="/")
    assert opened.returncode != 0
