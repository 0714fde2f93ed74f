import FaceplateSchema
import Foundation
import Testing

@testable import Faceplate

/// Several panels in one file, each with its own schema, values and history.
struct SeveralPanelsTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private func path(_ panel: String?) -> String {
        bench.path + (panel.map { "?panel=" + $0 } ?? "")
    }

    private func open(_ panel: String?) throws -> Settings {
        let schema = try Schema(.panel(panel ?? "plain")) {
            Group("all") {
                EditText("name", default: "none")
                EditPassword("secret")
            }
        }
        return try Settings.open(schema, at: path(panel), watches: false)
    }

    /// Opens a panel, sets texts one after the other, and closes it.
    private func fill(_ panel: String?, _ texts: String...) throws {
        let settings = try open(panel)
        defer { settings.close() }
        for text in texts { try settings.assign(("name", .text(text)), ("secret", .text(text))) }
    }

    @Test func eachPanelHasItsValuesSecretsAndHistory() throws {
        try fill(nil, "a")
        try fill("reader", "b", "c")
        try fill("writer.2", "d", "e", "f")
        for (panel, text, revision) in [(nil, "a", 1), ("reader", "c", 2), ("writer.2", "f", 3)] {
            let settings = try open(panel)
            defer { settings.close() }
            #expect(settings.text("name") == text)
            #expect(try settings.secret("secret") == text)
            #expect(settings.snapshot.revision == revision)
            #expect(settings.path == path(panel))
        }
        #expect(bench.files == ["settings.sqlite", "settings.sqlite-key", "settings.sqlite-lock"])
    }

    @Test func aChangeOfOnePanelDoesNotChangeTheOther() async throws {
        let (one, other) = try (open("one"), open("other"))
        defer {
            one.close()
            other.close()
        }
        try one.assign(("name", .text("a")))
        try other.assign(("name", .text("b")))
        #expect(one.text("name") == "a" && other.text("name") == "b")
        #expect(one.snapshot.revision == 1 && other.snapshot.revision == 1)
        try await one.history.undo(1)
        #expect(one.text("name") == "none" && other.text("name") == "b")
    }

    @Test func aPanelIsReadWithoutAWriter() throws {
        try fill("reader", "a")
        let reading = try Settings.openForReading(at: path("reader"))
        #expect(reading.text("name") == "a")
        reading.close()
        let error = #expect(throws: StoreError.self) {
            try Settings.openForReading(at: path("none"))
        }
        #expect(error?.code == .noSchema)
    }

    @Test func readingAndDryRunsCreateNoTables() throws {
        try fill("one", "a")
        let tables = try bench.sqlite("SELECT count(*) FROM sqlite_master")
        #expect(throws: StoreError.self) { try Settings.openForReading(at: path("other")) }
        #expect(throws: StoreError.self) { try Settings.openForReading(at: path(nil)) }
        let schema = try Schema(.panel("a")) { Group("all") { EditText("name") } }
        #expect(try !Settings.plan(schema, at: path("other")).steps.isEmpty)
        let settings = try open("one")
        let backup = try #require(try settings.backups.make())
        settings.close()
        let restored = try Settings.restoreBackup(backup.name, at: path("one"), isDryRun: true)
        #expect(restored.revisionBefore == 1)
        #expect(try bench.sqlite("SELECT count(*) FROM sqlite_master") == tables)
    }

    @Test func otherProgramsReadTheTablesOfEach() throws {
        try fill(nil, "a")
        try fill("reader", "b")
        for (view, line) in [("value", "\"a\"|set"), ("\"reader.value\"", "\"b\"|set")] {
            let sql = "SELECT value, source FROM \(view) WHERE key = 'name'"
            #expect(try bench.sqlite(sql) == [line])
        }
    }

    @Test func aBackupHasAllPanels() throws {
        try fill("one", "a")
        try fill("other", "b", "c")
        let settings = try open("other")
        defer { settings.close() }
        let backup = try #require(try settings.backups.make())
        guard case .sound(2, _, 4) = Settings.contents(of: backup) else {
            Issue.record("\(Settings.contents(of: backup))")
            return
        }
        #expect(Settings.backups(of: path("other")).count == 1)
    }

    /// Whichever panel of the file is opened.
    @Test func anOlderFormatIsMigratedForAllPanels() throws {
        for panel in [nil, "one", "other"] { try fill(panel, "a") }
        let old = ["", "one.", "other."].map { prefix in
            FormerFormat.beforeRecords(prefix)
                + ["profile", "temporary", "handled"].map { "DROP TABLE \"\(prefix)\($0)\"; " }
                .joined()
                + "DELETE FROM grdb_migrations WHERE identifier LIKE "
                + "'\(prefix.replacing(".", with: ":"))7.%';"
        }
        try bench.sqlite(old.joined() + "PRAGMA user_version = 6;")
        try FileManager.default.removeItem(atPath: bench.path + "-lock")
        try open("one").close()
        #expect(try bench.sqlite("PRAGMA user_version") == ["9"])
        for panel in [nil, "other"] {
            let reading = try Settings.openForReading(at: path(panel))
            #expect(reading.text("name") == "a")
            reading.close()
        }
    }

    /// A name that a file contains becomes a part of statements.
    @Test func tablesOfOtherProgramsAreUnchanged() throws {
        try fill("one", "a")
        let name = "x\"\";DROP TABLE \"\"one.setting\"\";--.panel_schema"
        try bench.sqlite("CREATE TABLE \"\(name)\"(a); PRAGMA user_version = 5;")
        try FileManager.default.removeItem(atPath: bench.path + "-lock")
        let settings = try open("one")
        #expect(settings.text("name") == "a")
        settings.close()
    }

    @Test(arguments: ["", "a b", "a\"b", "Home", "sqlite_a", String(repeating: "a", count: 65)])
    func rejectsAnInvalidName(panel: String) throws {
        let error = #expect(throws: StoreError.self) {
            let schema = try Schema(.panel("a")) { Group("all") { EditText("name") } }
            try Settings.open(schema, at: path(panel), watches: false).close()
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("names no panel") == true)
        #expect(bench.files == [])
    }
}
