import FaceplateSchema
import Testing

@testable import Faceplate

/// The input of an operation, as JSON and as a form.
struct SettingsOperationTests {
    private static func members(_ json: String) throws -> [JSONObject.Member] {
        try #require(try JSONReader.read(json).object).members
    }

    @Test(arguments: [
        (#"{}"#, SaveProfile("p", details: nil, keys: nil, isReplacing: true)),
        (
            #"{"description":"d","keys":["a","b"],"replace":false}"#,
            SaveProfile("p", details: "d", keys: ["a", "b"], isReplacing: false)
        ),
        (#"{"keys":[]}"#, SaveProfile("p", details: nil, keys: [], isReplacing: true)),
    ])
    func readsWhatItWrites(json: String, operation: SaveProfile) throws {
        let read = try SaveProfile(Self.members(json), argument: "p")
        #expect(read.body == operation.body && read.argument == "p")
        let written = try #require(operation.body?.object).members
        #expect(try SaveProfile(written, argument: "p").body == operation.body)
    }

    @Test(arguments: [
        #"{"keys":"a"}"#, #"{"keys":[1]}"#, #"{"replace":1}"#, #"{"description":null}"#,
        #"{"x":1}"#,
    ])
    func rejectsABodyWithAnExampleOfOne(json: String) throws {
        let error = #expect(throws: MalformedInput.self) {
            try SaveProfile(Self.members(json), argument: "p")
        }
        #expect(
            error?.description == #"The body must be like {"description":"Quiet hours","#
                + #""keys":["volume"],"replace":false}; any member can be left out."#)
    }

    @Test func rejectsAnEmptyBodyWhereThereIsNothingToDo() {
        let error = #expect(throws: MalformedInput.self) { try ChangeProfile([], argument: "p") }
        #expect(
            error?.description
                == #"The body must be like {"name":"Night","description":"Quiet"}."#)
    }

    @Test(arguments: [
        ([("_name", "n")], SaveProfile("n", details: nil, keys: nil, isReplacing: false)),
        (
            [("_name", "n"), ("_description", "d"), ("_keys", ""), ("_replace", "1")],
            SaveProfile("n", details: "d", keys: nil, isReplacing: true)
        ),
        (
            [("_name", "o"), ("_name", "n"), ("_keys", "a"), ("_keys", "b")],
            SaveProfile("n", details: nil, keys: ["a", "b"], isReplacing: false)
        ),
    ])
    func readsAForm(fields: [(name: String, value: String)], operation: SaveProfile) throws {
        func texts(_ name: String) -> [String] {
            fields.filter { $0.name == name }.map(\.value)
        }
        let read = try SaveProfile(form: texts, argument: nil)
        #expect(read.body == operation.body && read.argument == operation.argument)
        let renamed = try ChangeProfile(form: texts, argument: "old")
        #expect(renamed.argument == "old" && renamed.newName == operation.argument)
    }

    @Test func describesItsBody() {
        #expect(
            SaveProfile.inputSchema == [
                "type": "object",
                "properties": [
                    "description": ["type": "string"],
                    "keys": ["type": "array", "items": ["type": "string"]],
                    "replace": ["type": "boolean"],
                ], "required": [], "additionalProperties": false,
            ])
    }

    @Test func knowsTheNamesThatNoProfileCanHave() {
        for name in ["", "a/b", ".."] {
            #expect(throws: ProfileError.unknown(name, nearest: nil)) {
                try ReadProfile(name).checked()
            }
            #expect(throws: ProfileError.malformedName(name)) {
                try SaveProfile(name, details: nil, keys: nil, isReplacing: true).checked()
            }
        }
    }
}
