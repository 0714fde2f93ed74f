/// A header such as `multipart/form-data; boundary="x"`: a value, then parameters.
struct ParameterisedHeader: Sendable {
    /// The value in lower case.
    let value: String

    private let parameters: [(name: String, value: [UInt8])]

    /// Reads a header; `nil` for one that is malformed or repeats a parameter.
    init?(_ bytes: some Collection<UInt8>) {
        var scanner = Scanner(bytes: Array(bytes))
        scanner.skipSpace()
        guard let value = scanner.token(allowing: UInt8(ascii: "/")) else { return nil }
        var parameters: [(name: String, value: [UInt8])] = []
        scanner.skipSpace()
        while !scanner.isAtEnd {
            guard scanner.skip(UInt8(ascii: ";")) else { return nil }
            scanner.skipSpace()
            if scanner.isAtEnd || scanner.current == UInt8(ascii: ";") { continue }
            guard let name = scanner.token(), scanner.skip(UInt8(ascii: "=")),
                let text = scanner.parameterValue(),
                !parameters.contains(where: { $0.name == name })
            else { return nil }
            parameters.append((name, text))
            scanner.skipSpace()
        }
        self.value = value
        self.parameters = parameters
    }

    /// The bytes of a parameter by its name in lower case, without quotes and backslashes.
    func parameter(_ name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }
}

/// Steps through the bytes of a header.
private struct Scanner {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }
    var current: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    mutating func skipSpace() {
        while current == 0x20 || current == 0x09 { index += 1 }
    }

    /// A token of RFC 9110 §5.6.2 in lower case; `nil` where there is none.
    mutating func token(allowing other: UInt8? = nil) -> String? {
        let start = index
        while let byte = current, Self.isTokenByte(byte) || byte == other { index += 1 }
        guard index > start else { return nil }
        let lowered = bytes[start..<index].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return String(validating: lowered, as: UTF8.self)
    }

    /// A quoted text, or all up to the next space or semicolon: boundaries are often sent bare,
    /// although they hold characters that no token has.
    mutating func parameterValue() -> [UInt8]? {
        if skip(UInt8(ascii: "\"")) { return quoted() }
        let start = index
        while let byte = current, (0x21...0x7E).contains(byte), !#";""#.utf8.contains(byte) {
            index += 1
        }
        return index > start ? Array(bytes[start..<index]) : nil
    }

    /// Only `\"` and `\\` are escapes: browsers send backslashes of file names as they are.
    private mutating func quoted() -> [UInt8]? {
        var text: [UInt8] = []
        while let byte = current {
            index += 1
            if byte == UInt8(ascii: "\"") { return text }
            if byte == UInt8(ascii: "\\"), let next = current, #""\"#.utf8.contains(next) {
                text.append(next)
                index += 1
            } else {
                text.append(byte)
            }
        }
        return nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
