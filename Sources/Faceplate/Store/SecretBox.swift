import Crypto
import Foundation

/// Seals secrets (AES-GCM, 256 bits) with a key kept beside the database in `FILE-key`, mode 0600.
///
/// A sealed value does not name its item, so that a renamed item keeps its secret without the key.
struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// A key that lives as long as the process, for a store in memory.
    init() {
        key = SymmetricKey(size: .bits256)
    }

    /// Reads the key file, or makes it where `mayCreate` says that no secret depends on it.
    init(path: String, mayCreate: Bool) throws(StoreError) {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 {
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 33)
            guard read(descriptor, &bytes, 33) == 32 else {
                throw StoreError(
                    .secretKey, "The key file '\(path)' is damaged: it must hold 32 bytes.")
            }
            key = SymmetricKey(data: bytes.prefix(32))
            return
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
        key = SymmetricKey(size: .bits256)
        try Self.write(key, to: path)
    }

    /// Whole or not at all, and on disk before a secret depends on it.
    ///
    /// Under the file lock.
    private static func write(_ key: SymmetricKey, to final: String) throws(StoreError) {
        let path = final + "-new"
        unlink(path)
        let descriptor = Foundation.open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .secretKey, "The key file '\(path)' cannot be made: \(Errno.current.text).")
        }
        defer { close(descriptor) }
        let written = key.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard written == 32, fsync(descriptor) == 0, rename(path, final) == 0 else {
            throw StoreError(
                .secretKey, "The key file '\(final)' cannot be written: \(Errno.current.text).")
        }
        try StoreError.synchronizing(PathParts(final).folder)
    }

    /// Seals a secret for an item.
    func seal(_ secret: String, for itemKey: String) throws(StoreError) -> Data {
        do {
            let box = try AES.GCM.seal(Data(secret.utf8), using: key)
            guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
            return combined
        } catch {
            throw StoreError(.secretKey, "The secret of '\(itemKey)' cannot be sealed.")
        }
    }

    /// Opens a sealed secret.
    func open(_ sealed: Data, for itemKey: String) throws(StoreError) -> String {
        do {
            let box = try AES.GCM.SealedBox(combined: sealed)
            let bytes = try AES.GCM.open(box, using: key)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CryptoKitError.authenticationFailure
            }
            return text
        } catch {
            throw StoreError(
                .secretKey, "The secret of '\(itemKey)' was sealed with another key file.")
        }
    }
}
