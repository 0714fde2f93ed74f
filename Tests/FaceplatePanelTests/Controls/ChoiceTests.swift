import Faceplate
import Testing

@testable import FaceplatePanel

struct ChoiceTests {
    private let two = #""itemOptions":[{"value":"a","label":"Ana"},{"value":"b","label":"Bo"}]"#
    private let six = #""itemOptions":["a","b","c","d","e",{"value":"f","label":"Fumi"}]"#

    private func make(_ options: String, _ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("choice", options + more))
    }

    private func radios(_ first: String, _ second: String) -> String {
        "\n"
            + #"<label class="opt"><input type="radio" id="c-k" name="k" value="a"\#(first)>Ana</label>"#
            + "\n"
            + #"<label class="opt"><input type="radio" name="k" value="b"\#(second)>Bo</label>"#
    }

    @Test
    func isAMenu() async throws {
        let options = "abcde".map {
            #"<option value="\#($0)"\#($0 == "a" ? " selected" : "")>\#($0)</option>"#
        }
        #expect(
            try await make(six).row().contains(
                #"<div class="ctl field"><select id="c-k" name="k">"# + options.joined()
                    + #"<option value="f">Fumi</option></select></div>"#))
        #expect(try await make(two).shownRow().fields.map(\.role) == ["combobox"])
    }

    @Test
    func isRadioButtonsWhereAnOptionHasAHelp() async throws {
        let helped = #""itemOptions":[{"value":"a","help":{"en":"Why."}},"b"]"#
        #expect(try await make(helped).shownRow().fields.map(\.role) == ["radio", "radio"])
        let row = try await make(two, #","itemStyle":"radios""#).row()
        #expect(row.contains(radios(" checked", "")))
    }

    @Test(arguments: [("list", "combobox"), ("radios", "radio")])
    func followsTheStyle(style: String, role: String) async throws {
        let more = #","itemStyle":"\#(style)""#
        for options in [two, six] {
            let row = try await make(options, more).shownRow()
            #expect(row.fields.allSatisfy { $0.role == role } && row.field != nil)
        }
    }

    /// Only a switch that has no value is sent as off; of a choice, `false` is a choice.
    @Test(arguments: ["choice", "segment"])
    func choosesFalseOnAPage(control: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item(control, #""itemOptions":[true,false],"itemRequired":false"#))
        #expect(await panel.browse(["k": "false", "_revision": "0"]).status == 303)
        #expect(panel.settings.value("k") == false)
    }

    /// `itemRequired: false`: no option is chosen until a user chooses one, and the choice can be removed again.
    @Test(arguments: ["choice", "segment"])
    func beginsWithoutAChoice(control: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item(control, two + #","itemRequired":false"#),
            TestPanel.item("switch", #""itemRequired":false"#, key: "on"),
            TestPanel.item("edit_text", #""itemRequired":false"#, key: "name"),
            TestPanel.item(
                "edit_text", #""itemVisibleWhen":{"key":"on","equals":false}"#, key: "off"))
        // For conditions, a switch without a value is off.
        #expect(panel.settings.snapshot.rules.isVisible("off"))
        func isUnset() -> Bool {
            ["k", "on", "name"].allSatisfy {
                panel.settings.value($0) == nil && !panel.settings.snapshot.isSet($0)
            }
        }
        #expect(isUnset())
        let row = ShownPage(await panel.page()).row()
        #expect(row.sent("k") == [""] && row.text.contains("None"))
        // A page that is sent as it was shown sets nothing.
        let shown: TestPanel.Fields = ["k": "", "on": "NO", "name": "", "_revision": "0"]
        #expect(await panel.browse(shown).status == 303)
        #expect(isUnset() && panel.settings.revision == 0)
        #expect(await panel.post(["k": "b", "on": "off", "name": "Ada"]).status == 303)
        #expect(panel.settings.value("k") == "b" && panel.settings.value("on") == false)
        #expect(ShownPage(await panel.page()).row().sent("k") == ["b"])
        #expect(await panel.post(["k": "", "name": "  "]).status == 303)
        #expect(panel.settings.value("k") == nil && panel.settings.value("name") == nil)
        #expect(await panel.json(["on": "_"]).status == 422)
        try panel.settings.applyAndWait(Batch([Assignment("on", .reset)], origin: .program))
        #expect(isUnset())
    }

    @Test
    func keepsARejectedValueSelected() async throws {
        let response = try await make(six).browse(["k": "z"])
        #expect(
            TestPanel.row(in: response.text)
                .contains(
                    #"<select id="c-k" name="k" aria-describedby="e-k" aria-invalid="true">"#
                        + #"<option value="z" selected>z (not available)</option><option value="a">"#
                ))
    }

    @Test
    func keepsTheSelectionWhenAnotherFieldIsWrong() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("choice", two + #","itemStyle":"list""#),
            TestPanel.item("switch", key: "other"))
        let row = ShownPage(await panel.browse(["k": "b", "other": "x"]).text).row()
        #expect(row.sent("k") == ["b"])
    }

    @Test
    func showsAValueThatIsNoLongerAnOption() async throws {
        let panel = try make(two, #","itemStyle":"radios""#)
        try panel.set(["k": "b"])
        try panel.settings.content.setOptions([ProvidedOption("a"), ProvidedOption("c")], of: "k")
        #expect(
            await panel.row().contains(
                #"<input type="radio" id="c-k" name="k" value="b" checked>b (not available)</label>"#
            ))
        let page = await panel.browse(["k": "b", "_revision": "1"])
        #expect(page.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == "b")
    }

    @Test(
        arguments: [
            (#"[1,2.5,"x",true]"#, "1", 1), (#"[1,2.5,"x",true]"#, "x", "x"),
            (#"["x",true,false]"#, "true", true), (#"["x",true,false]"#, "YES", true),
            (#"["x",true,false]"#, "off", false), (#"["x",""]"#, "", ""), (#"["x","é"]"#, "é", "é"),
        ] as [(String, String, Value)])
    func accepts(options: String, text: String, value: Value) async throws {
        let panel = try make(#""itemOptions":\#(options)"#)
        #expect(await panel.post(["k": text]).status == 303)
        #expect(panel.settings.value("k") == value)
    }

    @Test(arguments: [
        (#"["a","b"]"#, "c", "Port cannot be “c”. Choose a or b"),
        (#"["a","b"]"#, "", "Choose a value for “Port”"),
        (#"["a","b"]"#, "A", "Port cannot be “A”. Choose a or b"),
        (#"["a","b","c"]"#, "x", "Port cannot be “x”. Choose a, b or c"),
        (#"["a"]"#, "x", "Port cannot be “x”. Choose a"),
        (
            #"["a","b","c","d","e","f","g"]"#, "x",
            "Port cannot be “x”. Choose one of the options"
        ),
        (#"["x","é"]"#, "e\u{301}", "Port cannot be “e\u{301}”. Choose x or é"),
        (
            #"["a","b"]"#, String(repeating: "x", count: 41),
            "Port cannot be “" + String(repeating: "x", count: 39) + "…”. Choose a or b"
        ),
    ])
    func rejects(options: String, text: String, sentence: String) async throws {
        let response = try await make(#""itemOptions":\#(options)"#).post(["k": text])
        #expect(response.status == 422)
        #expect(Array(response.text.utf8) == Array("k: \(sentence)\n".utf8))
    }
}
