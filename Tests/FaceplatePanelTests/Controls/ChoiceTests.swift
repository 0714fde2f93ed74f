import Faceplate
import FaceplateSeeds
import Testing

@testable import FaceplatePanel

@Suite(.seed("S3.13", "S4.6"))
struct ChoiceTests {
    private let two = #""itemOptions":[{"value":"a","label":"Ana"},{"value":"b","label":"Bo"}]"#
    private let six = #""itemOptions":["a","b","c","d","e",{"value":"f","label":"Fumi"}]"#
    private let frame = #"<fieldset class="row choice" id="s-k"><legend id="l-k">Port</legend>"#
    private let listStart =
        #"<div class="row choice" id="s-k"><div class="t"><label id="l-k" for="c-k">Port</label>"#

    private func make(_ options: String, _ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("choice", options + more))
    }

    private func radios(_ first: String, _ second: String) -> String {
        "\n"
            + #"<label class="opt"><input type="radio" id="c-k" name="k" value="a"\#(first)>Ana</label>"#
            + "\n"
            + #"<label class="opt"><input type="radio" name="k" value="b"\#(second)>Bo</label>"#
    }

    @Test(.seed("S3.12"))
    func showsUpToFiveOptionsAsRadios() async throws {
        #expect(try await make(two).row() == frame + radios(" checked", "") + "</fieldset>")
        let five = try make(#""itemOptions":["a","b","c","d","e"]"#)
        #expect(await five.row().hasPrefix("<fieldset"))
    }

    @Test(.seed("S3.13"))
    func showsSixOptionsAsAList() async throws {
        let options = "abcde".map {
            #"<option value="\#($0)"\#($0 == "a" ? " selected" : "")>\#($0)</option>"#
        }
        #expect(
            try await make(six).row()
                == listStart + #"</div><div class="ctl"><select id="c-k" name="k">"#
                + options.joined() + #"<option value="f">Fumi</option></select></div></div>"#)
    }

    @Test(arguments: [("list", "<div"), ("radios", "<fieldset")])
    func followsTheStyle(style: String, start: String) async throws {
        let more = #","itemStyle":"\#(style)""#
        #expect(try await make(two, more).row().hasPrefix(start))
        #expect(try await make(six, more).row().hasPrefix(start))
    }

    @Test
    func showsASetValueAndTheWayBack() async throws {
        let panel = try make(two)
        try panel.set(["k": "b"])
        #expect(
            await panel.row()
                == #"<fieldset class="row choice mod" id="s-k"><legend id="l-k">Port</legend>"#
                + radios("", " checked")
                + #"<span class="sr">Modified.</span><button class="reset" name="_reset" value="k" "#
                + #"aria-describedby="l-k"><span>Reset to Ana</span></button></fieldset>"#
        )
    }

    @Test
    func describesItselfByHelpAndProblem() async throws {
        let response = try await make(two, #","itemHelp":"Who.""#).browse(["k": "c"])
        #expect(
            TestPanel.row(in: response.text)
                == #"<fieldset class="row choice" id="s-k" aria-describedby="d-k e-k">"#
                + #"<legend id="l-k">Port</legend><p class="help" id="d-k">Who.</p>"#
                + #"<p class="err" id="e-k"><span><span class="sr">Error: </span>"#
                + "Port cannot be ‘c’. Choose Ana or Bo</span></p>" + radios("", "")
                + "</fieldset>")
    }

    @Test
    func keepsARefusedValueInAList() async throws {
        let response = try await make(six).browse(["k": "z"])
        #expect(
            TestPanel.row(in: response.text)
                .contains(
                    #"<select id="c-k" name="k" aria-describedby="e-k" aria-invalid="true">"#
                        + #"<option value="z" selected>z (not available)</option><option value="a">"#
                ))
    }

    @Test(arguments: ["radios", "list"])
    func keepsWhatWasChosenWhereAnotherFieldIsWrong(style: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("choice", two + #","itemStyle":"\#(style)""#),
            TestPanel.item("switch", key: "other"))
        let row = TestPanel.row(in: await panel.browse(["k": "b", "other": "x"]).text)
        let mark = style == "radios" ? "checked" : "selected"
        #expect(row.contains(#"value="b" \#(mark)>"#))
        #expect(!row.contains(#"value="a" \#(mark)>"#))
    }

    @Test
    func showsAValueThatIsNoOptionAnyMore() async throws {
        let panel = try make(two)
        try panel.set(["k": "b"])
        let schema = try SchemaReader.read(
            Array(
                #"[{"groupKey":"g","items":[\#(TestPanel.item("choice", #""itemOptions":["a","c"]"#))]}]"#
                    .utf8),
            name: "harbour")
        try panel.settings.adopt(schema, labels: LabelCatalog())
        #expect(
            await panel.row().contains(
                #"<input type="radio" id="c-k" name="k" value="b" checked>b (not available)</label>"#
            ))
        let page = await panel.browse(["k": "b", "_revision": "1"])
        #expect(page.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == "b")
    }

    @Test
    func showsTheTitleWhereItIsReadOnly() async throws {
        #expect(
            try await make(two, #","itemReadOnly":true"#).row()
                == #"<div class="row choice" id="s-k"><div class="t"><span class="l" id="l-k">Port"#
                + #"</span><p class="help lock">Read-only</p></div>"#
                + #"<span class="v" dir="auto">Ana</span></div>"#)
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
        (#"["a","b"]"#, "c", "Port cannot be ‘c’. Choose a or b"),
        (#"["a","b"]"#, "", "Select port"),
        (#"["a","b"]"#, "A", "Port cannot be ‘A’. Choose a or b"),
        (#"["a","b","c"]"#, "x", "Port cannot be ‘x’. Choose a, b or c"),
        (#"["a"]"#, "x", "Port cannot be ‘x’. Choose a"),
        (
            #"["a","b","c","d","e","f","g"]"#, "x",
            "Port cannot be ‘x’. Choose one of the options"
        ),
        (#"["x","é"]"#, "e\u{301}", "Port cannot be ‘e\u{301}’. Choose x or é"),
        (
            #"["a","b"]"#, String(repeating: "x", count: 41),
            "Port cannot be ‘" + String(repeating: "x", count: 39) + "…’. Choose a or b"
        ),
    ])
    func refuses(options: String, text: String, sentence: String) async throws {
        let response = try await make(#""itemOptions":\#(options)"#).post(["k": text])
        #expect(response.status == 422)
        #expect(Array(response.text.utf8) == Array("k: \(sentence)\n".utf8))
    }
}
