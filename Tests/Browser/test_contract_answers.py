"""What scripts may rely on: addresses, methods, headers, and who is let in."""

import gzip
import re

import pytest

from support.client import BASE, FORM, JSON, PAGE, Client
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

    @pytest.mark.parametrize(
        "method, path, allow",
        [("PUT", "/", "GET, HEAD, POST"), ("PATCH", "/", "GET, HEAD, POST"),
         ("DELETE", "/", "GET, HEAD, POST"), ("OPTIONS", "/", "GET, HEAD, POST"),
         ("POST", "/healthz", "GET, HEAD"), ("POST", "/nowhere", "GET, HEAD"),
         ("DELETE", "/healthz", "GET, HEAD")])
    def test_other_methods_return_405_and_the_allowed_methods(self, client, method, path, allow):
        answer = client.send(method, path, {"Content-Type": FORM}, b"")
        assert (answer.status, answer.header("Allow")) == (405, allow)

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

    def test_a_preflight_is_rejected_without_cors_headers(self, client):
        answer = client.send("OPTIONS", "/", {
            "Origin": "https://evil.example", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
            "Access-Control-Request-Private-Network": "true"})
        assert answer.status == 405
        assert not [name for name, _ in answer.headers if name.lower().startswith("access-")]


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


class TestHosts:
    @pytest.mark.parametrize(
        "host", ["localhost", "LOCALHOST", "LocalHost:{port}", "127.0.0.1", "127.0.0.1:{port}",
                 "[::1]", "[::1]:{port}", "localhost:1", "127.0.0.1:80"])
    def test_names_of_this_machine_are_accepted(self, client, host):
        assert client.get("/", {"Host": host.format(port=client.port)}).status == 200

    @pytest.mark.parametrize(
        "host", ["evil.com", "evil.com:{port}", "127.0.0.1.nip.io", "localhost.", "0.0.0.0",
                 "0.0.0.0:{port}", "[::]", "[::ffff:127.0.0.1]", "", "x.localhost", "user@localhost", "localhost@evil.com", "::1", "[::1",
                 "localhost:", "localhost:x", "localhost:{port}x", "127.1", "2130706433",
                 "localhost evil.com", "localhost/evil", "localhost:99999", "127.0.0.1:+{port}"])
    @own_server
    @pytest.mark.parametrize("path", ["/", "/healthz", "/assets/x.css", "/nowhere"])
    def test_other_names_return_421_everywhere(self, client, host, path):
        answer = client.get(path, {"Host": host.format(port=client.port)})
        assert answer.status == 421 or (answer.status == 400 and host == "")
        # The name is repeated only if it could be one.
        assert b"evil" not in answer.body or host.startswith("evil.com")

    def test_a_post_to_another_name_saves_nothing(self, client):
        answer = client.post({"display_titles": "NO"}, {"Host": "evil.com"})
        assert answer.status == 421
        assert client.revision == 0


SITES = [None, "same-origin", "same-site", "cross-site", "none", "junk"]
ORIGINS = [None, "same", "other port", "other host", "null", "junk"]


class TestOrigins:
    def origin(self, name, client):
        return {
            None: None, "same": f"http://127.0.0.1:{client.port}",
            "other port": "http://127.0.0.1:3000", "other host": "https://evil.example",
            "null": "null", "junk": "junk"}[name]

    @pytest.mark.parametrize("origin", ORIGINS)
    @pytest.mark.parametrize("site", SITES)
    def test_checks_the_origin_of_writes(self, client, site, origin):
        headers = {"Sec-Fetch-Site": site, "Origin": self.origin(origin, client)}
        if site is None:
            allowed = origin in (None, "same")
        else:
            # What the browser says of the site is enough; a visit by the person is no post.
            allowed = site == "same-origin"
        answer = client.post({"display_titles": "NO"}, headers | JSON)
        assert answer.status == (200 if allowed else 403)
        assert client.revision == (1 if allowed else 0)

    def test_a_form_resent_by_the_user_is_accepted(self, client):
        headers = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
        assert client.post({"display_titles": "NO"}, headers).status == 303

    @pytest.mark.parametrize("site", SITES)
    @pytest.mark.parametrize("path", ["/", "/healthz", "asset"])
    def test_checks_the_origin_of_reads(self, client, site, path):
        path = assets(client)[0] if path == "asset" else path
        own = site in (None, "same-origin", "none")
        assert client.get(path, {"Sec-Fetch-Site": site}).status == (200 if own else 403)
        visit = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        expected = 200 if own or path == "/" else 403
        assert client.get(path, visit).status == expected
        for kind in ("iframe", "script", "image", "empty"):
            embedded = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": kind}
            assert client.get(path, embedded).status == (200 if own else 403)

    def test_a_page_of_another_port_can_neither_post_nor_read(
            self, browser, server, start, tmp_path):
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
