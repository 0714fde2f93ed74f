"""Files and folders that a program may read and not write, and a disk that is full."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from support.client import Client
from support.limits import HUNG
from support.schemas import write
from support.server import binary, environment, ending_with_us, run

JSON = {"Accept": "application/json"}
# The administrator may write everything, so that another user must try.
OTHER = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
SCHEMA = {"panelKey": "p", "groups": [{"groupKey": "g", "items": [
    {"itemKey": "name", "itemControlType": "edit_text"},
    {"itemKey": "password", "itemControlType": "edit_password"}]}]}


@pytest.fixture
def database():
    """A database of another user, closed in good order, in a folder that this user may enter."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    database = folder / "a %41?#.sqlite"
    run("set", "name=Ada", "--schema", write(folder / "p.json", SCHEMA), "--database", database)
    run("set", "password=hunter2222", "--database", database)
    run("profile", "save", "Night", "name", "--database", database)
    yield database
    folder.chmod(0o700)
    shutil.rmtree(folder)


def locked(database, file_mode, folder_mode):
    folder = database.parent
    for path in folder.iterdir():
        path.chmod(file_mode)
    folder.chmod(folder_mode)
    if OTHER:
        for path in [*folder.iterdir(), folder]:
            os.chown(path, OTHER["user"], OTHER["group"])


def as_other(*arguments):
    result = subprocess.run(
        [binary(), *map(str, arguments)], capture_output=True, text=True, env=environment(),
        cwd="/", timeout=HUNG, check=False, **OTHER)
    if "ermission denied" in result.stderr and "faceplate:" in result.stderr:
        pytest.skip("others cannot run this program here")
    return result


@pytest.mark.parametrize("has_lock", [True, False])
@pytest.mark.parametrize("file_mode, folder_mode", [
    (0o400, 0o500), (0o600, 0o500), (0o400, 0o700)])
def test_a_read_only_database_is_read(database, file_mode, folder_mode, has_lock):
    if not has_lock:
        Path(f"{database}-lock").unlink()
    locked(database, file_mode, folder_mode)
    got = as_other("get", "name", "password", "--database", database)
    assert (got.returncode, got.stdout, got.stderr) == (0, "Ada\nset\n", "")
    listed = as_other("list", "--json", "--database", database)
    assert listed.returncode == 0 and json.loads(listed.stdout)["name"]["value"] == "Ada"
    assert "Ada" in as_other("changes", "--database", database).stdout
    for command, words in [
            (["profile", "list"], "Night"), (["profile", "show", "Night"], "name: Ada"),
            (["profile", "diff", "Night"], ""), (["export"], '"name": "Ada"'), (["parked"], "Nothing is parked."),
            (["sync", "status"], "never been synced"), (["token", "list"], "There are no tokens.")]:
        printed = as_other(*command, "--database", database)
        assert (printed.returncode, words in printed.stdout + printed.stderr) == (0, True), printed


@pytest.mark.parametrize("command", [
    ["serve", "--port", "0"], ["set", "name=Eve"], ["reset", "name"]])
@pytest.mark.parametrize("file_mode, folder_mode", [
    (0o400, 0o500), (0o600, 0o500), (0o400, 0o700)])
def test_a_command_that_writes_reports_missing_permissions(database, file_mode, folder_mode, command):
    locked(database, file_mode, folder_mode)
    refused = as_other(*command, "--database", database)
    assert refused.returncode == 69
    sentence = (
        f"The database '{database}' cannot be written: Permission denied." if file_mode == 0o400
        else f"The folder of the database '{database}' cannot be written. A program that changes "
        "settings needs a lock and a log there.")
    assert refused.stderr.splitlines()[-1] == sentence


def test_a_log_without_an_index_is_not_ignored(database):
    """The log holds the last changes, and its index cannot be made in this folder."""
    folder = database.parent
    server = subprocess.Popen(
        [binary(), "serve", "--database", database, "--port", "0", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(), **ending_with_us())
    port = json.loads(server.stdout.readline())["port"]
    Client(port).changed({"name": "Eve"})
    server.kill()
    server.wait()
    server.stdout.close()
    Path(f"{database}-shm").unlink()
    assert Path(f"{database}-wal").stat().st_size > 0
    locked(database, 0o600, 0o500)
    refused = as_other("get", "name", "--database", database)
    assert refused.returncode == 69 and "cannot be written. A program" in refused.stderr
    folder.chmod(0o700)
    assert as_other("get", "name", "--database", database).stdout == "Eve\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator can mount a small disk")
def test_a_full_disk_loses_nothing_and_is_used_again_after_space_is_freed(tmp_path):
    items = [{"itemKey": "name", "itemControlType": "edit_text", "itemMaximumLength": 200_000},
             {"itemKey": "password", "itemControlType": "edit_password"}]
    schema = write(tmp_path / "p.json", {"groups": [{"groupKey": "g", "items": items}]})
    disk = tmp_path / "disk"
    disk.mkdir()
    server = subprocess.Popen(
        ["unshare", "-m", "sh", "-c",
         'mount -t tmpfs -o size=2m tmpfs "$1" && shift && exec "$@"', "sh", disk,
         binary(), "serve", schema, "--database", disk / "p.sqlite", "--port", "0", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(), **ending_with_us())
    try:
        line = server.stdout.readline()
        if not line:
            pytest.skip("mounting is not allowed here")
        client = Client(json.loads(line)["port"])
        client.changed({"name": "before"})
        filler = Path(f"/proc/{server.pid}/root{disk}/filler")
        with open(filler, "wb", buffering=0) as file:
            with pytest.raises(OSError):
                while True:
                    file.write(bytes(4096))
        # One of them needs a new page of the log.
        answers = [client.post({"name": f"{number}" * 9_000}, JSON) for number in range(3)]
        refused = answers[-1]
        assert refused.status == 507 and refused.json["code"] == "storage_full"
        refused = client.post({"password": "hunter2"}, JSON)
        assert refused.status == 507 and refused.json["code"] == "storage_full"
        assert not list(filler.parent.glob("*-key*"))
        assert client.value("name") == "before"
        filler.unlink()
        client.changed({"name": "after"})
        assert client.value("name") == "after"
        assert client.post({"password": "hunter2"}, JSON).status == 200
        assert json.loads(client.get("/healthz").text)["status"] == "ok"
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
