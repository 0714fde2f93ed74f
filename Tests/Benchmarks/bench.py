"""Measures the server beside its baselines. Run by Scripts/bench; only the standard library."""

import http.client
import json
import os
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

BIN, WORK = sys.argv[1], sys.argv[2]
QUICK = "--quick" in sys.argv
ROUNDS, SECONDS = (3, 1) if QUICK else (7, 2)


def schema_of(count):
    """A panel of `count` items: switches, texts, choices and notes in groups of ten."""
    groups = []
    for start in range(0, count, 10):
        items = []
        for index in range(start, min(start + 10, count)):
            kind = index % 5
            item = {"itemKey": f"{('switch', 'text', 'choice', 'text', 'info')[kind]}_{index}"}
            if kind == 0:
                item |= {"itemControlType": "switch", "itemValue": "YES"}
            elif kind in (1, 3):
                item |= {"itemControlType": "edit_text", "itemHelp": "Shown to the other members."}
            elif kind == 2:
                item |= {"itemControlType": "choice", "itemOptions": ["one", "two", "three"]}
            else:
                item |= {"itemControlType": "info", "itemValue": "1.4.2"}
            items.append(item)
        groups.append({"groupKey": f"group_{start}", "items": items})
    groups[0]["items"][1]["itemKey"] = "text_0"
    return groups


class Server:
    """`faceplate serve` on a fresh database."""

    def __init__(self, folder, *options, schema=None):
        self.schema = schema or os.path.join(folder, "bench.json")
        if not schema:
            with open(self.schema, "w") as file:
                json.dump(schema_of(50), file)
        self.database = os.path.join(folder, f"bench-{time.monotonic_ns()}.sqlite")
        errors = f"{self.database}.txt"
        self.started = time.perf_counter()
        with open(errors, "w") as stream:
            self.process = subprocess.Popen(
                [f"{BIN}/faceplate", "serve", self.schema, "--database", self.database, "--port", "0",
                 "--json", "--log-level", "error", *options],
                stdout=subprocess.PIPE, stderr=stream, text=True)
        line = self.process.stdout.readline()
        if not line:
            with open(errors) as stream:
                raise SystemExit(f"The server did not start:\n{stream.read()}")
        self.port = json.loads(line)["port"]

    def page(self, path="/"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", path)
        response = connection.getresponse()
        return response, response.read()

    def resident(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def wrk(port, connections, *options, path="/"):
    url = f"http://127.0.0.1:{port}{path}"
    text = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", *options, url],
        capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in text:
        raise SystemExit(f"wrk saw refusals:\n{text}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])


def pairs(ours, baseline):
    """Runs both in turn; the medians of each, and of the ratio pair by pair."""
    ours(), baseline()
    rows = [(ours(), baseline()) for _ in range(ROUNDS)]
    return (statistics.median(row[0] for row in rows), statistics.median(row[1] for row in rows),
            statistics.median(row[0] / row[1] for row in rows))


def row(name, value, unit, baseline=None, ratio=None, goal=""):
    left = f"{name:<52}{value:>12,.1f} {unit:<8}"
    middle = f"{baseline:>12,.1f} {ratio:>7.2f}" if ratio is not None else " " * 20
    print(f"{left}{middle}   {goal}", flush=True)


def pages(folder):
    server = Server(folder)
    response, body = server.page()
    with open(f"{WORK}/page.html", "wb") as file:
        file.write(body)
    own = ("date", "content-length", "connection")
    with open(f"{WORK}/headers.txt", "w") as file:
        for name, value in response.getheaders():
            if name.lower() not in own:
                file.write(f"{name}: {value}\n")
    port = server.port + 1 if server.port < 65000 else server.port - 1
    bare = subprocess.Popen([f"{WORK}/bare", str(port), f"{WORK}/page.html",
                             f"{WORK}/headers.txt", str(min(os.cpu_count(), 4))])
    try:
        wait(port)
        ours, base, ratio = pairs(lambda: wrk(server.port, 16), lambda: wrk(port, 16))
        row(f"GET / of 50 items ({len(body):,} bytes), 16 clients", ours, "req/s", base, ratio,
            "goal 0.9 of the bare program")
    finally:
        bare.kill()
        server.stop()


def wait(port):
    deadline = time.monotonic() + 5
    while True:
        try:
            return http.client.HTTPConnection("127.0.0.1", port).connect()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


POST = """
local number = %d
request = function()
  number = number + 1
  return wrk.format("POST", "/", {["Content-Type"] = "application/x-www-form-urlencoded",
    ["Accept"] = "application/json"}, "text_0=" .. number)
end
"""


def posts(folder):
    script = f"{WORK}/post.lua"
    server = Server(folder)
    counter = [0]

    def post(clients):
        # Each run starts at numbers of its own, so that every post changes the value.
        counter[0] += 10_000_000
        with open(script, "w") as file:
            file.write(POST % counter[0])
        return wrk(server.port, clients, "-s", script)

    def direct():
        with tempfile.TemporaryDirectory(dir=folder) as own:
            return float(subprocess.run([f"{WORK}/direct", f"{own}/direct.sqlite", str(SECONDS)],
                                        capture_output=True, text=True, check=True).stdout)

    for clients, goal in (
        (1, "goal 0.5 of direct SQLite"), (16, "goal 1.0, 1.5 where a commit takes over 100 us")):
        ours, base, ratio = pairs(lambda: post(clients), direct)
        row(f"durably stored posts, {clients} client{'s' if clients > 1 else ''}", ours, "post/s",
            base, ratio, goal)
    server.stop()


def start(folder):
    times, memory = [], []
    for _ in range(5 if QUICK else 15):
        server = Server(folder)
        server.page()
        times.append((time.perf_counter() - server.started) * 1000)
        memory.append(server.resident())
        server.stop()
    row("start to first page, new database", statistics.median(times), "ms", goal="goal 30")
    row("resident memory after the first page", statistics.median(memory), "MB", goal="goal 28")


def render(folder):
    schema = os.path.join(folder, "bench.json")
    cost = float(benchmark("render", schema, "/"))
    row("rendering one page of 50 items anew", cost, "us", goal="goal 25")


def reads():
    """A property of the program beside the same in `UserDefaults`."""
    for line in benchmark(program="ReadBenchmark").splitlines():
        kind, ours, theirs = line.split()
        goal = "" if kind == "String" else "goal 50, 0.05"
        row(f"one read of a {kind} property", float(ours), "ns", float(theirs),
            float(ours) / float(theirs), goal=goal)


def benchmark(*arguments, program="RenderBenchmark"):
    return subprocess.run([f"{BIN}/{program}", *arguments], capture_output=True, text=True,
                          check=True).stdout


def large(folder):
    """A schema of 2,000 items on 40 pages, with some 3,000 conditions."""
    schema = os.path.join(folder, "large.json")
    with open(schema, "w") as file:
        json.dump(large_schema(), file)
    reading, opening = map(float, benchmark("load", schema).split())
    row("loading 2,000 items, 40 pages, 3,200 conditions", reading + opening, "ms",
        goal="goal 100")
    small, big = Server(folder), Server(folder, schema=schema)
    sizes = len(small.page()[1]), len(big.page("/pages/p7")[1])
    ours, base, ratio = pairs(
        lambda: wrk(big.port, 16, path="/pages/p7"), lambda: wrk(small.port, 16))
    row(f"GET of a page of it ({sizes[1]:,} bytes)", ours, "req/s", base, ratio,
        f"beside a small schema's page ({sizes[0]:,} bytes)")
    small.stop()
    big.stop()


STREAMS = 1000


def streams(folder):
    """Open event streams that are told of changes, one after the other."""
    server = Server(folder, schema=os.path.join(folder, "bench.json"))
    server.page()
    before = server.resident()
    clients = {}
    poll = select.epoll()
    for _ in range(STREAMS):
        client = socket.create_connection(("127.0.0.1", server.port))
        client.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        poll.register(client.fileno(), select.EPOLLIN)
        clients[client.fileno()] = client
    read(poll, clients, b"event: hello")
    row(f"memory of an open event stream, of {STREAMS:,}",
        (server.resident() - before) * 1024 / STREAMS, "KB", goal="goal 26: its pool and 2 KB")
    times = []
    for number in range(5 if QUICK else 30):
        post = http.client.HTTPConnection("127.0.0.1", server.port)
        began = time.perf_counter()
        post.request("POST", "/", f"text_0=stream-{number}", {
            "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"})
        read(poll, clients, b"event: change")
        times.append((time.perf_counter() - began) * 1000)
        if post.getresponse().status != 200:
            raise SystemExit("A post was refused.")
        post.close()
    times.sort()
    row(f"post to event at the last of {STREAMS:,} streams, median", statistics.median(times), "ms")
    row("  95 of 100", times[len(times) * 95 // 100], "ms")
    row("  most", times[-1], "ms", goal="goal 250")
    began = time.perf_counter()
    server.stop()
    row("stopping with all of them open", (time.perf_counter() - began) * 1000, "ms",
        goal="at once")
    for client in clients.values():
        client.close()


def other_process(folder):
    """From the end of `faceplate set` to the event at a stream of the panel on the same database."""
    server = Server(folder, schema=os.path.join(folder, "bench.json"))
    client = socket.create_connection(("127.0.0.1", server.port))
    client.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    poll = select.epoll()
    poll.register(client.fileno(), select.EPOLLIN)
    clients = {client.fileno(): client}
    read(poll, clients, b"event: hello")
    times = []
    for number in range(5 if QUICK else 30):
        subprocess.run(
            [f"{BIN}/faceplate", "set", f"text_0=set-{number}", "--database", server.database],
            stdout=subprocess.DEVNULL, check=True)
        began = time.perf_counter()
        read(poll, clients, b"event: change")
        times.append((time.perf_counter() - began) * 1000)
    row("set by the command line to event of the panel, median", statistics.median(times), "ms")
    row("  most", max(times), "ms", goal="goal 100")
    server.stop()
    client.close()


def read(poll, clients, mark):
    """Until each client was sent one more of them."""
    missing = set(clients)
    tails = dict.fromkeys(clients, b"")
    deadline = time.monotonic() + 30
    while missing:
        if time.monotonic() > deadline:
            raise SystemExit(f"{len(missing)} streams were not told.")
        for number, _ in poll.poll(1):
            tails[number] += clients[number].recv(65536)
            if mark in tails[number] and tails[number].rstrip(b"\r\n").endswith(b"}"):
                missing.discard(number)


CONTROLS = ["switch", "edit_text", "edit_integer", "choice", "edit_duration", "edit_date", "choices",
            "edit_list"]


def large_item(page, group, index):
    first = f"p{page}_g{group}_i0"
    control = CONTROLS[index % len(CONTROLS)]
    item = {"order": index, "itemKey": f"p{page}_g{group}_i{index}", "itemControlType": control,
            "itemTitle": {"en": f"Setting {index}", "fr": f"Réglage {index}"},
            "itemHelp": "Explains the setting in one sentence."}
    if control in ("choice", "choices"):
        item["itemOptions"] = [{"value": value, "label": value.title()}
                               for value in ("red", "green", "blue")]
    if control == "edit_integer":
        item.update(itemMinimum=0, itemMaximum=65535, itemValue=80)
    if index == 0:
        return item
    name = {"key": f"p{page}_g0_i1", "matches": "^a"}
    item["itemVisibleWhen"] = first if index % 2 else {"any": [first, name]}
    if index % 2 == 0:
        item["itemEnabledWhen"] = {"not": {"key": first, "equals": False}}
    if index % 3 == 0:
        number = {"key": f"p{page}_g0_i2", "greater": 10}
        item["itemRequiredWhen"] = {"all": [first, number]}
    return item


def large_schema():
    pages = [
        {"itemKey": f"p{page}", "itemControlType": "page", "itemTitle": f"Page {page}", "groups": [
            {"order": group, "groupKey": f"p{page}_g{group}",
             "items": [large_item(page, group, index) for index in range(10)]}
            for group in range(5)]}
        for page in range(40)]
    return {"panelKey": "large", "groups": [{"groupKey": "pages", "items": pages}]}


if __name__ == "__main__":
    print(f"{'':<52}{'Faceplate':>12} {'':<8}{'baseline':>12} {'ratio':>7}")
    # On the disk of the project: a folder in memory would make syncing free.
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        pages(folder)
        posts(folder)
        start(folder)
        streams(folder)
        other_process(folder)
        render(folder)
        reads()
        large(folder)
