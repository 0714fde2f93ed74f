import FaceplateAddress
import FaceplateSchema

/// Writes values of environment variables so that bash, systemd, Docker Compose, Node.js and python-dotenv read the
/// same text.
///
/// They agree on text in single quotation marks, except for a backslash before another one or at the end, and for
/// `${`, which python-dotenv replaces everywhere. They agree on text in double quotation marks if it has no character
/// with a special meaning there. They agree on no other text.
enum EnvironmentText {
    /// `nil` if not all readers would read it.
    static func quoted(_ row: ValuesFormat.Row) -> String? {
        guard let value = row.value else { return nil }
        guard let text = row.text else { return quoted(value) }
        // Text of a value of any type can also be written as JSON.
        return quoted(text) ?? quotedJSON(value.json)
    }

    static func quoted(_ value: Value) -> String? {
        switch value {
        case .boolean, .integer, .decimal, .text, .null: quoted(value.plainText)
        case .list, .record: quotedJSON(value.json)
        }
    }

    private static func quoted(_ text: String) -> String? {
        let isBare = { (byte: UInt8) in byte.isAlphanumeric || "_./:@%+,-".utf8.contains(byte) }
        if !text.isEmpty, text.utf8.allSatisfy(isBare) { return text }
        let backslash = UInt8(ascii: "\\")
        guard !text.unicodeScalars.contains(where: isRefused),
            !hasPair(UInt8(ascii: "$"), UInt8(ascii: "{"), in: text)
        else { return nil }
        if !text.utf8.contains(UInt8(ascii: "'")), text.utf8.last != backslash,
            !hasPair(backslash, backslash, in: text)
        {
            return "'\(text)'"
        }
        return text.utf8.contains(where: { "\"\\$`".utf8.contains($0) }) ? nil : "\"\(text)\""
    }

    /// Returns JSON with escapes in place of the characters that readers understand differently.
    private static func quotedJSON(_ json: JSONValue) -> String? {
        var text = ""
        var scalars = Array(JSONWriter().text(json).unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            let next = scalars.first
            switch scalar {
            case "\\" where next == "\\":
                scalars.removeFirst()
                text += escape("\\")
            case "$" where next == "{": text += escape(scalar)
            case "'": text += escape(scalar)
            case _ where isRefused(scalar): text += escape(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return quoted(text)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func hasPair(_ first: UInt8, _ second: UInt8, in text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { $0 == first && $1 == second }
    }
}
