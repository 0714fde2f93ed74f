"""Measures how the cost of a request grows with what it does not touch.

    growth.py FOLDER_OF_BINARIES WORK_FOLDER [--quick]

Costs are the processor time that the server spends on a request, over all its threads, so that other
work on the machine counts little. Prints a table, and ends with 1 where a cost is above its goal.
"""

import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
REVISIONS = 100_000


def text(key, **more):
    return {"itemKey": key, "itemControlType": "edit_text", **more}


def panel(items=50, conditions=0, history=None, extra=()):
    """Pages of 50 texts; the conditions stand on the last page, and test a switch of their own."""
    groups, keys = [], [f"k{number}" for number in range(items)]
    first = keys[:50]
    groups.append({"groupKey": "first", "items": [text(key) for key in first] + list(extra)})
    for start in range(50, items, 50):
        inner = {"groupKey": f"g{start}", "items": [text(key) for key in keys[start:start + 50]]}
        page = {"itemKey": f"p{start}", "itemControlType": "page", "groups": [inner]}
        groups.append({"groupKey": f"o{start}", "items": [page]})
    if conditions:
        ruled = [text(f"c{number}", itemVisibleWhen="shown", itemRequiredWhen={"key": "shown", "equals": False})
                 for number in range(conditions)]
        switch = {"itemKey": "shown", "itemControlType": "switch", "itemValue": True}
        groups.append({"groupKey": "rules", "items": [
            {"itemKey": "rulespage", "itemControlType": "page", "groups": [
                {"groupKey": "ruled", "items": [switch, *ruled]}]}]})
    schema = {"panelKey": "growth", "groups": groups}
    if history:
        schema["panelHistoryRevisions"] = history
    return schema


class Case:
    """A server over a schema in a folder of its own."""

    def __init__(self, binary, folder, schema, languages=1):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder = folder
        self.binary = binary
        self.schema = folder / "panel.json"
        self.database = folder / "panel.sqlite"
        self.schema.write_text(json.dumps(schema))
        for number in range(languages - 1):
            tag = chr(ord("a") + number // 26) + chr(ord("a") + number % 26) + "x"
            (folder / f"{tag}.lproj").mkdir()
            (folder / f"{tag}.lproj/panel.strings").write_text('"k0" = "Zero";\n"k1" = "One";\n')
        (folder / "en.lproj").mkdir()
        (folder / "en.lproj/panel.strings").write_text('"k0" = "Zero";\n')

    def start(self):
        began = time.perf_counter()
        errors = self.folder / "errors.txt"
        with open(errors, "w") as stream:
            self.process = subprocess.Popen(
                [self.binary, "serve", str(self.schema), "--database", str(self.database), "--port", "0",
                 "--json", "--log-level", "critical", "--exit-with-parent"],
                stdout=subprocess.PIPE, stderr=stream)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"The server did not start:\n{errors.read_text()}")
        self.port = json.loads(line)["port"]
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.get("/")
        self.started = time.perf_counter() - began
        return self

    def stop(self):
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def request(self, method, path, body=None, headers=FORM):
        self.connection.request(method, path, body, headers if body is not None else {})
        response = self.connection.getresponse()
        content = response.read()
        if response.status not in (200, 303):
            raise SystemExit(f"{method} {path}: {response.status} {content[:300]!r}")
        return content

    def get(self, path):
        return self.request("GET", path)

    def post(self, **fields):
        return self.request("POST", "/", urlencode(fields, doseq=True))

    @property
    def processor(self):
        """The seconds of processor time that all threads have had."""
        total = 0
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            total += int((thread / "schedstat").read_text().split()[0])
        return total / 1e9

    def cost(self, act, count):
        """The processor time of one call, in microseconds: the least of five runs."""
        act(0)
        costs = []
        for run in range(5):
            before = self.processor
            for number in range(count // 5):
                act(1 + run * count + number)
            costs.append((self.processor - before) / (count // 5))
        return 1e6 * min(costs)

    @property
    def memory(self):
        """The resident memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def fill(case, revisions):
    """Gives the database a history, as the posts of a program would have made it."""
    case.start()
    case.post(k0="first")
    case.stop()
    with sqlite3.connect(case.database) as database:
        columns = {row[1] for row in database.execute("PRAGMA table_info(change)")}
        assert {"revision", "item_key", "old", "new"} <= columns
        database.executemany(
            "INSERT INTO revision(number, time, origin) VALUES (?, ?, 'script')",
            ((number, "2026-01-01T00:00:00.000Z") for number in range(2, revisions + 1)))
        database.executemany(
            "INSERT INTO change(revision, item_key, old, new) VALUES (?, ?, ?, ?)",
            ((number, f"k{number % 50}", json.dumps(f"v{number - 50}"), json.dumps(f"v{number}"))
             for number in range(2, revisions + 1)))
        newest = {f"k{number % 50}": number for number in range(revisions - 49, revisions + 1)}
        database.execute("DELETE FROM setting")
        database.executemany(
            "INSERT INTO setting(item_key, value, revision) VALUES (?, ?, ?)",
            ((key, json.dumps(f"v{number}"), number) for key, number in newest.items()))
    database.close()


def post(case):
    return lambda number: case.post(k0=f"value {number}")


def main(arguments):
    binaries, work = Path(arguments[0]), Path(arguments[1]) / "growth"
    posts = 500 if "--quick" in arguments else 2_500
    binary = binaries / "faceplate"
    rows, is_over = [], False

    def report(name, small, large, goal, unit="us"):
        nonlocal is_over
        ratio = large / small if small else large
        over = ratio > goal
        is_over |= over
        shown = f"{small:9.1f} {large:9.1f} {unit}  x {ratio:.2f}" if small else f"{'':9} {large:9.1f} {unit}"
        print(f"{name:52} {shown:34} goal {goal}{'  OVER' if over else ''}", flush=True)
        rows.append({"name": name, "small": small, "large": large, "goal": goal})

    def measured(name, schema, act=post, count=posts, languages=1, revisions=0):
        case = Case(binary, work / name, schema, languages)
        if revisions:
            fill(case, revisions)
        case.start()
        try:
            return case.cost(act(case), count)
        finally:
            case.stop()

    base = measured("base", panel())
    report("post, history empty -> full (100,000)", base,
           measured("history", panel(history=REVISIONS), revisions=REVISIONS), 1.3)
    report("post, 50 -> 10,000 items", base, measured("items", panel(items=10_000)), 1.3)
    report("post, 1 -> 40 languages", base, measured("languages", panel(), languages=40), 1.3)
    report("post, 0 -> 800 conditions", base, measured("conditions", panel(conditions=800)), 1.3)

    entries = {"itemKey": "many", "itemControlType": "edit_list", "itemElement": {"itemControlType": "edit_text"}}

    def list_of(size):
        return lambda case: lambda number: case.post(many=json.dumps([f"{number}-{each}" for each in range(size)]))

    small, large = (
        measured(f"list{size}", panel(extra=[entries]), list_of(size), posts // 5) for size in (100, 1_000))
    report("post of a list, 100 -> 1,000 entries", small, large, 10)

    def restore(case):
        # Between an early revision and the newest, in turn.
        return lambda number: case.post(_restore=10 if number % 2 else REVISIONS)

    cost = measured("restore", panel(history=2 * REVISIONS), restore, 20, revisions=REVISIONS)
    report("restore over 100,000 revisions", 0, cost / 1_000, 20, "ms")

    case = Case(binary, work / "large", panel(items=10_000)).start()
    try:
        report("first page of 10,000 items, from the start", 0, 1_000 * case.started, 250, "ms")
        # The server returns what the start has freed within a second or two.
        time.sleep(3)
        report("memory with 10,000 items, 3 seconds later", 0, case.memory, 60, "MB")
        cost = case.cost(lambda number: case.get(f"/?q=k{number % 9_000 + 100}"), 50)
        report("search over 10,000 items", 0, cost / 1_000, 5, "ms")
    finally:
        case.stop()
    (Path(arguments[1]) / "growth.json").write_text(json.dumps(rows, indent=1))
    return 1 if is_over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
