import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Copies of a database: created, checked, removed by age and number, restored.
struct BackupTests {
    private let bench: Bench
    private static let day = 86_400.0

    init() throws {
        bench = try Bench()
    }

    private static func backup(_ age: Double, now: Date) -> StoreBackup {
        StoreBackup(
            name: "b\(age)", path: "b\(age)", time: now.addingTimeInterval(-age * day), size: 1)
    }

    @Test(
        arguments: [
            (14, 90, [], []), (14, 90, [1_000], []), (14, 90, [0, 91], [91]),
            (2, 90, [0, 1, 2, 3], [2, 3]), (1, 1, [0, 0.5], [0.5]), (3, 2, [1, 2, 3, 4], [3, 4]),
            (0, 0, [5, 6], [6]),
        ] as [(Int, Int, [Double], [Double])])
    func thePolicyRetainsTheNewestCopies(count: Int, days: Int, ages: [Double], removed: [Double]) {
        let now = Self.start
        let policy = BackupPolicy(count: count, days: days)
        let outdated = policy.outdated(ages.map { Self.backup($0, now: now) }, at: now)
        #expect(outdated.map(\.name) == removed.map { "b\($0)" })
    }

    @Test(.enabled(if: geteuid() != 0, "root may remove any file"))
    func doesNotReportAnUnremovableCopyAsRemoved() throws {
        let names = [20, 21].map { "settings-backup-202611\($0)T073000Z.sqlite" }
        for name in names {
            try Data().write(to: URL(filePath: bench.folder).appending(path: name))
        }
        func remove() -> [String] {
            StoreBackups(of: bench.path).removeOutdated(by: BackupPolicy(count: 1), at: Date())
        }
        chmod(bench.folder, 0o500)
        #expect(remove().isEmpty && bench.backups == names)
        chmod(bench.folder, 0o700)
        #expect(remove() == [names[0]] && bench.backups == [names[1]])
    }

    @Test func listsOnlyItsOwnCopies() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let names = [
            "settings-backup-20261120T073000Z.sqlite", "settings-backup-20261121T073000Z-2.sqlite",
            "settings-backup-20261121T073000Z.sqlite",
        ]
        let others = [
            "settings-backup-20261120.sqlite", "settings-backup-20261120T073000Z.sqlite-journal",
            "settings-backup-20261320T073000Z.sqlite", "other-backup-20261120T073000Z.sqlite",
        ]
        for name in names + others {
            try bench.bytes().write(to: URL(filePath: bench.folder).appending(path: name))
        }
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder + "/settings-backup-20261122T073000Z.sqlite",
            withDestinationPath: bench.path)
        #expect(Settings.backups(of: bench.path).map(\.name) == [names[1], names[2], names[0]])
    }

    @Test func aRestoredCopyIsCompleteAndCanBeUndone() throws {
        try bench.fill(Make.panel, [("name", "A"), ("password", "hunter2")])
        let settings = try bench.open()
        let backup = try #require(try settings.backups.make())
        #expect(try bench.mode(backup.name) == 0o600)
        guard case .sound(2, _?, 2) = Settings.contents(of: backup) else {
            Issue.record("\(Settings.contents(of: backup))")
            return
        }
        try settings.assign(("name", .text("B")))
        let plan = try Settings.restoreBackup(backup.name, at: bench.path, isDryRun: true)
        #expect(plan.revision == 2 && plan.revisionBefore == 3 && plan.aside == nil)
        try settings.assign(("name", .text("C")))
        let outcome = try Settings.restoreBackup(backup.name, at: bench.path)
        #expect(outcome.revision == 2 && outcome.revisionBefore == 4)
        let lock = try FileLock(path: bench.path + "-lock")
        #expect(lock.record?.files == StoreFiles(at: bench.path))
        #expect(lock.record?.content?.digest == StoreContent.digest(ofFile: bench.path))
        let error = storeError { () throws(ApplyError) in
            try settings.assign(("name", .text("D")))
        }
        #expect(error?.code == .replaced)
        settings.close()
        let again = try bench.open()
        #expect(again.snapshot.value("name") == .text("A") && again.revision == 2)
        #expect(try again.secret("password") == "hunter2")
        #expect(again.findings.isEmpty)
        again.close()
        // The previous database is complete as well, including the changes that were only in its log.
        let before = try Settings.open(
            Make.schema(Make.panel), at: #require(outcome.aside), watches: false)
        #expect(before.snapshot.value("name") == .text("C"))
        before.close()
        #expect(Settings.backups(of: bench.path).count == 1)
    }

    /// The panels are listed in the order of their names.
    @Test(arguments: [["one", "two"], ["two", "one"]])
    func aCopyOfSeveralPanelsHasTheLatestRevision(panels: [String]) throws {
        let clock = Locked(Self.start)
        for (place, panel) in panels.enumerated() {
            let settings = try open(clock, panel: "?panel=" + panel)
            defer { settings.close() }
            for name in ["A", "B"].prefix(place + 1) {
                try settings.assign(("name", .text(name)))
            }
            clock.withLock { $0.addTimeInterval(60) }
        }
        let settings = try open(clock, panel: "?panel=one")
        defer { settings.close() }
        let backup = try #require(try settings.backups.make())
        let last = Self.start.addingTimeInterval(60)
        #expect(Settings.contents(of: backup) == .sound(revision: 2, time: last, values: 2))
    }

    @Test func aDamagedCopyIsNotRestored() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        let backup = try #require(try settings.backups.make())
        settings.close()
        var bytes = try bench.bytes(backup.name)
        bytes.replaceSubrange(4_096..<20_000, with: Data(repeating: 0xFF, count: 15_904))
        try bytes.write(to: URL(filePath: backup.path))
        guard case .damaged = Settings.contents(of: backup) else {
            Issue.record("It was called sound.")
            return
        }
        #expect(refusal { try Settings.restoreBackup(backup.name, at: bench.path) } == .damaged)
        try Data("no database".utf8).write(to: URL(filePath: backup.path))
        #expect(
            Settings.contents(of: backup)
                == .damaged("The file is not a SQLite database. Name another file."))
        unlink(backup.path)
        try bench.sqlite("CREATE TABLE other(a)", on: backup.name)
        let message = "'\(backup.path)' is a SQLite database of another program. Name another file."
        #expect(Settings.contents(of: backup) == .damaged(message))
        #expect(refusal { try Settings.restoreBackup(backup.name, at: bench.path) } == .damaged)
        #expect(refusal { try Settings.restoreBackup("none", at: bench.path) } == .cannotOpen)
        let again = try bench.open()
        #expect(again.snapshot.value("name") == .text("A"))
        again.close()
    }

    @Test func aFailedCopyLeavesNoFile() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        defer { settings.close() }
        let table = try #require(
            bench.sqlite("SELECT rootpage FROM sqlite_master WHERE name = 'parked'").first)
        let page = try #require(UInt64(table)) - 1
        let file = try FileHandle(forWritingTo: URL(filePath: bench.path))
        try file.seek(toOffset: page * 4_096)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 64))
        try file.close()
        #expect(refusal { _ = try settings.backups.make() } == .damaged)
        #expect(bench.backups.isEmpty)
    }

    /// Others may have planted links at the names that copies get in the next seconds.
    @Test func doesNotWriteACopyThroughALink() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        defer { settings.close() }
        let now = Date()
        for second in 0..<30 {
            let time = RevisionTime.text(now + Double(second)).prefix(19)
                .filter { $0 != "-" && $0 != ":" }
            try FileManager.default.createSymbolicLink(
                atPath: bench.folder + "/settings-backup-\(time)Z.sqlite",
                withDestinationPath: bench.folder + "/elsewhere")
        }
        let backup = try #require(try settings.backups.make())
        #expect(backup.name.hasSuffix("Z-2.sqlite"))
        #expect(!bench.files.contains("elsewhere"))
    }

    /// A folder at the place of the database cannot be put aside.
    @Test func aFailedRestoreLeavesNoFile() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        let backup = try #require(try settings.backups.make())
        settings.close()
        unlink(bench.path)
        try FileManager.default.createDirectory(
            atPath: bench.path, withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) {
            try Settings.restoreBackup(backup.name, at: bench.path)
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.hasPrefix("'\(bench.path)' cannot be put aside as ") == true)
        #expect(!bench.files.contains { $0.contains("-restoring") || $0.contains("-replaced") })
    }

    /// The copy would get the changes in that log.
    ///
    /// Folders have the names that the log would get in the next seconds.
    @Test func doesNotReplaceADatabaseWhoseLogCannotBeMoved() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        defer { settings.close() }
        let backup = try #require(try settings.backups.make())
        try settings.assign(("name", .text("B")))
        let now = Date()
        for second in 0..<30 {
            let time = RevisionTime.text(now + Double(second)).prefix(19)
                .filter { $0 != "-" && $0 != ":" }
            try FileManager.default.createDirectory(
                atPath: bench.folder + "/settings-replaced-\(time)Z.sqlite-wal",
                withIntermediateDirectories: false)
        }
        #expect(refusal { try Settings.restoreBackup(backup.name, at: bench.path) } == .cannotOpen)
        #expect(!bench.files.contains { $0.contains("-restoring") })
        #expect(!bench.files.contains { $0.contains("-replaced") && $0.hasSuffix(".sqlite") })
        try settings.assign(("name", .text("C")))
    }

    /// The check of the copy finds what copying does not: a table that another program has dropped.
    @Test func removesADamagedNewCopy() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        defer { settings.close() }
        try bench.sqlite("DROP TABLE secret")
        let code = refusal { try settings.backups.make() as Any }
        #expect(code == .damaged)
        #expect(bench.backups.isEmpty)
    }

    /// The files are as a kill between the two steps of a restore leaves them.
    @Test func undoesAnInterruptedRestore() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let aside = bench.folder + "/settings-replaced-20261120T073000Z.sqlite"
        let earlier = bench.folder + "/settings-replaced-20261119T073000Z.sqlite"
        try FileManager.default.copyItem(atPath: bench.path, toPath: earlier)
        #expect(link(bench.path, aside) == 0)
        let settings = try bench.open()
        #expect(settings.snapshot.value("name") == .text("A"))
        settings.close()
        #expect(!FileManager.default.fileExists(atPath: aside))
        #expect(FileManager.default.fileExists(atPath: earlier))
    }

    /// A reader does not hold the lock, so the restore may still be running.
    @Test func aReaderDoesNotUndoARestore() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let aside = bench.folder + "/settings-replaced-20261120T073000Z.sqlite"
        #expect(link(bench.path, aside) == 0)
        #expect(refusal { try ReadOnlyStorage(bench.path) } == .cannotOpen)
        #expect(FileManager.default.fileExists(atPath: aside))
    }

    /// A kill while the backup is copied leaves a part of the copy.
    @Test func aRestoreReplacesTheRestOfAnEarlierOne() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        let backup = try #require(try settings.backups.make())
        settings.close()
        try bench.fill(Make.panel, [("name", "B")])
        let part = URL(filePath: bench.path + "-restoring")
        try bench.bytes(backup.name).prefix(1_000).write(to: part)
        let outcome = try Settings.restoreBackup(backup.name, at: bench.path)
        #expect(outcome.revisionBefore == 2 && !bench.files.contains(part.lastPathComponent))
        let again = try bench.open()
        #expect(again.snapshot.value("name") == .text("A"))
        again.close()
    }

    @Test func restoresALostDatabase() throws {
        try bench.fill(Make.panel, [("name", "A")])
        let settings = try bench.open()
        let backup = try #require(try settings.backups.make())
        settings.close()
        unlink(bench.path)
        let outcome = try Settings.restoreBackup(backup.path, at: bench.path)
        #expect(outcome.revisionBefore == nil && outcome.aside == nil)
        let again = try bench.open()
        #expect(again.snapshot.value("name") == .text("A"))
        again.close()
    }

    /// A table of another program makes it large.
    @Test func restoresALargeCopyCompletely() throws {
        try bench.fill(Make.panel, [("name", "A")])
        try bench.sqlite("CREATE TABLE other AS SELECT randomblob(3000000)")
        let settings = try bench.open()
        let backup = try #require(try settings.backups.make())
        settings.close()
        _ = try Settings.restoreBackup(backup.name, at: bench.path)
        #expect(try bench.bytes() == bench.bytes(backup.name))
    }

    /// Another program takes a table away for a day, so that one daily copy is not sound.
    @Test func theNextDailyCopyEndsAProblem() throws {
        let clock = Locked(Self.start)
        let settings = try open(clock)
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        let observation = settings.backups.keep()
        defer { observation.cancel() }
        func changeOnTheNextDay(_ name: String) throws {
            clock.withLock { $0.addTimeInterval(1.1 * Self.day) }
            try settings.assign(("name", .text(name)))
        }
        try bench.sqlite("ALTER TABLE secret RENAME TO kept")
        try changeOnTheNextDay("B")
        #expect(eventually { !settings.problems.isEmpty })
        #expect(settings.problems.first?.hasPrefix("The daily backup failed.") == true)
        try bench.sqlite("ALTER TABLE kept RENAME TO secret")
        try changeOnTheNextDay("C")
        #expect(eventually { settings.problems.isEmpty })
        #expect(bench.backups.count == 1)
    }

    private static let start = Date(timeIntervalSince1970: 1_795_159_800)

    private func open(
        _ clock: Locked<Date>, panel: String = "", passed: Locked<TimeInterval>? = nil
    ) throws -> Settings {
        var adoption = Settings.Adoption()
        adoption.now = { clock.withLock { $0 } }
        if let passed { adoption.uptime = { passed.withLock { $0 } } }
        return try Settings.open(
            Make.schema(Make.panel), at: bench.path + panel, adoption: adoption, watches: false)
    }

    /// A day is a day, also after the clock was set back; and a copy of the future prevents none.
    @Test(arguments: [-365, -1, 0.0], [true, false])
    func aClockSetBackDoesNotPreventACopy(days: Double, isRestart: Bool) throws {
        let (clock, passed) = (Locked(Self.start), Locked(0.0))
        var settings = try open(clock, passed: passed)
        try settings.assign(("name", .text("A")))
        if days != 0 { _ = try settings.backups.make() }
        let made = bench.backups.count
        var observation = settings.backups.keep()
        clock.withLock { $0.addTimeInterval(days * Self.day) }
        if isRestart {
            settings.close()
            settings = try open(clock, passed: passed)
            observation = settings.backups.keep()
        }
        defer { observation.cancel() }
        try settings.assign(("name", .text("B")))
        #expect(bench.backups.count == made)
        clock.withLock { $0.addTimeInterval(1.1 * Self.day) }
        passed.withLock { $0 += 1.1 * Self.day }
        try settings.assign(("name", .text("C")))
        #expect(eventually { bench.backups.count == made + 1 })
        settings.close()
    }

    @Test func makesOneCopyPerDayWithChanges() throws {
        let clock = Locked(Self.start)
        let settings = try open(clock)
        try settings.assign(("name", .text("A")))
        let observation = settings.backups.keep(BackupPolicy(count: 1))
        func pass(_ days: Double) { clock.withLock { $0.addTimeInterval(days * Self.day) } }
        pass(0.9)
        try settings.assign(("name", .text("B")))
        #expect(bench.backups.isEmpty)
        pass(0.2)
        try settings.assign(("name", .text("C")))
        try settings.assign(("name", .text("D")))
        #expect(eventually { bench.backups.count == 1 && settings.problems.isEmpty })
        let first = bench.backups
        pass(1.1)
        try settings.assign(("name", .text("E")))
        #expect(eventually { bench.backups.count == 1 && bench.backups != first })
        observation.cancel()
        settings.close()
    }

    @Test func laterChangesOfADayMakeNoMoreCopies() throws {
        let clock = Locked(Self.start)
        let settings = try open(clock)
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        let observation = settings.backups.keep()
        defer { observation.cancel() }
        clock.withLock { $0.addTimeInterval(1.1 * Self.day) }
        try settings.assign(("name", .text("B")))
        func copies() -> [String] { Settings.backups(of: bench.path).map(\.name) }
        #expect(eventually { copies().count == 1 })
        let first = copies()
        for name in ["C", "D", "E"] { try settings.assign(("name", .text(name))) }
        // Further copies would have begun before this one.
        let own = try #require(try settings.backups.make())
        #expect(Set(copies()) == Set(first + [own.name]))
        #expect(settings.problems.isEmpty)
    }

    /// Without a copy, the day of the first change counts, and not that of the start.
    @Test func copiesAfterADayAtTheNextChange() throws {
        let clock = Locked(Self.start)
        let settings = try open(clock)
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        clock.withLock { $0.addTimeInterval(2 * Self.day) }
        let observation = settings.backups.keep()
        defer { observation.cancel() }
        try settings.assign(("name", .text("B")))
        #expect(eventually { bench.backups.count == 1 })
    }

    /// A program that is restarted several times a day still makes one copy.
    @Test func countsTheDailyCopyOfAnEarlierProcess() throws {
        let clock = Locked(Self.start)
        let settings = try open(clock)
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        clock.withLock { $0.addTimeInterval(2 * Self.day) }
        let names = ["21", "22"].map { "settings-backup-202611\($0)T070000Z.sqlite" }
        for name in names {
            try bench.bytes().write(to: URL(filePath: bench.folder).appending(path: name))
        }
        let observation = settings.backups.keep()
        defer { observation.cancel() }
        try settings.assign(("name", .text("B")))
        // A further copy would have begun before this one.
        let own = try #require(try settings.backups.make())
        #expect(Set(bench.backups) == Set(names + [own.name]))
        clock.withLock { $0.addTimeInterval(Self.day) }
        try settings.assign(("name", .text("C")))
        #expect(eventually { bench.backups.count == 4 && settings.problems.isEmpty })
    }
}
