"""Form posts of scripts to a server. FaceplatePanelTests checks what the panel makes of their fields."""

import pytest

from support.client import JSON, PAGE, Client, encode
from support.schemas import write


def test_one_field_is_enough_to_change_a_setting(client):
    answer = client.post({"display_titles": "NO"}, JSON)
    assert answer.status == 200
    assert answer.body.strip() == (
        b'{"revision":1,"changed":{"display_titles":{"from":null,"to":false}}}')


def test_no_response_contains_a_password(client, server):
    answer = client.ask({"account_password": "correct horse"})
    assert answer.json["changed"] == {"account_password": {"from": None, "to": {"set": True}}}
    answers = [
        answer, client.get(), client.get("/?rev=1"), client.get("/healthz"),
        client.ask({"account_password": "correct horse", "nothing": "x"}),
        client.post({"account_password": "correct horse", "nothing": "x"}, PAGE)]
    assert all(b"correct horse" not in answer.body for answer in answers)
    assert "correct horse" not in server.log()


@pytest.mark.parametrize("fields", [
    {"account_button": "x"}, {"display_titles[a]": "x"}, {"_resets": "theme"}, {"_": "x"}, {"other_version": "2"},
    {"account_username[0]": "x"}, {"Theme": "theme_dark"}])
def test_unknown_fields_are_rejected(client, fields):
    answer = client.ask(fields)
    assert answer.status == 422
    # A part is told under the setting that has none like it.
    assert answer.json["errors"][0]["key"] in {name.split("[")[0] for name in fields}
    assert client.revision == 0


def test_multipart_fields_are_read_like_urlencoded_fields(client):
    parts = "".join(
        f'--xyz\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in [("account_username", "a=b&c%41é"), ("display_titles", "NO")])
    answer = client.post(
        (parts + "--xyz--\r\n").encode(), JSON | {"Content-Type": "multipart/form-data; boundary=xyz"})
    assert answer.status == 200
    assert answer.json["changed"]["account_username"]["to"] == "a=b&c%41é"


def test_a_body_of_1_mib_is_accepted_and_one_byte_more_is_not(client):
    def body(size):
        head = encode({"account_username": "x"}) + b"&_locale="
        return head + b"x" * (size - len(head))

    assert client.post(body(1 << 20), JSON).status == 200
    assert client.post(body((1 << 20) + 1), JSON).status == 413


def test_the_longest_values_of_a_page_can_be_posted(start, tmp_path):
    most = 120_000
    names = ["first", "second"]
    items = [{"itemKey": name, "itemControlType": "edit_multiline", "itemMaximumLength": most}
             for name in names]
    schema = write(tmp_path / "texts.json", [{"groupKey": "g", "items": items}])
    client = Client(start(schema).port)
    # Each letter has six bytes in a form, so that both texts are more than 1 MiB.
    fields = {name: "\u00fc" * most for name in names}
    assert len(encode(fields)) > 1 << 20
    assert client.post(fields, PAGE).status == 303
    assert [len(client.get(f"/api/settings/{name}").json) for name in names] == [most, most]
    answer = client.ask(fields | {"second": fields["second"] + "u"})
    assert answer.status == 422
    assert [error["key"] for error in answer.json["errors"]] == ["second"]


@pytest.mark.parametrize("size", [1 << 20, 10 << 20])
def test_a_large_body_is_rejected_and_the_server_still_runs(client, server, size):
    try:
        assert client.post(b"account_username=" + b"x" * size, JSON).status == 413
    except ConnectionError:
        pass  # The connection may be closed before the answer is read.
    assert server.runs
    assert client.get().status == 200
    assert client.revision == 0
