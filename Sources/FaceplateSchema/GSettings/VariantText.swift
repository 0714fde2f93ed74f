/// Reads values in the text format of GVariant, such as `[<'a'>, <uint32 5>]`, as JSON.
///
/// Tuples are arrays, `nothing` is `null`, and the keys of dictionaries are text.
struct VariantText {
    private static let maximumDepth = 32
    private static let types: Set<String> = [
        "boolean", "byte", "int16", "uint16", "int32", "uint32", "handle", "int64", "uint64",
        "double", "string", "objectpath", "signature", "just",
    ]

    private let scalars: [Unicode.Scalar]
    private var index = 0

    /// `nil` for other text, and for numbers that JSON does not have.
    static func json(_ text: String) -> JSONValue? {
        var reader = VariantText(scalars: Array(text.unicodeScalars))
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        guard reader.index == reader.scalars.count else { return nil }
        return value
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard depth < Self.maximumDepth, let next else { return nil }
        switch next {
        case "'", "\"": return string().map(JSONValue.text)
        case "[": return list(until: "]", depth: depth)
        case "(": return list(until: ")", depth: depth)
        case "{": return dictionary(depth: depth)
        case "<":
            index += 1
            guard let value = value(depth: depth + 1), take(">") else { return nil }
            return value
        case "@":
            _ = word { !$0.properties.isWhitespace }
            return value(depth: depth + 1)
        case "b"
        where scalars.dropFirst(index + 1).first.map({ "'\"".unicodeScalars.contains($0) }) == true:
            index += 1
            return string().map { .array($0.utf8.map(JSONValue.number)) }
        case _ where next.properties.isAlphabetic:
            return named(
                word { $0.properties.isAlphabetic || $0.properties.numericType != nil }, depth)
        default:
            return Self.number(
                word { !$0.properties.isWhitespace && !",:)]}>".unicodeScalars.contains($0) })
        }
    }

    private mutating func named(_ word: String, _ depth: Int) -> JSONValue? {
        switch word {
        case "true", "false": .boolean(word == "true")
        case "nothing": .some(nil)
        default: Self.types.contains(word) ? value(depth: depth + 1) : nil
        }
    }

    // MARK: - Containers

    private mutating func list(until end: Unicode.Scalar, depth: Int) -> JSONValue? {
        var elements: [JSONValue] = []
        index += 1
        while !take(end) {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
            guard take(",") else { return take(end) ? .array(elements) : nil }
        }
        return .array(elements)
    }

    private mutating func dictionary(depth: Int) -> JSONValue? {
        var members = KeyedArray<JSONValue>()
        index += 1
        while !take("}") {
            guard let key = value(depth: depth + 1), take(":"),
                let name = Value(json: key)?.plainText,
                let value = value(depth: depth + 1)
            else { return nil }
            members[name] = value
            guard take(",") else { return take("}") ? Self.object(members) : nil }
        }
        return Self.object(members)
    }

    private static func object(_ members: KeyedArray<JSONValue>) -> JSONValue {
        .object(zip(members.keys, members).map { ($0, $1) })
    }

    // MARK: - Numbers and strings

    private static func number(_ text: String) -> JSONValue? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.drop { "+-".contains($0) }
        if digits.hasPrefix("0x") {
            return Int64(sign + digits.dropFirst(2), radix: 16).map(JSONValue.number)
        }
        if digits.count > 1, digits.hasPrefix("0"), digits.allSatisfy(\.isNumber) {
            return Int64(sign + digits, radix: 8).map(JSONValue.number)
        }
        return ExactDecimal(sign + digits).map {
            JSONValue(.number(JSONNumber(validated: $0.description)))
        }
    }

    private mutating func string() -> String? {
        let quote = scalars[index]
        var text = String.UnicodeScalarView()
        index += 1
        while let scalar = next {
            index += 1
            if scalar == quote { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard let escaped = next else { return nil }
            index += 1
            switch escaped {
            case "u", "U":
                let count = escaped == "u" ? 4 : 8
                let digits = String(scalars: scalars[index...].prefix(count))
                guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
                    return nil
                }
                text.append(scalar)
                index += count
            case "\n": break
            default: text.append(Self.escapes[escaped] ?? escaped)
            }
        }
        return nil
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}",
    ]

    // MARK: - Steps

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func word(_ isPart: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let next, isPart(next) { index += 1 }
        return String(scalars: scalars[start..<index])
    }

    private mutating func skipSpace() {
        while let next, next.properties.isWhitespace { index += 1 }
    }
}
