import Faceplate
import Testing

@testable import FaceplatePanel

struct EditSizeTests {
    private static let program =
        #""itemStorage":"text","itemSizeUnits":{"":"B","K":"KiB","M":"MiB","G":"GiB"}"#

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_size", more))
    }

    private func control(_ number: String, _ units: [(String, String)], _ chosen: String) -> String
    {
        let options = units.map { name, words in
            #"<option value="\#(name)"\#(name == chosen ? " selected" : "")>\#(words)</option>"#
        }
        return #"role="group" aria-labelledby="l-k"><input type="text" "#
            + #"inputmode="decimal" id="c-k" name="k" value="\#(number)" dir="ltr" size="8">"#
            + #"<select name="k[unit]" aria-label="Port: unit">\#(options.joined())</select>"#
    }

    @Test func showsItsUnitsAndTheLargestThatFits() async throws {
        let units = [
            ("B", "bytes"), ("KiB", "KiB"), ("MiB", "MiB"), ("GiB", "GiB"), ("TiB", "TiB"),
        ]
        #expect(try await make().row().contains(control("", units, "B")))
        #expect(
            try await make(#""itemValue":1610612736"#).row().contains(
                control("1536", units, "MiB")))
    }

    @Test func showsBytesIfNoUnitFits() async throws {
        let row = try await make(#""itemValue":1500,"itemSizeUnits":["MiB"]"#).row()
        #expect(row.contains(control("1500", [("B", "bytes"), ("MiB", "MiB")], "B")))
    }

    /// The menu has the standard names of the sizes, and posts those of the program.
    @Test func showsTheSizesOfAProgram() async throws {
        let row = try await make(Self.program + #","itemValue":"64M""#).row()
        let units = [("", "bytes"), ("K", "KiB"), ("M", "MiB"), ("G", "GiB")]
        #expect(row.contains(control("64", units, "M")))
    }

    @Test(arguments: [
        ("fr", ">octets</option>", ">Mio</option>"), ("de", ">Byte</option>", ">MiB</option>"),
        ("ja", ">バイト</option>", ">MiB</option>"), ("ar", ">بايت</option>", ">ميبيبايت</option>"),
    ])
    func namesUnitsInTheLanguage(locale: String, bytes: String, mebibytes: String) async throws {
        let row = try await make().row(language: locale)
        #expect(row.contains(bytes) && row.contains(mebibytes))
    }

    @Test(arguments: [
        ("5", "MiB", 5 << 20), ("1.5", "GiB", 1_610_612_736), ("2GB", "MiB", 2_000_000_000),
        ("0", "TiB", 0), (" 5 ", "kib", 5_120), ("5", "", 5),
    ])
    func acceptsNumbersWithTheirUnit(number: String, unit: String, bytes: Int64) async throws {
        let panel = try make()
        #expect(await panel.post(["k": number, "k[unit]": unit]).status == 303)
        #expect(panel.settings.value("k") == .integer(bytes))
    }

    @Test(arguments: [
        ("64", "M", "64M"), ("1", "", "1"), ("1.5", "G", "1536M"), ("2048", "K", "2048K"),
    ])
    func storesTheNotationOfTheProgram(number: String, unit: String, text: String) async throws {
        let panel = try make(Self.program)
        #expect(await panel.post(["k": number, "k[unit]": unit]).status == 303)
        #expect(panel.settings.value("k") == .text(text))
    }

    @Test(arguments: [
        ("", "x", "B", "Port must be a size, like 512 MiB"),
        ("", "5", "miles", "Port must be a size, like 512 MiB"),
        ("", "0.5", "B", "Port must be a whole number of bytes"),
        ("", "-1", "B", "Port must be 0 bytes or more"),
        ("", "9", "EB", "Port must be 7 EiB or less"),
        (program, "x", "M", "Port must be a size, like 512M"),
        (program, "0.1", "K", "Port must be a whole number of bytes"),
        (
            #""itemMinimum":"1 MiB","itemMaximum":"2 GB""#, "3", "GB",
            "Port must be between 1 MiB and 2 GB"
        ),
        (#""itemRequired":true"#, "", "B", "“Port” is missing"),
    ])
    func rejects(attributes: String, number: String, unit: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": number, "k[unit]": unit])
        #expect(response.text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [
        ("en", "1536 MiB"), ("de", "1536 MiB"), ("fr", "1536 Mio"), ("ja", "1536 MiB"),
    ])
    func showsTheSizeInAReadOnlyRow(locale: String, shown: String) async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":"1.5 GiB""#)
        let value = try #require(await panel.shownRow(at: "/?lang=\(locale)").value)
        #expect(value.replacing("\u{A0}", with: " ") == shown)
    }
}
