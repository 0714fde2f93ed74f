import Foundation
import Testing

@testable import FaceplateSchema

/// A schema as a JSON Schema, and back.
struct PanelJSONSchemaTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// The attributes after the key.
        let item: String
        /// The property without its title.
        let property: String
        /// The control that is read again, if it is another one.
        var control: String?
        let values: [JSONValue]

        var testDescription: String { item }
    }

    static let cases = [
        Case(
            item: #""itemControlType":"switch","itemValue":true,"itemHelp":"Help.""#,
            property: #"{"description":"Help.","type":"boolean","default":true}"#,
            values: [true, "a", 1]),
        Case(
            item: #""itemControlType":"edit_url","itemSchemes":["ssh","x-y"]"#,
            property:
                #"{"type":"string","anyOf":[{"maxLength":0},{"type":"string","format":"uri","pattern":"^([Ss][Ss][Hh]:[^\\u0000- \\u007F-\\u009F\\\\<>\"]+|[Xx]-[Yy]:[^\\u0000- \\u007F-\\u009F\\\\<>\"]+)$"}],"maxLength":2048,"default":""}"#,
            control: "edit_text", values: ["", "ssh://a", "SSH:a", "https://a"]),
        Case(
            item: #""itemControlType":"switch","itemDeprecated":"Use port.""#,
            property:
                #"{"type":"boolean","default":false,"deprecated":true,"deprecationMessage":"Use port."}"#,
            values: [true]),
        Case(
            item: #""itemControlType":"edit_integer","itemMinimum":2,"itemMaximum":9,"itemStep":2"#,
            property: #"{"type":"integer","minimum":2,"maximum":9,"multipleOf":2}"#,
            values: [1, 2, 3, 4, 9, 10, "x"]),
        Case(
            item: #""itemControlType":"slider","itemMinimum":0,"itemMaximum":9"#,
            property: #"{"type":"integer","minimum":0,"maximum":9,"default":0}"#,
            control: "edit_integer", values: [-1, 0, 9, 10]),
        Case(
            item: #""itemControlType":"edit_text","itemMinimumLength":2,"itemPattern":"^a""#,
            property:
                #"{"type":"string","anyOf":[{"maxLength":0},{"type":"string","minLength":2,"pattern":"^a"}],"default":""}"#,
            values: ["", "a", "ab", "ba", 1]),
        Case(
            item: #""itemControlType":"edit_text","itemRequired":true,"itemTextFormat":"ipv4""#,
            property: #"{"type":"string","minLength":1,"format":"ipv4","default":""}"#,
            values: ["", "192.0.2.1", "x"]),
        Case(
            item: #""itemControlType":"edit_multiline","itemMaximumLength":9"#,
            property: #"{"type":"string","maxLength":9,"format":"multiline","default":""}"#,
            values: ["", "a\nb", "1234567890"]),
        Case(
            item: #""itemControlType":"edit_password","itemMinimumLength":8"#,
            property:
                #"{"type":"string","anyOf":[{"maxLength":0},{"type":"string","minLength":8}],"writeOnly":true}"#,
            values: ["1234567", "12345678"]),
        Case(
            item: #""itemControlType":"edit_color""#,
            property: ##"{"type":"string","pattern":"^#[0-9a-f]{6}$","format":"color"}"##,
            values: ["#1a73e8", "red"]),
        Case(
            item: #""itemControlType":"edit_size","itemMinimum":"1 KiB""#,
            property:
                #"{"type":"integer","minimum":1024,"$comment":"The number of bytes.","format":"bytes"}"#,
            values: [1024, 1023, "1 KiB", "x"]),
        Case(
            item: #""itemControlType":"edit_shortcut","itemNotation":"angle""#,
            property:
                #"{"type":"string","anyOf":[{"maxLength":0},{"type":"string","format":"shortcut-angle"}],"maxLength":64,"default":""}"#,
            values: ["", "<Alt>x", "Alt+x", "x+y"]),
        Case(
            item:
                #""itemControlType":"choice","itemOptions":["a",{"value":"b","label":"Bee","help":"It."}],"itemValue":"a""#,
            property:
                #"{"oneOf":[{"const":"a"},{"const":"b","title":"Bee","description":"It."}],"default":"a"}"#,
            values: ["a", "b", "c"]),
        Case(
            item: #""itemControlType":"segment","itemOptions":[1,2],"itemReadOnly":true"#,
            property: #"{"enum":[1,2],"default":1,"readOnly":true}"#, control: "choice",
            values: [1, 2, 3]),
        Case(
            item: #""itemControlType":"choices","itemOptions":["a","b"],"itemMaximumCount":1"#,
            property:
                #"{"type":"array","items":{"enum":["a","b"]},"maxItems":1,"uniqueItems":true,"default":[]}"#,
            values: [["a"], ["a", "b"], ["c"], []]),
        Case(
            item: #""itemControlType":"picker","itemOptions":["a",{"value":"b","label":"Bee"}]"#,
            property:
                #"{"anyOf":[{"const":"a"},{"const":"b","title":"Bee"},{"type":"string","minLength":1}]}"#,
            values: ["a", "c"]),
        Case(
            item:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_integer"},"itemMinimumCount":1"#,
            property: #"{"type":"array","items":{"type":"integer"},"minItems":1,"default":[]}"#,
            values: [[1], [], ["a"]]),
        Case(
            item:
                #""itemControlType":"edit_table","itemColumns":[{"itemKey":"host","itemTitle":"Host","itemControlType":"edit_text"},{"itemKey":"port","itemTitle":"Port","itemControlType":"edit_integer","itemValue":80}]"#,
            property:
                #"{"type":"array","items":{"type":"object","properties":{"host":{"title":"Host","type":"string","default":""},"port":{"title":"Port","type":"integer","default":80}},"additionalProperties":false},"default":[]}"#,
            values: [[], [["host": "a"]], [["host": "a", "port": "x"]], [1]]),
        Case(
            item:
                #""itemControlType":"custom","itemJSONSchema":{"properties":{"a":{"type":"string"}}}"#,
            property: #"{"anyOf":[{"properties":{"a":{"type":"string"}}},false]}"#,
            values: [["a": "b"], ["a": 1], 5]),
        Case(
            item:
                ##""itemControlType":"custom","itemJSONSchema":{"items":{"$ref":"#/$defs/n"},"$defs":{"n":{"minimum":3}}}"##,
            property:
                ##"{"anyOf":[{"$id":"urn:faceplate:ID","items":{"$ref":"#/$defs/n"},"$defs":{"n":{"minimum":3}}},false]}"##,
            values: [[3], [2]]),
    ]

    @Test(arguments: cases)
    func isReadAgainWithTheSameValues(_ test: Case) throws {
        let text =
            #"[{"groupKey":"g","items":[{"itemKey":"a.b","itemTitle":"Title",\#(test.item)}]}]"#
        let schema = try SchemaReader.read([UInt8](text.utf8), name: "x")
        let json = Self.json(of: schema)
        let property = try #require(json.object?["properties"]?.object?["a.b"]?.object)
        let body = JSONValue.object(property.members.filter { $0.name != "title" })
        let wanted = try JSONReader.read(test.property)
        #expect(
            body.description.replacing(#/faceplate:[0-9a-f]+/#, with: "faceplate:ID")
                == wanted.description)
        let again = try SchemaReader.read(JSONWriter().bytes(json), name: "y")
        #expect(again.settings.keys == ["a.b"])
        let (first, second) = try (
            #require(schema.settings["a.b"]), #require(again.settings["a.b"])
        )
        #expect(second.control.rawValue == test.control ?? first.control.rawValue)
        #expect(first.plainDefault == second.plainDefault)
        #expect(first.isReadOnly == second.isReadOnly)
        for value in test.values {
            #expect(Self.accepts(value, first) == Self.accepts(value, second), "\(value)")
        }
    }

    private static func accepts(_ json: JSONValue, _ setting: Schema.Setting) -> Bool {
        guard let value = try? setting.rules.value(fromJSON: json) else { return false }
        return setting.rules.problem(with: value) == nil
    }

    private static func json(of schema: Schema) -> JSONValue {
        let labels = LabelResolver(schema: schema, catalog: LabelCatalog(), locale: .english)
        return PanelJSONSchema(schema, labels: labels).json
    }

    /// The defaults of each sample are accepted by its JSON Schema, and no setting is lost.
    @Test(arguments: ["demo", "reader", "showcase"])
    func describesTheSamples(name: String) throws {
        let path = Fixtures.schemas.appending(path: name + ".json").path
        let schema = try SchemaFile(path: path).schema
        let json = Self.json(of: schema)
        let defaults = schema.settings.reduce(into: [String: Value]()) { values, setting in
            values[setting.key] = setting.plainDefault
        }
        var members = json.object?.members ?? []
        // A setting that must have a value can still be without one.
        members.removeAll { $0.name == "required" }
        let check = JSONSchemaCheck(.object(members))
        #expect(check.faults.isEmpty && check.gaps.isEmpty)
        let problem = check.problem(with: .record(defaults.filter { !$0.value.isEmpty }))
        #expect(problem == nil)
        let again = try SchemaReader.read(JSONWriter().bytes(json), name: "y")
        #expect(Set(again.settings.keys) == Set(schema.settings.keys))
    }
}
