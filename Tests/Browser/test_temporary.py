"""A value for a time: from the details of its row, with and without scripting."""

import pytest
from support.client import Client
from support.panel_page import PanelPage
from support.schemas import write

KEY = "account_username"


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


def test_the_details_limit_the_current_value_to_a_time(panel):
    panel.field(KEY).fill("Ada")
    assert panel.save() == 200
    panel.details(KEY)
    row = panel.row(KEY)
    assert panel.submit(row.get_by_role("button", name="Keep this for 15 minutes").click) == 200
    note = row.locator(f"#u-{KEY}")
    note.wait_for()
    # It counts minutes of the clock, of which one can end before the row is shown.
    assert any(f"{minutes} minutes left" in note.inner_text() for minutes in (14, 15))
    assert f"u-{KEY}" in panel.field(KEY).get_attribute("aria-describedby")
    assert panel.submit(row.get_by_role("button", name="Restore now").click) == 200
    note.wait_for(state="detached")
    assert panel.field(KEY).input_value() == ""


def test_a_temporary_value_can_be_made_permanent(panel, server):
    Client(server.port).changed({KEY: "Eve", "_for": "2h"})
    panel.open()
    row = panel.row(KEY)
    assert panel.submit(row.get_by_role("button", name="Keep").click) == 200
    row.locator(f"#u-{KEY}").wait_for(state="detached")
    assert panel.field(KEY).input_value() == "Eve"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_the_remaining_time_is_updated_every_minute(panel, server):
    Client(server.port).changed({KEY: "Eve", "_for": "2h"})
    panel.page.clock.install()
    panel.open()
    panel.row(KEY).locator(f"#u-{KEY}").wait_for()
    with panel.page.expect_request(lambda request: "part" in request.url):
        panel.page.clock.run_for(60_000)


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_a_page_without_temporary_values_sends_no_request(panel):
    panel.page.clock.install()
    panel.open()
    asked = []
    panel.page.on("request", lambda request: asked.append(request.url))
    panel.page.clock.run_for(180_000)
    panel.idle()
    assert [url for url in asked if "part" in url] == []


ROUTER = {"panelKey": "router", "groups": [
    {"groupKey": "net", "items": [
        {"itemKey": "address", "itemTitle": "Address", "itemControlType": "edit_text", "itemValue": "a",
         "itemKeepWithin": "5s"},
        {"itemKey": "mask", "itemTitle": "Mask", "itemControlType": "edit_text", "itemValue": "b",
         "itemKeepWithin": "1h"},
        {"itemKey": "name", "itemTitle": "Name", "itemControlType": "edit_text", "itemValue": "den",
         "itemPattern": "^[a-z]+$"},
        {"itemKey": "more", "itemControlType": "page", "groups": [
            {"groupKey": "m", "items": [{"itemKey": "note", "itemControlType": "edit_text"}]}]}]}]}


@pytest.fixture
def router(new_page, start, tmp_path, mode):
    """A panel whose settings can cut their own user off."""
    save = {"panelSave": "explicit"} if mode == "explicit" else {}
    server = start(write(tmp_path / "router.json", ROUTER | save))
    panel = PanelPage(new_page(java_script_enabled=mode != "plain"), server)
    assert panel.open() == 200
    return panel


def change(router, key, value):
    router.field(key).fill(value)
    assert router.save() == 200
    router.row(key).locator(f"#u-{key}").wait_for()


def test_a_confirmed_change_stays(router):
    change(router, "mask", "c")
    note = router.row("mask").locator("#u-mask")
    # The bar asks; the row says what it is about, in the flow below its field.
    assert note.inner_text().startswith("Changes back to b on ")
    assert note.inner_text().endswith(" unless you keep it")
    field, below = router.field("mask").bounding_box(), note.bounding_box()
    assert below["y"] >= field["y"] + field["height"] and below["height"] < 60
    assert note.get_by_role("button").count() == 0
    assert "u-mask" in router.field("mask").get_attribute("aria-describedby")
    bar = router.page.get_by_role("status").filter(has_text="Keep the change of “Mask”?")
    assert "Otherwise the old value returns on" in bar.locator(".when").text_content()
    # At a new address, any page of the panel asks.
    assert router.open("pages/more") == 200
    bar.get_by_role("button", name="Keep").focus()
    assert router.submit(lambda: router.page.keyboard.press("Enter")) == 200
    assert bar.count() == 0
    assert router.open() == 200
    assert router.row("mask").locator("#u-mask").count() == 0
    assert router.field("mask").input_value() == "c"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_on_a_phone_a_new_result_stands_above_the_question(router):
    router.page.set_viewport_size({"width": 390, "height": 844})
    change(router, "mask", "c")
    keep, bar = router.page.locator("#keep"), router.page.locator("#result")

    def is_above(line):
        box, question = line.bounding_box(), keep.bounding_box()
        assert bar.bounding_box()["y"] <= box["y"]
        assert box["y"] + box["height"] <= question["y"] + 1
        assert question["y"] + question["height"] <= 844

    router.field("name").fill("attic")
    assert router.save() == 200
    status = router.page.locator("#status")
    assert status.inner_text() == "Name changed from den to attic"
    assert status.is_visible() and keep.is_visible()
    is_above(status)
    # Undo is beside the sentence that it is about.
    undo, line = router.page.locator("#undo button").bounding_box(), status.bounding_box()
    assert undo["y"] < line["y"] + line["height"] < keep.bounding_box()["y"] + 1
    router.field("name").fill("Attic")
    assert router.save() == 422
    count = router.page.locator("#result .count")
    count.wait_for()
    is_above(count)


def test_the_question_alone_offers_to_go_back(router):
    change(router, "mask", "c")
    assert router.page.locator("#undo button").count() == 0
    names = router.page.locator("#keep button").all_inner_texts()
    assert names == ["Change back", "Keep"]
    # The filled one is beside the other, where there is room.
    first, second = (button.bounding_box() for button in router.page.locator("#keep button").all())
    assert first["y"] == second["y"]
    solid = router.page.locator("#keep .pri").evaluate("it => getComputedStyle(it).backgroundColor")
    assert solid != router.page.locator("#keep button").first.evaluate(
        "it => getComputedStyle(it).backgroundColor")


def test_an_unconfirmed_change_can_be_undone(router):
    change(router, "mask", "c")
    assert router.submit(
        router.page.locator("#keep").get_by_role("button", name="Change back").click) == 200
    router.row("mask").locator("#u-mask").wait_for(state="detached")
    assert router.field("mask").input_value() == "b"


def test_the_row_reports_a_change_that_was_not_confirmed(router, mode):
    change(router, "address", "z")
    note = router.row("address").locator("#u-address")
    if mode == "plain":
        def is_over():
            router.reload()
            return "Not confirmed" in note.inner_text()

        router.until(is_over, "the value from before returns")
    else:
        note.get_by_text("Not confirmed, so it was changed back to a").wait_for()
    router.until(lambda: router.field("address").input_value() == "a", "the field follows")
    assert note.get_by_role("button").count() == 0
    assert router.page.locator("#keep").inner_text() == ""


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_the_time_to_confirm_is_counted_by_the_second(router):
    change(router, "mask", "c")
    clock = router.page.locator("#keep time")
    router.until(lambda: clock.inner_text().startswith("59:"), "it is shown")
    before = clock.inner_text()
    router.until(lambda: clock.inner_text() < before, "it goes on")
    # What is read out stays.
    assert router.page.locator("#keep .tick").get_attribute("aria-hidden") == "true"
