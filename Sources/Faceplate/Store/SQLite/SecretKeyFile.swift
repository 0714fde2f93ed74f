import FaceplateSchema
import Foundation

/// The key that secrets are sealed with, beside the database in `FILE-key`, mode 0600.
struct SecretKeyFile {
    let path: String

    /// Reads the key, or makes it where `mayCreate` says that no secret depends on it.
    ///
    /// Under the file lock.
    func read(mayCreate: Bool) throws(StoreError) -> [UInt8] {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 {
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: SecretBox.keyLength + 1)
            guard Foundation.read(descriptor, &bytes, bytes.count) == SecretBox.keyLength else {
                throw StoreError(
                    .secretKey, "The key file '\(path)' is damaged: it must hold 32 bytes.")
            }
            return Array(bytes.prefix(SecretBox.keyLength))
        }
        let error = Errno.current
        guard error.code == ENOENT else {
            throw StoreError(
                .secretKey, "The key file '\(path)' cannot be read: \(error.text).")
        }
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

    /// Whole or not at all, and on disk before a secret depends on it.
    private func write(_ key: [UInt8]) throws(StoreError) {
        let new = path + "-new"
        unlink(new)
        let descriptor = Foundation.open(
            new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .secretKey, "The key file '\(new)' cannot be made: \(Errno.current.text).")
        }
        defer { close(descriptor) }
        guard Foundation.write(descriptor, key, key.count) == key.count, fsync(descriptor) == 0,
            rename(new, path) == 0
        else {
            throw StoreError(
                .secretKey, "The key file '\(path)' cannot be written: \(Errno.current.text).")
        }
        try StoreError.synchronizing(PathParts(path).folder)
    }
}
