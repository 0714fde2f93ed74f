import FaceplateCryptography
import FaceplateSchema
import Foundation

/// The secrets in a file of values, encrypted with a pass phrase.
///
/// The text form is `pbkdf2-sha256$ROUNDS$SALT$DATA`, with salt and data in base64. The data is a JSON object of the
/// secrets by key, encrypted with AES-256-GCM. The key is derived with PBKDF2 and HMAC-SHA-256.
struct SealedSecrets {
    /// The name of the text in a file; no setting can have it.
    static let name = "_secrets"
    static let rounds = 600_000
    /// The accepted numbers of rounds; a larger one would only use up time.
    static let acceptedRounds = 100_000...5_000_000
    private static let scheme = "pbkdf2-sha256"

    enum Failure: SpokenError {
        case form
        /// The pass phrase is wrong, or the text was changed.
        case passPhrase

        var description: String {
            switch self {
            case .form: "'\(name)' does not contain secrets that were encrypted with a pass phrase."
            case .passPhrase: "The pass phrase is wrong, or the secrets were changed."
            }
        }
    }

    let text: String

    init(text: String) { self.text = text }

    init(
        _ secrets: [(key: String, value: String)], passPhrase: String, rounds: Int = Self.rounds
    ) throws(AuthenticatedCipher.Failure) {
        let salt = Array(AuthenticatedCipher.newKey().prefix(16))
        let key = try PassPhraseKey.derive(
            from: Array(passPhrase.utf8), salt: salt, rounds: rounds)
        let json = JSONValue.object(secrets.map { ($0.key, .text($0.value)) })
        let sealed = try AuthenticatedCipher(key: key).encrypt(JSONWriter().bytes(json))
        let parts = [salt, sealed].map { Data($0).base64EncodedString() }
        text = ([Self.scheme, String(rounds)] + parts).joined(separator: "$")
    }

    /// Takes about 0.2 seconds.
    func opened(with passPhrase: String) throws(Failure) -> [JSONObject.Member] {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0] == Self.scheme, let rounds = Int(parts[1]),
            Self.acceptedRounds.contains(rounds), let salt = Data(base64Encoded: parts[2]),
            let sealed = Data(base64Encoded: parts[3]), !salt.isEmpty
        else { throw .form }
        let bytes: [UInt8]
        do {
            let key = try PassPhraseKey.derive(
                from: Array(passPhrase.utf8), salt: Array(salt), rounds: rounds)
            bytes = try AuthenticatedCipher(key: key).decrypt(Array(sealed))
        } catch {
            throw .passPhrase
        }
        guard let members = (try? JSONReader.read(bytes))?.object?.members,
            members.allSatisfy({ $0.value.string != nil })
        else { throw .form }
        return members
    }
}
