import Foundation

/// Strict base64 (RFC 4648, section 4).
///
/// White space and missing padding are rejected, and each sequence of bytes has only one text form.
package enum Base64 {
    package static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// `nil` if the string is not the exact output of `text(of:)`.
    package static func bytes(of text: String) -> [UInt8]? {
        // Foundation also reads text whose last digit has bits that no byte needs.
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
            return nil
        }
        return Array(data)
    }

    /// Returns the number of bytes that a string encodes, if `bytes(of:)` accepts it.
    static func count(of text: String) -> Int {
        text.utf8.count / 4 * 3 - text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
    }
}
