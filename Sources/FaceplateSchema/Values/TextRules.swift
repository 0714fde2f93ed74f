/// One line of text: the value of `edit_text`.
///
/// Lengths count Unicode scalars. Control characters (but TAB) and noncharacters are refused;
/// spaces and line ends around the text are removed where `trims` says so.
public struct TextRules: ValueRules {
    /// Whether the empty text is refused.
    public let isRequired: Bool
    /// Unicode scalars; `nil` for no bound.
    public let minimumLength: Int?
    /// Unicode scalars; `nil` for no bound.
    public let maximumLength: Int?
    /// What the text must match; an empty text is not held against it.
    public let pattern: Pattern?
    /// Whether spaces around the text are removed.
    public let trims: Bool

    /// Makes rules; without bounds any line of text is accepted.
    public init(
        isRequired: Bool = false, minimumLength: Int? = nil, maximumLength: Int? = nil,
        pattern: Pattern? = nil, trims: Bool = true
    ) {
        self.isRequired = isRequired
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.pattern = pattern
        self.trims = trims
    }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        let text = trims ? Self.trimmed(text) : text
        if let (position, scalar) = Self.firstRefusedScalar(of: text) {
            let isBreak = [0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value)
            throw ValueProblem(
                isBreak ? .lineBreak : .controlCharacter, ["position": String(position)])
        }
        return .text(text)
    }

    /// Reads the JSON form; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else {
            throw ValueProblem(.notText, ["value": JSONWriter().text(json)])
        }
        return try value(fromText: text, locale: nil)
    }

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard case .text(let text) = value else {
            return ValueProblem(.notText, ["value": value.plainText])
        }
        let length = text.unicodeScalars.count
        if length == 0 {
            return isRequired ? ValueProblem(.required) : nil
        }
        if let minimumLength, length < minimumLength {
            return ValueProblem(.tooShort, bounds(length))
        }
        if let maximumLength, length > maximumLength {
            return ValueProblem(.tooLong, bounds(length))
        }
        if let pattern, !pattern.matches(text) {
            return ValueProblem(.patternMismatch, ["pattern": pattern.source])
        }
        return nil
    }

    private func bounds(_ length: Int) -> [String: String] {
        var bounds = ["length": String(length)]
        bounds["minimum"] = minimumLength.map(String.init)
        bounds["maximum"] = maximumLength.map(String.init)
        return bounds
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Its position is counted from 1.
    private static func firstRefusedScalar(
        of text: String
    ) -> (position: Int, scalar: UnicodeScalar)? {
        text.unicodeScalars.enumerated().first { _, scalar in
            switch scalar.value {
            case 0x09: false
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
            case 0xFDD0...0xFDEF: true
            default: scalar.value & 0xFFFE == 0xFFFE
            }
        }.map { ($0.offset + 1, $0.element) }
    }
}
