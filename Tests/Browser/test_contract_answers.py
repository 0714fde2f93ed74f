"""What scripts may rely on: addresses, methods, headers, and who is let in."""

import gzip
import re

import pytest

from support.client import BASE, JSON, PAGE, Client
from support.server import own_server

HEADERS = {
    "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Referrer-Policy": "same-origin",
}


def assets(client):
    found = re.findall(rf'(?:href|src)="{BASE}(/assets/[^"]+)"', client.get().text)
    assert len(found) == 2
    return found


ANSWERS = {
    "page": (200, lambda c: c.get()),
    "page with query": (200, lambda c: c.get("/?lang=fr")),
    "not modified": (304, lambda c: c.get("/", {"If-None-Match": c.get().header("ETag")})),
    "style": (200, lambda c: c.get(assets(c)[0])),
    "script": (200, lambda c: c.get(assets(c)[1])),
    "health": (200, lambda c: c.get("/healthz")),
    "saved": (200, lambda c: c.ask({"display_titles": "NO"})),
    "redirect": (303, lambda c: c.post({"display_titles": "NO"}, PAGE)),
    "refused page": (422, lambda c: c.post({"theme": "x"}, PAGE)),
    "refused JSON": (422, lambda c: c.ask({"theme": "x"})),
    "refused text": (422, lambda c: c.post({"theme": "x"})),
    "malformed": (400, lambda c: c.post(b"a=%", PAGE)),
    "malformed query": (400, lambda c: c.get("/?lang=%")),
    "malformed path": (400, lambda c: c.get("/%zz")),
    "no host": (400, lambda c: c.send("GET", "/", {"Host": None})),
    "foreign site": (403, lambda c: c.post({}, {"Sec-Fetch-Site": "cross-site"})),
    "not found": (404, lambda c: c.get("/nowhere", PAGE)),
    "not found JSON": (404, lambda c: c.get("/nowhere", JSON)),
    "method": (405, lambda c: c.send("DELETE")),
    "too large": (413, lambda c: c.send("POST", "/", {"Content-Length": "99999999"})),
    "too long": (414, lambda c: c.get("/" + "x" * 9000)),
    "media type": (415, lambda c: c.post(b"{}", {"Content-Type": "application/json"})),
    "expectation": (417, lambda c: c.get("/", {"Expect": "magic"})),
    "foreign host": (421, lambda c: c.get("/", {"Host": "example.org"})),
    "unknown method": (501, lambda c: c.send("BREW")),
}


@own_server
@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_every_security_header(client, name):
    status, ask = ANSWERS[name]
    answer = ask(client)
    assert answer.status == status
    assert {name: answer.header(name) for name in HEADERS} == HEADERS
    assert "camera=()" in answer.header("Permissions-Policy")
    assert answer.header("Server") is None
    assert answer.header("Cache-Control")
    for refused in ("Access-Control-Allow-Origin", "X-Powered-By"):
        assert answer.header(refused) is None
    if status >= 400:
        assert len(answer.body) > 20, "says what to do"


def test_the_browser_logs_no_warning_about_the_page(browser, server):
    said = []
    page = browser.new_page()
    page.on("console", lambda message: message.type in ("error", "warning")
            and said.append(message.text))
    page.goto(server.url)
    page.close()
    assert said == []


class TestCaching:
    def test_an_unchanged_page_is_not_sent_again(self, client):
        first = client.get()
        assert first.header("Cache-Control") == "private, no-cache"
        tag = first.header("ETag")
        for condition in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            answer = client.get("/", {"If-None-Match": condition})
            assert (answer.status, answer.body) == (304, b"")
            assert answer.header("ETag") == tag
            assert answer.header("Vary") == first.header("Vary")
        assert client.get("/", {"If-None-Match": '"x"'}).status == 200

    def test_the_tag_changes_with_values_and_language(self, client):
        tags = [client.get("/", {"Accept-Language": tag}).header("ETag") for tag in ("en", "fr")]
        client.changed({"display_titles": "NO"})
        tags.append(client.get().header("ETag"))
        assert len(set(tags)) == 3
        assert client.get("/", {"If-None-Match": tags[0]}).status == 200

    def test_assets_are_immutable_and_have_their_type(self, client):
        style, script = assets(client)
        for path, type_ in ((style, "text/css; charset=utf-8"),
                            (script, "text/javascript; charset=utf-8")):
            answer = client.get(path)
            assert answer.header("Cache-Control") == "public, max-age=31536000, immutable"
            assert answer.header("Content-Type") == type_
            assert re.search(r"\.[0-9a-f]{8,}\.(css|js)$", path)
        assert client.get("/assets/panel.000000000000.css").status == 404
        assert client.get("/assets/").status == 404

    def test_assets_in_gzip_have_the_same_content(self, client):
        for path in assets(client):
            plain, zipped = client.get(path), client.get(path, {"Accept-Encoding": "gzip, br"})
            assert plain.header("Content-Encoding") is None
            assert zipped.header("Content-Encoding") == "gzip"
            assert gzip.decompress(zipped.body) == plain.body
            assert len(zipped.body) < len(plain.body) / 2

    def test_the_response_to_a_post_is_not_cached(self, client):
        for accept in (PAGE, JSON):
            assert client.post({"theme": "x"}, accept).header("Cache-Control") == "no-store"
            assert client.post({}, accept).header("Cache-Control") == "no-store"


class TestMethods:
    @pytest.mark.parametrize("path", ["/", "/healthz", "/?lang=fr", "/nowhere"])
    def test_head_returns_the_headers_of_get(self, client, path):
        get, head = client.get(path), client.send("HEAD", path)
        assert head.status == get.status
        assert head.body == b""
        assert head.header("Content-Length") == str(len(get.body))
        assert head.header("ETag") == get.header("ETag")
        assert head.header("Content-Type") == get.header("Content-Type")

    @own_server
    @pytest.mark.parametrize("method", ["BREW", "get"])
    def test_unknown_methods_are_rejected(self, client, method):
        assert client.send(method).status in (400, 405, 501)

    @own_server
    @pytest.mark.parametrize("method", ["TRACE", "CONNECT", "OPTIONS"])
    @pytest.mark.parametrize("path, allow", [
        ("/", "GET, HEAD, POST"), ("/api/settings", "GET, HEAD, PATCH"),
        ("/api/undo", "POST"), ("/nowhere", "GET, HEAD")])
    def test_known_methods_that_are_not_allowed_return_405(
            self, client, method, path, allow):
        answer = client.send(method, path)
        assert (answer.status, answer.header("Allow")) == (405, allow)


class TestPaths:
    @own_server
    @pytest.mark.parametrize(
        "path", ["/../../etc/passwd", "/%2e%2e%2fetc/passwd", "/..%5cetc", "//etc/passwd",
                 "/assets/..;/", "/assets/../healthz", "/a%00b", "/%zz", "/%C0%AE",
                 "/%ED%A0%80", "http://evil.example/", "*", "/%", "/assets/panel.css"])
    def test_only_known_paths_are_served(self, client, path):
        answer = client.get(path)
        assert answer.status in (400, 404)
        assert b"root:" not in answer.body

    def test_reports_not_found_in_the_requested_format(self, client):
        assert client.get("/nowhere", PAGE).text.startswith("<!DOCTYPE html>")
        assert client.get("/nowhere", JSON).json["status"] == 404
        assert client.get("/nowhere").header("Content-Type").startswith("text/plain")

    def test_health_names_revision_and_problems(self, client):
        assert client.get("/healthz").json == {"status": "ok", "revision": 0, "problems": []}

    @own_server
    def test_announces_its_address_as_one_line_of_json(self, server):
        assert set(server.announcement) == {"url", "port", "database"}
        assert server.announcement["url"] == f"http://127.0.0.1:{server.port}{BASE}/"
        assert server.announcement["database"] == str(server.database)

    @own_server
    @pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
    def test_both_loopback_addresses_answer(self, server, host):
        name = "[::1]" if ":" in host else host
        answer = Client(server.port, host).get("/", {"Host": f"{name}:{server.port}"})
        assert answer.status == 200


# HostRuleTests and CrossOriginRuleTests check each host, site and origin.


def test_a_page_of_another_port_can_neither_post_nor_read(browser, server, start, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    stranger = start(server.schema, database=other / "panel.sqlite")
    # Not a page of `new_page`: the browser complains of each refusal, and rightly.
    page = browser.new_page(bypass_csp=True)
    page.goto(stranger.url)
    blocked = page.evaluate(
        """async url => {
            const form = new URLSearchParams({display_titles: "NO"});
            const blocked = [];
            for (const options of [{method: "POST", body: form, mode: "no-cors"},
                                   {method: "POST", body: form}, {}]) {
                try { await fetch(url, options); blocked.push(false); }
                catch { blocked.push(true); }
            }
            navigator.sendBeacon(url, form);
            return blocked;
        }""", server.url)
    assert blocked[1:] == [True, True]
    with page.expect_navigation() as navigation:
        page.evaluate(
            """url => {
                const form = document.createElement("form");
                Object.assign(form, {method: "post", action: url});
                form.innerHTML = '<input name=display_titles value=NO>';
                document.body.append(form);
                form.submit();
            }""", server.url)
    assert navigation.value.status == 403
    assert Client(server.port).revision == 0
    page.close()
