/// A typed value of a setting.
///
/// A setting without a stored value uses its default; its optional `Value` is then `nil`. Strings
/// are equal if their UTF-8 bytes are equal: a composed and a decomposed `é` are two values.
public enum Value: Sendable, CustomStringConvertible {
    case boolean(Bool)
    case integer(Int64)
    case decimal(ExactDecimal)
    case text(String)
    case list([Value])
    /// Named parts, such as a row of a table or a file.
    case record([String: Value])
    /// `null` in a list or record of a `custom` setting, or the value of a setting with `itemNullable`.
    case null

    /// The value as JSON text in one line; a string is in quotation marks.
    public var description: String { JSONWriter().text(json) }

    /// Reads the JSON form; `nil` for `null`, which means no value except where a setting accepts `null`.
    ///
    /// `null` within arrays and objects is a part of the value.
    ///
    /// A number out of the range of `ExactDecimal` is also `nil`. `1.0` is the integer 1.
    public init?(json: JSONValue) {
        if json.isNull { return nil }
        self.init(part: json)
    }

    /// Reads a part of a value, or a stored value, which can also be `null`.
    package init?(part json: JSONValue) {
        switch json.content {
        case .boolean(let value): self = .boolean(value)
        case .string(let text): self = .text(text)
        case .number(let number):
            if let integer = number.integer {
                self = .integer(integer)
            } else if let decimal = ExactDecimal(number.text) {
                self = .decimal(decimal)
            } else {
                return nil
            }
        case .array(let elements):
            let values = elements.compactMap(Value.init(part:))
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case .object(let object):
            var parts: [String: Value] = [:]
            for member in object.members {
                guard let part = Value(part: member.value) else { return nil }
                parts[member.name] = part
            }
            self = .record(parts)
        case .null: self = .null
        }
    }

    /// The JSON form, as stored in the database, returned by the API and printed by the command
    /// line.
    public var json: JSONValue {
        switch self {
        case .boolean(let value): JSONValue.boolean(value)
        case .integer(let value): JSONValue.number(value)
        case .decimal(let value): JSONValue(.number(JSONNumber(validated: value.description)))
        case .text(let text): JSONValue.text(text)
        case .list(let values): JSONValue.array(values.map(\.json))
        case .record(let parts):
            JSONValue.object(
                parts.sorted { $0.key < $1.key }
                    .map { .init(name: $0.key, value: $0.value.json) })
        case .null: nil
        }
    }

    package var isScalar: Bool {
        switch self {
        case .boolean, .integer, .decimal, .text: true
        case .list, .record, .null: false
        }
    }

    /// The text form: `true`, `42`, or the string itself; JSON for a list, a record and `null`.
    public var plainText: String {
        switch self {
        case .text(let text): text
        default: JSONWriter().text(json)
        }
    }
}

extension Value: Hashable {
    /// True when both values have the same type and content.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.record(let left), .record(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }

    /// Hashes the content that equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .list(let values): hasher.combine(values)
        case .record(let parts): hasher.combine(parts)
        case .null: hasher.combine(0 as UInt8)
        }
    }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .text(value) }
}
