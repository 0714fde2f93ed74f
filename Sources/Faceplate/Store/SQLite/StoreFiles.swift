import Foundation

/// The database, its write-ahead log (`FILE-wal`) and the index of that log (`FILE-shm`), as found in their folder.
package struct StoreFiles: Hashable, Sendable {
    /// The state of one file; a program that changes its content also changes its size or time.
    package struct File: Hashable, Sendable {
        let inode: UInt64
        let size: Int64
        /// The time of the last change, in nanoseconds.
        package let modified: Int64
    }

    var database: File?
    var log: File?
    var index: File?
}

extension StoreFiles {
    init(at path: String) {
        self.init(
            database: File(path: path), log: File(path: path + "-wal"),
            index: File(path: path + "-shm"))
    }
}

extension StoreFiles.File {
    package init?(path: String) {
        var status = stat()
        // A string as an argument would be copied first.
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        // Seconds and nanoseconds, read as bytes, because the module of these members depends on the
        // other imports: an optimized build rejects their names.
        modified = withUnsafeBytes(of: time) { bytes in
            let parts = bytes.bindMemory(to: Int.self)
            return Int64(parts[0]) &* 1_000_000_000 &+ Int64(parts[1])
        }
    }
}

/// A program that changes the database without the lock leaves files that differ from this record.
struct StoreRecord: Hashable, Sendable {
    /// True from the start of a write until its end is recorded; it stays true if the writer is killed.
    var isWriting: Bool
    /// The identifier of the machine's start; file times can be compared only within one start.
    var boot = Self.currentBoot
    var files: StoreFiles
    /// `nil` after an older version of the program.
    var content: StoreContent?
    var log: LogEnd?

    /// Empty if the system does not provide it, and then equal to no other.
    static let currentBoot: String = {
        let file = try? RegularFile("/proc/sys/kernel/random/boot_id")
        let bytes = (try? file?.bytes(limit: 64)) ?? []
        return String(decoding: bytes, as: UTF8.self).filter { $0.isHexDigit }
    }()

    static let flagOffset = Self.mark.utf8.count
    /// The first line; older versions wrote only this line.
    static let mark = "faceplate\n"
    /// The length of a record in bytes, which is more than any record needs, so that nothing of an earlier one remains.
    static let length = 448

    /// The mark, and a line of fields separated by spaces: the flag, the start, inode, size and time of each file, with
    /// 0 for a missing file, the content of the main file, and the end of the log.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        bytes += Self.mark.utf8
        bytes += (isWriting ? "1 " : "0 ").utf8
        bytes += (boot.isEmpty ? "-" : boot).utf8
        for file in [files.database, files.log, files.index] {
            for number in [
                String(file?.inode ?? 0), String(file?.size ?? 0), String(file?.modified ?? 0),
            ] {
                bytes.append(UInt8(ascii: " "))
                bytes += number.utf8
            }
        }
        let ending = [
            content?.digest ?? "-", content?.isSettled == false ? "0" : "1",
            log.map { String($0.salts) } ?? "-", String(log?.frames ?? 0),
            String(log?.checksum ?? 0),
        ]
        for field in ending {
            bytes.append(UInt8(ascii: " "))
            bytes += field.utf8
        }
        while bytes.count < Self.length - 1 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(0x0A)
        return bytes
    }
}

extension StoreRecord {
    /// `nil` for the content that an older version wrote, and for any other content.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.starts(with: Self.mark.utf8) else { return nil }
        let fields = bytes.dropFirst(Self.flagOffset)
            .split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == 0x0A })
            .map { String(decoding: $0, as: UTF8.self) }
        // Older versions wrote 11 fields.
        guard fields.count == 11 || fields.count == 16, ["0", "1"].contains(fields[0]) else {
            return nil
        }
        func file(_ place: Int) -> StoreFiles.File?? {
            guard let inode = UInt64(fields[place]), let size = Int64(fields[place + 1]),
                let modified = Int64(fields[place + 2])
            else { return nil }
            return .some(
                inode == 0 ? nil : StoreFiles.File(inode: inode, size: size, modified: modified))
        }
        guard let database = file(2), let log = file(5), let index = file(8) else { return nil }
        self.init(
            isWriting: fields[0] == "1", boot: fields[1] == "-" ? "" : fields[1],
            files: StoreFiles(database: database, log: log, index: index))
        guard fields.count == 16 else { return }
        guard let frames = Int64(fields[14]), let checksum = UInt64(fields[15]) else { return nil }
        if fields[11] != "-" {
            content = StoreContent(digest: fields[11], isSettled: fields[12] == "1")
        }
        self.log = UInt64(fields[13]).map {
            LogEnd(salts: $0, frames: frames, checksum: checksum)
        }
    }
}

// MARK: - Checks

extension StoreRecord {
    enum Fault: Equatable {
        /// Another file has the name, or no file has it.
        case replaced
        case changed
        /// The write-ahead log or its index is not the open one.
        case logRemoved
    }

    /// - Parameters:
    ///   - opened: the files that this process has open; a log or index that is `nil` is not compared.
    ///   - digest: returns the digest of the main file, which is read only if its size and time do not tell.
    func fault(
        of now: StoreFiles, opened: StoreFiles, digest: () -> String?
    ) -> Fault? {
        guard let database = now.database, database.inode == opened.database?.inode else {
            return .replaced
        }
        if isChanged(now, opened: opened, digest: digest) { return .changed }
        let pairs = [(now.log, opened.log), (now.index, opened.index)]
        for case (let now, let opened?) in pairs where now?.inode != opened.inode {
            return .logRemoved
        }
        return nil
    }

    /// Returns true when others changed the database, or used it without the log that is open here.
    private func isChanged(
        _ now: StoreFiles, opened: StoreFiles, digest: () -> String?
    ) -> Bool {
        guard let database = now.database, let known = files.database,
            known.inode == database.inode
        else { return false }
        guard database.size >= known.size else { return true }
        if let log = opened.log, now.log?.inode != log.inode, files.log?.inode != log.inode {
            return true
        }
        if isWriting { return false }
        // A program that copies files may set their times, and changes nothing by that.
        if database != known {
            guard database.size == known.size, let content, digest() == content.digest else {
                return true
            }
        }
        guard let log = now.log, let before = files.log, log.inode == before.inode else {
            return false
        }
        return log.size < before.size
    }

    /// Returns true when the log belongs to other content than that of the database: the log is as the last writer left
    /// it, and the database is not.
    ///
    /// It is called before the database is opened, because SQLite would replay the log over any database in its place.
    func isLogForeign(
        _ now: StoreFiles, end: () -> LogEnd?, digest: () -> String?
    ) -> Bool {
        guard let log = now.log, log.size > 0, let known = files.database,
            let database = now.database
        else { return false }
        // A replaced file: it may also have been replaced during a write, and before a start of the machine.
        let isReplaced = database.inode != known.inode && log.inode == files.log?.inode
        guard let content else {
            if isReplaced { return true }
            guard !isWriting, isOfThisBoot else { return false }
            return log == files.log && database != known
        }
        guard isReplaced || !isWriting, isReplaced || end() == self.log else { return false }
        guard isReplaced || content.isSettled || isOfThisBoot else { return false }
        return digest() != content.digest
    }

    private var isOfThisBoot: Bool { !boot.isEmpty && boot == Self.currentBoot }

    func isLogLost(_ now: StoreFiles, digest: () -> String?) -> Bool {
        guard !isWriting, isOfThisBoot, now.log == nil, now.database != nil,
            (files.log?.size ?? 0) > 0
        else { return false }
        return content.map { digest() == $0.digest } ?? (now.database == files.database)
    }
}

extension StoreFiles {
    static func isLogForeign(at path: String, _ record: StoreRecord) -> Bool {
        record.isLogForeign(
            StoreFiles(at: path), end: { LogEnd(path: path + "-wal") },
            digest: { StoreContent.digest(ofFile: path) })
    }

    static func isLogLost(at path: String, _ record: StoreRecord) -> Bool {
        record.isLogLost(
            StoreFiles(at: path), digest: { StoreContent.digest(ofFile: path) })
    }
}
