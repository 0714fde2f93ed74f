import Faceplate
import Testing

@testable import FaceplatePanel

struct EditIntegerTests {
    private let unit = #""itemUnit":"seconds""#

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_integer", more))
    }

    @Test func anIntegerWithAHexadecimalFormatIsTypedInHexadecimalDigits() async throws {
        let panel = try make(
            #""itemValue":31,"itemMinimum":0,"itemMaximum":255,"itemFormat":"0x%02X""#)
        let field =
            #"<input type="text" inputmode="text" id="c-k" name="k" value="VALUE" dir="ltr" size="4">"#
        #expect(await panel.row().contains(field.replacing("VALUE", with: "0x1F")))
        #expect(await panel.browse(["k": "10", "_locale": "en"]).status == 303)
        #expect(panel.settings.value("k") == 16)
        #expect(await panel.row().contains(field.replacing("VALUE", with: "0x10")))
        #expect(await panel.post(["k": "0xfe"]).status != 422)
        #expect(await panel.page("/api/settings/k") == "254")
        #expect(await panel.post(["k": "20"]).status != 422)
        #expect(panel.settings.value("k") == 20)
        #expect(
            await panel.post(["k": "100h"]).text
                == "k: Port must be a whole number, like 0x1E\n")
        #expect(await panel.post(["k": "0x100"]).text == "k: Port must be between 0x00 and 0xFF\n")
    }

    private func control(_ value: String, _ more: String, mode: String) -> String {
        #"<input type="text" inputmode="\#(mode)" id="c-k" name="k" value="\#(value)" dir="ltr"\#(more)>"#
    }

    @Test(arguments: [
        ("", "", "text", #" size="12" data-step="1""#),
        (#""itemValue":80"#, "80", "text", #" size="12" data-step="1""#),
        (#""itemMinimum":0"#, "", "numeric", #" size="12" data-step="1" data-min="0""#),
        (#""itemMinimum":-1"#, "", "text", #" size="12" data-step="1" data-min="-1""#),
        (
            #""itemMinimum":1,"itemMaximum":65535"#, "", "numeric",
            #" size="5" data-step="1" data-min="1" data-max="65535""#
        ),
        (
            #""itemMinimum":1,"itemMaximum":9"#, "", "numeric",
            #" size="4" data-step="1" data-min="1" data-max="9""#
        ),
        (
            #""itemMinimum":-10000,"itemMaximum":9"#, "", "text",
            #" size="6" data-step="1" data-min="-10000" data-max="9""#
        ),
        (
            #""itemPlaceholder":"8080""#, "", "text",
            #" placeholder="8080" size="12" data-step="1""#
        ),
        (#""itemRequired":true"#, "", "text", #" size="12" aria-required="true" data-step="1""#),
        (#""itemValue":1234567"#, "1234567", "text", #" size="12" data-step="1""#),
    ])
    func showsTheDefault(
        attributes: String, value: String, mode: String, more: String
    ) async throws {
        #expect(try await make(attributes).row().contains(control(value, more, mode: mode)))
    }

    @Test
    func includesItsUnitInItsLabel() async throws {
        let field = try await make(unit + #","itemHelp":"Why.""#).shownRow().field
        #expect(field?.name == "Port seconds" && field?.description == "Why.")
    }

    @Test
    func showsTheDefaultOfAResetInTheFormatOfTheLanguage() async throws {
        let panel = try make(unit + #","itemValue":100000"#)
        try panel.set(["k": "200000"])
        let row = await panel.shownRow(at: "/?lang=de")
        #expect(row.isModified && row.sent("k") == ["200000"])
        #expect(row.buttons == ["Auf „100.000 seconds“ zurücksetzen"])
    }

    @Test(arguments: [
        ("", "12345"), (#","itemUnit":"seconds""#, "12345 seconds"),
        (#","itemFormat":"%'d MB""#, "12,345 MB"), (#","itemFormat":"%x","itemUnit":"h""#, "3039"),
    ])
    func showsTheNumberInAReadOnlyRow(attributes: String, shown: String) async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":12345"# + attributes)
        #expect(await panel.shownRow().value == shown)
    }

    @Test
    func isDisabledWhileItsConditionFails() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "on"),
            TestPanel.item(
                "edit_integer", #""itemValue":5,"itemEnabledWhen":{"key":"on","equals":true}"#))
        #expect(await panel.shownRow().value == "5")
        try panel.set(["on": "YES"])
        #expect(await panel.row().contains(#"name="k" value="5""#))
    }

    @Test
    func keepsTypedTextBesideItsProblem() async throws {
        let response = try await make(#""itemValue":5"#).browse(["k": "8o80 <", "_locale": "fr"])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(row.contains(#"value="8o80 &lt;" dir="ltr""#))
        #expect(row.contains(#"aria-describedby="e-k" aria-invalid="true""#))
        #expect(
            row.contains("«\u{A0}Port\u{A0}» doit être un nombre entier, par exemple 30</span>"))
    }

    @Test(
        arguments: [
            (nil, "443", 443), (nil, " 443 ", 443), (nil, "-5", -5), (nil, "+5", 5),
            (nil, "007", 7),
            (nil, "1.0", 1), (nil, "1e3", 1000), (nil, "9223372036854775807", .max),
            (nil, "-9223372036854775808", .min), ("en", "1,500", 1500), ("en", "1 500", 1500),
            ("fr", "1\u{202F}500", 1500), ("fr", "1 500", 1500), ("de", "1.500", 1500),
            ("de", "1500", 1500), ("de-CH", "1’500", 1500), ("ar", "١٥٠٠", 1500),
            ("en", "30 seconds", 30), ("de", "30seconds", 30),
        ] as [(String?, String, Int64)])
    func accepts(locale: String?, text: String, value: Int64) async throws {
        let panel = try make(unit)
        let form: TestPanel.Fields =
            if let locale { ["k": text, "_locale": locale] } else { ["k": text] }
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == .integer(value))
    }

    @Test(arguments: [
        ("", "abc", "Port must be a whole number, like 30"),
        ("", "1.5", "Port must be a whole number, like 30"),
        ("", "1,500", "Port must be a whole number, like 30"),
        ("", "1 500", "Port must be a whole number, like 30"),
        ("", "30 seconds", "Port must be a whole number, like 30"),
        ("", "٣٠", "Port must be a whole number, like 30"),
        ("", "0x10", "Port must be a whole number, like 30"),
        ("", "9223372036854775808", "Port must be 9,223,372,036,854,775,807 or fewer"),
        ("", "-9223372036854775809", "Port must be -9,223,372,036,854,775,808 or more"),
        (#""itemMaximum":9"#, "1e2", "Port must be 9 or fewer"),
        (#""itemMaximum":9"#, "10", "Port must be 9 or fewer"),
        (#""itemMinimum":1"#, "0", "Port must be 1 or more"),
        (#""itemMinimum":1,"itemMaximum":65535"#, "0", "Port must be between 1 and 65535"),
        (#""itemMinimum":1,"itemMaximum":65535"#, "65536", "Port must be between 1 and 65535"),
        (#""itemStep":5"#, "7", "Port must be a multiple of 5"),
        (#""itemStep":5,"itemMinimum":1"#, "5", "Port must be in steps of 5 from 1"),
        (#""itemMaximum":9"#, "x", "Port must be a whole number, like 9"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": text])
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: ["1", "2", "65534", "65535"])
    func acceptsItsBounds(text: String) async throws {
        let panel = try make(#""itemMinimum":1,"itemMaximum":65535"#)
        #expect(await panel.post(["k": text]).status == 303)
    }

    @Test(arguments: [
        ("de", "0", "„Port“ muss mindestens 1 und höchstens 65535 betragen"),
        ("fr", "0", "La valeur de «\u{A0}Port\u{A0}» doit être comprise entre 1 et 65535"),
        ("ja", "x", "「Port」は30のような整数で入力してください"),
    ])
    func reportsAProblemInTheLanguageOfTheUser(locale: String, text: String, sentence: String)
        async throws
    {
        let panel = try make(#""itemMinimum":1,"itemMaximum":65535"#)
        #expect(await panel.post(["k": text, "_locale": locale]).text == "k: \(sentence)\n")
    }

    @Test(arguments: ["", "  "])
    func anEmptyFieldRemovesTheValue(text: String) async throws {
        let panel = try make()
        #expect(await panel.json(["k": text]).text == #"{"revision":0,"changed":{}}"#)
        try panel.set(["k": "5"])
        #expect(
            await panel.json(["k": text]).text
                == #"{"revision":2,"changed":{"k":{"from":5,"to":null}}}"#)
        #expect(panel.settings.value("k") == nil)
        #expect(await panel.row().contains(#"value="" dir="ltr""#))
    }

    @Test(arguments: [#""itemRequired":true"#, #""itemValue":5"#])
    func rejectsAnEmptyFieldIfANumberIsRequired(attributes: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": ""]).text == "k: “Port” is missing\n")
    }

    @Test
    func usesTheMessageOfTheDeveloper() async throws {
        var labels = LabelCatalog()
        labels.set("Use a port above 1023", for: "K.problem", in: .english)
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemMinimum":1024,"itemRequired":true"#),
            labels: labels)
        #expect(await panel.post(["k": "80"]).text == "k: Use a port above 1023\n")
        #expect(await panel.post(["k": "x"]).text == "k: Use a port above 1023\n")
        #expect(await panel.post(["k": ""]).text == "k: “Port” is missing\n")
    }
}
