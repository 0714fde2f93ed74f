import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation
import SystemPackage

/// A write replaces the file as a whole, so that a reader never sees a part of it.
struct ValuesFile: Sendable {
    let path: String
    let format: ValuesFormat
    var selection = ExportedValues.Selection.all
    /// `nil` keeps those of the file, or uses 0600 for a new file.
    var mode: mode_t?

    func write(_ snapshot: Snapshot) throws(Failure) {
        try replace(with: text(of: snapshot))
    }

    /// The old file stays if it cannot be written.
    func replace(with text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        // A link stays, and the file that it names is replaced.
        let path = try Self.target(of: self.path)
        var status = stat()
        // A link that leads nowhere is replaced.
        let exists = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.refused, "'\(self.path)' is not a file. Name a file.")
        }
        var permissions = mode ?? (exists ? status.st_mode & 0o777 : 0o600)
        // A new file has the group of this process unless it belongs to the old one, too.
        if mode == nil, exists, !Self.mayKeep(status) { permissions &= 0o700 }
        if exists, status.st_mode & 0o777 == permissions,
            let old = try? RegularFile.bytes(of: path, limit: bytes.count), old == bytes
        {
            return
        }
        let parts = PathParts(path)
        let new = PathParts.file(".\(parts.stem)\(parts.ending).new", in: parts.folder)
        do {
            try Self.create(new, bytes, permissions, owner: exists ? status : nil)
            guard rename(new, path) == 0 else { throw Errno.last }
        } catch {
            unlink(new)
            throw Failure(.refused, "The file '\(self.path)' cannot be written: \(error).")
        }
        Self.synchronizeFolder(parts.folder)
    }

    /// The path itself if there is no such file.
    ///
    /// - Throws: `Failure` for a link of another user, who could choose any file of this one.
    private static func target(of path: String) throws(Failure) -> String {
        var (target, status) = (path, stat())
        for _ in 0..<mostLinks {
            try checkFolders(of: target, links: mostLinks)
            guard lstat(target, &status) == 0 else { return path }
            guard let next = try followed(target) else { return target }
            target = next
        }
        throw Failure(.refused, "'\(path)' has too many links.")
    }

    /// The most links that the system follows.
    private static let mostLinks = 40

    /// `nil` if there is no link.
    private static func followed(_ path: String) throws(Failure) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw Failure(
                .refused,
                "'\(path)' is a link of another user, and is not followed. Remove it, or name "
                    + "another file.")
        }
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let next = String(decoding: bytes.prefix(count), as: UTF8.self)
        return next.hasPrefix("/") ? next : PathParts.file(next, in: PathParts(path).folder)
    }

    /// Checks the folders of a path: a link in place of one leads to any file of that name, too.
    private static func checkFolders(of path: String, links: Int) throws(Failure) {
        guard links > 0 else { throw Failure(.refused, "'\(path)' has too many links.") }
        var folder = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/").dropLast() {
            folder += (folder.isEmpty || folder == "/" ? "" : "/") + name
            if let next = try followed(folder) {
                try checkFolders(of: next + "/.", links: links - 1)
            }
        }
    }

    /// Returns true when a new file can have the group of this one.
    private static func mayKeep(_ status: stat) -> Bool {
        guard geteuid() != 0, status.st_gid != getegid() else { return true }
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(Int32(groups.count), &groups)
        return count > 0 && groups.prefix(Int(count)).contains(status.st_gid)
    }

    func omission(of snapshot: Snapshot) -> String? {
        let keys = rows(of: snapshot).filter { !canHold($0) }.map(\.key)
        guard !keys.isEmpty else { return nil }
        return "Left out, because \(format.limitation): \(keys.joined(separator: ", "))."
    }

    private func rows(of snapshot: Snapshot) -> [ValuesFormat.Row] {
        snapshot.schema.settings.compactMap { setting in
            guard !setting.isSecret,
                selection == .all || snapshot.provenance(of: setting) != .onDefault
            else { return nil }
            return ValuesFormat.Row(
                group: setting.groupKey, key: setting.key, value: snapshot.value(of: setting))
        }
    }

    private func canHold(_ row: ValuesFormat.Row) -> Bool {
        row.value.map(format.canHold) ?? true
    }

    private func text(of snapshot: Snapshot) -> String {
        format.text(
            of: rows(of: snapshot).filter(canHold),
            comments: ["Written by faceplate serve, which overwrites other changes."]
                + [omission(of: snapshot)].compactMap(\.self))
    }

    /// Creates a file that is complete on the disk.
    private static func create(
        _ path: String, _ bytes: [UInt8], _ permissions: mode_t, owner: stat?
    ) throws {
        // A file that is left from a process that was killed.
        unlink(path)
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        defer { try? file.close() }
        // Only root can give a file away; others can keep its group if they belong to it.
        if let owner, fchown(file.rawValue, owner.st_uid, owner.st_gid) != 0 {
            _ = fchown(file.rawValue, uid_t.max, owner.st_gid)
        }
        try file.writeAll(bytes)
        guard fchmod(file.rawValue, permissions) == 0, fsync(file.rawValue) == 0 else {
            throw Errno.last
        }
    }

    /// Makes the new name durable; the file is usable without it.
    private static func synchronizeFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

enum TextFile {
    static func write(
        _ text: String, to path: String, _ options: Data.WritingOptions = .atomic
    ) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: PathParts(path).folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path), options: options)
        } catch {
            throw Failure(.unavailable, "'\(path)' cannot be written.")
        }
    }
}
