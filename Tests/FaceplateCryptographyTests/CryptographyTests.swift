import FaceplateCryptography
import Testing

/// Published vectors, and bytes that earlier versions of Faceplate encrypted.
struct CryptographyTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func hashesThePublishedVectors(text: String, digest: String) {
        #expect(SHA256Digest.of(Array(text.utf8)).hexadecimal == digest)
    }

    /// Test cases 13 and 14 of the proposal of GCM (McGrew and Viega), whose nonce is zero.
    @Test(arguments: [
        (0, "000000000000000000000000530f8afbc74536b9a963b4f1c4cb738b"),
        (
            16,
            "000000000000000000000000cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        ),
    ])
    func decryptsThePublishedVectors(zeros: Int, sealed: String) throws {
        let cipher = try AuthenticatedCipher(key: Array(repeating: 0, count: 32))
        #expect(try cipher.decrypt(bytes(sealed)) == Array(repeating: 0, count: zeros))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4_096])
    func decryptsItsOwnOutput(count: Int) throws {
        let cipher = try AuthenticatedCipher(key: AuthenticatedCipher.newKey())
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try cipher.encrypt(plain)
        #expect(sealed.count == count + 28)
        #expect(try cipher.decrypt(sealed) == plain)
        #expect(try cipher.encrypt(plain) != sealed, "each nonce is new")
    }

    @Test func rejectsChangedBytesAndOtherKeys() throws {
        let cipher = try AuthenticatedCipher(key: AuthenticatedCipher.newKey())
        let sealed = try cipher.encrypt(Array("hunter2".utf8))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: AuthenticatedCipher.Failure.authentication) {
                try cipher.decrypt(changed)
            }
        }
        for count in 0..<sealed.count {
            #expect(throws: AuthenticatedCipher.Failure.authentication) {
                try cipher.decrypt(Array(sealed.prefix(count)))
            }
        }
        let other = try AuthenticatedCipher(key: AuthenticatedCipher.newKey())
        #expect(throws: AuthenticatedCipher.Failure.authentication) { try other.decrypt(sealed) }
        #expect(throws: AuthenticatedCipher.Failure.keySize) {
            try AuthenticatedCipher(key: Array(repeating: 0, count: 31))
        }
    }

    /// The vectors of RFC 7914, section 11.
    @Test(arguments: [
        (
            "passwd", "salt", 1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
        ),
        (
            "Password", "NaCl", 80_000,
            "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
        ),
    ])
    func derivesThePublishedKeys(
        phrase: String, salt: String, rounds: Int, key: String
    ) throws {
        let derived = try PassPhraseKey.derive(
            from: Array(phrase.utf8), salt: Array(salt.utf8), rounds: rounds, count: 64)
        #expect(derived.hexadecimal == key)
    }

    @Test(arguments: [("", "salt", 1), ("a", "", 1), ("a", "salt", 0), ("a", "salt", -1)])
    func derivesNoKeyFromInvalidInput(phrase: String, salt: String, rounds: Int) {
        #expect(throws: AuthenticatedCipher.Failure.library) {
            try PassPhraseKey.derive(
                from: Array(phrase.utf8), salt: Array(salt.utf8), rounds: rounds)
        }
    }

    @Test func recognizesItsKey() throws {
        let key = AuthenticatedCipher.newKey()
        let cipher = try AuthenticatedCipher(key: key)
        #expect(cipher.hasKey(key))
        #expect(!cipher.hasKey(Array(key.dropLast())))
        #expect(!cipher.hasKey(key.dropLast() + [key[31] ^ 1]))
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
