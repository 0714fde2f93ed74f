"""What somebody new does: `faceplate init`, and the two commands that it prints. README's curl lines are in test_demo.py."""

import re
import shlex
import subprocess
import time
import urllib.request

from support.limits import HUNG
from support.ports import shown_port
from support.server import binary, ending_with_us, environment


def words(line):
    """A printed command, run by the program under test."""
    command = shlex.split(line)
    assert command[0] == "faceplate"
    return [binary(), *command[1:]]


def page(url, locale):
    request = urllib.request.Request(url, headers={"Accept-Language": locale})
    with urllib.request.urlopen(request, timeout=HUNG) as answer:
        return answer.read().decode()


def test_the_commands_that_init_prints_serve_a_page(tmp_path, request):
    start = time.monotonic()
    printed = subprocess.run(
        [binary(), "init", "garden"], cwd=tmp_path, env=environment(), capture_output=True,
        text=True, timeout=HUNG, check=True).stdout
    check, serve = printed.splitlines()
    subprocess.run(
        words(check), cwd=tmp_path, env=environment(), capture_output=True, timeout=HUNG, check=True)
    with shown_port() as port:
        server = subprocess.Popen(
            words(serve), cwd=tmp_path, env=environment(), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, **ending_with_us())
        try:
            url = re.search(r"http://\S+", server.stdout.readline())[0]
            assert url == f"http://127.0.0.1:{port}/"
            english = page(url, "en")
            # Said in the results, and not asserted: it depends on the machine.
            time_taken = ("seconds from nothing to a page", f"{time.monotonic() - start:.2f}")
            request.node.user_properties.append(time_taken)
            french = page(url, "fr")
        finally:
            server.terminate()
            assert server.wait(timeout=HUNG) == 0
    assert english.count('<div class="row ') + english.count('<fieldset class="row ') == 3
    assert '<html lang="en"' in english and '<html lang="fr"' in french
    assert english != french
