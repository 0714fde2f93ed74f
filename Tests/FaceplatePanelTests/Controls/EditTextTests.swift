import Faceplate
import Testing

@testable import FaceplatePanel

struct EditTextTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_text", more))
    }

    private func control(_ value: String, _ more: String = "") -> String {
        #"<input type="text" id="c-k" name="k" value="\#(value)" dir="auto"\#(more)>"#
    }

    @Test(arguments: [
        ("", "", ""), (#""itemValue":"80""#, "80", ""),
        (#""itemPlaceholder":"Any""#, "", #" placeholder="Any""#),
        (#""itemMaximumLength":8"#, "", #" size="8""#),
        (#""itemMaximumLength":2"#, "", #" size="4""#),
        (#""itemMaximumLength":20"#, "", #" size="20""#),
        (#""itemMaximumLength":21"#, "", ""),
        (#""itemRequired":true,"itemValue":"x""#, "x", #" aria-required="true""#),
        (#""itemKeyboard":"email""#, "", #" inputmode="email""#),
        (#""itemCapitalization":"none""#, "", #" autocapitalize="none""#),
        (#""itemSpellcheck":false"#, "", #" spellcheck="false" autocorrect="off""#),
        (#""itemSpellcheck":true"#, "", #" spellcheck="true" autocorrect="on""#),
        (#""itemContentType":"street-address""#, "", #" autocomplete="street-address""#),
        (
            #""itemRequired":true,"itemValue":"x","itemPlaceholder":"Any","itemMaximumLength":8,"#
                + #""itemKeyboard":"url","itemCapitalization":"words","itemSpellcheck":false,"#
                + #""itemContentType":"url""#,
            "x",
            #" placeholder="Any" size="8" inputmode="url" autocapitalize="words" "#
                + #"spellcheck="false" autocorrect="off" autocomplete="url" aria-required="true""#
        ),
    ])
    func showsTheDefault(attributes: String, value: String, more: String) async throws {
        #expect(try await make(attributes).row().contains(control(value, more)))
    }

    @Test(arguments: [("", "off"), (#","itemContentType":"cc-csc""#, "cc-csc")])
    func containsItsValueWhenObscured(attributes: String, token: String) async throws {
        let panel = try make(#""itemObscured":true,"itemValue":"a&b""# + attributes)
        let control = """
            <input type="text" id="c-k" name="k" value="a&amp;b" dir="auto" autocomplete="\(token)" \
            data-mask="on" spellcheck="false" autocapitalize="off"><button type="button" class="show" \
            aria-pressed="false" aria-label="Show “Port”">Show</button>
            """
        #expect(await panel.row().contains(control))
        let typed = await panel.browse(["k": "c\0d"])
        #expect(TestPanel.row(in: typed.text).contains(#"data-mask="on""#))
        #expect(await panel.post(["k": "cd"]).status == 303)
        #expect(await panel.row().contains("Reset to ••••••••</span></button>"))
        #expect(await panel.page("/?rev=1").contains("<bdi>••••••••</bdi>"))
    }

    @Test
    func hidesAnObscuredValueWhenReadOnly() async throws {
        let panel = try make(#""itemObscured":true,"itemReadOnly":true,"itemValue":"ab""#)
        #expect(await panel.shownRow().value == "••••••••")
    }

    @Test
    func disablesTheValidationOfTheBrowser() async throws {
        let row = try await make(
            #""itemRequired":true,"itemMinimumLength":2,"itemMaximumLength":9,"itemPattern":"^a","itemValue":"ab""#
        ).row()
        for attribute in [" required", " maxlength", " minlength", " pattern"] {
            #expect(!row.contains(attribute))
        }
    }

    @Test
    func showsAnEmptyDefaultAsEmpty() async throws {
        let panel = try make()
        try panel.set(["k": "81"])
        #expect(await panel.shownRow().buttons == ["Clear"])
    }

    @Test
    func showsSetToEmptyAsSet() async throws {
        let panel = try make(#""itemValue":"80""#)
        #expect(await panel.post(["k": ""]).status == 303)
        let row = await panel.shownRow()
        #expect(row.sent("k") == [""] && row.buttons == ["Reset to 80"])
    }

    @Test(
        arguments: [("", "empty"), (String(repeating: "x", count: 41), nil)] as [(String, String?)])
    func showsTheWholeValueWhenReadOnly(value: String, shown: String?) async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":"\#(value)""#)
        #expect(await panel.shownRow().value == shown ?? value)
    }

    @Test(
        arguments: [
            ("", "a", "a"), ("", "  a b ", "a b"), ("", "a\r\n", "a"), ("", "", ""),
            ("", "a\tb", "a\tb"),
            (#""itemTrim":false"#, " a ", " a "), ("", "\u{A0}a", "a"),
            ("", "e\u{301}", "e\u{301}"),
            (#""itemMaximumLength":2"#, "👩‍👩", nil), (#""itemMaximumLength":3"#, "👩‍👩", "👩‍👩"),
            (#""itemMinimumLength":2"#, "", ""), (#""itemMinimumLength":2"#, "ab", "ab"),
            (#""itemPattern":"^[a-z]+$""#, "abc", "abc"), (#""itemPattern":"^[a-z]+$""#, "", ""),
        ] as [(String, String, String?)])
    func accepts(attributes: String, text: String, value: String?) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": text])
        #expect(response.status == (value == nil ? 422 : 303))
        if let value { #expect(panel.settings.value("k") == .text(value)) }
    }

    @Test(arguments: [
        (#""itemRequired":true,"itemValue":"x""#, "", "“Port” is missing"),
        (#""itemRequired":true,"itemValue":"x""#, "  ", "“Port” is missing"),
        (#""itemMaximumLength":1"#, "ab", "Port must be 1 character or fewer"),
        (#""itemMaximumLength":2"#, "abc", "Port must be 2 characters or fewer"),
        (#""itemMinimumLength":2"#, "a", "Port must be 2 characters or more"),
        (
            #""itemMinimumLength":2,"itemMaximumLength":4"#, "a",
            "Port must be between 2 and 4 characters"
        ),
        (
            #""itemMinimumLength":2,"itemMaximumLength":4"#, "abcde",
            "Port must be between 2 and 4 characters"
        ),
        (#""itemPattern":"^[a-z]+$""#, "A", "Port must be in the right format"),
        ("", "a\0b", "Port must not include control characters"),
        ("", "a\nb", "Port must be on one line"),
        ("", "a\u{1B}[31m", "Port must not include control characters"),
        ("", "a\u{85}b", "Port must not include control characters"),
        ("", "a\u{2028}b", "Port must be on one line"),
        ("", "a\u{FFFE}", "Port must not include control characters"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": text])
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func usesTheMessageOfTheDeveloper() async throws {
        var labels = LabelCatalog()
        labels.set("Use letters, like abc", for: "K.problem", in: .english)
        let panel = try TestPanel.make(
            TestPanel.item(
                "edit_text", #""itemPattern":"^[a-z]+$","itemRequired":true,"itemValue":"x""#),
            labels: labels)
        #expect(await panel.post(["k": "1"]).text == "k: Use letters, like abc\n")
        #expect(await panel.post(["k": ""]).text == "k: “Port” is missing\n")
    }
}
