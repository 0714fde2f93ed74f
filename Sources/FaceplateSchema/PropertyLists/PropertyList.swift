/// A value of a property list, whichever form it was written in: XML, binary or the old text form.
package enum PropertyList: Sendable, Hashable {
    /// A Boolean, a number or a text.
    case value(Value)
    /// A moment, in UTC.
    case date(CivilTime)
    case data([UInt8])
    case array([PropertyList])
    case dictionary(Dictionary)

    /// The entries of a dictionary in the order written; of a repeated key, all.
    package struct Dictionary: Sendable, Hashable {
        package let entries: [Entry]
        private let byKey: [String: PropertyList]

        package init(_ entries: [Entry]) {
            self.entries = entries
            byKey = entries.reduce(into: [:]) { $0[$1.key] = $1.value }
        }

        /// Of a repeated key, the last.
        package subscript(key: String) -> PropertyList? { byKey[key] }

        /// Each key once.
        var json: JSONValue {
            var seen: Set<String> = []
            let keys = entries.map(\.key).filter { seen.insert($0).inserted }
            return JSONValue(
                .object(
                    JSONObject(
                        keys.compactMap { key in
                            byKey[key].map { .init(name: key, value: $0.json) }
                        })))
        }
    }

    /// A key and its value.
    package struct Entry: Sendable, Hashable {
        package let key: String
        package let value: PropertyList

        package init(_ key: String, _ value: PropertyList) {
            self.key = key
            self.value = value
        }
    }

    package static func text(_ text: String) -> PropertyList { .value(.text(text)) }

    /// The text of a string; `nil` for any other value.
    package var text: String? {
        if case .value(.text(let text)) = self { text } else { nil }
    }

    /// A Boolean, a number or a text; `nil` for any other value.
    package var scalar: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    package var array: [PropertyList]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var dictionary: Dictionary? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    /// The same in JSON: dates as texts in UTC, data as base64.
    package var json: JSONValue {
        switch self {
        case .value(let value): value.json
        case .date(let time): JSONValue(.string("\(time)Z"))
        case .data(let bytes): JSONValue(.string(Base64.text(of: bytes)))
        case .array(let elements): JSONValue(.array(elements.map(\.json)))
        case .dictionary(let dictionary): dictionary.json
        }
    }

    /// What it is, for sentences: `a text`, `a list`.
    package var kind: String {
        switch self {
        case .value(.boolean): "a Boolean"
        case .value(.integer), .value(.decimal): "a number"
        case .value: "a text"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}

extension Value {
    /// A number as another system writes it; `nan` and `inf`, which are numbers there, are texts.
    static func real(_ text: String) -> Value {
        guard let number = ExactDecimal(text) else { return .text(text) }
        return Value(number)
    }
}

/// Why bytes are no property list, and where they are none.
package struct PropertyListError: Error, Sendable, Hashable {
    /// `nil` in a binary one.
    package let position: TextPosition?
    /// One or two sentences.
    package let message: String

    init(_ message: String, at position: TextPosition? = nil) {
        self.message = message
        self.position = position
    }

    /// The words for people.
    package var description: String { position.map { "\($0): \(message)" } ?? message }
}

/// Reads property lists of all three forms.
///
/// Not Foundation's reader: a binary list of 200 bytes, whose arrays each hold the next one ten times,
/// took 8 GB there and ended the process. Its dictionaries have no order either, its errors no line,
/// and a cast does not tell 1 from `true`.
package enum PropertyListReader {
    /// How deep arrays and dictionaries may stand in each other.
    static let maximumDepth = 64

    /// The form of bytes.
    enum Form {
        case binary, xml, text
    }

    static func form(of bytes: [UInt8]) -> Form {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        // UTF-16 has a NUL beside each sign; nothing else of it matters here.
        let start = bytes.prefix(256).filter { $0 != 0 && $0 < 0x80 }
            .drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let starts = ["<?xml", "<!DOCTYPE", "<!--", "<plist", "<dict", "<array"]
        return starts.contains { start.starts(with: $0.utf8) } ? .xml : .text
    }

    /// Reads one property list.
    ///
    /// - Throws: `PropertyListError` with the place of the first problem.
    package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        var budget = PropertyListBudget()
        return try read(bytes, &budget)
    }

    /// Reads one of several, which have one budget together.
    ///
    /// - Throws: `PropertyListError` with the place of the first problem.
    package static func read(
        _ bytes: [UInt8], _ budget: inout PropertyListBudget
    ) throws(PropertyListError) -> PropertyList {
        switch form(of: bytes) {
        case .binary: return try BinaryPropertyList.read(bytes, &budget)
        case .xml:
            var reader = XMLPropertyList(try scalars(of: bytes), budget)
            defer { budget = reader.budget }
            return try reader.document()
        case .text:
            var parser = StringsParser(scalars: try scalars(of: bytes), budget: budget)
            defer { budget = parser.budget }
            do throws(LabelFileError) {
                return try parser.document()
            } catch {
                throw PropertyListError(
                    error.message, at: TextPosition(line: error.line, column: error.column))
            }
        }
    }

    private static func scalars(of bytes: [UInt8]) throws(PropertyListError) -> [Unicode.Scalar] {
        do throws(LabelFileError) {
            return try StringsDecoding.scalars(of: bytes)
        } catch {
            throw PropertyListError(
                error.message, at: TextPosition(line: error.line, column: error.column))
        }
    }
}
