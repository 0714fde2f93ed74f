import FaceplateTestSupport
import Testing

@testable import Faceplate

/// `null` within the value of a custom setting, and as the value of a nullable one, on each way in.
@Suite(.timeLimit(.hung))
struct NullTests {
    private static func make() throws -> Settings {
        let settings = try Settings.inMemory(
            Make.schema(
                """
                {"groups": [{"groupKey": "g", "items": [
                  {"itemKey": "extra", "itemControlType": "custom"},
                  {"itemKey": "filled", "itemControlType": "custom", "itemValue": {"a": null}},
                  {"itemKey": "limit", "itemControlType": "edit_alternatives", "itemValue": 5,
                   "itemNullable": true, "itemAlternatives": [
                     {"itemTitle": "Number", "itemControlType": "edit_integer"}]},
                  {"itemKey": "word", "itemControlType": "edit_alternatives", "itemNullable": true,
                   "itemAlternatives": [{"itemTitle": "Word", "itemControlType": "edit_text"}]}]}]}
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
        #expect(try settings.history.revision(2)?.changes.first?.new.json == json)
        try await settings.history.undo(2)
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
        let schema = try Self.make().snapshot.schema
        let settings = try Settings.open(schema, at: bench.path, watches: false)
        try settings.assign(("extra", .json(["a": nil])), ("limit", .json(nil)))
        settings.close()
        let again = try Settings.open(schema, at: bench.path, watches: false)
        #expect(again.snapshot.value("extra")?.json == ["a": nil])
        #expect(again.snapshot.value("limit") == .null)
    }

    // MARK: - As a value

    private static var chosen: FormFields {
        var fields = FormFields()
        fields.parts = [.init([.name("kind")], "1"), .init([.index(0)], "7")]
        return fields
    }

    static let nulls: [Assignment.Input] = [
        .text("null"), .json(nil), .value(.null), .form(chosen),
    ]

    @Test(arguments: nulls)
    func nullIsAValueWhereItIsAccepted(input: Assignment.Input) async throws {
        let settings = try Self.make()
        let outcome = try settings.assign(("limit", input), ("word", .text(#""null""#)))
        #expect(settings.snapshot.value("limit") == .null)
        #expect(settings.snapshot.provenance("limit") == .set(revision: 2))
        #expect(settings.snapshot.value("word") == "null")
        let revision = try #require(try settings.history.revision(2))
        let schema = settings.snapshot.schema
        #expect(Outcome(OutcomeReport(outcome).json, schema: schema)?.changes == outcome.changes)
        let report = RevisionReport(revision, in: schema, hasDefaults: true)
        let read = Revision(RevisionReport.shape.json(of: report), schema: schema)
        #expect(read?.changes == revision.changes && read?.defaults == revision.defaults)
        let change = try #require(revision.changes.first)
        #expect(change == Change(key: "limit", old: .onDefault, new: .value(.null)))
        let single = RevisionChange(change, in: 2).json
        #expect(Change(single, schema: schema) == change)
        try await settings.history.undo(2)
        #expect(settings.snapshot.value("limit") == 5)
        #expect(settings.snapshot.provenance("limit") == .onDefault)
    }

    @Test func aNullableSettingWithoutADefaultIsNull() throws {
        let settings = try Self.make()
        #expect(settings.snapshot.value("word") == .null)
        try settings.assign(("word", .text("a")), ("limit", .json(nil)))
        try settings.assign(("word", .reset), ("limit", .reset))
        #expect(settings.snapshot.value("word") == .null && settings.snapshot.value("limit") == 5)
    }

    @Test func profilesHaveNullAndTheDefault() async throws {
        let settings = try Self.make()
        try settings.assign(("limit", .json(nil)), ("word", .text("a")))
        try settings.profiles.save(named: "none", keys: ["limit", "word"])
        try settings.assign(("limit", .reset), ("word", .reset))
        try settings.profiles.save(named: "default", keys: ["limit", "word"])
        try await settings.profiles.apply(named: "none")
        #expect(settings.snapshot.value("limit") == .null && settings.snapshot.value("word") == "a")
        let comparison = ProfileComparison(
            nil, try settings.profiles.named("default"), in: settings.snapshot)
        #expect(comparison.differences.map { $0.new?.description } == ["5", "null"])
        try await settings.profiles.apply(named: "default")
        #expect(settings.snapshot.provenance("limit") == .onDefault)
        #expect(settings.snapshot.value("word") == .null)
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
