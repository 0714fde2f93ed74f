#if canImport(CommonCrypto)
    import CommonCrypto
#else
    import CGnuTLS
#endif

/// Keys that are derived from pass phrases with PBKDF2 and HMAC-SHA-256 (RFC 8018).
package enum PassPhraseKey {
    /// It takes about 0.2 seconds for 600,000 rounds; `phrase` and `salt` must not be empty.
    package static func derive(
        from phrase: [UInt8], salt: [UInt8], rounds: Int,
        count: Int = AuthenticatedCipher.keySize
    ) throws(AuthenticatedCipher.Failure) -> [UInt8] {
        guard !phrase.isEmpty, !salt.isEmpty, count > 0, let rounds = UInt32(exactly: rounds),
            rounds > 0
        else { throw .library }
        var key = [UInt8](repeating: 0, count: count)
        #if canImport(CommonCrypto)
            let phrase = phrase.map { CChar(bitPattern: $0) }
            let result = CCKeyDerivationPBKDF(
                CCPBKDFAlgorithm(kCCPBKDF2), phrase, phrase.count, salt, salt.count,
                CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds, &key, key.count)
        #else
            var (phrase, salt) = (phrase, salt)
            let (phraseSize, saltSize) = (UInt32(phrase.count), UInt32(salt.count))
            let result = phrase.withUnsafeMutableBufferPointer { phrase in
                salt.withUnsafeMutableBufferPointer { salt in
                    var phrase = gnutls_datum_t(data: phrase.baseAddress, size: phraseSize)
                    var salt = gnutls_datum_t(data: salt.baseAddress, size: saltSize)
                    return gnutls_pbkdf2(
                        GNUTLS_MAC_SHA256, &phrase, &salt, rounds, &key, key.count)
                }
            }
        #endif
        guard result == 0 else { throw .library }
        return key
    }
}
