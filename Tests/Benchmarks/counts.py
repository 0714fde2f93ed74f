"""Counts the instructions of the program for one page, one post and one start.

    counts.py FOLDER_OF_BINARIES WORK_FOLDER [--only NAME] [--record]

valgrind counts each program twice, with a short and a long run; the difference, divided by the number of
additional runs, is the cost of one. The counts repeat to a few thousandths, also on a busy machine. They
are compared with counts.json: the script ends with 1 where one is more than 5 % above it. `--record` writes
the new counts there.
"""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

KNOWN = Path(__file__).with_name("counts.json")
TOLERANCE = 1.05
# The order of Swift's dictionaries must be the same in both runs.
STABLE = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}


def problem(name, count, known):
    """The sentence about a count that is too high; `None` for any other."""
    if known is None or count <= known * TOLERANCE:
        return None
    return (f"'{name}' takes {count:,} instructions, {100 * (count / known - 1):.1f} % more than the "
            f"{known:,} of counts.json. Find the reason, or record the new count with --record.")


def counted(binaries, folder, name):
    """The command that counts a program; without its debug data, which valgrind cannot read."""
    copy = Path(folder, name)
    if not copy.exists():
        subprocess.run(["strip", "--strip-debug", "-o", copy, f"{binaries}/{name}"], check=True)
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out", "--quiet",
            str(copy)]


def total(folder):
    """The instructions of the last run, over all its threads."""
    text = Path(folder, "callgrind.out").read_text(errors="replace")
    return sum(map(int, re.findall(r"^(?:totals|summary): (\d+)", text, re.M)[:1]))


def program(binaries, folder, *arguments):
    def run(count):
        subprocess.run([*counted(binaries, folder, "RenderBenchmark"), *arguments, str(count)], check=True, env=STABLE)
        return total(folder)
    return run


def server(binaries, folder, schema, act):
    """Runs a server with a new database, and calls `act` on a connection to it."""
    def run(count):
        database = Path(folder, f"{os.urandom(8).hex()}.sqlite")
        errors = database.with_suffix(".txt")
        with open(errors, "w") as stream:
            process = subprocess.Popen(
                [*counted(binaries, folder, "faceplate"), "serve", schema, "--database", str(database),
                 "--port", "0", "--json", "--log-level", "critical", "--exit-with-parent"],
                stdout=subprocess.PIPE, stderr=stream, env=STABLE)
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"The server did not start:\n{errors.read_text()}")
        connection = http.client.HTTPConnection("127.0.0.1", json.loads(line)["port"])
        for number in range(count):
            act(connection, number)
        connection.close()
        process.terminate()
        process.wait()
        return total(folder)
    return run


def get(connection, number):
    connection.request("GET", "/")
    answer(connection)


def post(connection, number):
    connection.request("POST", "/", f"text_0=value+{number}", {
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"})
    answer(connection)


def answer(connection):
    response = connection.getresponse()
    content = response.read()
    if response.status != 200:
        raise SystemExit(f"{response.status} {content[:300]!r}")


def measurements(binaries, folder):
    """Name, explanation, the function that runs it a number of times, and the two numbers."""
    from bench import large_schema, schema_of
    from growth import panel

    def file(name, schema):
        path = Path(folder, name)
        path.write_text(json.dumps(schema))
        return str(path)

    page = file("page.json", schema_of(50))
    # The history is full before the first counted post.
    posts = file("posts.json", {
        "panelKey": "bench", "panelHistoryRevisions": 100, "groups": schema_of(50)})
    wide = file("wide.json", {"panelKey": "wide", "groups": schema_of(2_000)})
    rules = file("rules.json", large_schema())
    many = file("many.json", panel(items=10_000))
    return [
        ("render", "a page of 50 items, rendered again",
         program(binaries, folder, "render", page, "/"), 100, 1_100),
        ("change", "a change of one item, and the page of 50 items",
         program(binaries, folder, "change", page, "/", "text_0"), 100, 1_100),
        ("change-wide", "a change of one item, and the page of 2,000 items",
         program(binaries, folder, "change", wide, "/", "text_0"), 5, 25),
        ("get", "a GET of an unchanged page of 50 items", server(binaries, folder, page, get), 100, 1_100),
        ("post", "a durably stored post, with a full history",
         server(binaries, folder, posts, post), 300, 1_300),
        ("load", "loading 2,000 items on 40 pages, with 3,200 conditions",
         program(binaries, folder, "load", rules), 1, 3),
        ("load-many", "loading 10,000 items", program(binaries, folder, "load", many), 1, 3),
    ]


def main(arguments):
    binaries, work = arguments[0], arguments[1]
    only = [arguments[at + 1] for at, each in enumerate(arguments) if each == "--only"]
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    problems, counts = [], dict(known)
    with tempfile.TemporaryDirectory(dir=work) as folder:
        rows = measurements(binaries, folder)
        unknown = set(only) - {row[0] for row in rows}
        if unknown:
            raise SystemExit(f"There is no count '{sorted(unknown)[0]}'. The counts are "
                             f"{', '.join(row[0] for row in rows)}.")
        for name, explanation, run, short, long in rows:
            if only and name not in only:
                continue
            count = round((run(long) - run(short)) / (long - short))
            before = known.get(name)
            change = f"{100 * (count / before - 1):+.1f} %" if before else "new"
            print(f"{name:<13}{explanation:<60}{count:>14,}  {change}", flush=True)
            counts[name] = count
            problems.append(problem(name, count, before))
    if "--record" in arguments:
        KNOWN.write_text(json.dumps(counts, indent=4) + "\n")
        return 0
    found = [each for each in problems if each]
    for each in found:
        print(each, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
