"""A person at the panel's page."""

import re

from .server import until


class PanelPage:
    """The page in a browser, by what a person sees and does."""

    def __init__(self, page, server):
        self.page = page
        self.server = server
        self.answers = []
        self.is_late = False
        page.on("response", self.note)

    def open(self, path=""):
        answer = self.page.goto(self.server.url + path)
        self.answers.clear()
        return answer.status

    def field(self, key):
        return self.page.locator(f"#c-{key}")

    def row(self, key):
        return self.page.locator(f"#s-{key}")

    def radio(self, key, value):
        return self.page.locator(f"input[type=radio][name='{key}'][value='{value}']")

    def chosen(self, key):
        return self.page.locator(f"input[type=radio][name='{key}']:checked").get_attribute("value")

    def error(self, key):
        """The sentence beside a field; `None` where there is none."""
        found = self.page.locator(f"#e-{key}")
        # Scripting adds a button to a sentence of its own.
        sentence = found.locator(":scope > span:not(.sr, :has(.sr))")
        return (sentence if sentence.count() else found).inner_text().strip() if found.count() else None

    @property
    def status(self):
        return self.page.locator("#status").inner_text().strip()

    @property
    def title(self):
        # The isolates around names show nothing: they keep two directions apart.
        return self.page.title().translate({0x2068: None, 0x2069: None})

    @property
    def summary(self):
        return [link.inner_text() for link in self.page.locator(".sum li").all()]

    @property
    def saves_rows(self):
        """Whether scripting saves row by row: it says so once it is ready."""
        return self.page.locator("html.js.auto").count() == 1

    @property
    def follows(self):
        """Whether scripting shows what others change."""
        return self.page.locator("html.js #parts").count() == 1

    def note(self, answer):
        # The browser does not tell what it posts along with a file.
        if answer.request.method == "POST" and "_preview" not in (answer.request.post_data or ""):
            self.answers.append(200 if answer.status == 303 else answer.status)
            # The page of an action that goes on, which leads to its result.
            place = answer.headers.get("location", "")
            self.is_late = bool(re.search(r"/actions/[^/?]+/", place))
        elif re.search(r"[?&]run=", answer.url):
            self.is_late = False

    def until(self, claim, what):
        """Waits as `until` does, and lets the browser go on meanwhile."""
        return until(lambda: self.page.wait_for_timeout(10) or claim(), what)

    def idle(self):
        """Waits until nothing is on its way to the server."""
        self.page.locator("html:not(.busy)").wait_for(state="attached")

    def submit(self, act):
        """Does what posts; the status of the page that follows. With scripting the highest of all
        since the last time; `None` where nothing was posted."""
        if not self.follows:
            with self.page.expect_navigation() as navigation:
                act()
            return navigation.value.status
        act()
        self.idle()
        status = max(self.answers, default=None)
        self.answers.clear()
        return status

    def answer_yes(self):
        """Answers the question before a reset or removal: in a dialog with scripting, at the top of
        the page without. The status of the page that follows."""
        yes = self.page.locator("dialog[open] [value=go], #review button.danger")
        if not self.follows:
            return self.submit(yes.click)
        # The dialog has closed before anything is posted.
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            yes.click()
        return self.submit(lambda: None)

    def save(self):
        """Saves what is not saved: by the button of the page, or by the key where rows are saved
        when they are left."""
        if self.saves_rows:
            return self.submit(lambda: self.page.keyboard.press("Control+s"))
        return self.submit(self.page.locator(".bar button.pri").click)

    def press(self, key):
        """Presses a button; the status of the page that follows.

        On a busy machine an action may take longer than the panel waits for it, which other tests are
        about: once it has ended, the button is pressed again. What was typed is saved by then.
        """
        status = self.submit(self.field(key).click)
        while self.is_late:
            self.until(lambda: not self.is_late, "the action ends")
            if self.follows:
                self.reload()
            else:
                self.page.wait_for_url(re.compile(r"[?&]run="))
            status = self.submit(self.field(key).click)
        return status

    def reset(self, key):
        return self.submit(self.row(key).locator("button.reset").click)

    def more(self, key):
        """Opens the menu of a row; without scripting, the page with the same."""
        self.row(key).hover()
        self.row(key).locator("a.i").click()

    def details(self, key):
        self.more(key)
        if self.follows:
            self.row(key).locator(".menu .about").click()
        self.page.locator(f"#i-{key}").wait_for()

    def reset_all(self, part=".title"):
        """Presses the button in the menu of the page or a group, which asks first."""
        menu = self.page.locator(f"{part} .of")
        if menu.get_attribute("open") is None:
            menu.locator("summary").click()
        menu.locator("button").click()

    def language(self, locale):
        """Chooses a language in the menu at the end of the page."""
        self.page.locator(".lang summary").click()
        self.page.locator(f".lang a[lang={locale}]").click()
        self.page.wait_for_url(f"**lang={locale}")

    def entry(self, key, place):
        """An entry of a list or table."""
        return self.page.locator(f"[id='s-{key}.{place}']")

    def add_entry(self, key):
        """Shows the empty entry of a list, which is always there without scripting."""
        if self.follows and not self.row(key).locator(".new").is_visible():
            self.row(key).locator(".add").click()

    def move(self, key, place, steps):
        """Moves an entry by its handle and the keys, without scripting by its buttons."""
        way = "Down" if steps > 0 else "Up"
        if not self.follows:
            for step in range(abs(steps)):
                at = place + (step if steps > 0 else -step)
                self.entry(key, at).locator(f".{way.lower()}").click()
            return
        self.entry(key, place).locator(".grip").focus()
        for name in ["Space", *[f"Arrow{way}"] * abs(steps), "Space"]:
            self.page.keyboard.press(name)
        self.idle()

    def reload(self):
        self.page.reload()

    def source(self):
        """What the server wrote, not what became of it."""
        return self.page.request.get(self.page.url.split("#")[0]).text()
