"""What the Python tests share."""

import os

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: asserts a time, so that nothing else is to run")
    config.addinivalue_line(
        "markers", "seed(*rows): shows these features of Tests/Seeds/rows.tsv"
    )


@pytest.fixture(scope="session")
def browser():
    """One for all tests of a process: each opens pages, or contexts, of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
