"""Whatever stands in a schema or a value is shown as text and nothing else."""

from urllib.parse import quote

import pytest

from support.client import PAGE, Client
from support.panel_page import PanelPage
from support.schemas import reader, write
from support.server import own_server, run, until

RUN = "document.documentElement.dataset.ran=1"
HOSTILE = {
    "script": f"<script>{RUN}</script>",
    "closing script": f"</script><script>{RUN}</script>",
    "image": f'"><img src=x onerror={RUN}>',
    "apostrophe": f"'><img src=x onerror={RUN}>",
    "quote and accent": f'"\u0301 autofocus onfocus={RUN} x="',
    "angle and accent": f">\u0301<\u0301svg onload={RUN}>",
    "apostrophe and accent": f"'\u0301 onmouseover={RUN} x='",
    "backtick": f"`onmouseover={RUN}`",
    "textarea": f"</textarea><script>{RUN}</script>",
    "title": f"</title><script>{RUN}</script>",
    "option": f"</option></select><script>{RUN}</script>",
    "style": f"</style><script>{RUN}</script>",
    "bidi": "user\u202egnp.exe\u202c \u2066x\u2069 \u200fy",
    "template": "{{7*7}} ${7*7} <%= 7*7 %> #{7*7} {label} {count}",
    "comment": f"<!-- x --!><script>{RUN}</script> --> <!--",
    "cdata": f"<![CDATA[ ]]><script>{RUN}</script> ]]>",
    "entities": "&lt;b&gt; &amp; &#x27; &quot &nbsp;&notin;",
    "address": "javascript:alert(1)",
    "joined": "👩‍👩‍👧‍👦 e\u0301 \u200b| a\u00adb",
    "sql": "'; DROP TABLE setting; --",
    "percent": "%3Cscript%3E %s %n %@ %00 \\u003cscript\\u003e \\",
}


def schema(text):
    """The words in every position that a schema has."""
    return {
        "panelKey": "hostile", "panelTitle": text,
        "labels": {"en": {"GIVEN.problem": text, "PICK.option.b": text}},
        "groups": [
            {"groupKey": "group", "groupTitle": text, "groupFooter": text, "items": [
                {"itemKey": "flip", "itemControlType": "switch", "itemTitle": text,
                 "itemHelp": text},
                {"itemKey": "given", "itemControlType": "edit_text", "itemTitle": text,
                 "itemHelp": text, "itemPlaceholder": text, "itemValue": text,
                 "itemMaximumLength": 200},
                {"itemKey": "fixed", "itemControlType": "edit_text", "itemTitle": text,
                 "itemValue": text, "itemReadOnly": True},
                {"itemKey": "typed", "itemControlType": "edit_text", "itemTitle": text,
                 "itemMaximumLength": 150},
                {"itemKey": "secret", "itemControlType": "edit_password", "itemTitle": text,
                 "itemPlaceholder": text},
                {"itemKey": "pick", "itemControlType": "choice", "itemTitle": text,
                 "itemValue": text, "itemOptions": [
                     {"value": text, "label": text, "help": text}, "b"]},
                {"itemKey": "list", "itemControlType": "choice", "itemTitle": text,
                 "itemValue": text, "itemStyle": "list", "itemOptions": [
                     {"value": text, "label": text}, "b"]},
                {"itemKey": "info", "itemControlType": "info", "itemTitle": text,
                 "itemSubtitle": text},
                {"itemKey": "value", "itemControlType": "info", "itemTitle": text,
                 "itemValue": text},
                {"itemKey": "prose", "itemControlType": "text", "itemTitle": text,
                 "itemSubtitle": text},
                {"itemKey": "link", "itemControlType": "link", "itemTitle": text,
                 "itemURL": "https://example.org/?q=" + quote(text)},
                {"itemKey": "press", "itemControlType": "button", "itemTitle": text,
                 "itemHelp": text}]},
            {"groupKey": "tint", "groupTitle": text, "items": [
                {"itemKey": "tint_a", "itemControlType": "select", "itemTitle": text,
                 "itemHelp": text, "itemValue": "YES"},
                {"itemKey": "tint_b", "itemControlType": "select", "itemTitle": text}]},
        ],
    }


def wide_schema(text):
    """The words in the positions of the controls that are more than a line of text."""
    row = {"host": text}
    return {
        "panelKey": "hostile",
        "panelChecks": [{"require": "flip", "message": text, "items": ["note"]}],
        "groups": [
            {"groupKey": "group", "groupHeader": text, "groupFooter": "x",
             "groupFooterWhen": [{"when": {"not": "flip"}, "footer": text}], "items": [
                {"itemKey": "flip", "itemControlType": "switch"},
                {"itemKey": "note", "itemControlType": "edit_multiline", "itemValue": text},
                {"itemKey": "count", "itemControlType": "edit_integer", "itemUnit": text},
                {"itemKey": "level", "itemControlType": "slider", "itemMinimum": 0,
                 "itemMaximum": 9, "itemUnit": text, "itemMinimumLabel": text,
                 "itemMaximumLabel": text},
                {"itemKey": "seg", "itemControlType": "segment", "itemOptions": [
                    {"value": text, "label": "long", "short": text}, "b"]},
                {"itemKey": "many", "itemControlType": "choices", "itemOptions": [
                    {"value": text, "label": text, "help": text}, "b"]},
                {"itemKey": "own", "itemControlType": "picker", "itemValue": text,
                 "itemOptions": ["a"]},
                {"itemKey": "names", "itemControlType": "edit_list", "itemValue": [text]},
                {"itemKey": "hosts", "itemControlType": "edit_table", "itemValue": [row],
                 "itemColumns": [{"itemKey": "host", "itemControlType": "edit_text",
                                  "itemTitle": text}]},
                {"itemKey": "json", "itemControlType": "custom", "itemValue": {"a": text}},
                {"itemKey": "rich", "itemControlType": "html", "itemSubtitle": text},
                {"itemKey": "go", "itemControlType": "button", "itemConfirm": text,
                 "itemStates": [{"state": "out", "title": text}, {"state": "in"}]},
                {"itemKey": "deep", "itemControlType": "page", "itemTitle": text,
                 # What stands in braces must be a key.
                 "itemSummary": text.replace("{", "("), "groups": [
                     {"groupKey": "inner", "items": [
                         {"itemKey": "word", "itemControlType": "edit_text",
                          "itemValue": text}]}]}]}]}


WIDE_TEXTS = [
    "#h-group", "#f-group", "#u-count", "#s-level .min", "#s-level .max",
    "#s-seg .seg label:nth-child(1)", "#s-many .opt label", "#s-many .opt .help", "#s-hosts thead th",
    "#c-go", "#l-deep",
]


TEXTS = [
    ".brand", "#l-group", "#f-group", "#l-flip", "#d-flip", "#l-given", "#d-given", "#l-fixed",
    "#s-fixed .v", "#l-typed", "#l-secret", "#l-pick", "#s-pick .opt:nth-of-type(1) label",
    "#s-pick .opt .help", "label.opt:has(input[value=b])", "#c-list option:nth-child(1)",
    "#l-info", "#s-info .v", "#s-value .v", "#l-prose", "#s-prose p:last-child", "#l-link",
    "#c-press", "#d-press", "#l-tint", ".select .opt label", ".select .opt .help",
]
ATTRIBUTES = [
    ("#c-given", "placeholder"), ("#c-given", "value"), ("#c-secret", "placeholder"),
    ("#s-pick input", "value"), ("#c-list option", "value"),
]


@pytest.fixture(params=HOSTILE.values(), ids=HOSTILE.keys())
def text(request):
    return request.param


@pytest.fixture
def server(start, tmp_path, text):
    return start(write(tmp_path / "hostile.json", schema(text)))


@pytest.fixture
def page(new_page):
    """With scripting only: without it nothing could run."""
    return new_page()


FOUND = """names => ({
    ran: document.documentElement.dataset.ran ?? null,
    scripts: document.querySelectorAll("script").length,
    forms: document.querySelectorAll("main form").length,
    elements: [...document.querySelectorAll(names)].map(element => element.outerHTML),
    handlers: [...document.querySelectorAll("*")].flatMap(element => element.getAttributeNames())
        .filter(name => name.startsWith("on")),
})"""


def assert_harmless(page):
    """No script but ours, no element that came out of a text, nothing ran."""
    found = page.evaluate(FOUND, "img, svg, textarea, iframe, style, [autofocus]")
    assert found["ran"] is None
    assert found["scripts"] <= 1
    assert found["elements"] == []
    assert found["handlers"] == []
    assert found["forms"] <= 1


def content(page, selector):
    return page.locator(selector).first.evaluate("e => e.textContent")


def contents(page, selectors):
    """What the first element of each selector holds, all at once."""
    return page.evaluate(
        "all => all.map(one => document.querySelector(one).textContent)", selectors)


def test_every_label_of_a_schema_is_shown_as_written(panel, text):
    page = panel.page
    wrong = {}
    for selector, read in zip(TEXTS, contents(page, TEXTS), strict=True):
        if selector == "#l-link":
            read = read.removesuffix(" (opens example.org)")
        if read.strip() != text:
            wrong[selector] = read
    for selector, name in ATTRIBUTES:
        read = page.locator(selector).first.get_attribute(name)
        if read != text:
            wrong[f"{selector} {name}"] = read
    if text not in content(page, "title"):
        wrong["title"] = content(page, "title")
    assert wrong == {}
    assert panel.field("given").input_value() == text
    assert_harmless(page)


def test_a_typed_value_is_stored_exactly_and_shown_as_text(panel, server, text):
    client = Client(server.port)
    panel.field("typed").fill(text)
    assert panel.save() == 200
    assert client.value("typed").encode() == text.encode()
    assert panel.field("typed").input_value() == text
    assert text[:39] in content(panel.page, "#status")
    assert_harmless(panel.page)
    # A conflict names the other's value, here the text again.
    client.changed({"typed": "theirs"})
    panel.open()
    panel.field("typed").fill("mine")
    client.changed({"typed": text})
    assert panel.save() == 409
    assert panel.field("typed").input_value() == "mine"
    assert text[:39] in content(panel.page, "#n-typed")
    assert_harmless(panel.page)
    # An error keeps what was typed, and says the schema's own words.
    long = text + "x" * 200
    panel.field("given").fill(long)
    panel.field("typed").fill(long)
    assert panel.save() == 422
    assert panel.field("given").input_value() == long
    assert panel.field("typed").input_value() == long
    assert text in content(panel.page, "#e-given")
    if not panel.saves_rows:
        assert text in content(panel.page, ".sum")
    assert_harmless(panel.page)
    # The button names the default, here the text.
    panel.open()
    panel.field("given").fill("other")
    panel.save()
    assert text[:39] in content(panel.page, "#s-given .reset")
    panel.reset("given")
    assert panel.field("given").input_value() == text
    assert_harmless(panel.page)


def test_unknown_keys_options_and_addresses_are_shown_as_text(page, server, text):
    client = Client(server.port)
    for fields in ({text: "1"}, {"_reset": text}, {"pick": text + "x"}, {"tint": text}):
        answer = client.post(fields, PAGE)
        assert answer.status == 422
        # Not in a page of the panel, whose policy lets no script write a page, this one included.
        assert page.url == "about:blank"
        page.set_content(answer.text)
        assert_harmless(page)
        for accept in ("application/json", "text/plain"):
            type_ = client.post(fields, {"Accept": accept}).header("Content-Type")
            assert type_.split(";")[0] in ("application/problem+json", "text/plain")
    panel = PanelPage(page, server)
    for path in ("nowhere/" + quote(text, safe=""), "?lang=" + quote(text), "?run=" + quote(text),
                 "?rev=" + quote(text), "?" + quote(text) + "=1"):
        assert panel.open(path) in (200, 400, 404)
        assert_harmless(page)
    # The banner of a broken schema.
    broken = schema(text)
    broken["groups"][0]["items"][0].update(itemControlType=text, itemValue=text)
    broken["groups"][0]["items"][1][text] = text
    write(server.schema, broken)
    until(lambda: client.get("/healthz").json["problems"], "the problem is known")
    panel.reload()
    assert panel.page.locator(".ban li").count() >= 2
    assert_harmless(panel.page)


def test_the_output_of_a_command_is_shown_as_text(page, start, tmp_path, text):
    (tmp_path / "said").write_text(text)
    script = tmp_path / "say"
    script.write_text(f"#!/bin/sh\ncat '{tmp_path}/said'\n[ -n \"$VALUE_ACCOUNT_USERNAME\" ]\n")
    script.chmod(0o755)
    server = start(reader(tmp_path), ["--action", f"account_button={script}"])
    panel = PanelPage(page, server)
    panel.open()
    assert panel.press("account_button") == 422
    assert text in content(panel.page, "#status")
    assert_harmless(panel.page)
    panel.field("account_username").fill("Ada")
    assert panel.press("account_button") == 200
    assert content(panel.page, "#status") == text
    assert_harmless(panel.page)


@pytest.fixture
def wide(start, tmp_path, text):
    # What no page can hold is refused when the schema is read, in words.
    return start(write(tmp_path / "wide.json", wide_schema(text)), ["--action", "go=/bin/true"])


def test_every_label_of_the_other_controls_is_shown_as_text(page, wide, text):
    panel = PanelPage(page, wide)
    assert panel.open() == 200
    wrong = {}
    for selector, read in zip(WIDE_TEXTS, contents(page, WIDE_TEXTS), strict=True):
        # In a unit {count} is the place of the number, which has a field of its own here.
        shown = text.replace("{count}", "").strip() if selector == "#u-count" else text
        if read.strip() != shown:
            wrong[selector] = read
    for selector in ("#c-note", "[name='names[0]']", "[name='hosts[0][host]']"):
        if page.locator(selector).input_value() != text:
            wrong[selector] = page.locator(selector).input_value()
    assert wrong == {}
    assert_no_script(page)
    # The question of the action, in its dialog and on its own page.
    panel.field("go").click()
    assert content(page, "dialog p") == text
    assert_no_script(page)
    panel.open("actions/go")
    assert text in content(page, "main")
    assert_no_script(page)
    # The message of a check that does not hold, and the page below.
    panel.open()
    panel.field("flip").check()
    panel.save()
    panel.field("flip").uncheck()
    assert panel.save() == 422
    assert text in content(page, "#e-note")
    assert_no_script(page)
    panel.open("pages/deep")
    assert content(page, "h1") == text
    assert panel.field("word").input_value() == text
    assert_no_script(page)


def assert_no_script(page):
    """Nothing ran, and no element came out of a text."""
    # A question begins at the link that cancels it.
    found = page.evaluate(
        FOUND, "img, svg, iframe, style, [autofocus]:not(a.btn), [onload], [onerror]")
    assert found["ran"] is None
    assert found["scripts"] <= 1
    assert found["elements"] == []


ATTEMPTS = """async url => {
    const body = new URLSearchParams({display_titles: "NO"});
    const json = {method: "PATCH", body: '{"display_titles":false}',
                  headers: {"Content-Type": "application/json"}};
    const got = [];
    for (const [path, options] of [
            ["", {method: "POST", body}], ["", json], ["api/settings", json], ["", {}],
            ["api/settings", {}], ["api/changes", {}], ["sign-out", {method: "POST", body}],
            ["sign-in", {method: "POST", body: new URLSearchParams({password: "guess"})}]]) {
        try {
            const answer = await fetch(url + path, {credentials: "include", ...options});
            got.push([path, answer.status]);
        } catch { /* Nothing could be read. */ }
    }
    // What a page may send without reading the answer.
    await fetch(url, {method: "POST", body, mode: "no-cors", credentials: "include"}).catch(() => 0);
    await fetch(url + "sign-out", {method: "POST", mode: "no-cors", credentials: "include"})
        .catch(() => 0);
    navigator.sendBeacon(url, body);
    const loaded = name => new Promise(done => {
        const element = document.createElement(name);
        element.onload = () => done(true);
        element.onerror = () => done(false);
        element.src = url + "api/settings";
        document.body.append(element);
    });
    for (const name of ["script", "img"]) if (await loaded(name)) got.push([name]);
    const events = new EventSource(url + "api/events", {withCredentials: true});
    const heard = await new Promise(done => {
        events.onopen = () => done(true);
        events.onerror = () => done(false);
    });
    events.close();
    if (heard) got.push(["events"]);
    return got;
}"""
SUBMIT = """url => {
    const form = document.createElement("form");
    Object.assign(form, {method: "post", action: url});
    form.innerHTML = '<input name=display_titles value=NO>';
    document.body.append(form);
    form.submit();
}"""


@own_server
@pytest.mark.parametrize("is_signed_in", [True, False])
def test_another_origin_cannot_read_or_write(browser, start, tmp_path, is_signed_in):
    schema = reader(tmp_path)
    database = tmp_path / "private.sqlite"
    run("evolve", schema, "--database", database)
    token = run("token", "add", "witness", "--database", database).stdout.strip()
    server = start(schema, ["--access", "link"], database=database)
    stranger = start(schema, database=tmp_path / "stranger.sqlite")
    witness = {"Authorization": f"Bearer {token}"}
    client = Client(server.port)
    # Not a page of `new_page`: the browser complains of each refusal, and rightly.
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    if is_signed_in:
        link = run("link", "--database", database).stdout.strip()
        assert page.goto(link).status == 200
        assert page.url == server.url
    # Another port of the same host: the browser sends the cookie there, too.
    page.goto(stranger.url)
    assert page.evaluate(ATTEMPTS, server.url) == []
    with page.expect_navigation() as navigation:
        page.evaluate(SUBMIT, server.url)
    assert navigation.value.status == 403
    values = client.get("/api/settings", witness).json
    assert values["display_titles"] is True
    assert client.get("/healthz", witness).json["revision"] == 0
    assert page.goto(server.url).status == 200
    # Nobody was signed out, either.
    assert page.url == server.url + ("" if is_signed_in else "sign-in")
    context.close()
