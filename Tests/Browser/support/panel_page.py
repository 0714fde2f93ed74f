"""A person at the panel's page."""


class PanelPage:
    """The page in a browser, by what a person sees and does."""

    def __init__(self, page, server):
        self.page = page
        self.server = server

    def open(self, path=""):
        answer = self.page.goto(self.server.url + path)
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
        return found.inner_text().strip() if found.count() else None

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

    def submit(self, act):
        """Does what posts the form; the status of the page that follows."""
        with self.page.expect_navigation() as navigation:
            act()
        return navigation.value.status

    def save(self):
        return self.submit(self.page.locator(".bar button.pri").click)

    def press(self, key):
        return self.submit(self.field(key).click)

    def reset(self, key):
        return self.submit(self.row(key).locator("button.reset").click)

    def reload(self):
        self.page.reload()

    def source(self):
        """What the server wrote, not what became of it."""
        return self.page.request.get(self.page.url.split("#")[0]).text()
