import Crypto
import Foundation

/// Encrypts secrets with the storage's key (AES-GCM, 256 bits).
///
/// An encrypted value does not contain the key of its item, so a renamed item retains its secret without decryption.
struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// The length of a key, in bytes.
    static let keyLength = 32

    static func newKey() -> [UInt8] {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    /// Creates a box from a key.
    ///
    /// - Throws: `StoreError.secretKey` if the key does not have 32 bytes.
    init(key: [UInt8]) throws(StoreError) {
        guard key.count == Self.keyLength else {
            throw StoreError(
                .secretKey, "The storage's key has \(key.count) bytes and must have 32.")
        }
        self.key = SymmetricKey(data: key)
    }

    /// Returns true when the box uses this key.
    func hasKey(_ bytes: [UInt8]) -> Bool { key == SymmetricKey(data: bytes) }

    /// Encrypts a secret for an item.
    func seal(_ secret: String, for itemKey: String) throws(StoreError) -> Data {
        do {
            let box = try AES.GCM.seal(Data(secret.utf8), using: key)
            guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
            return combined
        } catch {
            throw StoreError(.secretKey, "The secret of '\(itemKey)' cannot be sealed.")
        }
    }

    /// Decrypts a secret.
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
