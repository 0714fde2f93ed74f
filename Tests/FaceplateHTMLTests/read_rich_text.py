"""Reads rich text with html5lib and looks for anything that should not be in it.

Usage: read_rich_text.py FOLDER, which holds 0.html, 1.html, ...: the content of a body each.
"""

import pathlib
import re
import sys

import html5lib

INLINE = set("a abbr b br cite code em i kbd mark q s samp small span strong sub sup u".split())
LINES = {"p", "h3", "h4", "pre"}
BLOCKS = LINES | {"div", "blockquote", "ul", "ol", "dl", "table", "hr"}
FLOW = INLINE | BLOCKS
CHILDREN = dict.fromkeys(INLINE | LINES, INLINE) | {
    "br": set(), "hr": set(), "div": FLOW, "blockquote": FLOW, "li": FLOW, "dt": FLOW, "dd": FLOW,
    "td": FLOW, "th": FLOW, "ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd"},
    "table": {"thead", "tbody"}, "thead": {"tr"}, "tbody": {"tr"}, "tr": {"td", "th"}}
WITHOUT_TEXT = {"ul", "ol", "dl", "table", "thead", "tbody", "tr"}
ATTRIBUTES = {"a": {"href", "title"}, "abbr": {"title"}, "th": {"scope"}}
ADDRESS = re.compile(r"(https?://|mailto:|tel:|[^:]*$|[^:]*[/?#])", re.I)


def problems(element, allowed, depth, links):
    name = element.tag
    if name not in allowed:
        yield f"<{name}> stands where it may not"
        return
    if depth > 32:
        yield "too deep"
    extra = set(element.attrib) - {"lang", "dir"} - ATTRIBUTES.get(name, set())
    if extra:
        yield f"<{name}> has {extra}"
    if name == "a" and (links or not ADDRESS.match(element.get("href", ":"))):
        yield f"<a> leads to {element.get('href')!r}"
    texts = [element.text] + [child.tail for child in element]
    if name in WITHOUT_TEXT and any((text or "").strip() for text in texts):
        yield f"<{name}> holds text"
    for child in element:
        yield from problems(child, CHILDREN[name], depth + 1, links or name == "a")


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.html"))
    found = 0
    for file in files:
        text = file.read_bytes().decode()
        page = html5lib.parse("<!DOCTYPE html><body>" + text, namespaceHTMLElements=False)
        body = page.find("body")
        found_here = [problem for child in body for problem in problems(child, FLOW, 1, False)]
        if not all(isinstance(element.tag, str) for element in page.iter()):
            found_here.append("a comment")
        # As many elements as start tags: the reader neither added nor dropped one.
        tags = len(re.findall(r"<[a-z]", text))
        read = sum(1 for _ in body.iter()) - 1
        if tags != read:
            found_here.append(f"{tags} start tags, {read} elements")
        for problem in found_here:
            print(f"{file.name}: {problem}: {text[:200]!r}")
        found += len(found_here)
    print(f"{len(files)} texts, {found} problems")
    return 1 if found else 0


sys.exit(main())
