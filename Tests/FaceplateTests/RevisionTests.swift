import Foundation
import Testing

@testable import Faceplate

struct RevisionTests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z"), (1_795_159_800.123, "2026-11-20T07:30:00.123Z"),
        (0.0007, "1970-01-01T00:00:00.001Z"),
    ])
    func timesAreUTCWithMilliseconds(seconds: Double, text: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(RevisionTime.text(date) == text)
        let read = try #require(RevisionTime.date(text))
        #expect(abs(read.timeIntervalSince(date)) < 0.001)
        #expect(RevisionTime.date("yesterday") == nil)
    }

    @Test func originsHaveTheNamesOfTheStore() {
        #expect(
            Origin.allCases.map(\.rawValue)
                == [
                    "browser", "script", "cli", "program", "sync", "migration", "import", "undo",
                    "expiry", "profile", "file",
                ])
    }

    @Test(
        arguments: [
            (.onDefault, "null", nil), (.value(.integer(1)), "1", "1"),
            (.value("a"), "\"a\"", "\"a\""),
            (.secret, "{\"set\":true}", "{\"set\":true}"),
            (.json(["a": nil]), "{\"a\":null}", "{\"a\":null}"),
        ] as [(Change.Side, String, String?)])
    func aSideIsShownAndStoredAsJSON(side: Change.Side, json: String, stored: String?) {
        #expect(JSONWriter().text(side.json) == json)
        #expect(side.stored == stored)
        #expect(Change.Side(stored: stored, isSecret: side == .secret) == side)
        // A key that held a secret may belong to another setting now.
        #expect(Change.Side(stored: stored, isSecret: false) == side)
    }

    @Test func eachChangeHasItsOwnStoredDefault() throws {
        let stored = StoredRevision(
            number: 1, time: "2026-11-20T07:30:00.000Z", origin: "browser",
            changes: [
                .init(key: "level", old: nil, new: "\"low\"", defaultValue: "\"mid\""),
                .init(key: "name", old: "\"A\"", new: "\"B\""),
                .init(key: "titles", old: nil, new: "false", defaultValue: "true"),
            ])
        let revision = Revision(stored, schema: try Make.schema(Make.panel))
        #expect(revision.defaults == ["level": "mid", "titles": true])
    }
}
