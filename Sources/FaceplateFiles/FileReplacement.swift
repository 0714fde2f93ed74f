import CFileExchange
package import Faceplate
import FaceplateSchema
import Foundation
import SystemPackage

/// Replaces files as a whole, so that a reader sees the old content or the new one, also after a power failure.
package struct FileReplacement: Sendable {
    package struct Problem: SpokenError {
        package let description: String
    }

    package let path: String
    /// `nil` keeps those of the file, or uses 0600 for a new file.
    package var mode: UInt32?

    package init(path: String, mode: UInt32? = nil) {
        self.path = path
        self.mode = mode
    }

    /// Replaces the content; the old file stays if it cannot be written.
    ///
    /// - Parameters:
    ///   - known: The content that the new one was made from; `nil` to replace any content.
    ///   - isHurried: True to wait for the disk only after the file has its name, because others write all the time: a
    ///     power failure at this moment can then leave it empty.
    /// - Returns: The file that was written. If another program wrote the file at the same moment, the content is `lost` that
    ///   is not `known`: nothing was written then, or, with `isReplaced`, that content was replaced and must be written
    ///   again.
    @discardableResult
    package func replace(
        with bytes: [UInt8], knowing known: [UInt8]? = nil, isHurried: Bool = false
    ) throws(Problem) -> (file: StoreFiles.File?, lost: [UInt8]?, isReplaced: Bool) {
        // A link stays, and the file that it names is replaced.
        let path = try Self.target(of: self.path)
        var status = stat()
        // A link that leads nowhere is replaced.
        let exists = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(description: "'\(self.path)' is not a file. Name a file.")
        }
        var permissions = mode.map { mode_t($0) } ?? (exists ? status.st_mode & 0o777 : 0o600)
        // A new file has the group of this process unless it belongs to the old one, too.
        if mode == nil, exists, !Self.mayKeep(status) { permissions &= 0o700 }
        if exists, status.st_mode & 0o777 == permissions,
            let old = try? RegularFile.bytes(of: path, limit: bytes.count), old == bytes
        {
            return (StoreFiles.File(path: path), nil, false)
        }
        let parts = PathParts(path)
        let new = PathParts.file(".\(parts.stem)\(parts.ending).new", in: parts.folder)
        var lost: [UInt8]?
        let file: StoreFiles.File?
        do {
            let descriptor = try Self.create(
                new, bytes, permissions, owner: exists ? status : nil)
            defer { try? descriptor.close() }
            if !isHurried { try Self.synchronize(descriptor) }
            file = StoreFiles.File(path: new)
            if let known, exists,
                let now = try? RegularFile.bytes(of: path, limit: known.count), now != known
            {
                unlink(new)
                return (file, now, false)
            }
            if let known, exists, faceplate_exchange(new, path) == 0 {
                // The content of this moment has the other name now.
                let old = try RegularFile.bytes(of: new, limit: .max)
                if old != known { lost = old }
                unlink(new)
            } else {
                guard rename(new, path) == 0 else { throw Errno.last }
            }
            if isHurried { try Self.synchronize(descriptor) }
        } catch {
            unlink(new)
            throw Problem(description: "The file '\(self.path)' cannot be written: \(error).")
        }
        Self.synchronizeFolder(parts.folder)
        return (file, lost, lost != nil)
    }

    /// The path itself if there is no such file.
    ///
    /// - Throws: `Problem` for a link of another user, who could choose any file of this one.
    private static func target(of path: String) throws(Problem) -> String {
        var (target, status) = (path, stat())
        for _ in 0..<mostLinks {
            try checkFolders(of: target, links: mostLinks)
            guard lstat(target, &status) == 0 else { return path }
            guard let next = try followed(target) else { return target }
            target = next
        }
        throw Problem(description: "'\(path)' has too many links.")
    }

    /// The most links that the system follows.
    private static let mostLinks = 40

    /// `nil` if there is no link.
    private static func followed(_ path: String) throws(Problem) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw Problem(
                description:
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
    private static func checkFolders(of path: String, links: Int) throws(Problem) {
        guard links > 0 else { throw Problem(description: "'\(path)' has too many links.") }
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

    private static func create(
        _ path: String, _ bytes: [UInt8], _ permissions: mode_t, owner: stat?
    ) throws -> FileDescriptor {
        // A file that is left from a process that was killed.
        unlink(path)
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        // Only root can give a file away; others can keep its group if they belong to it.
        if let owner, fchown(file.rawValue, owner.st_uid, owner.st_gid) != 0 {
            _ = fchown(file.rawValue, uid_t.max, owner.st_gid)
        }
        do {
            try file.writeAll(bytes)
            guard fchmod(file.rawValue, permissions) == 0 else { throw Errno.last }
            return file
        } catch {
            try? file.close()
            throw error
        }
    }

    private static func synchronize(_ file: FileDescriptor) throws {
        guard fsync(file.rawValue) == 0 else { throw Errno.last }
    }

    /// Makes the new name durable; the file is usable without it.
    private static func synchronizeFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
