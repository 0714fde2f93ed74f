"""Takes the pictures of the documentation. Run by Scripts/screenshots."""

import json
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

BINARY, FOLDER = sys.argv[1], sys.argv[2]
PHONE, DESK = (390, 780), (760, 900)
SIZES = {"1280": (1280, 900), "760": (760, 900), "360": (360, 780)}


class Panel:
    """A sample panel that nobody else uses, with the ways to it that a picture needs."""

    def __init__(self, url):
        self.url = url

    def post(self, **fields):
        urllib.request.urlopen(self.url, urllib.parse.urlencode(fields).encode())


@contextmanager
def panel(schema="reader", **more):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{schema}.json"
        groups = json.loads(Path(f"Schemas/{schema}.json").read_text())
        whole = groups if isinstance(groups, dict) else {"groups": groups}
        path.write_text(json.dumps(whole | more))
        for labels in Path("Schemas").glob("*.lproj"):
            (path.parent / labels.name).symlink_to(labels.resolve())
        server = subprocess.Popen(
            [BINARY, "serve", path, "--ephemeral", "--port", "0", "--json",
             "--exit-with-parent", "--log-level", "error"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        try:
            yield Panel(json.loads(server.stdout.readline())["url"])
        finally:
            server.terminate()
            server.wait()


def saved(page, panel):
    panel.post(display_titles="NO", account_username="ada")
    page.goto(panel.url + "?rev=1")


def arabic(page, panel):
    panel.post(display_titles="NO", account_username="ada")
    page.goto(panel.url + "?lang=ar")


def error(page, panel):
    page.goto(panel.url + "s/network_http")
    page.locator("#c-network_http").fill("eighty")
    page.keyboard.press("Enter")
    page.locator(".err").first.wait_for()
    page.locator("#s-network_http").evaluate("row => row.scrollIntoView({ block: 'center' })")


def conflict(page, panel):
    page.goto(panel.url)
    # As a page whose connection was away for a while.
    page.locator("#c-account_username").fill("Ada")
    panel.post(account_username="Eve")
    page.locator(".bar .pri").click()
    page.locator("#conflict").wait_for()


def search(page, panel):
    page.goto(panel.url + "?q=time")


def changes(page, panel):
    for values in ({"account_username": "ada"}, {"theme": "theme_dark", "display_titles": "NO"},
                   {"account_password": "secret"}):
        panel.post(**values)
    panel.post(_undo="2")
    page.goto(panel.url + "changes")


def details(page, panel):
    panel.post(theme="theme_dark")
    page.goto(panel.url + "?details=theme#s-theme")


def playback(page, panel):
    panel.post(playback_rate="50")
    page.goto(panel.url + "pages/playback")
    page.locator("#c-playback_bluetooth").check()
    page.locator("#undo button").wait_for()
    page.locator("h1").hover()


def playback_in_arabic(page, panel):
    page.goto(panel.url + "?lang=ar")
    playback(page, panel)


# Name, what is done, size, colours, sample and what its schema has more.
PICTURES = [
    ("panel", saved, DESK, "light", "reader", {}),
    ("panel-dark-arabic", arabic, PHONE, "dark", "reader", {}),
    ("panel-phone", saved, PHONE, "light", "reader", {}),
    *((f"showcase-{size}-{scheme}{ending}", act, SIZES[size], scheme, "showcase", {})
      for size in SIZES for scheme in ("light", "dark")
      for ending, act in (("", playback), ("-arabic", playback_in_arabic))),
    ("error", error, DESK, "light", "showcase", {}),
    ("conflict", conflict, DESK, "light", "reader", {"panelSave": "explicit"}),
    ("search", search, DESK, "light", "showcase", {}),
    ("changes", changes, DESK, "light", "reader", {}),
    ("details", details, DESK, "dark", "reader", {}),
]


def main():
    wanted = sys.argv[3:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, act, (width, height), scheme, schema, more in PICTURES:
            if wanted and name not in wanted:
                continue
            with panel(schema, **more) as sample:
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme)
                # A page that hears of changes shows them before it saves.
                if act is conflict:
                    page.route("**/api/events*", lambda route: route.abort())
                act(page, sample)
                page.wait_for_timeout(300)
                page.screenshot(path=f"{FOLDER}/{name}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
