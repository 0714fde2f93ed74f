"""Text behind dots: no password to the browser, shown on request, and never made one line of several."""

import pytest
from playwright.sync_api import expect

from support.schemas import write


@pytest.fixture
def mode():
    return "instant"


@pytest.fixture
def server(start, tmp_path):
    return start(write(tmp_path / "keys.json", {"panelKey": "keys", "groups": [
        {"groupKey": "keys", "items": [
            {"itemKey": "port", "itemControlType": "edit_integer"},
            {"itemKey": "token", "itemControlType": "edit_text", "itemObscured": True,
             "itemTitle": "Token"},
            {"itemKey": "wifi", "itemControlType": "edit_password", "itemTitle": "Wi-Fi password"},
            {"itemKey": "key", "itemControlType": "edit_password", "itemRows": 4},
            {"itemKey": "doors", "itemControlType": "edit_table",
             "itemColumns": [
                 {"itemKey": "name", "itemControlType": "edit_text"},
                 {"itemKey": "code", "itemControlType": "edit_text", "itemObscured": True}],
             "itemValue": [{"name": "Front", "code": "5822"}]}]}]}))


DOTS = "field => getComputedStyle(field).webkitTextSecurity"
PASTE = """(field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
    return field.dispatchEvent(paste);
}"""


def test_no_text_is_a_password_to_the_browser(panel):
    kinds = panel.page.locator("#f [type=password]").evaluate_all(
        "all => all.map(one => [one.name, one.autocomplete])")
    assert kinds == [["wifi", "new-password"]]
    assert panel.field("token").get_attribute("autocomplete") == "off"


def test_show_shows_the_text_and_hides_it_again(panel):
    token = panel.field("token")
    token.fill("abc")
    show = panel.row("token").locator(".show")
    for pressed, dots in (("true", "none"), ("false", "disc")):
        show.click()
        assert show.get_attribute("aria-pressed") == pressed
        assert token.evaluate(DOTS) == dots


def test_a_secret_of_several_lines_is_pasted_as_it_is(panel):
    key = panel.field("key")
    assert key.evaluate(PASTE, "one\ntwo")
    key.fill("one\ntwo\n")
    assert key.evaluate(DOTS) == "disc"
    panel.row("key").locator(".show").click()
    assert key.evaluate(DOTS) == "none"
    key.press("Control+Enter")
    expect(key).to_have_value("")
    expect(key).to_have_attribute("placeholder", "Set")


def test_a_cell_shows_dots_until_its_row_is_entered(panel):
    code = panel.page.locator("[name='doors[0][code]']")
    assert code.evaluate(DOTS) == "disc"
    assert panel.entry("doors", 0).locator(".grip").get_attribute("aria-label") == "Front · ••••••••"
    panel.entry("doors", 0).locator(".grip").click()
    assert code.evaluate(DOTS) == "none"


@pytest.mark.parametrize("key, label", [("token", "Token"), ("wifi", "Wi-Fi password")])
@pytest.mark.parametrize("text", ["-----BEGIN KEY-----\nabc\n-----END KEY-----\n", "a\r\nb"])
def test_pasted_lines_are_refused_and_nothing_is_lost(panel, client, key, label, text):
    field = panel.field(key)
    field.fill("as before")
    assert field.evaluate(PASTE, text) is False
    assert panel.error(key).endswith(f"{label} must be on one line. The pasted text was not taken")
    assert field.get_attribute("aria-invalid") == "true"
    assert field.input_value() == "as before"
    assert client.revision == 0
    field.fill("another")
    assert panel.error(key) is None
    # One line with its end is one line.
    assert field.evaluate(PASTE, "abc\n") is True
    assert panel.error(key) is None


def test_a_text_without_dots_takes_pasted_lines_as_ever(panel):
    assert panel.field("port").evaluate(PASTE, "1\n2") is True
