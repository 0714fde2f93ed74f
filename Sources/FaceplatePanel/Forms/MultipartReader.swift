import Faceplate

/// A reader of `multipart/form-data` bodies (RFC 7578).
///
/// Every part must be complete and the closing boundary present. Only a line end can precede the first boundary, and
/// only spaces and a line end can follow the last one.
struct MultipartReader {
    private static let headerByteLimit = 8192
    private static let headerLimit = 16

    private let bytes: [UInt8]
    /// CRLF, two hyphens and the boundary.
    private let delimiter: [UInt8]
    private let fieldLimit: Int
    private var index = 0

    init(_ bytes: [UInt8], type: ParameterisedHeader, fieldLimit: Int) throws(FormError) {
        guard let boundary = type.parameter("boundary"), Self.isBoundary(boundary) else {
            throw FormError(
                status: 415,
                message:
                    "The Content-Type has no usable boundary. It is 1 to 70 letters, digits or "
                    + "'()+_,-./:=? characters.")
        }
        self.bytes = bytes
        self.fieldLimit = fieldLimit
        delimiter = Array("\r\n--".utf8) + boundary
    }

    mutating func fields() throws(FormError) -> [FormField] {
        let hasLineEnd = starts(with: Array("\r\n".utf8), at: 0)
        guard starts(with: hasLineEnd ? delimiter[...] : delimiter.dropFirst(2), at: 0) else {
            throw broken(at: 0, "The body does not start with its boundary.")
        }
        index = hasLineEnd ? delimiter.count : delimiter.count - 2
        var fields: [FormField] = []
        var count = 0
        while try startsPart() {
            count += 1
            try FormDecoder.checkCount(count, limit: fieldLimit)
            if let field = try part() { fields.append(field) }
        }
        return fields
    }

    /// False after the closing boundary, which must be the end of the body.
    private mutating func startsPart() throws(FormError) -> Bool {
        let isLast = starts(with: Array("--".utf8), at: index)
        if isLast { index += 2 }
        skipSpace()
        if starts(with: Array("\r\n".utf8), at: index) {
            index += 2
        } else if !isLast {
            throw broken(at: index, "A boundary is not followed by a line end.")
        }
        guard isLast else { return true }
        guard index == bytes.count else {
            throw broken(at: index, "There is text after the closing boundary.")
        }
        return false
    }

    private mutating func part() throws(FormError) -> FormField? {
        let start = index
        let headers = try headers()
        let disposition = try disposition(of: headers, at: start)
        let contentStart = index
        let content = try content(from: start)
        guard let name = try text(of: disposition, "name", at: start) else {
            throw broken(at: start, "The Content-Disposition of the part has no name.")
        }
        let fileName = try text(of: disposition, "filename", at: start)
        guard !name.isEmpty else { return nil }
        if let fileName {
            let type = headers.first { $0.name == "content-type" }
                .flatMap { ParameterisedHeader($0.value)?.value }
            return FormField(
                name: name, fileName: fileName, mediaType: type ?? "", data: Array(content))
        }
        try checkEncoding(of: headers)
        guard let value = String(validating: content, as: UTF8.self) else {
            throw broken(at: contentStart, "The value of '\(name)' is not UTF-8.")
        }
        return FormField(name: name, value: value)
    }

    private mutating func content(from partStart: Int) throws(FormError) -> ArraySlice<UInt8> {
        // A part without content can end with the line end of its last header.
        let start = index
        index -= 2
        while index + delimiter.count <= bytes.count {
            if bytes[index] == delimiter[0], starts(with: delimiter[...], at: index),
                endsBoundary(at: index + delimiter.count)
            {
                let content = index < start ? [] : bytes[start..<index]
                index += delimiter.count
                return content
            }
            index += 1
        }
        throw broken(at: partStart, "The part is not followed by a boundary; the body is cut off.")
    }

    /// Otherwise the bytes only start like a boundary and are content.
    private func endsBoundary(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        return [0x0D, 0x20, 0x09].contains(bytes[index])
            || starts(with: Array("--".utf8), at: index)
    }
}

// MARK: - Headers

extension MultipartReader {
    private typealias Header = (name: String, value: ArraySlice<UInt8>)

    private mutating func headers() throws(FormError) -> [Header] {
        let start = index
        var headers: [Header] = []
        while true {
            let lineStart = index
            // A CR at the limit would have no room for its LF.
            let limit = min(bytes.count, start + Self.headerByteLimit) - 1
            guard lineStart < limit, let end = bytes[lineStart..<limit].firstIndex(of: 0x0D),
                starts(with: Array("\r\n".utf8), at: end), headers.count <= Self.headerLimit
            else {
                throw broken(
                    at: start,
                    "The headers of the part do not end, or are more than \(Self.headerLimit) "
                        + "lines or \(Self.headerByteLimit) bytes.")
            }
            index = end + 2
            if end == lineStart { return headers }
            headers.append(try header(bytes[lineStart..<end]))
        }
    }

    private func header(_ line: ArraySlice<UInt8>) throws(FormError) -> Header {
        let isPlain = line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        guard isPlain, let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = ParameterisedHeader(line[..<colon])?.value,
            name.utf8.count == colon - line.startIndex
        else {
            throw broken(
                at: line.startIndex, "A header of a part is written 'Name: value', up to CR LF.")
        }
        return (name, line[(colon + 1)...])
    }

    private func disposition(
        of headers: [Header], at start: Int
    ) throws(FormError) -> ParameterisedHeader {
        let found = headers.filter { $0.name == "content-disposition" }
        guard found.count == 1, let header = ParameterisedHeader(found[0].value),
            header.value == "form-data"
        else {
            throw broken(
                at: start,
                "The part needs one header 'Content-Disposition: form-data; name=\"...\"'.")
        }
        if header.parameter("filename*") != nil {
            throw broken(
                at: start, "The part uses 'filename*'. Write 'filename' in UTF-8 (RFC 7578 4.2).")
        }
        return header
    }

    /// Decodes the three percent sequences that browsers use: quotes, CR and LF.
    private func text(
        of header: ParameterisedHeader, _ parameter: String, at start: Int
    ) throws(FormError) -> String? {
        guard let bytes = header.parameter(parameter) else { return nil }
        let escapes: [(text: String, byte: UInt8)] = [("%22", 0x22), ("%0D", 0x0D), ("%0A", 0x0A)]
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let three = rest.prefix(3).map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
            let escape = escapes.first { three.elementsEqual($0.text.utf8) }
            decoded.append(escape?.byte ?? byte)
            rest = rest.dropFirst(escape == nil ? 1 : 3)
        }
        if let text = String(validating: decoded, as: UTF8.self) { return text }
        throw broken(at: start, "The \(parameter) of the part is not UTF-8.")
    }

    private func checkEncoding(of headers: [Header]) throws(FormError) {
        for header in headers {
            let value = ParameterisedHeader(header.value)
            if header.name == "content-type", let value {
                try FormDecoder.checkCharset(of: value, in: "part")
            }
            if header.name == "content-transfer-encoding",
                !["7bit", "8bit", "binary"].contains(value?.value)
            {
                throw FormError(
                    status: 415,
                    message: "The part at byte \(header.value.startIndex) has a "
                        + "Content-Transfer-Encoding. Send its bytes as they are.")
            }
        }
    }
}

// MARK: - Bytes

extension MultipartReader {
    private static func isBoundary(_ bytes: [UInt8]) -> Bool {
        (1...70).contains(bytes.count) && bytes.last != 0x20
            && bytes.allSatisfy { $0.isAlphanumeric || "'()+_,-./:=? ".utf8.contains($0) }
    }

    private func starts(with prefix: some Collection<UInt8>, at index: Int) -> Bool {
        bytes.count - index >= prefix.count && bytes[index...].starts(with: prefix)
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    private func broken(at index: Int, _ message: String) -> FormError {
        FormError(status: 400, message: "At byte \(index): " + message)
    }
}
