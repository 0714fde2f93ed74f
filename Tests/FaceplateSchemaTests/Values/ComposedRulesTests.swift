import Testing

@testable import FaceplateSchema

/// Maps, tables, and values of one of several kinds.
struct ComposedRulesTests {
    private static let schema = """
        [{"groupKey": "g", "items": [
          {"itemKey": "env", "itemControlType": "edit_map"},
          {"itemKey": "limits", "itemControlType": "edit_map", "itemMaximumCount": 2,
           "itemMapKey": {"itemControlType": "edit_text", "itemPattern": "[a-z]+"},
           "itemElement": {"itemControlType": "edit_integer", "itemMaximum": 9}},
          {"itemKey": "hosts", "itemControlType": "edit_map", "itemColumns": [
             {"itemKey": "port", "itemControlType": "edit_integer", "itemRequired": false},
             {"itemKey": "tags", "itemControlType": "edit_list"}]},
          {"itemKey": "delay", "itemControlType": "edit_alternatives", "itemAlternatives": [
             {"itemTitle": "Number", "itemControlType": "edit_integer", "itemMaximum": 90},
             {"itemTitle": "Word", "itemControlType": "edit_text"},
             {"itemTitle": "Words", "itemControlType": "edit_list"}]},
          {"itemKey": "limit", "itemControlType": "edit_alternatives", "itemNullable": true,
           "itemAlternatives": [{"itemTitle": "Word", "itemControlType": "edit_text"}]},
          {"itemKey": "parts", "itemControlType": "edit_table", "itemColumns": [
             {"itemKey": "limit", "itemControlType": "edit_alternatives", "itemNullable": true,
              "itemValue": 5,
              "itemAlternatives": [{"itemTitle": "Number", "itemControlType": "edit_integer"}]}]},
          {"itemKey": "rows", "itemControlType": "edit_table", "itemOtherColumns": true,
           "itemColumns": [{"itemKey": "name", "itemControlType": "edit_text"}]},
          {"itemKey": "jobs", "itemControlType": "edit_table", "itemColumns": [
             {"itemKey": "name", "itemControlType": "edit_text"},
             {"itemKey": "env", "itemControlType": "edit_map"},
             {"itemKey": "steps", "itemControlType": "edit_list",
              "itemElement": {"itemControlType": "edit_list"}}]}]}]
        """

    private static func rules(_ key: String) throws -> any ValueRules {
        let schema = try SchemaReader.read(Array(schema.utf8), name: "maps")
        return try #require(schema.settings[key]).rules
    }

    /// The JSON of each value is read from any of the texts, and the last text is that of its field.
    @Test(
        arguments: [
            ("env", [#"{"a": "1", "b": "x=y"}"#, "b = x=y\n\n a=1\n", "a=1\nb=x=y"]),
            ("env", ["", "{}", ""]),
            ("env", [#"{"a=b": "1"}"#]),
            ("limits", [#"{"one": 1.0}"#, "one=1"]),
            ("hosts", [#"{"a": {"port": 80, "tags": ["x", "y"]}, "b": {"tags": []}}"#]),
            ("delay", ["80"]), ("delay", [#""80""#]), ("delay", [#""off""#, "off"]),
            ("delay", ["91"]), ("limit", ["null"]), ("limit", [#""null""#]),
            ("parts", [#"[{"limit": null}, {"limit": 5}, {"limit": 7}]"#]),
            ("delay", [#"["a", "b"]"#, "a\nb"]), ("delay", [#"["off"]"#]),
            ("rows", [#"[{"name": "n", "x": 1, "y": {"z": [2]}}, {"name": "m"}]"#]),
            ("jobs", [#"[{"name": "n", "env": {"k": "v"}, "steps": [["a", "b"], []]}]"#]),
        ] as [(String, [String])])
    func readsEachForm(key: String, texts: [String]) throws {
        let rules = try Self.rules(key)
        let values = try texts.map { try rules.value(fromText: $0, locale: nil) }
        #expect(Set(values).count == 1)
        #expect(rules.problem(with: values[0]) == nil)
        let field = rules.fieldText(of: values[0], locale: nil)
        #expect(try rules.value(fromText: field, locale: nil) == values[0])
        if texts.count > 1 { #expect(field == texts.last) }
        #expect(try rules.value(fromJSON: values[0].json) == values[0])
    }

    @Test(
        arguments: [
            ("env", "[]", ValueProblem(.notAMap, ["value": "[]"])),
            ("env", "a", ValueProblem(.notAMap, ["value": "a"])),
            (
                "env", "a=1\na=2",
                ValueProblem(
                    .duplicate, ["value": "a", "row": "2", "column": TableRules.nameColumn])
            ),
            (
                "hosts", #"{"a": 5}"#, ValueProblem(.notARow, ["value": "5", "row": "1"])
            ),
            (
                "hosts", #"{"a": {"x": 5}}"#,
                ValueProblem(
                    .unknownPart,
                    [
                        "part": "x", "parts": "\(TableRules.nameColumn), port, tags", "row": "1",
                        "column": "x",
                    ])
            ),
        ])
    func rejectsOtherForms(key: String, text: String, problem: ValueProblem) throws {
        let rules = try Self.rules(key)
        #expect(throws: problem) { try rules.value(fromText: text, locale: nil) }
    }

    @Test(
        arguments: [
            (#"{"a": 10}"#, "too_large"), (#"{"A": 1}"#, "pattern_mismatch"),
            (#"{"": 1}"#, "required"), (#"{"a": 1, "b": 2, "c": 3}"#, "too_many"),
        ])
    func checksNamesAndValues(json: String, code: String) throws {
        let rules = try Self.rules("limits")
        let value = try rules.value(fromJSON: JSONReader.read(json))
        #expect(rules.problem(with: value)?.code.rawValue == code)
    }

    /// The fields of a page: the rows are in the order of their names.
    @Test(
        arguments: [
            (["[0][entry]": "c"], [], #"{"b": "2", "c": "1"}"#),
            (["[1][value]": "3"], [], #"{"a": "1", "b": "3"}"#),
            (
                ["[2][entry]": "n", "[2][value]": "v"], [],
                #"{"a": "1", "b": "2", "n": "v"}"#
            ),
            (["[2][entry]": "", "[2][value]": ""], [], #"{"a": "1", "b": "2"}"#),
            ([:], [ListEdit.remove(0)], #"{"b": "2"}"#),
        ] as [([String: String], [ListEdit], String)])
    func readsPostedRows(parts: [String: String], edits: [ListEdit], json: String) throws {
        let rules = try Self.rules("env")
        var fields = FormFields()
        for (name, text) in parts {
            let name = try #require(BracketName(reading: "env" + name))
            fields.parts.append(FormFields.Part(name.parts, text))
        }
        fields.edits = edits
        let value = try fields.value(by: rules, now: .record(["a": "1", "b": "2"]))
        #expect(value.json == (try JSONReader.read(json)))
    }
}
