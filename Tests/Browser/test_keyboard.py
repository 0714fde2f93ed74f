"""Ten tasks by the keyboard alone, with scripting and without: how many keys they take at most."""

import pytest

from support.schemas import write
from support.server import until

# How long a choice stands before it is saved, in milliseconds.
REST = 800
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat"]


def schema():
    return {
        "panelKey": "shop", "panelTitle": "Shop", "panelLocales": ["en", "fr"],
        "groups": [
            {"groupKey": "shop", "items": [
                {"itemKey": "open", "itemControlType": "switch", "itemTitle": "Open"},
                {"itemKey": "day", "itemControlType": "choice", "itemTitle": "Day",
                 "itemOptions": DAYS, "itemValue": "mon"},
                {"itemKey": "seats", "itemControlType": "edit_integer", "itemTitle": "Seats",
                 "itemValue": 20, "itemMaximum": 99},
                {"itemKey": "owner", "itemControlType": "edit_text", "itemTitle": "Owner"},
                {"itemKey": "empty", "itemControlType": "button", "itemTitle": "Empty the till",
                 "itemAction": ["true"], "itemConfirm": "Take all of it?",
                 "itemRole": "destructive"}]},
            {"groupKey": "network", "items": [
                {"itemKey": "address", "itemControlType": "edit_text", "itemTitle": "Address"},
                {"itemKey": "port", "itemControlType": "edit_integer", "itemTitle": "Port",
                 "itemValue": 80}]}]}


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "shop.json", schema()), ["--allow-actions"])


class Keyboard:
    """A person who has nothing but keys; they are counted, and so is what they save."""

    def __init__(self, panel):
        self.panel = panel
        self.page = panel.page
        self.presses = 0
        self.posts = 0
        self.page.on("request", self.note)

    def note(self, request):
        if request.method == "POST" and "_preview" not in (request.post_data or ""):
            self.posts += 1

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1

    def type(self, text):
        self.press(*text)

    def go(self, *keys):
        """Presses keys of which the last leads to another page; its status."""
        self.press(*keys[:-1])
        with self.page.expect_navigation() as navigation:
            self.press(keys[-1])
        return navigation.value.status

    def submit(self, *keys):
        """Presses keys of which the last saves, with scripting or without."""
        self.press(*keys[:-1])
        return self.panel.submit(lambda: self.press(keys[-1]))

    def replace(self, text):
        self.press("Control+a")
        self.type(text)

    def walk(self, selector, key="Tab", limit=20):
        """Tabs until something has the focus; how many times."""
        for count in range(1, limit + 1):
            self.press(key)
            if self.is_at(selector):
                return count
        raise AssertionError(f"{selector} is not reached by {limit} times {key}")

    def is_at(self, selector):
        return self.page.evaluate(
            "selector => document.activeElement.matches(selector)", selector)

    def skip(self):
        """Past the top of the page."""
        self.press("Tab", "Enter")
        assert self.is_at("#main")


@pytest.fixture
def keyboard(panel):
    return Keyboard(panel)


scripted = pytest.mark.parametrize("mode", ["instant"], indirect=True)
plain = pytest.mark.parametrize("mode", ["plain"], indirect=True)


@scripted
def test_1_a_setting_is_found_and_reached(keyboard):
    keyboard.press("Control+k")
    keyboard.type("port")
    keyboard.go("Enter")
    # The number of results is read first.
    until(lambda: keyboard.is_at("#found"), "it is told how many there are")
    assert keyboard.walk("#c-port") <= 3
    assert keyboard.presses <= 9


@plain
def test_1_a_setting_is_found_and_reached_without_javascript(keyboard):
    assert keyboard.walk("#q") == 3
    keyboard.type("port")
    keyboard.go("Enter")
    assert keyboard.walk("#c-port", limit=14) <= 14


def test_2_the_first_switch_is_toggled(keyboard, panel, client):
    keyboard.skip()
    assert keyboard.walk("#c-open") == 1
    if panel.saves_rows:
        assert keyboard.submit("Space") == 200
        assert keyboard.presses == 4
        assert keyboard.is_at("#c-open")
    else:
        keyboard.press("Space")
        assert keyboard.submit("Enter") == 200
        assert keyboard.presses == 5
    assert client.value("open") is True


@scripted
def test_3_a_wrong_number_is_reported_at_its_field_and_corrected(keyboard, panel, client):
    keyboard.walk("#c-seats")
    keyboard.replace("many")
    assert keyboard.submit("Enter") == 422
    assert keyboard.is_at("#c-seats[aria-invalid=true][aria-describedby~=e-seats]")
    words = "Seats must be a whole number, like 30"
    assert panel.error("seats").split("\n")[-1] == words
    voice = panel.page.locator("#voice[role=status]")
    assert voice.inner_text() == words
    keyboard.replace("30")
    assert keyboard.submit("Enter") == 200
    assert keyboard.is_at("#c-seats:not([aria-invalid])")
    assert panel.status == "Seats changed from 20 to 30"
    assert client.value("seats") == 30


@plain
def test_3_a_wrong_number_gets_the_focus_without_javascript(keyboard, panel, client):
    keyboard.walk("#c-seats")
    keyboard.replace("many")
    assert keyboard.submit("Enter") == 422
    if not keyboard.is_at("#sum"):
        keyboard.skip()
    assert keyboard.walk("#sum a") == 1
    keyboard.press("Enter")
    assert keyboard.is_at("#c-seats[aria-invalid=true][aria-describedby~=e-seats]")
    keyboard.replace("30")
    assert keyboard.submit("Enter") == 200
    assert client.value("seats") == 30


@scripted
@pytest.mark.parametrize("key, keys", [("open", ["Space"]), ("seats", ["Control+a", "5", "Enter"])])
def test_4_the_last_change_is_undone(keyboard, panel, client, key, keys):
    panel.field(key).focus()
    assert keyboard.submit(*keys) == 200
    keyboard.presses = 0
    if key == "seats":
        # In a text the key is the text's own.
        keyboard.press("Tab")
    assert keyboard.submit("Control+z") == 200
    assert keyboard.presses <= 3
    assert client.value(key) is None


@scripted
def test_4_the_page_names_its_keys(keyboard, panel):
    assert panel.page.locator("#q").get_attribute("title") == "Ctrl+K"
    panel.field("open").focus()
    assert keyboard.submit("Space") == 200
    undo = panel.page.locator("#undo button")
    for label, key in (
            ("Undo “Open”: back to Off", "Ctrl+Z"), ("Redo “Open”: On", "Ctrl+Shift+Z")):
        # The same words twice would be read twice.
        assert undo.get_attribute("aria-label") == label
        assert undo.get_attribute("title") == key
        assert keyboard.submit(key.replace("Ctrl", "Control")) == 200


@plain
def test_4_the_last_change_is_undone_without_javascript(keyboard, panel, client):
    panel.field("open").focus()
    assert keyboard.submit("Space", "Enter") == 200
    keyboard.presses = 0
    # The page begins at the row that was changed.
    keyboard.walk("[name=_undo]", "Shift+Tab")
    assert keyboard.submit("Enter") == 200
    assert keyboard.presses <= 6
    assert client.value("open") is None


def test_4_the_last_change_is_undone_from_the_top(keyboard, panel, client):
    client.changed({"port": "81"})
    panel.open("?rev=1")
    keyboard.skip()
    # The result is directly before the settings.
    keyboard.walk("[name=_undo]", "Shift+Tab")
    assert keyboard.submit("Enter") == 200
    assert keyboard.presses <= 6
    assert client.value("port") is None


@pytest.fixture
def slowly(panel):
    """Lets time go by only where it is told to."""
    clock = panel.page.clock
    clock.install(time=0)
    panel.open()
    clock.pause_at(60_000)
    return clock.run_for


def browse(keyboard, keys, slowly, pause):
    keyboard.panel.field("day").focus()
    for key in keys:
        keyboard.press(key)
        slowly(pause)


THERE_AND_BACK = ["ArrowDown"] * 5 + ["ArrowUp"] * 5


@scripted
@pytest.mark.parametrize("pause", [0, REST - 1])
def test_5_browsing_a_list_saves_nothing(keyboard, panel, client, slowly, pause):
    browse(keyboard, THERE_AND_BACK, slowly, pause)
    assert panel.field("day").input_value() == "mon"
    slowly(REST)
    keyboard.press("Tab")
    panel.idle()
    assert keyboard.posts == 0
    assert client.revision == 0


@plain
def test_5_browsing_a_list_saves_nothing_without_javascript(keyboard, panel, client):
    browse(keyboard, [*THERE_AND_BACK, "Tab"], panel.page.wait_for_timeout, 0)
    assert panel.field("day").input_value() == "mon"
    assert keyboard.posts == 0
    assert client.revision == 0


@scripted
@pytest.mark.parametrize("pause", [0, REST - 1])
@pytest.mark.parametrize("away", ["Enter", "Tab", None])
def test_6_the_fourth_option_is_saved_once(
        keyboard, panel, client, slowly, pause, away):
    browse(keyboard, ["ArrowDown"] * 3, slowly, pause)
    assert keyboard.posts == 0
    if away:
        keyboard.press(away)
    else:
        slowly(REST - pause)
    until(lambda: panel.page.evaluate("1") and client.revision, "it is written")
    slowly(REST * 2)
    panel.idle()
    assert client.value("day") == "thu"
    assert client.revision == 1
    assert keyboard.posts == 1


@plain
def test_6_the_fourth_option_is_posted_once_without_javascript(
        keyboard, panel, client):
    panel.field("day").focus()
    keyboard.press("ArrowDown", "ArrowDown", "ArrowDown")
    # Enter opens a list.
    keyboard.walk(".bar button.pri")
    assert keyboard.submit("Enter") == 200
    assert client.value("day") == "thu"
    assert client.revision == 1
    assert keyboard.posts == 1


def test_7_a_modified_setting_is_reset(keyboard, panel, client):
    client.changed({"seats": "30", "owner": "Ada"})
    panel.open()
    panel.field("seats").focus()
    keyboard.walk("[name=_reset][value=seats]")
    assert keyboard.submit("Enter") == 200
    assert keyboard.presses <= 4
    assert client.value("seats") is None
    assert client.value("owner") == "Ada"


@scripted
@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_8_a_destructive_action_is_canceled(keyboard, panel, key):
    panel.field("empty").focus()
    keyboard.press("Enter")
    dialog = panel.page.locator("dialog")
    dialog.wait_for()
    # What destroys nothing comes first.
    assert keyboard.is_at("dialog button:not([value=go])")
    keyboard.press(key)
    dialog.wait_for(state="detached")
    assert keyboard.is_at("#c-empty")
    assert keyboard.posts == 0


@plain
def test_8_a_destructive_action_is_canceled_without_javascript(keyboard, panel):
    panel.field("empty").focus()
    assert keyboard.submit("Enter") == 200
    # What destroys nothing has the focus.
    assert panel.page.locator(":focus").inner_text() == "Cancel"
    assert keyboard.go("Enter") == 200
    # The page begins at the row of the button.
    assert keyboard.walk("#c-empty") == 1
    assert panel.status == ""


@plain
def test_9_a_conflict_of_two_settings_is_resolved_without_javascript(keyboard, panel, client):
    keyboard.walk("#c-seats")
    keyboard.replace("30")
    keyboard.walk("#c-owner")
    keyboard.type("Ada")
    client.changed({"seats": "40", "owner": "Eve"})
    assert keyboard.submit("Enter") == 409
    assert panel.page.locator("#conflict legend").all_inner_texts() == ["Seats", "Owner"]
    keyboard.skip()
    keyboard.press("Tab", "ArrowDown", "Tab", "Space", "Tab")
    assert keyboard.submit("Enter") == 200
    assert client.value("seats") == 30
    assert client.value("owner") == "Eve"
    assert panel.page.locator("#conflict").count() == 0


@scripted
def test_9_a_conflict_of_two_settings_is_resolved(keyboard, panel, client):
    """Each is saved by itself, and each is asked about in its row."""
    keyboard.walk("#c-seats")
    keyboard.replace("30")
    client.changed({"seats": "40", "owner": "Eve"})
    assert keyboard.submit("Enter") == 409
    keyboard.walk("#c-owner")
    keyboard.replace("Ada")
    client.changed({"owner": "Eva"})
    assert keyboard.submit("Enter") == 409
    # Each row asks for itself.
    for key in ("owner", "seats"):
        panel.field(key).focus()
        keyboard.walk(f"#s-{key} [data-take=mine]", limit=3)
        keyboard.press("Enter")
        panel.page.locator(f"#n-{key}").wait_for(state="detached")
        panel.idle()
        assert keyboard.is_at(f"#c-{key}")
    assert (client.value("seats"), client.value("owner")) == (30, "Ada")


def test_10_the_language_is_changed_and_changed_back(keyboard, panel):
    for language in ("fr", "en"):
        # It is the last entry at the foot of the list beside the page; before it are the filters of the search, too.
        keyboard.walk(".lang summary", limit=11)
        keyboard.press("Enter")
        keyboard.walk(f".lang a[lang={language}]", limit=6)
        assert keyboard.go("Enter") == 200
        assert panel.page.locator("html").get_attribute("lang") == language
        assert keyboard.is_at("body")
        keyboard.press("Tab")
        assert keyboard.is_at("a.skip")


def test_tab_visits_the_whole_page_and_leaves_it(keyboard, panel):
    stops = []
    for _ in range(60):
        keyboard.press("Tab")
        if keyboard.is_at("body"):
            break
        stops.append(panel.page.evaluate("document.activeElement.outerHTML"))
    assert keyboard.is_at("body")
    assert len(stops) == len(set(stops))
