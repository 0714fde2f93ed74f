"""What the panel says of a store that fails while it is served."""

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from support.client import Client
from support.schemas import reader, write
from support.server import Server, binary, environment, run, until
from writers import history, integrity

JSON = {"Accept": "application/json"}


def test_a_deleted_database_is_reported_and_the_page_stays(server, client):
    before = client.get().text
    server.database.unlink()
    refused = client.post({"display_titles": "NO"}, {"Accept": "application/json"})
    assert refused.status == 503
    assert json.loads(refused.text)["code"] == "storage_replaced"
    health = json.loads(client.get("/healthz").text)
    assert health["status"] == "degraded" and "deleted or replaced" in health["problems"][0]
    page = client.get()
    assert page.status == 200 and page.text == before


@pytest.mark.parametrize("way", ["moved", "copied"])
@pytest.mark.parametrize("end", ["stop", "kill"])
@pytest.mark.parametrize("order", ["end-put", "put-end", "put-use-end"])
def test_a_restored_copy_is_never_mixed_with_the_old_log(many_server, way, end, order):
    """How a person brings a copy back, how the server ends, and who uses the copy before that."""
    database = many_server.database
    copy = database.with_name("copy.sqlite")
    for number in range(1, 5):
        run("set", f"k0={number}", f"k1=copy{number}", "--schema", many_server.schema,
            "--database", database)
    shutil.copy(database, copy)
    for number in range(5, 8):
        run("set", f"k0={number}", f"k2=late{number}", "--database", database)
    many_server.start()
    client = Client(many_server.port)
    client.changed({"k1": "last"})

    def put():
        if way == "moved":
            copy.rename(database)
        else:
            shutil.copyfile(copy, database)

    def finish():
        many_server.stop() if end == "stop" else many_server.kill()

    if order == "end-put":
        finish()
        put()
    else:
        put()
        refused = client.post({"k3": "x"}, JSON)
        assert refused.status == 503 and refused.json["code"] == "storage_replaced"
        assert json.loads(client.get("/healthz").text)["status"] == "degraded"
        if order == "put-use-end":
            run("set", "k3=other", "--database", database)
        finish()
    # Whatever command comes first.
    assert run("get", "k0", "k1", "k2", "--database", database).stdout == "4\ncopy4\n\n"
    many_server.start()
    client = Client(many_server.port)
    assert [client.value(key) for key in ("k0", "k1", "k2")] == ["4", "copy4", None]
    client.changed({"k3": "after"})
    many_server.stop()
    assert integrity(database) == "ok"
    assert history(database) == ((6, 6) if order == "put-use-end" else (5, 5))


def cut(database):
    os.truncate(database, 0)


def cut_in_half(database):
    os.truncate(database, database.stat().st_size // 2)


def overwritten(database):
    """All pages but the first."""
    size = database.stat().st_size
    with open(database, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))


@pytest.mark.parametrize("damage", [cut, cut_in_half, overwritten])
def test_a_truncated_or_overwritten_file_acknowledges_no_change(server, client, damage):
    server.stop()
    server.start()
    client = Client(server.port)
    client.changed({"display_titles": "NO"})
    damage(server.database)
    for _ in range(2):
        refused = client.post({"display_titles": "YES"}, JSON)
        assert refused.status == 503 and refused.json["code"] == "storage_replaced"
    assert json.loads(client.get("/healthz").text)["status"] == "degraded"


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-lock"])
@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_removed_log_stops_writes(server, client, ending, end):
    client.changed({"display_titles": "NO"})
    os.remove(str(server.database) + ending)
    refused = client.post({"display_titles": "YES"}, JSON)
    assert refused.status == 503 and refused.json["code"] == "storage_replaced"
    until(lambda: json.loads(client.get("/healthz").text)["status"] == "degraded", "it is said")
    if end == "kill":
        server.kill()
        return
    server.stop()
    assert run("get", "display_titles", "--database", server.database).stdout == "false\n"


def test_a_hard_link_of_the_database_is_rejected(server, client):
    client.changed({"display_titles": "NO"})
    second = server.database.with_name("second.sqlite")
    os.link(server.database, second)
    refused = run("set", "display_titles=yes", "--database", second, check=False)
    assert refused.returncode == 69 and "hard links" in refused.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can mount")
@pytest.mark.parametrize("times, folder", [(1, "."), (100, "."), (1, "link")])
def test_a_database_mounted_as_a_single_file_is_rejected(
        server, client, tmp_path, times, folder):
    """Many mounts make the system's table of them long."""
    client.changed({"display_titles": "NO"})
    server.stop()
    (tmp_path / "link").symlink_to(tmp_path)
    place = tmp_path / folder / "mounted here.sqlite"
    place.touch()
    mounted = subprocess.run(
        ["unshare", "-m", "sh", "-c",
         'for n in $(seq "$3"); do mount --bind "$1" "$2" || exit; done; shift 3; exec "$@"', "sh",
         server.database, place, str(times), binary(), "get", "display_titles", "--database", place],
        capture_output=True, text=True, env=environment(), check=False)
    if "mount:" in mounted.stderr or "unshare:" in mounted.stderr:
        pytest.skip("mounting is not allowed here")
    assert mounted.returncode == 69 and "Mount the folder" in mounted.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can become others")
@pytest.mark.parametrize("ending", ["", "-key", "alone"])
def test_files_of_another_user_are_rejected(tmp_path, ending):
    schema = write(tmp_path / "p.json", {"groups": [{"groupKey": "g", "items": [
        {"itemKey": "pw", "itemControlType": "edit_password"}]}]})
    # A folder that everybody can write into, as that for temporary files.
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        folder.chmod(0o1777)
        shutil.copy(schema, folder / "p.json")
        (folder / "p.json").chmod(0o644)
        database = folder / "k.sqlite"
        if ending == "-key":
            planted = Path(str(database) + ending)
            planted.write_bytes(b"A" * 32)
            planted.chmod(0o644)
        else:
            planted = database
            run("set", "pw=planted", "--schema", schema, "--database", database)
            for file in folder.glob("k.sqlite?*"):
                if ending == "alone":
                    file.unlink()
            for file in folder.glob("k.sqlite*"):
                file.chmod(0o666)
        for file in folder.glob("k.sqlite*"):
            shutil.chown(file, "daemon")
        refused = subprocess.run(
            ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", binary(),
             "set", "pw=VictimSecret1", "--schema", folder / "p.json", "--database", database],
            capture_output=True, text=True, env=environment(), cwd=folder, check=False)
        if "ermission denied" in refused.stderr and "faceplate" in refused.stderr.split(":")[0]:
            pytest.skip("others cannot run this program here")
        assert refused.returncode != 0
        assert "belongs to another user" in refused.stderr
    finally:
        shutil.rmtree(folder)


@pytest.mark.parametrize("command", ["check", "serve"])
def test_a_pipe_is_rejected_as_a_schema(tmp_path, command):
    os.mkfifo(tmp_path / "f.json")
    refused = run(command, tmp_path / "f.json", check=False)
    assert refused.returncode == 1 and "not a regular file" in refused.stdout + refused.stderr


def test_the_schema_is_followed_despite_a_pipe_among_the_labels(tmp_path):
    schema = reader(tmp_path)
    (tmp_path / "it.lproj").mkdir()
    os.mkfifo(tmp_path / "it.lproj" / "Localizable.strings")
    server = Server(tmp_path / "panel.sqlite", schema).start()
    try:
        text = schema.read_text()
        schema.write_text(text.replace('"edit_text"', '"edit_multiline"', 1))
        assert text != schema.read_text()
        client = Client(server.port)
        until(lambda: "<textarea" in client.get().text, "the page follows the schema")
    finally:
        server.kill()


@pytest.mark.parametrize("value", ["{broken", "[1,2]"])
def test_an_unreadable_value_is_reported_found_and_kept(server, client, value):
    client.changed({"account_username": "Ada"})
    server.stop()
    with closing(sqlite3.connect(server.database)) as connection, connection:
        connection.execute(
            "UPDATE setting SET value = ? WHERE item_key = 'account_username'", (value,))
    told = run("get", "account_username", "--database", server.database)
    assert told.stdout == "\n" and "'account_username'" in told.stderr
    server.start()
    client = Client(server.port)
    health = json.loads(client.get("/healthz").text)
    assert health["status"] == "degraded" and "'account_username'" in health["problems"][0]
    sentence = "The saved value cannot be read."
    assert sentence in client.get().text
    assert 'id="s-account_username"' in client.get("/?q=%40error").text
    client.changed({"display_titles": "NO"})
    with closing(sqlite3.connect(server.database)) as connection:
        kept = connection.execute(
            "SELECT value FROM setting WHERE item_key = 'account_username'").fetchone()
    assert kept == (value,)
    client.changed({"account_username": "Eve"})
    assert sentence not in client.get().text
    assert json.loads(client.get("/healthz").text)["status"] == "ok"


# A cell of the history, and what another program wrote there.
CELLS = [
    ("change", "new", "{broken"), ("change", "old", "[1"), ("change", "item_key", ""),
    ("revision", "time", "yesterday"), ("revision", "origin", "?"),
    ("revision", "note", "undo 99999999999999999999")]


def test_reports_unreadable_profiles(tmp_path):
    database = tmp_path / "panel.sqlite"
    run("evolve", reader(tmp_path), "--database", database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("ALTER TABLE record RENAME TO other")
    refused = run("profile", "list", "--database", database, check=False)
    assert (refused.returncode, refused.stderr) == (70, "SQLite reported: 1 (SQL logic error).\n")


def test_the_readable_part_of_a_damaged_history_is_shown(server, client):
    for value in ("NO", "YES"):
        client.changed({"display_titles": value})
    server.stop()
    for table, column, value in CELLS:
        with closing(sqlite3.connect(server.database)) as connection, connection:
            row = "revision" if table == "change" else "number"
            before, = connection.execute(
                f"SELECT {column} FROM {table} WHERE {row} = 1").fetchone()
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE {row} = 1", (value,))
        server.start()
        client = Client(server.port)
        for path in ("/changes", "/?rev=1", "/changes?restore=0", "/s/display_titles?details=1"):
            assert client.get(path).status in (200, 303), (column, path)
        answer = client.send("GET", "/api/changes", JSON)
        assert answer.status == 200, (column, answer)
        assert [each["revision"] for each in answer.json["revisions"]] == [2, 1], column
        assert client.post(
            {"_undo": "1", "_force": "1", "_dry_run": "1"}, JSON).status < 500, column
        server.stop()
        with closing(sqlite3.connect(server.database)) as connection, connection:
            connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE {row} = 1", (before,))


def test_reports_a_missing_key_until_it_is_restored(tmp_path):
    schema = write(tmp_path / "p.json", {"groups": [{"groupKey": "g", "items": [
        {"itemKey": "pw", "itemControlType": "edit_password"}]}]})
    server = Server(tmp_path / "panel.sqlite", schema)
    run("set", "pw=hunter2222", "--schema", schema, "--database", server.database)
    key = Path(f"{server.database}-key")
    aside = key.with_suffix(".aside")
    key.rename(aside)
    server.start()
    try:
        client = Client(server.port)

        def health():
            return json.loads(client.get("/healthz").text)

        sentence = (
            f"The key file '{key}' is missing, and secrets are sealed with it. Bring it back, or "
            "remove the secrets with 'faceplate reset'.")
        assert health()["status"] == "degraded" and health()["problems"] == [sentence]
        # The log is written after the server has answered.
        until(lambda: server.log().count(sentence) == 1, "the log says it once")
        refused = client.post({"pw": "other12345"}, JSON)
        assert refused.status == 503 and refused.json["code"] == "storage_secret_key"
        aside.rename(key)
        until(lambda: health()["status"] == "ok", "the key is back")
        client.changed({"pw": "other12345"})
    finally:
        server.kill()


def test_reports_a_key_that_was_replaced_before_the_start(tmp_path):
    schema = write(tmp_path / "p.json", {"groups": [{"groupKey": "g", "items": [
        {"itemKey": "pw", "itemControlType": "edit_password"}]}]})
    server = Server(tmp_path / "panel.sqlite", schema)
    run("set", "pw=hunter2222", "--schema", schema, "--database", server.database)
    key = Path(f"{server.database}-key")
    key.write_bytes(bytes(32))
    server.start()
    try:
        health = json.loads(Client(server.port).get("/healthz").text)
        assert health["problems"] == ["The secret of 'pw' was sealed with another key file."]
    finally:
        server.kill()


def test_a_large_database_is_checked_for_damage_while_serving(tmp_path):
    """The damage is in a table that no start reads."""
    items = [{"itemKey": f"k{number}", "itemControlType": "edit_multiline",
              "itemMaximumLength": 200_000} for number in range(20)]
    schema = write(tmp_path / "p.json", {"groups": [{"groupKey": "g", "items": items}]})
    server = Server(tmp_path / "panel.sqlite", schema).start()
    try:
        client = Client(server.port)
        for number in range(20):
            client.changed({f"k{number}": "x" * 120_000})
        assert server.stop() == 0
        assert server.database.stat().st_size > 2 << 20
        with closing(sqlite3.connect(server.database)) as connection:
            page, = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'group'").fetchone()
        with open(server.database, "r+b") as file:
            file.seek((page - 1) * 4096)
            file.write(b"\xff" * 64)
        server.start()
        client = Client(server.port)
        until(lambda: json.loads(client.get("/healthz").text)["status"] == "degraded",
              "the damage is found")
        assert "is damaged" in json.loads(client.get("/healthz").text)["problems"][0]
        refused = client.post({"k1": "y"}, JSON)
        assert refused.status == 503 and refused.json["code"] == "storage_damaged"
        assert client.get().status == 200
    finally:
        server.kill()
