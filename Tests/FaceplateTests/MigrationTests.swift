import Testing

@testable import Faceplate

struct MigrationTests {
    private static func panel(_ version: Int, _ items: String...) throws -> Schema {
        let objects = items.map { item in
            let parts = item.split(separator: " ")
            return "{\"itemKey\": \"\(parts[0])\", \"itemControlType\": \"\(parts[1])\"}"
        }
        return try Make.schema(
            "{\"panelKey\": \"test\", \"panelVersion\": \(version), \"groups\": [{\"groupKey\": \"g\", "
                + "\"items\": [\(objects.joined(separator: ", "))]}]}")
    }

    /// Returns a store of version 1 with text, a number and a private value.
    private static func filled() throws -> Bench {
        let bench = try Bench()
        let settings = try Settings.open(
            panel(1, "colour edit_text", "minutes edit_integer"), at: bench.path, watches: false)
        try settings.assign(("colour", .text("red")), ("minutes", .text("5")))
        try settings.assign(("own", .property(["a": nil])), origin: .program)
        settings.close()
        return bench
    }

    private static func adoption(_ steps: Migration...) -> Settings.Adoption {
        var adoption = Settings.Adoption()
        adoption.migrations = steps
        return adoption
    }

    private static let toSeconds = Migration(from: 1) { values in
        values.rename("colour", to: "color")
        if case .integer(let minutes)? = values["minutes"] {
            values["seconds"] = .integer(minutes * 60)
        }
        values["minutes"] = nil
        values[json: "own"] = ["a": 1]
        values["fresh"] = true
    }

    private static let next = try? panel(
        2, "color edit_text", "seconds edit_integer", "fresh switch")

    @Test
    func isPartOfThePlanAndOfOneRevision() throws {
        let bench = try Self.filled()
        let schema = try #require(Self.next)
        let adoption = Self.adoption(Self.toSeconds)
        let plan = try Settings.plan(schema, at: bench.path, adoption: adoption)
        #expect(plan.changesValues && bench.backups.isEmpty)
        let names = plan.steps.filter { $0.name.hasPrefix("value") }.map { "\($0)" }
        #expect(
            names == [
                "the value of 'colour' moves to 'color'",
                "the value of 'fresh' is added: true",
                "the value 5 of 'minutes' is parked: A migration of the program removed it.",
                #"the value of 'own' becomes {"a":1}, from {"a":null}"#,
                "the value of 'seconds' is added: 300",
            ])
        let settings = try Settings.open(
            schema, at: bench.path, adoption: adoption, watches: false)
        #expect(settings.text("color") == "red" && settings.integer("seconds") == 300)
        #expect(settings.boolean("fresh") == true && settings.snapshot.isSet("fresh"))
        #expect(settings.value("own") == .record(["a": 1]) && settings.value("minutes") == nil)
        #expect(settings.revision == 3 && settings.recentRevision(3)?.origin == .migration)
        let changes = try #require(settings.recentRevision(3)?.changes)
        #expect(changes.map(\.key) == ["color", "colour", "fresh", "minutes", "own", "seconds"])
        #expect(changes.map(\.old.json) == [nil, "red", nil, 5, ["a": nil], nil])
        #expect(try settings.parked().map(\.key) == ["minutes"])
        #expect(bench.backups.count == 1)
    }

    @Test
    func addsNoValueBeforeTheBackup() throws {
        let bench = try Self.filled()
        let settings = try Settings.open(
            Self.panel(2, "colour edit_text", "minutes edit_integer", "fresh switch"),
            at: bench.path, adoption: Self.adoption(Migration(from: 1) { $0["fresh"] = true }),
            watches: false)
        defer { settings.close() }
        #expect(settings.boolean("fresh") == true && bench.backups.count == 1)
    }

    @Test
    func parksAValueRemovedFromAKeyWithARestoredValue() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("a edit_text"), [("a", "hello")])
        try bench.fill(Make.panel("a switch", version: 2), [("a", "YES")])
        let schema = try Make.schema(Make.panel("a edit_text", version: 3))
        let adoption = Self.adoption(Migration(from: 2) { $0["a"] = nil })
        let plan = try Settings.plan(schema, at: bench.path, adoption: adoption)
        #expect(
            plan.steps.filter { $0.name.hasPrefix("value") }.map { "\($0)" } == [
                "the parked value \"hello\" of 'a' is restored",
                "the value true of 'a' is parked: A migration of the program removed it.",
            ])
        let settings = try Settings.open(
            schema, at: bench.path, adoption: adoption, watches: false)
        defer { settings.close() }
        #expect(settings.text("a") == "hello")
        #expect(try settings.parked().map(\.value) == [true])
        let changes = settings.recentRevision(settings.revision)?.changes
        #expect(changes?.map(\.old.json) == [true] && changes?.map(\.new.json) == ["hello"])
    }

    @Test
    func runsBeforeConversionsOfTheSchema() throws {
        let bench = try Self.filled()
        let schema = try Self.panel(2, "colour edit_text", "minutes edit_text")
        let adoption = Self.adoption(
            Migration(from: 1) { values in
                values["colour"] = 7
                values["minutes"] = 6
            })
        let settings = try Settings.open(
            schema, at: bench.path, adoption: adoption, watches: false)
        #expect(settings.text("colour") == "7" && settings.text("minutes") == "6")
        let changes = try #require(settings.recentRevision(3)?.changes)
        #expect(changes.map(\.old) == [.value("red"), .value(5)])
        #expect(changes.map(\.new) == [.value("7"), .value("6")])
    }

    @Test
    func runsMigrationsBetweenTheVersionsInOrder() throws {
        let bench = try Self.filled()
        let ran = Locked<[Int]>([])
        let steps = [4, 2, 1, 3, 0].map { version in
            Migration(from: version) { _ in ran.withLock { $0.append(version) } }
        }
        var adoption = Settings.Adoption()
        adoption.migrations = steps
        _ = try Settings.plan(
            Self.panel(4, "colour edit_text", "minutes edit_integer"), at: bench.path,
            adoption: adoption)
        #expect(ran.withLock { $0 } == [1, 2, 3])
    }

    @Test
    func movesAValueRenamedTwiceOnlyOnce() throws {
        let bench = try Self.filled()
        let adoption = Self.adoption(
            Migration(from: 1) { $0.rename("colour", to: "color") },
            Migration(from: 2) { $0.rename("color", to: "tint") })
        let schema = try Self.panel(3, "tint edit_text", "minutes edit_integer")
        let plan = try Settings.plan(schema, at: bench.path, adoption: adoption)
        #expect(
            plan.steps.filter { $0.name.hasPrefix("value") }.map { "\($0)" }
                == ["the value of 'colour' moves to 'tint'"])
        let settings = try Settings.open(
            schema, at: bench.path, adoption: adoption, watches: false)
        defer { settings.close() }
        #expect(settings.text("tint") == "red")
        #expect(try settings.parked().isEmpty)
    }

    @Test
    func doesNotRenameToAKeyWithAValue() throws {
        let bench = try Self.filled()
        let schema = try Self.panel(2, "colour edit_text", "minutes edit_text")
        let settings = try Settings.open(
            schema, at: bench.path,
            adoption: Self.adoption(Migration(from: 1) { $0.rename("colour", to: "minutes") }),
            watches: false)
        defer { settings.close() }
        #expect(settings.text("colour") == "red" && settings.text("minutes") == "5")
    }

    @Test
    func leavesTheStoreUnchangedIfItFails() throws {
        struct Trouble: Error, CustomStringConvertible {
            var description: String { "no colour" }
        }
        let bench = try Self.filled()
        let before = try bench.sqlite("SELECT * FROM setting")
        let schema = try #require(Self.next)
        let adoption = Self.adoption(Self.toSeconds, Migration(from: 1) { _ in throw Trouble() })
        let error = #expect(throws: StoreError.self) {
            try Settings.open(schema, at: bench.path, adoption: adoption, watches: false)
        }
        #expect(error?.code == .migration)
        #expect(
            error?.message
                == "The migration from version 1 failed: no colour. Nothing was changed.")
        #expect(try bench.sqlite("SELECT * FROM setting") == before && bench.backups.isEmpty)
    }

    @Test
    func runsAtAReloadToo() throws {
        let bench = try Self.filled()
        let settings = try Settings.open(
            Self.panel(1, "colour edit_text", "minutes edit_integer"), at: bench.path,
            adoption: Self.adoption(Self.toSeconds), watches: false)
        try settings.adopt(try #require(Self.next), labels: LabelCatalog())
        #expect(settings.integer("seconds") == 300)
    }

    @Test
    func doesNotRunOnANewStore() throws {
        let bench = try Bench()
        let schema = try #require(Self.next)
        let settings = try Settings.open(
            schema, at: bench.path, adoption: Self.adoption(Self.toSeconds), watches: false)
        #expect(settings.revision == 0)
    }

    /// The program means the values that a migration sets, in whatever form: nothing is parked for them.
    @Test(arguments: [
        ("edit_duration", "5m", "300"), ("edit_integer", "300", "300"), ("switch", "yes", "true"),
    ])
    func storesWhatAStepSetsInTheFormOfTheSchema(control: String, text: String, stored: String)
        throws
    {
        let bench = try Self.filled()
        let step = Migration(from: 1) { $0["minutes"] = .text(text) }
        let settings = try Settings.open(
            Self.panel(2, "colour edit_text", "minutes \(control)"), at: bench.path,
            adoption: Self.adoption(step), watches: false)
        defer { settings.close() }
        #expect(settings.value("minutes")?.plainText == stored)
        #expect(try settings.problems == [] && settings.parked().isEmpty)
    }
}
