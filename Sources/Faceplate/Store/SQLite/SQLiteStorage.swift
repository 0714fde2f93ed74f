import Dispatch
import Foundation
import GRDB

/// Opening, writing, checkpointing and closing happen under the file lock; see `FileLock`.
final class SQLiteStorage: SettingsStorage {
    /// The application ID in the header of the file, "FPLT".
    static let applicationID: Int32 = 0x4650_4C54

    let address: StoreAddress
    private var file: String { address.file }
    var path: String { address.path }
    let database: DatabaseQueue
    private let tables: StoreTables
    private let side = SideReader()
    let lock: FileLock
    /// The files that the connection has open; the log and its index are added with the first write.
    private let opened: Locked<StoreFiles>
    /// The files after the last write of this storage; `nil` before the first.
    private let written = Locked<StoreFiles?>(nil)
    private let isWriting = Locked(false)
    /// True if this write moved the whole log into the main file, false for a part of it; `nil` for another write.
    private let moved = Locked<Bool?>(nil)
    private let isClosed = Locked(false)
    /// Moves the log into the main file, so that no write waits for it before it returns.
    let checkpoints = DispatchQueue(label: "faceplate.checkpoint")
    /// The size of the log, in bytes, above which it is moved into the main file.
    ///
    /// SQLite shortens a longer log to this size when it starts the log again, so a longer one always holds frames of its
    /// own.
    static let logBound: Int64 = 4 << 20
    /// The state that this storage stored last, and the number by which SQLite shows that another connection has
    /// written since; `nil` if it is not known.
    private let known = Locked<(state: StorageVersion, number: Int)?>(nil)
    private let statements: WriterStatements
    let notices: [String]
    /// A damaged file is no longer written.
    private let damage = Locked<StoreError?>(nil)
    /// The maximum size, in bytes, of a file that is searched for damage when it is opened.
    static let quicklyCheckedSize: Int64 = 2 << 20

    /// A foreign file, or one of a newer version of this program, is rejected and stays unchanged, byte for byte.
    init(_ path: String) throws(StoreError) {
        let address = StoreAddress(path).resolved
        self.address = address
        let tables = try address.tables()
        self.tables = tables
        statements = WriterStatements(tables)
        let path = address.file
        // A foreign file must not get a lock file.
        if access(path + "-lock", F_OK) != 0 {
            try Self.inspectFile(path, heldSettings: false)
            try Self.inspectUnlocked(path)
        }
        let lock: FileLock
        do throws(StoreError) {
            lock = try FileLock(path: path + "-lock")
        } catch {
            // The permissions of the database itself are the better explanation.
            try Self.inspectFile(path, heldSettings: false)
            throw error
        }
        let (database, opened, notices) = try StoreError.wrappingSQLite {
            try lock.exclusively {
                // Under the lock, because another process may be creating the file at this moment.
                try Self.inspectFile(path, heldSettings: lock.isMarked)
                let widened = OwnFile.narrow(path)
                // Before SQLite opens the file, because SQLite reads the log first.
                let record = lock.record
                let notices = try Self.settleLog(of: path, record)
                try Self.finishJournal(of: path)
                try Self.inspectHeader(path)
                if access(path, F_OK) != 0 { try OwnFile.createNew(path) }
                lock.beginWriting(isDurable: true)
                let database = try DatabaseQueue(path: path, configuration: Self.configuration)
                try Self.prepare(database, tables)
                try Self.makeDurable(database)
                let files = StoreFiles(at: path)
                let digest = database.inDatabase { StoreContent.digest($0) }
                lock.endWriting(
                    files, content: Self.content(digest, after: record, files),
                    log: LogEnd(path: path + "-wal"))
                return (database, files, notices + widened)
            }
        }
        self.lock = lock
        self.database = database
        self.opened = Locked(opened)
        let isSmall = opened.database?.size ?? 0 <= Self.quicklyCheckedSize
        let found = isSmall ? Self.damage(of: database) : nil
        self.notices = notices + [found?.message].compactMap(\.self)
        damage.withLock { $0 = found }
    }

    /// Searches a large file for damage, which may take seconds; a smaller file was searched when it was opened.
    func verify() throws {
        if opened.withLock({ $0.database?.size ?? 0 }) > Self.quicklyCheckedSize {
            let found = try Self.damage(of: side.queue(open: openForReading))
            damage.withLock { $0 = found }
        }
        if let damage = damage.withLock({ $0 }) { throw damage }
    }

    static func damage(of database: DatabaseQueue) -> StoreError? {
        do throws(StoreError) {
            let lines = try StoreError.wrappingSQLite {
                try database.inDatabase {
                    try String.fetchAll($0, sql: "PRAGMA quick_check(1)")
                }
            }
            return lines == ["ok"] ? nil : .damaged(lines.first ?? "no answer")
        } catch {
            return error.code == .damaged ? error : nil
        }
    }

    /// Also for a file that does not exist yet; programs that use different names then share the lock and the key.
    static func resolved(_ path: String) -> String {
        var path = path
        var status = stat()
        // The system follows at most 40 links, and rejects more of them itself.
        for _ in 0..<40 {
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { break }
            if let real = realpath(path, nil) {
                defer { free(real) }
                return String(cString: real)
            }
            var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &bytes, bytes.count)
            guard count > 0 else { break }
            let target = String(decoding: bytes.prefix(count), as: UTF8.self)
            path =
                target.hasPrefix("/") ? target : PathParts.file(target, in: PathParts(path).folder)
        }
        return path
    }

    /// Closes the connections, which moves the last changes into the main file.
    func close() {
        // Another process may keep the file open, and then closing does not shorten the log.
        checkpoints.sync {}
        // The read connection is closed first, because the last connection to a file cleans up.
        side.close()
        try? lock.exclusively {
            isClosed.withLock { $0 = true }
            // Closing would write the log into a file that it does not belong to, or remove the log of the new file.
            // The end of the process closes the connection without that.
            let last = lock.record
            if let fault = fault(last), [.replaced, .changed].contains(fault) {
                return Self.abandoned.withLock { $0.append(database) }
            }
            lock.beginWriting(isDurable: true)
            try? database.close()
            let files = StoreFiles(at: file)
            lock.endWriting(
                files,
                content: Self.content(StoreContent.digest(ofFile: file), after: last, files),
                log: LogEnd(path: file + "-wal"))
        }
    }

    private static let abandoned = Locked<[DatabaseQueue]>([])

    /// Reads one state of the file on a separate connection, so that reads and writes do not wait for each other.
    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try checkOpened()
        return try Self.opened {
            try side.queue(open: openForReading).readingState(of: tables, body)
        }
    }

    /// Runs `body` on a file that was a database when it was opened, so that it is damaged if it is not one now.
    private static func opened<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as StoreError where error.code == .notASettingsFile {
            throw StoreError.damaged("it is not a SQLite database anymore")
        }
    }

    private func openForReading() throws(StoreError) -> DatabaseQueue {
        try StoreError.wrappingSQLite {
            var configuration = Self.configuration
            configuration.readonly = true
            return try DatabaseQueue(path: file, configuration: configuration)
        }
    }

    /// Runs one IMMEDIATE transaction under the lock.
    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try changingFiles { try write($0, body) }
        guard written.withLock({ $0?.log?.size ?? 0 }) > Self.logBound else { return }
        // Nothing is lost if it fails: the log stays, and the next write tries again.
        checkpoints.async { try? self.changingFiles { try self.moveLog($0, .passive) } }
    }

    /// Runs `body` under the lock, unless the files are no longer those that were opened, and records them afterwards.
    private func changingFiles(_ body: (Database) throws -> Void) throws {
        try lock.exclusively {
            if isClosed.withLock({ $0 }) { throw StoreError.closed }
            let last = lock.record
            if let fault = fault(last) { throw error(of: fault) }
            if let damage = damage.withLock({ $0 }) { throw damage }
            isWriting.withLock { $0 = true }
            defer { isWriting.withLock { $0 = false } }
            lock.beginWriting()
            defer { record(after: last) }
            try Self.opened { try StoreError.rethrowing { try database.inDatabase(body) } }
        }
    }

    private func moveLog(_ database: Database, _ mode: Database.CheckpointMode) throws {
        // On disk first: after a power failure, the record must not name the content from before.
        lock.beginWriting(isDurable: true)
        moved.withLock { $0 = false }
        let frames = try database.checkpoint(mode)
        moved.withLock { $0 = frames.walFrameCount == frames.checkpointedFrameCount }
    }

    private func write(
        _ database: Database, _ body: (any StorageReader) throws -> StorageChange?
    ) throws {
        var isRedacted = false
        var stored: (state: StorageVersion, number: Int)?
        try Self.inTransaction(database) {
            let number = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            // It is the same until another connection writes.
            let last = known.withLock { $0.take() }.flatMap { $0.number == number ? $0 : nil }
            if last == nil { try Self.rejectTriggers(database) }
            let reader = SQLiteReader(database: database, tables: tables, known: last?.state)
            guard let change = try body(reader) else {
                stored = last
                return false
            }
            try SQLiteWriter(database: database, tables: tables, statements: statements)
                .write(change)
            stored = (change.version, number)
            isRedacted = !change.redacted.isEmpty
            return true
        }
        known.withLock { $0 = stored }
        // The log still contains the pages before the redaction.
        if isRedacted { try? moveLog(database, .truncate) }
    }

    /// `Database.inTransaction` of GRDB compiles both statements each time.
    private static func inTransaction(_ database: Database, _ body: () throws -> Bool) throws {
        try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            guard try body() else { return try database.rollback() }
            try database.cachedStatement(sql: "COMMIT").execute()
        } catch {
            // SQLite itself ends the transaction after some errors.
            if database.isInsideTransaction { try? database.rollback() }
            throw error
        }
    }

    func secretKey(mayCreate: Bool) throws -> [UInt8] {
        try SecretKeyFile(path: file + "-key").read(mayCreate: mayCreate)
    }

    /// Calls `handler` within 100 ms after changes of other processes; within 250 ms if the files have the sizes and
    /// times of this storage's own last write.
    func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation? {
        let watcher = Locked<FolderWatcher?>(
            FolderWatcher(
                [PathParts(file).folder], pause: .milliseconds(10), net: .milliseconds(250),
                // The end of a write of this storage is a change as well, so that nothing is missed.
                isOwn: { [file, written, isWriting] in
                    isWriting.withLock { $0 } || StoreFiles(at: file) == written.withLock { $0 }
                },
                action: handler))
        return Settings.Observation { watcher.withLock { $0 = nil } }
    }

    /// To a new file of mode 0600 in the same folder; waits until the copy is on disk.
    ///
    /// It uses a separate connection, so that no other work waits.
    func backUp() throws -> String? {
        try checkOpened()
        let copy = Self.freeName(of: file, "backup")
        try OwnFile.createNew(copy)
        do {
            let source = try openForReading()
            defer { try? source.close() }
            try StoreError.wrappingSQLite {
                try source.inDatabase {
                    try $0.execute(sql: "VACUUM INTO ?", arguments: [copy])
                }
            }
            try StoreError.synchronizing(copy)
            try StoreError.synchronizing(PathParts(copy).folder)
        } catch {
            // An incomplete copy is worse than none, because a user might rely on it.
            unlink(copy)
            throw error
        }
        return copy
    }

    private func record(after last: StoreRecord?) {
        let files = StoreFiles(at: file)
        let moved = moved.withLock { $0.take() }
        var content = moved == nil && files.database == last?.files.database ? last?.content : nil
        if content == nil, let digest = digest() {
            content = StoreContent(
                digest: digest,
                isSettled: moved ?? Self.content(digest, after: last, files)?.isSettled ?? false)
        }
        lock.endWriting(
            files, content: content, log: LogEnd(path: file + "-wal", after: last?.log))
        written.withLock { $0 = files }
        opened.withLock { opened in
            if opened.log == nil { opened.log = files.log }
            if opened.index == nil { opened.index = files.index }
        }
    }

    private func digest() -> String? { database.inDatabase { StoreContent.digest($0) } }

    /// Call it under the lock, and outside of the connection's queue.
    private func fault(_ record: StoreRecord?) -> StoreRecord.Fault? {
        let now = StoreFiles(at: file)
        guard lock.isInPlace else { return .logRemoved }
        return (record ?? StoreRecord(isWriting: true, files: StoreFiles()))
            .fault(of: now, opened: opened.withLock { $0 }, digest: digest)
    }

    /// It does not detect changes of their content.
    private func checkOpened() throws(StoreError) {
        // Closing removes the log, which must not be reported as a loss.
        if isClosed.withLock({ $0 }) { throw .closed }
        let now = StoreFiles(at: file)
        let record = StoreRecord(isWriting: true, files: StoreFiles())
        let opened = opened.withLock { $0 }
        if let fault = record.fault(of: now, opened: opened, digest: { nil }) {
            throw error(of: fault)
        }
    }

    /// Returns the error after others changed the files, because writes would be lost or mixed with theirs.
    private func error(of fault: StoreRecord.Fault) -> StoreError {
        switch fault {
        case .replaced:
            StoreError(
                .replaced,
                "The database '\(file)' was deleted or replaced while it was in use. Restart to use "
                    + "the new one.")
        case .changed:
            StoreError(
                .replaced,
                "The database '\(file)' was changed by another program while it was in use. Restart "
                    + "to use it as it is now.")
        case .logRemoved:
            StoreError(
                .replaced,
                "'\(file)-wal', '\(file)-shm' or '\(file)-lock' was removed while the database was "
                    + "in use. Stop the program, which saves what they contained, and start it again."
            )
        }
    }
}
