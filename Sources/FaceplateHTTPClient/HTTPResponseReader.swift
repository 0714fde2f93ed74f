import Foundation

struct HTTPResponseReader {
    private enum Length {
        case known(Int)
        case chunked
        /// Until the connection ends.
        case untilEnd
    }

    private struct Head {
        let status: Int
        let headers: [String: String]
    }

    private static let mostHead = 64 * 1024
    /// The maximum number of interim responses, such as 100 Continue.
    private static let mostInterim = 16

    private let limit: Int
    private var bytes: [UInt8] = []
    private var received = 0
    private var interim = 0
    private var head: Head?
    private var length = Length.untilEnd
    private var body: [UInt8] = []
    private(set) var isComplete = false

    /// - Parameter limit: The maximum size of the response in bytes, with everything around its body; of a body that
    ///   is taken in parts, that of each.
    init(limit: Int) {
        self.limit = limit
    }

    var status: Int? { head?.status }

    mutating func read(_ more: [UInt8]) throws(HTTPError) -> HTTPResponse? {
        try advance(more)
        return response
    }

    mutating func end() -> HTTPResponse? {
        finish()
        return response
    }

    private var response: HTTPResponse? {
        guard isComplete, let head else { return nil }
        return HTTPResponse(status: head.status, headers: head.headers, body: body)
    }

    mutating func advance(_ more: [UInt8]) throws(HTTPError) {
        bytes += more
        received += more.count
        guard received <= limit else { throw .tooLarge }
        if head == nil {
            head = try readHead()
            if let head { length = try length(head) }
        }
        guard head != nil else {
            guard bytes.count <= Self.mostHead else { throw .broken }
            return
        }
        switch length {
        case .known(let count):
            let part = min(count, bytes.count)
            body += bytes.prefix(part)
            bytes.removeFirst(part)
            length = .known(count - part)
            isComplete = part == count
        case .chunked: isComplete = try readChunks()
        case .untilEnd:
            body += bytes
            bytes = []
        }
    }

    mutating func finish() {
        if head != nil, case .untilEnd = length { isComplete = true }
    }

    mutating func takeBody() -> [UInt8] {
        defer { (body, received) = ([], bytes.count) }
        return body
    }

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
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...])
                .trimmingCharacters(in: .whitespaces)
        }
        bytes.removeFirst(end.upperBound)
        // An interim response precedes the real one.
        if status < 200 {
            interim += 1
            guard interim <= Self.mostInterim else { throw .broken }
            return try readHead()
        }
        return Head(status: status, headers: headers)
    }

    private func length(_ head: Head) throws(HTTPError) -> Length {
        if head.status == 204 || head.status == 304 { return .known(0) }
        if let coding = head.headers["transfer-encoding"] {
            guard coding.lowercased() == "chunked" else { throw .broken }
            return .chunked
        }
        guard let text = head.headers["content-length"] else { return .untilEnd }
        guard let count = Int(text), count >= 0 else { throw .broken }
        guard count <= limit else { throw .tooLarge }
        return .known(count)
    }

    /// False while the last chunk is missing.
    private mutating func readChunks() throws(HTTPError) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstRange(of: [13, 10])?.lowerBound {
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            let digits = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
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
