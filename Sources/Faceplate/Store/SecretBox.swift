import Crypto
import Foundation

/// Seals secrets (AES-GCM, 256 bits) with the storage's key.
///
/// A sealed value does not name its item, so that a renamed item keeps its secret without the key.
struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// How many bytes a key has.
    static let keyLength = 32

    static func newKey() -> [UInt8] {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    /// - Throws: `StoreError.secretKey` where these are not 32 bytes.
    init(key: [UInt8]) throws(StoreError) {
        guard key.count == Self.keyLength else {
            throw StoreError(
                .secretKey, "The storage's key has \(key.count) bytes and must have 32.")
        }
        self.key = SymmetricKey(data: key)
    }

    /// Whether these bytes are its key.
    func hasKey(_ bytes: [UInt8]) -> Bool { key == SymmetricKey(data: bytes) }

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
