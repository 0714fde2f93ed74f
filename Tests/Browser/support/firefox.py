"""Firefox, driven by Marionette, its own protocol: no driver has to be installed.

A message is its length in bytes, a colon, and JSON: `[0, number, command, parameters]` for a command,
`[1, number, error, result]` for its answer.
"""

import base64
import json
import os
import socket
import subprocess
import tempfile
from pathlib import Path

from .limits import HUNG
from .server import until

FIREFOX = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")
PREFERENCES = {
    # Any free port: Firefox writes the number into its profile.
    "marionette.port": 0,
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.tabs.remote.autostart": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_beforeunload": True,
    "intl.accept_languages": "en-US,en",
    # Every animation is at its end at once.
    "ui.prefersReducedMotion": 1,
    # As on phones: bars that take no room.
    "ui.useOverlayScrollbars": 1,
    "widget.gtk.overlay-scrollbars.enabled": True,
}
# The keys of WebDriver that are no characters.
KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
    "Control": "\ue009", "Backspace": "\ue003", "Delete": "\ue017",
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class FirefoxError(AssertionError):
    """What Firefox answered to a command that it could not carry out."""


class Firefox:
    """A Firefox without windows on the screen; it has one page."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="firefox-")
        folder = Path(self.profile.name)
        (folder / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in PREFERENCES.items()))
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access",
             "--profile", folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": self.profile.name, "MOZ_CRASHREPORTER_DISABLE": "1"})
        self.number = 0
        self.rest = b""
        port = until(lambda: self.port(folder), "Firefox listens")
        self.socket = socket.create_connection(("127.0.0.1", port), HUNG)
        self.receive()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self.ask("WebDriver:SetTimeouts", script=HUNG * 1000, pageLoad=HUNG * 1000, implicit=0)

    def port(self, folder):
        assert self.process.poll() is None, "Firefox has ended"
        file = folder / "MarionetteActivePort"
        text = file.read_text() if file.exists() else ""
        return int(text) if text.strip() else None

    def receive(self):
        while b":" not in self.rest:
            self.rest += self.read()
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.rest += self.read()
        message, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(message)

    def read(self):
        data = self.socket.recv(65536)
        assert data, "Firefox has closed the connection"
        return data

    def ask(self, command, **parameters):
        """The result of a command."""
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self.receive()
        assert number == self.number, "an answer to another command"
        if error:
            raise FirefoxError(f"{command}: {error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def run(self, script, *values):
        """The value of a function of JavaScript, which may be asynchronous, in the page."""
        return self.ask(
            "WebDriver:ExecuteScript", script=f"return ({script})(...arguments)", args=list(values))

    def run_in_browser(self, script, *values):
        """The same in the window around the page."""
        self.ask("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *values)
        finally:
            self.ask("Marionette:SetContext", value="content")

    def open(self, address):
        self.ask("WebDriver:Navigate", url=address)

    def size(self, width, height, is_touched=False):
        """Makes the page as large: the window itself is at least 450 pixels wide."""
        self.ask("WebDriver:SetWindowRect", width=max(width, 500) + 50, height=height + 200)
        self.run_in_browser("""(width, height) => {
            gBrowser.selectedBrowser.style.cssText = `flex: none; min-width: 0; min-height: 0;
                width: ${width}px; height: ${height}px; max-width: none; max-height: none`;
        }""", width, height)
        self.prefer_number("ui.primaryPointerCapabilities", 1 if is_touched else 6)
        until(
            lambda: self.run("() => [innerWidth, innerHeight]") == [width, height],
            f"the page is {width} x {height}")

    def prefer(self, scheme):
        """Lets the page see a light or a dark system."""
        self.prefer_number(
            "layout.css.prefers-color-scheme.content-override", {"dark": 0, "light": 1}[scheme])
        until(
            lambda: self.run(f"() => matchMedia('(prefers-color-scheme: {scheme})').matches"),
            f"the system is {scheme}")

    def prefer_number(self, name, number):
        self.run_in_browser("(name, number) => Services.prefs.setIntPref(name, number)", name, number)

    def element(self, selector):
        return self.ask("WebDriver:FindElement", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self.ask("WebDriver:ElementClick", id=self.element(selector))

    def type(self, text):
        """Types into what has the focus."""
        self.press(*text)

    def press(self, *keys):
        """Presses keys one after the other; `Control+a` is two at once."""
        actions = []
        for key in keys:
            parts = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self.ask(
            "WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def picture(self, path):
        Path(path).write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False)))

    def close(self):
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()
