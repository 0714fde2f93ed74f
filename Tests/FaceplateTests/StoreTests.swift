import FaceplateTestSupport
import Foundation
import GRDB
import Testing

@testable import Faceplate

struct StoreTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private static func pragma(_ name: String, of settings: Settings) throws -> String? {
        let storage = try #require(settings.store as? SQLiteStorage)
        return try storage.database.inDatabase { database in
            try String.fetchOne(database, sql: "PRAGMA \(name)")
        }
    }

    @Test(
        arguments: [
            ("synchronous", "2"), ("journal_mode", "wal"), ("wal_autocheckpoint", "0"),
            ("journal_size_limit", "4194304"),
            ("trusted_schema", "0"), ("cell_size_check", "1"), ("foreign_keys", "1"),
            ("user_version", "9"),
            ("application_id", "1179667540"),
        ])
    func everyCommitIsDurable(pragma: String, value: String) throws {
        for _ in 0..<2 {
            let settings = try bench.open()
            defer { settings.close() }
            #expect(try Self.pragma(pragma, of: settings) == value)
        }
    }

    @Test(
        arguments: [
            (.SQLITE_BUSY, .busy), (.SQLITE_BUSY_SNAPSHOT, .busy), (.SQLITE_LOCKED, .busy),
            (.SQLITE_FULL, .full), (.SQLITE_IOERR_WRITE, .full), (.SQLITE_IOERR_READ, .failed),
            (.SQLITE_READONLY, .readOnly), (.SQLITE_READONLY_DBMOVED, .readOnly),
            (.SQLITE_PERM, .readOnly), (.SQLITE_AUTH, .readOnly),
            (.SQLITE_NOTADB, .notASettingsFile), (.SQLITE_CORRUPT, .damaged),
            (.SQLITE_CORRUPT_INDEX, .damaged), (.SQLITE_CANTOPEN, .cannotOpen),
            (.SQLITE_ERROR, .failed),
        ] as [(ResultCode, StoreError.Code)])
    func anErrorOfSQLiteHasItsCode(result: ResultCode, code: StoreError.Code) {
        #expect(StoreError(DatabaseError(resultCode: result)).code == code)
    }

    /// Not every build of SQLite overwrites by itself what it removes.
    @Test func overwritesTextThatBecomesASecret() throws {
        let settings = try bench.open(Make.panel("a edit_text"))
        for round in 1...3 { try settings.assign(("a", .text("planted-\(round)"))) }
        #expect(try Self.pragma("secure_delete = 0", of: settings) == "0")
        try settings.adopt(Make.schema(Make.panel("a edit_password")))
        settings.close()
        #expect(try bench.bytes().range(of: Data("planted".utf8)) == nil)
    }

    @Test func rejectsADatabaseWithoutALog() throws {
        let inMemory = try DatabaseQueue()
        #expect(refusal { try SQLiteStorage.makeDurable(inMemory) } == .failed)
    }

    /// A device without content cannot be synchronized, and a missing file has nothing to lose.
    @Test(
        arguments: [("/dev/null", .failed), ("", nil), (".", nil)]
            as [(String, StoreError.Code?)])
    func reportsAFileThatDoesNotReachTheDisk(path: String, code: StoreError.Code?) {
        #expect(refusal { try StoreError.synchronizing(path) } == code)
    }

    /// A read that begins before the close can ask for its connection after it.
    @Test func aClosedReaderOpensNothing() {
        let reader = SideReader()
        reader.close()
        let code = refusal {
            try reader.queue { () throws(StoreError) in
                try StoreError.wrappingSQLite { try DatabaseQueue() }
            }
        }
        #expect(code == .closed)
    }

    @Test func otherProgramsCanReadTheTables() throws {
        var labels = LabelCatalog()
        labels.set("Titles", for: "TITLES", in: .english)
        labels.set("Titres", for: "TITLES", in: try #require(LocaleTag("fr")))
        let settings = try bench.open(labels: labels)
        #expect(try bench.sqlite("SELECT revision FROM panel") == ["0"])
        try settings.assign(("theme", .text("dark")), ("name", .text("é\"x")))
        defer { settings.close() }
        #expect(
            try bench.sqlite("SELECT locale, text FROM label WHERE key='TITLES' ORDER BY 1") == [
                "en|Titles", "fr|Titres",
            ])
        #expect(
            try bench.sqlite("SELECT item_key, value, revision FROM setting ORDER BY 1") == [
                "name|\"é\\\"x\"|1", "theme|\"dark\"|1",
            ])
        #expect(try bench.sqlite("SELECT key, version, revision FROM panel") == ["test|1|1"])
        #expect(
            try bench.sqlite("SELECT key, position, title_key FROM \"group\" ORDER BY position")
                == ["display|1|DISPLAY", "theme|2|THEME", "account|3|ACCOUNT"])
        #expect(
            try bench.sqlite(
                "SELECT key, group_key, position, control, default_value FROM item ORDER BY group_key, position"
            ) == [
                "password|account|1|edit_password|", "enter|account|2|button|",
                "titles|display|1|switch|true",
                "name|display|2|edit_text|\"Ann\"", "level|display|3|choice|\"mid\"",
                "fixed|display|4|switch|true",
                "light|theme|1|select|true", "dark|theme|2|select|false",
                "blue|theme|3|select|false",
            ])
        #expect(
            try bench.sqlite(
                "SELECT revision, item_key, old, new FROM change ORDER BY revision, item_key") == [
                    "1|name||\"é\\\"x\"", "1|theme||\"dark\"",
                ])
        #expect(
            try bench.sqlite(
                "SELECT count(*) FROM sqlite_master WHERE type='table' AND sql NOT LIKE '%STRICT%' AND name NOT LIKE 'grdb%'"
            ) == ["0"])
        try settings.assign(("name", .reset))
        #expect(try bench.sqlite("SELECT revision FROM panel") == ["2"])
        try settings.assign(("theme", .text("blue")), ("password", .text("one")))
        try settings.assign(("password", .text("two")))
        #expect(
            try bench.sqlite("SELECT item_key, value, revision FROM setting")
                == ["theme|\"blue\"|3"])
        #expect(try bench.sqlite("SELECT item_key, revision FROM secret") == ["password|4"])
    }

    @Test func theStoreIsEnoughForSchemaLabelsAndValues() throws {
        var labels = LabelCatalog()
        labels.set("Titres", for: "TITLES", in: try #require(LocaleTag("fr")))
        let json = """
            {"labels": {"en": {"TITLES": "Titles"}}, "groups": [{"groupKey": "g", "groupTitle": {"ar": "م"}, "items": [
              {"itemKey": "titles", "itemControlType": "switch"}]}]}
            """
        let first = try bench.open(json, labels: labels)
        try first.assign(("titles", .text("YES")))
        let (schema, words, digest) = (
            first.snapshot.schema, first.snapshot.labels, first.snapshot.digest
        )
        first.close()
        let settings = try Settings.open(at: bench.path, watches: false)
        defer { settings.close() }
        #expect(settings.snapshot.schema == schema && settings.snapshot.schema.key == "settings")
        #expect(!settings.snapshot.schema.isKeyExplicit)
        #expect(settings.snapshot.labels == words && settings.snapshot.digest == digest)
        #expect(words.locales.map(\.description) == ["ar", "en", "fr"])
        #expect(settings.boolean("titles") == true && settings.revision == 1)
        #expect(try settings.assign(("titles", .text("NO"))).revision == 2)
    }

    @Test func keepsLabelsOfAnUnreadLocale() throws {
        let fr = try #require(LocaleTag("fr"))
        var labels = LabelCatalog()
        labels.set("Titres", for: "TITLES", in: fr)
        try bench.open(labels: labels).close()
        var adoption = Settings.Adoption()
        adoption.unreadLocales = [fr]
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path,
            adoption: adoption, watches: false)
        #expect(settings.snapshot.labels[fr]["TITLES"] == "Titres")
        settings.close()
        let without = try bench.open()
        defer { without.close() }
        #expect(without.snapshot.labels[fr].isEmpty)
        #expect(try bench.sqlite("SELECT count(*) FROM label") == ["0"])
    }

    /// A key that is written twice is a problem of a file that was read.
    @Test func onlyAnUnreadableLabelFileIsUnread() throws {
        let bench = try Bench()
        let words = ["de": #""A" = "a""#, "fr": #""A" = "a"; "A" = "b";"#]
        let folder = URL(filePath: bench.folder)
        try Data(Make.panel.utf8).write(to: folder.appending(path: "app.json"))
        for (locale, text) in words {
            let place = folder.appending(path: "\(locale).lproj")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            try Data(text.utf8).write(to: place.appending(path: "app.strings"))
        }
        let file = try SchemaFile(path: bench.folder + "/app.json")
        #expect(file.labelProblems.count == 2)
        let adoption = Settings.Adoption(of: file)
        #expect(adoption.unreadLocales.map(\.description) == ["de"])
        #expect(!adoption.keepsUnreadLabels)
    }

    /// The labels in the schema are newer than the stored labels of a file that was not read.
    @Test func labelsOfTheSchemaReplaceThoseOfAnUnreadLocale() throws {
        let fr = try #require(LocaleTag("fr"))
        var labels = LabelCatalog()
        labels.set("Titres", for: "TITLES", in: fr)
        labels.set("Nom", for: "NAME", in: fr)
        try bench.open("[]", labels: labels).close()
        var adoption = Settings.Adoption()
        adoption.unreadLocales = [fr]
        let schema = try Make.schema(#"{"labels": {"fr": {"TITLES": "Ouvrages"}}, "groups": []}"#)
        let settings = try Settings.open(
            schema, at: bench.path, adoption: adoption, watches: false)
        defer { settings.close() }
        #expect(settings.snapshot.labels[fr] == ["TITLES": "Ouvrages", "NAME": "Nom"])
    }

    @Test func aReadSeesOneStateWhileAnotherProgramWrites() throws {
        let (settings, other) = (try bench.open(), try bench.open())
        defer {
            settings.close()
            other.close()
        }
        try settings.store.read { reader in
            let before = try reader.version()
            try other.assign(("name", .text("Bob")))
            #expect(try reader.version() == before)
        }
    }

    // MARK: - Writes

    /// Other programs do not know our lock.
    @Test func noOtherProgramWritesDuringAWrite() throws {
        let settings = try bench.open()
        defer { settings.close() }
        let storage = try #require(settings.store as? SQLiteStorage)
        let other = try DatabaseQueue(path: bench.path)
        defer { try? other.close() }
        func writes() -> Bool {
            (try? other.inDatabase {
                try $0.execute(sql: "INSERT OR IGNORE INTO retired VALUES ('x')")
            }) != nil
        }
        try storage.write { reader in
            _ = try reader.version()
            #expect(!writes())
            return nil
        }
        #expect(writes())
    }

    @Test func aWriteWaitsForAnotherProgram() throws {
        let settings = try bench.open()
        defer { settings.close() }
        let storage = try #require(settings.store as? SQLiteStorage)
        let other = try DatabaseQueue(path: bench.path)
        let code = Locked<StoreError.Code??>(nil)
        try other.inDatabase { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            Thread.detachNewThread {
                let result = refusal { try settings.assign(("name", .text("Bob"))) }
                code.withLock { $0 = .some(result) }
            }
            var looks = 0
            #expect(
                eventually {
                    looks += storage.lock.isInUse ? 1 : 0
                    return looks > 20 || code.withLock { $0 != nil }
                })
            try database.execute(sql: "COMMIT")
        }
        #expect(eventually { code.withLock { $0 != nil } })
        #expect(code.withLock { $0 } == .some(nil))
        #expect(settings.text("name") == "Bob")
    }

    @Test func aWriteOnAFullDiskStoresNothing() throws {
        let settings = try bench.open(
            Make.panel(#"text edit_multiline "itemMaximumLength": 90000"#))
        defer { settings.close() }
        let database = try #require(settings.store as? SQLiteStorage).database
        func limit(to count: String) throws {
            try database.inDatabase { database in
                let count = try Int.fetchOne(database, sql: "PRAGMA \(count)") ?? 0
                try database.execute(sql: "PRAGMA max_page_count = \(count)")
            }
        }
        try limit(to: "page_count")
        let text = Assignment.Input.text(String(repeating: "x", count: 60_000))
        let error = storeError { () throws(ApplyError) in try settings.assign(("text", text)) }
        #expect(error?.code == .full)
        #expect(settings.text("text") == "" && settings.revision == 0)
        #expect(try bench.sqlite("SELECT number FROM revision").isEmpty)
        try limit(to: "max_page_count = 4294967294")
        #expect(try settings.assign(("text", text)).revision == 1)
    }

    /// Another program may write any value, which must not stop ours.
    @Test(
        arguments: [
            ("{broken", "Ann"), ("null", "Ann"), ("5", "Ann"), ("{\"a\":1}", "Ann"),
            ("\"Zoe\"", "Zoe"), ("\"far too long\"", "far too long"),
        ])
    func invalidStoredValuesFallBackToTheDefault(stored: String, text: String) throws {
        try bench.open().close()
        try bench.sqlite("INSERT INTO setting VALUES ('name', '\(stored)', 0)")
        let settings = try bench.open()
        defer { settings.close() }
        #expect(settings.text("name") == text)
        try settings.assign(("name", .text("Bob")))
        #expect(settings.text("name") == "Bob")
    }

    @Test func keepsPrivateValuesOfAProgram() throws {
        try bench.open().close()
        try bench.sqlite(
            "INSERT INTO setting VALUES ('window.frame', '{\"x\":1}', 0), ('seen', 'true', 0)")
        let settings = try bench.open(Make.panel("other switch", version: 2), isForced: true)
        defer { settings.close() }
        #expect(settings.value("seen") == true && settings.snapshot.isSet("window.frame"))
        #expect(try settings.parked().isEmpty)
        #expect(try bench.sqlite("SELECT count(*) FROM setting") == ["2"])
    }

    /// Databases cut text off at U+0000.
    @Test func aZeroByteIsReplaced() throws {
        let settings = try bench.open()
        defer { settings.close() }
        try settings.applyAndWait(
            Batch([Assignment("name", .text("x"))], origin: .program, actor: "a\0b"))
        #expect(try bench.sqlite("SELECT actor FROM revision") == ["a\u{FFFD}b"])
    }
}
