import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct EditTableTests {
    private static let columns = [
        #"{"itemKey":"host","itemTitle":"Host","itemControlType":"edit_text","itemRequired":true}"#,
        #"{"itemKey":"port","itemTitle":"Gate","itemControlType":"edit_integer","itemMinimum":1,"#
            + #""itemMaximum":9,"itemValue":5}"#,
        #"{"itemKey":"on","itemControlType":"switch"}"#,
        #"{"itemKey":"kind","itemTitle":"Kind","itemControlType":"choice","itemOptions":"#
            + #"["t",{"value":"u","label":"Up"}]}"#,
    ].joined(separator: ",")
    private static let rows =
        #","itemValue":[{"host":"x","port":1,"on":true,"kind":"u"},{"host":"y"}]"#

    private func make(_ more: String = rows) throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item("edit_table", #""itemColumns":[\#(Self.columns)]"# + more))
    }

    private func cells(_ place: Int, _ values: [String], isNew: Bool = false, id: Bool = false)
        -> String
    {
        let name = isNew ? "new row" : "row \(place + 1)"
        let up = values[3] == "u" ? " selected" : ""
        return #"<td data-label="Host"><input type="text"\#(id ? #" id="c-k""# : "") "#
            + #"name="k[\#(place)][host]" value="\#(values[0])" dir="auto" "#
            + #"aria-label="Host, \#(name)"></td><td data-label="Gate"><input type="text" "#
            + #"name="k[\#(place)][port]" value="\#(values[1])" inputmode="numeric" "#
            + #"aria-label="Gate, \#(name)"></td><td data-label="On"><input type="hidden" "#
            + #"name="k[\#(place)][on]" value="NO"><input type="checkbox" role="switch" "#
            + #"name="k[\#(place)][on]" value="YES"\#(values[2] == "YES" ? " checked" : "") "#
            + #"aria-label="On, \#(name)"></td><td data-label="Kind"><select "#
            + #"name="k[\#(place)][kind]" aria-label="Kind, \#(name)"><option value="t""#
            + #"\#(up.isEmpty ? " selected" : "")>t</option><option value="u"\#(up)>Up</option>"#
            + "</select></td>"
    }

    private func acts(_ place: Int, of count: Int) -> String {
        let number = place + 1
        return #"<td><span class="acts"><button class="up" name="_move" value="k[\#(place)]:up""#
            + #"\#(place == 0 ? " disabled" : "")><span class="sr">Move row \#(number) up</span>"#
            + #"</button><button class="down" name="_move" value="k[\#(place)]:down""#
            + #"\#(number == count ? " disabled" : "")><span class="sr">Move row \#(number) down"#
            + #"</span></button><button class="del" name="_remove" value="k[\#(place)]">"#
            + #"<span class="sr">Remove row \#(number)</span></button></span></td>"#
    }

    @Test
    func showsARowForEachElementAndAnEmptyOne() async throws {
        let head = ["Host", "Gate", "On", "Kind", #"<span class="sr">Actions</span>"#]
            .map { #"<th scope="col">\#($0)</th>"# }.joined()
        let start =
            #"tabindex="0" role="region" aria-labelledby="l-k"><table><thead>"#
            + "<tr>\(head)</tr></thead><tbody>\n"
        let first = cells(0, ["x", "1", "YES", "u"], id: true) + acts(0, of: 2)
        let second = cells(1, ["y", "5", "NO", "t"]) + acts(1, of: 2)
        let new =
            cells(2, ["", "5", "NO", "t"], isNew: true)
            + #"<td><span class="acts"><button class="del" name="_remove" value="k[2]">"#
            + #"<span class="sr">Remove row 3</span></button></span></td>"#
        #expect(
            try await make().row().contains(
                start + #"<tr id="s-k.0">"# + first + "</tr>\n" + #"<tr id="s-k.1">"# + second
                    + "</tr>\n" + #"<tr id="s-k.2" class="new">"# + new
                    + "</tr></tbody></table></div>"
                    + #"<button class="add" name="_add" value="k" aria-describedby="l-k">Add row"#))
    }

    @Test
    func hasNoEmptyRowWhenFull() async throws {
        let full = try await make(Self.rows + #","itemMaximumCount":2"#).row()
        #expect(!full.contains("new row") && !full.contains("_add"))
        #expect(try await make(Self.rows + #","itemMaximumCount":3"#).row().contains("new row"))
    }

    @Test
    func showsUnitsAndHelpOfColumns() async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "edit_table",
                #""itemColumns":[{"itemKey":"a","itemControlType":"edit_integer","itemUnit":"ms","#
                    + #""itemHelp":"How long."}]"#))
        #expect(
            await panel.row().contains(
                #"<th scope="col">A <span class="help">ms</span> <span class="help">How long.</span>"#
            ))
        #expect(await panel.row().contains(#"<td data-label="A" data-unit="ms">"#))
    }

    private func fields(_ place: Int, _ values: [String]) -> [(String, String)] {
        [
            ("k[\(place)][host]", values[0]), ("k[\(place)][port]", values[1]),
            ("k[\(place)][on]", "NO"),
        ] + (values[2] == "YES" ? [("k[\(place)][on]", "YES")] : [])
            + [("k[\(place)][kind]", values[3])]
    }

    /// The fields that the page posts without any input of the user.
    private var untouched: [(String, String)] {
        [("_revision", "0")] + fields(0, ["x", "1", "YES", "u"])
            + fields(1, ["y", "5", "NO", "t"]) + fields(2, ["", "5", "NO", "t"])
    }

    private func browse(
        _ panel: TestPanel, _ more: [(String, String)], revision: Int = 0
    ) async -> PanelResponse {
        await panel.client.post(
            untouched.dropFirst() + [("_revision", "\(revision)")] + more,
            fields: [("accept", "text/html")])
    }

    @Test
    func changesNothingWhenUntouched() async throws {
        let panel = try make()
        #expect(await browse(panel, []).header("location") == "/?same=1")
        #expect(await browse(panel, [("_add", "k")]).header("location") == "/?same=1#s-k.1")
        try panel.set(["k": #"[{"host":"z"}]"#])
        #expect(await browse(panel, []).header("location") == "/?same=1")
        #expect(await browse(panel, [("k[0][host]", "q")]).status == 409)
    }

    @Test(arguments: [
        ([("_add", "k"), ("k[2][host]", "z")], ["x", "y", "z"], 2),
        ([("_move", "k[1]:up")], ["y", "x"], 0),
        ([("_move", "k[0]:down")], ["y", "x"], 1), ([("_remove", "k[0]")], ["y"], 0),
        ([("_remove", "k[1]"), ("k[1][port]", "bad"), ("k[0][host]", "q")], ["q"], 0),
    ])
    func savesThePageAndReturnsToTheRow(
        more: [(String, String)], hosts: [String], place: Int
    ) async throws {
        let panel = try make()
        let response = await browse(panel, more)
        #expect(response.header("location") == "/?rev=1#s-k.\(place)")
        #expect(self.hosts(panel) == hosts)
    }

    private func hosts(_ panel: TestPanel) -> [String] {
        guard case .list(let rows)? = panel.settings.value("k") else { return [] }
        return rows.compactMap { row in
            if case .record(let cells) = row { cells["host"]?.plainText } else { nil }
        }
    }

    @Test
    func removesARowOfWhichOnlySomeCellsWereSent() async throws {
        let panel = try make()
        #expect(await panel.post(["k[0][host]": "q", "_remove": "k[0]"]).status == 303)
        #expect(hosts(panel) == ["y"])
    }

    /// A form can leave out the fields of rows, such as that of the pressed button.
    @Test
    func removesARowOfWhichNoCellsWereSent() async throws {
        let panel = try make()
        try panel.set(["k": #"[{"host":"x"},{"host":"y"},{"host":"z"}]"#])
        #expect(await panel.post(["k[0][host]": "q", "_remove": "k[1]"]).status == 303)
        #expect(hosts(panel) == ["q", "z"])
    }

    @Test(
        arguments: [
            (["k[0][port]": "9"], #"[{"host":"x","kind":"u","on":true,"port":9}"#),
            (["k[0][on]": "NO"], #"[{"host":"x","kind":"u","on":false,"port":1}"#),
            (
                ["k": #"[{"host":"q","kind":"u"}]"#],
                #"[{"host":"q","kind":"u","on":false,"port":5}]"#
            ),
            (["k": ""], "[]"),
        ] as [(TestPanel.Fields, String)])
    func accepts(form: TestPanel.Fields, start: String) async throws {
        let panel = try make()
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k")?.plainText.hasPrefix(start) == true)
    }

    @Test(
        arguments: [
            (["k[0][port]": "10"], "Row 1: Gate must be between 1 and 9"),
            (["k[1][port]": "0"], "Row 2: Gate must be between 1 and 9"),
            (["k[1][port]": "x"], "Row 2: Gate must be a whole number, like 1"),
            (["k[1][host]": ""], "Row 2: “Host” is missing"),
            (["k[2][port]": "7"], "Row 3: “Host” is missing"),
            (["k[0][kind]": "z"], "Row 1: Kind cannot be “z”. Choose t or u"),
            (["k[0][on]": "z"], "Row 1: On must be on or off"),
            (["k[1][host]": "x"], "Row 2: “x” is already in “Host”"),
            (["k[2][host]": "z", "k[3][host]": "w"], "Port must have 3 entries or fewer"),
            (["k[0]": "z"], "Port has no part named [0]"),
            (["k[0][zz]": "z"], "Port has no part named [0][zz]"),
            (["k": "z"], "Port must be a list"),
            (["k": "[1]"], "Row 1: Port must be a row of named values"),
        ] as [(TestPanel.Fields, String)])
    func rejects(form: TestPanel.Fields, sentence: String) async throws {
        let response = try await make(
            Self.rows + #","itemMaximumCount":3,"itemUniqueColumn":"host""#
        ).post(form)
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
    }

    @Test
    func usesTheMessageOfTheDeveloperForACell() async throws {
        var labels = LabelCatalog()
        labels.set("Use lower case", for: "K.column.a.problem", in: .english)
        let panel = try TestPanel.make(
            TestPanel.item(
                "edit_table",
                #""itemColumns":[{"itemKey":"a","itemControlType":"edit_text","itemPattern":"^[a-z]*$"}]"#
            ), labels: labels)
        #expect(await panel.post(["k[0][a]": "A"]).text == "k: Row 1: Use lower case\n")
    }

    @Test
    func keepsTypedTextInEveryField() async throws {
        let panel = try make()
        let response = await browse(
            panel,
            [("k[0][host]", "q"), ("k[1][port]", "x"), ("k[1][on]", "YES"), ("k[2][host]", "z")])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(row.contains(#"name="k[0][host]" value="q""#))
        #expect(
            row.contains(
                #"<input type="text" id="c-k" name="k[1][port]" value="x" inputmode="numeric" "#
                    + #"aria-label="Gate, row 2" aria-describedby="e-k" aria-invalid="true">"#))
        #expect(row.contains(#"name="k[1][on]" value="YES" checked"#))
        #expect(row.contains(#"name="k[2][host]" value="z""#))
        #expect(row.contains(#"name="k[3][host]" value="""#))
        #expect(row.matches(of: /aria-invalid/).count == 1)
    }

    @Test
    func marksAWrongCellOfANewRow() async throws {
        let response = await browse(try make(), [("k[2][host]", "z"), ("k[2][port]", "x")])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(
                #"name="k[2][port]" value="x" inputmode="numeric" aria-label="Gate, row 3" "#
                    + #"aria-describedby="e-k" aria-invalid="true">"#), "\(row)")
    }

    /// A new row counts as empty while it has only the defaults of its columns, in the format of the page.
    @Test(arguments: [("en", "1.5"), ("de", "1,5")])
    func showsAnUntouchedNewRowOnce(language: String, text: String) async throws {
        let panel = try TestPanel.inAllLanguages(
            TestPanel.item(
                "edit_table",
                #""itemColumns":[{"itemKey":"host","itemControlType":"edit_text"},"#
                    + #"{"itemKey":"load","itemControlType":"edit_decimal","itemValue":1.5}]"#),
            TestPanel.item("switch", key: "on"))
        let fields = await panel.shownRow(at: "/?lang=\(language)").sent
        #expect(fields.map(\.value) == ["", text])
        let answer = await panel.client.post(
            fields + [("_locale", language), ("on", "x")], fields: [("accept", "text/html")])
        #expect(answer.status == 422)
        #expect(ShownPage(answer.text).row().sent.map(\.value) == ["", text])
    }

    /// Alternatives that all have options, and `null`, are one menu.
    @Test
    func aCellWithFewValuesIsAMenu() async throws {
        let panel = try TestPanel.inAllLanguages(
            TestPanel.item(
                "edit_table",
                #""itemColumns":[{"itemKey":"a","itemControlType":"edit_alternatives","#
                    + #""itemNullable":true,"itemAlternatives":[{"itemTitle":"Switch","#
                    + #""itemControlType":"switch"}]}],"itemValue":[{"a":null},{"a":true}]"#))
        let row = await panel.shownRow()
        #expect(row.sent("k[0][a]") == ["null"] && row.sent("k[1][a]") == ["true"])
        #expect(row.text.contains("OnOffNone"))
        #expect(await panel.client.post([("k[0][a]", "false"), ("k[1][a]", "null")]).status == 303)
        #expect(panel.settings.value("k")?.json == [["a": false], ["a": nil]])
    }

    @Test
    func showsItsCellsWhenReadOnly() async throws {
        let row = try await make(Self.rows + #","itemReadOnly":true"#).row()
        #expect(
            row.contains(
                #"<tr><td data-label="Host" dir="auto">x</td><td data-label="Gate" dir="auto">1</td>"#
                    + #"<td data-label="On" dir="auto">On</td><td data-label="Kind" dir="auto">Up</td>"#
            ))
        #expect(!row.contains("<input") && row.contains("Read-only"))
        #expect(try await make(#","itemReadOnly":true"#).shownRow().value == "empty")
    }

    @Test
    func acceptsAllFieldsOfALongTable() async throws {
        let panel = try make()
        let rows = (0..<500).map { #"{"host":"h\#($0)"}"# }.joined(separator: ",")
        try panel.set(["k": "[\(rows)]"])
        let form = (0..<500).flatMap { fields($0, ["h\($0)", "5", "YES", "t"]) }
        #expect(await panel.client.post(form).status == 303)
    }
}
