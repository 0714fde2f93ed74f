/// Reads one response of HTTP/1.1 from the bytes of a connection.
struct HTTPResponseReader {
    /// The length of the body.
    private enum Length {
        case known(Int)
        case chunked
        /// Until the connection ends.
        case untilEnd
    }

    private struct Head {
        let status: Int
        let headers: [String: String]
        let length: Length
    }

    /// The maximum size of the head in bytes.
    private static let mostHead = 64 * 1024
    /// The maximum number of interim responses, such as 100 Continue.
    private static let mostInterim = 16

    private let limit: Int
    /// The bytes that were not read yet.
    private var bytes: [UInt8] = []
    private var received = 0
    private var interim = 0
    private var head: Head?
    /// The joined chunks.
    private var body: [UInt8] = []

    /// - Parameter limit: The maximum size of the response in bytes, with everything around its body.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reads more bytes; returns the response when it is complete.
    mutating func read(_ more: [UInt8]) throws(HTTPError) -> HTTPResponse? {
        bytes += more
        received += more.count
        guard received <= limit else { throw .tooLarge }
        if head == nil { head = try readHead() }
        guard let head else {
            guard bytes.count <= Self.mostHead else { throw .broken }
            return nil
        }
        switch head.length {
        case .known(let count):
            guard bytes.count >= count else { return nil }
            return HTTPResponse(
                status: head.status, headers: head.headers, body: Array(bytes.prefix(count)))
        case .chunked:
            guard try readChunks() else { return nil }
            return HTTPResponse(status: head.status, headers: head.headers, body: body)
        case .untilEnd: return nil
        }
    }

    /// Returns the response that the end of the connection completes; `nil` if a part is missing.
    func end() -> HTTPResponse? {
        guard let head, case .untilEnd = head.length else { return nil }
        return HTTPResponse(status: head.status, headers: head.headers, body: bytes)
    }

    /// Reads the head, and removes it from the bytes; `nil` while it is not complete.
    private mutating func readHead() throws(HTTPError) -> Head? {
        guard let end = bytes.prefix(Self.mostHead).firstRange(of: [13, 10, 13, 10]) else {
            return nil
        }
        guard let text = String(validating: bytes[..<end.lowerBound], as: UTF8.self) else {
            throw .broken
        }
        // CR LF is one `Character`.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" }
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
            words[1].count == 3, let status = Int(words[1]), (100..<600).contains(status)
        else { throw .broken }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw .broken }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmed
        }
        bytes.removeFirst(end.upperBound)
        // An interim response precedes the real one.
        if status < 200 {
            interim += 1
            guard interim <= Self.mostInterim else { throw .broken }
            return try readHead()
        }
        return Head(status: status, headers: headers, length: try length(status, headers))
    }

    private func length(
        _ status: Int, _ headers: [String: String]
    ) throws(HTTPError) -> Length {
        if status == 204 || status == 304 { return .known(0) }
        if let coding = headers["transfer-encoding"] {
            guard coding.lowercased() == "chunked" else { throw .broken }
            return .chunked
        }
        guard let text = headers["content-length"] else { return .untilEnd }
        guard let count = Int(text), count >= 0 else { throw .broken }
        guard count <= limit else { throw .tooLarge }
        return .known(count)
    }

    /// Moves complete chunks to the body; returns false while the last one is missing.
    private mutating func readChunks() throws(HTTPError) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstRange(of: [13, 10])?.lowerBound {
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            let digits = line.prefix { $0 != ";" }.trimmed
            guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy(\.isHexDigit),
                let count = Int(digits, radix: 16)
            else { throw .broken }
            if count == 0 { return true }
            guard count <= limit else { throw .tooLarge }
            let start = end + 2
            guard rest.endIndex - start >= count + 2 else { break }
            guard rest[start + count] == 13, rest[start + count + 1] == 10 else { throw .broken }
            body += rest[start..<(start + count)]
            rest = rest[(start + count + 2)...]
        }
        // A large chunk stays until it is complete, and is then copied once.
        if rest.startIndex > 0 { bytes.removeFirst(rest.startIndex) }
        let isLineComplete = bytes.prefix(Self.mostHead).firstRange(of: [13, 10]) != nil
        guard isLineComplete || bytes.count <= Self.mostHead else { throw .broken }
        return false
    }
}
