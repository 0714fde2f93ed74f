"""Reads pages with html5lib and compares every text in them with what was meant.

Usage: read_back.py FOLDER, which holds 0.html, 1.html, ... and expected.json, a list of texts.
"""

import json
import pathlib
import sys

import html5lib

NAMES = ["html", "head", "meta", "title", "body", "p", "pre", "pre", "textarea", "input",
         "select", "option", "table", "tbody", "tr", "td"]


def texts(root):
    """Each place that shows the text, and what a reader finds there."""
    for path in ["head/title", "body/p", "body/pre", "body/pre[2]", "body/textarea",
                 "body/select/option", "body/table/tbody/tr/td"]:
        yield path, root.find(path).text or ""
    yield "p title", root.find("body/p").get("title")
    yield "p data-text", root.find("body/p").get("data-text")
    yield "input value", root.find("body/input").get("value")
    yield "option value", root.find("body/select/option").get("value")


def problems(page, expected):
    root = html5lib.parse(page, transport_encoding="utf-8", namespaceHTMLElements=False)
    names = [element.tag for element in root.iter()]
    if names != NAMES:
        yield f"elements {names}"
        return
    if set(root.find("body/p").attrib) != {"title", "data-text", "class"}:
        yield f"attributes {set(root.find('body/p').attrib)}"
    for place, text in texts(root):
        if text != expected:
            yield f"{place}: wrote {expected!r}, read {text!r}"


def main():
    folder = pathlib.Path(sys.argv[1])
    expected = json.loads((folder / "expected.json").read_text())
    found = 0
    for number, text in enumerate(expected):
        for problem in problems((folder / f"{number}.html").read_bytes(), text):
            print(f"{number}.html: {problem}")
            found += 1
    print(f"{len(expected)} pages, {found} problems")
    return 1 if found else 0


sys.exit(main())
