import FaceplateTestSupport
import Testing

@testable import Faceplate

/// `null` within the value of a custom setting, on each way in.
@Suite(.timeLimit(.hung))
struct NullPartsTests {
    private static func make() throws -> Settings {
        let settings = try Settings.inMemory(
            Make.schema(
                """
                {"groups": [{"groupKey": "g", "items": [
                  {"itemKey": "extra", "itemControlType": "custom"},
                  {"itemKey": "filled", "itemControlType": "custom", "itemValue": {"a": null}}]}]}
                """))
        try settings.assign(("extra", .json(["a": 1])))
        return settings
    }

    static let inputs: [(Assignment.Input, JSONValue)] = [
        (.text(#"{"a":1,"b":null}"#), ["a": 1, "b": nil]), (.text("[null]"), [nil]),
        (.json(["a": nil]), ["a": nil]), (.json([["x": [nil, 1]]]), [["x": [nil, 1]]]),
        (.value(.record(["a": .null])), ["a": nil]), (.value(.list([.null, 1])), [nil, 1]),
        (.property(["a": nil]), ["a": nil]),
    ]

    @Test(arguments: inputs)
    func nullIsStored(input: Assignment.Input, json: JSONValue) async throws {
        let settings = try Self.make()
        try settings.assign(("extra", input))
        #expect(settings.snapshot.value("extra")?.json == json)
        #expect(try settings.revision(2)?.changes.first?.new.json == json)
        try await settings.undo(2)
        #expect(settings.snapshot.value("extra")?.json == ["a": 1])
    }

    @Test func nullIsNotAValue() throws {
        for input in [Assignment.Input.text("null"), .json(nil), .value(.null)] {
            let settings = try Self.make()
            try settings.assign(("extra", input))
            #expect(settings.snapshot.provenance("extra") == .onDefault)
        }
        #expect(try Self.make().snapshot.value("filled")?.json == ["a": nil])
    }

    @Test func nullSurvivesAReopen() throws {
        let bench = try Bench()
        let schema = try Make.schema(Make.panel("extra custom"))
        let settings = try Settings.open(schema, at: bench.path, watches: false)
        try settings.assign(("extra", .json(["a": nil])))
        settings.close()
        let again = try Settings.open(schema, at: bench.path, watches: false)
        #expect(again.snapshot.value("extra")?.json == ["a": nil])
    }

    @Test func aNumberOutOfRangeIsNotAReset() throws {
        let settings = try Self.make()
        let number = JSONValue(.number(JSONNumber(validated: "1e999999")))
        #expect(throws: (any Error).self) {
            try settings.assign(("extra", .json(["a": number])))
        }
        #expect(settings.snapshot.value("extra")?.json == ["a": 1])
    }
}
