#if canImport(CryptoKit)
    import CryptoKit
#else
    import CGnuTLS
#endif

/// The SHA-256 digest of bytes (FIPS 180-4).
package enum SHA256Digest {
    package static let byteCount = 32

    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            var digest = [UInt8](repeating: 0, count: byteCount)
            let result = gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest)
            // GnuTLS refuses only algorithms that it was built without, or that a policy disables.
            precondition(result == 0, "GnuTLS has no SHA-256")
            return digest
        #endif
    }
}

extension Sequence<UInt8> {
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Bytes of the system's cryptographic generator (getrandom, arc4random).
package enum RandomBytes {
    package static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// Comparisons whose time does not depend on where the bytes differ.
package enum ConstantTime {
    /// Only the number of bytes shows in the time.
    @inline(never)
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
