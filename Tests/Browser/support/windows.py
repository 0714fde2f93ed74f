"""A window of either engine, with what tests of pictures and boxes need."""

from playwright.sync_api import Error

from .server import until
from .firefox import Firefox, FirefoxError

PHONE = 600


class ChromiumWindow:
    """A page of Chromium; a narrow one is touched."""

    def __init__(self, browser):
        self.browser = browser
        self.page = None
        self.scheme = "light"

    def size(self, width, height=800):
        if self.page and self.page.viewport_size == {"width": width, "height": height}:
            return
        self.end()
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=width < PHONE, locale="en-US",
            color_scheme=self.scheme, reduced_motion="reduce")
        self.page = context.new_page()

    def prefer(self, scheme):
        self.scheme = scheme
        if self.page:
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    def open(self, address):
        self.page.goto(address)

    def run(self, script, *values):
        return self.page.evaluate(f"(values) => ({script})(...values)", list(values))

    def until(self, script, what):
        def holds():
            try:
                return self.page.wait_for_timeout(10) or self.run(script)
            except Error:
                # The page is on its way to another.
                return False

        return until(holds, what)

    def click(self, selector):
        self.page.locator(selector).first.click()

    def type(self, text):
        self.page.keyboard.type(text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def picture(self, path):
        self.page.screenshot(path=path)

    def end(self):
        if self.page:
            self.page.context.close()
        self.page = None


class FirefoxWindow:
    """The page of Firefox; a narrow one is touched."""

    def __init__(self, firefox):
        self.firefox = firefox
        self.open, self.run, self.click = firefox.open, firefox.run, firefox.click
        self.type, self.press, self.picture = firefox.type, firefox.press, firefox.picture
        self.prefer = firefox.prefer

    def size(self, width, height=800):
        self.firefox.size(width, height, is_touched=width < PHONE)

    def until(self, script, what):
        def holds():
            try:
                return self.run(script)
            except FirefoxError:
                return False

        return until(holds, what)

    def end(self):
        # Such as that of a language.
        self.firefox.run_in_browser("() => Services.cookies.removeAll()")
        self.firefox.open("about:blank")
        self.firefox.prefer("light")


class Windows:
    """The windows of a run of tests: Firefox starts once, for the first test that needs it."""

    def __init__(self, browser):
        self.browser = browser
        self.firefox = None

    def take(self, engine):
        if engine == "chromium":
            return ChromiumWindow(self.browser)
        self.firefox = self.firefox or Firefox()
        return FirefoxWindow(self.firefox)

    def end(self):
        if self.firefox:
            self.firefox.close()
