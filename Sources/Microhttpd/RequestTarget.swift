/// The target of a request, decoded once, so that access rules and routes use the same value.
package struct RequestTarget: Sendable, Equatable {
    /// The percent-decoded path; `*` for `OPTIONS *`.
    package let path: String
    /// The index in the target at which the raw query starts, after the first `?`; `nil` without a query.
    package let queryStart: Int?

    package enum Flaw: String, Error, CustomStringConvertible {
        case notOrigin = "The request target must be a path that starts with '/'."
        case badByte = "The request target contains a byte that must be percent-encoded."
        case badEncoding = "The path contains a broken percent sequence or is not UTF-8."
        case hiddenSyntax = "The path must not contain an encoded '/', '\\' or control byte."
        case dotSegment = "The path must not contain '.' or '..' segments."

        package var description: String { rawValue }
    }

    /// `OPTIONS *` and the `host:port` of `CONNECT` are of the whole server, and have the path `*`.
    package init(_ target: ArraySlice<UInt8>, method: String) throws(Flaw) {
        let isOfServer = method == "CONNECT" && target.first != UInt8(ascii: "/")
        try self.init(
            isOfServer ? [UInt8(ascii: "*")] : target,
            allowsAsterisk: isOfServer || method == "OPTIONS")
    }

    package init(_ target: ArraySlice<UInt8>, allowsAsterisk: Bool) throws(Flaw) {
        if allowsAsterisk, target.elementsEqual([UInt8(ascii: "*")]) {
            path = "*"
            queryStart = nil
            return
        }
        guard target.first == UInt8(ascii: "/") else { throw .notOrigin }
        var question: Int?
        var isPlain = true
        for index in target.indices {
            let byte = target[index]
            guard byte > 0x20, byte != 0x7f, byte != UInt8(ascii: "#") else { throw .badByte }
            if byte == UInt8(ascii: "?"), question == nil { question = index }
            if byte == UInt8(ascii: "%") || byte >= 0x80 { isPlain = false }
        }
        let raw = target[..<(question ?? target.endIndex)]
        queryStart = question.map { $0 - target.startIndex + 1 }
        guard isPlain || String(validating: target, as: UTF8.self) != nil else {
            throw .badEncoding
        }
        let decoded = isPlain ? Array(raw) : try Self.decode(raw)
        guard !decoded.contains(UInt8(ascii: "\\")) else { throw .hiddenSyntax }
        guard !Self.hasDotSegment(decoded) else { throw .dotSegment }
        guard let path = String(validating: decoded, as: UTF8.self) else { throw .badEncoding }
        self.path = path
    }

    private static func decode(_ raw: ArraySlice<UInt8>) throws(Flaw) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(raw.count)
        var index = raw.startIndex
        while index < raw.endIndex {
            let byte = raw[index]
            index += 1
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard raw.endIndex - index >= 2, let high = raw[index].hexValue,
                let low = raw[index + 1].hexValue
            else { throw .badEncoding }
            index += 2
            let value = high << 4 | low
            guard value >= 0x20, value != 0x7f, value != UInt8(ascii: "/") else {
                throw .hiddenSyntax
            }
            decoded.append(value)
        }
        return decoded
    }

    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        let dot = UInt8(ascii: ".")
        guard path.contains(dot) else { return false }
        return path.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.count <= 2 && segment.allSatisfy { $0 == dot }
        }
    }
}

extension UInt8 {
    fileprivate var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
