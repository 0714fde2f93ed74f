"""Keys that mean something else to a browser: properties of forms and fields."""

import pytest

from support.client import Client
from support.schemas import write
from support.server import until

# Not those that the driver of the browser needs itself, such as `getAttribute`.
KEYS = [
    "name", "id", "title", "type", "method", "action", "target", "length", "elements", "submit",
    "reset", "attributes", "children", "childNodes", "firstChild", "hidden", "classList", "value",
    "remove", "matches", "contains", "nextSibling"]


@pytest.fixture(params=["instant", "explicit", "plain"])
def mode(request):
    return request.param


@pytest.fixture
def server(start, tmp_path, is_explicit):
    items = [{"itemKey": key, "itemTitle": f"Title of {key}", "itemControlType": "edit_text"}
             for key in KEYS]
    groups = [{"groupKey": "texts", "items": items},
              {"groupKey": "more", "items": [{"itemKey": "on", "itemControlType": "switch"}]}]
    save = {"panelSave": "explicit"} if is_explicit else {}
    return start(write(tmp_path / "names.json", {"panelKey": "names", "groups": groups} | save))


def test_items_with_names_of_dom_members_are_saved_and_updated(panel, server):
    script = Client(server.port)
    for key in ["name", "id", "attributes", "firstChild"]:
        panel.field(key).fill(f"A {key}")
        panel.save()
    settings = {key: f"A {key}" for key in ["name", "id", "attributes", "firstChild"]}
    assert script.changed(settings) == {}
    if panel.follows:
        script.changed({"title": "From elsewhere"})
        until(lambda: panel.field("title").input_value() == "From elsewhere", "it is shown")
    panel.field("on").check()
    panel.save()
    assert script.changed({"on": "YES"}) == {}


@pytest.mark.parametrize("mode", ["instant"], indirect=True)
def test_control_s_saves_the_typed_text(panel, server):
    script = Client(server.port)
    panel.field("length").fill("12")
    panel.field("length").press("Control+s")
    until(lambda: panel.status == "Title of length changed from empty to 12", "it is saved")
    script.changed({"name": "Zoe"})
    until(lambda: panel.field("name").input_value() == "Zoe", "the page goes on to listen")
    assert script.revision == 2
