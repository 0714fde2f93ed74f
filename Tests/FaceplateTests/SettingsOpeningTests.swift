import Dispatch
import FaceplateTestSupport
import Foundation
import GRDB
import Testing

@testable import Faceplate

struct SettingsOpeningTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private func refused() -> StoreError? {
        do {
            try bench.open().close()
            Issue.record("was opened")
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test func rejectsANewerFormatAndLeavesItUnchanged() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        try bench.sqlite("PRAGMA user_version = 10")
        let before = try bench.bytes()
        let error = refused()
        #expect(error?.code == .newer)
        #expect(
            error?.message
                == "The database '\(bench.path)' has format 10, and this program knows formats up to 9. "
                + "Use a newer version; the file was left as it is.")
        #expect(refusal { try Settings.open(at: bench.path, watches: false) } == .newer)
        #expect(try bench.bytes() == before)
        #expect(bench.backups.isEmpty)
    }

    @Test(arguments: ["PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = WAL"])
    func rejectsADatabaseOfAnotherProgramUnchanged(mode: String) throws {
        try bench.sqlite("\(mode); CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let before = try bench.bytes()
        let error = refused()
        #expect(error?.code == .notASettingsFile)
        #expect(
            error?.message
                == "'\(bench.path)' is a SQLite database of another program. Name another file.")
        #expect(try bench.bytes() == before)
        #expect(!bench.files.contains("settings.sqlite-lock"))
    }

    @Test(arguments: ["record", "setting", "label"])
    func rejectsTablesWithOtherColumns(table: String) throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        try bench.sqlite("DROP TABLE \(table); CREATE TABLE \(table)(a)")
        #expect(refused()?.code == .damaged)
    }

    @Test func rejectsAnotherApplicationID() throws {
        try bench.sqlite("PRAGMA application_id = 7; PRAGMA user_version = 1")
        #expect(refused()?.code == .notASettingsFile)
    }

    @Test func rejectsGarbageUnchanged() throws {
        var random = SystemRandomNumberGenerator()
        let bytes = Data((0..<5_000).map { _ in UInt8.random(in: 1...255, using: &random) })
        try bytes.write(to: URL(filePath: bench.path))
        #expect(refused()?.code == .notASettingsFile)
        #expect(try bench.bytes() == bytes)
    }

    @Test func rejectsAFolderAndAMissingFolder() throws {
        let schema = try Make.schema(Make.panel)
        let inFolder = #expect(throws: StoreError.self) {
            try Settings.open(schema, at: bench.folder)
        }
        #expect(inFolder?.message == "'\(bench.folder)' is a folder. Name a file for the settings.")
        let missing = #expect(throws: StoreError.self) {
            try Settings.open(schema, at: bench.folder + "/no/settings.sqlite")
        }
        #expect(
            missing?.message == "The folder of '\(bench.folder)/no/settings.sqlite' does not exist."
        )
        #expect(missing?.code == .cannotOpen)
        #expect(bench.files.isEmpty)
    }

    @Test func rejectsADevice() throws {
        let error = #expect(throws: StoreError.self) {
            try Settings.open(Make.schema(Make.panel), at: "/dev/null")
        }
        #expect(error?.message == "'/dev/null' is not a regular file.")
    }

    @Test func withoutASchemaADatabaseMustHaveOne() throws {
        let missing = #expect(throws: StoreError.self) { try Settings.open(at: bench.path) }
        #expect(
            missing?.code == .cannotOpen
                && missing?.message == "There is no database '\(bench.path)'.")
        #expect(bench.files.isEmpty)
        try Data().write(to: URL(filePath: bench.path))
        #expect(refusal { try Settings.open(at: bench.path) } == .noSchema)
    }

    @Test func anEmptyFileIsUsedAsANewDatabase() throws {
        try Data().write(to: URL(filePath: bench.path))
        try bench.fill(Make.panel, [("name", "Bob")])
        let settings = try bench.open()
        defer { settings.close() }
        #expect(settings.text("name") == "Bob")
    }

    @Test func anEmptiedFileIsNotTreatedAsNew() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        try Data().write(to: URL(filePath: bench.path))
        let error = refused()
        #expect(error?.code == .damaged)
        #expect(
            error?.message
                == "The database '\(bench.path)' is empty, although it contained settings. Put a copy in its place, "
                + "or delete it and '\(bench.path)-lock' to start again.")
        try FileManager.default.removeItem(atPath: bench.path)
        try FileManager.default.removeItem(atPath: bench.path + "-lock")
        try bench.open().close()
    }

    @Test func rejectsATriggerOfAnotherProgram() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        try bench.sqlite(
            "CREATE TRIGGER evil AFTER INSERT ON setting BEGIN DELETE FROM setting; END")
        #expect(refused()?.message.contains("the trigger 'evil'") == true)
        try bench.sqlite("DROP TRIGGER evil")
        try bench.open().close()
    }

    /// The given schema file replaces a stored schema that cannot be read.
    @Test(arguments: ["{broken", ""]) func aGivenSchemaReplacesADamagedOne(
        text: String
    ) throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        try bench.sqlite("UPDATE panel_schema SET schema = '\(text)'")
        #expect(refusal { try Settings.open(at: bench.path, watches: false) } == .damaged)
        for _ in 0..<2 {
            let settings = try bench.open()
            #expect(settings.text("name") == "Bob")
            settings.close()
        }
        try Settings.open(at: bench.path, watches: false).close()
    }

    /// The key and the version are stored beside the schema, so that they are checked although it is damaged.
    @Test(arguments: [(#""panelKey":"garden""#, 2), (#""panelKey":"harbour""#, 1)])
    func anotherOrOlderSchemaDoesNotReplaceADamagedOne(
        key: String, version: Int
    ) throws {
        func schema(_ head: String) -> String {
            #"{\#(head),"groups":[{"groupKey":"g","items":[{"itemKey":"name","#
                + #""itemControlType":"edit_text"}]}]}"#
        }
        try bench.fill(schema(#""panelKey":"harbour","panelVersion":2"#), [("name", "Bob")])
        try bench.sqlite("UPDATE panel_schema SET schema = '{broken'")
        let other = schema(key + #","panelVersion":\#(version)"#)
        #expect(refusal { try bench.open(other) } == .otherSchema)
        let settings = try bench.open(other, isForced: true)
        #expect(settings.text("name") == "Bob")
        settings.close()
    }

    /// Opening for reading waits for no other process, and needs no write permission.
    @Test func canBeReadWhileAnotherProcessHasTheLock() throws {
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("name", .text("Bob")))
        let lock = try FileLock(path: bench.path + "-lock")
        try lock.exclusively {
            let reading = try Settings.openForReading(at: bench.path)
            #expect(reading.text("name") == "Bob")
            #expect(try reading.history.revisions(limit: 5).count == 1)
            let reset = Batch([Assignment("name", .reset)], origin: .cli)
            let error = storeError { () throws(ApplyError) in try reading.applyAndWait(reset) }
            #expect(error?.code == .readOnly)
            reading.close()
        }
    }

    /// A process was killed between creating the file and writing to it: nothing was lost.
    @Test func aFileThatWasNeverUsedIsTreatedAsNew() throws {
        try Data().write(to: URL(filePath: bench.path))
        try Data().write(to: URL(filePath: bench.path + "-lock"))
        try bench.fill(Make.panel, [("name", "Bob")])
    }

    @Test(arguments: [100, 1_024, 5_000])
    func rejectsATruncatedFile(size: Int) throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        let whole = try bench.bytes()
        try whole.prefix(size).write(to: URL(filePath: bench.path))
        let code = refusal { try bench.open() }
        #expect(code == .damaged || code == .notASettingsFile)
        #expect(try bench.bytes() == whole.prefix(size))
    }

    /// Root can write every file.
    @Test(.enabled(if: geteuid() != 0, "root may write any file"))
    func rejectsAnUnwritableFile() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        chmod(bench.path, 0o400)
        defer { chmod(bench.path, 0o600) }
        #expect(refused()?.code == .readOnly)
    }

    @Test func aReaderSeesLaterWritesOfAnotherProgram() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        let reading = try Settings.openForReading(at: bench.path)
        defer { reading.close() }
        #expect(try reading.history.revisions(limit: 5).map(\.number) == [1])
        try bench.fill(Make.panel, [("name", "Zoe")])
        #expect(try reading.history.revisions(limit: 5).map(\.number) == [2, 1])
        let again = try Settings.openForReading(at: bench.path)
        defer { again.close() }
        #expect(again.text("name") == "Zoe")
    }

    /// The newest changes are in the log.
    @Test(.enabled(if: geteuid() != 0, "root may write in any folder"))
    func readsTheLogOfAnotherProgramInAReadOnlyFolder() throws {
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("name", .text("Bob")))
        chmod(bench.folder, 0o500)
        defer { chmod(bench.folder, 0o700) }
        let reading = try Settings.openForReading(at: bench.path)
        defer { reading.close() }
        #expect(reading.text("name") == "Bob")
        #expect(try reading.history.revisions(limit: 5).map(\.number) == [1])
    }

    /// Without a log in a folder that cannot be written, SQLite reads the file alone.
    @Test(.enabled(if: geteuid() != 0, "root may write in any folder"))
    func aLogThatAppearsDuringAReadIsReported() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        chmod(bench.folder, 0o500)
        defer { chmod(bench.folder, 0o700) }
        let storage = try ReadOnlyStorage(bench.path)
        defer { storage.close() }
        let code = refusal {
            try storage.read { reader in
                chmod(bench.folder, 0o700)
                try Data().write(to: URL(filePath: bench.path + "-wal"))
                return try reader.version()
            }
        }
        #expect(code == .busy)
    }

    /// The lock file cannot be used either, but the database is what was named.
    @Test func reportsTheCauseInTheDatabaseFirst() throws {
        for path in [bench.path, bench.path + "-lock"] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
        }
        #expect(
            refused()?.message == "'\(bench.path)' is a folder. Name a file for the settings.")
    }

    /// Only a newer program can read it, so the given schema does not replace it.
    @Test func rejectsASchemaOfANewerProgram() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        try bench.sqlite("UPDATE panel_schema SET schema = '{\"groups\": 7}'")
        let before = try bench.bytes()
        let error = refused()
        #expect(error?.code == .newer)
        #expect(
            error?.message
                == "The database contains a schema that this program cannot read: "
                + "$.groups (line 1): Expected an array, not 7.")
        #expect(try bench.bytes() == before)
    }

    /// Another program has the file for itself; the opening has the lock while it waits.
    @Test func anOpeningWaitsForAnotherProgram() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        let other = try DatabaseQueue(path: bench.path)
        try other.inDatabase {
            try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE")
        }
        let file = open(bench.path + "-lock", O_RDWR)
        defer { close(file) }
        let isDone = Locked(false)
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread { [bench] in
            #expect(refusal { try bench.open().close() } == nil)
            isDone.withLock { $0 = true }
            group.leave()
        }
        var looks = 0
        let isWaiting = eventually {
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                flock(file, LOCK_UN)
            } else {
                looks += 1
            }
            return looks > 20 || isDone.withLock { $0 }
        }
        try other.close()
        group.wait()
        #expect(isWaiting && looks > 20)
    }

    /// Several first starts at the same moment: one creates the file, and the others use it.
    @Test func manyProcessesCanCreateTheFileAtOnce() async throws {
        for _ in 0..<10 {
            let bench = try Bench()
            let schema = try Make.schema(Make.panel)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let settings = try Settings.open(schema, at: bench.path, watches: false)
                        _ = try await settings.set("titles", to: false)
                        settings.close()
                    }
                }
                try await group.waitForAll()
            }
            let settings = try bench.open()
            #expect(settings.revision == 1 && settings.boolean("titles") == false)
            settings.close()
        }
    }

    @Test func aLinkAndItsTargetShareLockAndKey() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        let link = bench.folder + "/link.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bench.path)
        let linked = try Settings.open(Make.schema(Make.panel), at: link, watches: false)
        try linked.assign(("password", .text("secret")))
        linked.close()
        #expect(
            bench.files == ["link.sqlite"] + ["", "-key", "-lock"].map { "settings.sqlite" + $0 })
        let settings = try bench.open()
        defer { settings.close() }
        #expect(try settings.secret("password") == "secret")
    }

    @Test func aFileReplacedWhileOpenRejectsWrites() throws {
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("name", .text("Bob")))
        try FileManager.default.moveItem(atPath: bench.path, toPath: bench.path + ".old")
        #expect(refusal { try settings.assign(("name", .text("Eve"))) } == .replaced)
        try Data("x".utf8).write(to: URL(filePath: bench.path))
        let error = #expect(throws: ApplyError.self) { try settings.assign(("name", .text("Eve"))) }
        guard case .store(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            reason.message
                == "The database '\(bench.path)' was deleted or replaced while it was in use. Restart to use the new one."
        )
        #expect(settings.text("name") == "Bob" && settings.revision == 1)
    }

    @Test func closedSettingsAreReadButNotWritten() throws {
        let settings = try bench.open()
        try settings.assign(("name", .text("Bob")))
        settings.close()
        settings.close()
        #expect(refusal { try settings.assign(("name", .text("Eve"))) } == .closed)
        #expect(refusal { try settings.secret("password") as Any } == .closed)
        #expect(refusal { try settings.parked() } == .closed)
        // The close has removed the log, which is no loss.
        #expect(refusal { try settings.profiles.all() } == .closed)
        #expect(refusal { try settings.backups.make() as Any } == .closed)
        #expect(
            refusal { try settings.adopt(Make.schema(Make.panel), labels: LabelCatalog()) }
                == .closed)
        #expect(settings.text("name") == "Bob" && settings.revision == 1)
    }

    @Test func closingSavesWaitingBatches() throws {
        let settings = try bench.open()
        let isSaved = Locked<Bool?>(nil)
        // A batch that is sent during a commit waits.
        settings.apply(Batch([Assignment("level", .text("low"))], origin: .program)) { _ in
            settings.apply(Batch([Assignment("name", .text("Bob"))], origin: .program)) { result in
                isSaved.withLock { $0 = (try? result.get()) != nil }
            }
            settings.close()
        }
        #expect(eventually { isSaved.withLock { $0 } != nil })
        #expect(isSaved.withLock { $0 } == true)
        #expect(
            try bench.sqlite("SELECT value FROM setting WHERE item_key = 'name'") == [#""Bob""#])
    }

    @Test func closingLeavesOneFileAndTheLock() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        #expect(bench.files == ["settings.sqlite", "settings.sqlite-lock"])
    }

    @Test func rejectsAnotherPanel() throws {
        try bench.fill(#"{"panelKey": "one", "groups": []}"#, [])
        let other = #"{"panelKey": "two", "groups": []}"#
        let error = #expect(throws: StoreError.self) { try bench.open(other) }
        #expect(error?.code == .otherSchema)
        #expect(
            error?.message
                == "The database contains the panel 'one', and the schema describes 'two'. Name another database."
        )
        #expect(
            error.map { "\($0)" }?.hasSuffix(
                " To use it all the same, open it with 'Settings.Adoption(isForced: true)'.")
                == true)
        // A key that is only the name of the file is never compared.
        try bench.open("[]").close()
        try bench.open(other).close()
        #expect(refusal { try bench.open(#"{"panelKey": "one", "groups": []}"#) } == .otherSchema)
        let settings = try bench.open(#"{"panelKey": "one", "groups": []}"#, isForced: true)
        #expect(settings.snapshot.schema.key == "one")
        #expect(try bench.sqlite("SELECT key FROM panel") == ["one"])
        settings.close()
    }

    @Test func rejectsAnOlderVersionUnlessAdopted() throws {
        try bench.fill(
            Make.panel("a switch", "b edit_text", version: 3), [("a", "YES"), ("b", "x")])
        let older = Make.panel("a switch", version: 2)
        let before = try bench.sqlite("SELECT digest FROM panel")
        let error = #expect(throws: StoreError.self) { try bench.open(older) }
        #expect(error?.code == .otherSchema)
        #expect(
            error?.message
                == "The database contains version 3 of the panel, and the schema is version 2. Use the newer schema."
        )
        #expect(try bench.sqlite("SELECT digest FROM panel") == before)
        let settings = try bench.open(older, isForced: true)
        #expect(try settings.parked().isEmpty && bench.backups.isEmpty && settings.revision == 2)
        #expect(settings.boolean("a") == true && settings.value("b") == "x")
        settings.close()
        let newer = try bench.open(Make.panel("a switch", "b edit_text", version: 3))
        defer { newer.close() }
        #expect(newer.text("b") == "x" && newer.boolean("a") == true)
    }
}
