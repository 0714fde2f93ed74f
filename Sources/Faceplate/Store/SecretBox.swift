import FaceplateCryptography
import Foundation

/// Seals secrets (AES-GCM, 256 bits) with the storage's key.
///
/// A sealed value does not name its item, so that a renamed item keeps its secret without the key.
struct SecretBox: Sendable {
    private let cipher: AuthenticatedCipher

    /// How many bytes a key has.
    static let keyLength = AuthenticatedCipher.keySize

    static func newKey() -> [UInt8] { AuthenticatedCipher.newKey() }

    /// - Throws: `StoreError.secretKey` where these are not 32 bytes.
    init(key: [UInt8]) throws(StoreError) {
        do {
            cipher = try AuthenticatedCipher(key: key)
        } catch {
            throw StoreError(
                .secretKey, "The storage's key has \(key.count) bytes and must have 32.")
        }
    }

    /// Whether these bytes are its key.
    func hasKey(_ bytes: [UInt8]) -> Bool { cipher.hasKey(bytes) }

    /// Seals a secret for an item.
    func seal(_ secret: String, for itemKey: String) throws(StoreError) -> Data {
        do {
            return Data(try cipher.encrypt(Array(secret.utf8)))
        } catch {
            throw StoreError(.secretKey, "The secret of '\(itemKey)' cannot be sealed.")
        }
    }

    /// Opens a sealed secret.
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
