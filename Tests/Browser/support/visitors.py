"""One person, three ways to the same panel: with scripting, without, and by curl alone.

All three read what they see with the same reader. They differ in how they act: a browser fills in
fields and presses buttons, curl posts the fields of one setting.
"""

import functools
import re
import subprocess
from pathlib import Path
from urllib.parse import urljoin

import html5lib

from .limits import HUNG
from .panel_page import PanelPage
from .server import until

# The page with what stands in its fields, and without what is not to be seen.
SEEN = """() => {
    const copy = document.documentElement.cloneNode(true);
    const parts = (root) => [...root.querySelectorAll("input, select, textarea, .row")];
    const copies = parts(copy);
    parts(document).forEach((here, index) => {
        const there = copies[index];
        if (here.matches(".row")) there.toggleAttribute("hidden", !here.checkVisibility());
        else if (here.localName === "textarea") there.textContent = here.value;
        else if (here.localName === "select") [...here.options].forEach((option, at) =>
            there.options[at].toggleAttribute("selected", option.selected));
        else if (/checkbox|radio/.test(here.type)) there.toggleAttribute("checked", here.checked);
        else if (here.type !== "file") there.setAttribute("value", here.value);
    });
    return "<!DOCTYPE html>" + copy.outerHTML;
}"""


def said(element):
    """The words of an element as they are read."""
    return " ".join("".join(element.itertext()).split())


@functools.lru_cache(maxsize=8)
def parse(page):
    """A page as a tree, without the parts that only scripting takes out of it.

    Each look at a page asks for its tree: one that did not change is not parsed again.
    """
    document = html5lib.parse(page, namespaceHTMLElements=False)
    for parent in list(document.iter()):
        for template in parent.findall("template"):
            parent.remove(template)
    return document


class Visitor:
    """What is to be read on a page, and what is done in the same way by all."""

    @property
    def document(self):
        raise NotImplementedError

    def element(self, name):
        return next((found for found in self.document.iter() if found.get("id") == name), None)

    def text(self, name):
        found = self.element(name)
        return said(found) if found is not None else ""

    def all(self, tag, **attributes):
        return [found for found in self.document.iter(tag)
                if all(found.get(name) == value for name, value in attributes.items())]

    @property
    def title(self):
        # The isolates around names show nothing: they keep two directions apart.
        return said(self.document.find(".//title")).translate({0x2068: None, 0x2069: None})

    @property
    def language(self):
        return self.document.get("lang")

    @property
    def heading(self):
        return said(self.document.find(".//h1"))

    @property
    def groups(self):
        return [said(heading) for heading in self.document.iter("h2")]

    @property
    def status(self):
        return self.text("status")

    @property
    def rows(self):
        """The keys of the rows that are to be seen."""
        return [found.get("id")[2:] for found in self.document.iter()
                if "row" in found.get("class", "").split() and found.get("id", "").startswith("s-")
                and found.get("hidden") is None]

    def error(self, key):
        """The sentence beside a field; `None` where there is none."""
        found = self.element(f"e-{key}")
        if found is None:
            return None
        # Scripting adds a button.
        sentence = next((one for one in found.findall("span") if one.get("class") != "sr"), None)
        return said(found if sentence is None else sentence).removeprefix("Error: ") or None

    def fields(self, key):
        """What stands in the fields of a setting: pairs, as a form has them."""
        pairs = []
        for field in self.document.iter():
            name, kind = field.get("name", ""), field.get("type")
            if name.split("[")[0] != key or field.tag == "button":
                continue
            if field.tag == "select":
                options = field.findall(".//option")
                chosen = [one for one in options if one.get("selected") is not None]
                pairs.append((name, (chosen or options)[0].get("value")))
            elif field.tag == "textarea":
                pairs.append((name, "".join(field.itertext())))
            elif kind not in ("radio", "checkbox") or field.get("checked") is not None:
                pairs.append((name, field.get("value") or ""))
        return pairs

    def value(self, name):
        """What stands in a field: the last of its name, as the server takes it."""
        found = [value for field, value in self.fields(name.split("[")[0]) if field == name]
        return found[-1] if found else None

    def values(self, name):
        """What is ticked of the boxes of a name."""
        return [value for field, value in self.fields(name) if field == name and value]

    def offers(self, name, value):
        """Whether there is such a button."""
        return bool(self.all("button", name=name, value=value))

    def link(self, words):
        """The first link of a name, as it is told to those who hear it."""
        for link in self.document.iter("a"):
            label = link.get("aria-labelledby")
            if words == (link.get("aria-label") or (self.text(label) if label else said(link))):
                return link
        raise AssertionError(f"There is no link '{words}' on {self.title}")

    @property
    def question(self):
        """What is asked before an action; `None` where nothing is."""
        places = [*self.document.iter("dialog"), *self.all("div", **{"class": "confirm"})]
        return said(places[0].find(".//p")) if places else None

    @property
    def asked(self):
        """What the panel of conflicts asks about, in order."""
        place = self.element("conflict")
        return [] if place is None else [said(legend) for legend in place.iter("legend")]

    def wait(self, words):
        """Until the page tells how an action ended."""
        until(lambda: self.look() or self.status == words, words)

    def undo(self):
        button = self.all("button", name="_undo")[0]
        return self.press("_undo", button.get("value"))

    def reset(self, what):
        return self.press("_reset", what)


class CurlVisitor(Visitor):
    """Posts what is given by curl, and reads the page that is answered."""

    def __init__(self, server, folder):
        folder.mkdir()
        self.server = server
        self.address = server.url
        self.folder = folder
        self.page = None
        self.given = {}

    @property
    def document(self):
        return self.page

    def curl(self, address, *arguments):
        body, jar = self.folder / "page.html", self.folder / "cookies.txt"
        result = subprocess.run(
            ["curl", "-sS", "-L", "--max-time", str(HUNG), "-H", "Accept: text/html",
             "-H", "Accept-Language: en", "-b", jar, "-c", jar, "-o", body,
             "-w", "%{http_code} %{url_effective}", *arguments, address],
            capture_output=True, text=True, check=True)
        status, self.address = result.stdout.split(" ", 1)
        self.page = parse(body.read_bytes())
        self.given = {}
        return int(status)

    def look(self):
        self.curl(self.address)

    def open(self, path=""):
        return self.curl(urljoin(self.server.url, path))

    def follow(self, words):
        return self.curl(urljoin(self.address, self.link(words).get("href")))

    def search(self, words):
        form = self.all("form", role="search")[0]
        return self.curl(urljoin(self.address, form.get("action")),
                         "--get", "--data-urlencode", f"q={words}")

    def give(self, fields):
        self.given |= fields

    def pairs(self):
        """All fields of the settings that are given."""
        for key in dict.fromkeys(name.split("[")[0] for name in self.given):
            there = dict(self.fields(key)) | {
                name: value for name, value in self.given.items() if name.split("[")[0] == key}
            for name, value in there.items():
                for one in value if isinstance(value, list) else [value]:
                    yield name, one

    def submit(self, form, *more):
        """Posts what a form hides, what is given, and more."""
        hidden = [(field.get("name"), field.get("value")) for field in form.iter("input")
                  if field.get("type") == "hidden" and field.get("name")[0] == "_"]
        pairs = [*hidden, *self.pairs(), *more]
        has_file = any(isinstance(value, Path) for _, value in pairs)
        arguments = []
        for name, value in pairs:
            if isinstance(value, Path):
                arguments += ["-F", f"{name}=@{value};type=text/plain"]
            elif has_file:
                arguments += ["--form-string", f"{name}={value}"]
            else:
                arguments += ["--data-urlencode", f"{name}={value}"]
        return self.curl(urljoin(self.address, form.get("action")), *arguments)

    def save(self):
        return self.submit(self.element("f"))

    def press(self, name, value):
        assert self.offers(name, value), f"There is no button {name}={value} on {self.title}"
        form = next((form for form in self.document.iter("form") if any(
            button.get("name") == name for button in form.iter("button"))), self.element("f"))
        return self.submit(form, (name, value))

    def confirm(self, name, value):
        assert self.press(name, value) == 200 and self.element("review") is not None
        return self.submit(self.element("f"), (name, value), ("_confirm", value))

    def details(self, key):
        link = next(link for link in self.element(f"s-{key}").iter("a") if link.get("class") == "i")
        return self.curl(urljoin(self.address, link.get("href")))

    def ask(self, key):
        return self.press(key, "press")

    def answer(self, key, go):
        return self.press(key, "press") if go else self.follow("Cancel")

    def keep(self, choices):
        """Decides conflicts by what the page offers."""
        pairs = []
        for key, side in choices.items():
            assert self.all("input", type="radio", name=f"_keep[{key}]", value=side)
            pairs += [*self.fields(key), (f"_keep[{key}]", side)]
        return self.submit(self.element("f"), *pairs)


class BrowserVisitor(Visitor):
    """A person at the page in Chromium, with scripting or without."""

    def __init__(self, page, server):
        self.panel = PanelPage(page, server)
        self.page = page

    @property
    def document(self):
        return parse(self.page.evaluate(SEEN))

    @property
    def address(self):
        return self.page.url

    def look(self):
        self.page.wait_for_timeout(50)

    def go(self, act):
        """Does what leads to another page."""
        with self.page.expect_navigation() as navigation:
            act()
        return navigation.value.status

    def open(self, path=""):
        return self.panel.open(path)

    def follow(self, words):
        # A link can end with a state, such as a time.
        link = self.page.get_by_role("link", name=re.compile(rf"^{re.escape(words)}\b")).first
        if not link.count():
            # In a menu, which is opened.
            link = self.page.locator("details.of a", has_text=words).first
            self.open_menu(link)
        return self.go(link.click)

    def search(self, words):
        self.page.locator("#q").fill(words)
        return self.go(lambda: self.page.keyboard.press("Enter"))

    def give(self, fields):
        if self.panel.saves_rows:
            # A row that was refused is asked about once more when it is left.
            self.page.evaluate("document.activeElement.blur()")
            self.panel.idle()
            self.panel.answers.clear()
        for name, value in fields.items():
            if self.page.locator(f".new [name='{name}']").count():
                self.panel.add_entry(name.split("[")[0])
            self.give_one(self.page.locator(f"[name='{name}']:not([type=hidden])"), value)

    def give_one(self, found, value):
        kind = found.first.evaluate("field => field.type")
        if kind == "radio":
            option = found.and_(self.page.locator(f"[value='{value}']"))
            # Clear of the Save bar at the bottom of the window.
            option.evaluate("(field) => field.scrollIntoView({ block: 'center' })")
            option.check(force=True)
        elif kind == "checkbox":
            for box in found.all():
                box.set_checked(box.get_attribute("value") in value)
        elif kind == "select-one":
            found.select_option(value)
        elif kind == "file":
            found.set_input_files(
                {"name": value.name, "mimeType": "text/plain", "buffer": value.read_bytes()})
        else:
            found.fill(value)

    def save(self):
        return self.panel.save()

    def button(self, name, value):
        return self.page.locator(f"button[name='{name}'][value='{value}']")

    def press(self, name, value):
        if name == "_move" and self.panel.follows:
            key, place, way = re.fullmatch(r"(\w+)\[(\d+)\]:(up|down)", value).groups()
            return self.panel.submit(
                lambda: self.panel.move(key, int(place), 1 if way == "down" else -1))
        return self.panel.submit(self.reached(name, value).click)

    def reached(self, name, value):
        """A button; the menu around it is opened."""
        button = self.button(name, value).first
        self.open_menu(button)
        return button

    def open_menu(self, entry):
        menu = entry.locator("xpath=ancestor::details[contains(concat(' ', @class, ' '), ' of ') and not(@open)]")
        if menu.count():
            menu.locator("summary").click()

    def confirm(self, name, value):
        """Presses a button that asks first, and answers yes."""
        self.reached(name, value).click()
        return self.panel.answer_yes()

    def details(self, key):
        self.panel.details(key)

    def ask(self, key):
        if not self.panel.follows:
            return self.press(key, "press")
        self.button(key, "press").click()
        self.page.locator("dialog").wait_for()
        return 200

    def answer(self, key, go):
        if self.panel.follows:
            return self.close(go)
        return self.press(key, "press") if go else self.follow("Cancel")

    def close(self, go):
        dialog = self.page.locator("dialog")

        def choose():
            dialog.get_by_role("button").nth(1 if go else 0).click()
            dialog.wait_for(state="detached")

        return self.panel.submit(choose)

    @property
    def asked(self):
        """Where rows are saved, each row asks for itself; else the panel at the top does."""
        if not self.panel.saves_rows:
            return super().asked
        return [self.text(f"l-{key}") for key in self.rows
                if self.page.locator(f"#s-{key} [data-take]").count()]

    def keep(self, choices):
        if self.panel.saves_rows:
            return self.keep_in_rows(choices)
        for key, side in choices.items():
            self.page.locator(
                f"#conflict input[name='_keep[{key}]'][value='{side}']").check()
        # As in `give`.
        self.panel.idle()
        self.panel.answers.clear()
        return self.panel.submit(self.page.locator("#conflict button.pri").click)

    def keep_in_rows(self, choices):
        self.panel.idle()
        self.panel.answers.clear()
        for key, side in choices.items():
            self.page.locator(f"#s-{key} [data-take={side}]").click()
            self.page.locator(f"#n-{key}").wait_for(state="detached")
            self.panel.idle()
        status = max(self.panel.answers, default=200)
        self.panel.answers.clear()
        return status
