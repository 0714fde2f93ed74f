import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct EditListTests {
    private func make(_ element: String = "", _ more: String = "") throws -> TestPanel {
        let element = element.isEmpty ? #""itemControlType":"edit_text""# : element
        return try TestPanel.make(
            TestPanel.item("edit_list", #""itemElement":{\#(element)}"# + more))
    }

    private let ab = #","itemValue":["a","b"]"#

    private func acts(_ place: Int, of count: Int) -> String {
        let number = place + 1
        return #"<span class="acts"><button class="up" name="_move" value="k[\#(place)]:up""#
            + #"\#(place == 0 ? " disabled" : "")><span class="sr">Move entry \#(number) up</span>"#
            + #"</button><button class="down" name="_move" value="k[\#(place)]:down""#
            + #"\#(number == count ? " disabled" : "")><span class="sr">Move entry \#(number) down"#
            + #"</span></button><button class="del" name="_remove" value="k[\#(place)]">"#
            + #"<span class="sr">Remove entry \#(number)</span></button></span>"#
    }

    private func new(_ field: String, at place: Int) -> String {
        #"<li id="s-k.\#(place)" class="new">\#(field)\#(remove(place))</li>"# + "\n"
    }

    private let add =
        #"<button class="add" name="_add" value="k" aria-describedby="l-k">Add entry</button>"#

    /// The button of an entry that is not stored.
    private func remove(_ place: Int) -> String {
        #"<span class="acts"><button class="del" name="_remove" value="k[\#(place)]">"#
            + #"<span class="sr">Remove entry \#(place + 1)</span></button></span>"#
    }

    private func text(_ place: Int, _ text: String, id: Bool = false, new: Bool = false) -> String {
        #"<input type="text"\#(id ? #" id="c-k""# : "") name="k[\#(place)]" value="\#(text)" "#
            + #"dir="auto" aria-label="\#(new ? "New entry" : "Entry \(place + 1)")">"#
    }

    private let start =
        #"<ol class="list">"#

    @Test
    func showsAFieldForEachElementAndAnEmptyOne() async throws {
        #expect(
            try await make("", ab).row().contains(
                start + #"<li id="s-k.0">"# + text(0, "a", id: true) + acts(0, of: 2)
                    + "</li>\n" + #"<li id="s-k.1">"# + text(1, "b") + acts(1, of: 2) + "</li>\n"
                    + new(text(2, "", new: true), at: 2)
                    + "</ol>" + add))
        #expect(
            try await make().row().contains(
                start + new(text(0, "", id: true, new: true), at: 0) + "</ol>" + add))
    }

    @Test(arguments: [
        (#","itemMinimumCount":2"#, "There must be at least 2 entries"),
        (#","itemMinimumCount":1"#, nil), ("", nil),
    ])
    func removesNoEntryThatIsNeeded(more: String, reason: String?) async throws {
        let row = try await make("", ab + more).row()
        let off = reason.map { #" disabled title="\#($0)""# } ?? ""
        #expect(row.contains(#"<button class="del" name="_remove" value="k[0]"\#(off)>"#))
        // The empty entry is no entry.
        #expect(row.contains(remove(2)))
        #expect(row.contains("data-least=") == more.contains("Minimum"))
    }

    @Test
    func removesAnEntryThatIsNotStored() async throws {
        let panel = try make(#""itemControlType":"edit_integer""#, #","itemValue":[1]"#)
        let refused = TestPanel.row(
            in: await panel.browse(["k[0]": "x", "k[1]": "7", "k[2]": "8", "_remove": "k[1]"]).text)
        #expect(!refused.contains(#"name="k[1]" value="7""#))
        #expect(refused.contains(#"name="k[2]" value="8""#))
    }

    @Test
    func hasNoEmptyFieldWhenFull() async throws {
        #expect(try await make("", ab + #","itemMaximumCount":3"#).row().contains("New entry"))
        let full = try await make("", ab + #","itemMaximumCount":2"#).row()
        #expect(!full.contains("New entry") && !full.contains("_add"))
    }

    @Test(arguments: [
        (
            #""itemControlType":"edit_integer","itemMinimum":0"#, "[1234]",
            #"<input type="text" id="c-k" name="k[0]" value="1234" inputmode="numeric" "#
        ),
        (
            #""itemControlType":"edit_integer","itemMinimum":-1"#, "[1]",
            #"<input type="text" id="c-k" name="k[0]" value="1" "#
        ),
        (
            #""itemControlType":"edit_decimal","itemMinimum":0"#, "[1.5]",
            #"<input type="text" id="c-k" name="k[0]" value="1.5" inputmode="decimal" "#
        ),
        (
            #""itemControlType":"edit_date""#, #"["2026-11-20"]"#,
            #"<input type="date" id="c-k" name="k[0]" value="2026-11-20" "#
        ),
        (
            #""itemControlType":"edit_time""#, #"["07:30"]"#,
            #"<input type="time" id="c-k" name="k[0]" value="07:30" "#
        ),
        (
            #""itemControlType":"edit_time","itemSeconds":true"#, #"["07:30:01"]"#,
            #"<input type="time" id="c-k" name="k[0]" value="07:30:01" step="1" "#
        ),
        (
            #""itemControlType":"edit_datetime""#, #"["2026-11-20T07:30"]"#,
            #"<input type="datetime-local" id="c-k" name="k[0]" value="2026-11-20T07:30" "#
        ),
        (
            #""itemControlType":"edit_color""#, ##"["#1a73e8"]"##,
            ##"<input type="color" id="c-k" name="k[0]" value="#1a73e8" "##
        ),
        (
            #""itemControlType":"edit_color","itemAlpha":true"#, ##"["#1a73e880"]"##,
            ##"<input type="text" id="c-k" name="k[0]" value="#1a73e880" "##
        ),
        (
            #""itemControlType":"edit_duration""#, "[90]",
            #"<input type="text" id="c-k" name="k[0]" value=""#
        ),
        (
            #""itemControlType":"edit_text","itemKeyboard":"url","itemPlaceholder":"host""#,
            #"["x"]"#,
            #"value="x" dir="auto" inputmode="url" placeholder="host" aria-label="Entry 1">"#
        ),
        (
            #""itemControlType":"choice","itemOptions":["x",{"value":"y","label":"Yes"}]"#,
            #"["y"]"#,
            #"<select id="c-k" name="k[0]" aria-label="Entry 1"><option value="x">x</option>"#
                + #"<option value="y" selected>Yes</option></select>"#
        ),
        (
            #""itemControlType":"switch""#, "[true]",
            #"<input type="hidden" name="k[0]" value="NO"><input type="checkbox" role="switch" "#
                + #"id="c-k" name="k[0]" value="YES" checked aria-label="Entry 1">"#
        ),
    ])
    func usesTheFieldOfItsElementType(element: String, value: String, field: String) async throws {
        let row = try await make(element, #","itemValue":\#(value)"#).row()
        #expect(row.contains(field), "\(row)")
        #expect(row.contains(#"name="k[1]""#) && row.contains("New entry"))
    }

    @Test(arguments: [
        (
            #""itemControlType":"switch""#,
            #"<option value="" selected></option><option value="YES">On</option>"#
        ),
        (
            #""itemControlType":"choice","itemOptions":["x"]"#,
            #"<option value="" selected></option><option value="x">x</option>"#
        ),
        (#""itemControlType":"edit_color""#, #"<input type="text" id="c-k" name="k[0]" value="" "#),
    ])
    func anEmptyFieldAddsNothing(element: String, field: String) async throws {
        let panel = try make(element)
        #expect(await panel.row().contains(field))
        let response = await panel.browse(["k[0]": "", "_add": "k", "_revision": "0"])
        #expect(response.header("location") == "/?same=1#s-k")
    }

    // MARK: - Buttons

    @Test(
        arguments: [
            (["_add": "k", "k[2]": "c"], ["a", "b", "c"], 2),
            (["_move": "k[1]:up"], ["b", "a"], 0),
            (["_move": "k[0]:down"], ["b", "a"], 1), (["_remove": "k[0]"], ["b"], 0),
            (["_move": "k[2]:0", "k[2]": "c"], ["c", "a", "b"], 0),
            (["_move": "k[0]:9"], ["b", "a"], 1),
            (["_remove": "k[1]", "k[0]": "x", "k[1]": "bad\u{1}"], ["x"], 0),
            (["_move": "k[0]:down", "k[0]": "x", "k[1]": "y", "k[2]": "z"], ["y", "x", "z"], 1),
            // The places are those of the page, and the blank entry before is gone.
            (["_move": "k[1]:down", "k[0]": "", "k[1]": "y", "k[2]": "z"], ["z", "y"], 1),
        ] as [(TestPanel.Fields, [Value], Int)])
    func savesThePageAndReturnsToTheEntry(
        form: TestPanel.Fields, values: [Value], place: Int
    ) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "first"),
            TestPanel.item(
                "edit_list", #""itemElement":{"itemControlType":"edit_text"}"# + ab))
        let fields = [("first", "typed"), ("_revision", "0")] + form.map { ($0.key, $0.value) }
        let response = await panel.client.post(fields, fields: [("accept", "text/html")])
        #expect(response.header("location") == "/?rev=1#s-k.\(place)")
        #expect(panel.settings.value("k") == .list(values))
        #expect(panel.settings.value("first") == "typed")
    }

    @Test(
        arguments: [
            (["_remove": "k[2]"], "Port has no such entry. Check the list and try again"),
            (["_move": "k[2]:up"], "Port has no such entry. Check the list and try again"),
        ] as [(TestPanel.Fields, String)])
    func rejectsButtonsOfMissingEntries(form: TestPanel.Fields, sentence: String) async throws {
        #expect(try await make("", ab).post(form).text == "k: \(sentence)\n")
    }

    @Test
    func reportsAnUnknownList() async throws {
        let panel = try make("", ab)
        #expect(
            await panel.post(["_add": "kk"]).text == "kk: No setting is named kk. Did you mean k?\n"
        )
        #expect(await panel.post(["_remove": "kk[0]"]).status == 422)
    }

    // MARK: - Values

    @Test(
        arguments: [
            (["k[0]": "x"], ["x", "b"]), (["k[0]": ""], ["b"]), (["k[5]": "x"], ["a", "b", "x"]),
            (["k": "x\r\n\r\ny"], ["x", "y"]), (["k": #"["x"]"#], ["x"]), (["k": ""], []),
            (["k": "x", "k": "y"], ["x", "y"]), (["k[1]": " b "], ["a", "b"]),
        ] as [(TestPanel.Fields, [Value])])
    func accepts(form: TestPanel.Fields, values: [Value]) async throws {
        let panel = try make("", ab)
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == .list(values))
    }

    @Test(
        arguments: [
            (["k[0]": "12"], "Entry 1: Port must be between 1 and 9"),
            (["k[0]": "0"], "Entry 1: Port must be between 1 and 9"),
            (["k[1]": "x"], "Entry 2: Port must be a whole number, like 1"),
            (["k[0]": "", "k[1]": "x"], "Entry 1: Port must be a whole number, like 1"),
            (["k[0]": "", "k[1]": ""], "Port must have at least 1 entry"),
            (["k[2]": "3", "k[3]": "4"], "Port must have 3 entries or fewer"),
            (["k[2]": "1"], "Entry 3: “1” is already in “Port”"),
            (["k[0][x]": "1"], "Port has no part named [0][x]"),
            (["k[x]": "1"], "Port has no part named [x]"),
        ] as [(TestPanel.Fields, String)])
    func rejects(form: TestPanel.Fields, sentence: String) async throws {
        let panel = try make(
            #""itemControlType":"edit_integer","itemMinimum":1,"itemMaximum":9"#,
            #","itemValue":[1,2],"itemMinimumCount":1,"itemMaximumCount":3,"itemUnique":true"#)
        let response = await panel.post(form)
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
    }

    @Test(
        arguments: [(["k[0]": "9"], [9, 2]), (["k[2]": "3"], [1, 2, 3]), (["k[0]": ""], [2])]
            as [(TestPanel.Fields, [Value])])
    func acceptsTheBounds(form: TestPanel.Fields, values: [Value]) async throws {
        let panel = try make(
            #""itemControlType":"edit_integer","itemMinimum":1,"itemMaximum":9"#,
            #","itemValue":[1,2],"itemMinimumCount":1,"itemMaximumCount":3,"itemUnique":true"#)
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == .list(values))
    }

    @Test
    func readsNumbersInTheLanguageOfThePage() async throws {
        let panel = try TestPanel.of(
            #"{"panelLocales":["en","fr"],"groups":[{"groupKey":"g","items":["#
                + TestPanel.item(
                    "edit_list",
                    #""itemElement":{"itemControlType":"edit_decimal"},"itemValue":[1.5]"#)
                + "]}]}")
        #expect(TestPanel.row(in: await panel.page("/?lang=fr")).contains(#"value="1,5""#))
        _ = await panel.browse(["k[0]": "1,5", "k[1]": "2,5", "_locale": "fr", "_revision": "0"])
        #expect(panel.settings.snapshot.value("k")?.plainText == "[1.5,2.5]")
    }

    @Test
    func reportsTheOptionsOfItsElement() async throws {
        let panel = try make(
            #""itemControlType":"choice","itemOptions":["x",{"value":"y","label":"Yes"}]"#)
        #expect(
            await panel.post(["k[0]": "z"]).text
                == "k: Entry 1: Port cannot be “z”. Choose x or y\n")
    }

    // MARK: - Rejected posts

    @Test
    func keepsTypedTextInEveryField() async throws {
        let panel = try make(#""itemControlType":"edit_integer""#, #","itemValue":[1,2]"#)
        let response = await panel.browse([
            "k[0]": "5", "k[1]": "x", "k[2]": "7", "_add": "k", "_revision": "0",
        ])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(row.contains(#"name="k[0]" value="5""#))
        #expect(
            row.contains(
                #"<input type="text" id="c-k" name="k[1]" value="x" aria-label="Entry 2" "#
                    + #"aria-describedby="e-k" aria-invalid="true">"#))
        #expect(
            row.contains(
                #"<li id="s-k.2" class="draft"><input type="text" name="k[2]" value="7" "#
                    + #"aria-label="Entry 3"><span class="acts"><button class="up""#))
        #expect(
            row.contains(#"<li id="s-k.3" class="new"><input type="text" name="k[3]" value="""#))
        #expect(row.matches(of: /aria-invalid/).count == 1)
        #expect(response.text.contains(##"<a href="#c-k">Entry 2: Port must be a whole number"##))
    }

    @Test
    func marksTheWrongFieldAfterBlankOnes() async throws {
        let panel = try make(#""itemControlType":"edit_date""#, #","itemValue":["2026-01-01"]"#)
        let row = TestPanel.row(in: await panel.browse(["k[0]": "", "k[1]": "soon"]).text)
        #expect(
            row.contains(
                #"<input type="text" id="c-k" name="k[1]" value="soon" aria-label="Entry 2" "#
                    + #"aria-describedby="e-k" aria-invalid="true">"#))
    }

    @Test
    func marksTheWrongFieldAfterARemovedOne() async throws {
        let panel = try make(#""itemControlType":"edit_integer""#, #","itemValue":[1,2,3]"#)
        let row = TestPanel.row(
            in: await panel.browse(["k[0]": "1", "k[1]": "x", "_remove": "k[0]"]).text)
        #expect(row.contains(#"id="c-k" name="k[1]" value="x" "#), "\(row)")
        #expect(row.matches(of: /aria-invalid/).count == 1)
    }

    /// The last field is the empty one; an entry that was not sent is blank, and stays removed.
    @Test(arguments: [
        ("7\nx\n8", ["7", "x", "8", ""]), ("x", ["x", "", ""]), ("7", ["7", "", ""]),
        ("[7]", ["7", "", ""]), ("[7,8,9]", ["7", "8", "9", ""]), ("[]", ["", "", ""]),
        ("", ["", "", ""]),
    ])
    func keepsAListThatWasSentAsOneText(text: String, fields: [String]) async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "edit_list",
                #""itemElement":{"itemControlType":"edit_integer"},"itemValue":[1,2]"#),
            TestPanel.item("switch", key: "on"))
        let row = ShownPage(await panel.browse(["k": text, "on": "x"]).text).row()
        #expect(row.fields.map { $0["value"] } == fields)
        #expect(row.fields.map { $0["name"] } == fields.indices.map { "k[\($0)]" })
    }

    @Test
    func anUntouchedListKeepsTheChangeOfOthers() async throws {
        let panel = try make("", ab)
        try panel.set(["k": #"["x"]"#])
        let untouched = await panel.browse([
            "k[0]": "a", "k[1]": "b", "k[2]": "", "_revision": "0",
        ])
        #expect(untouched.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == .list(["x"]))
        let touched = await panel.browse([
            "k[0]": "a", "k[1]": "c", "k[2]": "", "_revision": "0",
        ])
        #expect(touched.status == 409)
        #expect(TestPanel.row(in: touched.text).contains("Changed to x by the program"))
    }

    @Test
    func hasNoButtonsWhenReadOnly() async throws {
        let panel = try make("", ab + #","itemReadOnly":true"#)
        #expect(await panel.post(["_remove": "k[0]"]).text == "k: Port is read-only\n")
    }
}
