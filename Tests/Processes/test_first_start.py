"""A database whose creation was interrupted is finished, or begun anew, by the next start."""

import os
import random
import re
import shutil
import subprocess

import pytest
from support.schemas import reader
from support.server import binary, environment, run
from writers import integrity

# What changes files. Of each, the process is killed at the first call, the second, and so on; of those with
# more than SOME calls, at as many of them, by chance.
CALLS = [
    "fsync", "fdatasync", "pwrite64", "unlink,unlinkat", "ftruncate", "rename,renameat,renameat2"]
SOME = int(os.environ.get("FACEPLATE_FIRST_STARTS", "6"))
SEED = 20_263

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace")


def killed_at(calls, number, *arguments):
    """Runs a command that is killed at one of its calls, if it has so many."""
    ended = subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", f"trace={calls}",
         "-e", f"inject={calls}:signal=KILL:when={number}", binary(), *map(str, arguments)],
        env=environment(), capture_output=True, text=True, timeout=60, check=False)
    if "ptrace" in ended.stderr and "ermitted" in ended.stderr:
        pytest.skip("tracing is not allowed here")


def number_of(calls, *arguments):
    """Runs a command, and returns the number of its calls."""
    ended = subprocess.run(
        ["strace", "-f", "-e", f"trace={calls}", binary(), *map(str, arguments)],
        env=environment(), capture_output=True, text=True, timeout=60, check=False)
    return len(re.findall(rf"(?:{calls.replace(',', '|')})\(", ended.stderr))


@pytest.mark.parametrize("calls", CALLS)
def test_a_start_succeeds_after_a_kill_at_any_call(tmp_path, calls):
    schema = reader(tmp_path)
    count = number_of(calls, "evolve", schema, "--database", tmp_path / "counted.sqlite")
    # The one after the last call is of a run that is not killed.
    numbers = range(1, count)
    chosen = random.Random(SEED).sample(numbers, SOME) if count > SOME else numbers
    for number in [*chosen, count, count + 1]:
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        database = folder / "panel.sqlite"
        killed_at(calls, number, "evolve", schema, "--database", database)
        left = sorted(file.name for file in folder.iterdir())
        again = run("evolve", schema, "--database", database, check=False)
        assert again.returncode == 0, (calls, number, left, again.stderr)
        run("set", "account_username=Ada", "--database", database)
        assert run("get", "account_username", "--database", database).stdout == "Ada\n"
        assert integrity(database) == "ok"
        shutil.rmtree(folder)


def test_a_journal_of_another_program_is_not_changed(tmp_path):
    """Its database has no lock file, so it is none of ours."""
    database = tmp_path / "other.sqlite"
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA cache_size = 1'); c.execute('CREATE TABLE t(x)'); c.execute('BEGIN');"
        "[c.execute('INSERT INTO t VALUES (zeroblob(9000))') for _ in range(50)];"
        "os.kill(os.getpid(), 9)")
    subprocess.run(["python3", "-c", script, database], check=False)
    files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert "other.sqlite-journal" in files
    for arguments in (["get", "x"], ["evolve", reader(tmp_path)]):
        refused = run(*arguments, "--database", database, check=False)
        assert refused.returncode != 0 and "another program" in refused.stderr, refused.stderr
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
