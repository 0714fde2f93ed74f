import FaceplateCryptography

/// The text of a credential that a person or program presents; the storage has only its hash.
struct CredentialText: Sendable {
    /// The beginning of every token, by which programs that search for leaked secrets recognize it.
    static let tokenPrefix = "fp_"
    /// The number of random bytes in tokens and links.
    private static let tokenSize = 32
    /// The number of random bytes in the id of a session.
    private static let sessionSize = 16

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func newToken() -> CredentialText {
        CredentialText(tokenPrefix + RandomBytes.make(tokenSize).hexadecimal)
    }

    static func newLink() -> CredentialText {
        CredentialText(RandomBytes.make(tokenSize).hexadecimal)
    }

    static func newSession() -> CredentialText {
        CredentialText(RandomBytes.make(sessionSize).hexadecimal)
    }

    /// The name of the credential in the storage.
    ///
    /// A credential is looked up by its hash, so the time of the lookup reveals nothing about its text.
    var hash: String { SHA256Digest.of(Array(text.utf8)).hexadecimal }
}
