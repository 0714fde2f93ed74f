import FaceplateSchema

struct ValuesFileError: SpokenError {
    let position: TextPosition
    /// One sentence without any value of the file, which can be a secret.
    let message: String

    var description: String { "\(position): \(message)" }
}

/// A line ends with LF or CRLF.
///
/// A byte order mark at the start is skipped.
struct ValuesText {
    static let maximumDepth = 64

    static let noKeys = ValuesFileError(
        position: TextPosition(line: 1, column: 1),
        message: "The file contains one value or a list, where values by key were expected.")

    let bytes: [UInt8]
    var index: Int

    /// - Throws: `ValuesFileError` for bytes that are not UTF-8, and for control characters except TAB.
    init(_ bytes: [UInt8]) throws(ValuesFileError) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw error("The file is not valid UTF-8.", at: Self.firstInvalid(bytes))
        }
        for (place, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x7F {
            let isLineEnd =
                byte == 0x0A || byte == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
            guard byte == 0x09 || isLineEnd else {
                throw error("A control character must be written as an escape.", at: place)
            }
        }
    }

    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): place += String(scalar).utf8.count
            case .emptyInput, .error: return min(place, bytes.count)
            }
        }
    }

    var isAtEnd: Bool { index >= bytes.count }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    var isAtLineEnd: Bool { isLineEnd(index) }

    func peek(_ offset: Int) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    func isLineEnd(_ place: Int) -> Bool {
        guard place < bytes.count else { return true }
        return bytes[place] == 0x0A || bytes[place] == 0x0D
    }

    func isBlank(_ place: Int) -> Bool {
        place >= 0 && (bytes[place] == 0x20 || bytes[place] == 0x09)
    }

    func starts(with text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.count - index >= wanted.count
            && bytes[index..<index + wanted.count].elementsEqual(wanted)
    }

    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    mutating func skipToLineEnd() {
        while !isAtLineEnd { index += 1 }
    }

    mutating func skipLineEnd() {
        if peek == 0x0D { index += 1 }
        if peek == 0x0A { index += 1 }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(start) { start += 1 }
        while end > start, isBlank(end - 1) { end -= 1 }
        return start..<end
    }

    func error(_ message: String, at place: Int? = nil) -> ValuesFileError {
        let place = min(place ?? index, bytes.count)
        var (line, start) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, place) : 0)
        for index in 0..<place where bytes[index] == 0x0A { (line, start) = (line + 1, index + 1) }
        let column = bytes[start..<place].count { $0 & 0xC0 != 0x80 } + 1
        return ValuesFileError(
            position: TextPosition(line: line, column: column), message: message)
    }

    static func shown(_ key: String) -> String {
        let scalars = key.unicodeScalars
        let start = String(String.UnicodeScalarView(scalars.prefix(64)))
        return "'\(start)\(scalars.count > 64 ? "…" : "")'"
    }

    // MARK: - Escapes

    mutating func hexadecimal(_ count: Int) throws(ValuesFileError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<count {
            guard let byte = peek, let digit = byte.hexadecimalValue else {
                throw error("An escape needs \(count) hexadecimal digits.")
            }
            number = number << 4 | UInt32(digit)
            index += 1
        }
        return number
    }

    /// Reads the digits of an escaped character; two halves of a surrogate pair are one character.
    mutating func escapedScalar(_ count: Int) throws(ValuesFileError) -> Unicode.Scalar {
        let start = index
        var number = try hexadecimal(count)
        if count == 4, 0xD800...0xDBFF ~= number, starts(with: "\\u") {
            index += 2
            let low = try hexadecimal(4)
            guard 0xDC00...0xDFFF ~= low else {
                throw error("An escape is half of a surrogate pair.", at: start)
            }
            number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(number) else {
            throw error("An escape is not a character.", at: start)
        }
        return scalar
    }
}

protocol ValuesReader {
    var text: ValuesText { get set }

    mutating func skipSpaceAndComments()
}

extension ValuesReader {
    mutating func elements(
        of kind: String, until end: Unicode.Scalar,
        _ read: (inout Self) throws(ValuesFileError) -> Void
    ) throws(ValuesFileError) {
        let (start, last) = (text.index, UInt8(ascii: end))
        text.index += 1
        while true {
            skipSpaceAndComments()
            if text.peek == last { break }
            guard !text.isAtEnd else {
                throw text.error("A \(kind) has no end: \(end) is missing.", at: start)
            }
            try read(&self)
            skipSpaceAndComments()
            if text.peek == UInt8(ascii: ",") {
                text.index += 1
            } else if !text.isAtEnd, text.peek != last {
                throw text.error("A comma or \(end) is missing in a \(kind).")
            }
        }
        text.index += 1
    }
}

struct UniqueKeys {
    private var places: [[UInt8]: Int] = [:]

    mutating func insert(
        _ key: String, at place: Int, in text: ValuesText
    ) throws(ValuesFileError) {
        let bytes = Array(key.utf8)
        if let first = places[bytes] {
            let line = text.error("", at: first).position.line
            throw text.error(
                "The key \(ValuesText.shown(key)) is already on line \(line).", at: place)
        }
        places[bytes] = place
    }
}
