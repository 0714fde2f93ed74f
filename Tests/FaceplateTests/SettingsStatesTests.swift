import Foundation
import Testing

@testable import Faceplate

/// Not set, set, and set to an empty value: three states that must stay distinct.
struct SettingsStatesTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private static func panel(_ value: String) -> String {
        Make.panel("a edit_text \"itemValue\": \"\(value)\"")
    }

    @Test(
        arguments: [
            (nil, "new", false), ("chosen", "chosen", true), ("old", "old", true),
            ("new", "new", true), ("", "", true),
        ] as [(String?, String, Bool)])
    func aNewDefaultAppliesToUnsetSettings(given: String?, text: String, isSet: Bool) throws {
        try bench.fill(Self.panel("old"), given.map { [("a", $0)] } ?? [])
        let settings = try bench.open(Self.panel("new"))
        defer { settings.close() }
        #expect(settings.text("a") == text)
        #expect(settings.snapshot.isSet("a") == isSet)
        #expect(try settings.parked().isEmpty && bench.backups.isEmpty)
    }

    @Test func aResetSettingFollowsTheDefaultAgain() throws {
        let first = try bench.open(Self.panel("old"))
        try first.assign(("a", .text("chosen")))
        try first.assign(("a", .reset))
        first.close()
        let settings = try bench.open(Self.panel("new"))
        defer { settings.close() }
        #expect(settings.text("a") == "new" && settings.revision == 2)
    }

    @Test(
        arguments: [(nil, "b", false), ("a", "a", true), ("b", "b", true)]
            as [(String?, String, Bool)])
    func aSelectGroupHasTheSameStates(given: String?, chosen: String, isSet: Bool) throws {
        try bench.fill(
            Make.panel("a select \"itemValue\": \"YES\"", "b select"),
            given.map { [("g", $0)] } ?? [])
        let settings = try bench.open(Make.panel("a select", "b select \"itemValue\": \"YES\""))
        defer { settings.close() }
        #expect(settings.text("g") == chosen && settings.snapshot.isSet("g") == isSet)
    }

    @Test func setValuesSurviveAReopen() throws {
        try bench.fill(
            Make.panel,
            [("titles", "NO"), ("name", ""), ("level", "3"), ("theme", "dark"), ("password", "x")])
        let settings = try bench.open()
        defer { settings.close() }
        #expect(
            settings.boolean("titles") == false && settings.text("name") == ""
                && settings.integer("level") == 3)
        #expect(settings.text("theme") == "dark" && settings.revision == 5)
        #expect(settings.snapshot.lastChange(of: "level") == 3)
        #expect(
            settings.recentRevision(2)?.changes == [
                Change(key: "name", old: .onDefault, new: .value(""))
            ])
        #expect(
            settings.recentRevision(5)?.changes == [
                Change(key: "password", old: .onDefault, new: .secret)
            ])
        #expect(settings.recentRevision(6) == nil && settings.recentRevision(0) == nil)
    }

    @Test func aRevisionStoresAuthorTimeAndNote() throws {
        let first = try bench.open()
        try first.applyAndWait(
            Batch(
                [Assignment("name", .text("Bob"))], origin: .sync, actor: "host-7", note: "A note"))
        let written = first.recentRevision(1)
        first.close()
        let settings = try bench.open()
        defer { settings.close() }
        let read = try #require(settings.recentRevision(1))
        #expect(read.origin == .sync && read.actor == "host-7" && read.note == "A note")
        #expect(abs(read.time.timeIntervalSince(try #require(written).time)) < 0.002)
        #expect(
            try bench.sqlite(
                "SELECT time GLOB '20[0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]Z' FROM revision"
            )
                == ["1"])
    }

    @Test func anEqualSchemaChangesNothing() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        let before = try bench.sqlite("SELECT digest, revision FROM panel")
        let settings = try bench.open()
        #expect(settings.revision == 1)
        settings.close()
        #expect(try bench.sqlite("SELECT digest, revision FROM panel") == before)
    }
}
