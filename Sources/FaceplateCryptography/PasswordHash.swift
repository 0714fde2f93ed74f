/// Hashes of passwords, in the text form of `crypt(5)`.
///
/// They are yescrypt where the system's libcrypt has it, otherwise PBKDF2 with HMAC-SHA-256 and 600,000 rounds. Both take
/// about 0.1 to 0.4 seconds, and yescrypt 64 MiB, so call them on a thread that may block, a few at a time.
package enum PasswordHash {
    /// In bytes.
    package static let longest = 1_024
    package static let rounds = 600_000
    private static let saltSize = 16
    private static let label = "pbkdf2-sha256"

    /// - Parameter usesSystem: False to use PBKDF2 even where the system has yescrypt.
    /// - Throws: `AuthenticatedCipher.Failure.library` for an empty password, one of more than 1,024 bytes or with a NUL,
    ///   and if the system's library refuses.
    package static func make(
        _ password: String, usesSystem: Bool = true
    ) throws(AuthenticatedCipher.Failure) -> String {
        guard isUsable(password) else { throw .library }
        if usesSystem, let hash = SystemCrypt.shared?.newHash(of: password) { return hash }
        let salt = RandomBytes.make(saltSize)
        let key = try PassPhraseKey.derive(
            from: Array(password.utf8), salt: salt, rounds: rounds)
        return "$\(label)$\(rounds)$\(salt.hexadecimal)$\(key.hexadecimal)"
    }

    /// The comparison takes the same time wherever the hashes differ.
    ///
    /// - Throws: `AuthenticatedCipher.Failure.library` for a hash that this system cannot check.
    package static func matches(
        _ password: String, _ hash: String
    ) throws(AuthenticatedCipher.Failure) -> Bool {
        guard isUsable(password) else { return false }
        guard hash.hasPrefix("$\(label)$") else {
            guard let made = SystemCrypt.shared?.hash(of: password, like: hash) else {
                throw .library
            }
            return ConstantTime.isEqual(Array(made.utf8), Array(hash.utf8))
        }
        let parts = hash.split(separator: "$")
        guard parts.count == 4, let rounds = Int(parts[1]), rounds <= 10 * Self.rounds,
            let salt = bytes(parts[2]), let key = bytes(parts[3])
        else { throw .library }
        let made = try PassPhraseKey.derive(
            from: Array(password.utf8), salt: salt, rounds: rounds, count: key.count)
        return ConstantTime.isEqual(made, key)
    }

    private static func isUsable(_ password: String) -> Bool {
        (1...longest).contains(password.utf8.count) && !password.utf8.contains(0)
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { place -> UInt8 in
            UInt8(digits[place] * 16 + digits[place + 1])
        }
    }
}
