import Testing

@testable import Faceplate

/// Resets of groups, pages and panels.
struct SweepTests {
    private static let json = """
        {"panelKey": "test", "groups": [
          {"groupKey": "top", "items": [
            {"itemKey": "a", "itemControlType": "switch"},
            {"itemKey": "fixed", "itemControlType": "edit_text", "itemReadOnly": true},
            {"itemKey": "secret", "itemControlType": "edit_password"},
            {"itemKey": "must", "itemControlType": "edit_text", "itemRequired": true},
            {"itemKey": "net", "itemControlType": "page", "groups": [
              {"groupKey": "proxy", "items": [
                {"itemKey": "on", "itemControlType": "switch"},
                {"itemKey": "host", "itemControlType": "edit_text", "itemEnabledWhen": "on"},
                {"itemKey": "deep", "itemControlType": "page", "groups": [
                  {"groupKey": "ports", "items": [
                    {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80},
                    {"itemKey": "voice", "itemControlType": "picker", "itemAdds": true,
                     "itemOptions": ["x"], "itemValue": "x"}]}]}]}]},
            {"itemKey": "other", "itemControlType": "page", "groups": [
              {"groupKey": "theme", "items": [
                {"itemKey": "light", "itemControlType": "select"},
                {"itemKey": "dark", "itemControlType": "select"},
                {"itemKey": "glow", "itemControlType": "switch"}]}]}]}]}
        """
    private static let values: [Settings.Wish] = [
        ("a", .text("YES")), ("fixed", .text("f")), ("secret", .text("s")), ("must", .text("m")),
        ("on", .text("YES")), ("host", .text("h")), ("port", .text("81")), ("voice", .text("y")),
        ("voice.added", .json(["y"])), ("theme", .text("dark")), ("glow", .text("YES")),
    ]

    private static func make(_ locks: Settings.Locks = []) throws -> Settings {
        let settings = try Settings.inMemory(Make.schema(json), locks: locks)
        let held = Set(locks.list.map(\.key))
        let assignments = values.filter { !held.contains($0.key) }.map {
            Assignment($0.key, $0.input)
        }
        _ = try settings.applyAndWait(Batch(assignments, origin: .program))
        return settings
    }

    @Test(arguments: [
        ("top", ["a"]), ("ports", ["port", "voice", "voice.added"]),
        ("proxy", ["on", "host"]), ("deep", ["port", "voice", "voice.added"]),
        ("net", ["on", "host", "port", "voice", "voice.added"]),
        // The options of a group are one setting, and that is what its key names.
        ("theme", ["theme"]), ("other", ["theme", "glow"]), ("a", ["a"]),
        ("*", ["a", "on", "host", "port", "voice", "voice.added", "theme", "glow"]),
    ])
    func resetsSetValuesInOneRevision(key: String, keys: [String]) throws {
        let settings = try Self.make()
        let outcome = try settings.assign((key, .reset))
        #expect(Set(outcome.changes.map(\.key)) == Set(keys))
        #expect(outcome.revision == 2)
        #expect(outcome.changes.allSatisfy { $0.new == .onDefault })
        // A second time there is nothing to do.
        #expect(try settings.assign((key, .reset)).changes.isEmpty)
    }

    /// A question before a reset counts the settings whose value changes.
    @Test func doesNotCountAValueThatEqualsItsDefault() throws {
        let settings = try Self.make()
        try settings.assign(("port", .text("80")))
        let shown = { settings.snapshot.shownResets(page: $0).map(\.key) }
        #expect(shown("deep") == ["voice", "voice.added"])
        #expect(shown("net") == ["on", "host", "voice", "voice.added"])
    }

    @Test func doesNotCountHiddenSettings() throws {
        let settings = try Make.memory(
            Make.panel("on switch", #"host edit_text "itemVisibleWhen": "on""#))
        try settings.assign(("on", .text("YES")), ("host", .text("h")))
        let group = try #require(settings.snapshot.schema.groups.first)
        let shown = { settings.snapshot.shownResets(group: group).map(\.key) }
        #expect(shown() == ["on", "host"])
        try settings.assign(("on", .text("NO")))
        #expect(shown().isEmpty && settings.snapshot.isSet("host"))
        #expect(settings.snapshot.shownResets(page: "").isEmpty)
    }

    @Test func leavesOutLockedSettings() throws {
        let settings = try Self.make([Settings.Lock("port", .text("9"), source: .other("x"))])
        let changes = try settings.assign(("ports", .reset)).changes
        #expect(Set(changes.map(\.key)) == ["voice", "voice.added"])
    }

    /// A value below a lock would make the whole reset a refusal.
    @Test func leavesOutValuesBelowALock() throws {
        let bench = try Bench()
        try bench.fill(Self.json, [("port", "81"), ("voice", "y"), ("glow", "YES")])
        let settings = try Settings.open(
            Make.schema(Self.json), at: bench.path,
            locks: [Settings.Lock("port", .text("9"), source: .other("x"))], watches: false)
        defer { settings.close() }
        #expect(try settings.assign(("net", .reset)).changes.map(\.key) == ["voice"])
    }

    /// A picker of that name would have this list in its own group.
    @Test func anItemNamedLikeAddedOptionsBelongsToItsGroup() throws {
        let settings = try Make.memory(
            """
            {"groups": [{"groupKey": "g", "items": [
              {"itemKey": "tint", "itemControlType": "edit_text"}]},
             {"groupKey": "h", "items": [
              {"itemKey": "tint.added", "itemControlType": "edit_list"}]}]}
            """)
        try settings.assign(("tint", .text("a")), ("tint.added", .json(["b"])))
        #expect(try settings.assign(("g", .reset)).changes.map(\.key) == ["tint"])
        #expect(settings.snapshot.isSet("tint.added"))
    }

    @Test func aLaterAssignmentOverridesTheReset() throws {
        let settings = try Self.make()
        let outcome = try settings.assign(("ports", .reset), ("port", .text("82")))
        #expect(settings.integer("port") == 82 && outcome.changes.count == 3)
    }

    @Test func leavesDisabledSettings() throws {
        let settings = try Self.make()
        try settings.assign(("on", .text("NO")))
        #expect(try settings.assign(("proxy", .reset)).changes.map(\.key) == ["on"])
        #expect(settings.text("host") == "h")
    }

    @Test func leavesTheAddedOptionsOfADisabledPicker() throws {
        let settings = try Make.memory(
            Make.panel(
                "on switch",
                #"voice picker "itemAdds": true, "itemOptions": ["x"], "itemEnabledWhen": "on""#))
        try settings.assign(
            ("on", .text("YES")), ("voice", .text("y")), ("voice.added", .json(["y"])))
        try settings.assign(("on", .reset))
        #expect(try settings.assign(("g", .reset)).changes.isEmpty)
        #expect(settings.snapshot.isSet("voice.added"))
    }

    @Test(arguments: ["nothing", "**", "", "TOP"])
    func rejectsAnUnknownKey(key: String) throws {
        #expect(try Self.make().refusals((key, .reset)).map(\.problem.code) == [.unknownKey])
    }

    @Test(arguments: ["top", "net", "*"])
    func groupsAndPagesAcceptOnlyAReset(key: String) throws {
        let problems = try Self.make().refusals((key, .text("1")))
        #expect([[.unknownKey], [.readOnly]].contains(problems.map(\.problem.code)))
    }
}
