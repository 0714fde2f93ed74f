"""A value for a time: from the details of its row, with and without scripting."""

import pytest
from support.client import Client

KEY = "account_username"


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


def test_the_details_give_the_current_value_a_time(panel):
    panel.field(KEY).fill("Ada")
    assert panel.save() == 200
    panel.details(KEY)
    row = panel.row(KEY)
    assert panel.submit(row.get_by_role("button", name="Only for 15 minutes").click) == 200
    note = row.locator(f"#u-{KEY}")
    note.wait_for()
    assert "15 minutes left" in note.inner_text()
    assert f"u-{KEY}" in panel.field(KEY).get_attribute("aria-describedby")
    assert panel.submit(row.get_by_role("button", name="Go back now").click) == 200
    note.wait_for(state="detached")
    assert panel.field(KEY).input_value() == ""


def test_a_value_with_a_time_can_be_kept(panel, server):
    Client(server.port).changed({KEY: "Eve", "_for": "2h"})
    panel.open()
    row = panel.row(KEY)
    assert panel.submit(row.get_by_role("button", name="Keep").click) == 200
    row.locator(f"#u-{KEY}").wait_for(state="detached")
    assert panel.field(KEY).input_value() == "Eve"


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_the_time_left_is_told_by_the_minute(panel, server):
    Client(server.port).changed({KEY: "Eve", "_for": "2h"})
    panel.page.clock.install()
    panel.open()
    panel.row(KEY).locator(f"#u-{KEY}").wait_for()
    with panel.page.expect_request(lambda request: "part" in request.url):
        panel.page.clock.fast_forward(60_000)


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_a_page_without_times_asks_for_nothing(panel):
    panel.page.clock.install()
    panel.open()
    asked = []
    panel.page.on("request", lambda request: asked.append(request.url))
    panel.page.clock.fast_forward(180_000)
    panel.idle()
    assert [url for url in asked if "part" in url] == []
