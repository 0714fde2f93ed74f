import Faceplate
import Testing

@testable import FaceplatePanel

struct EditMultilineTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_multiline", more))
    }

    private func control(_ value: String, _ more: String = "", rows: Int = 4) -> String {
        #"<textarea id="c-k" name="k" rows="\#(rows)" dir="auto"\#(more)>\#(value)</textarea>"#
    }

    @Test(arguments: [
        ("", "", "", 4), (#""itemValue":"a\nb""#, "a\nb", "", 4),
        (#""itemRows":9"#, "", "", 9), (#""itemValue":"a<b""#, "a&lt;b", "", 4),
        (#""itemPlaceholder":"Any""#, "", #" placeholder="Any""#, 4),
        (#""itemRequired":true,"itemValue":"x""#, "x", #" aria-required="true""#, 4),
        (
            #""itemSpellcheck":true,"itemCapitalization":"sentences""#, "",
            #" autocapitalize="sentences" spellcheck="true" autocorrect="on""#, 4
        ),
    ])
    func showsTheDefault(attributes: String, value: String, more: String, rows: Int) async throws {
        #expect(try await make(attributes).row().contains(control(value, more, rows: rows)))
    }

    @Test
    func keepsANewlineAtTheStart() async throws {
        let panel = try make(#""itemTrim":false,"itemValue":"\na""#)
        #expect(await panel.row().contains(control("\n\na")))
    }

    @Test(arguments: ["a\r\nb", "a\nb", "a\rb", " a\r\nb\r\n"])
    func differentLineEndsAreNotAChange(text: String) async throws {
        let panel = try make()
        try panel.set(["k": "a\nb"])
        let none = #"{"revision":1,"changed":{}}"#
        #expect(await panel.json(["k": text]).text == none)
        #expect(await panel.json(["k": text, "_revision": "1"]).text == none)
        try panel.set(["k": "c"])
        #expect(
            await panel.json(["k": text, "_revision": "1"]).text == #"{"revision":2,"changed":{}}"#)
    }

    @Test(arguments: [
        ("", #" value="""#, ""),
        (#""itemValue":"a","itemPlaceholder":"Any""#, #" value="a""#, #" placeholder="Any""#),
        (#""itemRequired":true,"itemValue":"x""#, #" value="x""#, #" aria-required="true""#),
    ])
    func isASingleLineFieldWithAMaximumOfOne(attributes: String, value: String, more: String)
        async throws
    {
        let panel = try make(
            #""itemMaximumLines":1,"itemRows":3\#(attributes.isEmpty ? "" : ",")"# + attributes)
        #expect(
            await panel.row().contains(
                #"<div class="ctl field"><input type="text" id="c-k" name="k"\#(value) dir="auto"\#(more)></div>"#
            ))
    }

    @Test
    func showsAllTypedLinesWhenThereAreTooMany() async throws {
        let response = try await make(#""itemMaximumLines":1"#).browse(["k": "a\r\nb"])
        #expect(response.status == 422)
        #expect(
            response.text.contains(
                "dir=\"auto\" aria-describedby=\"e-k\" aria-invalid=\"true\">a\nb</textarea>"))
    }

    @Test(arguments: [
        ("", "a\r\nb", "a\nb"), ("", "a\rb", "a\nb"), ("", "\r\n a \n", "a"), ("", "", ""),
        ("", "a\tb", "a\tb"), (#""itemTrim":false"#, "\r\na ", "\na "),
        (#""itemMaximumLines":2"#, "a\nb", "a\nb"), (#""itemMaximumLines":2"#, "a", "a"),
        (#""itemMaximumLength":3"#, "a\r\nb", "a\nb"), (#""itemMinimumLength":2"#, "", ""),
        (#""itemMaximumLines":1,"itemTrim":false"#, " a \r\n", " a "),
        (#""itemMaximumLines":1"#, "\na\n", "a"),
        (#""itemPattern":"^a\nb$""#, "a\r\nb", "a\nb"),
    ])
    func accepts(attributes: String, text: String, value: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).status == 303)
        #expect(panel.settings.value("k") == .text(value))
    }

    @Test(arguments: [
        (#""itemMaximumLines":2"#, "a\nb\nc", "Port must be 2 lines or fewer"),
        (#""itemMaximumLines":1"#, "a\nb", "Port must be 1 line or fewer"),
        (#""itemMaximumLines":1,"itemTrim":false"#, "\na", "Port must be 1 line or fewer"),
        (#""itemMaximumLines":1,"itemTrim":false"#, "a\n\n", "Port must be 1 line or fewer"),
        (#""itemMaximumLength":3"#, "a\nbc", "Port must be 3 characters or fewer"),
        (#""itemMinimumLength":3"#, "a\n", "Port must be 3 characters or more"),
        (#""itemRequired":true,"itemValue":"x""#, " \r\n", "“Port” is missing"),
        (#""itemPattern":"^[a-z]+$""#, "a\nb", "Port must be in the right format"),
        ("", "a\0b", "Port must not include control characters"),
        ("", "a\u{2028}b", "Port must not include control characters"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": text])
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }
}
