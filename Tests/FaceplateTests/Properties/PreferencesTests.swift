import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

private struct Rect: Codable, Sendable, Equatable {
    var x = 0.0
    var width = 0.0
}

private enum Level: String, Codable, Sendable {
    case low, mid, high
}

/// Preferences in which some properties are items of `Make.panel`, and the others are private to the program.
private struct ReaderPreferences: Preferences {
    @Setting var titles = true
    @Setting(key: "name") var reader = "Ann"
    @Setting(key: "theme") var look = "light"
    @Setting var dark = false
    @Setting var window = Rect()
    @Setting(key: "level.own") var level = Level.mid
    @Setting var count = 3
    @Setting var alias: String?
    @Setting var pages = ["a"]
}

struct PreferencesTests {
    @Test
    func readDefaultsOfTheSchemaBeforeTheirOwn() throws {
        let preferences = try ReaderPreferences(Make.memory())
        #expect(preferences.titles)
        #expect(preferences.reader == "Ann")
        #expect(preferences.look == "light")
        #expect(!preferences.dark)
        #expect(preferences.window == Rect())
        #expect(preferences.count == 3)
        #expect(preferences.alias == nil)
        #expect(!preferences.$titles.isSet && preferences.$titles.defaultValue)
        #expect(preferences.$reader.key == "name" && preferences.$window.key == "window")
    }

    @Test
    func anOptionIsOnIfItIsTheDefaultOfItsGroup() throws {
        struct Themed: Preferences {
            @Setting(key: "theme") var look = "dark"
            @Setting var dark = true
        }
        let theme = Make.panel("light select", "dark select \"itemValue\": \"YES\"")
        let preferences = try Themed(
            Make.memory(theme.replacing("\"g\"", with: "\"theme\"")))
        preferences.look = "light"
        #expect(!preferences.dark && preferences.$dark.defaultValue)
    }

    @Test
    func areStoredAndReadByOthersAtOnce() throws {
        let bench = try Bench()
        let settings = try bench.open()
        let preferences = try ReaderPreferences(settings)
        let others = try ReaderPreferences(settings)
        let copy = preferences
        preferences.titles = false
        preferences.reader = "Bob"
        preferences.dark = true
        preferences.window = Rect(x: 1.5, width: 20)
        preferences.level = .high
        preferences.alias = "B"
        for reader in [preferences, others, copy] {
            #expect(!reader.titles && reader.reader == "Bob" && reader.dark)
            #expect(reader.window == Rect(x: 1.5, width: 20))
            #expect(reader.level == .high && reader.alias == "B" && reader.look == "dark")
        }
        #expect(settings.boolean("titles") == false)
        #expect(settings.recentRevision(1)?.origin == .program)
        settings.close()
        #expect(
            try bench.sqlite("SELECT item_key, value FROM setting ORDER BY item_key") == [
                #"alias|"B""#, #"level.own|"high""#, #"name|"Bob""#, #"theme|"dark""#,
                "titles|false", #"window|{"width":20,"x":1.5}"#,
            ])
        let again = try ReaderPreferences(bench.open())
        #expect(again.window == Rect(x: 1.5, width: 20) && again.level == .high)
    }

    @Test
    func showChangesOfOthers() throws {
        let settings = try Make.memory()
        let preferences = try ReaderPreferences(settings)
        try settings.assign(("titles", .text("NO")), ("theme", .text("dark")))
        #expect(!preferences.titles && preferences.dark)
        try settings.assign(("titles", .reset))
        #expect(preferences.titles)
    }

    @Test
    func cannotBeSetToInvalidValues() async throws {
        let settings = try Make.memory()
        let preferences = try ReaderPreferences(settings)
        preferences.reader = "Bernadette"
        #expect(preferences.reader == "Ann" && settings.revision == 0)
        guard case .refused(let problems)? = preferences.$reader.refusal else {
            Issue.record("was accepted")
            return
        }
        #expect(problems.map(\.problem.code) == [.tooLong])
        await #expect(throws: ApplyError.self) { try await preferences.$reader.set("Bernadette") }
        try await preferences.$reader.set("Eve")
        #expect(preferences.$reader.refusal == nil && preferences.reader == "Eve")
        preferences.reader = "Bernadette"
        preferences.reader = "Bob"
        #expect(preferences.$reader.refusal == nil)
    }

    @Test
    func cannotBeSetToValuesWithoutJSON() throws {
        let preferences = try ReaderPreferences(Make.memory())
        preferences.window = Rect(x: .nan)
        #expect(preferences.window == Rect() && preferences.$window.refusal != nil)
    }

    @Test
    func setAndResetWaitForTheStore() async throws {
        let settings = try Make.memory()
        let preferences = try ReaderPreferences(settings)
        try await preferences.$count.set(4)
        #expect(preferences.count == 4 && settings.value("count") == 4)
        #expect(preferences.$count.isSet)
        try await preferences.$count.reset()
        #expect(preferences.count == 3 && !preferences.$count.isSet)
    }

    @Test
    func distinguishUnsetFromNil() async throws {
        let settings = try Make.memory()
        let preferences = try ReaderPreferences(settings)
        preferences.alias = nil
        #expect(preferences.$alias.isSet && preferences.alias == nil)
        try await preferences.$alias.reset()
        #expect(!preferences.$alias.isSet)
    }

    @Test
    func canBeSetByAnObserver() throws {
        let settings = try Make.memory()
        let preferences = try ReaderPreferences(settings)
        let observation = settings.observe { revision in
            guard revision.number == 1 else { return }
            preferences.reader = "Bernadette"
            preferences.count = 7
        }
        preferences.titles = false
        #expect(eventually { preferences.count == 7 && preferences.$reader.refusal != nil })
        #expect(preferences.reader == "Ann")
        observation.cancel()
    }

    @Test
    func frozenPreferencesDoNotChange() throws {
        let preferences = try ReaderPreferences(Make.memory())
        let then = preferences.frozen
        preferences.count = 4
        #expect(then.count == 3 && preferences.count == 4)
        then.count = 5
        #expect(then.count == 3 && then.$count.refusal != nil && preferences.count == 4)
    }

    /// Run it with `swift test --sanitize=thread -Xswiftc -DSANITIZE_THREAD --scratch-path .build/threads
    /// --filter PreferencesTests` to check for data races as well.
    @Test
    func canBeReadOnThreadsDuringAWrite() async throws {
        let settings = try Make.memory()
        let preferences = try ReaderPreferences(settings)
        try settings.batch {
            preferences.count = 0
            preferences.window = Rect(x: 0, width: 0)
        }
        // Four threads read while one writes; a frozen view must never show half of a batch.
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var halves = 0
                    var last = 0
                    while last < 200 {
                        let now = preferences.frozen
                        if Double(now.count) != now.window.x { halves += 1 }
                        let count = preferences.count
                        if count < last { halves += 1 }
                        last = count
                        await Task.yield()
                    }
                    return halves
                }
            }
            for number in 1...200 {
                try? settings.batch {
                    preferences.count = number
                    preferences.window = Rect(x: Double(number), width: 0)
                }
            }
            for await halves in group { #expect(halves == 0) }
        }
        #expect(settings.revision == 201)
    }

    @Test
    func openCreatesTheStoreAndSharesIt() throws {
        let bench = try Bench()
        let one = try ReaderPreferences.open(at: bench.path)
        one.count = 5
        let other = try ReaderPreferences.open(at: bench.folder + "/./settings.sqlite")
        #expect(other.count == 5 && other.settings === one.settings)
        one.settings?.close()
        let third = try ReaderPreferences.open(at: bench.path)
        #expect(third.count == 5 && third.settings !== one.settings)
    }

    @Test
    func openTreatsAStoreWithoutASchemaAsNew() throws {
        let bench = try Bench()
        try Data().write(to: URL(filePath: bench.path))
        let preferences = try ReaderPreferences.open(at: bench.path)
        preferences.count = 5
        preferences.settings?.close()
        #expect(try ReaderPreferences.open(at: bench.path).count == 5)
    }

    @Test
    func openKeepsTheSchemaOfTheStore() throws {
        let bench = try Bench()
        try bench.fill(Make.panel, [("name", "Bob")])
        let preferences = try ReaderPreferences.open(at: bench.path)
        #expect(preferences.reader == "Bob")
        preferences.settings?.close()
        let schema = try Make.schema(Make.panel("count edit_integer \"itemValue\": 3"))
        let next = try ReaderPreferences.open(schema, at: bench.path)
        #expect(next.settings?.snapshot.schema.settings["count"] != nil)
        #expect(next.reader == "Bob")
    }
}
