import Faceplate
import Testing

@testable import FaceplatePanel

struct EditShortcutTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_shortcut", more))
    }

    /// The field, and the button that only JavaScript shows.
    @Test(arguments: [
        ("", "", "Ctrl+Shift+P"), (#""itemValue":"shift+ctrl+a""#, "Ctrl+Shift+A", "Ctrl+Shift+P"),
        (#""itemNotation":"lower","itemValue":"F5""#, "f5", "ctrl+shift+p"),
        (
            #""itemNotation":"angle","itemValue":"Alt+F4""#, "&lt;Alt&gt;F4",
            "&lt;Control&gt;&lt;Shift&gt;p"
        ),
    ])
    func showsAFieldAndAButton(attributes: String, value: String, example: String) async throws {
        let row = try await make(attributes).row()
        let parts = [
            #"<input type="text" id="c-k" name="k" value="\#(value)" dir="ltr""#,
            #"autocapitalize="none" spellcheck="false" autocomplete="off""#,
            #"placeholder="\#(example)"><button type="button" class="press""#,
            #"aria-pressed="false" aria-label="Press the keys of “Port”""#,
            #"data-wait="Press the keys. Esc cancels, Backspace clears.""#,
            #"data-keys="\#(Asset.keys.path)">Press keys"#,
        ]
        #expect(row.contains(parts.joined(separator: " ")), "\(row)")
    }

    @Test(arguments: [
        ("ctrl-shift-p", "Ctrl+Shift+P"), ("<Alt>Page_Up", "Alt+PageUp"), ("", ""), (" f5 ", "F5"),
    ])
    func accepts(text: String, stored: String) async throws {
        let panel = try make(#""itemValue":"Ctrl+Q""#)
        #expect(await panel.browse(["k": text]).status == 303)
        #expect(panel.settings.value("k") == .text(stored))
    }

    @Test(arguments: [
        ("", "Ctrl+", "Port must match the format Ctrl+Shift+P or F5"),
        (
            #""itemNotation":"angle""#, "Hyper+x",
            "Port must match the format <Control><Shift>p or F5"
        ),
        (#""itemRequired":true"#, "", "“Port” is missing"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }
}
