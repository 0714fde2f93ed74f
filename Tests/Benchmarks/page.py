"""Measures the page of 50 items in Chromium. Run by Scripts/bench, after bench.py."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

BIN, WORK = sys.argv[1], sys.argv[2]
TOGGLES = 20 if "--quick" in sys.argv else 100
# Noted before anything of the page runs. Only the page's own script is asked nothing of.
WATCH = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.saved = new Promise(() => {});
document.addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  const start = performance.now();
  window.saved = new Promise((done) => {
    new MutationObserver((_, observer) => {
      if (row.dataset.s !== "saved") return;
      observer.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    }).observe(row, { attributes: true });
  });
}, true);
"""


def row(name, value, unit, goal):
    print(f"{name:<52}{value:>12,.3f} {unit:<8}   {goal}", flush=True)


def measure(url):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.add_init_script(WATCH)
        sizes = {}
        page.on("response", lambda answer: sizes.setdefault(
            "event-stream" if "events" in answer.url else answer.url.rsplit(".", 1)[-1]
            if "/assets/" in answer.url else "html", answer))
        page.goto(url)
        page.locator("html.js").wait_for()
        page.wait_for_timeout(500)
        row("requests of a first load, without the event stream",
            len(sizes) - ("event-stream" in sizes), "", "goal 3")
        for kind, goal in (("html", 40), ("css", 25), ("js", 31)):
            row(f"{kind.upper()} of it", len(sizes[kind].body()) / 1024, "KB", f"goal {goal}")
        times = []
        switch = page.locator("[role=switch]").first
        for _ in range(TOGGLES):
            switch.click()
            times.append(page.evaluate("window.saved"))
        times.sort()
        row("a switch, from the press to \"saved\", median", statistics.median(times), "ms", "")
        row("the same, 95 of 100", times[int(len(times) * 0.95) - 1], "ms", "goal 100")
        row("layout shift of all that", page.evaluate("window.shifts"), "", "goal 0")
        browser.close()


def main():
    # On the disk of the project: a folder in memory would make syncing free.
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        server = subprocess.Popen(
            [f"{BIN}/faceplate", "serve", f"{WORK}/page.json", "--database",
             f"{folder}/page.sqlite", "--port", "0", "--json", "--log-level", "error",
             "--exit-with-parent"], stdout=subprocess.PIPE, text=True)
        try:
            measure(json.loads(server.stdout.readline())["url"])
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.argv = [sys.argv[0], BIN, WORK, *sys.argv[3:]]
    sys.path.insert(0, os.path.dirname(__file__))
    from bench import schema_of
    with open(f"{WORK}/page.json", "w") as file:
        json.dump(schema_of(50), file)
    main()
