import Faceplate

/// A header such as `multipart/form-data; boundary="x"`: a value, then parameters.
struct ParameterisedHeader: Sendable {
    /// In lower case.
    let value: String

    private let parameters: [(name: String, value: [UInt8])]

    /// `nil` for a header that is malformed or repeats a parameter.
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

    /// The name is in lower case; the bytes are without quotes and backslashes.
    func parameter(_ name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }
}

private struct Scanner {
    let bytes: [UInt8]
    private(set) var index = 0

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

    /// A token of RFC 9110 §5.6.2, in lower case.
    mutating func token(allowing other: UInt8? = nil) -> String? {
        let start = index
        while let byte = current, byte.isToken || byte == other { index += 1 }
        guard index > start else { return nil }
        let lowered = bytes[start..<index].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return String(validating: lowered, as: UTF8.self)
    }

    /// Boundaries are often sent without quotes, although they contain characters that a token cannot have.
    mutating func parameterValue() -> [UInt8]? {
        if skip(UInt8(ascii: "\"")) { return quoted() }
        let start = index
        while let byte = current, (0x21...0x7E).contains(byte), !#";""#.utf8.contains(byte) {
            index += 1
        }
        return index > start ? Array(bytes[start..<index]) : nil
    }

    /// Only `\"` and `\\` are escapes: browsers send the backslashes of file names unescaped.
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
}
