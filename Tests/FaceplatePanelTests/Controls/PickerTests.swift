import Faceplate
import Testing

@testable import FaceplatePanel

struct PickerTests {
    private let options = #""itemOptions":[{"value":"a","label":"Ana"},"b"]"#

    private func make(_ more: String = #","itemValue":"a""#) throws -> TestPanel {
        try TestPanel.make(TestPanel.item("picker", options + more))
    }

    private func option(_ value: String, _ title: String, chosen: Bool = false) -> String {
        #"<option value="\#(value)"\#(chosen ? " selected" : "")>\#(title)</option>"#
    }

    /// The end of the menu, and the field for a custom value below it.
    private func own(_ text: String = "", chosen: Bool = false, more: String = "") -> String {
        option("own", "Other value", chosen: chosen)
            + #"</select></div><div class="field own"><input type="text" name="k[own]" "#
            + #"value="\#(text)" dir="auto" list="o-k.list" id="o-k.own" "#
            + #"aria-label="Other value for port"\#(more)><datalist id="o-k.list">"#
            + #"<option value="a" label="Ana"></option><option value="b" label="b"></option>"#
            + "</datalist>"
    }

    @Test
    func offersTheDefaultTheOptionsAndACustomValue() async throws {
        #expect(
            try await make().row().contains(
                #"<select id="c-k" name="k[pick]">"#
                    + option("default", "Default (Ana)", chosen: true)
                    + option("=a", "Ana") + option("=b", "b") + own()))
    }

    @Test
    func selectsNothingWithoutAValue() async throws {
        let panel = try make("")
        #expect(
            await panel.row().contains(
                option("", "–", chosen: true) + option("=a", "Ana") + option("=b", "b") + own()))
        let untouched = await panel.browse(["k[own]": "", "_revision": "0"])
        #expect(untouched.header("location") == "/?same=1")
    }

    @Test(arguments: [("a", "=a", ""), ("b", "=b", ""), ("own one", "own", "own one")])
    func showsASetValue(value: String, pick: String, own: String) async throws {
        let panel = try make()
        try panel.set(["k": value])
        let row = await panel.row()
        #expect(row.matches(of: /value="[^"]*" selected/).count == 1)
        #expect(row.contains(#"value="\#(pick)" selected>"#))
        #expect(row.contains(#"name="k[own]" value="\#(own)""#))
        // A stored value equal to the default is shown as an option, without a reset button.
        #expect(row.contains(#"name="_reset""#) == (value != "a"))
        let untouched = await panel.browse([
            "k[pick]": pick, "k[own]": own, "_revision": "1",
        ])
        #expect(untouched.header("location") == "/?same=1")
    }

    @Test
    func keepsTheChosenOptionThatAConditionForbids() async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "picker",
                #""itemOptions":["a",{"value":"b","when":{"key":"on","equals":true}}]"#),
            TestPanel.item("switch", key: "on"))
        try panel.set(["on": "YES", "k": "b"])
        #expect(await panel.row().contains(option("=b", "b", chosen: true)))
        try panel.set(["on": "NO"])
        let row = await panel.row()
        #expect(row.contains(option("=b", "b (not available)", chosen: true)))
        #expect(await panel.shownRow().sent("k[pick]") == ["=b"])
        let untouched = await panel.browse(["k[pick]": "=b", "k[own]": "", "_revision": "2"])
        #expect(untouched.header("location") == "/?same=1")
    }

    @Test
    func canBeResetToTheDefault() async throws {
        let panel = try make()
        try panel.set(["k": "b"])
        let json = await panel.json(["k[pick]": "default", "k[own]": "", "_revision": "1"])
        #expect(json.text == #"{"revision":2,"changed":{"k":{"from":"b","to":null}}}"#)
        let again = await panel.browse(["k[pick]": "default", "k[own]": "", "_revision": "2"])
        #expect(again.header("location") == "/?same=1")
    }

    @Test
    func setsAnOptionThatEqualsTheDefault() async throws {
        let panel = try make()
        let json = await panel.json(["k[pick]": "=a", "k[own]": "", "_revision": "0"])
        #expect(json.text == #"{"revision":1,"changed":{"k":{"from":null,"to":"a"}}}"#)
    }

    @Test
    func anUntouchedFieldKeepsTheChangeOfOthers() async throws {
        let panel = try make()
        try panel.set(["k": "b"])
        let untouched = await panel.browse(["k[pick]": "default", "k[own]": "", "_revision": "0"])
        #expect(untouched.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == "b")
        let touched = await panel.browse(["k[pick]": "own", "k[own]": "x", "_revision": "0"])
        #expect(touched.status == 409)
        let row = TestPanel.row(in: touched.text)
        #expect(row.contains("Changed to b by the program since you opened this page."))
        #expect(
            row.contains(#"value="own" selected>"#) && row.contains(#"name="k[own]" value="x""#))
    }

    @Test
    func anUntouchedEmptyFieldKeepsTheChangeOfOthers() async throws {
        let panel = try make("")
        try panel.set(["k": "b"])
        let untouched = await panel.browse(["k[own]": "", "_revision": "0"])
        #expect(untouched.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == "b")
    }

    @Test(arguments: [["k": ""], ["k[pick]": "own", "k[own]": ""]] as [TestPanel.Fields])
    func canBeClearedWithoutADefault(form: TestPanel.Fields) async throws {
        let panel = try make("")
        try panel.set(["k": "b"])
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == nil)
    }

    @Test
    func keepsTypedText() async throws {
        let panel = try make(#","itemValue":"a","itemMaximumLength":3"#)
        let response = await panel.browse(["k[pick]": "own", "k[own]": "long"])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(
                own("long", chosen: true, more: #" aria-describedby="e-k" aria-invalid="true""#)))
        #expect(row.matches(of: /value="[^"]*" selected/).count == 1)
        #expect(response.text.contains(##"<a href="#c-k">Port must be 3 characters or fewer</a>"##))
    }

    @Test(
        arguments: [
            (["k": "b"], "b"), (["k": "x"], "x"), (["k[pick]": "=b"], "b"),
            (["k[pick]": "=b", "k[own]": "x"], "b"), (["k[pick]": "own", "k[own]": " x "], "x"),
            (["k[own]": "x"], "x"), (["k[pick]": "own", "k[own]": "b"], "b"),
            (["k": "abc"], "abc"), (["k": "ab"], "ab"), (["k[pick]": "b"], "b"),
        ] as [(TestPanel.Fields, String)])
    func accepts(form: TestPanel.Fields, value: String) async throws {
        let panel = try make(#","itemValue":"a","itemMaximumLength":3"#)
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == .text(value))
    }

    @Test(
        arguments: [
            (["k": ""], "Choose a value for “Port”"),
            (["k[pick]": "own", "k[own]": " "], "Choose a value for “Port”"),
            (["k": "abcd"], "Port must be 3 characters or fewer"),
            (["k[pick]": "c"], "Port cannot be “c”. Choose a or b"),
            (["k[pick]": "default", "k[x]": "b"], "Port has no part named [x]"),
            (["k[0]": "b"], "Port has no part named [0]"),
            (["_move": "k[0]:up"], "Port must be a list"),
        ] as [(TestPanel.Fields, String)])
    func rejects(form: TestPanel.Fields, sentence: String) async throws {
        let response = try await make(#","itemValue":"a","itemMaximumLength":3"#).post(form)
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
    }

    // MARK: - Adding

    private func adding() throws -> TestPanel {
        try make(#","itemValue":"a","itemAdds":true,"itemMaximumLength":5"#)
    }

    @Test
    func addsACustomValuePermanently() async throws {
        let panel = try adding()
        #expect(
            await panel.row().contains(
                #"</datalist><button name="_add" value="k">Add to the list</button>"#))
        let added = await panel.browse([
            "k[pick]": "default", "k[own]": " mine ", "_add": "k", "_revision": "0",
        ])
        #expect(added.header("location") == "/?rev=1#s-k")
        #expect(panel.settings.value("k") == "mine")
        #expect(panel.settings.value("k.added") == .list(["mine"]))
        let row = await panel.row()
        #expect(
            row.contains(
                #"<button class="reset" name="_remove" value="k.added[0]">"#
                    + "Remove mine from the list</button>"))
        #expect(row.contains(option("=mine", "mine", chosen: true)))
        try panel.set(["k": "b"])
        #expect(await panel.row().contains(option("=mine", "mine")))
    }

    /// The added options have a key of their own, but no row.
    @Test
    func aLinkToTheAddedOptionsOpensItsRow() async throws {
        let panel = try adding()
        for key in ["k", "k.added"] {
            #expect(await panel.visit("/s/\(key)").header("location") == "/#s-k")
            let row = await panel.visit("/fragments/\(key)")
            #expect(row.status == 200 && row.text.contains(#"id="s-k""#))
        }
    }

    @Test
    func addsThePlainTextOfAScript() async throws {
        let panel = try adding()
        #expect(await panel.json(["k": "mine", "_add": "k"]).status == 200)
        #expect(panel.settings.value("k") == "mine")
        #expect(panel.settings.value("k.added") == .list(["mine"]))
        #expect(await panel.post(["k": "a", "_add": "k"]).text == "k: “a” is already in “Port”\n")
    }

    @Test
    func addsTheValueThatIsAlreadyChosen() async throws {
        let panel = try adding()
        try panel.set(["k": "mine"])
        _ = await panel.browse([
            "k[pick]": "own", "k[own]": "mine", "_add": "k", "_revision": "1",
        ])
        #expect(panel.settings.value("k.added") == .list(["mine"]))
    }

    @Test
    func addsToOptionsThatOthersAdded() async throws {
        let panel = try adding()
        try panel.set(["k.added": #"["x"]"#])
        let added = await panel.browse(["k[own]": "y", "_add": "k", "_revision": "0"])
        #expect(added.status == 303)
        #expect(panel.settings.value("k.added") == .list(["x", "y"]))
    }

    /// The row itself has not changed since the page was written.
    @Test
    func showsOptionsThatOthersAddAndRemove() async throws {
        let panel = try adding()
        for added in ["[]", #"["x"]"#, #"["x","y"]"#, #"["y"]"#, "[]"] {
            try panel.set(["k.added": added])
            let row = await panel.row()
            for text in ["x", "y"] {
                #expect(row.contains(option("=\(text)", text)) == added.contains(text), "\(added)")
            }
        }
    }

    @Test(arguments: ["a", "b", "mine"])
    func rejectsAddingTheSameOptionTwice(text: String) async throws {
        let panel = try adding()
        try panel.set(["k.added": #"["mine"]"#])
        let form: TestPanel.Fields = ["k[pick]": "default", "k[own]": text, "_add": "k"]
        #expect(await panel.post(form).text == "k: “\(text)” is already in “Port”\n")
        #expect(await panel.json(form).text.contains(#""code":"duplicate""#))
        let row = TestPanel.row(in: await panel.browse(form).text)
        #expect(row.contains(#"value="own" selected>"#))
        #expect(row.contains(#"name="k[own]" value="\#(text)""#))
    }

    @Test(arguments: [
        ("", "Choose a value for “Port”"), ("toolong", "Port must be 5 characters or fewer"),
    ])
    func rejectsAddingAnInvalidOption(text: String, sentence: String) async throws {
        let panel = try adding()
        #expect(await panel.post(["k[own]": text, "_add": "k"]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(
        arguments: [
            ["k.added": #"["toolong"]"#], ["_remove": "k.added[5]"],
        ] as [TestPanel.Fields])
    func showsTheProblemOfAnAddedOptionInItsRow(form: TestPanel.Fields) async throws {
        let panel = try adding()
        try panel.set(["k.added": #"["mine"]"#])
        let page = await panel.browse(form)
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(#"id="e-k""#))
        #expect(page.text.contains(##"<a href="#c-k">"##))
    }

    @Test
    func removesAnAddedOption() async throws {
        let panel = try adding()
        try panel.set(["k.added": #"["x","y"]"#, "k": "x"])
        let removed = await panel.browse([
            "k[pick]": "=x", "k[own]": "", "_remove": "k.added[0]", "_revision": "1",
        ])
        #expect(removed.header("location") == "/?rev=2#s-k")
        #expect(panel.settings.value("k.added") == .list(["y"]))
        let row = await panel.row()
        #expect(row.contains(own("x", chosen: true)))
        let status = await panel.page("/?rev=2")
        #expect(status.contains("<bdi>Port</bdi>: <bdi>removed “x”</bdi>"))
    }

    /// An option that the schema has gained since it was added is shown once.
    @Test
    func removesAnAddedOptionThatEqualsAnOptionOfTheSchema() async throws {
        let panel = try adding()
        try panel.set(["k.added": #"["b","x","y"]"#, "k": "x"])
        #expect(
            await panel.row().contains(#"name="_remove" value="k.added[1]">Remove x from"#))
    }

    @Test
    func cannotAddUnlessTheSchemaAllowsIt() async throws {
        let panel = try make()
        #expect(!(await panel.row().contains("_add")))
        let response = await panel.post(["k[own]": "x", "_add": "k"])
        #expect(response.text == "k: Port must be a list\n")
        #expect(await panel.post(["k.added": "[]"]).status == 422)
    }

    @Test
    func cannotAddWhenReadOnly() async throws {
        let panel = try make(#","itemValue":"a","itemAdds":true,"itemReadOnly":true"#)
        #expect(await panel.post(["k[own]": "x", "_add": "k"]).status == 422)
        #expect(await panel.post(["k.added": #"["x"]"#]).status == 422)
    }
}
