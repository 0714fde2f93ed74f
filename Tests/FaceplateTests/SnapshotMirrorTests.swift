import Testing

@testable import Faceplate

/// The settings as a program at another place receives them.
struct SnapshotMirrorTests {
    /// A former key can be that of a withheld setting.
    @Test func formerKeysAreOnlyForThoseWhoMaySeeEverything() throws {
        let bench = try Bench()
        // The button has no value, and stays.
        try bench.fill(
            Make.panel("a edit_text", "b edit_text", "press button"), [("a", "x")])
        let settings = try bench.open(Make.panel("b edit_text", "press button"))
        defer { settings.close() }
        let snapshot = settings.snapshot
        func retired(_ withheld: Schema.Withheld) -> JSONValue? {
            SnapshotMirror.json(of: snapshot, without: withheld, digest: "") { _ in nil }
                .object?["retired"]
        }
        #expect(retired(Schema.Withheld()) == ["a"])
        var withheld = Schema.Withheld()
        withheld.items = ["b"]
        #expect(retired(withheld) == [])
        withheld = Schema.Withheld()
        withheld.groups = ["g"]
        #expect(retired(withheld) == [])
    }
}
