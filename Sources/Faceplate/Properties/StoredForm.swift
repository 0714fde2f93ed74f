import Foundation

/// A type with its own JSON in the store, which is readable, and the same for equal values.
protocol StoredForm {
    func storedJSON(_ encode: StoredEncoding) throws -> JSONValue
    init(stored json: JSONValue, _ decode: StoredDecoding) throws
}

/// Dates as RFC 3339 in UTC, to the nanosecond: `2026-11-20T07:30:00.25Z`.
extension Date: StoredForm {
    /// The text of `distantPast` as other programs write it: by the Julian calendar, two days later than by the
    /// Gregorian calendar that is used for other dates.
    private static let firstDay = "0001-01-01T00:00:00Z"

    func storedJSON(_ encode: StoredEncoding) throws -> JSONValue {
        if self == .distantPast { return .text(Self.firstDay) }
        let whole = timeIntervalSinceReferenceDate.rounded(.down)
        let nanoseconds = ((timeIntervalSinceReferenceDate - whole) * 1e9).rounded()
        let carry = nanoseconds >= 1e9
        guard let seconds = Int(exactly: whole),
            let time = CivilDateTime(
                secondsSince1970: seconds + Int(Date.timeIntervalBetween1970AndReferenceDate)
                    + (carry ? 1 : 0))
        else { throw encode.problem("Only the years 1 to 9999 can be stored.", self) }
        var text = "\(time)" + (time.time.seconds % 60 == 0 ? ":00" : "")
        if let fraction = Self.fraction(carry ? 0 : Int(nanoseconds)) { text += ".\(fraction)" }
        return .text(text + "Z")
    }

    private static func fraction(_ nanoseconds: Int) -> String? {
        guard nanoseconds > 0 else { return nil }
        var digits = String(nanoseconds)
        digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        return digits
    }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let text = json.string, let date = Date(text) else {
            throw decode.problem("a date such as 2026-11-20T07:30:00Z")
        }
        self = date
    }

    private init?(_ text: String) {
        if text == Self.firstDay {
            self = .distantPast
            return
        }
        var rest = text
        var fraction = 0.0
        if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
            let digits = text.utf8[text.utf8.index(after: point)...].prefix(while: \.isDigit)
            guard (1...18).contains(digits.count), let value = Double("0.\(Substring(digits))")
            else {
                return nil
            }
            fraction = value
            rest = String(text[..<point] + text[digits.endIndex...])
        }
        guard let (local, offset) = CivilDateTime.read(rest), let offset else { return nil }
        let seconds = local.secondsSince1970 - offset
        self.init(
            timeIntervalSinceReferenceDate:
                Double(seconds - Int(Date.timeIntervalBetween1970AndReferenceDate)) + fraction)
    }
}

/// Data as Base64 with padding, in one line.
extension Data: StoredForm {
    func storedJSON(_ encode: StoredEncoding) -> JSONValue {
        JSONValue.text(Base64.text(of: Array(self)))
    }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let bytes = json.string.flatMap(Base64.bytes) else { throw decode.problem("base64") }
        self.init(bytes)
    }
}

extension URL: StoredForm {
    func storedJSON(_ encode: StoredEncoding) -> JSONValue { JSONValue.text(absoluteString) }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let url = json.string.flatMap({ URL(string: $0) }) else {
            throw decode.problem("an address")
        }
        self = url
    }
}

/// Durations as exact numbers of seconds, as in `edit_duration`.
extension Duration: StoredForm {
    func storedJSON(_ encode: StoredEncoding) -> JSONValue {
        let (seconds, attoseconds) = components
        let fraction = String(attoseconds.magnitude)
        let text =
            (seconds < 0 || attoseconds < 0 ? "-" : "") + "\(seconds.magnitude)."
            + String(repeating: "0", count: 18 - fraction.utf8.count) + fraction
        return JSONValue(.number(JSONNumber(validated: ExactDecimal(text)?.description ?? text)))
    }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let seconds = json.number.flatMap({ ExactDecimal($0.text) }),
            let duration = Duration(seconds, digits: 18)
        else { throw decode.problem("a number of seconds") }
        self = duration
    }
}

extension Decimal: StoredForm {
    func storedJSON(_ encode: StoredEncoding) throws -> JSONValue {
        guard let number = ExactDecimal(description) else {
            throw encode.problem("NaN cannot be stored.", self)
        }
        return JSONValue(.number(JSONNumber(validated: number.description)))
    }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let number = json.number.flatMap({ ExactDecimal($0.text) }),
            let decimal = Decimal(string: number.description),
            ExactDecimal(decimal.description) == number
        else { throw decode.problem("a number of at most 38 digits") }
        self = decimal
    }
}

/// Sets as lists in the order of their elements' JSON, because a set has no order.
extension Set: StoredForm where Element: Codable {
    func storedJSON(_ encode: StoredEncoding) throws -> JSONValue {
        let elements = try map { try encode.json(of: $0, at: .index(0)) }
        let writer = JSONWriter()
        return .array(
            elements.map { (json: $0, bytes: writer.bytes($0)) }
                .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.json))
    }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let elements = json.array else { throw decode.problem("a list") }
        self = try elements.enumerated().reduce(into: []) { set, element in
            set.insert(
                try decode.value(Element.self, from: element.element, at: .index(element.offset)))
        }
    }
}

/// Dictionaries as objects; keys can be strings, numbers, or enumerations of either.
extension Dictionary: StoredForm where Key: Codable, Value: Codable {
    func storedJSON(_ encode: StoredEncoding) throws -> JSONValue {
        let members = try map { key, value -> JSONObject.Member in
            let name = try encode.json(of: key, at: .index(0))
            let text = name.string ?? name.number?.text
            guard let text else {
                throw encode.problem("Only strings and numbers can be keys.", key)
            }
            return JSONObject.Member(name: text, value: try encode.json(of: value, at: .name(text)))
        }
        return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    init(stored json: JSONValue, _ decode: StoredDecoding) throws {
        guard let members = json.object?.members else { throw decode.problem("an object") }
        self = try members.reduce(into: [:]) { dictionary, member in
            let key = try Self.key(member.name, decode)
            dictionary[key] = try decode.value(
                Value.self, from: member.value, at: .name(member.name))
        }
    }

    private static func key(_ name: String, _ decode: StoredDecoding) throws -> Key {
        let text = JSONValue.text(name)
        if let key = try? decode.value(Key.self, from: text, at: .name(name)) { return key }
        guard ExactDecimal(name) != nil, let number = try? JSONReader.read(name) else {
            throw decode.problem("another key than '\(name)'")
        }
        return try decode.value(Key.self, from: number, at: .name(name))
    }
}
