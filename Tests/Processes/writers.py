"""Clients that write at once, and remember what was acknowledged."""

import http.client
import sqlite3
import threading
from contextlib import closing
from dataclasses import dataclass, field

from support.client import FORM, encode
from support.limits import HUNG


@dataclass
class Ledger:
    """What was sent for each key, in order, and how much of it was acknowledged."""

    sent: dict = field(default_factory=dict)
    acknowledged: dict = field(default_factory=dict)

    def allowed(self, key):
        """The last acknowledged value, and those sent after it, which may be there or not."""
        values = self.sent.get(key, [])
        last = self.acknowledged.get(key)
        return [last] + values[values.index(last) + 1:] if last else [None, *values]

    def carry_over(self, stored):
        """What is there now is what the next round starts from."""
        self.sent = {key: [value] for key, value in stored.items()}
        self.acknowledged = dict(stored)


class Writers:
    """Each has keys of its own, so that the order of its values is known."""

    def __init__(self, port, count, posts, keys, tag, ledger):
        self.port = port
        self.ledger = ledger
        self.answered = 0
        self.wrong = []
        self.lock = threading.Lock()
        self.threads = [
            threading.Thread(target=self._write, args=(number, keys[number::count], posts, tag))
            for number in range(count)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def join(self):
        for thread in self.threads:
            thread.join(timeout=HUNG)
        assert not any(thread.is_alive() for thread in self.threads)

    def _write(self, number, keys, posts, tag):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HUNG)
        accept = "application/json" if number % 2 else "text/html"
        headers = {"Content-Type": FORM, "Accept": accept}
        try:
            for turn in range(posts):
                key, value = keys[turn % len(keys)], f"{tag}-{number}-{turn}"
                with self.lock:
                    self.ledger.sent.setdefault(key, []).append(value)
                connection.request("POST", "/", encode({key: value}), headers)
                answer = connection.getresponse()
                answer.read()
                with self.lock:
                    if answer.status in (200, 303):
                        self.ledger.acknowledged[key] = value
                        self.answered += 1
                    elif answer.status != 503:
                        self.wrong.append(answer.status)
                if answer.status == 503:
                    return
        except (OSError, http.client.HTTPException):
            return  # The server is gone.
        finally:
            connection.close()


def looking(database):
    """A connection that cannot write."""
    return sqlite3.connect(f"file:{database}?mode=ro", uri=True)


def stored_values(database):
    """All values that are set, read without the program."""
    with closing(looking(database)) as connection:
        rows = connection.execute("SELECT item_key, json_extract(value, '$') FROM setting")
        return dict(rows.fetchall())


def integrity(database):
    with closing(looking(database)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]


def history(database):
    """The number of revisions, and the newest number."""
    with closing(looking(database)) as connection:
        return connection.execute(
            "SELECT count(*), coalesce(max(number), 0) FROM revision").fetchone()


def has_gap(database):
    """Whether a revision is missing between the oldest, which a full history has left, and the newest."""
    with closing(looking(database)) as connection:
        count, oldest, newest = connection.execute(
            "SELECT count(*), coalesce(min(number), 1), coalesce(max(number), 0) FROM revision").fetchone()
    return count != newest - oldest + 1
