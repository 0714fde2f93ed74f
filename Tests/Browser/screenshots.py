"""Takes the pictures of the documentation. Run by Scripts/screenshots.

The gallery has a picture of each control, `control-NAME.png`: the row of the example in `Controls.md`.
"""

import json
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

BINARY, FOLDER = sys.argv[1], sys.argv[2]
PHONE, DESK = (390, 780), (1280, 860)
# In a wide window, nothing lies over the rows of a long page.
GALLERY = (1280, 900)


class Panel:
    """A sample panel that nobody else uses, with the ways to it that a picture needs."""

    def __init__(self, url):
        self.url = url

    def post(self, **fields):
        urllib.request.urlopen(self.url, urllib.parse.urlencode(fields).encode())


@contextmanager
def panel(schema="demo", **more):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{schema}.json"
        path.write_text(json.dumps(json.loads(Path(f"Schemas/{schema}.json").read_text()) | more))
        for labels in Path("Schemas").glob("*.lproj"):
            (path.parent / labels.name).symlink_to(labels.resolve())
        database = Path(folder) / f"{schema}.sqlite"
        if schema == "demo":
            subprocess.run(["Scripts/demo", BINARY, database], check=True)
        server = subprocess.Popen(
            [BINARY, "serve", path, "--database", database, "--port", "0", "--json", "--allow-actions",
             "--exit-with-parent", "--log-level", "error"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        try:
            yield Panel(json.loads(server.stdout.readline())["url"])
        finally:
            server.terminate()
            server.wait()


def playback(page, panel):
    page.goto(panel.url + "pages/playback")
    page.locator("[name=playback_resolution][value='2160']").check(force=True)
    page.locator("#undo button").wait_for()
    page.locator("h1").hover()


def first(page, panel):
    page.goto(panel.url)


def arabic(page, panel):
    page.goto(panel.url + "?lang=ar")
    playback(page, panel)


def conflict(page, panel):
    page.goto(panel.url + "pages/people")
    # As a page whose connection was away for a while.
    page.locator("#c-guest_name").fill("Ada")
    panel.post(guest_name="Eve")
    page.locator(".bar .pri").click()
    page.locator("#conflict").wait_for()


def search(page, panel):
    page.goto(panel.url + "?q=time")


def history(page, panel):
    page.goto(panel.url + "changes")


# Name, what is done, size, colors, and what the schema of the demo has more.
PICTURES = [
    ("panel-light", playback, DESK, "light", {}),
    ("panel-dark", playback, DESK, "dark", {}),
    ("panel-arabic", arabic, DESK, "light", {}),
    ("panel-phone", first, PHONE, "light", {}),
    ("conflict", conflict, DESK, "light", {"panelSave": "explicit"}),
    ("search", search, DESK, "light", {}),
    ("history", history, DESK, "light", {}),
]


def examples():
    """The example of each control in the guide."""
    guide = Path("Sources/Guides.docc/Controls.md").read_text()
    return {name: json.loads(example) for name, example in re.findall(
        r"^### (\w+)\n.*?^```json\n(.*?)^```$", guide, re.M | re.S)}


def inner(box, edge=2):
    """A box without the border of the group around a row."""
    return {
        "x": box["x"] + edge, "y": box["y"] + edge,
        "width": box["width"] - 2 * edge, "height": box["height"] - 2 * edge}


def take_controls(browser, wanted):
    """Takes the row of each control; of an option, its group."""
    known = examples()
    # The example of a page is shorter than the pages of the showcase.
    keys = {name: example["itemKey"] for name, example in known.items()} | {"page": "playback"}
    wanted = {name: key for name, key in keys.items() if not wanted or f"control-{name}" in wanted}
    if not wanted:
        return
    # The showcase lacks the control that needs a program.
    groups = json.loads(Path("Schemas/showcase.json").read_text())["groups"]
    groups.append({"groupKey": "program", "groupTitle": "Program", "items": [known["custom"]]})
    with panel("showcase", groups=groups) as sample:
        sample.post(remote_on="YES", remote_url="https://home.example.org/", wifi="YES")
        page = browser.new_page(
            viewport=dict(zip(("width", "height"), GALLERY)), device_scale_factor=1.5, color_scheme="light",
            reduced_motion="reduce")
        for name, key in wanted.items():
            if name == "page":
                address, row = sample.url, f"s-{key}"
            else:
                page.goto(f"{sample.url}s/{key}")
                address, _, row = page.url.partition("#")
            # Without the fragment, the row is not marked.
            page.goto(address)
            box = page.locator(f"#{row}")
            box.wait_for()
            page.screenshot(path=f"{FOLDER}/control-{name}.png", clip=inner(box.bounding_box()), full_page=True)
        page.close()


def main():
    wanted = sys.argv[3:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        for name, act, (width, height), scheme, more in PICTURES:
            if wanted and name not in wanted:
                continue
            with panel(**more) as sample:
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme)
                # A page that hears of changes shows them before it saves.
                if act is conflict:
                    page.route("**/api/events*", lambda route: route.abort())
                act(page, sample)
                page.wait_for_timeout(300)
                page.screenshot(path=f"{FOLDER}/{name}.png")
                page.close()
        take_controls(browser, wanted)
        browser.close()


if __name__ == "__main__":
    main()
