import Faceplate
import Testing

@testable import FaceplatePanel

struct SliderTests {
    private static let range = #""itemMinimum":0,"itemMaximum":100"#
    private static let fraction = #""itemMinimum":0,"itemMaximum":2,"itemFractionDigits":3"#
    private func make(_ more: String = range) throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("slider", more))
    }

    /// The scale, the hidden text that both fields show, and the beginning of the field for the number.
    private func control(_ scale: String, shown: String, ends: (String, String) = ("", ""))
        -> String
    {
        #">\#(ends.0)<input type="range" id="c-k" name="k" \#(scale)>"#
            + #"\#(ends.1)<input type="hidden" name="k[shown]" value="\#(shown)">"#
            + #"<div class="field"><input type="text" "#
    }

    @Test(arguments: [
        (range, #"value="0" min="0" max="100" step="1""#, "0", #""></div>"#),
        (
            range + #","itemValue":40,"itemStep":5"#, #"value="40" min="0" max="100" step="5""#,
            "40", #""></div>"#
        ),
        (
            range + #","itemValue":40,"itemUnit":"percent""#,
            #"value="40" min="0" max="100" step="1" aria-valuetext="40 percent""#, "40",
            #" u-k"><span class="unit" id="u-k">percent</span></div>"#
        ),
        (
            range + #","itemValue":40,"itemFormat":"%d%%""#,
            #"value="40" min="0" max="100" step="1" aria-valuetext="40%""#, "40",
            #" u-k"><span class="unit" id="u-k">%</span></div>"#
        ),
        (
            #""itemMinimum":-0.5,"itemMaximum":0.5"#,
            #"value="-0.5" min="-0.5" max="0.5" class="both" step="any" data-grain="0.001""#,
            "-0.5",
            #""></div>"#
        ),
        (fraction, #"value="0" min="0" max="2" step="0.001""#, "0", #""></div>"#),
        // Beyond the numbers of browsers.
        (
            #""itemMinimum":0,"itemMaximum":1e309,"itemValue":0.5"#,
            #"value="0.5" min="0" max="1e309" step="any" data-grain="1""#, "0.5", #""></div>"#
        ),
        (
            #""itemMinimum":-1e308,"itemMaximum":1e308,"itemValue":0.5"#,
            #"value="0.5" min="-1e308" max="1e308" class="both" step="any" data-grain="1""#, "0.5",
            #""></div>"#
        ),
        (
            #""itemMinimum":0,"itemMaximum":1,"itemStep":0.25,"itemFractionDigits":3"#,
            #"value="0" min="0" max="1" step="0.25""#, "0", #""></div>"#
        ),
    ])
    func showsTheDefault(
        attributes: String, scale: String, shown: String, end: String
    ) async throws {
        let row = try await make(attributes).row()
        #expect(row.contains(control(scale, shown: shown)))
        #expect(row.contains(#"id="a-k" name="k[typed]" value="\#(shown)" dir="ltr""#))
        #expect(row.hasSuffix(#"aria-labelledby="l-k"# + end + "</div></div>"))
    }

    @Test(arguments: [
        (range, #"inputmode="numeric""#, #"size="4" data-step="1" data-min="0" data-max="100""#),
        (fraction, #"inputmode="decimal""#, #"data-step="0.001" data-min="0" data-max="2""#),
        (
            #""itemMinimum":-1,"itemMaximum":1,"itemStep":0.1,"itemFractionDigits":1"#,
            #"inputmode="text""#, #"data-step="0.1" data-min="-1" data-max="1""#
        ),
        // Without a step, the arrow keys use the grain of the scale.
        (#""itemMinimum":0,"itemMaximum":1.5"#, #"inputmode="decimal""#, #"data-step="0.001""#),
    ])
    func hasAFieldForTheExactNumber(attributes: String, keyboard: String, steps: String)
        async throws
    {
        let row = try await make(attributes).row()
        #expect(row.contains(keyboard) && row.contains(steps), "\(row)")
    }

    /// The browser posts both fields; the one that the user changed counts, and a typed number before the scale.
    @Test(
        arguments: [
            (["k": "40", "k[shown]": "40", "k[typed]": "40"], 40),
            (["k": "70", "k[shown]": "40", "k[typed]": "40"], 70),
            (["k": "40", "k[shown]": "40", "k[typed]": "70"], 70),
            (["k": "70", "k[shown]": "40", "k[typed]": "71"], 71),
            (["k": "70"], 70), (["k": "70", "k[shown]": "40"], 70),
            (["k[shown]": "40", "k[typed]": "70"], 70), (["k[typed]": "70"], 70),
        ] as [(TestPanel.Fields, Int64)])
    func usesTheFieldThatWasChanged(fields: TestPanel.Fields, value: Int64) async throws {
        let panel = try make(Self.range + #","itemValue":40"#)
        #expect(await panel.browse(fields).status == 303)
        #expect((panel.settings.value("k") ?? .integer(40)) == .integer(value))
    }

    @Test(arguments: [("de", "1,375"), ("en", "1.375"), ("fr", "1,375"), ("de", "1,3750")])
    func readsATypedNumberInTheLanguage(locale: String, text: String) async throws {
        let panel = try make(Self.fraction)
        let row = await panel.row(language: locale)
        #expect(row.contains(#"name="k[shown]" value="0""#))
        let answer = await panel.browse([
            "k": "0", "k[shown]": "0", "k[typed]": text, "_locale": locale,
        ])
        #expect(answer.status == 303)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal("1.375"))))
    }

    /// A stored value between two steps is shown unchanged, and stays when the form is posted again.
    @Test
    func keepsAStoredNumberOfManyDigitsShownInBothFields() async throws {
        let panel = try make(#""itemMinimum":0,"itemMaximum":1.5"#)
        try panel.set(["k": "0.12345678901234567"])
        let stored = panel.settings.value("k")
        let row = await panel.row()
        #expect(row.contains(#"name="k[shown]" value="0.123456789012346""#))
        let answer = await panel.browse([
            "k": "0.123456789012346", "k[shown]": "0.123456789012346",
            "k[typed]": "0.123456789012346",
        ])
        #expect(answer.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == stored)
    }

    /// A script was shown no rounded number.
    @Test
    func acceptsARoundedNumberFromAScript() async throws {
        let panel = try make(#""itemMinimum":0,"itemMaximum":1.5"#)
        try panel.set(["k": "0.12345678901234567"])
        let answer = await panel.json(["k": "0.123456789012346"])
        #expect(answer.status == 200)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal("0.123456789012346"))))
    }

    @Test
    func showsARejectedNumberInTheFormatOfTheLanguage() async throws {
        let panel = try make(Self.fraction)
        let page = await panel.browse([
            "k": "0", "k[shown]": "0", "k[typed]": "2,5", "_locale": "de",
        ])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(#"name="k[typed]" value="2,5""#))
        // In German, a dot groups digits.
        let grouped = await panel.browse(["k": "0", "k[typed]": "1.125", "_locale": "de"])
        #expect(grouped.status == 422)
    }

    /// As in any other control, the last of several texts counts.
    @Test
    func showsRejectedText() async throws {
        let page = await (try make()).browse(["k": "20", "k": "150"])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(#"name="k[typed]" value="150""#))
    }

    @Test
    func rejectsUnknownParts() async throws {
        let answer = try await make().post(["k[other]": "1"])
        #expect(answer.status == 422)
    }

    @Test
    func showsTheLabelsOfItsEnds() async throws {
        let panel = try make(
            Self.range + #","itemMinimumLabel":"Quiet","itemMaximumLabel":{"en":"Loud"}"#)
        let scale = #"value="0" min="0" max="100" step="1""#
        #expect(
            await panel.row().contains(
                control(
                    scale, shown: "0",
                    ends: (#"<span class="min">Quiet</span>"#, #"<span class="max">Loud</span>"#))))
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
    func showsItsValueInTheFormatOfTheLanguage() async throws {
        let panel = try make(Self.fraction + #","itemValue":1.125,"itemUnit":"s""#)
        let row = await panel.row(language: "de")
        #expect(row.contains(#"aria-valuetext="1,125 s""#))
        #expect(row.contains(#"name="k[typed]" value="1,125""#))
        #expect(row.contains(#"<span class="unit" id="u-k">s</span>"#))
        #expect(row.contains(#"data-point=",""#))
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
        (range, "", "“Port” is missing"), (range, "x", "Port must be a whole number, like 30"),
        (range + #","itemStep":5"#, "42", "Port must be a multiple of 5"),
        (fraction, "1.1255", "Port must have 3 decimal places or fewer"),
        (fraction, "2.001", "Port must be between 0 and 2"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    /// The number is in its field with the error, and the scale shows the stored value.
    @Test(arguments: ["101", "x", "", "5.5"])
    func keepsATypedNumberThatIsRejected(text: String) async throws {
        let response = try await make().browse(["k": "0", "k[shown]": "0", "k[typed]": text])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(
                #"<input type="range" id="a-k" name="k" aria-labelledby="l-k" value="0" min="0" "#
                    + #"max="100" step="1" aria-describedby="e-k">"#))
        #expect(
            row.contains(
                #"id="c-k" name="k[typed]" value="\#(text)" dir="ltr" size="4" data-step="1" "#
                    + #"data-min="0" data-max="100" aria-labelledby="l-k" "#
                    + #"aria-describedby="e-k" aria-invalid="true">"#))
        // Posted again unchanged, it is rejected again.
        #expect(row.contains(#"name="k[shown]" value="0""#))
    }

    @Test
    func showsAValueOfManyDigitsOnItsScale() async throws {
        let panel = try make(#""itemMinimum":0,"itemMaximum":1,"itemValue":0.12345678901234567"#)
        #expect(
            await panel.row().contains(
                control(
                    #"value="0.123456789012346" min="0" max="1" step="any" data-grain="0.001""#,
                    shown: "0.123456789012346")))
    }

    /// A browser posts at most 15 digits of a number; that is not a change of a number with more
    /// digits.
    @Test
    func keepsANumberOfManyDigitsThatIsPostedRounded() async throws {
        let many = ExactDecimal("0.12345678901234567").map { Value($0) }
        let panel = try make(#""itemMinimum":0,"itemMaximum":1.5"#)
        try panel.set(["k": "0.12345678901234567"])
        #expect(await panel.browse(["k": "0.123456789012346"]).header("location") == "/?same=1")
        #expect(panel.settings.value("k") == many)
        _ = await panel.browse(["k": "0.5"])
        #expect(panel.settings.value("k") != many)
    }
}
