/// A position in text: line and column, both counted from 1; the column counts Unicode scalars.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line number, counted from 1; 0 for a value that was not read from text.
    public let line: Int
    /// The column number, counted from 1 in Unicode scalars.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The line and column as text.
    public var description: String { "line \(line), column \(column)" }

    /// Returns true if the first position is before the second.
    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A JSON value (RFC 8259) and its position in the text.
///
/// Two values are equal if their contents are; equality ignores the positions.
public struct JSONValue: Sendable, CustomStringConvertible {
    /// The type and value of the content.
    public enum Content: Sendable {
        case null
        case boolean(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONValue])
        case object(JSONObject)
    }

    /// The content.
    public let content: Content

    /// The JSON text in one line.
    public var description: String { JSONWriter().text(self) }
    /// The position of the first byte; line 0 for a value that was not read from text.
    public let position: TextPosition

    /// Creates a value; without a position, the line is 0.
    public init(_ content: Content, at position: TextPosition = TextPosition(line: 0, column: 0)) {
        self.content = content
        self.position = position
    }

    /// The JSON name of the type: `null`, `boolean`, `number`, `string`, `array` or `object`.
    package var typeName: String {
        switch content {
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The string; `nil` for any other value.
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

    /// True for `null`.
    public var isNull: Bool {
        if case .null = content { true } else { false }
    }
}

extension JSONValue: Hashable {
    /// Returns true if both have the same content.
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

    /// Hashes the content.
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
    /// Creates a string.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self.init(.number(JSONNumber(value))) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
    /// Creates `null`.
    public init(nilLiteral: ()) { self.init(.null) }
    /// Creates an object with the members in the given order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements)
    }
}

extension JSONValue {
    package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONObject.Member(name: $0.0, value: $0.1) })
    }

    /// Leaves out members that have no value; `null` is a value.
    package static func object(present members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    package static func object(_ members: [JSONObject.Member]) -> JSONValue {
        JSONValue(.object(JSONObject(members)))
    }

    package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

    package static func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }

    package static func boolean(_ flag: Bool) -> JSONValue { JSONValue(.boolean(flag)) }

    package static func number(_ number: some BinaryInteger) -> JSONValue {
        JSONValue(.number(JSONNumber(validated: String(number))))
    }
}

/// The members of a JSON object in written order, without duplicate names.
public struct JSONObject: Sendable, Hashable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, unescaped.
        public let name: String
        /// The value.
        public let value: JSONValue
        /// The position of the name.
        public let position: TextPosition

        /// Creates a member.
        public init(
            name: String, value: JSONValue,
            at position: TextPosition = TextPosition(line: 0, column: 0)
        ) {
            self.name = name
            self.value = value
            self.position = position
        }

        /// Returns true if both have the same name and value.
        public static func == (left: Self, right: Self) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }

        /// Hashes the name and the value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    /// The members, in written order.
    public let members: [Member]

    /// Creates an object; the names of the members must be unique.
    public init(_ members: [Member]) {
        self.members = members
    }

    /// Returns the value of a member; `nil` if there is no member with this name.
    public subscript(name: String) -> JSONValue? {
        members.firstIndex(named: name).map { members[$0].value }
    }
}

extension [JSONObject.Member] {
    func firstIndex(named name: String) -> Int? {
        // The names of an object usually differ in their length. `==` tells most of the others apart faster than a
        // comparison of bytes, but takes two spellings of one accented letter for the same.
        let count = name.utf8.count
        for index in indices
        where self[index].name.utf8.count == count && self[index].name == name
            && self[index].name.hasBytes(of: name)
        {
            return index
        }
        return nil
    }
}

extension String {
    /// Returns true when two strings have the same bytes, in a tenth of the time of a comparison of their views.
    fileprivate func hasBytes(of other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the given order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}

/// A JSON number, stored as its exact text.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number as written, for example `1`, `1.0` or `12e-1`.
    public let text: String

    /// The number as written.
    public var description: String { text }

    /// Creates a number from text that follows the grammar of RFC 8259.
    package init(validated text: String) {
        self.text = text
    }

    /// Creates an integer.
    public init(_ value: Int64) {
        text = String(value)
    }

    /// The number as a 64-bit integer; `nil` if it has a fraction or is out of range.
    ///
    /// `1.0` and `1e2` are integers.
    public var integer: Int64? {
        Int64(text) ?? ExactDecimal(text)?.integer
    }

    /// Returns true if both have the same numeric value.
    public static func == (left: Self, right: Self) -> Bool {
        left.text == right.text || ExactDecimal(left.text) == ExactDecimal(right.text)
    }

    /// Hashes the numeric value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactDecimal(text))
    }
}
