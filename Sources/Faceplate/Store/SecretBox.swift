import FaceplateCryptography
import Foundation

/// Encrypts secrets with the storage's key (AES-GCM, 256 bits).
///
/// An encrypted value does not contain the key of its item, so a renamed item retains its secret without decryption.
struct SecretBox: Sendable {
    private let cipher: AuthenticatedCipher

    /// The length of a key, in bytes.
    static let keyLength = AuthenticatedCipher.keySize

    static func newKey() -> [UInt8] { AuthenticatedCipher.newKey() }

    /// Creates a box from a key.
    ///
    /// - Throws: `StoreError.secretKey` if the key does not have 32 bytes.
    init(key: [UInt8]) throws(StoreError) {
        do {
            cipher = try AuthenticatedCipher(key: key)
        } catch {
            throw StoreError(
                .secretKey, "The storage's key has \(key.count) bytes and must have 32.")
        }
    }

    /// Returns true when the box uses this key.
    func hasKey(_ bytes: [UInt8]) -> Bool { cipher.hasKey(bytes) }

    /// Encrypts a secret for an item.
    func seal(_ secret: String, for itemKey: String) throws(StoreError) -> Data {
        do {
            return Data(try cipher.encrypt(Array(secret.utf8)))
        } catch {
            throw StoreError(.secretKey, "The secret of '\(itemKey)' cannot be sealed.")
        }
    }

    /// Decrypts a secret.
    func open(_ sealed: Data, for itemKey: String) throws(StoreError) -> String {
        do {
            let bytes = try cipher.decrypt(Array(sealed))
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw AuthenticatedCipher.Failure.authentication
            }
            return text
        } catch {
            throw StoreError(
                .secretKey, "The secret of '\(itemKey)' was sealed with another key file.")
        }
    }
}
