import Foundation

/// Files that hold settings or guard them: regular files of this user, which nobody else can read.
enum OwnFile {
    /// Whether a file of this owner may be believed: this user's or the administrator's.
    ///
    /// The administrator looks after the files of others.
    static func isTrusted(owner: uid_t) -> Bool {
        owner == geteuid() || owner == 0 || geteuid() == 0
    }

    /// Takes the rights of others away from a database and the files beside it.
    ///
    /// - Returns: what was found of the database and its key, in words for people.
    static func narrow(_ path: String) -> [String] {
        let found = [path, path + "-key"].compactMap(narrowed)
        // SQLite gives its own files the mode of the database.
        for ending in ["-wal", "-shm", "-lock"] { _ = narrowed(path + ending) }
        return found
    }

    /// Makes a file for the owner alone, since SQLite makes its files by the process's mask; nothing
    /// may have its name, a symbolic link neither.
    static func createNew(_ path: String) throws(StoreError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.cannotOpen, "'\(path)' cannot be made: \(Errno.current.text).")
        }
        close(descriptor)
    }

    /// Takes the rights of others away from a file of this user.
    ///
    /// - Returns: what was found, in words for people; `nil` where the file is private already.
    private static func narrowed(_ path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_mode & 0o077 != 0, status.st_uid == geteuid(), chmod(path, 0o600) == 0
        else { return nil }
        let mode = String(status.st_mode & 0o777, radix: 8)
        return
            "'\(path)' had the mode \(mode), so that others could read or change it; it is 600 now."
    }

    /// Whether a file is mounted by itself, as containers do with single files.
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

    /// The system writes spaces and the like as `\040`.
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
