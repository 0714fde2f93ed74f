import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Files that a user or another program changes while the settings use them.
///
/// Nothing is acknowledged that is not stored, and the contents of two files are not mixed.
struct ChangedFilesTests {
    private let bench: Bench
    private var copy: String { bench.folder + "/copy.sqlite" }

    init() throws {
        bench = try Bench()
    }

    private func command(_ arguments: String...) {
        let child = Child(arguments[0], Array(arguments.dropFirst()))
        #expect(child.finish() == 0)
    }

    /// Returns settings in which `name` is `now`, with a copy of the file from when `name` was `then`.
    private func opened() throws -> Settings {
        try bench.fill(Make.panel, [("name", "then"), ("level", "low")])
        command("cp", bench.path, copy)
        try bench.fill(Make.panel, [("name", "mid"), ("titles", "NO")])
        let settings = try bench.open()
        try settings.assign(("name", .text("now")))
        return settings
    }

    private func value(_ key: String = "name") throws -> Value? {
        let settings = try bench.open()
        defer { settings.close() }
        return settings.snapshot.value(key)
    }

    private func answer(of settings: Settings) -> StoreError? {
        storeError { () throws(ApplyError) in
            try settings.applyAndWait(Batch([Assignment("level", .text("3"))], origin: .program))
        }
    }

    @Test func aReplacedFileIsUsedOnlyAfterARestart() throws {
        let settings = try opened()
        command("mv", copy, bench.path)
        #expect(answer(of: settings)?.code == .replaced)
        #expect(!settings.problems.isEmpty)
        #expect(refusal { try settings.history.revisions(limit: 9) } == .replaced)
        #expect(refusal { try settings.backups.make() as Any } == .replaced)
        settings.close()
        let again = try bench.open()
        #expect(again.snapshot.value("name") == .text("then"))
        #expect(try again.history.revisions(limit: 9).count == 2)
        #expect(again.findings.count == 1 && again.findings[0].contains("-replaced-wal-"))
        try again.assign(("name", .text("next")))
        again.close()
        #expect(try bench.sqlite("PRAGMA integrity_check") == ["ok"])
        #expect(bench.files.contains { $0.contains("-replaced-wal-") })
        #expect(try value() == .text("next"))
    }

    /// A copy that is written into the file has the same inode, and gets no part of the log.
    @Test func closingWritesNothingIntoAReplacedFile() throws {
        weak var store: SQLiteStorage?
        let bytes: Data
        do {
            let settings = try opened()
            store = settings.store as? SQLiteStorage
            command("cp", copy, bench.path)
            #expect(answer(of: settings)?.code == .replaced)
            bytes = try bench.bytes()
            settings.close()
            #expect(try bench.bytes() == bytes)
        }
        #expect(eventually { store == nil })
        #expect(try bench.bytes() == bytes)
    }

    /// A crash leaves a log that belongs to the file: it is used.
    @Test func usesALogThatBelongsToTheFile() throws {
        let settings = try opened()
        let folder = bench.folder + "/crash"
        command("mkdir", folder)
        for name in ["settings.sqlite", "settings.sqlite-wal", "settings.sqlite-lock"] {
            command("cp", "\(bench.folder)/\(name)", "\(folder)/\(name)")
        }
        let moved = try Settings.open(
            Make.schema(Make.panel), at: folder + "/settings.sqlite", watches: false)
        #expect(moved.snapshot.value("name") == .text("now"))
        #expect(moved.findings.isEmpty)
        moved.close()
        settings.close()
    }

    @Test(arguments: [0, 4_096, 20_000])
    func aTruncatedFileRejectsWrites(size: Int) throws {
        let settings = try opened()
        #expect(truncate(bench.path, off_t(size)) == 0)
        #expect(answer(of: settings)?.code == .replaced)
        #expect(settings.revision == 5)
        settings.close()
    }

    @Test(arguments: ["-wal", "-shm", "-lock"])
    func aRemovedLogStopsWritesAndLosesNothing(ending: String) throws {
        let settings = try opened()
        command("rm", bench.path + ending)
        #expect(answer(of: settings)?.code == .replaced)
        settings.close()
        #expect(try value() == .text("now"))
        #expect(try bench.sqlite("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: ["-wal", "-shm"])
    func watchesTheFirstLogOfANewDatabaseToo(ending: String) throws {
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("name", .text("now")))
        command("rm", bench.path + ending)
        #expect(answer(of: settings)?.code == .replaced)
    }

    @Test(arguments: [false, true])
    func reportsAMissingLogAtTheStart(isForReading: Bool) throws {
        let settings = try opened()
        // The files are as a killed process leaves them.
        for ending in ["", "-wal", "-lock"] {
            command("cp", "-p", bench.path + ending, "\(bench.folder)/left.sqlite\(ending)")
        }
        settings.close()
        let left = bench.folder + "/left.sqlite"
        let lock = try FileLock(path: left + "-lock")
        lock.endWriting(StoreFiles(at: left))
        command("rm", left + "-wal")
        let again =
            try isForReading
            ? Settings.openForReading(at: left)
            : Settings.open(Make.schema(Make.panel), at: left, watches: false)
        #expect(
            again.findings == [
                "'\(left)-wal' is missing: the last changes before the program "
                    + "ended may be lost."
            ])
        again.close()
    }

    @Test func anotherProcessCanWriteAndCheckpoint() throws {
        let settings = try opened()
        let other = try bench.open()
        for number in 1...3 { try other.assign(("name", .text("oth\(number)"))) }
        let storage = try #require(other.store as? SQLiteStorage)
        let before = StoreFiles(at: bench.path).database
        // A log of this length is moved into the file.
        try storage.write { reader in
            var change = StorageChange(to: try reader.version())
            change[.credential, "filler"] = .set(
                String(repeating: "x", count: Int(SQLiteStorage.logBound)))
            return change
        }
        storage.checkpoints.sync {}
        #expect(StoreFiles(at: bench.path).database != before)
        #expect(answer(of: settings) == nil)
        other.close()
        #expect(settings.snapshot.value("name") == .text("oth3"))
        settings.close()
    }

    @Test(arguments: ["copy", "settings-copy"])
    func rejectsAndKeepsASecondHardLink(name: String) throws {
        try bench.fill(Make.panel, [("name", "A")])
        let second = "\(bench.folder)/\(name).sqlite"
        command("ln", bench.path, second)
        for path in [bench.path, second] {
            #expect(
                refusal { try Settings.open(Make.schema(Make.panel), at: path, watches: false) }
                    == .cannotOpen)
        }
        command("rm", second)
        #expect(try value() == .text("A"))
    }

    // MARK: - Times

    /// Each way to set the time of a file, and to bring back the same file.
    @Test(
        arguments: [
            "touch $1", "touch -d '2001-01-01' $1", "touch $1 $1-wal $1-shm $1-lock",
            "cp -p $1 $1-2 && touch $1-2 && mv $1-2 $1", "cat $1 > $1-2 && cat $1-2 > $1",
        ], [false, true])
    func aChangedTimeLosesNothing(_ command: String, isRunning: Bool) throws {
        var settings: Settings? = try opened()
        let folder = bench.folder + "/left"
        self.command("mkdir", folder)
        let left = folder + "/settings.sqlite"
        if isRunning {
            self.command("sh", "-c", command, "sh", bench.path)
            // A new file of the same name is found; the same file is in use still.
            let code = settings.flatMap(answer)?.code
            #expect(code == (command.contains("mv") ? .replaced : nil))
            settings?.close()
            settings = nil
            #expect(try value() == .text("now"))
        } else {
            // The files are as a killed process leaves them.
            for ending in ["", "-wal", "-shm", "-lock"] {
                self.command("mv", bench.path + ending, left + ending)
            }
            self.command("sh", "-c", command, "sh", left)
            let again = try Settings.open(Make.schema(Make.panel), at: left, watches: false)
            #expect(again.text("name") == "now" && again.findings.isEmpty)
            again.close()
        }
        withExtendedLifetime(settings) {}
    }

    /// A copy that has the name, the inode and the time of the file is no part of its log.
    @Test func detectsACopyWithTheSameTime() throws {
        let settings = try opened()
        let folder = bench.folder + "/left"
        command("mkdir", folder)
        let left = folder + "/settings.sqlite"
        // The files are as a killed process leaves them. They are copies, because SQLite would use the index of the
        // log that this process has open for the same file under another name.
        for ending in ["", "-wal", "-lock"] {
            command("cp", "-p", bench.path + ending, left + ending)
        }
        settings.close()
        let lock = try FileLock(path: left + "-lock")
        let digest = try #require(StoreContent.digest(ofFile: left))
        lock.endWriting(
            StoreFiles(at: left), content: StoreContent(digest: digest),
            log: LogEnd(path: left + "-wal"))
        let before = try #require(StoreFiles(at: left).database)
        command("touch", "-r", left, copy)
        command("cp", copy, left)
        command("touch", "-r", copy, left)
        command("touch", left + "-wal")
        let now = try #require(StoreFiles(at: left).database)
        #expect(now.inode == before.inode && now.modified == before.modified)
        let again = try Settings.open(Make.schema(Make.panel), at: left, watches: false)
        #expect(again.text("name") == "then")
        #expect(again.findings.count == 1)
        #expect(again.findings.first?.contains("-replaced-wal-") == true)
        again.close()
    }

    // MARK: - The record of the last writer

    /// A start after a kill decides by the record which log belongs to the file.
    @Test func openingWritingAndClosingRecordTheirFiles() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let lock = try FileLock(path: bench.path + "-lock")
        let storage = try SQLiteStorage(bench.path)
        #expect(lock.record?.isWriting == false)
        #expect(lock.record?.files.database == StoreFiles(at: bench.path).database)
        #expect(throws: CancellationError.self) {
            try storage.write { _ in
                #expect(lock.record?.isWriting == true)
                throw CancellationError()
            }
        }
        func isTrue() -> Bool {
            let content = StoreContent.digest(ofFile: bench.path).map { StoreContent(digest: $0) }
            return lock.record
                == StoreRecord(
                    isWriting: false, files: StoreFiles(at: bench.path), content: content,
                    log: LogEnd(path: bench.path + "-wal"))
        }
        #expect(isTrue())
        try storage.write { StorageChange(to: try $0.version()) }
        #expect(isTrue())
        storage.close()
        #expect(isTrue())
    }

    /// The opening may have moved a log into the file, or changed the tables.
    @Test func aFailedOpeningIsRecordedAsAWriteInProgress() throws {
        try bench.fill(Make.panel, [("name", "A")])
        try bench.sqlite("CREATE TRIGGER t AFTER INSERT ON setting BEGIN SELECT 1; END")
        #expect(refusal { try bench.open() } == .damaged)
        #expect(try FileLock(path: bench.path + "-lock").record?.isWriting == true)
        try bench.sqlite("DROP TRIGGER t")
        #expect(try value() == .text("A"))
    }
}
