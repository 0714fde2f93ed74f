import Testing

@testable import FaceplateCryptography

/// Hashes of passwords: yescrypt of the system, or PBKDF2.
struct PasswordHashTests {
    @Test(arguments: [true, false])
    func onlyTheSamePasswordMatchesAHash(usesSystem: Bool) throws {
        let hash = try PasswordHash.make("correct horse", usesSystem: usesSystem)
        #expect(try PasswordHash.matches("correct horse", hash))
        for wrong in ["", "correct hors", "correct horsee", "Correct horse", "correct horse\0"] {
            #expect(try !PasswordHash.matches(wrong, hash))
        }
        #expect(try PasswordHash.make("correct horse", usesSystem: usesSystem) != hash)
    }

    @Test(.enabled("the system has no yescrypt") { SystemCrypt.shared != nil })
    func theSystemsMethodIsYescrypt() throws {
        #expect(try PasswordHash.make("correct horse").hasPrefix("$y$jBT$"))
    }

    @Test func theOtherMethodIncludesItsRounds() throws {
        let hash = try PasswordHash.make("correct horse", usesSystem: false)
        #expect(
            hash.wholeMatch(of: /\$pbkdf2-sha256\$600000\$[0-9a-f]{32}\$[0-9a-f]{64}/) != nil)
    }

    /// A hash that `crypt(3)` of libxcrypt 4.4.33 made for another program.
    @Test(.enabled("the system has no yescrypt") { SystemCrypt.shared != nil })
    func readsTheHashOfAnotherProgram() throws {
        let hash = Self.foreignHash
        #expect(try PasswordHash.matches("correct horse", hash))
        #expect(try !PasswordHash.matches("correct hors", hash))
    }

    static let foreignHash = "$y$j75$saltsaltsaltsalt$IdM6tV9hsIYZkwcNItyWCsVO1t/QVCQfi.yVSuLjuZ5"

    /// The hash has 12 bits of salt, and only the first eight characters of a password count.
    @Test func rejectsHashesOfTheOldMethod() {
        #expect(throws: AuthenticatedCipher.Failure.self) {
            try PasswordHash.matches("correct horse", "sa6zCY2NLg.wE")
        }
    }

    @Test(
        arguments: [
            "", "*0", "x", "$", "$pbkdf2-sha256$", "$pbkdf2-sha256$600000$00$",
            "$pbkdf2-sha256$600000$zz$00", "$pbkdf2-sha256$0$00$00",
            "$pbkdf2-sha256$99999999999$00$00", "$pbkdf2-sha256$-1$00$00", "$unknown$x",
        ])
    func aMalformedHashMatchesNothing(hash: String) {
        #expect((try? PasswordHash.matches("correct horse", hash)) != true)
    }

    @Test(arguments: ["", String(repeating: "x", count: 1_025), "a\0b"])
    func anUnusablePasswordHasNoHash(password: String) {
        #expect(throws: AuthenticatedCipher.Failure.self) { try PasswordHash.make(password) }
    }

    @Test(arguments: [([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1], [1, 2], false)])
    func comparesEveryByte(left: [UInt8], right: [UInt8], isEqual: Bool) {
        #expect(ConstantTime.isEqual(left, right) == isEqual)
    }
}
