import Foundation
import SystemPackage

/// Functions for files that hold or protect settings: regular files of this user that no other user can read.
package enum OwnFile {
    /// The administrator trusts the files of all users.
    package static func isTrusted(owner: UInt32) -> Bool {
        owner == geteuid() || owner == 0 || geteuid() == 0
    }

    /// - Returns: messages for users about the database and its key, if they had such permissions.
    static func narrow(_ path: String) -> [String] {
        let found = [path, path + "-key"].compactMap(narrowed)
        // SQLite gives its own files the mode of the database.
        for ending in ["-wal", "-shm", "-lock"] { _ = narrowed(path + ending) }
        return found
    }

    /// Checks the files beside a database, which decide what it holds as the database does.
    static func inspectCompanions(of path: String) throws(StoreError) {
        for ending in ["-lock", "-wal", "-shm", "-journal"] {
            var status = stat()
            guard lstat(path + ending, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw StoreError(
                    .cannotOpen, "'\(path)\(ending)' is not a regular file. Remove it.")
            }
            guard isTrusted(owner: status.st_uid) else { throw foreign(path + ending) }
        }
    }

    private static func foreign(_ path: String) -> StoreError {
        StoreError(
            .cannotOpen,
            "'\(path)' belongs to another user, who could change the settings with it. Remove it, or "
                + "name a database in a folder of your own.")
    }

    /// Creates a file that only its owner can access, because SQLite creates files with the umask of the process.
    ///
    /// It fails if the name is in use, even by a symbolic link.
    static func createNew(_ path: String) throws(StoreError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let error = Errno.last
            if let full = StoreError(full: error) { throw full }
            throw StoreError(.cannotOpen, "'\(path)' cannot be made: \(error).")
        }
        close(descriptor)
    }

    /// The caller closes the descriptor.
    static func openLock(_ path: String) throws(StoreError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .cannotOpen, "The lock file '\(path)' cannot be opened: \(Errno.last).")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw StoreError(.cannotOpen, "The lock file '\(path)' is not a regular file.")
        }
        guard isTrusted(owner: status.st_uid) else {
            close(descriptor)
            throw foreign(path)
        }
        // Its other name may be that of a file with another purpose, which a record would overwrite.
        guard status.st_nlink <= 1 else {
            close(descriptor)
            throw StoreError(
                .cannotOpen,
                "The lock file '\(path)' has \(status.st_nlink) names (hard links). Remove it.")
        }
        return descriptor
    }

    /// - Returns: a message for users; `nil` if nothing was changed.
    private static func narrowed(_ path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_mode & 0o077 != 0, status.st_uid == geteuid(), chmod(path, 0o600) == 0
        else { return nil }
        let mode = String(status.st_mode & 0o777, radix: 8)
        return
            "'\(path)' had the mode \(mode), so that others could read or change it; it is 600 now."
    }

    /// Returns true when a file is a mount point, as when containers mount single files.
    static func isMountPoint(_ path: String) -> Bool {
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        let name = String(cString: real)
        guard let file = try? RegularFile("/proc/self/mountinfo"),
            let bytes = try? file.bytes(limit: 16 << 20)
        else { return false }
        return bytes.split(separator: 0x0A).contains { line in
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            return fields.count > 4 && unescaped(fields[4]) == name
        }
    }

    /// Decodes the escapes of the system, such as `\040` for a space.
    private static func unescaped(_ field: some Collection<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
