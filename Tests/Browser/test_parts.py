"""An answer to a page with scripting leaves out what the page shows already, and the page is as if loaded anew."""

import random

import pytest

from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

# The rows and groups of a page as the server sent them: without what only scripting puts there.
CONTENT = """(page) => {
    const form = (page ? new DOMParser().parseFromString(page, "text/html") : document)
        .getElementById("f").cloneNode(true);
    for (const own of form.querySelectorAll("[data-own]")) own.remove();
    for (const node of form.querySelectorAll("*")) {
        for (const name of ["tabindex", "aria-busy", "data-s", "open", "style"]) {
            node.removeAttribute(name);
        }
        node.classList.remove("middle");
        if (!node.classList.length) node.removeAttribute("class");
    }
    // The order of attributes and the space between rows say nothing.
    return [...form.querySelectorAll(".group, .group *")].map((node) => node.localName
        + [...node.attributes].map(({ name, value }) => ` ${name}=${value}`).sort().join("")
        + ":" + [...node.childNodes].map((child) => child.data?.trim()).filter(Boolean).join(" "));
}"""


def large(count, groups=40):
    """A page of `count` switches; the second of each group depends on the first."""
    each = count // groups
    return [{"groupKey": f"g{group}", "groupTitle": f"Group {group}", "items": [
        {"itemKey": f"k{group}_{place}", "itemTitle": f"Setting {place}",
         "itemControlType": "switch"}
        | ({"itemVisibleWhen": f"k{group}_0"} if place == 1 else {})
        for place in range(each)]} for group in range(groups)]


@pytest.fixture
def answer(panel):
    """The last page that the server answered with."""
    panel.page.evaluate("""() => {
        const { fetch } = window;
        window.fetch = async (...request) => {
            const answer = await fetch(...request);
            window.answer = await answer.clone().text();
            return answer;
        };
    }""")
    return lambda: panel.page.evaluate("answer")


def rows(panel, answer):
    """The keys of the rows that an answer has in whole, and how many it leaves out, groups too."""
    return aside(panel, """(text) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        return [[...page.querySelectorAll(".row[id]")].map(({ id }) => id.slice(2)),
            page.querySelectorAll("[data-same]").length];
    }""", answer)


def aside(panel, script, text):
    """Runs a script with a text where it may parse it: the panel's page forbids that."""
    page = panel.page.context.new_page()
    try:
        return page.evaluate(script, text)
    finally:
        page.close()


def is_as_loaded(panel, client):
    """Whether the page comes to be as it would be loaded; a row with the focus follows later."""
    loaded = aside(panel, CONTENT, client.get("/").text)
    panel.until(lambda: panel.page.evaluate(CONTENT) == loaded, "as loaded")


@pytest.fixture
def mode():
    return "instant"


class TestLargePage:
    @pytest.fixture
    def server(self, start, tmp_path):
        return start(write(tmp_path / "large.json", large(2_000)))

    def test_a_save_returns_only_the_changed_parts(self, panel, client, answer):
        page = len(client.get("/").body)
        panel.field("k3_0").check()
        panel.idle()
        whole, left = rows(panel, answer())
        # The row, and the one that it shows; the rest of its group and the other groups are left out.
        assert (whole, left) == (["k3_0", "k3_1"], 48 + 39)
        assert len(answer()) < page / 20
        assert panel.row("k3_1").is_visible()
        is_as_loaded(panel, client)
        # What a script changes comes alone, too.
        client.changed({"k9_4": "YES"})
        panel.until(lambda: panel.field("k9_4").is_checked(), "the switch follows")
        assert rows(panel, answer()) == [["k9_4"], 49 + 39]
        assert panel.submit(panel.page.locator("#undo button").click) == 200
        is_as_loaded(panel, client)

    def test_an_unknown_version_returns_the_whole_page(self, panel, client, answer):
        panel.page.evaluate("document.getElementById('seen').dataset.v = '0'")
        panel.field("k3_0").check()
        panel.idle()
        assert rows(panel, answer()) == [
            [f"k{group}_{place}" for group in range(40) for place in range(50)], 0]
        is_as_loaded(panel, client)

    def test_requests_a_missing_part(self, panel, client, answer):
        panel.page.evaluate("document.getElementById('s-k7_7').remove()")
        panel.field("k7_8").check()
        panel.idle()
        panel.field("k7_7").wait_for()
        is_as_loaded(panel, client)


ACTS = {
    "switch": lambda panel, number: panel.field(f"k{number % 4}_0").set_checked(number % 3 == 0),
    "text": lambda panel, number: type_into(panel, "name", f"name {number}"),
    "wrong": lambda panel, number: type_into(panel, "port", f"{number * 40_000}"),
    "list": lambda panel, number: panel.page.locator("[name=_add]").first.click(),
    "reset": lambda panel, number: press_first(panel, "button.reset:visible"),
    "undo": lambda panel, number: press_first(panel, "#undo button"),
    "many": lambda panel, number: [panel.field(f"k{number % 3}_{place}").click() for place in (2, 3, 2, 4)],
    "script": lambda panel, number: Client(panel.server.port).changed(
        {f"k{number % 4}_{number % 7}": "YES" if number % 2 else "NO", "name": f"script {number}"}),
}


def type_into(panel, key, text):
    panel.field(key).fill(text)
    panel.field(key).press("Enter")


def press_first(panel, selector):
    found = panel.page.locator(selector)
    if found.count():
        found.first.click()


@pytest.mark.parametrize("seed", range(3))
def test_after_any_changes_the_page_equals_a_reloaded_one(start, new_page, tmp_path, seed):
    groups = large(28, 4) + [{"groupKey": "more", "groupTitle": "More", "items": [
        {"itemKey": "name", "itemTitle": "Name", "itemControlType": "edit_text"},
        {"itemKey": "port", "itemTitle": "Port", "itemControlType": "edit_integer",
         "itemMinimum": 0, "itemMaximum": 65535, "itemVisibleWhen": "k0_0"},
        {"itemKey": "words", "itemTitle": "Words", "itemControlType": "edit_list",
         "itemElement": {"itemControlType": "edit_text"}},
        {"itemKey": "disk", "itemTitle": "Disk", "itemControlType": "switch", "itemRestart": True}]}]
    server = start(write(tmp_path / "mixed.json", groups))
    panel = PanelPage(new_page(), server)
    panel.open()
    chance = random.Random(seed)
    client = Client(server.port)

    def follow():
        """Who is at a row, or saves before the page has followed, is asked; nobody is here."""
        panel.page.evaluate("document.activeElement.blur()")
        panel.until(lambda: panel.page.locator("#f [name=_revision]").input_value()
                    == str(client.revision), "the page follows")
        panel.idle()

    for _ in range(25):
        name = chance.choice(sorted(ACTS))
        if name == "wrong" and not panel.row("port").is_visible():
            continue
        ACTS[name](panel, chance.randrange(1, 100))
        panel.idle()
        if name == "wrong" and panel.row("port").locator(".err").count():
            panel.field("port").press("Escape")
        follow()
    is_as_loaded(panel, client)
