import Testing

@testable import FaceplateHTTPClient

struct HTTPResponseReaderTests {
    static let responses: [(bytes: String, status: Int, body: String)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", 200, "ab"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabrest", 200, "ab"),
        ("HTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n", 404, ""),
        ("HTTP/1.0 200\r\n\r\nto the end", 200, "to the end"),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a"),
        ("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n",
            200, "abc"
        ),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, ""),
        ("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\n", 204, ""),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "2\r\nab\r\n0\r\n\r\n", 200, "ab"
        ),
    ]

    @Test(arguments: responses)
    func readsAResponseFromPartsOfAnySize(
        _ row: (bytes: String, status: Int, body: String)
    ) throws {
        let bytes = Array(row.bytes.utf8)
        for size in [1, 3, bytes.count] {
            var reader = HTTPResponseReader(limit: 1_000)
            var response: HTTPResponse?
            for start in stride(from: 0, to: bytes.count, by: size) where response == nil {
                response = try reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            let found = try #require(response ?? reader.end())
            #expect(found.status == row.status)
            #expect(String(decoding: found.body, as: UTF8.self) == row.body)
        }
    }

    @Test
    func readsALargeChunkFromParts() throws {
        let body = [UInt8](repeating: 0x61, count: 200_000)
        var reader = HTTPResponseReader(limit: 1 << 20)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n30d40\r\n"
        #expect(try reader.read(Array(head.utf8) + body.prefix(100_000)) == nil)
        #expect(try reader.read(Array(body.dropFirst(100_000))) == nil)
        #expect(try reader.read(Array("\r\n0\r\n\r\n".utf8))?.body == body)
    }

    /// A server that never ends its response, in parts of 64 KiB.
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\n", "a", HTTPError.tooLarge),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", .tooLarge),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a", .broken),
        ("", "HTTP/1.1 100 Continue\r\n\r\n", .broken),
        ("HTTP/1.1 200 OK\r\n", "A: b\r\n", .broken),
        ("HTTP/1.1 200 OK\r\n", "a", .broken),
    ])
    func rejectsAnEndlessResponse(_ start: String, _ part: String, _ expected: HTTPError) throws {
        var reader = HTTPResponseReader(limit: 4 << 20)
        let bytes = Array(String(repeating: part, count: (64 << 10) / part.utf8.count).utf8)
        let error = #expect(throws: HTTPError.self) {
            var response = try reader.read(Array(start.utf8))
            while response == nil { response = try reader.read(bytes) }
        }
        #expect(error == expected)
    }

    @Test(arguments: [
        ("SSH-2.0-OpenSSH\r\n\r\n", HTTPError.broken), ("HTTP/2 200\r\n\r\n", .broken),
        ("HTTP/1.1 99 x\r\n\r\n", .broken), ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", .tooLarge),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nab\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", .broken),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n", .tooLarge),
    ])
    func rejectsInvalidResponses(_ row: (bytes: String, error: HTTPError)) {
        var reader = HTTPResponseReader(limit: 1_000)
        #expect(throws: row.error) { try reader.read(Array(row.bytes.utf8)) }
    }

    @Test
    func limitsTheSizeOfAResponse() throws {
        var reader = HTTPResponseReader(limit: 100)
        _ = try reader.read(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        #expect(throws: HTTPError.tooLarge) { try reader.read(Array(repeating: 0, count: 101)) }
    }

    @Test
    func rejectsAnIncompleteResponse() throws {
        for bytes in ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na"] {
            var reader = HTTPResponseReader(limit: 100)
            #expect(try reader.read(Array(bytes.utf8)) == nil)
            #expect(reader.end() == nil)
        }
    }
}
