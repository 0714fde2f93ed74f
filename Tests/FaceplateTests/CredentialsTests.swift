import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Credentials are stored with the settings, and other processes see their changes.
@Suite(.timeLimit(.hung))
struct CredentialsTests {
    private func set(_ settings: Settings, _ edits: [String: String?]) throws {
        try settings.changeCredentials { _ in ((), edits) }
    }

    @Test func namesAreCaseSensitive() throws {
        let bench = try Bench()
        let settings = try bench.open()
        defer { settings.close() }
        try set(settings, ["a": "{}"])
        try set(settings, ["A": "[]"])
        #expect(settings.credentials.records == ["a": "{}", "A": "[]"])
        let stored = try settings.store.read { try $0.records(.credential) }
        #expect(stored["a"] == "{}" && stored["A"] == "[]")
    }

    @Test func areStoredAndRemoved() throws {
        let bench = try Bench()
        let settings = try bench.open()
        try set(settings, ["a": "{}", "b": "[]"])
        try set(settings, ["a": "{\"x\":1}", "b": nil])
        #expect(settings.credentials.records == ["a": "{\"x\":1}"])
        #expect(settings.credentials.generation == 2)
        #expect(settings.revision == 0)
        settings.close()
        let again = try bench.open()
        defer { again.close() }
        #expect(again.credentials.records == ["a": "{\"x\":1}"])
    }

    @Test func changesOfAnotherProcessAreRead() throws {
        let bench = try Bench()
        let (one, two) = (try bench.open(watches: true), try bench.open())
        defer {
            one.close()
            two.close()
        }
        let news = Locked(0)
        let observation = one.onNews { news.withLock { $0 += 1 } }
        defer { observation.cancel() }
        try set(two, ["a": "{}"])
        #expect(eventually { one.credentials.records == ["a": "{}"] })
        #expect(eventually { news.withLock { $0 } == 1 })
        try set(two, ["a": nil])
        #expect(eventually { one.credentials.records.isEmpty })
        // The newest records count, also those that this process has not read yet.
        try set(two, ["b": "{}"])
        let known = try one.changeCredentials { ($0.keys.sorted(), [:]) }
        #expect(known == ["b"])
    }

    /// Changes of the values by others leave them alone.
    @Test func stayInMemoryIfTheStorageCannotStoreThem() throws {
        let storage = PlainStorage()
        let settings = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        let other = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        defer {
            settings.close()
            other.close()
        }
        try set(settings, ["a": "{}"])
        try other.assign(("name", .text("Bob")))
        settings.refreshSoon()
        #expect(settings.text("name") == "Bob" && settings.credentials.records == ["a": "{}"])
    }

    @Test func canBeReadFromAReadOnlyFile() throws {
        let bench = try Bench()
        let settings = try bench.open()
        try set(settings, ["a": "{}"])
        settings.close()
        let reader = try Settings.openForReading(at: bench.path)
        defer { reader.close() }
        #expect(reader.credentials.records == ["a": "{}"])
        #expect(throws: StoreError.self) { try set(reader, ["b": "{}"]) }
    }
}
