/// The rules of a string: the value of `edit_text` (one line) and `edit_multiline` (several lines).
///
/// Lengths count Unicode scalars. Control characters except TAB, and noncharacters, are rejected.
/// With `trims`, leading and trailing white space is removed. Lines end with LF: CRLF and a lone CR
/// are converted to LF.
package struct TextRules: ValueRules, Equatable {
    /// True when an empty string is rejected.
    package let isRequired: Bool
    package let minimumLength: Int?
    package let maximumLength: Int?
    /// An empty string is not checked.
    package let pattern: Pattern?
    package let trims: Bool
    package let allowsLines: Bool
    /// A line end at the end of the string does not begin another line.
    ///
    /// With a maximum of 1, it is removed.
    package let maximumLines: Int?
    /// An empty string is not checked.
    package let form: TextForm?

    package init(
        isRequired: Bool = false, minimumLength: Int? = nil, maximumLength: Int? = nil,
        pattern: Pattern? = nil, trims: Bool = true, allowsLines: Bool = false,
        maximumLines: Int? = nil, form: TextForm? = nil
    ) {
        self.form = form
        self.isRequired = isRequired
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.pattern = pattern
        self.trims = trims
        self.allowsLines = allowsLines
        self.maximumLines = allowsLines ? maximumLines : nil
    }

    init(
        form: TextForm, maximumLength: Int?, isRequired: Bool = false, allowsLines: Bool = false
    ) {
        self.isRequired = isRequired
        minimumLength = nil
        self.maximumLength = maximumLength
        pattern = nil
        trims = true
        self.allowsLines = allowsLines
        maximumLines = nil
        self.form = form
    }

    package var longestFormSize: Int? { maximumLength?.multiplied(by: 12) }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        var text = allowsLines ? Self.withLineFeeds(text) : text
        if trims { text = TextLines.trimmed(text) }
        if maximumLines == 1, text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
        if let (position, scalar) = firstRefusedScalar(of: text) {
            let isBreak =
                !allowsLines && [0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value)
            throw ValueProblem(
                isBreak ? .lineBreak : .controlCharacter, ["position": String(position)])
        }
        // Text that is too long is rejected with its length, and never converted.
        if let maximumLength, text.unicodeScalars.count > maximumLength { return .text(text) }
        return .text(form?.converted(text) ?? text)
    }

    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        form?.written(value.plainText) ?? value.plainText
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else {
            throw ValueProblem(.notText, ["value": JSONWriter().text(json)])
        }
        return try value(fromText: text, locale: nil)
    }

    package func problem(with value: Value) -> ValueProblem? {
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
        if let maximumLines, lines(of: text) > maximumLines {
            return ValueProblem(
                .tooManyLines,
                ["length": String(lines(of: text)), "maximum": String(maximumLines)])
        }
        if let pattern, !pattern.matches(text) {
            return ValueProblem(.patternMismatch, ["pattern": pattern.source])
        }
        if let form, !form.accepts(text) { return form.problem }
        return nil
    }

    private func bounds(_ length: Int) -> [String: String] {
        var bounds = ["length": String(length)]
        bounds["minimum"] = minimumLength.map(String.init)
        bounds["maximum"] = maximumLength.map(String.init)
        return bounds
    }

    /// It works on bytes, because CRLF is a single `Character`.
    static func withLineFeeds(_ text: String) -> String {
        let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        guard text.utf8.contains(cr) else { return text }
        var bytes: [UInt8] = []
        var afterReturn = false
        for byte in text.utf8 {
            if !(afterReturn && byte == lf) { bytes.append(byte == cr ? lf : byte) }
            afterReturn = byte == cr
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func lines(of text: String) -> Int {
        let lf = UInt8(ascii: "\n")
        let endsLine = text.utf8.last == lf && maximumLines != 1
        return text.utf8.count { $0 == lf } + (endsLine ? 0 : 1)
    }

    /// The position counts from 1.
    private func firstRefusedScalar(
        of text: String
    ) -> (position: Int, scalar: UnicodeScalar)? {
        text.unicodeScalars.enumerated().first { _, scalar in
            switch scalar.value {
            case 0x09: false
            case 0x0A: !allowsLines
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
            case 0xFDD0...0xFDEF: true
            default: scalar.value & 0xFFFE == 0xFFFE
            }
        }.map { ($0.offset + 1, $0.element) }
    }
}

/// The rules of a secret: the value of `edit_password`.
///
/// The store encrypts the value, and it is never shown again. Spaces are not removed. An empty
/// field means "unchanged" and never reaches the rules as a value.
package struct SecretRules: ValueRules, Equatable {
    package let text: TextRules

    package init(
        minimumLength: Int? = nil, maximumLength: Int? = nil, pattern: Pattern? = nil,
        allowsLines: Bool = false
    ) {
        text = TextRules(
            minimumLength: minimumLength, maximumLength: maximumLength, pattern: pattern,
            trims: false, allowsLines: allowsLines)
    }

    package var minimumLength: Int? { text.minimumLength }

    package var longestFormSize: Int? { text.longestFormSize }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        try self.text.value(fromText: text, locale: locale)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else { throw ValueProblem(.notText) }
        return try value(fromText: text, locale: nil)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard case .text = value else { return ValueProblem(.notText) }
        return text.problem(with: value)
    }
}
