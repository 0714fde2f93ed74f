import FaceplateSchema
import Foundation
import GRDB
import SystemPackage

struct StoreBackups {
    let path: String
    private let parts: PathParts

    init(of path: String) {
        self.path = StoreAddress(path).resolved.file
        parts = PathParts(self.path)
    }

    private var prefix: String { parts.stem + "-backup-" }

    /// The copies, newest first, without links, files of other users and files with other names.
    var list: [StoreBackup] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parts.folder)) ?? []
        // For the same second, the longer name has the higher number.
        return names.compactMap(backup).sorted {
            ($0.time, $0.name.count, $0.name) > ($1.time, $1.name.count, $1.name)
        }
    }

    private func backup(_ name: String) -> StoreBackup? {
        guard name.hasPrefix(prefix), name.hasSuffix(parts.ending) else { return nil }
        let middle = name.dropFirst(prefix.count).dropLast(parts.ending.count)
        let match = middle.wholeMatch(of: /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-\d+)?/)
        guard let (_, year, month, day, hour, minute, second, _) = match?.output,
            let time = RevisionTime.date("\(year)-\(month)-\(day)T\(hour):\(minute):\(second)Z")
        else { return nil }
        let file = PathParts.file(name, in: parts.folder)
        var status = stat()
        guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            OwnFile.isTrusted(owner: status.st_uid)
        else { return nil }
        return StoreBackup(name: name, path: file, time: time, size: Int(status.st_size))
    }

    func backup(named name: String) throws(StoreError) -> StoreBackup {
        if let found = list.first(where: { $0.name == name || $0.path == name }) { return found }
        var status = stat()
        let file = name.contains("/") ? name : PathParts.file(name, in: parts.folder)
        if lstat(file, &status) == 0, !OwnFile.isTrusted(owner: status.st_uid) {
            throw StoreError(
                .cannotOpen,
                "The backup '\(name)' belongs to another user. Its owner decides what it contains.")
        }
        let known = list.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
        throw StoreError(
            .cannotOpen,
            "There is no backup '\(name)' of '\(path)'."
                + (known.isEmpty ? " There are no backups." : " The newest are \(known)."))
    }

    func removeOutdated(by policy: BackupPolicy, at now: Date) -> [String] {
        policy.outdated(list, at: now).compactMap { unlink($0.path) == 0 ? $0.name : nil }
    }

    func contents(of backup: StoreBackup) -> StoreBackup.Contents {
        do throws(StoreError) {
            return try Self.contents(ofFile: backup.path)
        } catch {
            return .damaged(error.message)
        }
    }

    private static func contents(ofFile path: String) throws(StoreError) -> StoreBackup.Contents {
        try SQLiteStorage.inspectHeader(path)
        return try StoreError.wrappingSQLite {
            var configuration = Configuration()
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            return try database.inDatabase { database in
                let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
                guard lines == ["ok"] else { return .damaged(lines.first ?? "no answer") }
                var newest: (revision: Int, time: Date?) = (0, nil)
                var values = 0
                for tables in try StoreTables.all(in: database) {
                    for table in [StoreTables.Name.setting, .secret] {
                        values +=
                            try Int.fetchOne(database, sql: "SELECT count(*) FROM \(tables[table])")
                            ?? 0
                    }
                    let last = try Row.fetchOne(
                        database,
                        sql: "SELECT number, time FROM \(tables[.revision]) "
                            + "ORDER BY number DESC LIMIT 1")
                    guard let last else { continue }
                    let time = RevisionTime.date(try last.decode(String.self, atIndex: 1))
                    // Of several panels, the one that changed last.
                    if newest.time == nil || time ?? .distantPast > newest.time ?? .distantPast {
                        newest = (try last.decode(Int.self, atIndex: 0), time)
                    }
                }
                return .sound(revision: newest.revision, time: newest.time, values: values)
            }
        }
    }
}

// MARK: - Restoring

extension StoreBackups {
    /// A program that has the database open accepts no more changes until it restarts.
    ///
    /// If the process is killed or the power fails in the meantime, the database is either the previous one or the copy,
    /// complete in both cases. After an error, it is unchanged.
    func restore(_ backup: StoreBackup, isDryRun: Bool) throws(StoreError) -> BackupRestore {
        guard case .sound(let revision, _, _) = contents(of: backup) else {
            throw StoreError(
                .damaged,
                "The backup '\(backup.name)' is damaged. 'faceplate backup list' shows the others.")
        }
        let before = revisionNow
        var aside: String?
        if !isDryRun {
            let lock = try FileLock(path: path + "-lock")
            aside = try StoreError.wrapping {
                try lock.exclusively { try exchange(for: backup, lock) }
            }
        }
        return BackupRestore(
            backup: backup, revision: revision, revisionBefore: before, aside: aside)
    }

    private var revisionNow: Int? {
        guard access(path, F_OK) == 0,
            case .sound(let revision, _, _)? = try? Self.contents(ofFile: path)
        else { return nil }
        return revision
    }

    /// - Returns: the path of the previous database; `nil` if there was none.
    private func exchange(for backup: StoreBackup, _ lock: FileLock) throws(StoreError) -> String? {
        let new = path + "-restoring"
        unlink(new)
        try copy(backup.path, to: new)
        // The name may have led to another file when it was checked.
        guard case .sound? = try? Self.contents(ofFile: new) else {
            unlink(new)
            throw StoreError(.damaged, "The backup '\(backup.name)' changed while it was read.")
        }
        let name = SQLiteStorage.freeName(of: path, "replaced")
        var aside: String?
        if access(path, F_OK) == 0 {
            // The database gets a second name first, so that it exists at any moment.
            guard link(path, name) == 0 else {
                let error = Errno.last
                unlink(new)
                throw StoreError(
                    .cannotOpen, "'\(path)' cannot be put aside as '\(name)': \(error).")
            }
            aside = name
        }
        guard rename(new, path) == 0 else {
            let error = Errno.last
            unlink(new)
            if let aside { unlink(aside) }
            throw StoreError(.cannotOpen, "'\(path)' cannot be replaced: \(error).")
        }
        // If a kill leaves a log here, the next start moves it aside, based on the record in the lock file.
        guard rename(path + "-wal", name + "-wal") == 0 || errno == ENOENT else {
            let error = Errno.last
            // The copy must not be used with this log.
            if let aside { rename(aside, path) } else { unlink(path) }
            throw StoreError(
                .cannotOpen, "'\(path)-wal' cannot be put aside as '\(name)-wal': \(error).")
        }
        unlink(path + "-shm")
        lock.endWriting(
            StoreFiles(at: path),
            content: StoreContent.digest(ofFile: path).map { StoreContent(digest: $0) })
        try StoreError.synchronizing(parts.folder)
        return aside
    }

    /// A restore leaves it when it is killed before it replaced the database; true if there is only one name now.
    static func removeSecondName(of path: String, _ status: stat) -> Bool {
        let parts = PathParts(path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parts.folder)) ?? []
        for name in names where name.hasPrefix(parts.stem + "-replaced-") {
            let file = PathParts.file(name, in: parts.folder)
            var other = stat()
            guard lstat(file, &other) == 0, other.st_ino == status.st_ino,
                other.st_dev == status.st_dev
            else { continue }
            unlink(file)
        }
        var now = stat()
        return stat(path, &now) == 0 && now.st_nlink <= 1
    }

    private func copy(_ source: String, to target: String) throws(StoreError) {
        guard let file = try? RegularFile(source, followsLinks: false),
            OwnFile.isTrusted(owner: file.owner)
        else {
            throw StoreError(.cannotOpen, "The backup '\(source)' is not a file of your own.")
        }
        try OwnFile.createNew(target)
        do {
            let output = try FileHandle(forWritingTo: URL(filePath: target))
            defer { try? output.close() }
            while case let part = try file.part(1 << 20), !part.isEmpty {
                try output.write(contentsOf: part)
            }
            try output.synchronize()
        } catch {
            unlink(target)
            throw StoreError(.full, "The copy '\(target)' cannot be written. Free some space.")
        }
    }
}
