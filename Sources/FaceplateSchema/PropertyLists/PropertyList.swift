package enum PropertyList: Sendable, Hashable {
    case value(Value)
    /// A date and time, in UTC.
    case date(CivilDateTime)
    case data([UInt8])
    case array([PropertyList])
    case dictionary(Dictionary)

    /// The entries of a dictionary in written order, including duplicate keys.
    package struct Dictionary: Sendable, Hashable {
        package let entries: [Entry]
        private let byKey: [String: PropertyList]

        package init(_ entries: [Entry]) {
            self.entries = entries
            byKey = entries.reduce(into: [:]) { $0[$1.key] = $1.value }
        }

        /// The last one if the key occurs more than once.
        package subscript(key: String) -> PropertyList? { byKey[key] }

        var json: JSONValue {
            var seen: Set<String> = []
            let keys = entries.map(\.key).filter { seen.insert($0).inserted }
            return .object(
                keys.compactMap { key in
                    byKey[key].map { .init(name: key, value: $0.json) }
                })
        }
    }

    package struct Entry: Sendable, Hashable {
        package let key: String
        package let value: PropertyList

        package init(_ key: String, _ value: PropertyList) {
            self.key = key
            self.value = value
        }
    }

    package static func text(_ text: String) -> PropertyList { .value(.text(text)) }

    package var text: String? {
        if case .value(.text(let text)) = self { text } else { nil }
    }

    package var scalar: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    package var array: [PropertyList]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var dictionary: Dictionary? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    /// Dates are strings in UTC, and data is base64.
    package var json: JSONValue {
        switch self {
        case .value(let value): value.json
        case .date(let time): JSONValue.text("\(time)Z")
        case .data(let bytes): JSONValue.text(Base64.text(of: bytes))
        case .array(let elements): JSONValue.array(elements.map(\.json))
        case .dictionary(let dictionary): dictionary.json
        }
    }

    package var kind: String {
        switch self {
        case .value(.boolean): "a Boolean"
        case .value(.integer), .value(.decimal): "a number"
        case .value: "a string"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}

extension Value {
    /// `nan` and `inf`, which property lists allow, become strings.
    static func real(_ text: String) -> Value {
        guard let number = ExactDecimal(text) else { return .text(text) }
        return Value(number)
    }
}

package struct PropertyListError: SpokenError, Hashable {
    /// `nil` in the binary form.
    package let position: TextPosition?
    package let message: String

    init(_ message: String, at position: TextPosition? = nil) {
        self.message = message
        self.position = position
    }

    package var description: String { position.map { "\($0): \(message)" } ?? message }
}

/// Reads property lists in all three forms.
///
/// It does not use the parser of Foundation. A binary list of 200 bytes, in which each array contains the next one ten
/// times, used 8 GB there and crashed the process. A check before it has to follow all references itself, which is half
/// of a reader. Its dictionaries also have no order and lose duplicate keys, its errors have no line, and on Linux a
/// cast does not distinguish 1 from `true`.
package enum PropertyListReader {
    static let maximumDepth = 64

    enum Form {
        case binary, xml, text
    }

    static func form(of bytes: [UInt8]) -> Form {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        // UTF-16 adds a NUL to each ASCII character; other characters do not matter here.
        let start = bytes.prefix(256).filter { $0 != 0 && $0 < 0x80 }
            .drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let starts = ["<?xml", "<!DOCTYPE", "<!--", "<plist", "<dict", "<array"]
        return starts.contains { start.starts(with: $0.utf8) } ? .xml : .text
    }

    package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        var budget = PropertyListBudget()
        return try read(bytes, &budget)
    }

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
                throw PropertyListError(error.message, at: error.position)
            }
        }
    }

    static func scalars(of bytes: [UInt8]) throws(PropertyListError) -> [Unicode.Scalar] {
        do throws(LabelFileError) {
            return try StringsDecoding.scalars(of: bytes)
        } catch {
            throw PropertyListError(error.message, at: error.position)
        }
    }
}
