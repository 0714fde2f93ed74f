package struct JSONError: SpokenError, Hashable {
    package let position: TextPosition
    package let message: String

    /// The line number, counted from 1.
    package var line: Int { position.line }
    /// The column number, counted from 1 in Unicode scalars.
    package var column: Int { position.column }
    package var description: String { "\(position): \(message)" }
}

/// Reads JSON strictly according to RFC 8259.
///
/// It rejects byte order marks, comments, duplicate names, text after the value, and more than 64 levels of nesting.
/// Strings must be valid UTF-8 without lone surrogates.
package enum JSONReader {
    /// The maximum number of nested arrays and objects; deeper text is rejected with a `JSONError`.
    package static let maximumDepth = 64

    /// - Parameter mostValues: the maximum number of values, counting each element and member; text of a stranger can
    ///   otherwise take many times its size in memory.
    /// - Throws: `JSONError` with the line and column of the first problem.
    package static func read(
        _ bytes: [UInt8], mostValues: Int = .max
    ) throws(JSONError) -> JSONValue {
        var scanner = JSONScanner(bytes: bytes, mostValues: mostValues)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw scanner.error(
                "The text starts with a byte order mark. Save it as UTF-8 without one.")
        }
        let value = try scanner.value(depth: 0)
        scanner.skipSpace()
        guard scanner.peek == nil else {
            throw scanner.error("There is text after the end of the JSON value.")
        }
        return value
    }

    package static func read(_ text: String) throws(JSONError) -> JSONValue {
        try read(Array(text.utf8))
    }
}

private struct JSONScanner {
    let bytes: [UInt8]
    private var place = Place()
    /// The position up to which `mark` has counted, so that a long line is counted only once.
    private var counted = (index: 0, continuations: 0)

    private struct Place {
        var index = 0
        var line = 1
        var lineStart = 0
    }

    /// The number of members up to which each name is compared with all others, which is faster than a set.
    private static let fewMembers = 16

    /// The number of values that can follow.
    private var left: Int

    init(bytes: [UInt8], mostValues: Int) {
        self.bytes = bytes
        left = mostValues
    }

    private var index: Int {
        get { place.index }
        set { place.index = newValue }
    }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Returns the position of a place that `mark` has not passed.
    private func position(of place: Place) -> TextPosition {
        let start = max(counted.index, place.lineStart)
        let continuations =
            (counted.index < place.lineStart ? 0 : counted.continuations)
            + bytes[start..<place.index].count { $0 & 0xC0 == 0x80 }
        return TextPosition(
            line: place.line, column: place.index - place.lineStart - continuations + 1)
    }

    private mutating func mark() -> TextPosition {
        let position = position(of: place)
        counted = (index, index - place.lineStart - position.column + 1)
        return position
    }

    func error(_ message: String) -> JSONError { error(message, at: place) }

    private func error(_ message: String, at place: Place) -> JSONError {
        JSONError(position: position(of: place), message: message)
    }

    mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A:
                place.line += 1
                place.lineStart = index + 1
            case 0x20, 0x09, 0x0D: break
            default: return
            }
            index += 1
        }
    }

    mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard left > 0 else { throw error("The text has too many values.") }
        left -= 1
        let start = mark()
        guard let byte = peek else { throw error("The text ends where a value was expected.") }
        switch byte {
        case UInt8(ascii: "{"):
            return JSONValue(.object(try object(depth: depth)), at: start)
        case UInt8(ascii: "["):
            return JSONValue(.array(try array(depth: depth)), at: start)
        case UInt8(ascii: "\""):
            return JSONValue(.string(try string()), at: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONValue(.number(try number()), at: start)
        default:
            return JSONValue(try word(), at: start)
        }
    }

    private mutating func word() throws(JSONError) -> JSONValue.Content {
        for (text, content) in [
            ("true", JSONValue.Content.boolean(true)), ("false", .boolean(false)), ("null", .null),
        ] where bytes[index...].starts(with: text.utf8) {
            index += text.utf8.count
            return content
        }
        throw error("\(described(bytes[index])) is not the start of a JSON value.")
    }

    private func described(_ byte: UInt8) -> String {
        switch byte {
        case 0x27: "A single quote"
        case 0x21...0x7E: "'\(Character(UnicodeScalar(byte)))'"
        case 0x80...: "A character outside a string"
        default: "A control character"
        }
    }

    private mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth < JSONReader.maximumDepth else {
            throw error("Arrays and objects may be \(JSONReader.maximumDepth) levels deep at most.")
        }
        index += 1
        skipSpace()
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        try enter(depth)
        var elements: [JSONValue] = []
        if peek == UInt8(ascii: "]") {
            index += 1
            return elements
        }
        while true {
            elements.append(try value(depth: depth + 1))
            if try endsList(with: UInt8(ascii: "]"), of: "array") { return elements }
        }
    }

    /// Moves past a comma and returns false, or past the closing bracket and returns true.
    private mutating func endsList(with close: UInt8, of name: String) throws(JSONError) -> Bool {
        skipSpace()
        guard let byte = peek else { throw error("The text ends inside an \(name).") }
        guard byte == close || byte == UInt8(ascii: ",") else {
            throw error("Expected ',' or '\(bracket(close))' in the \(name).")
        }
        if byte == UInt8(ascii: ",") {
            let comma = place
            index += 1
            skipSpace()
            if peek == close {
                throw error("There is a comma before '\(bracket(close))'. Remove it.", at: comma)
            }
        } else {
            index += 1
        }
        return byte == close
    }

    private func bracket(_ byte: UInt8) -> Character { Character(UnicodeScalar(byte)) }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        try enter(depth)
        var members: [JSONObject.Member] = []
        var names: Set<[UInt8]> = []
        if peek == UInt8(ascii: "}") {
            index += 1
            return JSONObject([])
        }
        while true {
            skipSpace()
            let start = mark()
            guard peek == UInt8(ascii: "\"") else {
                throw error("Expected a member's name in double quotes.")
            }
            let name = try string()
            if let first = Self.position(named: name, in: members, &names) {
                throw JSONError(
                    position: start,
                    message: "The name '\(name)' is already used in this object at \(first).")
            }
            skipSpace()
            guard peek == UInt8(ascii: ":") else {
                throw error("Expected ':' after the name '\(name)'.")
            }
            index += 1
            members.append(
                JSONObject.Member(name: name, value: try value(depth: depth + 1), at: start))
            if try endsList(with: UInt8(ascii: "}"), of: "object") { return JSONObject(members) }
        }
    }

    /// - Parameter names: the names of all members, once there are many.
    private static func position(
        named name: String, in members: [JSONObject.Member], _ names: inout Set<[UInt8]>
    ) -> TextPosition? {
        if members.count >= fewMembers {
            if names.isEmpty { names = Set(members.map { Array($0.name.utf8) }) }
            guard !names.insert(Array(name.utf8)).inserted else { return nil }
        }
        return members.firstIndex(named: name).map { members[$0].position }
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        let beginning = place
        if peek == UInt8(ascii: "-") { index += 1 }
        let whole = digits()
        var isValid = !whole.isEmpty && (whole.count == 1 || whole.first != UInt8(ascii: "0"))
        if peek == UInt8(ascii: ".") {
            index += 1
            isValid = !digits().isEmpty && isValid
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            isValid = !digits().isEmpty && isValid
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard isValid else {
            throw error("'\(text)' is not a JSON number.", at: beginning)
        }
        guard index - start <= 512, ExactDecimal(text) != nil else {
            throw error(
                "The number is too large: at most 200 digits and an exponent of 10000.",
                at: beginning)
        }
        return JSONNumber(validated: text)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let start = index
        while let byte = peek, byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") { index += 1 }
        return bytes[start..<index]
    }

    private mutating func string() throws(JSONError) -> String {
        let opening = place
        index += 1
        let start = index
        skipPlain()
        // Most strings have no escapes, and are read in one piece.
        if peek == UInt8(ascii: "\"") { return try text(bytes[start..<index], from: opening) }
        var text = Array(bytes[start..<index])
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""): return try self.text(text[...], from: opening)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20:
                throw error(
                    "A string contains a control character. Write it as \\n, \\t or \\u00XX.")
            default:
                let start = index
                skipPlain()
                text += bytes[start..<index]
            }
        }
        throw error("The string that starts here is not closed.", at: opening)
    }

    private mutating func skipPlain() {
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
            bytes[index] != UInt8(ascii: "\\")
        {
            index += 1
        }
    }

    /// Moves past the closing quote.
    private mutating func text(
        _ content: ArraySlice<UInt8>, from opening: Place
    ) throws(JSONError) -> String {
        index += 1
        guard let string = String(validating: content, as: UTF8.self) else {
            throw error("The string is not valid UTF-8.", at: opening)
        }
        return string
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = index
        index += 1
        guard let byte = peek else { throw unknownEscape(at: start) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = scalar() else {
                index = start
                throw error("'\\u' needs four hexadecimal digits and no lone surrogate.")
            }
            text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default: throw unknownEscape(at: start)
        }
    }

    /// The position is counted only here, and not for every escape of a long string.
    private mutating func unknownEscape(at start: Int) -> JSONError {
        index = start
        return error(
            "The escape is unknown. Accepted are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX."
        )
    }

    private mutating func scalar() -> UnicodeScalar? {
        guard let high = codeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(high) else { return UnicodeScalar(high) }
        guard peek == UInt8(ascii: "\\"), index + 1 < bytes.count,
            bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        index += 2
        guard let low = codeUnit(), UTF16.isTrailSurrogate(low) else { return nil }
        return UTF16.decode(UTF16.EncodedScalar([high, low]))
    }

    private mutating func codeUnit() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = byte.hexadecimalValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        index += 4
        return unit
    }
}
