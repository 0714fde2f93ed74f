import Faceplate
import Testing

@testable import FaceplatePanel

struct EditColorTests {
    private let wrong = "Port must be a color, like #1a73e8"

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_color", more))
    }

    /// A field for text, after a well that posts nothing and that only JavaScript shows.
    private func text(
        _ value: String, _ example: String = "#rrggbb", _ more: String = "", well: String
    ) -> String {
        #"<input type="color" value="\#(well)" aria-labelledby="l-k">"#
            + #"<input type="text" id="c-k" name="k" value="\#(value)" dir="ltr" "#
            + #"placeholder="\#(example)" size="\#(example.count)" spellcheck="false" "#
            + #"autocapitalize="none"\#(more)>"#
    }

    /// A color well, the hidden text that both fields show, and a field for the digits.
    private func native(_ value: String) -> String {
        #"<input type="color" id="c-k" name="k" value="\#(value)">"#
            + #"<input type="hidden" name="k[shown]" value="\#(value)">"#
            + #"<input type="text" id="a-k" name="k[typed]" aria-labelledby="l-k" "#
            + ##"value="\##(value)" dir="ltr" placeholder="#rrggbb" size="7" spellcheck="false" "##
            + #"autocapitalize="none">"#
    }

    @Test
    func showsTheColorFieldOfTheBrowserForAColor() async throws {
        #expect(
            try await make(##""itemValue":"#0B5CAD""##).row()
                .contains(native("#0b5cad")))
    }

    @Test
    func showsATextFieldIfTheColorCanBeAbsent() async throws {
        #expect(try await make().row().contains(text("", well: "#000000")))
        let panel = try make()
        try panel.set(["k": "#fff"])
        #expect(await panel.row().contains(native("#ffffff")))
        #expect(await panel.row().contains("Clear</span></button>"))
    }

    @Test(arguments: ["#0b5cad", "#0b5cad80"])
    func showsATextFieldIfTheColorCanBeTransparent(color: String) async throws {
        #expect(
            try await make(##""itemAlpha":true,"itemValue":"\##(color)""##).row()
                .contains(text(color, "#rrggbbaa", well: "#0b5cad")))
    }

    @Test(arguments: [
        ("", "#0b5cad", "#0b5cad"), ("", "#0B5CAD", "#0b5cad"), ("", "0b5cad", "#0b5cad"),
        ("", "#FFF", "#ffffff"), ("", "abc", "#aabbcc"), ("", " #000000 ", "#000000"),
        ("", "#0b5cadff", "#0b5cad"), (#""itemAlpha":true"#, "#0b5cad80", "#0b5cad80"),
        (#""itemAlpha":true"#, "#f008", "#ff000088"), (#""itemAlpha":true"#, "#fff", "#ffffff"),
    ])
    func accepts(attributes: String, text: String, value: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text, "_locale": "fr"]).status == 303)
        #expect(panel.settings.value("k") == .text(value))
    }

    @Test(arguments: [
        "red", "#12345", "#gggggg", "#0b5cad80", "##fff", "rgb(1,2,3)", "#١١١", "# fff",
    ])
    func rejects(text: String) async throws {
        let panel = try make(##""itemValue":"#fff""##)
        #expect(await panel.post(["k": text]).text == "k: \(wrong)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func anEmptyFieldRemovesTheValue() async throws {
        let panel = try make()
        #expect(await panel.json(["k": ""]).text == #"{"revision":0,"changed":{}}"#)
        try panel.set(["k": "#fff"])
        #expect(await panel.post(["k": ""]).status == 303)
        #expect(panel.settings.value("k") == nil)
        #expect(
            try await make(##""itemValue":"#fff""##).post(["k": ""]).text
                == "k: “Port” is missing\n")
    }

    @Test(arguments: ["red", "#gggggg", "#0b5cad80", ""])
    func keepsTypedTextBesideItsProblem(typed: String) async throws {
        let response = try await make(##""itemValue":"#fff""##).browse(["k": typed])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(
                ##"<input type="color" id="a-k" name="k" aria-labelledby="l-k" value="#ffffff" aria-describedby="e-k">"##
            ))
        #expect(
            row.contains(
                #"id="c-k" name="k[typed]" aria-labelledby="l-k" value="\#(typed)" dir="ltr""#))
        #expect(row.contains(#"aria-describedby="e-k" aria-invalid="true">"#))
    }

    /// The browser posts both fields; the one that the user changed counts, and typed text before the well.
    @Test(arguments: [
        ("#ffffff", "#ffffff", "#ffffff"), ("#102030", "#ffffff", "#102030"),
        ("#ffffff", "#102030", "#102030"), ("#405060", "#102030", "#102030"),
        ("#ffffff", "102030", "#102030"),
    ])
    func usesTheFieldThatWasChanged(well: String, typed: String, value: String) async throws {
        let panel = try make(##""itemValue":"#fff""##)
        let answer = await panel.browse(["k": well, "k[shown]": "#ffffff", "k[typed]": typed])
        #expect(answer.status == 303)
        #expect((panel.settings.value("k") ?? .text("#ffffff")) == .text(value))
    }

    @Test
    func clearsAColorByItsText() async throws {
        let panel = try make()
        try panel.set(["k": "#fff"])
        let answer = await panel.browse(["k": "#ffffff", "k[shown]": "#ffffff", "k[typed]": ""])
        #expect(answer.status == 303)
        #expect(panel.settings.value("k") == nil)
    }

    @Test
    func keepsTheSelectionWhenAnotherFieldIsWrong() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_color"), TestPanel.item("switch", key: "other"))
        let page = await panel.browse(["k": "#ABC", "other": "x"]).text
        let row = TestPanel.row(in: page)
        #expect(row.contains(##"type="color" id="c-k" name="k" value="#aabbcc""##))
        #expect(row.contains(##"name="k[typed]" aria-labelledby="l-k" value="#ABC""##))
    }
}
