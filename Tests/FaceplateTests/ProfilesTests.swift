import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Profiles are stored beside the values, and a switch to one is a revision.
@Suite(.timeLimit(.hung))
struct ProfilesTests {
    private func values(_ profile: Profile) -> [String: JSONValue] {
        Dictionary(profile.values.members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func error(_ body: () throws -> Any) -> ProfileError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? ProfileError
        }
    }

    // MARK: - Saving

    @Test func savesSettingsThatDifferFromTheDefault() throws {
        let bench = try Bench()
        let settings = try bench.open()
        try settings.assign(
            ("titles", .text("no")), ("name", .text("Ann")), ("dark", .text("yes")),
            ("password", .text("hush")))
        try settings.assign(("fixed", .value(false)), origin: .program)
        let saved = try settings.profiles.save(named: "  Night ", description: "a \n b")
        #expect(saved.name == "Night" && saved.details == "a b")
        #expect(values(saved) == ["titles": false, "theme": "dark"])
        #expect(settings.revision == 2)
        settings.close()
        let again = try bench.open()
        defer { again.close() }
        #expect(try again.profiles.all().map(\.name) == ["Night"])
        let read = try again.profiles.named("Night")
        #expect(read.values == saved.values && read.details == saved.details)
        #expect(RevisionTime.text(read.time) == RevisionTime.text(saved.time))
        #expect(try !bench.bytes().contains(Data("hush".utf8)))
    }

    @Test func namesAreCaseSensitive() throws {
        let bench = try Bench()
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("titles", .text("no")))
        try settings.profiles.save(named: "night")
        try settings.assign(("titles", .reset), ("dark", .text("yes")))
        try settings.profiles.save(named: "Night")
        #expect(try values(settings.profiles.named("night")) == ["titles": false])
        #expect(try values(settings.profiles.named("Night")) == ["theme": "dark"])
    }

    private static let named: [([String], [String: JSONValue])] = [
        (["name"], ["name": nil]), (["nick"], ["name": nil]), (["dark"], ["theme": nil]),
        (["titles", "titles"], ["titles": false]),
        (["display"], ["titles": false, "name": nil, "level": nil]),
        (["*"], ["titles": false, "name": nil, "level": nil, "theme": nil]),
    ]

    @Test(arguments: named)
    func savesNamedSettingsWithTheirDefault(keys: [String], saved: [String: JSONValue]) throws {
        let settings = try Make.memory()
        try settings.assign(("titles", .text("no")))
        let profile = try settings.profiles.save(named: "a", keys: keys)
        #expect(values(profile) == saved && profile.values.members.count == saved.count)
    }

    @Test func savesTheSettingsOfAPageByItsKey() throws {
        let settings = try Make.memory(
            Make.panel(
                "on switch",
                """
                net page "groups": [{"groupKey": "h", "items": [
                  {"itemKey": "port", "itemControlType": "edit_integer"}]}]
                """))
        #expect(try values(settings.profiles.save(named: "a", keys: ["net"])) == ["port": nil])
    }

    /// One character of more than a kilobyte.
    private static let manyMarks = "a" + String(repeating: "\u{301}", count: 600)

    private static let rejected: [(String, [String]?, ProfileError?)] = [
        ("", nil, ProfileError.malformedName("")),
        (" \t", nil, .malformedName(" \t")), ("a/b", nil, .malformedName("a/b")),
        ("a\\b", nil, .malformedName("a\\b")), ("..", nil, .malformedName("..")),
        ("a\nb", nil, .malformedName("a\nb")), ("a\u{2028}b", nil, .malformedName("a\u{2028}b")),
        (String(repeating: "é", count: 65), nil, .malformedName(String(repeating: "é", count: 65))),
        (String(repeating: "é", count: 64), nil, nil),
        (manyMarks, nil, .malformedName(manyMarks)),
        ("Day", nil, .exists("Day")), ("Day ", nil, .exists("Day")), ("day", nil, nil),
        ("a", ["titels"], .unknownKey("titels", nearest: "titles")),
        ("a", ["displai"], .unknownKey("displai", nearest: "display")),
        ("a", ["zzzzzz"], .unknownKey("zzzzzz", nearest: nil)),
        ("a", ["password"], .unsuitable("password")), ("a", ["fixed"], .unsuitable("fixed")),
        ("a", ["enter"], .unsuitable("enter")), ("a", ["level"], .unsuitable("level")),
        ("a", ["account"], .empty), ("a", [], .empty),
    ]

    @Test(arguments: rejected)
    func rejectsInvalidNamesAndKeys(
        name: String, keys: [String]?, expected: ProfileError?
    ) throws {
        let lock = Settings.Lock("level", .text("low"), source: .file("x"))
        let settings = try Settings.inMemory(Make.schema(Make.panel), locks: [lock])
        try settings.assign(("titles", .text("no")))
        try settings.profiles.save(named: "Day")
        #expect(error { try settings.profiles.save(named: name, keys: keys) } == expected)
        #expect(try settings.profiles.all().count == (expected == nil ? 2 : 1))
    }

    @Test func doesNotSaveAnUnreadableValue() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Bob"), ("titles", "no")])
        try bench.sqlite("UPDATE setting SET value = '{broken' WHERE item_key = 'name'")
        let settings = try bench.open()
        defer { settings.close() }
        #expect(
            error { try settings.profiles.save(named: "a", keys: ["name"]) } == .unsuitable("name"))
        #expect(try values(settings.profiles.save(named: "a")) == ["titles": false])
    }

    @Test func rejectsEmptyProfilesAndLongDescriptions() throws {
        let settings = try Make.memory()
        #expect(error { try settings.profiles.save(named: "a") } == .empty)
        let marks = "a" + String(repeating: "\u{301}", count: 5_000)
        for long in [String(repeating: "x", count: 501), marks] {
            #expect(
                error { try settings.profiles.save(named: "a", description: long, keys: ["name"]) }
                    == .longDescription)
        }
    }

    /// The two spellings of a letter would be two rows.
    @Test func normalizesNames() throws {
        let bench = try Bench()
        let settings = try bench.open()
        defer { settings.close() }
        try settings.profiles.save(named: "Caf\u{E9}", keys: ["name"])
        try settings.profiles.save(named: "Cafe\u{301}", keys: ["titles"], replacing: true)
        #expect(try bench.sqlite("SELECT hex(name) FROM record") == ["436166C3A9"])
    }

    @Test func sortsProfilesIgnoringCase() throws {
        let settings = try Make.memory()
        for name in ["b", "Ab", "a", "B", "A"] {
            try settings.profiles.save(named: name, keys: ["name"])
        }
        #expect(try settings.profiles.all().map(\.name) == ["A", "a", "Ab", "B", "b"])
    }

    @Test(arguments: ["titles", "titels"])
    func suggestsNoWithheldKey(key: String) throws {
        let settings = try Make.memory()
        var withheld = Schema.Withheld()
        withheld.items = ["titles"]
        #expect(
            error {
                try settings.profiles.save(
                    named: "a", description: nil, keys: [key], replacing: false,
                    limits: { _ in withheld })
            } == .unknownKey(key, nearest: nil))
    }

    @Test(arguments: [nil, ["display"]] as [[String]?])
    func aViewerNeitherSavesNorSeesWithheldSettings(keys: [String]?) throws {
        let settings = try Make.memory()
        try settings.assign(("titles", .text("no")), ("name", .text("Bob")))
        var withheld = Schema.Withheld()
        withheld.items = ["titles", "level"]
        let saved = try settings.profiles.save(
            named: "a", description: nil, keys: keys, replacing: false, limits: { _ in withheld })
        #expect(values(saved) == ["name": "Bob"])
        let all = try settings.profiles.save(named: "b", keys: keys)
        for hasValues in [true, false] {
            let schema = settings.snapshot.schema
            let json = all.omitting { schema.isWithheld($0, in: withheld) }
                .report(hasValues, schema)
            let text = JSONWriter().text(json)
            #expect(text.contains("name") && !text.contains("titles"))
        }
    }

    /// Its withheld values would be lost.
    @Test func doesNotChangeAProfileWithAWithheldSetting() throws {
        let settings = try Make.memory()
        try settings.profiles.save(named: "a", keys: ["titles", "name"])
        var withheld = Schema.Withheld()
        withheld.items = ["titles"]
        let changes: [() throws -> Any] = [
            { try settings.profiles.remove(named: "a", limits: { _ in withheld }) },
            {
                try settings.profiles.save(
                    named: "a", description: nil, keys: ["name"], replacing: true,
                    limits: { _ in withheld })
            },
        ]
        for change in changes { #expect(error(change) == .withheld("a")) }
        #expect(try values(settings.profiles.named("a")) == ["titles": nil, "name": nil])
    }

    /// The time is that of the values.
    @Test func aRenamedProfileKeepsItsTime() throws {
        let clock = Locked(Date(timeIntervalSince1970: 1_000))
        var adoption = Settings.Adoption()
        adoption.now = { clock.withLock { $0 } }
        let settings = try Settings.open(
            Make.schema(Make.panel), in: MemoryStorage(), adoption: adoption, watches: false)
        defer { settings.close() }
        try settings.profiles.save(named: "Day", keys: ["name"])
        clock.withLock { $0 = Date(timeIntervalSince1970: 2_000) }
        try settings.profiles.change(named: "Day", to: "Night", description: "b")
        #expect(try settings.profiles.named("Night").time == Date(timeIntervalSince1970: 1_000))
        try settings.profiles.save(named: "Night", keys: ["name"], replacing: true)
        #expect(try settings.profiles.named("Night").time == Date(timeIntervalSince1970: 2_000))
    }

    @Test func storesAtMostAHundredProfiles() throws {
        let settings = try Make.memory()
        for number in 1...Profile.mostProfiles {
            try settings.profiles.save(named: "\(number)", keys: ["name"])
        }
        #expect(error { try settings.profiles.save(named: "x", keys: ["name"]) } == .tooMany)
        try settings.profiles.save(named: "1", keys: ["titles"], replacing: true)
        try settings.profiles.remove(named: "2")
        try settings.profiles.save(named: "x", keys: ["name"])
        #expect(try settings.profiles.all().count == Profile.mostProfiles)
    }

    @Test func limitsTheSizeOfAProfile() throws {
        let settings = try Make.memory(Make.panel("text edit_multiline"))
        try settings.assign(("text", .text(String(repeating: "x", count: Profile.mostBytes))))
        #expect(error { try settings.profiles.save(named: "a") } == .tooLarge)
        try settings.assign(("text", .text(String(repeating: "x", count: Profile.mostBytes - 100))))
        #expect(error { try settings.profiles.save(named: "a") } == nil)
    }

    @Test func replacesRenamesAndRemovesAProfile() throws {
        let settings = try Make.memory()
        try settings.profiles.save(named: "Day", description: "Work", keys: ["name"])
        let replaced = try settings.profiles.save(named: "Day", keys: ["titles"], replacing: true)
        #expect(replaced.details == "Work" && values(replaced) == ["titles": nil])
        let saved = try settings.profiles.save(
            named: "Day", description: "", keys: ["level"], replacing: true)
        #expect(saved.details == "")
        try settings.profiles.save(
            named: "Day", description: "Work", keys: ["titles"], replacing: true)
        try settings.profiles.save(named: "Night", keys: ["name"])
        #expect(
            error { try settings.profiles.change(named: "Day", to: "Night") } == .exists("Night"))
        let renamed = try settings.profiles.change(named: "Day", to: "Morning")
        #expect(renamed.values == replaced.values && renamed.details == "Work")
        #expect(try settings.profiles.change(named: "Morning", description: "").details == "")
        #expect(try settings.profiles.named(" Morning ").name == "Morning")
        #expect(
            error { try settings.profiles.named("Mornin") }
                == .unknown("Mornin", nearest: "Morning"))
        #expect(
            error { try settings.profiles.remove(named: "Day") } == .unknown("Day", nearest: nil))
        try settings.profiles.remove(named: "Morning")
        #expect(try settings.profiles.all().map(\.name) == ["Night"])
        #expect(settings.revision == 0)
    }

    // MARK: - Switching

    @Test func applyingAProfileIsOneRevisionThatCanBeUndone() async throws {
        let settings = try Make.memory()
        try settings.assign(("titles", .text("no")), ("name", .text("Bob")), ("dark", .text("yes")))
        try settings.profiles.save(named: "Night", keys: ["display"])
        try settings.assign(
            ("titles", .reset), ("name", .text("Eve")), ("level", .text("low")),
            ("blue", .text("yes")))
        let preview = try await settings.profiles.apply(named: "Night", isDryRun: true)
        #expect(preview.changes.count == 3 && settings.revision == 2)
        let outcome = try await settings.profiles.apply(named: "Night", actor: "Ada")
        #expect(
            outcome.revision == 3
                && outcome.changes.map(\.key).sorted() == ["level", "name", "titles"])
        let revision = try #require(try settings.history.revision(3))
        #expect(
            revision.origin == .profile && revision.note == "Night" && revision.actor == "Ada")
        #expect(settings.text("name") == "Bob" && !settings.snapshot.isSet("level"))
        // A setting that the profile does not name stays as it is.
        #expect(settings.text("theme") == "blue")
        #expect(try await settings.profiles.apply(named: "Night").changes.isEmpty)
        #expect(settings.revision == 3)
        try await settings.apply(
            Batch([], origin: .browser, reversal: Reversal(.undo(3))))
        #expect(settings.text("name") == "Eve" && settings.text("level") == "low")
    }

    /// A value that equals the default would stay when a later version has another default.
    @Test func resetsASettingThatAProfileHasAtItsDefault() async throws {
        let settings = try Make.memory()
        try settings.profiles.save(named: "p", keys: ["titles"])
        try settings.assign(("titles", .text("yes")))
        #expect(settings.snapshot.isSet("titles") && settings.boolean("titles") == true)
        try await settings.profiles.apply(named: "p")
        #expect(!settings.snapshot.isSet("titles"))
    }

    @Test func aRejectedValueAppliesNothing() async throws {
        let bench = try Bench()
        try bench.fill(Make.panel("a edit_integer", "b edit_integer"), [("a", "5"), ("b", "50")])
        let old = try bench.open(Make.panel("a edit_integer", "b edit_integer"))
        try old.profiles.save(named: "p")
        try old.assign(("a", .text("1")), ("b", .text("2")))
        old.close()
        let settings = try bench.open(
            Make.panel("a edit_integer", "b edit_integer \"itemMaximum\": 10", version: 2))
        defer { settings.close() }
        do {
            try await settings.profiles.apply(named: "p")
            Issue.record("was accepted")
        } catch ApplyError.refused(let problems) {
            #expect(problems.map(\.key) == ["b"])
        }
        #expect(settings.snapshot.value("a") == .integer(1))
    }

    // MARK: - Comparing

    /// The current value is the one in use, even if none is set.
    @Test(
        arguments: [
            (nil, "mid", ["from": "low", "to": "mid"]),
            ("mid", "mid", ["from": "low", "to": "mid"]),
            (nil, "low", nil), ("mid", "low", nil),
        ] as [(String?, JSONValue, JSONValue?)])
    func usesTheLockedValueAsTheCurrentOne(set: String?, saved: JSONValue, change: JSONValue?)
        throws
    {
        let bench = try Bench()
        try bench.fill(Make.panel, set.map { [("level", $0)] } ?? [])
        let lock = Settings.Lock("level", .text("low"), source: .file("x"))
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path, locks: [lock], watches: false)
        defer { settings.close() }
        let profile = Profile(name: "p", details: "", time: Date(), values: ["level": saved])
        let json = ProfileComparison(nil, profile, in: settings.snapshot).json
        #expect(json.object?["same"] == .boolean(change == nil))
        #expect(json.object?["changed"]?.object?["level"] == change)
    }

    @Test func comparesAnUnreadableValueAsStored() throws {
        let settings = try Make.memory()
        let profile = Profile(name: "p", details: "", time: Date(), values: ["titles": "maybe"])
        let comparison = ProfileComparison(nil, profile, in: settings.snapshot)
        #expect(comparison.differences.map { $0.change?.new } == [.value("maybe")])
    }

    @Test func doesNotCompareAWithheldSetting() throws {
        let snapshot = try Make.memory().snapshot
        let profiles = [true, false].map { isOn in
            Profile(name: "p", details: "", time: Date(), values: ["titles": .boolean(isOn)])
        }
        for first in [nil, profiles[0]] {
            func count(_ isOmitted: (String) -> Bool) -> Int {
                ProfileComparison(
                    first?.omitting(isOmitted), profiles[1].omitting(isOmitted), in: snapshot
                ).differences.count
            }
            #expect(count { $0 == "titles" } == 0)
            #expect(count { _ in false } == 1)
        }
    }

    // MARK: - Other schemas and stores

    /// A former key is read, a changed type is converted, and a removed setting is left out.
    @Test func aProfileFollowsTheSchema() async throws {
        let bench = try Bench()
        let old = try bench.open(
            Make.panel(
                "a edit_text", "b edit_text", "c edit_text",
                "d choice \"itemOptions\": [\"x\", \"y\"]"))
        try old.assign(
            ("a", .text("1")), ("b", .text("2")), ("c", .text("3")), ("d", .text("y")))
        try old.profiles.save(named: "p")
        try old.assign(("a", .text("")), ("b", .text("9")), ("d", .text("x")))
        old.close()
        let settings = try bench.open(
            Make.panel(
                "z edit_text \"itemRenamedFrom\": \"a\"", "b edit_integer",
                "d choice \"itemOptions\": [\"x\", \"w\"], \"itemValueMap\": {\"y\": \"w\"}",
                version: 2))
        defer { settings.close() }
        let content = try settings.profiles.named("p").content(in: settings.snapshot.schema)
        #expect(content.unknown == ["c"])
        try await settings.profiles.apply(named: "p")
        #expect(settings.text("z") == "1" && settings.snapshot.value("b") == .integer(2))
        #expect(settings.text("d") == "w")
    }

    @Test func removesANewSecretFromProfiles() throws {
        let bench = try Bench()
        let old = try bench.open(Make.panel("a edit_text", "b edit_text"))
        try old.assign(("a", .text("hunter2hunter2")), ("b", .text("x")))
        try old.profiles.save(named: "p")
        old.close()
        let settings = try bench.open(
            Make.panel("z edit_password \"itemRenamedFrom\": \"a\"", "b edit_text", version: 2))
        #expect(try values(settings.profiles.named("p")) == ["b": "x"])
        settings.close()
        #expect(
            try bench.sqlite("SELECT record FROM record").joined().contains("hunter2") == false)
    }

    @Test func eachPanelOfAFileHasItsProfiles() throws {
        let bench = try Bench()
        let panels = try ["one", "two"].map { panel in
            try Settings.open(
                Make.schema(Make.panel), at: bench.path + "?panel=\(panel)", watches: false)
        }
        defer { for panel in panels { panel.close() } }
        for (panel, name) in zip(panels, ["a", "b"]) {
            try panel.profiles.save(named: name, keys: ["name"])
        }
        #expect(try panels.map { try $0.profiles.all().map(\.name) } == [["a"], ["b"]])
    }

    @Test func aReadOnlyFileShowsProfilesAndSavesNone() throws {
        let bench = try Bench()
        let settings = try bench.open()
        try settings.profiles.save(named: "a", keys: ["name"])
        settings.close()
        let reader = try Settings.openForReading(at: bench.path)
        defer { reader.close() }
        #expect(try reader.profiles.all().map(\.name) == ["a"])
        #expect(refusal { try reader.profiles.remove(named: "a") } == .readOnly)
    }

    /// Whatever other programs write into the table, a profile can be removed.
    @Test(arguments: ["", "[]", "{\"values\": 7}", "{\"description\": 1, \"time\": \"x\"}"])
    func anUnreadableRecordIsEmpty(record: String) throws {
        let bench = try Bench()
        try bench.open().close()
        try bench.sqlite("INSERT INTO record VALUES ('profile', 'a', '\(record)')")
        try FileManager.default.removeItem(atPath: bench.path + "-lock")
        let settings = try bench.open()
        defer { settings.close() }
        let profile = try settings.profiles.named("a")
        #expect(profile.values == [:] && profile.time == .distantPast)
        try settings.profiles.remove(named: "a")
        #expect(try settings.profiles.all().isEmpty)
    }

    /// The state of a button changes by its action alone, and a secret is in no profile.
    @Test func ignoresKeysWithoutAValueToSave() throws {
        let settings = try Make.memory(
            Make.panel(
                "name edit_text", "password edit_password", "enter button",
                #"power button "itemStates": [{"state": "on"}, {"state": "off"}]"#))
        let profile = Profile(
            name: "p", details: "", time: Date(),
            values: ["power": "off", "enter": "x", "password": "y", "name": "Bob", "gone": 1])
        let content = profile.content(in: settings.snapshot.schema)
        #expect(content.entries.map(\.setting.key) == ["name"])
        #expect(content.unknown.sorted() == ["enter", "gone", "password", "power"])
        #expect(profile.assignments(in: settings.snapshot).map(\.key) == ["name"])
    }

    /// A key that the schema does not have can be the former key of a withheld setting.
    @Test func onlyUnlimitedViewersSeeUnknownKeys() throws {
        let schema = try Make.schema(Make.panel)
        let profile = Profile(
            name: "p", details: "", time: Date(), values: ["name": "Bob", "gone": 1])
        for hasValues in [true, false] {
            let all = profile.report(hasValues, schema)
            #expect(all.object?["unknown"] == ["gone"])
            var withheld = Schema.Withheld()
            withheld.items = ["titles"]
            let part = profile.omitting { schema.isWithheld($0, in: withheld) }
                .report(hasValues, schema)
            #expect(part.object?["unknown"] == nil)
        }
    }

    /// The former key of a setting and its own are one setting, whose first value counts.
    @Test func usesTheFirstOfTwoKeysOfOneSetting() throws {
        let bench = try Bench()
        try bench.open().close()
        try bench.sqlite(
            #"INSERT INTO record VALUES ('profile', 'a', '{"values": {"nick": "x", "name": "y"}}')"#
        )
        let settings = try bench.open()
        defer { settings.close() }
        let content = try settings.profiles.named("a").content(in: settings.snapshot.schema)
        #expect(content.entries.map(\.setting.key) == ["name"] && content.unknown == ["name"])
        #expect(content.entries.map(\.value) == ["x"])
    }

    @Test func reportsAStorageWithoutProfiles() throws {
        let settings = try Settings.open(
            Make.schema(Make.panel), in: PlainStorage(), watches: false)
        defer { settings.close() }
        #expect(refusal { try settings.profiles.save(named: "a", keys: ["name"]) } == .failed)
    }
}

extension Profile {
    fileprivate func report(_ hasValues: Bool, _ schema: Schema) -> JSONValue {
        ProfileReport(self, in: schema, hasValues: hasValues).json
    }
}
