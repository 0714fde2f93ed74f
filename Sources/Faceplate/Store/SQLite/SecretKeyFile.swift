import FaceplateSchema
import Foundation
import SystemPackage

/// The key that encrypts secrets, in the file `FILE-key` in the folder of the database, mode 0600.
struct SecretKeyFile {
    let path: String

    /// `mayCreate` means that no secret depends on it; creating it requires the file lock.
    func read(mayCreate: Bool) throws(StoreError) -> [UInt8] {
        let file: RegularFile
        do throws(RegularFile.Refusal) {
            file = try RegularFile(path, followsLinks: false)
        } catch .missing {
            return try newKey(mayCreate: mayCreate)
        } catch {
            throw StoreError(
                .secretKey, "The key file '\(path)' cannot be used. \(error.sentence)")
        }
        return try key(file)
    }

    private func key(_ file: RegularFile) throws(StoreError) -> [UInt8] {
        // The creator of the file knows the key.
        guard OwnFile.isTrusted(owner: file.owner) else {
            throw StoreError(
                .secretKey,
                "The key file '\(path)' belongs to another user, who knows the key. Remove it, or "
                    + "bring back your own.")
        }
        guard file.isPrivate else {
            throw StoreError(
                .secretKey,
                "The key file '\(path)' can be read or changed by others. If no other user had access to it, "
                    + "run 'chmod 600' on it; otherwise remove it and set the secrets again.")
        }
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try file.bytes(upTo: SecretBox.keyLength)
        } catch {
            throw StoreError(
                .secretKey, "The key file '\(path)' cannot be used. \(error.sentence)")
        }
        guard bytes.count == SecretBox.keyLength else {
            throw StoreError(
                .secretKey, "The key file '\(path)' is damaged: it must have 32 bytes.")
        }
        return bytes
    }

    private func newKey(mayCreate: Bool) throws(StoreError) -> [UInt8] {
        guard mayCreate else {
            throw StoreError(
                .secretKey,
                "The key file '\(path)' is missing, and secrets are sealed with it. Bring it back, "
                    + "or remove the secrets with 'faceplate reset'.")
        }
        let key = SecretBox.newKey()
        try write(key)
        return key
    }

    /// Writes the file completely or not at all, and on disk before a secret depends on it.
    private func write(_ key: [UInt8]) throws(StoreError) {
        let new = path + "-new"
        unlink(new)
        let descriptor = Foundation.open(
            new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = Errno.last
            if let full = StoreError(full: reason) { throw full }
            throw StoreError(.secretKey, "The key file '\(new)' cannot be made: \(reason).")
        }
        defer { close(descriptor) }
        let count = Foundation.write(descriptor, key, key.count)
        // The system writes a part only if there is no space for the rest.
        if count >= 0, count < key.count { errno = ENOSPC }
        guard count == key.count, fsync(descriptor) == 0, rename(new, path) == 0 else {
            let reason = Errno.last
            unlink(new)
            if let full = StoreError(full: reason) { throw full }
            throw StoreError(.secretKey, "The key file '\(path)' cannot be written: \(reason).")
        }
        try StoreError.synchronizing(PathParts(path).folder)
    }
}
