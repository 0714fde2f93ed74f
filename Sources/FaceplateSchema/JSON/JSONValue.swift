/// A place in a text: line and column, both counted from 1; the column counts Unicode scalars.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Counted from 1; 0 for what was not read from a text.
    public let line: Int
    /// Counted from 1, in Unicode scalars.
    public let column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The words for people.
    public var description: String { "line \(line), column \(column)" }

    /// Whether the first comes before the second.
    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A JSON value (RFC 8259) and where it was read.
///
/// Two values are equal when their contents are; where they stood does not count.
public struct JSONValue: Sendable {
    /// What the value is.
    public enum Content: Sendable {
        case null
        case boolean(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONValue])
        case object(JSONObject)
    }

    /// The value itself.
    public let content: Content
    /// Where its first byte stood; line 0 for a value that was not read from a text.
    public let position: TextPosition

    /// Makes a value, which stands nowhere unless a position is given.
    public init(_ content: Content, at position: TextPosition = TextPosition(line: 0, column: 0)) {
        self.content = content
        self.position = position
    }

    /// The JSON word for its type: `null`, `boolean`, `number`, `string`, `array` or `object`.
    public var typeName: String {
        switch content {
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The text of a string; `nil` for any other value.
    public var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The elements of an array; `nil` for any other value.
    public var array: [JSONValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// The members of an object; `nil` for any other value.
    public var object: JSONObject? {
        if case .object(let object) = content { object } else { nil }
    }

    /// The number; `nil` for any other value.
    public var number: JSONNumber? {
        if case .number(let number) = content { number } else { nil }
    }

    /// `true` for `null`.
    public var isNull: Bool {
        if case .null = content { true } else { false }
    }
}

extension JSONValue: Hashable {
    /// Whether both have the same content.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left.content, right.content) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        switch content {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    /// Makes a string.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self.init(.number(JSONNumber(value))) }
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
    /// Makes `null`.
    public init(nilLiteral: ()) { self.init(.null) }
    /// Makes an object of members in the order given.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(.object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) })))
    }
}

/// The members of a JSON object in the order written; no name occurs twice.
public struct JSONObject: Sendable, Hashable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, unescaped.
        public let name: String
        /// The value of the name.
        public let value: JSONValue
        /// Where the name stood.
        public let position: TextPosition

        /// Makes a member.
        public init(
            name: String, value: JSONValue,
            at position: TextPosition = TextPosition(line: 0, column: 0)
        ) {
            self.name = name
            self.value = value
            self.position = position
        }

        /// Whether both have the same content.
        public static func == (left: Self, right: Self) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }

        /// Hashes what equality compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    /// In the order written.
    public let members: [Member]

    /// Takes the members as they are: the caller sees to it that no name occurs twice.
    public init(_ members: [Member]) {
        self.members = members
    }

    /// The value of a name; `nil` where the object has no such member.
    public subscript(name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

/// A JSON number, kept as its exact text.
public struct JSONNumber: Sendable, Hashable {
    /// The number as written, for example `1`, `1.0` or `12e-1`.
    public let text: String

    /// Takes a text that follows RFC 8259's grammar of a number.
    package init(validated text: String) {
        self.text = text
    }

    /// Makes a whole number.
    public init(_ value: Int64) {
        text = String(value)
    }

    /// The number as a 64-bit integer; `nil` where it has a fraction or is out of range.
    ///
    /// `1.0` and `1e2` are integers.
    public var integer: Int64? {
        Int64(text) ?? ExactDecimal(text)?.integer
    }

    /// Whether both have the same content.
    public static func == (left: Self, right: Self) -> Bool {
        left.text == right.text || ExactDecimal(left.text) == ExactDecimal(right.text)
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactDecimal(text))
    }
}
