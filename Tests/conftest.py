"""What the Python tests share."""

import contextlib
import fcntl
import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

# All tests start and ask the program the same way.
sys.path.insert(0, str(Path(__file__).resolve().parent / "Browser"))

from support.limits import HUNG, TEST_HUNG  # noqa: E402

# Chromium without the parts that make windows: Playwright's own choice, a third of the processor's time.
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")


def pytest_collection_modifyitems(items):
    # The longest ones have a limit of their own, and come first: at the end of a run the other workers
    # would wait for them.
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)
    for item in items:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(TEST_HUNG))


# Where more workers run, some of their tests must be without a browser: each with one needs a core.
ROOT = Path(__file__).resolve().parents[1]
BROWSERS = int(os.environ.get("FACEPLATE_WORKERS") or os.cpu_count())


@contextlib.contextmanager
def turn():
    """Waits until fewer than `BROWSERS` tests of all workers have a turn."""
    with contextlib.ExitStack() as files:
        turns = [
            files.enter_context(open(ROOT / f".build/browser-{number}.lock", "w"))
            for number in range(BROWSERS)]
        for file in turns:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                continue
        else:
            fcntl.flock(turns[0], fcntl.LOCK_EX)
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    # Outside of the limit of time, which does not run while a test waits for its turn.
    with turn() if "browser" in item.fixturenames else contextlib.nullcontext():
        return (yield)


class PatientBrowser:
    """A browser whose contexts wait as long as the tests do."""

    def __init__(self, browser):
        self.browser = browser

    def new_context(self, **options):
        context = self.browser.new_context(**options)
        context.set_default_timeout(HUNG * 1000)
        return context

    def new_page(self, **options):
        page = self.browser.new_page(**options)
        page.set_default_timeout(HUNG * 1000)
        return page


@pytest.fixture(scope="session")
def browser():
    """One for all tests of a process: each opens pages, or contexts, of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield PatientBrowser(browser)
        browser.close()
