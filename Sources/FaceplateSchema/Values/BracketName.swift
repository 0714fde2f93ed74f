/// The name of a part of a setting, as form fields have it: `timeout[unit]`, `servers[2][host]`.
///
/// A part in digits is the place of an element, from 0; any other is a name. Nothing else is
/// accepted: no empty, open or nested brackets, no text behind them, no more than 4 parts, no
/// place of more than 6 digits or with a leading zero.
public struct BracketName: Sendable, Hashable, CustomStringConvertible {
    /// One pair of brackets.
    public enum Part: Sendable, Hashable {
        case index(Int)
        case name(String)
    }

    /// What stands before the brackets: a setting's key.
    public let base: String
    /// What stands in the brackets, in order; none for a key alone.
    public let parts: [Part]

    /// How many parts are accepted.
    public static let maximumParts = 4

    /// Makes a name to be written.
    public init(_ base: String, _ parts: Part...) {
        self.init(base, parts: parts)
    }

    init(_ base: String, parts: [Part]) {
        self.base = base
        self.parts = parts
    }

    /// Reads a name; `nil` where its brackets are not as they should be.
    ///
    /// Whether some setting has the key is not asked.
    public init?(reading text: String) {
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

    /// The name as a form field has it.
    public var description: String {
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
        let isNumber = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
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
