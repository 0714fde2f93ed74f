"""Files that another user puts beside a database, or in the place of a file to write."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from support.schemas import write
from support.server import binary, environment, run

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0, reason="only an administrator can become others")
FIELDS = {"groups": [{"groupKey": "g", "items": [
    {"itemKey": "name", "itemControlType": "edit_text"}]}]}


@pytest.fixture(name="folder")
def a_folder_for_all():
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o1777)
    yield folder
    shutil.rmtree(folder)


def as_nobody(folder, *arguments):
    ended = subprocess.run(
        ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", binary(),
         *map(str, arguments)],
        capture_output=True, text=True, env=environment(), cwd=folder, check=False)
    if "ermission denied" in ended.stderr and "faceplate" in ended.stderr.split(":")[0]:
        pytest.skip("others cannot run this program here")
    return ended


def plant(path, content=b"", owner="daemon"):
    path.write_bytes(content)
    path.chmod(0o666)
    shutil.chown(path, owner)
    return path


def settled(folder):
    """A database of the user 'nobody', with a backup."""
    schema = write(folder / "p.json", FIELDS)
    schema.chmod(0o644)
    database = folder / "k.sqlite"
    made = as_nobody(folder, "set", "name=mine", "--schema", schema, "--database", database)
    assert made.returncode == 0, made.stderr
    return database


@pytest.mark.parametrize("ending", ["-lock", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_file_of_another_user_beside_the_database_is_rejected(folder, ending, is_new):
    database = folder / "k.sqlite"
    if is_new:
        write(folder / "p.json", FIELDS).chmod(0o644)
    else:
        settled(folder)
    planted = Path(f"{database}{ending}")
    planted.unlink(missing_ok=True)
    plant(planted)
    for arguments in (["set", "name=x", "--schema", "p.json"], ["get", "name"]):
        refused = as_nobody(folder, *arguments, "--database", database)
        assert refused.returncode == 69, refused.stdout
        if not (is_new and arguments[0] == "get"):
            assert "belongs to another user" in refused.stderr
    assert planted.read_bytes() == b""


def test_a_backup_of_another_user_is_neither_listed_nor_restored(folder):
    database = settled(folder)
    evil = folder / "evil.sqlite"
    run("set", "name=evil", "--schema", folder / "p.json", "--database", evil)
    name = "k-backup-20300101T000000Z.sqlite"
    plant(folder / name, evil.read_bytes())
    listed = as_nobody(folder, "backup", "list", "--database", database)
    assert listed.returncode == 0 and name not in listed.stdout
    for named in (name, folder / name):
        refused = as_nobody(folder, "backup", "restore", named, "--database", database)
        assert refused.returncode == 69 and "belongs to another user" in refused.stderr
    assert as_nobody(folder, "get", "name", "--database", database).stdout == "mine\n"


@pytest.mark.parametrize("is_folder", [False, True])
@pytest.mark.parametrize("is_own", [True, False])
def test_a_link_of_another_user_is_not_followed(folder, is_own, is_folder):
    database = settled(folder)
    target = plant(folder / "target.json", b"precious", "nobody")
    link = folder / ("out" if is_folder else "out.json")
    link.symlink_to(folder if is_folder else target)
    user = pwd.getpwnam("nobody" if is_own else "daemon")
    os.lchown(link, user.pw_uid, user.pw_gid)
    ended = as_nobody(
        folder, "export", "--output", link / "target.json" if is_folder else link, "--database", database)
    if is_own:
        assert ended.returncode == 0 and b"mine" in target.read_bytes() and link.is_symlink()
    else:
        assert ended.returncode == 1 and "link of another user" in ended.stderr
        assert target.read_bytes() == b"precious"
