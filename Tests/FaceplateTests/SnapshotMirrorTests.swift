import Testing

@testable import Faceplate

/// The settings as a program at another place receives them.
struct SnapshotMirrorTests {
    private static func json(of settings: Settings) -> JSONValue {
        SnapshotMirror.json(of: settings.snapshot, digest: "") { _ in
            nil
        }
    }

    @Test(arguments: [
        Settings.Lock.Source.other("x"), .file("x"), .environment(variable: "x"),
    ])
    func mirrorsALockedSecret(source: Settings.Lock.Source) throws {
        let settings = try Settings.inMemory(
            Make.schema(Make.panel),
            locks: [Settings.Lock("password", .text("hunter2"), source: source)])
        let json = Self.json(of: settings)
        #expect(!JSONWriter().text(json).contains("hunter2"))
        let mirror = try #require(try SnapshotMirror(json))
        #expect(mirror.snapshot.provenance("password") == .locked(by: source))
    }

    @Test func mirrorsTheDefaultOfAnUnreadableValue() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("titles", "NO")])
        try bench.sqlite(#"UPDATE setting SET value = '"x"' WHERE item_key = 'titles'"#)
        let settings = try bench.open()
        defer { settings.close() }
        let mirror = try #require(try SnapshotMirror(Self.json(of: settings)))
        #expect(settings.value("titles") == true && mirror.snapshot.value("titles") == true)
    }

    @Test func omitsTheRestartOfAWithheldSetting() throws {
        let settings = try Settings.inMemory(
            Make.schema(
                Make.panel(
                    #"a edit_text "itemRestart": true"#, #"b edit_text "itemRestart": true"#)))
        try settings.markApplied()
        try settings.assign(("a", .text("x")), ("b", .text("x")))
        func restart(_ withheld: Schema.Withheld) throws -> JSONValue? {
            SnapshotMirror.json(of: try settings.snapshot.part(without: withheld), digest: "") {
                _ in nil
            }
            .object?["restart"]
        }
        #expect(try restart(Schema.Withheld()) == ["a", "b"])
        var withheld = Schema.Withheld()
        withheld.items = ["a"]
        #expect(try restart(withheld) == ["b"])
    }

    /// A setting without an entry keeps the time that it had.
    @Test func mirrorsTheEndOfATemporaryValue() throws {
        let json: JSONValue = [
            "revision": 2, "changed": [:],
            "until": ["brief": "2026-11-20T07:30:00.000Z", "lasting": nil],
        ]
        let outcome = try #require(
            Outcome(json, schema: Make.schema(Make.panel)))
        let time = try #require(RevisionTime.date("2026-11-20T07:30:00.000Z"))
        #expect(outcome.until == ["brief": time, "lasting": nil])
    }

    /// A former key can be that of a withheld setting.
    @Test func omitsFormerKeysForLimitedViewers() throws {
        let bench = try Bench()
        // The button has no value, and stays.
        try bench.fill(
            Make.panel("a edit_text", "b edit_text", "press button"), [("a", "x")])
        let settings = try bench.open(Make.panel("b edit_text", "press button"))
        defer { settings.close() }
        let snapshot = settings.snapshot
        func retired(_ withheld: Schema.Withheld) throws -> JSONValue? {
            SnapshotMirror.json(of: try snapshot.part(without: withheld), digest: "") { _ in nil }
                .object?["retired"]
        }
        #expect(try retired(Schema.Withheld()) == ["a"])
        var withheld = Schema.Withheld()
        withheld.items = ["b"]
        #expect(try retired(withheld) == [])
        withheld = Schema.Withheld()
        withheld.groups = ["g"]
        #expect(try retired(withheld) == [])
    }
}

extension Snapshot {
    fileprivate func part(without withheld: Schema.Withheld) throws -> Snapshot {
        withheld.isEmpty ? self : showing(try schema.hiding(withheld), digest: digest)
    }
}
