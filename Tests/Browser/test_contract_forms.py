"""What scripts may rely on: form posts."""

import pytest

from support.client import BASE, FORM, JSON, PAGE, Client, encode
from support.schemas import write

NAMES = ["display_hide_nsfw", "display_titles", "account_username", "theme"]


class TestFields:
    def test_one_field_is_enough_to_change_a_setting(self, client):
        answer = client.post({"display_titles": "NO"}, JSON)
        assert answer.status == 200
        assert answer.body.strip() == (
            b'{"revision":1,"changed":{"display_titles":{"from":null,"to":false}}}')

    def test_settings_that_are_not_sent_are_unchanged(self, client):
        client.changed({"display_titles": "NO", "account_username": "Ada", "theme": "theme_dark"})
        assert client.changed({"display_hide_nsfw": "NO"}) == {"display_hide_nsfw": (None, False)}
        assert [client.value(name) for name in NAMES] == [False, False, "Ada", "theme_dark"]

    @pytest.mark.parametrize("text", ["YES", "yes", "true", "1", "on", "On"])
    def test_a_switch_accepts_every_spelling_of_on(self, client, text):
        client.changed({"display_titles": "NO"})
        assert client.changed({"display_titles": text}) == {"display_titles": (False, True)}

    @pytest.mark.parametrize("text", ["NO", "no", "false", "0", "off"])
    def test_a_switch_accepts_every_spelling_of_off(self, client, text):
        assert client.changed({"display_titles": text}) == {"display_titles": (None, False)}

    @pytest.mark.parametrize("text", ["maybe", "2", "", "YES NO", "Y\u0049\u0301S"])
    def test_a_switch_rejects_other_text(self, client, text):
        answer = client.ask({"display_titles": text})
        assert answer.status == 422
        assert answer.json["errors"][0]["key"] == "display_titles"
        assert client.revision == 0

    def test_the_last_of_two_fields_of_a_switch_counts(self, client):
        pair = [("display_titles", "NO"), ("display_titles", "YES")]
        assert client.changed(pair) == {"display_titles": (None, True)}
        assert client.changed(pair[:1]) == {"display_titles": (True, False)}

    def test_the_last_of_a_repeated_field_wins(self, client):
        fields = [("account_username", "Ada"), ("theme", "theme_dark"), ("account_username", "Eve")]
        assert client.changed(fields) == {
            "account_username": (None, "Eve"), "theme": (None, "theme_dark")}

    def test_a_group_of_options_is_set_by_its_key(self, client):
        assert client.changed({"theme": "theme_dark"}) == {"theme": (None, "theme_dark")}

    def test_an_option_is_chosen_by_its_own_key(self, client):
        assert client.changed({"theme_dark": "YES"}) == {"theme": (None, "theme_dark")}
        assert client.changed({"theme_light": "YES"}) == {"theme": ("theme_dark", "theme_light")}

    def test_an_option_cannot_be_turned_off(self, client):
        answer = client.ask({"theme_dark": "NO"})
        assert answer.status == 422
        error = answer.json["errors"][0]
        assert (error["key"], error["code"]) == ("theme_dark", "option_not_cleared")
        assert "theme" in error["message"].lower()

    def test_an_empty_field_sets_empty_but_keeps_a_password(self, client):
        client.changed({"account_username": "Ada", "account_password": "secret"})
        assert client.changed({"account_username": "", "account_password": ""}) == {
            "account_username": ("Ada", "")}
        assert client.changed({"_clear": "account_password"}) == {
            "account_password": ({"set": True}, None)}

    def test_no_response_contains_a_password(self, client, server):
        answer = client.ask({"account_password": "correct horse"})
        assert answer.json["changed"] == {"account_password": {"from": None, "to": {"set": True}}}
        answers = [
            answer, client.get(), client.get("/?rev=1"), client.get("/healthz"),
            client.ask({"account_password": "correct horse", "nothing": "x"}),
            client.post({"account_password": "correct horse", "nothing": "x"}, PAGE)]
        assert all(b"correct horse" not in answer.body for answer in answers)
        assert "correct horse" not in server.log()

    def test_reset_and_clear(self, client):
        client.changed({"display_titles": "NO", "account_username": "Ada"})
        assert client.changed([("_reset", "display_titles"), ("_reset", "account_username")]) == {
            "display_titles": (False, None), "account_username": ("Ada", None)}
        assert client.changed({"_reset": "display_titles"}) == {}
        # A reset wins over the value that a page sends along.
        client.changed({"display_titles": "NO"})
        assert client.changed([("_reset", "display_titles"), ("display_titles", "YES")]) == {
            "display_titles": (False, None)}
        answer = client.ask({"_clear": "account_username"})
        assert (answer.status, answer.json["errors"][0]["code"]) == (422, "not_a_secret")

    def test_a_dry_run_reports_changes_and_saves_nothing(self, client):
        answer = client.ask({"display_titles": "NO", "_dry_run": "1"})
        assert answer.status == 200
        assert answer.json["changed"] == {"display_titles": {"from": None, "to": False}}
        assert answer.json["dry_run"] is True
        assert client.revision == 0
        assert client.ask({"theme": "x", "_dry_run": "1"}).status == 422
        assert client.changed({"display_titles": "NO", "_dry_run": "0"})
        assert client.revision == 1

    def test_a_dry_run_runs_no_action(self, client):
        answer = client.ask(
            {"account_username": "Ada", "account_button": "press", "_dry_run": "1"})
        assert answer.status == 200
        assert "action" not in answer.json
        assert client.revision == 0

    def test_a_button_is_pressed_with_or_without_fields(self, client):
        answer = client.ask({"account_button": "press"})
        assert answer.status == 422
        assert answer.json["errors"] == [
            {"key": "account_username", "code": "message", "message": "Enter a username"}]
        answer = client.ask({"account_username": "Ada", "account_button": "press"})
        assert answer.status == 200
        assert answer.json == {
            "revision": 1, "changed": {"account_username": {"from": None, "to": "Ada"}},
            "action": {"key": "account_button", "status": "done",
                       "message": "Signed in as Ada."}}
        assert client.ask({"account_button": "press"}).json["changed"] == {}

    @pytest.mark.parametrize("fields", [{"account_button": "x"}, {"display_titles[a]": "x"},
                                        {"_resets": "theme"}, {"_": "x"}, {"other_version": "2"},
                                        {"account_username[0]": "x"}, {"Theme": "theme_dark"}])
    def test_unknown_fields_are_rejected(self, client, fields):
        answer = client.ask(fields)
        assert answer.status == 422
        # A part is told under the setting that has none like it.
        assert answer.json["errors"][0]["key"] in {name.split("[")[0] for name in fields}
        assert client.revision == 0


class TestRejectedPosts:
    def test_every_problem_is_reported_and_nothing_is_saved(self, client):
        answer = client.ask({
            "display_title": "NO", "theme": "theme_drak", "account_username": "Ada",
            "_rest": "theme"})
        assert answer.status == 422
        assert answer.header("Content-Type").startswith("application/problem+json")
        document = answer.json
        assert set(document) == {"type", "title", "status", "errors"}
        assert document["status"] == 422
        errors = {error["key"]: error for error in document["errors"]}
        assert errors["display_title"]["code"] == "unknown_key"
        assert errors["display_title"]["nearest"] == "display_titles"
        assert errors["theme"]["code"] == "not_an_option"
        assert errors["_rest"]["nearest"] == "_reset"
        assert all(error["message"] for error in errors.values())
        assert client.revision == 0
        assert client.value("account_username") is None

    def test_a_plain_client_gets_plain_text(self, client):
        answer = client.post({"display_title": "NO"}, {"Accept": "*/*"})
        assert answer.status == 422
        assert answer.header("Content-Type") == "text/plain; charset=utf-8"
        assert answer.text == (
            "display_title: No setting is named display_title. "
            "Did you mean display_titles?\n")

    @pytest.mark.parametrize(
        "body, status",
        [(b"account_username=%", 400), (b"account_username=%4", 400),
         (b"account_username=%zz", 400), (b"account_username=%FF", 400),
         (b"account_username=\xff", 400), (b"account_username=%C0%AE", 400),
         (b"account_username=%ED%A0%80", 400), (b"%zz=1", 400),
         (b"_revision=x", 400), (b"_revision=-1", 400), (b"_dry_run=maybe", 400),
         (b"account_username=a%00b", 422), (b"account_username=%1B[31m", 422),
         (b"account_username=a%0Ab", 422), (b"account_username=%EF%BF%BF", 422)])
    def test_malformed_posts_and_rejected_values_have_different_codes(self, client, body, status):
        answer = client.post(body, JSON)
        assert answer.status == status
        assert len(answer.json["title"]) > 10
        assert client.revision == 0

    @pytest.mark.parametrize(
        "body, value",
        [(b"account_username=a=b", "a=b"), (b"account_username=a+b%2Bc", "a b+c"),
         (b"&&account_username=x&&", "x"), (b"=v&account_username=x", "x"),
         (b"account_username=a;b", "a;b"), (b"account%5Fusername=x", "x"),
         (b"account_username=caf%C3%A9", "café"), ("account_username=é".encode(), "é"),
         (b"account_username=a%09b", "a\tb"), (b"account_username=%20x%20", "x")])
    def test_forms_are_split_as_browsers_write_them(self, client, body, value):
        assert client.post(body, JSON).status == 200
        assert client.value("account_username") == value

    def test_a_field_without_an_equals_sign_is_empty(self, client):
        client.changed({"account_username": "Ada"})
        assert client.post(b"account_username", JSON).status == 200
        assert client.value("account_username") == ""

    def test_an_empty_body_changes_nothing(self, client):
        assert client.post(b"", JSON).json == {"revision": 0, "changed": {}}


class TestReadOnly:
    @pytest.fixture
    def server(self, workshop_server):
        return workshop_server

    def test_accepts_the_current_value_and_rejects_another(self, client):
        assert client.changed({"door_serial": "SN-1", "door_code": "AB1"}) == {
            "door_code": (None, "AB1")}
        answer = client.ask({"door_serial": "SN-2", "door_code": "AB2"})
        assert answer.status == 422
        assert answer.json["errors"][0]["code"] == "read_only"
        assert client.value("door_code") == "AB1"

    @pytest.mark.parametrize(
        "fields, code",
        [({"door_name": "x" * 13}, "too_long"), ({"door_name": ""}, "required"),
         ({"door_code": "ab1"}, "pattern_mismatch"), ({"door_pin": "123"}, "too_short"),
         ({"room_light": "blue"}, "not_an_option"), ({"room_day": "8"}, "not_an_option"),
         ({"room_day": "1.0"}, "not_an_option"), ({"tint": ""}, "not_an_option"),
         ({"door_chime": "maybe"}, "not_boolean"), ({"room_manual": "press"}, "not_an_action")])
    def test_each_rule_has_its_code(self, client, fields, code):
        answer = client.ask(fields)
        assert answer.status == 422
        assert [error["code"] for error in answer.json["errors"]] == [code]

    @pytest.mark.parametrize("name", ["x" * 12, "👩‍👩‍👧 790123", "é" * 12])
    def test_length_counts_unicode_scalars(self, client, name):
        assert len(name) == 12
        assert client.ask({"door_name": name}).status == 200
        assert client.ask({"door_name": name + "!"}).status == 422


class TestRevisions:
    def test_a_default_becomes_set_and_a_set_value_stays(self, client):
        assert client.changed({"display_titles": "YES"}) == {"display_titles": (None, True)}
        assert client.changed({"display_titles": "YES"}) == {}
        assert client.revision == 1

    def test_with_a_revision_the_shown_value_changes_nothing(self, client):
        assert client.changed({"display_titles": "YES", "_revision": "0"}) == {}
        client.changed({"display_titles": "NO"})
        assert client.changed({"display_titles": "YES", "_revision": "0"}) == {}
        assert client.value("display_titles") is False

    def test_a_stale_key_returns_409_and_saves_nothing(self, client):
        client.changed({"account_username": "Ada"})
        answer = client.ask(
            {"account_username": "Eve", "display_titles": "NO", "_revision": "0"})
        assert answer.status == 409
        assert answer.json["status"] == 409
        assert [(error["key"], error["code"]) for error in answer.json["errors"]] == [
            ("account_username", "changed_elsewhere")]
        assert client.value("display_titles") is None
        assert client.ask({"account_username": "Eve", "_revision": "1"}).status == 200

    def test_without_a_revision_the_last_write_wins(self, client):
        client.changed({"account_username": "Ada"})
        assert client.changed({"account_username": "Eve"}) == {"account_username": ("Ada", "Eve")}

    @pytest.mark.parametrize("tag", ['"0"', "0"])
    def test_a_stale_if_match_returns_412(self, client, tag):
        client.changed({"account_username": "Ada"})
        answer = client.ask({"account_username": "Eve"}, {"If-Match": tag})
        assert answer.status == 412
        assert client.ask({"display_titles": "NO"}, {"If-Match": tag}).status == 200
        assert client.ask({"account_username": "Eve"}, {"If-Match": '"2"'}).status == 200
        assert client.ask({"account_username": "Ada"}, {"If-Match": "*"}).status == 200
        assert client.ask({"account_username": "Ada"}, {"If-Match": "junk"}).status == 400

    def test_if_match_accepts_the_tag_of_a_page(self, client):
        tag = client.get().header("ETag")
        assert client.ask({"account_username": "Ada"}, {"If-Match": tag}).status == 200
        assert client.ask({"account_username": "Eve"}, {"If-Match": tag}).status == 412

    def test_a_browser_is_redirected_to_the_result(self, client):
        answer = client.post({"display_titles": "NO"}, PAGE)
        assert (answer.status, answer.header("Location")) == (
            303, BASE + "/?rev=1#s-display_titles")
        answer = client.post({"display_titles": "NO"}, PAGE)
        assert (answer.status, answer.header("Location")) == (303, BASE + "/?same=1")
        answer = client.post({"theme": "theme_dark", "account_username": "Ada"}, PAGE)
        assert answer.header("Location") == BASE + "/?rev=2#s-theme"
        answer = client.post({"account_button": "press"}, PAGE)
        assert answer.status == 303
        assert answer.header("Location").startswith(BASE + "/?run=")
        assert answer.header("Location").endswith("#s-account_button")

    def test_a_rejected_post_returns_the_page_to_a_browser(self, client):
        answer = client.post({"theme": "x", "account_username": "Ada"}, PAGE)
        assert answer.status == 422
        assert answer.header("Content-Type") == "text/html; charset=utf-8"
        assert 'value="Ada"' in answer.text


def multipart(fields, boundary="xyz"):
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'
        for name, value, more in fields]
    return ("".join(parts) + f"--{boundary}--\r\n").encode()


class TestMultipart:
    HEADERS = JSON | {"Content-Type": "multipart/form-data; boundary=xyz"}

    def test_multipart_fields_are_read_like_urlencoded_fields(self, client):
        body = multipart([("account_username", "a=b&c%41é", ""), ("display_titles", "NO", "")])
        answer = client.post(body, self.HEADERS)
        assert answer.status == 200
        assert answer.json["changed"]["account_username"]["to"] == "a=b&c%41é"

    def test_a_file_for_a_text_setting_is_rejected(self, client):
        body = multipart([("account_username", "x", '; filename="a.txt"')])
        answer = client.post(body, self.HEADERS)
        assert (answer.status, answer.json["errors"][0]["code"]) == (422, "not_text")

    @pytest.mark.parametrize(
        "body", [b"", b"junk", b"--xyz\r\n", b"--xyz\r\n\r\n\r\n--xyz--\r\n",
                 multipart([("a", "b", "")])[:-6], multipart([("account_username", "\xff", "")])
                 .replace("\xff".encode(), b"\xff")])
    def test_broken_multipart_is_malformed(self, client, body):
        assert client.post(body, self.HEADERS).status == 400
        assert client.revision == 0


class TestMediaTypes:
    @pytest.mark.parametrize(
        "type_", [None, "", "text/plain", "application/json", "application/xml",
                  "multipart/form-data", 'multipart/form-data; boundary="',
                  FORM + "; charset=utf-16", FORM + "; charset=latin1", "x"])
    def test_other_media_types_return_415(self, client, type_):
        answer = client.post({"display_titles": "NO"}, {"Content-Type": type_} | JSON)
        assert answer.status == 415
        assert client.revision == 0

    @pytest.mark.parametrize(
        "type_", [FORM, FORM.upper(), FORM + "; charset=utf-8", FORM + ";charset=UTF-8"])
    def test_media_types_of_forms_are_accepted(self, client, type_):
        assert client.post({"display_titles": "NO"}, {"Content-Type": type_}).status == 303


class TestLimits:
    def test_a_body_of_1_mib_is_accepted_and_one_byte_more_is_not(self, client):
        def body(size):
            head = encode({"account_username": "x"}) + b"&_locale="
            return head + b"x" * (size - len(head))

        assert client.post(body(1 << 20), JSON).status == 200
        assert client.post(body((1 << 20) + 1), JSON).status == 413

    def test_the_longest_values_of_a_page_can_be_posted(self, start, tmp_path):
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
    def test_a_large_body_is_rejected_and_the_server_still_runs(self, client, server, size):
        try:
            assert client.post(b"account_username=" + b"x" * size, JSON).status == 413
        except ConnectionError:
            pass  # The connection may be closed before the answer is read.
        assert server.runs
        assert client.get().status == 200
        assert client.revision == 0

    def test_a_thousand_fields_are_accepted_and_one_more_is_not(self, client):
        fields = [("display_titles", "NO")] * 1000
        assert client.post(fields, JSON).status == 200
        assert client.post(fields + fields[:1], JSON).status == 413
