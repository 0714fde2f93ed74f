"""Both engines: where texts and fields stand for each kind of control, and what a person does there."""

import pytest

from support.boxes import faults, faults_with_focus, mistype, spoil
from support.client import Client
from support.server import SCHEMAS, until

SHOWCASE = SCHEMAS / "showcase.json"
WIDTHS = [1280, 390, 320]
ENDS = [1280, 320]
# Together they have every kind of control.
PAGES = [
    "", "pages/library", "pages/playback", "pages/playback/playback_subtitles", "pages/network",
    "pages/network/network_remote", "pages/people", "pages/home", "pages/appearance", "pages/system",
]


@pytest.fixture
def server(start):
    return start(SHOWCASE)


@pytest.fixture
def client(server):
    return Client(server.port)


def seen(window, server, path, width):
    window.size(width)
    window.open(f"{server.url}{path}{'&' if '?' in path else '?'}level=advanced")
    window.until("() => document.documentElement.matches('.js') || !document.scripts.length", "it is ready")


def has_focus(window, selector):
    return window.run("(selector) => document.activeElement.matches(selector)", selector)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_text_is_on_another_or_cut(window, server, width):
    """Each kind of control, with the focus and without."""
    found = []
    for path in PAGES:
        seen(window, server, path, width)
        found += [f"/{path}: {fault}" for fault in faults(window) + faults_with_focus(window)]
    assert found == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("width", ENDS)
@pytest.mark.parametrize("way", [spoil, mistype])
def test_no_problem_is_on_another_text_or_cut(window, server, width, way):
    """Each kind of control with a value that was rejected, with the focus and without: as a page of
    problems, and row by row."""
    found, count = [], 0
    for path in PAGES[1:]:
        seen(window, server, path, width)
        way(window)
        count += window.run("() => document.querySelectorAll('[aria-invalid=true]').length")
        # A wide page of problems has the same rows as one that is mistyped.
        more = faults_with_focus(window) if way is mistype or width == min(ENDS) else []
        found += [f"/{path}: {fault}" for fault in faults(window) + more]
    assert found == []
    assert count > 15, "most were rejected"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_other_pages_have_no_text_on_another(window, server, client, width):
    client.changed({"playback_volume": "70"})
    client.changed({"playback_volume": "75", "wifi": "no"})
    found = []
    for path in ["changes", "profiles", "export", "import", "?q=port", "?q=zzzqqq", "?q=volme", "nowhere"]:
        seen(window, server, path, width)
        found += [f"/{path}: {fault}" for fault in faults(window)]
    assert found == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("width", ENDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_arabic_and_a_dark_system(window, server, width, scheme):
    window.prefer(scheme)
    found = []
    for path in ["?lang=ar", "pages/playback?lang=ar", "pages/home?lang=ar"]:
        seen(window, server, path, width)
        found += [f"/{path}: {fault}" for fault in faults(window) + faults_with_focus(window)]
        assert window.run("() => document.documentElement.dir") == "rtl"
        start, end = window.run("""() => [...document.querySelectorAll("h1, [name=q]")].map(
            (node) => getComputedStyle(node).direction)""")
        assert (start, end) == ("rtl", "rtl")
        back = window.run("""() => getComputedStyle(document.body).backgroundColor === "rgba(0, 0, 0, 0)"
            ? getComputedStyle(document.documentElement).backgroundColor
            : getComputedStyle(document.body).backgroundColor""")
        light = sum(int(part) for part in back[back.index("(") + 1:-1].split(",")[:3])
        assert (light > 600) == (scheme == "light"), back
    assert found == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_change_is_saved_and_nothing_is_in_the_way(window, server, client, width):
    seen(window, server, "pages/network", width)
    window.run("() => document.querySelector('main [name=wifi][type=checkbox]').scrollIntoView({block: 'end'})")
    window.click("main [name=wifi][type=checkbox]")
    until(lambda: client.value("wifi") is False, "it is saved")
    window.until("() => document.querySelector('[name=_undo]')?.checkVisibility()", "it can be undone")
    assert faults(window, "#s-wifi") == []
    # The same place again.
    window.click("main [name=wifi][type=checkbox]")
    until(lambda: client.value("wifi") is True, "it is on again")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_rejected_value_tells_why_in_full(window, server, client, width):
    before = client.value("playback_delay")
    seen(window, server, "pages/playback", width)
    window.run("""() => {
        const field = document.querySelector("#s-playback_delay input[name]:not([type=hidden])");
        field.focus();
        field.select();
    }""")
    window.type("9999")
    window.press("Enter")
    window.until("""() => document.querySelector("#s-playback_delay [aria-invalid=true]")""", "it is rejected")
    assert faults(window, "#s-playback_delay") == []
    sentences = window.run("""() => document.querySelector("#s-playback_delay [aria-invalid=true]")
        .getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id))
        .filter((node) => node?.checkVisibility()).map((node) => node.textContent.trim())""")
    assert any("Audio delay must be" in sentence for sentence in sentences), sentences
    assert client.value("playback_delay") == before
    assert faults(window) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_an_entry_is_added_to_a_list(window, server, client, width):
    seen(window, server, "pages/library", width)
    window.click("#s-library_roots button[name=_add]")
    window.until("() => document.activeElement.matches('#s-library_roots input')", "the new one has the focus")
    window.type("/srv/new")
    window.press("Enter")
    until(lambda: "/srv/new" in (client.value("library_roots") or []), "it is saved")
    assert faults(window, "#s-library_roots") == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_search_is_typed_and_entered(window, server, client, width):
    seen(window, server, "", width)
    window.run("() => document.querySelector('[name=q]').focus()")
    assert faults(window, "header") == []
    window.type("volme")
    window.until(
        "() => document.getElementById('found')?.textContent.includes('volume')", "the results are there")
    assert faults(window) == []
    window.press("ArrowDown")
    window.until("() => document.activeElement.closest('#s-playback_volume')", "the first one has the focus")
    assert faults(window, "#s-playback_volume") == []


@pytest.mark.parametrize(("rule", "words"), [
    ("#s-playback_delay { margin-top: -2rem }", "overlap"),
    ("h1 { flex: none; width: 2rem; overflow: hidden; white-space: nowrap }", "cut"),
    ("main { box-sizing: content-box; width: 150vw; max-width: none }", "too wide"),
    ("main form { height: 10rem; overflow: hidden }", "cut by"),
    ("#s-playback_delay { margin-inline-start: -70rem }", "outside of the window"),
    ("h1 { position: fixed; inset: 0; z-index: 9; background: red }", "under h1"),
])
def test_the_checks_find_what_is_wrong(window, server, rule, words):
    seen(window, server, "pages/playback", 1280)
    window.run("""(rule) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rule.replaceAll(";", " !important;").replace("}", " !important }"));
        document.adoptedStyleSheets = [sheet];
    }""", rule)
    assert any(words in fault for fault in faults(window) + faults(window, "#s-playback_delay"))
