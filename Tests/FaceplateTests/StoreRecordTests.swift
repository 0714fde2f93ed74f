import Foundation
import Testing

@testable import Faceplate

/// The record of the last writer, compared with the current files.
struct StoreRecordTests {
    typealias File = StoreFiles.File

    private static let database = File(inode: 1, size: 4_096, modified: 10)
    private static let log = File(inode: 2, size: 8_272, modified: 20)
    private static let index = File(inode: 3, size: 32_768, modified: 30)
    private static let files = StoreFiles(database: database, log: log, index: index)

    private static let content = StoreContent(digest: "c0")
    private static let end = LogEnd(salts: 7, frames: 2, checksum: 8)

    private static func files(
        database: File? = database, log: File? = log, index: File? = index
    ) -> StoreFiles {
        StoreFiles(database: database, log: log, index: index)
    }

    private static func file(
        _ file: File, inode: UInt64? = nil, size: Int64? = nil, modified: Int64? = nil
    ) -> File {
        File(
            inode: inode ?? file.inode, size: size ?? file.size, modified: modified ?? file.modified
        )
    }

    @Test(arguments: [true, false], ["", "a1b2"])
    func isReadBackAsWritten(isWriting: Bool, boot: String) {
        for files in [Self.files, Self.files(log: nil, index: nil), Self.files(database: nil)] {
            for content in [nil, Self.content, StoreContent(digest: "c0", isSettled: false)] {
                let record = StoreRecord(
                    isWriting: isWriting, boot: boot, files: files, content: content,
                    log: content.map { _ in Self.end })
                #expect(record.bytes.count == StoreRecord.length)
                #expect(StoreRecord(bytes: record.bytes) == record)
                #expect(
                    record.bytes[StoreRecord.flagOffset] == UInt8(ascii: isWriting ? "1" : "0"))
            }
        }
        // Numbers of full length fit.
        let largest = File(inode: .max, size: .max, modified: .min)
        let record = StoreRecord(
            isWriting: isWriting, boot: String(repeating: "a", count: 32),
            files: StoreFiles(database: largest, log: largest, index: largest),
            content: StoreContent(digest: String(repeating: "f", count: 64)),
            log: LogEnd(salts: .max, frames: .max, checksum: .max))
        #expect(record.bytes.count == StoreRecord.length)
        #expect(StoreRecord(bytes: record.bytes) == record)
    }

    @Test func theRecordOfAnOlderVersionIsRead() {
        let record = StoreRecord(bytes: Array("faceplate\n0 b 1 2 3 4 5 6 7 8 9\n".utf8))
        #expect(record?.files.database == File(inode: 1, size: 2, modified: 3))
        #expect(record?.content == nil && record?.log == nil)
    }

    @Test(arguments: [
        "", "faceplate\n", "faceplate\n1", "other\n0 - 1 2 3 4 5 6 7 8 9",
        "faceplate\n2 - 1 2 3 4 5 6 7 8 9", "faceplate\n0 - 1 2 3 4 5 6 7 8",
        "faceplate\n0 - 1 2 x 4 5 6 7 8 9", "faceplate\n0 - -1 2 3 4 5 6 7 8 9",
        "faceplate\n0 - 1 2 3 4 5 6 7 8 9 c0 1 7 x 8", "faceplate\n0 - 1 2 3 4 5 6 7 8 9 c0 1 7 2",
    ])
    func isNilIfUnreadable(text: String) {
        #expect(StoreRecord(bytes: Array(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            (files, false, nil),
            (files(database: nil), false, .replaced),
            (files(database: file(database, inode: 9)), false, .replaced),
            (files(database: file(database, inode: 9)), true, .replaced),
            (files(log: nil), false, .logRemoved), (files(index: nil), true, .logRemoved),
            (files(log: file(log, inode: 9)), false, .logRemoved),
            (files(database: file(database, size: 0)), false, .changed),
            (files(database: file(database, size: 0)), true, .changed),
            (files(database: file(database, modified: 11)), false, .changed),
            (files(database: file(database, size: 8_192)), false, .changed),
            // A writer that was killed may have left this.
            (files(database: file(database, size: 8_192, modified: 11)), true, nil),
            // Programs that use only SQLite's own locks add to the log.
            (files(log: file(log, size: 9_000, modified: 21)), false, nil),
            (files(log: file(log, size: 100)), false, .changed),
            (files(index: file(index, size: 65_536, modified: 31)), false, nil),
            (files(database: file(database, size: 0), log: nil), false, .changed),
        ] as [(StoreFiles, Bool, StoreRecord.Fault?)])
    func detectsChangesOfOthers(now: StoreFiles, isWriting: Bool, fault: StoreRecord.Fault?) {
        let record = StoreRecord(
            isWriting: isWriting, files: Self.files, content: Self.content, log: Self.end)
        #expect(record.fault(of: now, opened: Self.files) { "other" } == fault)
    }

    /// A program that copies or counts files may set their times.
    @Test func aNewTimeIsNotAChange() {
        let now = Self.files(database: Self.file(Self.database, modified: 11))
        let record = StoreRecord(
            isWriting: false, files: Self.files, content: Self.content, log: Self.end)
        #expect(record.fault(of: now, opened: Self.files) { "c0" } == nil)
        #expect(record.fault(of: now, opened: Self.files) { nil } == .changed)
        let longer = Self.files(database: Self.file(Self.database, size: 8_192))
        #expect(record.fault(of: longer, opened: Self.files) { "c0" } == .changed)
        let older = StoreRecord(isWriting: false, files: Self.files)
        #expect(older.fault(of: now, opened: Self.files) { "c0" } == .changed)
    }

    /// A close would mix the log that is open with what they stored.
    @Test(arguments: [true, false], [nil, file(log, inode: 9)])
    func detectsUseWithoutTheLogByOthers(isWriting: Bool, log: File?) {
        let others = Self.files(database: Self.file(Self.database, modified: 11), log: log)
        let record = StoreRecord(isWriting: isWriting, files: others)
        #expect(record.fault(of: others, opened: Self.files) { nil } == .changed)
        #expect(record.fault(of: others, opened: others) { nil } == nil)
    }

    /// Programs compare the times of files that others recorded.
    @Test func usesTheBootIDOfTheSystem() {
        let name = "/proc/sys/kernel/random/boot_id"
        let start = (try? String(contentsOfFile: name, encoding: .utf8)) ?? ""
        #expect(StoreRecord.currentBoot == start.filter(\.isHexDigit))
    }

    @Test(
        arguments: [
            (files, false, "b", false),
            (files(database: file(database, inode: 9)), false, "b", true),
            (files(database: file(database, inode: 9)), true, "b", true),
            (files(database: file(database, inode: 9)), false, "other", true),
            (files(database: file(database, modified: 11)), false, "b", true),
            (files(database: file(database, modified: 11)), true, "b", false),
            // Times from before a start of the machine may not have reached the disk.
            (files(database: file(database, modified: 11)), false, "other", false),
            // A database that was put in place together with its log.
            (
                files(database: file(database, inode: 9), log: file(log, inode: 8)), false, "b",
                false
            ),
            (
                files(
                    database: file(database, modified: 11),
                    log: file(log, size: 9_000, modified: 21)),
                false, "b", false
            ),
            (files(database: file(database, inode: 9), log: nil), false, "b", false),
            (
                files(database: file(database, inode: 9), log: file(log, size: 0)), false, "b",
                false
            ),
        ] as [(StoreFiles, Bool, String, Bool)])
    func detectsAForeignLogByAnOlderRecord(
        now: StoreFiles, isWriting: Bool, boot: String, isForeign: Bool
    ) {
        let here = StoreRecord.currentBoot
        let record = StoreRecord(
            isWriting: isWriting, boot: boot == "b" ? here : boot, files: Self.files)
        #expect(record.isLogForeign(now, end: { Self.end }, digest: { "c0" }) == isForeign)
    }

    /// The contents of the files decide, whatever their times.
    struct Case: Sendable {
        var isReplaced = false
        var isLogReplaced = false
        var isWriting = false
        var isThisBoot = true
        var isSettled = true
        /// The end of the log goes on after that of the record.
        var isLonger = false
        var digest: String?
        let isForeign: Bool
    }

    @Test(arguments: [
        Case(digest: "c0", isForeign: false),
        Case(digest: "c1", isForeign: true),
        Case(digest: nil, isForeign: true),
        // A file that was copied with its content, as by rsync.
        Case(isReplaced: true, digest: "c0", isForeign: false),
        Case(isReplaced: true, digest: "c1", isForeign: true),
        Case(isReplaced: true, isWriting: true, digest: "c1", isForeign: true),
        Case(isReplaced: true, isWriting: true, digest: "c0", isForeign: false),
        // A folder that was brought back as a whole, or a database together with its log.
        Case(isReplaced: true, isLogReplaced: true, digest: "c0", isForeign: false),
        Case(isReplaced: true, isLogReplaced: true, digest: "c1", isForeign: true),
        Case(
            isReplaced: true, isLogReplaced: true, isLonger: true, digest: "c1", isForeign: false),
        Case(
            isReplaced: true, isLogReplaced: true, isWriting: true, digest: "c1", isForeign: false),
        // A writer that was killed may have moved a part of the log into the file.
        Case(isWriting: true, digest: "c1", isForeign: false),
        // Programs that use only SQLite's own locks add to the log, and move it into the file.
        Case(isLonger: true, digest: "c1", isForeign: false),
        // After a start of the machine.
        Case(isThisBoot: false, digest: "c0", isForeign: false),
        Case(isThisBoot: false, digest: "c1", isForeign: true),
        // The pages in the file may not have reached the disk.
        Case(isThisBoot: false, isSettled: false, digest: "c1", isForeign: false),
        Case(isReplaced: true, isThisBoot: false, isSettled: false, digest: "c1", isForeign: true),
    ])
    func detectsAForeignLogByTheContentsOfTheFiles(_ row: Case) {
        for modified in [Self.database.modified, 11] {
            let now = Self.files(
                database: Self.file(
                    Self.database, inode: row.isReplaced ? 9 : nil, modified: modified),
                log: Self.file(Self.log, inode: row.isLogReplaced ? 8 : nil, modified: modified))
            let record = StoreRecord(
                isWriting: row.isWriting, boot: row.isThisBoot ? StoreRecord.currentBoot : "other",
                files: Self.files, content: StoreContent(digest: "c0", isSettled: row.isSettled),
                log: Self.end)
            let end = LogEnd(salts: 7, frames: row.isLonger ? 3 : 2, checksum: row.isLonger ? 9 : 8)
            #expect(
                record.isLogForeign(now, end: { end }, digest: { row.digest }) == row.isForeign)
            let without = Self.files(database: now.database, log: nil)
            #expect(!record.isLogForeign(without, end: { nil }, digest: { row.digest }))
        }
    }

    @Test func detectsALostLog() {
        let record = StoreRecord(isWriting: false, files: Self.files)
        #expect(record.isLogLost(Self.files(log: nil, index: nil)) { nil })
        #expect(!record.isLogLost(Self.files) { nil })
        let moved = Self.file(Self.database, modified: 11)
        #expect(!record.isLogLost(Self.files(database: moved, log: nil)) { nil })
        let killed = StoreRecord(isWriting: true, files: Self.files)
        #expect(!killed.isLogLost(Self.files(log: nil)) { nil })
        let empty = StoreRecord(
            isWriting: false, files: Self.files(log: Self.file(Self.log, size: 0)))
        #expect(!empty.isLogLost(Self.files(log: nil)) { nil })
        // A start of the machine may have taken the log with it.
        for boot in ["other", ""] {
            let former = StoreRecord(isWriting: false, boot: boot, files: Self.files)
            #expect(!former.isLogLost(Self.files(log: nil)) { nil })
        }
    }
}
