import FaceplateTestSupport
import Foundation
import GRDB
import Testing

@testable import Faceplate

/// Files of former formats.
enum FormerFormat {
    /// The migrations, oldest first.
    static let all = [
        "1", "2", "3", "4", "5", "6", "7.profile", "7.temporary", "7.handled", "8",
    ]

    /// The statements that make a file of format 9 one of format 8, without records.
    ///
    /// - Parameter prefix: The key of the panel and a dot, for a file of several panels.
    static func beforeRecords(_ prefix: String = "") -> String {
        """
        CREATE TABLE "\(prefix)agreement"(item_key TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL) STRICT;
        CREATE TABLE "\(prefix)credential"(key TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL) STRICT;
        CREATE TABLE "\(prefix)profile"(name TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL) STRICT;
        CREATE TABLE "\(prefix)handled"(revision INTEGER NOT NULL) STRICT;
        DROP TABLE "\(prefix)record";
        DELETE FROM grdb_migrations WHERE identifier = '\(prefix.replacing(".", with: ":"))9';

        """
    }
}

/// A file of each former format is brought to the newest one, with everything in it.
struct FormerFormatsTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The statement that adds a row to the tables which a migration makes.
    private static let rows = [
        "4": "INSERT INTO agreement VALUES ('name', 'agreed')",
        "6": "INSERT INTO credential VALUES ('a', 'hash')",
        "7.profile": #"INSERT INTO profile VALUES ('p', '{"values":{"name":"y"}}')"#,
        "7.handled": "INSERT INTO handled VALUES (0); INSERT INTO handled VALUES (1)",
    ]

    private func make(_ format: String) throws -> Set<String> {
        let database = try DatabaseQueue(path: bench.path)
        defer { try? database.close() }
        let tables = StoreTables(panel: nil)
        try tables.migrator.migrate(database, upTo: format)
        let index = try #require(FormerFormat.all.firstIndex(of: format))
        let known = FormerFormat.all[...index]
        try database.write { database in
            let schema = try Make.schema(Make.panel)
            try database.execute(
                sql: "INSERT INTO panel_schema VALUES (?, ?, 'digest', ?)",
                arguments: [schema.key, schema.version, schema.canonicalJSON])
            try database.execute(
                sql: """
                    INSERT INTO setting VALUES ('name', '"x"', 1);
                    INSERT INTO revision(number, time, origin) VALUES (1, '2026-01-01T00:00:00.000Z', 'script');
                    INSERT INTO change(revision, item_key, new) VALUES (1, 'name', '"x"');
                    PRAGMA user_version = \(format.prefix(1)); PRAGMA application_id = 1179667540;
                    """)
            for step in known { try Self.rows[step].map { try database.execute(sql: $0) } }
        }
        return Set(known)
    }

    @Test(arguments: FormerFormat.all)
    func aFileKeepsItsContent(format: String) throws {
        let known = try make(format)
        let settings = try bench.open()
        defer { settings.close() }
        #expect(settings.text("name") == "x" && settings.revision >= 1)
        #expect(try settings.history.revisions(limit: 9).last?.changes.map(\.key) == ["name"])
        #expect(try settings.agreements() == (known.contains("4") ? ["name": "agreed"] : [:]))
        #expect(
            settings.credentials.records["a"] == (known.contains("6") ? "hash" : nil))
        #expect(
            try settings.profiles.all().map(\.name) == (known.contains("7.profile") ? ["p"] : []))
        let handled = try settings.store.read { try $0.records(.handled) }
        #expect(handled == (known.contains("7.handled") ? ["revision": "1"] : [:]))
        #expect(try bench.sqlite("PRAGMA user_version") == ["\(StoreTables.version)"])
        try settings.profiles.save(named: "new")
        try settings.assign(("name", .text("z")))
    }

    /// Each migration of the tables is tried above.
    @Test func everyFormatIsTried() throws {
        let migrations = StoreTables(panel: nil).migrator.migrations
        #expect(migrations.dropLast() == FormerFormat.all)
    }

    /// Contents of a storage of its own, as an app stored them before 0.9.
    @Test func storedContentsKeepTheirRecords() throws {
        let json = """
            {"current": \(String(decoding: try JSONEncoder().encode(StoredState()), as: UTF8.self)),
             "words": {}, "history": [], "agreed": {"name": "agreed"}, "admitted": {"a": "hash"},
             "saved": {"p": "{}"}, "handled": 3}
            """
        var contents = try JSONDecoder().decode(StorageContents.self, from: Data(json.utf8))
        func records(_ kind: StoredState.RecordKind) -> [String: String] { contents.records(kind) }
        #expect(records(.agreement) == ["name": "agreed"] && records(.credential) == ["a": "hash"])
        #expect(records(.profile) == ["p": "{}"] && records(.handled) == ["revision": "3"])
        var change = StorageChange(to: contents.version())
        change[.profile, "p"] = .removed
        change[.profile, "q"] = .set("{}")
        contents.apply(change)
        let again = try JSONDecoder().decode(
            StorageContents.self, from: JSONEncoder().encode(contents))
        #expect(again.records(.profile) == ["q": "{}"] && again == contents)
        #expect(again.records(.agreement) == ["name": "agreed"])
        change[.profile, "q"] = .removed
        contents.apply(change)
        #expect(records(.profile).isEmpty)
    }
}
