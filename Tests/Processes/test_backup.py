"""`faceplate backup`: copies of the database, and the way back to one."""

import json
import re
import subprocess
from datetime import datetime, timedelta, timezone

import pytest
from support.client import Client
from support.limits import HUNG
from support.schemas import write
from support.server import binary, environment, run
from writers import integrity

NAME = re.compile(r"panel-backup-\d{8}T\d{6}Z(-\d+)?\.sqlite")


@pytest.fixture
def database(server, client):
    client.changed({"account_username": "Ada", "account_password": "hunter2"})
    return server.database


def backup(*arguments, database, check=True):
    return run("backup", *arguments, "--database", database, check=check)


def test_a_backup_is_made_while_serving_and_restored(server, client, database):
    name = backup("make", database=database).stdout.strip()
    assert NAME.fullmatch(name)
    client.changed({"account_username": "Eve"})
    listed = backup("list", database=database)
    assert re.fullmatch(rf"{name}  \d+  revision 1  \S+  2 values\n", listed.stdout)
    assert f"faceplate backup restore {name} --database" in listed.stderr
    known = json.loads(backup("--json", database=database).stdout)
    assert [(it["name"], it["revision"], it["values"]) for it in known] == [(name, 1, 2)]
    changes = json.loads(run("changes", "--json", "--database", database).stdout)["revisions"]
    assert known[0]["revisionTime"] == changes[-1]["time"]
    planned = backup("restore", name, "--dry-run", database=database)
    assert planned.stdout == f"{name}: revision 2 -> revision 1\n"
    assert "Not in the backup: 1 revision." in planned.stderr
    assert client.value("account_username") == "Eve"

    done = backup("restore", name, database=database)
    assert "Not in the backup: 1 revision." in done.stderr and "-replaced-" in done.stderr
    refused = client.post({"account_username": "Bob"}, {"Accept": "application/json"})
    assert refused.status == 503 and refused.json["code"] == "storage_replaced"
    assert server.stop() == 0
    server.start()
    assert Client(server.port).value("account_username") == "Ada"
    assert integrity(database) == "ok"
    aside, = database.parent.glob("panel-replaced-*.sqlite")
    assert run("get", "account_username", "--database", aside).stdout == "Eve\n"


def test_reports_a_damaged_backup_and_does_not_use_it(server, client, database):
    good = backup("make", database=database).stdout.strip()
    bad = backup("make", database=database).stdout.strip()
    newest = backup("make", database=database).stdout.strip()
    assert f"backup restore {newest} --database" in backup("list", database=database).stderr
    path = database.with_name(bad)
    path.write_bytes(path.read_bytes()[:9000])
    listed = backup("list", database=database).stdout
    assert re.search(rf"^{re.escape(bad)} +9000 +damaged ", listed, re.M)
    failed = backup("verify", database=database, check=False)
    assert failed.returncode == 1 and failed.stderr == f"'{bad}' is damaged.\n"
    assert backup("verify", good, database=database).returncode == 0
    database.with_name(newest).unlink()
    # The advice names the newest that can be used.
    assert f"backup restore {good} --database" in backup("list", database=database).stderr
    refused = backup("restore", bad, database=database, check=False)
    assert refused.returncode == 69 and "is damaged" in refused.stderr
    assert client.value("account_username") == "Ada"
    database.with_name(good).unlink()
    assert backup("list", database=database).stderr == "None of them can be used.\n"


def test_reports_a_missing_backup(server, database):
    assert backup("list", database=database).stderr == f"There are no backups of '{database}'.\n"
    refused = backup("restore", "x.sqlite", database=database, check=False)
    assert refused.returncode == 69
    assert "There is no backup 'x.sqlite'" in refused.stderr and "There are no backups" in refused.stderr
    refused = backup("verify", "x.sqlite", database=database, check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"There is no backup 'x.sqlite' of '{database}'.\n"


def test_suggests_the_backups_of_a_damaged_database(server, client, database):
    name = backup("make", database=database).stdout.strip()
    server.stop()
    size = database.stat().st_size
    with open(database, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    refused = run("set", "account_username=Bob", "--database", database, check=False)
    assert refused.returncode == 69 and "faceplate backup list" in refused.stderr
    done = backup("restore", name, database=database)
    assert done.stdout == f"{name}: a database that cannot be read -> revision 1\n"
    server.start()
    assert Client(server.port).value("account_username") == "Ada"


def test_a_restore_without_space_changes_nothing_and_leaves_no_file(server, client, database):
    name = backup("make", database=database).stdout.strip()
    server.stop()
    before = database.read_bytes()
    # A file can be no larger than 64 KB, which is less than the copy, and a write beyond that fails as on a full disk.
    command = ["sh", "-c", "trap '' XFSZ; ulimit -f 128; exec \"$@\"", "sh", binary()]
    arguments = ["backup", "restore", name, "--database", database]
    refused = subprocess.run(
        [*command, *arguments], env=environment(), capture_output=True, text=True, timeout=HUNG)
    assert refused.returncode == 69 and "Free some space." in refused.stderr
    assert database.read_bytes() == before
    assert not [path.name for path in database.parent.glob("*-restoring*")]


def planted(database):
    """Links at the names that backups of the next minutes would have; their target, which nothing may make."""
    target = database.with_name("elsewhere")
    now = datetime.now(timezone.utc)
    for second in range(180):
        time = (now + timedelta(seconds=second)).strftime("%Y%m%dT%H%M%SZ")
        database.with_name(f"{database.stem}-backup-{time}.sqlite").symlink_to(target)
    return target


def copies(database):
    return [path for path in database.parent.glob(f"{database.stem}-backup-*") if not path.is_symlink()]


def test_a_backup_is_not_written_through_a_link(server, client, database):
    target = planted(database)
    name = backup("make", database=database).stdout.strip()
    assert name.endswith("-2.sqlite") and not target.exists()
    assert copies(database) == [database.with_name(name)]
    assert copies(database)[0].stat().st_mode & 0o777 == 0o600


def test_a_backup_of_a_migration_is_not_written_through_a_link(tmp_path):
    database = tmp_path / "panel.sqlite"

    def schema(control):
        items = [{"itemKey": "port", "itemControlType": control}]
        return write(tmp_path / "p.json", {"groups": [{"groupKey": "g", "items": items}]})

    run("set", "port=80", "--schema", schema("edit_integer"), "--database", database)
    target = planted(database)
    run("evolve", schema("edit_text"), "--database", database)
    assert run("get", "port", "--database", database).stdout == "80\n"
    copy, = copies(database)
    assert not target.exists() and copy.stat().st_mode & 0o777 == 0o600
    assert json.loads(run("get", "port", "--json", "--database", copy).stdout)["port"]["value"] == 80
