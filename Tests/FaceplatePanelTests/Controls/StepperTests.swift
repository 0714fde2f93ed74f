import Faceplate
import Testing

@testable import FaceplatePanel

struct StepperTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("stepper", more))
    }

    private func control(_ field: String, unit: String = "") -> String {
        #"<button class="dec" name="_step" value="k:down" "#
            + #"aria-label="Decrease “Port”">−</button><input type="text" inputmode="\#(field)>"#
            + unit
            + #"<button class="inc" name="_step" value="k:up" aria-label="Increase “Port”">+</button>"#
    }

    @Test
    func showsItsButtonsAroundItsField() async throws {
        #expect(
            try await make(#""itemValue":5"#).row().contains(
                control(#"text" id="c-k" name="k" value="5" dir="ltr" size="12" data-step="1""#)))
        #expect(
            try await make(#""itemMinimum":0,"itemMaximum":10,"itemUnit":"pages""#).row().contains(
                control(
                    #"numeric" id="c-k" name="k" value="" dir="ltr" size="4" data-step="1" "#
                        + #"data-min="0" data-max="10" "#
                        + #"aria-labelledby="l-k u-k""#,
                    unit: #"<span class="unit" id="u-k">pages</span>"#)))
    }

    @Test(arguments: [("de", "„Port“ erhöhen"), ("ja", "「Port」を増やす")])
    func namesItsButtonsInTheLanguage(locale: String, name: String) async throws {
        #expect(await (try make()).row(language: locale).contains(#"aria-label="\#(name)""#))
    }

    @Test(arguments: [
        ("", "5", "up", "6"), ("", "5", "down", "4"), ("", "", "up", "1"), ("", "", "down", "-1"),
        ("", " 7 ", "up", "8"), (#""itemStep":5"#, "10", "up", "15"),
        (#""itemStep":5"#, "10", "down", "5"),
        (#""itemMinimum":0,"itemMaximum":10"#, "9", "up", "10"),
        (#""itemMinimum":0,"itemMaximum":10"#, "10", "up", "10"),
        (#""itemMinimum":0,"itemMaximum":10"#, "15", "up", "10"),
        (#""itemMinimum":0,"itemMaximum":10"#, "15", "down", "10"),
        (#""itemMinimum":0,"itemMaximum":10"#, "0", "down", "0"),
        (#""itemMinimum":3"#, "", "up", "3"), (#""itemMinimum":3"#, "", "down", "3"),
        (#""itemMinimum":0,"itemMaximum":10,"itemStep":4"#, "8", "up", "8"),
        ("", "9223372036854775807", "up", "9223372036854775807"),
        ("", "-9223372036854775808", "down", "-9223372036854775808"),
        (#""itemStep":0.1"#, "0.2", "up", "0.3"), (#""itemStep":0.1"#, "0", "down", "-0.1"),
        (#""itemStep":0.1,"itemMaximum":0.25"#, "0.2", "up", "0.2"),
        (#""itemFractionDigits":2"#, "1.25", "up", "2.25"),
    ])
    func changesTheValueByItsStep(attributes: String, text: String, way: String, value: String)
        async throws
    {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text, "_step": "k:\(way)"]).status == 303)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal(value))))
    }

    @Test
    func stepsFromTheStoredValueIfNothingIsTyped() async throws {
        let panel = try make(#""itemValue":5"#)
        #expect(
            await panel.json(["_step": "k:up"]).text
                == #"{"revision":1,"changed":{"k":{"from":null,"to":6}}}"#)
        #expect(
            await panel.json(["_step": "k:up", "_step": "k:up"]).text
                == #"{"revision":2,"changed":{"k":{"from":6,"to":8}}}"#)
        #expect(
            await panel.json(["_step": "k:up", "_step": "k:down"]).text
                == #"{"revision":2,"changed":{}}"#)
    }

    @Test
    func readsTypedTextInItsLanguage() async throws {
        let panel = try make(#""itemStep":0.5"#)
        #expect(await panel.post(["k": "1.000,5", "_locale": "de", "_step": "k:up"]).status == 303)
        #expect(panel.settings.value("k") == 1001)
    }

    @Test
    func savesTheOtherFieldsWithIt() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("stepper"), TestPanel.item("switch", key: "on"))
        let response = await panel.json(["k": "1", "on": "YES", "_step": "k:up", "_revision": "0"])
        #expect(
            response.text
                == #"{"revision":1,"changed":{"k":{"from":null,"to":2},"on":{"from":null,"to":true}}}"#
        )
    }

    @Test
    func isAConflictAfterAStepByAnotherUser() async throws {
        let panel = try make(#""itemValue":5"#)
        try panel.set(["k": "7"])
        let response = await panel.json(["k": "5", "_step": "k:up", "_revision": "0"])
        #expect(response.status == 409)
        #expect(panel.settings.value("k") == 7)
    }

    @Test(arguments: [
        ("", "x", "Port must be a whole number, like 30"),
        (#""itemMaximum":10,"itemStep":5"#, "7", "Port must be a multiple of 5"),
        (#""itemReadOnly":true,"itemValue":1"#, "1", "Port is read-only"),
    ])
    func rejectsAStepFromAWrongValue(
        attributes: String, text: String, sentence: String
    ) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": text, "_step": "k:down"])
        #expect(response.text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func keepsTypedTextBesideItsProblem() async throws {
        let response = try await make().browse(["k": "x", "_step": "k:up"])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(
                control(
                    #"text" id="c-k" name="k" value="x" dir="ltr" size="12" data-step="1" "#
                        + #"aria-describedby="e-k" aria-invalid="true""#)))
    }

    @Test(
        arguments: [
            ("name:up", "name: Name must be a number, like 1\n"),
            ("pw:up", "pw: Pw must be a number, like 1. Enter pw again\n"),
            ("list:up", "list: List must be a number, like 1\n"),
            ("nam:up", "nam: No setting is named nam. Did you mean name?\n"),
            ("name", nil), ("name:UP", nil),
        ] as [(String, String?)])
    func rejectsStepsOfOtherControls(step: String, text: String?) async throws {
        let panel = try TestPanel.make(
            #"{"itemKey":"name","itemControlType":"edit_text"}"#,
            #"{"itemKey":"pw","itemControlType":"edit_password"}"#,
            #"{"itemKey":"list","itemControlType":"choices","itemOptions":["a"]}"#)
        let response = await panel.post(["_step": step])
        #expect(response.status == (text == nil ? 400 : 422))
        if let text { #expect(response.text == text) }
        #expect(panel.settings.revision == 0)
    }
}
