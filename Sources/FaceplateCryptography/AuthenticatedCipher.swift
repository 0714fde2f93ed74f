#if canImport(CryptoKit)
    import CryptoKit
#else
    import CGnuTLS
#endif

/// Encryption with AES-256-GCM (NIST SP 800-38D).
///
/// Encrypted bytes are a random nonce of 12 bytes, the ciphertext, and a tag of 16 bytes. They can be bound to a place:
/// only a call with the same binding decrypts them. Safe to use from any thread.
package struct AuthenticatedCipher: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case keySize
        /// The bytes were encrypted with another key, or changed since.
        case authentication
        case library

        package var description: String {
            switch self {
            case .keySize: "A key must have \(AuthenticatedCipher.keySize) bytes."
            case .authentication: "The bytes were encrypted with another key, or changed since."
            case .library: "The system's library for encryption failed."
            }
        }
    }

    /// In bytes.
    package static let keySize = 32
    private static let nonceSize = 12
    private static let tagSize = 16

    private let key: [UInt8]

    package init(key: [UInt8]) throws(Failure) {
        guard key.count == Self.keySize else { throw .keySize }
        self.key = key
    }

    package static func newKey() -> [UInt8] { RandomBytes.make(keySize) }

    /// In a time that does not depend on where they differ.
    package func hasKey(_ bytes: [UInt8]) -> Bool { ConstantTime.isEqual(bytes, key) }

    #if canImport(CryptoKit)
        /// Encrypts bytes with a new random nonce.
        package func encrypt(
            _ bytes: [UInt8], boundTo binding: [UInt8] = []
        ) throws(Failure) -> [UInt8] {
            let sealed = try? AES.GCM.seal(
                bytes, using: SymmetricKey(data: key), authenticating: binding)
            guard let box = sealed,
                let combined = box.combined
            else { throw .library }
            return Array(combined)
        }

        /// - Throws: `Failure.authentication` for bytes of another key or binding, and for bytes that were changed.
        package func decrypt(
            _ bytes: [UInt8], boundTo binding: [UInt8] = []
        ) throws(Failure) -> [UInt8] {
            guard let box = try? AES.GCM.SealedBox(combined: bytes),
                let opened = try? AES.GCM.open(
                    box, using: SymmetricKey(data: key), authenticating: binding)
            else { throw .authentication }
            return Array(opened)
        }
    #else
        /// Encrypts bytes with a new random nonce.
        package func encrypt(
            _ bytes: [UInt8], boundTo binding: [UInt8] = []
        ) throws(Failure) -> [UInt8] {
            let nonce = RandomBytes.make(Self.nonceSize)
            var sealed = [UInt8](repeating: 0, count: bytes.count + Self.tagSize)
            var count = sealed.count
            let result = try withHandle { handle in
                gnutls_aead_cipher_encrypt(
                    handle, nonce, nonce.count, binding, binding.count, Self.tagSize, bytes,
                    bytes.count, &sealed, &count)
            }
            guard result == 0, count == sealed.count else { throw .library }
            return nonce + sealed
        }

        /// - Throws: `Failure.authentication` for bytes of another key or binding, and for bytes that were changed.
        package func decrypt(
            _ bytes: [UInt8], boundTo binding: [UInt8] = []
        ) throws(Failure) -> [UInt8] {
            guard bytes.count >= Self.nonceSize + Self.tagSize else { throw .authentication }
            let nonce = Array(bytes.prefix(Self.nonceSize))
            let sealed = Array(bytes.dropFirst(Self.nonceSize))
            var opened = [UInt8](repeating: 0, count: sealed.count - Self.tagSize)
            var count = opened.count
            let result = try withHandle { handle in
                gnutls_aead_cipher_decrypt(
                    handle, nonce, nonce.count, binding, binding.count, Self.tagSize, sealed,
                    sealed.count, &opened, &count)
            }
            guard result == 0, count == opened.count else { throw .authentication }
            return opened
        }

        private func withHandle(_ body: (gnutls_aead_cipher_hd_t) -> Int32) throws(Failure) -> Int32
        {
            var key = key
            var handle: gnutls_aead_cipher_hd_t?
            let size = UInt32(key.count)
            let result = key.withUnsafeMutableBufferPointer { buffer in
                var datum = gnutls_datum_t(data: buffer.baseAddress, size: size)
                return gnutls_aead_cipher_init(&handle, GNUTLS_CIPHER_AES_256_GCM, &datum)
            }
            guard result == 0, let handle else { throw .library }
            defer { gnutls_aead_cipher_deinit(handle) }
            return body(handle)
        }
    #endif
}
