import FaceplateCryptography
import FaceplateSchema
import Foundation

/// Encrypts secrets with the storage's key (AES-GCM, 256 bits), each bound to its panel and its setting.
///
/// An encrypted value is useless in another place: who can write the database but does not have the key can neither
/// exchange two secrets nor move one.
struct SecretBox: Sendable {
    private let cipher: AuthenticatedCipher
    private let panel: String

    static let keyLength = AuthenticatedCipher.keySize
    /// The beginning of values that are bound to a place; earlier versions wrote only the encrypted bytes.
    private static let mark = Array("FPS2".utf8)

    static func newKey() -> [UInt8] { AuthenticatedCipher.newKey() }

    init(key: [UInt8], panel: String = "") throws(StoreError) {
        self.panel = panel
        do {
            cipher = try AuthenticatedCipher(key: key)
        } catch {
            throw StoreError(
                .secretKey, "The storage's key has \(key.count) bytes and must have 32.")
        }
    }

    func seal(_ secret: String, for itemKey: String) throws(StoreError) -> Data {
        do {
            return Data(
                Self.mark + (try cipher.encrypt(Array(secret.utf8), boundTo: place(of: itemKey))))
        } catch {
            throw StoreError(.secretKey, "The secret of '\(itemKey)' cannot be sealed.")
        }
    }

    struct Opened: Equatable {
        let text: String
        let isBound: Bool
    }

    /// - Parameter formerKeys: the keys that the item had before, to which the value may be bound still.
    func open(
        _ sealed: Data, for itemKey: String, formerKeys: [String] = []
    ) throws(StoreError) -> Opened {
        let bytes = Array(sealed)
        if bytes.starts(with: Self.mark) {
            let rest = Array(bytes.dropFirst(Self.mark.count))
            for key in [itemKey] + formerKeys {
                guard let text = plainText(of: rest, boundTo: place(of: key)) else { continue }
                return Opened(text: text, isBound: key == itemKey)
            }
        }
        guard let text = plainText(of: bytes, boundTo: []) else {
            throw StoreError(
                .secretKey,
                "The secret of '\(itemKey)' was sealed with another key file.")
        }
        return Opened(text: text, isBound: false)
    }

    private func plainText(of bytes: [UInt8], boundTo place: [UInt8]) -> String? {
        (try? cipher.decrypt(bytes, boundTo: place)).flatMap {
            String(validating: $0, as: UTF8.self)
        }
    }

    /// Neither name contains a NUL.
    private func place(of itemKey: String) -> [UInt8] { Array("\(panel)\0\(itemKey)".utf8) }
}

extension SettingsStorage {
    var storeAddress: StoreAddress? {
        (self as? SQLiteStorage)?.address ?? (self as? ReadOnlyStorage)?.address
    }

    func secretBox(mayCreate: Bool) throws(StoreError) -> SecretBox {
        try SecretBox(
            key: StoreError.wrapping { try secretKey(mayCreate: mayCreate) },
            panel: storeAddress?.panel ?? "")
    }

    /// Only after it opened all that exist: otherwise some secrets would need one key, and some another.
    func sealingBox(
        besides secrets: [String: StoredState.Secret], _ schema: Schema?
    ) throws(StoreError) -> SecretBox {
        let box = try secretBox(mayCreate: secrets.isEmpty)
        do throws(StoreError) {
            _ = try secrets.opened(with: box, schema)
        } catch {
            throw StoreError(
                .secretKey,
                "\(error.message) Nothing is encrypted with the current key while that secret exists: "
                    + "bring the right key file back, or remove the secret with 'faceplate reset'.")
        }
        return box
    }
}

extension [String: StoredState.Secret] {
    func opened(
        with box: SecretBox, _ schema: Schema?
    ) throws(StoreError) -> [String: SecretBox.Opened] {
        var opened: [String: SecretBox.Opened] = [:]
        for (key, secret) in sorted(by: { $0.key < $1.key }) {
            opened[key] = try box.open(
                secret.sealed, for: key, formerKeys: schema?.settings[key]?.renamedFrom ?? [])
        }
        return opened
    }

    func bound(
        with box: SecretBox, _ schema: Schema?
    ) throws(StoreError) -> [String: StoredState.Secret] {
        var changed: [String: StoredState.Secret] = [:]
        for (key, opened) in try opened(with: box, schema) where !opened.isBound {
            guard var secret = self[key] else { continue }
            secret.sealed = try box.seal(opened.text, for: key)
            changed[key] = secret
        }
        return changed
    }
}
