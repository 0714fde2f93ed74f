"""Servers that no test has changed, for the next test that asks for the same.

To start one takes longer than most tests. What a test could see of those before it is a revision, a
problem, a changed file, a restart: a server with any of these is not lent again.
"""

from .client import Client

# The name of a folder in what is asked for, wherever the folder is.
FOLDER = "{folder}"
# How many are kept; those that nobody asked for are ended first.
KEPT = 6


def wish(folder, schema, arguments):
    """What a server is started with, such that two equal ones have equal answers: the schema, the
    files that lie in the test's folder, and the arguments."""
    def named(text):
        return str(text).replace(str(folder), FOLDER)

    return named(schema), tuple(map(named, arguments)), tuple(sorted(files(folder).items()))


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


class Untouched:
    """The servers of one process of tests."""

    def __init__(self):
        # What was asked for, the server, and its process and files when it was started.
        self.kept = []

    def take(self, wanted):
        """A server as it was asked for; `None` where none is kept that was left as it was."""
        for entry in self.kept:
            if entry[0] == wanted:
                self.kept.remove(entry)
                if is_untouched(*entry):
                    return entry[1]
                entry[1].kill()
                return None
        return None

    def keep(self, wanted, server, process):
        entry = (wanted, server, process)
        if not is_untouched(*entry):
            server.kill()
            return
        self.kept.append(entry)
        if len(self.kept) > KEPT:
            self.kept.pop(0)[1].kill()

    def end(self):
        for _, server, _ in self.kept:
            server.kill()


def is_untouched(wanted, server, process):
    if server.process is not process or not server.runs:
        return False
    folder, were = server.database.parent, dict(wanted[2])
    if any(not (folder / name).is_file() or (folder / name).read_bytes() != content
           for name, content in were.items()):
        return False
    health = Client(server.port).get("/healthz").json
    return health["revision"] == 0 and not health["problems"]
