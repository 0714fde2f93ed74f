/// The name of a form field for a part of a setting: `timeout[unit]`, `servers[2][host]`.
///
/// A part in digits is the position of an element, from 0; any other part is a name. Rejected are
/// empty, open or nested brackets, text after the brackets, more than 4 parts, and positions with
/// more than 6 digits or with a leading zero.
package struct BracketName: Sendable, Hashable, CustomStringConvertible {
    /// One pair of brackets.
    package enum Part: Sendable, Hashable {
        case index(Int)
        case name(String)
    }

    /// The text before the brackets: the key of a setting.
    package let base: String
    /// The contents of the brackets, in order; empty for a key without brackets.
    package let parts: [Part]

    package static let maximumParts = 4

    package init(_ base: String, _ parts: Part...) {
        self.init(base, parts: parts)
    }

    init(_ base: String, parts: [Part]) {
        self.base = base
        self.parts = parts
    }

    /// Reads a name; `nil` if its brackets are malformed.
    ///
    /// It does not check that a setting has this key.
    package init?(reading text: String) {
        let bytes = text.utf8
        let open = bytes.firstIndex(of: UInt8(ascii: "[")) ?? bytes.endIndex
        guard open > bytes.startIndex, !bytes[..<open].contains(UInt8(ascii: "]")) else {
            return nil
        }
        var parts: [Part] = []
        var rest = bytes[open...]
        while !rest.isEmpty {
            guard parts.count < Self.maximumParts, rest.first == UInt8(ascii: "["),
                let close = rest.firstIndex(of: UInt8(ascii: "]")),
                let part = Part(Substring(rest[..<close].dropFirst()))
            else { return nil }
            parts.append(part)
            rest = rest[close...].dropFirst()
        }
        base = String(Substring(bytes[..<open]))
        self.parts = parts
    }

    package var description: String {
        base
            + parts.map { part in
                switch part {
                case .index(let index): "[\(index)]"
                case .name(let name): "[\(name)]"
                }
            }.joined()
    }
}

extension BracketName.Part {
    fileprivate init?(_ text: Substring) {
        let isNumber = text.utf8.allSatisfy(\.isDigit)
        guard isNumber else {
            guard SettingKeySyntax.isValid(String(text)) else { return nil }
            self = .name(String(text))
            return
        }
        let hasLeadingZero = text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "0")
        guard text.utf8.count <= 6, !hasLeadingZero, let index = Int(text) else { return nil }
        self = .index(index)
    }
}
