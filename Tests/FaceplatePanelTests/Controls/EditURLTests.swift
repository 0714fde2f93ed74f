import Faceplate
import Testing

@testable import FaceplatePanel

struct EditURLTests {
    private static let forms = "https://, http:// or mailto:"
    private static let wrong = "Port must be an address that starts with \(forms)"

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_url", more))
    }

    /// The field, and the link beside it.
    private func field(_ value: String, _ link: String = "") -> String {
        #"<input type="text" id="c-k" name="k" value="\#(value)" dir="ltr" "#
            + #"inputmode="url" autocapitalize="none" spellcheck="false">\#(link)"#
    }

    @Test(arguments: [
        ("https://example.org/a?b=c&d", "https://example.org/a?b=c&amp;d", "example.org"),
        ("HTTP://user@example.org:81/", "HTTP://user@example.org:81/", "example.org:81"),
        ("mailto:name@example.org", "mailto:name@example.org", "name@example.org"),
        ("https://a/'&b", "https://a/&#39;&amp;b", "a"),
        ("http://a:65535", "http://a:65535", "a:65535"),
        ("http://[::1]:80/?b#c", "http://[::1]:80/?b#c", "[::1]:80"),
        ("http://a:/", "http://a:/", "a:"),
        ("https://u:p@a.b:8/", "https://u:p@a.b:8/", "a.b:8"),
        // A combining mark after a slash makes one character of both, but the slash still ends the host.
        (
            "https://evil.example/\u{301}@good.example/",
            "https://evil.example/\u{301}@good.example/", "evil.example"
        ),
        (
            "mailto:a@b.example?body=://good.example", "mailto:a@b.example?body=://good.example",
            "a@b.example?body=://good.example"
        ),
    ])
    func acceptsAnAddressAndLinksToIt(text: String, written: String, target: String) async throws {
        let panel = try make()
        #expect(await panel.row().contains(field("")))
        #expect(await panel.browse(["k": "  \(text) "]).status == 303)
        #expect(panel.settings.value("k") == .text(text))
        let row = await panel.row()
        #expect(
            row.contains(
                #"href="\#(written)" rel="noopener" title="\#(target)" aria-describedby="l-k">"#),
            "\(row)")
        #expect(row.contains(#"<span class="sr">(opens \#(target))</span>"#), "\(row)")
        #expect(!row.contains("<b>"))
    }

    static let schemes: [(text: String, isAccepted: Bool, isLink: Bool)] = [
        ("ssh://git@a.org:22/x", true, false), ("GIT+ssh://a/x", true, false),
        ("postgres:///db", true, false), ("file:///etc/hosts", true, false),
        ("https://a.org/", true, true), ("tel:+4930123", true, true), ("ssh:", false, false),
        ("https:///x", false, false), ("http://a.org/", false, false),
        ("mailto:a@b.org", false, false), ("ssh://a b", false, false), ("ssh://a<b", false, false),
        (#"ssh://a\b"#, false, false), ("javascript:alert(1)", false, false), ("ssh", false, false),
        ("x/ssh://a", false, false), ("gitxssh://a", false, false),
    ]

    @Test(arguments: schemes)
    func acceptsItsSchemes(text: String, isAccepted: Bool, isLink: Bool) async throws {
        let panel = try make(
            #""itemSchemes":["ssh","git+ssh","postgres","file","https","tel"]"#)
        let answer = await panel.post(["k": text])
        let row = await panel.row()
        #expect((answer.status != 422) == isAccepted, "\(answer.text)")
        #expect(row.contains("href=") == isLink, "\(row)")
        let rules = try #require(panel.settings.snapshot.schema.settings["k"]?.rules)
        let schema = rules.jsonSchema["anyOf"]?.array?.last?.object
        let pattern = try #require(schema?["pattern"]?.string)
        #expect(try Pattern(pattern).matches(text) == isAccepted, "\(pattern)")
        if !isAccepted {
            #expect(
                answer.text == "k: Port must be an address that starts with ssh:, git+ssh:, "
                    + "postgres:, file:, https:// or tel:\n")
        }
    }

    @Test func hasAFieldAndALink() async throws {
        let link =
            #"<a class="btn" href="https://a.org/" rel="noopener" title="a.org" "#
            + #"aria-describedby="l-k"><span class="sr">(opens a.org)</span>"#
            + #"<span aria-hidden="true">↗</span></a>"#
        let row = try await make(#""itemValue":"https://a.org/""#).row()
        #expect(row.contains(field("https://a.org/", link)), "\(row)")
    }

    @Test(arguments: [
        "example.org", "/pages/a", "//example.org", "?a", "ftp://example.org/", "tel:+4930123",
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,a", "https:", "https://",
        "http:///a", "https://?a", "mailto:", "https://a b.org/", #"https://a\b"#,
        "https:\u{301}//a", "http://a.b:80:80/", "http://a:65536", "http://a:99999/", "http://a:b/",
        "http://a/<x>", "http://a/\"", "http://a>/", "mailto:<a@b>", "http://[::1", "http://[g]/",
        "http://a]/", "http://a@b@c/", "http://@a/", "http://:80/",
    ])
    func rejectsOtherTextFromEverySource(text: String) async throws {
        let panel = try make(#""itemValue":"https://a.org/""#)
        #expect(await panel.post(["k": text]).text == "k: \(Self.wrong)\n")
        let page = await panel.browse(["k": text])
        #expect(page.status == 422)
        // The link leads to the stored address, and not to the text in the field.
        #expect(TestPanel.row(in: page.text).contains(#"<a class="btn" href="https://a.org/""#))
        let rules = try #require(panel.settings.snapshot.schema.settings["k"]?.rules)
        #expect(rules.problem(with: .text(text))?.code == .patternMismatch)
        #expect(throws: ApplyError.self) {
            try panel.settings.applyAndWait(
                Batch([Assignment("k", .text(text))], origin: .program))
        }
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [(2048, true), (2049, false)])
    func limitsTheLength(count: Int, isAccepted: Bool) async throws {
        let start = "https://a.org/"
        let text = start + String(repeating: "a", count: count - start.count)
        let status = try await make().post(["k": text]).status
        #expect((status == 303) == isAccepted)
    }

    @Test func canBeEmptied() async throws {
        let panel = try make(#""itemValue":"https://a.org/""#)
        #expect(await panel.post(["k": ""]).status == 303)
        #expect(panel.settings.value("k") == .text(""))
        #expect(await panel.row().contains(field("")))
    }

    /// The text of an earlier control is parked where it is no address.
    @Test func doesNotLinkTextOfAnEarlierSchema() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        try panel.set(["k": "example.org"])
        try panel.settings.adopt(
            SchemaReader.read(
                Array(#"[{"groupKey":"g","items":[\#(TestPanel.item("edit_url"))]}]"#.utf8),
                name: "test"),
            labels: LabelCatalog())
        let row = await panel.row()
        #expect(row.contains(field("")))
        #expect(!row.contains(#"<a class="btn""#))
    }

    @Test func showsALinkWhenReadOnly() async throws {
        let row = try await make(#""itemReadOnly":true,"itemValue":"https://a.org/""#).row()
        #expect(
            row.contains(
                #"<a href="https://a.org/" rel="noopener">https://a.org/</a></span>"#), "\(row)")
    }

    @Test(arguments: [
        ("fr", "https://, http:// ou mailto:"), ("de", "https://, http:// oder mailto:"),
    ])
    func describesItsFormatInTheLanguageOfTheUser(language: String, forms: String) throws {
        let words = ProblemWords(try #require(LocaleTag(language)))
        let sentence = words.sentence(for: TextForm.address.problem, label: "Port")
        #expect(sentence.contains(forms))
    }

    @Test func isDeclaredInSwiftAndReadByKey() throws {
        let schema = try Schema {
            Group("g") {
                EditURL("site", default: "https://a.org/").placeholder("https://…")
                Switch("mail").visible(when: .is("site", matching: "^mailto:"))
            }
        }
        #expect(schema.items["site"]?.control == .editURL)
        let settings = try Settings.inMemory(schema)
        #expect(settings[SettingKey<String>("site", default: "")] == "https://a.org/")
    }

    @Test func describesItselfInJSONSchema() throws {
        let panel = try make()
        let rules = try #require(panel.settings.snapshot.schema.settings["k"]?.rules)
        let text = JSONWriter().text(rules.jsonSchema.json)
        #expect(text.contains(#""format":"uri""#), "\(text)")
        let pattern = try #require(
            rules.jsonSchema["anyOf"]?.array?.last?.object?["pattern"]?.string)
        for (text, isAccepted) in [
            ("https://a.org/", true), ("mailto:a", true), ("a", false), ("tel:+1", false),
        ] {
            #expect(try Pattern(pattern).matches(text) == isAccepted)
        }
    }
}
