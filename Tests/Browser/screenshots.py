"""Takes the pictures of the documentation. Run by Scripts/screenshots."""

import json
import subprocess
import sys
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

BINARY, FOLDER = sys.argv[1], sys.argv[2]
VALUES = {"display_titles": "NO", "account_username": "ada"}


def main():
    server = subprocess.Popen(
        [BINARY, "serve", "Schemas/reader.json", "--ephemeral", "--port", "0", "--json",
         "--exit-with-parent", "--log-level", "error"], stdout=subprocess.PIPE, text=True)
    try:
        url = json.loads(server.stdout.readline())["url"]
        urllib.request.urlopen(url, urllib.parse.urlencode(VALUES).encode())
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            for name, query, width, height, scheme in (
                ("panel", "?rev=1", 760, 900, "light"),
                ("panel-dark-arabic", "?lang=ar", 390, 780, "dark"),
            ):
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme)
                page.goto(url + query)
                page.screenshot(path=f"{FOLDER}/{name}.png")
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
