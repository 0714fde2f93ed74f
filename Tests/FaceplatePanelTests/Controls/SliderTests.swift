import Faceplate
import FaceplateSeeds
import Testing

@testable import FaceplatePanel

@Suite(.seed("S1.8"))
struct SliderTests {
    private static let range = #""itemMinimum":0,"itemMaximum":100"#
    private static let fraction = #""itemMinimum":0,"itemMaximum":2,"itemFractionDigits":3"#
    private let start =
        #"<div class="row slider" id="s-k"><div class="t"><label id="l-k" for="c-k">Port</label>"#

    private func make(_ more: String = range) throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("slider", more))
    }

    private func control(_ scale: String, shown: String, ends: (String, String) = ("", ""))
        -> String
    {
        #"<div class="ctl range">\#(ends.0)<input type="range" id="c-k" name="k" \#(scale)>"#
            + #"\#(ends.1)<output for="c-k" dir="auto">\#(shown)</output></div>"#
    }

    @Test(arguments: [
        (range, #"value="0" min="0" max="100" step="1""#, "0"),
        (range + #","itemValue":40,"itemStep":5"#, #"value="40" min="0" max="100" step="5""#, "40"),
        (
            range + #","itemValue":40,"itemUnit":"percent""#,
            #"value="40" min="0" max="100" step="1" aria-valuetext="40 percent""#, "40 percent"
        ),
        (
            range + #","itemValue":40,"itemFormat":"%d%%""#,
            #"value="40" min="0" max="100" step="1" aria-valuetext="40%""#, "40%"
        ),
        (
            #""itemMinimum":-0.5,"itemMaximum":0.5"#,
            #"value="-0.5" min="-0.5" max="0.5" step="any" data-grain="0.001""#, "-0.5"
        ),
        (fraction, #"value="0" min="0" max="2" step="0.001""#, "0"),
        (
            #""itemMinimum":0,"itemMaximum":1,"itemStep":0.25,"itemFractionDigits":3"#,
            #"value="0" min="0" max="1" step="0.25""#, "0"
        ),
    ])
    func showsTheDefault(attributes: String, scale: String, shown: String) async throws {
        #expect(
            try await make(attributes).row()
                == start + "</div>" + control(scale, shown: shown) + "</div>")
    }

    @Test(.seed("S1.8"))
    func namesItsEnds() async throws {
        let panel = try make(
            Self.range + #","itemMinimumLabel":"Quiet","itemMaximumLabel":{"en":"Loud"}"#)
        let scale = #"value="0" min="0" max="100" step="1""#
        #expect(
            await panel.row()
                == start + "</div>"
                + control(
                    scale, shown: "0",
                    ends: (#"<span class="min">Quiet</span>"#, #"<span class="max">Loud</span>"#))
                + "</div>")
        #expect(
            await panel.row(language: "de").contains(
                #"<span class="max" lang="en" dir="ltr">Loud</span>"#))
    }

    @Test(arguments: ["en", "de", "fr", "ar"])
    func postsTheCanonicalFormInEveryLanguage(locale: String) async throws {
        let panel = try make(Self.fraction)
        try panel.set(["k": "1.125"])
        let row = await panel.row(language: locale)
        #expect(row.contains(#"value="1.125" min="0" max="2" step="0.001""#))
        let sent = await panel.json(["k": "1.125", "_locale": locale, "_revision": "1"])
        #expect(sent.text == #"{"revision":1,"changed":{}}"#)
        #expect(await panel.post(["k": "1.375", "_locale": locale]).status == 303)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal("1.375"))))
    }

    @Test
    func showsItsValueAsTheLanguageWritesIt() async throws {
        let panel = try make(Self.fraction + #","itemValue":1.125,"itemUnit":"s""#)
        let row = await panel.row(language: "de")
        #expect(row.contains(#"aria-valuetext="1,125 s""#))
        #expect(row.contains(#"<output for="c-k" dir="auto">1,125 s</output>"#))
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("99", 99), ("100", 100), ("5e1", 50), (" 50 ", 50),
        ] as [(String, Int64)])
    func accepts(text: String, value: Int64) async throws {
        let panel = try make()
        #expect(await panel.post(["k": text]).status == 303)
        #expect(panel.settings.value("k") == .integer(value))
    }

    @Test(arguments: [
        (range, "-1", "Port must be between 0 and 100"),
        (range, "101", "Port must be between 0 and 100"),
        (range, "5.5", "Port must be a whole number, like 30"),
        (range, "", "Enter port"), (range, "x", "Port must be a whole number, like 30"),
        (range + #","itemStep":5"#, "42", "Port must be a multiple of 5"),
        (fraction, "1.1255", "Port must have 3 decimal places or fewer"),
        (fraction, "2.001", "Port must be between 0 and 2"),
    ])
    func refuses(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: ["101", "x", "", "5.5"])
    func hasAFieldForWhatNoScaleCanShow(text: String) async throws {
        let response = try await make().browse(["k": text])
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(
                #"<div class="ctl"><input type="text" inputmode="numeric" id="c-k" name="k" "#
                    + #"value="\#(text)" dir="ltr" size="4" data-step="1" data-min="0" data-max="100" "#
                    + #"aria-describedby="e-k" aria-invalid="true"></div>"#))
    }

    @Test
    func keepsWhatWasChosenWhereAnotherFieldIsWrong() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("slider", Self.range), TestPanel.item("switch", key: "other"))
        let page = await panel.browse(["k": "70", "other": "x"]).text
        #expect(
            TestPanel.row(in: page).contains(
                control(#"value="70" min="0" max="100" step="1""#, shown: "70")))
    }

    @Test
    func showsAValueOfManyDigitsOnItsScale() async throws {
        let panel = try make(#""itemMinimum":0,"itemMaximum":1,"itemValue":0.12345678901234567"#)
        #expect(
            await panel.row()
                == start + "</div>"
                + control(
                    #"value="0.123456789012346" min="0" max="1" step="any" data-grain="0.001""#,
                    shown: "0.123") + "</div>")
    }

    /// A browser posts at most 15 digits of a number; that is not a change of a number with more
    /// digits.
    @Test
    func leavesANumberOfManyDigitsThatIsShownAgain() async throws {
        let many = ExactDecimal("0.12345678901234567").map { Value($0) }
        let panel = try make(#""itemMinimum":0,"itemMaximum":1.5"#)
        try panel.set(["k": "0.12345678901234567"])
        #expect(await panel.browse(["k": "0.123456789012346"]).header("location") == "/?same=1")
        #expect(panel.settings.value("k") == many)
        _ = await panel.browse(["k": "0.5"])
        #expect(panel.settings.value("k") != many)
    }

    @Test
    func showsItsValueWhereItIsReadOnly() async throws {
        let row = try await make(
            Self.range + #","itemReadOnly":true,"itemValue":40,"itemUnit":"percent""#
        ).row()
        #expect(row.contains(#"<span class="v" dir="auto">40 percent</span>"#))
    }
}
