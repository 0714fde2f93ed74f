"""What cannot be saved is said beside its field, with everything typed kept."""

import pytest

from support.client import PAGE
from support.panel_page import PanelPage


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


@pytest.fixture
def server(workshop_server):
    return workshop_server


whole = pytest.mark.parametrize("mode", ["explicit", "plain"], indirect=True)


def fill_everything(panel):
    panel.field("door_name").fill("A name that is too long")
    panel.field("door_code").fill("ab-1")
    panel.field("door_chime").uncheck()
    panel.radio("room_light", "off").check()
    panel.field("room_day").select_option("7")
    panel.radio("tint", "tint_blue").check()


@whole
def test_problems_are_beside_their_fields_and_typed_text_stays(panel, client):
    fill_everything(panel)
    assert panel.save() == 422
    assert panel.error("door_name").endswith("Name must be 12 characters or fewer")
    assert panel.error("door_code").endswith("Door code must be in the right format")
    assert panel.field("door_name").input_value() == "A name that is too long"
    assert panel.field("door_code").input_value() == "ab-1"
    assert not panel.field("door_chime").is_checked()
    assert panel.chosen("room_light") == "off"
    assert panel.field("room_day").input_value() == "7"
    assert panel.chosen("tint") == "tint_blue"
    assert client.revision == 0


@whole
def test_corrected_fields_are_saved_together(panel, client):
    fill_everything(panel)
    panel.save()
    panel.field("door_name").fill("Back")
    panel.field("door_code").fill("AB1")
    assert panel.save() == 200
    assert panel.status == "6 settings changed"
    assert panel.error("door_name") is None and panel.error("door_code") is None
    assert client.revision == 1
    assert client.value("room_day") == 7


@whole
def test_the_title_begins_with_error(panel):
    assert not panel.title.startswith("Error")
    panel.field("door_code").fill("?")
    panel.save()
    assert panel.title == "Error: Workshop"


@whole
@pytest.mark.parametrize("key", ["door_name", "door_code"])
def test_a_link_of_the_summary_focuses_the_field(panel, key):
    panel.field("door_name").fill("")
    panel.field("door_code").fill("?")
    panel.save()
    assert panel.summary == ["“Name” is missing", "Door code must be in the right format"]
    panel.page.locator(f".sum a[href='#c-{key}']").click()
    assert panel.page.evaluate("document.activeElement.id") == f"c-{key}"


@pytest.mark.parametrize("mode", ["explicit"], indirect=True)
def test_with_javascript_the_summary_gets_the_focus(panel):
    panel.field("door_code").fill("?")
    panel.save()
    assert panel.page.evaluate("document.activeElement.id") == "sum"
    panel.page.locator(".sum a").click()
    assert panel.page.evaluate("document.activeElement.id") == "c-door_code"
    assert panel.page.locator("#l-door_code").is_visible()


def test_the_field_names_its_error_and_its_help(panel):
    panel.field("door_name").fill("")
    panel.save()
    field = panel.field("door_name")
    assert field.get_attribute("aria-describedby") == "d-door_name e-door_name"
    assert field.get_attribute("aria-invalid") == "true"
    assert panel.error("door_name").startswith("Error:")
    assert panel.field("door_code").get_attribute("aria-invalid") is None


def test_a_required_text_may_not_be_empty(panel):
    panel.field("door_name").fill("   ")
    assert panel.save() == 422
    assert panel.error("door_name").endswith("“Name” is missing")


@whole
def test_a_rejected_password_is_requested_again_and_never_shown(panel, mode):
    panel.field("door_pin").fill("123")
    assert panel.save() == 422
    assert panel.error("door_pin").endswith(
        "Keypad PIN must be 4 characters or more. Enter keypad PIN again")
    assert panel.field("door_pin").input_value() == ("" if mode == "plain" else "123")
    assert 'value="123"' not in panel.page.content()


@whole
def test_a_lost_password_is_requested_again_after_another_error(panel, mode):
    panel.field("door_pin").fill("12345")
    panel.field("door_code").fill("?")
    assert panel.save() == 422
    if mode == "plain":
        assert panel.field("door_pin").input_value() == ""
        assert "enter" in panel.row("door_pin").inner_text().lower()
    else:
        assert panel.field("door_pin").input_value() == "12345"
        assert panel.error("door_pin") is None


class TestControls:
    def test_up_to_five_options_are_radios_and_more_are_a_list(self, panel):
        assert panel.page.locator("input[type=radio][name=room_light]").count() == 3
        assert panel.field("room_day").evaluate("e => e.localName") == "select"
        assert panel.field("room_day").locator("option").count() == 7

    def test_an_option_has_its_help(self, panel):
        radio = panel.radio("room_light", "warm")
        described = radio.get_attribute("aria-describedby")
        assert panel.page.locator(f"[id='{described}']").inner_text() == "Like a candle."

    def test_a_number_option_is_stored_as_a_number(self, panel, client):
        panel.field("room_day").select_option("7")
        panel.save()
        assert panel.status == "Cleaning day changed from Monday to Sunday"
        assert client.value("room_day") == 7

    def test_a_read_only_value_is_shown_as_text_and_marked(self, panel):
        assert panel.field("door_serial").count() == 0
        assert "SN-1" in panel.row("door_serial").inner_text()
        assert "Read-only" in panel.row("door_serial").inner_text()

    def test_an_external_link_names_its_host(self, panel):
        link = panel.page.locator("#l-room_manual")
        assert link.get_attribute("href") == "https://manual.example/room"
        assert link.inner_text().split("\n") == ["Manual", "(opens manual.example)"]

    def test_shows_text_and_info_rows(self, panel):
        paragraphs = panel.row("room_about").locator("p").all_inner_texts()
        assert paragraphs == ["About", "This room is heated.", "It is not cooled."]
        assert panel.row("room_version").inner_text().split() == ["Version", "1.4.2"]

    def test_footers_are_shown_and_describe_their_groups(self, panel):
        for key, words in {"door": "Visitors see these words.", "room": "Only inside."}.items():
            assert panel.page.locator(f"#f-{key}").inner_text() == words
            group = panel.page.get_by_role("group").filter(has=panel.page.locator(f"#l-{key}"))
            assert group.get_attribute("aria-describedby") == f"f-{key}"

    def test_a_placeholder_is_beside_a_label(self, panel):
        assert panel.field("door_code").get_attribute("placeholder") == "AB12"
        assert panel.page.get_by_label("Door code", exact=True).count() == 1

    def test_the_browser_does_not_validate_fields(self, panel):
        assert panel.page.locator("[required], [pattern], [maxlength]").count() == 0
        assert panel.page.locator("#f").get_attribute("novalidate") is not None


def test_the_summary_reports_unknown_and_read_only_keys(page, client):
    answer = client.post({"dor_name": "x", "door_serial": "SN-2", "door_code": "AB1"}, PAGE)
    assert answer.status == 422
    page.set_content(answer.text)
    links = [line.inner_text() for line in page.locator(".sum li").all()]
    assert links == [
        "No setting is named dor_name. Did you mean door_name?", "Serial number is read-only"]
    assert page.locator("#c-door_code").input_value() == "AB1"
    assert client.revision == 0
