import Testing

@testable import Faceplate

private struct Old: Preferences {
    @Setting var size = 1
    @Setting var rank = "mid"
    @Setting var kept = [1]
}

private struct Size: Codable, Sendable, Equatable {
    var width = 0
}

private struct New: Preferences {
    @Setting(migrate: { $0.number?.integer.map { Size(width: Int($0)) } }) var size = Size()
    @Setting var rank = 5
    @Setting var kept = [0.5]
}

struct PropertyEvolutionTests {
    private static func filled() throws -> Bench {
        let bench = try Bench()
        let old = try Old(bench.open())
        old.size = 7
        old.rank = "high"
        old.kept = [2]
        old.settings?.close()
        return bench
    }

    @Test
    func migratesOrParksInvalidValues() throws {
        let bench = try Self.filled()
        let settings = try bench.open()
        let new = try New(settings)
        #expect(new.size == Size(width: 7) && new.rank == 5 && new.kept == [2])
        #expect(settings.revision == 4)
        let revision = try #require(settings.recentRevision(4))
        #expect(revision.origin == .migration && !revision.isExternal)
        #expect(
            revision.changes == [
                Change(key: "rank", old: .value("high"), new: .onDefault),
                Change(key: "size", old: .value(7), new: .value(.record(["width": 7]))),
            ])
        let parked = try settings.parked()
        #expect(parked.map(\.key) == ["rank"] && parked.map(\.value) == ["high"])
        #expect(parked.map(\.reason) == ["It does not fit Int."])
        #expect(bench.backups.count == 1)
    }

    @Test
    func restoresValuesThatAreValidAgain() throws {
        let bench = try Self.filled()
        let new = try New(bench.open())
        new.settings?.close()
        let settings = try bench.open()
        let old = try Old(settings)
        #expect(old.rank == "high" && old.kept == [2] && old.size == 1)
        #expect(try settings.parked().map(\.key) == ["size"])
    }

    @Test
    func runsTheMigrationsOfItsType() throws {
        struct Moved: Preferences {
            static var adoption: Settings.Adoption {
                var adoption = Settings.Adoption()
                adoption.migrations = [Migration(from: 1) { $0.rename("former", to: "fresh") }]
                return adoption
            }
            @Setting var fresh = ""
        }
        let bench = try Bench()
        try bench.fill(Make.panel("former edit_text"), [("former", "a")])
        let schema = try Make.schema(Make.panel("fresh edit_text", version: 2))
        let moved = try Moved.open(schema, at: bench.path)
        defer { moved.settings?.close() }
        #expect(moved.fresh == "a")
    }

    /// A value that was parked later is the more recent one.
    @Test
    func restoresTheLastParkedValue() throws {
        let bench = try Bench()
        for rank in ["high", "low"] {
            let settings = try bench.open(Make.panel)
            try settings.assign(("rank", .property(JSONValue(.string(rank)))), origin: .program)
            _ = try New(settings)
            settings.close()
        }
        let settings = try bench.open()
        #expect(try settings.parked().count == 2)
        #expect(try Old(settings).rank == "low")
    }

    /// The value of a former item of a secret stays a secret.
    @Test
    func doesNotRestoreASecret() throws {
        struct Words: Preferences {
            @Setting var password: [String: Bool] = [:]
        }
        let bench = try Bench()
        try bench.fill(
            Make.panel("password edit_password", "on switch"), [("password", "hunter2")])
        let settings = try bench.open(Make.panel("on switch", version: 2))
        #expect(try Words(settings).password.isEmpty)
        #expect(try settings.parked().map(\.key) == ["password"])
    }

    @Test
    func parksValuesThatAMigrationRejects() throws {
        let settings = try Make.memory()
        try settings.assign(("size", .property("wide")), origin: .program)
        #expect(try New(settings).size == Size())
        #expect(try settings.parked().map(\.value) == ["wide"])
    }

    @Test
    func bindsNothingToAStoreThatCannotPark() throws {
        let storage = FailingStorage()
        let settings = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        try settings.assign(("rank", .property("high")), origin: .program)
        storage.fail(at: .commit)
        #expect(refusal { try New(settings) } == .failed)
    }

    @Test
    func writesNothingIfAllValuesAreValid() throws {
        let bench = try Self.filled()
        let settings = try bench.open()
        _ = try Old(settings)
        #expect(settings.revision == 3 && bench.backups.isEmpty)
    }

    @Test
    func restoresTheParkedValueOfARemovedItem() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("size edit_integer", "on switch"), [("size", "9")])
        let settings = try bench.open(Make.panel("on switch", version: 2))
        #expect(try settings.parked().count == 1)
        #expect(try New(settings).size == Size(width: 9))
        #expect(try settings.parked().isEmpty)
    }

    @Test
    func reportsWhereAValueIsInvalid() throws {
        struct Box: Codable, Sendable {
            var sizes: [Size] = []
        }
        struct Boxes: Preferences {
            @Setting var box = Box()
        }
        let settings = try Make.memory()
        try settings.assign(
            ("box", .property(["sizes": [["width": 1], ["width": "secret"]]])), origin: .program)
        #expect(try Boxes(settings).box.sizes.isEmpty)
        let reasons = try settings.parked().map(\.reason)
        #expect(reasons == ["It does not fit Box at 'sizes.1.width'."])
    }
}
