"""A page in a language from right to left is the mirror image of the page from left to right."""

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.server import SCHEMAS

# Where each visible part is, and what holds it there, seen from the side where its language begins: the
# same in both directions. Words in a line have an order of their own, and so has what names its direction.
PARTS = """() => {
    const isMirrored = document.dir === "rtl";
    // The space of the scrollbar is on the other side.
    const { left: edge, right: width } = document.documentElement.getBoundingClientRect();
    const [start, end] = isMirrored ? ["Right", "Left"] : ["Left", "Right"];
    const isAlong = (style) => style.direction === document.dir;
    const whole = (value) => parseFloat(value) ? Math.round(parseFloat(value)) : value;
    // A drawing that is turned has its edges where they are turned to.
    const held = (style) => [start, end].flatMap((side) => [
        style[`padding${side}`], style[`margin${side}`],
        style.position === "absolute" && style[side.toLowerCase()],
        ...style.rotate === "none" ? [style[`border${side}Width`],
            style[`borderTop${side}Radius`], style[`borderBottom${side}Radius`]] : [],
    ]).map(whole);
    // A scale with 0 inside has its least value at the left in each language.
    const isTurned = (node) => !node.matches(":has(> .both) > :is(.min, .max)");
    // Where the tip of an arrow is: 1 is on, -1 is back, 0 is up or down.
    const tip = ({ rotate, scale, borderTopWidth, borderRightWidth, borderLeftWidth }) => {
        // A line does not turn.
        if (rotate === "none" || !parseFloat(borderTopWidth + borderRightWidth)
            || parseFloat(borderLeftWidth)) return;
        const turns = ((parseFloat(rotate) || 0) - 45) / 180 + (scale < "0");
        return Math.round(Math.cos(turns * Math.PI)) * (isMirrored ? -1 : 1) || 0;
    };
    const drawn = (node, name) => {
        const style = getComputedStyle(node, name);
        return style.content === "none" ? [] : [...held(style), tip(style)];
    };
    const part = (node) => {
        const style = getComputedStyle(node);
        const { left, right, top } = node.getBoundingClientRect();
        const align = { [start.toLowerCase()]: "start", [end.toLowerCase()]: "end" };
        return {
            name: [node.parentElement, node].map(({ localName, id, className }) =>
                `${localName} ${id || className}`).join(" > "),
            place: [...isMirrored ? [width - right, width - left] : [left - edge, right - edge], top],
            held: isAlong(style) && [align[style.textAlign] ?? style.textAlign, ...held(style),
                ...drawn(node, "::before"), ...drawn(node, "::after")],
        };
    };
    return [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility()
        && node.getClientRects().length && getComputedStyle(node).display !== "inline"
        && isTurned(node) && isAlong(getComputedStyle(node.parentElement))).map(part);
}"""
# Between them these have rows of every kind, menus, lists, tables, marks, and what is wrong.
SIZES = {
    "phone": ((360, 780), [
        "", "pages/playback", "pages/library", "pages/network/network_remote", "pages/home",
        "pages/playback?details=playback_rate", "changes", "?q=time"]),
    "wide": ((1280, 900), ["pages/playback", "pages/network/network_remote", "changes"]),
}


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start):
    return start(SCHEMAS / "showcase.json")


def parts(panel, direction):
    panel.page.evaluate("direction => { document.dir = direction; }", direction)
    return panel.page.evaluate(PARTS)


def not_mirrored(panel):
    """What is elsewhere, or is held by another side, once the page is turned around."""
    one, other = parts(panel, "ltr"), parts(panel, "rtl")
    assert len(one) == len(other) > 40
    return [
        f"{before} is mirrored {after}" for before, after in zip(one, other)
        if any(abs(a - b) > 1 for a, b in zip(before["place"], after["place"]))
        or before["held"] != after["held"] and before["held"] and after["held"]]


@pytest.mark.parametrize("size, paths", SIZES.values(), ids=SIZES)
def test_mirrors_every_part_of_the_page(new_page, server, size, paths):
    Client(server.port).changed(
        {"playback_rate": "50", "playback_resume": "playback_resume_never", "remote_on": "YES",
         "remote_url": "https://example.org", "network_http": "8097"})
    panel = PanelPage(new_page(viewport={"width": size[0], "height": size[1]}), server)
    for path in paths:
        panel.open(f"{path}{'&' if '?' in path else '?'}level=advanced")
        if path == "pages/playback":
            panel.field("playback_delay").fill("none")
            assert panel.save() == 422
            panel.more("playback_rate")
            panel.row("playback_rate").locator(".menu").wait_for()
        panel.page.evaluate(
            "document.querySelectorAll('details').forEach((node) => { node.open = true; })")
        found = not_mirrored(panel)
        assert found == [], "\n".join([path, *found])
