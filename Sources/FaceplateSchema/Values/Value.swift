/// A typed value of a setting.
///
/// A setting on its default has none: it is `nil` of an optional `Value`.
///
/// Texts are equal when their UTF-8 bytes are: a composed and a decomposed `é` are two values.
public enum Value: Sendable {
    case boolean(Bool)
    case integer(Int64)
    case decimal(ExactDecimal)
    case text(String)
    case list([Value])
    /// Named parts: a row of a table, a file.
    case record([String: Value])

    /// Reads the JSON form; `nil` for `null`, and for lists and objects that hold it.
    ///
    /// `1.0` is the integer 1.
    public init?(json: JSONValue) {
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
            let values = elements.compactMap(Value.init(json:))
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case .object(let object):
            var parts: [String: Value] = [:]
            for member in object.members {
                guard let part = Value(json: member.value) else { return nil }
                parts[member.name] = part
            }
            self = .record(parts)
        case .null: return nil
        }
    }

    /// The JSON form: what the store keeps, the API answers and the command line prints.
    public var json: JSONValue {
        switch self {
        case .boolean(let value): JSONValue(.boolean(value))
        case .integer(let value): JSONValue(.number(JSONNumber(value)))
        case .decimal(let value): JSONValue(.number(JSONNumber(validated: value.description)))
        case .text(let text): JSONValue(.string(text))
        case .list(let values): JSONValue(.array(values.map(\.json)))
        case .record(let parts):
            JSONValue(
                .object(
                    JSONObject(
                        parts.sorted { $0.key < $1.key }
                            .map { .init(name: $0.key, value: $0.value.json) })))
        }
    }

    /// Whether it has no parts: a Boolean, a number, a text.
    public var isScalar: Bool {
        switch self {
        case .boolean, .integer, .decimal, .text: true
        case .list, .record: false
        }
    }

    /// The plain text form: `true`, `42`, the text itself; JSON for a list or a record.
    public var plainText: String {
        switch self {
        case .text(let text): text
        default: JSONWriter().text(json)
        }
    }
}

extension Value: Hashable {
    /// Whether both have the same content.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.record(let left), .record(let right)): left == right
        default: false
        }
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .list(let values): hasher.combine(values)
        case .record(let parts): hasher.combine(parts)
        }
    }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a text.
    public init(stringLiteral value: String) { self = .text(value) }
}
