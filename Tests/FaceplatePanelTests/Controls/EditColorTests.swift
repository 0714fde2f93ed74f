import Faceplate
import Testing

@testable import FaceplatePanel

struct EditColorTests {
    private let start =
        #"<div class="row edit_color" id="s-k"><div class="t"><label id="l-k" for="c-k">Port</label>"#
    private let wrong = "Port must be a colour, like #1a73e8"

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_color", more))
    }

    private func text(_ value: String, _ example: String = "#rrggbb", _ more: String = "") -> String
    {
        #"<div class="ctl color"><input type="text" id="c-k" name="k" value="\#(value)" dir="ltr" "#
            + #"placeholder="\#(example)" size="\#(example.count)" spellcheck="false" "#
            + #"autocapitalize="none"\#(more)></div>"#
    }

    private func native(_ value: String, _ more: String = "") -> String {
        #"<div class="ctl color"><input type="color" id="c-k" name="k" value="\#(value)"\#(more)>"#
            + "<code>\(value)</code></div>"
    }

    @Test
    func showsTheBrowsersOwnFieldWhereThereIsAColour() async throws {
        #expect(
            try await make(##""itemValue":"#0B5CAD""##).row()
                == start + "</div>" + native("#0b5cad") + "</div>")
    }

    @Test
    func showsAFieldForTextWhereItCouldHoldNoColour() async throws {
        #expect(try await make().row() == start + "</div>" + text("") + "</div>")
        let panel = try make()
        try panel.set(["k": "#fff"])
        #expect(await panel.row().contains(native("#ffffff")))
        #expect(await panel.row().contains("Reset to empty</span></button>"))
    }

    @Test(arguments: ["#0b5cad", "#0b5cad80"])
    func showsAFieldForTextWhereItMayBeTransparent(color: String) async throws {
        #expect(
            try await make(##""itemAlpha":true,"itemValue":"\##(color)""##).row()
                == start + "</div>" + text(color, "#rrggbbaa") + "</div>")
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
    func refuses(text: String) async throws {
        let panel = try make(##""itemValue":"#fff""##)
        #expect(await panel.post(["k": text]).text == "k: \(wrong)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func isAbsentWhereItIsLeftEmpty() async throws {
        let panel = try make()
        #expect(await panel.json(["k": ""]).text == #"{"revision":0,"changed":{}}"#)
        try panel.set(["k": "#fff"])
        #expect(await panel.post(["k": ""]).status == 303)
        #expect(panel.settings.value("k") == nil)
        #expect(
            try await make(##""itemValue":"#fff""##).post(["k": ""]).text == "k: Enter port\n")
    }

    @Test(arguments: ["red", "#gggggg", "#0b5cad80", ""])
    func keepsWhatWasTypedBesideWhatIsWrong(typed: String) async throws {
        let response = try await make(##""itemValue":"#fff""##).browse(["k": typed])
        #expect(response.status == 422)
        #expect(
            TestPanel.row(in: response.text).contains(
                text(typed, "#rrggbb", #" aria-describedby="e-k" aria-invalid="true""#)))
    }

    @Test
    func keepsWhatWasChosenWhereAnotherFieldIsWrong() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_color"), TestPanel.item("switch", key: "other"))
        let page = await panel.browse(["k": "#ABC", "other": "x"]).text
        #expect(TestPanel.row(in: page).contains(native("#aabbcc")))
    }

    @Test
    func isUntouchedWhereItStandsAsThePageShowedIt() async throws {
        let panel = try make()
        try panel.set(["k": "#fff"])
        try panel.set(["k": "#000"])
        #expect(
            await panel.json(["k": "#ffffff", "_revision": "1"]).text
                == #"{"revision":2,"changed":{}}"#)
    }

    @Test
    func showsItsDigitsWhereItIsReadOnly() async throws {
        let row = try await make(##""itemReadOnly":true,"itemValue":"#fff""##).row()
        #expect(row.contains(#"<span class="v" dir="auto">#ffffff</span>"#))
    }
}
