"""Nothing looks saved that is not: a row shows what is stored, or says that it is not saved, and why."""

import random

import pytest

from support.panel_page import PanelPage
from support.schemas import write
from support.server import Server

STEPS = 30

SCHEMA = {
    "panelKey": "house",
    "panelChecks": [{
        "require": {"key": "first", "atMost": {"key": "last"}},
        "message": "The last must not be less than the first", "items": ["first", "last"]}],
    "groups": [{"groupKey": "house", "items": [
        {"itemKey": "radio", "itemControlType": "switch", "itemTitle": "Radio"},
        {"itemKey": "band", "itemControlType": "segment", "itemTitle": "Band",
         "itemOptions": ["low", "high"], "itemValue": "low"},
        {"itemKey": "address", "itemControlType": "choice", "itemTitle": "Address",
         "itemOptions": ["automatic", "fixed", "one", "two", "three", "four"],
         "itemValue": "automatic"},
        {"itemKey": "ip", "itemControlType": "edit_text", "itemTitle": "Fixed address",
         "itemPattern": "[0-9.]{7,15}",
         "itemVisibleWhen": {"key": "address", "equals": "fixed"},
         "itemRequiredWhen": {"key": "address", "equals": "fixed"}},
        {"itemKey": "owner", "itemControlType": "edit_text", "itemTitle": "Owner"},
        {"itemKey": "port", "itemControlType": "edit_integer", "itemTitle": "Port",
         "itemMinimum": 1, "itemMaximum": 65535, "itemValue": 80},
        {"itemKey": "first", "itemControlType": "edit_integer", "itemTitle": "First",
         "itemValue": 10},
        {"itemKey": "last", "itemControlType": "edit_integer", "itemTitle": "Last",
         "itemValue": 20},
        {"itemKey": "zone", "itemControlType": "picker", "itemTitle": "Zone",
         "itemOptions": ["Berlin", "Tokyo", "Cairo"], "itemValue": "Berlin"},
        {"itemKey": "code", "itemControlType": "edit_password", "itemTitle": "Code"},
    ]}]}

# What each row shows; whether it is marked, and says why.
ROWS = """() => Object.fromEntries([...document.querySelectorAll('#f .row[id]')].map((row) => [
  row.id.slice(2), {
    values: [...row.querySelectorAll('[name]:not(button, [type=hidden])')].map(
      (field) => /checkbox|radio/.test(field.type) ? field.checked : field.value),
    isMarked: row.matches('[data-unsaved]'),
    says: [...row.querySelectorAll('.note[data-own], .err, [data-take]')].some(
      (note) => note.checkVisibility()),
  }]))"""


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "house.json", SCHEMA), database=tmp_path / "house.sqlite")


def bar(panel):
    return " ".join(panel.page.locator("#result").inner_text().split())


def note(panel, key):
    """What a row says of itself."""
    found = panel.row(key).locator(".note[data-own] p")
    return found.inner_text() if found.count() else None


def marked(panel):
    return [row.get_attribute("id")[2:] for row in panel.page.locator("[data-unsaved]").all()]


def enter(panel, key, text):
    panel.field(key).fill(text)
    panel.page.keyboard.press("Enter")
    panel.idle()


class House:
    """A person, another program and a connection that comes and goes, by chance."""

    def __init__(self, panel, stored, server, client, seed):
        self.panel, self.stored, self.server, self.client = panel, stored, server, client
        self.chance = random.Random(seed)
        self.port = server.port
        self.is_there = True
        self.look()

    def look(self, server=None):
        """What is stored, as a page without scripting shows it."""
        self.stored.page.goto((server or self.server).url)
        self.known = self.stored.page.evaluate(ROWS)

    def choose(self):
        self.panel.page.locator("#c-radio, [name=band]:not(:checked)").nth(
            self.chance.randrange(2)).click(force=True)

    def choose_address(self):
        self.panel.field("address").select_option(self.chance.choice(["automatic", "fixed"]))

    def fill(self):
        key, texts = self.chance.choice([
            ("owner", ["Ada", "Eve", ""]), ("port", ["81", "0", "many", "8080"]),
            ("first", ["5", "15", "25"]), ("last", ["12", "30"]), ("ip", ["1.2.3", "10.0.0.1"]),
            ("code", ["secret"])])
        field = self.panel.field(key)
        if field.is_visible():
            field.fill(self.chance.choice(texts))
            self.panel.page.keyboard.press(self.chance.choice(["Enter", "Tab", "Escape"]))

    def escape(self):
        self.panel.page.evaluate(
            "document.querySelector('[data-unsaved] [name]:not([type=hidden])')?.focus()")
        self.panel.page.keyboard.press("Escape")

    def discard(self):
        button = self.panel.page.locator("#result .count button, .note[data-own] button").last
        if button.is_visible():
            button.click()

    def undo(self):
        self.panel.page.keyboard.press(self.chance.choice(["Control+z", "Control+Shift+z"]))

    def others(self):
        if self.is_there:
            key, texts = self.chance.choice([
                ("owner", ["Bob", "Zoe"]), ("port", ["90", "91"]), ("radio", ["YES", "NO"])])
            self.client.changed({key: self.chance.choice(texts)})

    def connection(self):
        if self.is_there:
            self.server.stop()
            # What was on its way then is stored, too: another server shows it, of which the page does not know.
            other = Server(self.server.database, self.server.schema).start()
            self.look(other)
            other.stop()
        else:
            self.server.start(self.port)
        self.is_there = not self.is_there

    def step(self):
        acts = [self.choose, self.choose_address, self.fill, self.escape, self.discard, self.undo,
                self.others, self.connection]
        act = self.chance.choices(acts, [4, 2, 8, 1, 1, 2, 2, 1])[0]
        act()
        return act.__name__

    def wrong(self):
        """What is neither as stored nor marked, or marked although it is as stored.

        Without a connection the page cannot know whether a change arrived whose answer did not: its row is
        marked until then.
        """
        if self.is_there:
            self.look()
        shown = self.panel.page.evaluate(ROWS)
        wrong = [
            key for key, row in shown.items()
            if (self.is_there or not row["isMarked"])
            and row["isMarked"] == (row["values"] == self.known[key]["values"])
            or row["isMarked"] and not row["says"]]
        if any(row["isMarked"] for row in shown.values()) and not bar(self.panel):
            wrong.append("bar")
        return wrong

    def rest(self):
        """Nobody is in a field, and everything that was on its way has arrived."""
        self.panel.page.locator("#main").focus()
        if self.is_there:
            self.panel.page.locator("#offline").wait_for(state="detached")
        self.panel.idle()


@pytest.mark.parametrize("seed", range(6))
def test_at_rest_every_row_shows_what_is_stored_or_says_that_it_does_not(
        panel, new_page, server, client, seed):
    stored = PanelPage(new_page(java_script_enabled=False), server)
    house = House(panel, stored, server, client, seed)
    done = []
    for _ in range(STEPS):
        done.append(house.step())
        if house.chance.random() < 0.5:
            house.rest()
            panel.until(lambda: house.wrong() == [], f"rest after {done}: {house.wrong()}")
    if not house.is_there:
        house.connection()
    house.rest()
    panel.until(lambda: house.wrong() == [], f"rest after {done}: {house.wrong()}")


def test_a_choice_that_needs_another_setting_says_so_until_it_is_saved(panel, client):
    panel.field("address").select_option("fixed")
    panel.idle()
    assert marked(panel) == ["address"]
    first = note(panel, "address")
    assert first.startswith("Not saved yet: ")
    enter(panel, "ip", "x")
    assert marked(panel) == ["address", "ip"]
    panel.page.keyboard.press("Escape")
    panel.until(lambda: marked(panel) == ["address"], "the other row is as it was")
    panel.until(lambda: note(panel, "address") == first, "it says what it waits for")
    assert bar(panel)
    enter(panel, "ip", "10.0.0.1")
    panel.until(lambda: marked(panel) == [], "both are saved")
    panel.reload()
    assert panel.field("address").input_value() == "fixed"
    assert panel.field("ip").input_value() == "10.0.0.1"


@pytest.mark.parametrize("place", ["row", "bar", "Escape"])
def test_a_choice_that_waits_can_be_discarded(panel, client, place):
    panel.field("address").select_option("fixed")
    panel.idle()
    if place == "Escape":
        panel.field("address").press("Escape")
    else:
        within = {"row": "#s-address .note[data-own]", "bar": "#result .count"}[place]
        panel.page.locator(within).get_by_role("button", name="Discard").click()
    panel.until(lambda: marked(panel) == [], "nothing is unsaved")
    assert panel.field("address").input_value() == "automatic"
    assert panel.page.evaluate("document.activeElement.closest('.row')?.id") == "s-address"
    assert not panel.title.startswith("(")
    assert client.revision == 0


def test_what_is_asked_for_is_wrong_once_it_was_left_empty(panel):
    panel.field("address").select_option("fixed")
    panel.idle()
    assert panel.row("ip").get_attribute("data-asked") is not None
    assert panel.row("ip").locator(".err").count() == 0
    assert not panel.title.startswith("(")
    panel.field("ip").focus()
    panel.page.keyboard.press("Tab")
    panel.row("ip").locator(".err").wait_for()
    panel.until(lambda: panel.title.startswith("(1 problem)"), "it is counted")


def test_a_row_that_another_change_makes_right_is_saved(panel, client):
    enter(panel, "first", "25")
    assert marked(panel) == ["first"]
    enter(panel, "last", "30")
    panel.until(lambda: client.value("first") == 25, "it is saved, too")
    panel.until(lambda: marked(panel) == [], "nothing is unsaved")
    assert not panel.title.startswith("(")


def test_the_bar_repeats_the_first_problem(panel):
    enter(panel, "port", "0")
    link = panel.page.locator("#result .count a")
    first = link.inner_text()
    assert first.startswith("Port must be ") and "Saved" not in first
    enter(panel, "last", "x")
    assert link.inner_text() == first + " (and 1 more)"
    panel.field("owner").focus()
    link.click()
    assert panel.page.evaluate("document.activeElement.id") == "c-port"
    panel.page.locator("#result .count button").click()
    panel.until(lambda: marked(panel) == [], "all are discarded")
    assert panel.field("port").input_value() == "80"
    assert link.count() == 0


def test_a_password_waits_for_its_button(panel, client):
    panel.field("code").fill("secret")
    panel.field("owner").focus()
    panel.idle()
    assert marked(panel) == ["code"] and note(panel, "code") == "Not saved yet."
    panel.row("code").locator(".note").get_by_role("button", name="Save").click()
    panel.until(lambda: client.revision == 1, "it is saved")
    panel.idle()
    assert marked(panel) == []


def test_a_focused_field_without_a_change_takes_a_newer_value(panel, client):
    enter(panel, "port", "8080")
    client.changed({"port": "90"})
    panel.until(lambda: panel.field("port").input_value() == "90", "it follows")
    assert panel.page.evaluate("document.activeElement.id") == "c-port"
    assert marked(panel) == []
