import FaceplateTestSupport
import Microhttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A socket that sends exactly the bytes of a test, and reads with a time limit.
final class RawClient {
    struct Answer {
        var status = 0
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    /// `Duration.hung` in milliseconds.
    static let hung = Int32(Duration.hung / .milliseconds(1))

    #if canImport(Glibc)
        static let streamKind = Int32(SOCK_STREAM.rawValue)
    #else
        static let streamKind = SOCK_STREAM
    #endif

    let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var isAtEnd = false

    init(_ address: SocketAddress) throws {
        if address.isPath {
            descriptor = socket(AF_UNIX, Self.streamKind, 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.host.utf8) }
            guard Self.connect(descriptor, &name) == 0 else { throw Failure(errno: errno) }
            return
        }
        let isV6 = address.host.utf8.contains(UInt8(ascii: ":"))
        descriptor = socket(isV6 ? AF_INET6 : AF_INET, Self.streamKind, 0)
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &v4.sin_addr)
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        v6.sin6_port = address.port.bigEndian
        inet_pton(AF_INET6, address.host, &v6.sin6_addr)
        let result = isV6 ? Self.connect(descriptor, &v6) : Self.connect(descriptor, &v4)
        guard result == 0 else { throw Failure(errno: errno) }
    }

    deinit { close(descriptor) }

    struct Failure: Error { let errno: Int32 }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        let size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(descriptor, $0, size)
            }
        }
    }

    /// Sends bytes; false when not all could be sent.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                systemSend(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads once, and waits at most this many milliseconds; false when nothing arrived.
    private func fill(_ milliseconds: Int32) -> Bool {
        guard !isAtEnd else { return false }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) > 0 else { return false }
        var part = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &part, part.count, 0)
        if count <= 0 { isAtEnd = true }
        buffer += part.prefix(max(count, 0))
        return count > 0
    }

    /// Returns everything that arrives until the server closes the connection; `nil` when it does not.
    func readToEnd(milliseconds: Int32 = RawClient.hung) -> [UInt8]? {
        while fill(milliseconds) {}
        return isAtEnd ? buffer : nil
    }

    /// Returns the next response; `nil` when none arrives or the connection ends before.
    func readAnswer(isHead: Bool = false, milliseconds: Int32 = RawClient.hung) -> Answer? {
        let end = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            headEnd = buffer.indices.first { buffer[$0...].starts(with: end) }
            if headEnd == nil, !fill(milliseconds) { return nil }
        }
        guard let headEnd else { return nil }
        let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).split(separator: "\r\n")
        var answer = Answer()
        answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            answer.headers.append((parts[0].lowercased(), String(parts[1].dropFirst())))
        }
        let start = headEnd + end.count
        let length = isHead ? 0 : Int(answer.header("content-length") ?? "0") ?? 0
        while buffer.count < start + length {
            guard fill(milliseconds) else { return nil }
        }
        answer.body = Array(buffer[start..<start + length])
        buffer.removeFirst(start + length)
        return answer
    }

    // MARK: - Streams

    /// The head of a stream; empty until it has arrived.
    private(set) var streamHead = ""
    /// The bytes of a stream, without the framing of its chunks.
    private(set) var streamed: [UInt8] = []
    /// True when the last chunk has arrived.
    private(set) var isStreamComplete = false

    /// Reads until the stream's bytes end with this text; false when that does not happen.
    func read(until text: String, milliseconds: Int32 = RawClient.hung) -> Bool {
        takeChunks()
        while !streamed.suffix(text.utf8.count).elementsEqual(text.utf8) {
            guard fill(milliseconds) else { return false }
            takeChunks()
        }
        return true
    }

    /// Reads until the connection ends; false when it does not end, or ends in the middle of the stream.
    func readStreamToEnd(milliseconds: Int32 = RawClient.hung) -> Bool {
        while fill(milliseconds) { takeChunks() }
        takeChunks()
        return isAtEnd && isStreamComplete && buffer.isEmpty
    }

    /// Removes the bytes that have arrived so far.
    func forget() { streamed = [] }

    private func takeChunks() {
        let lineEnd = Array("\r\n".utf8)
        if streamHead.isEmpty, let end = buffer.firstRange(of: lineEnd + lineEnd)?.upperBound {
            streamHead = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeFirst(end)
        }
        var start = 0
        while !streamHead.isEmpty, let line = buffer[start...].firstRange(of: lineEnd),
            let count = Int(
                String(decoding: buffer[start..<line.lowerBound], as: UTF8.self), radix: 16),
            buffer.count >= line.upperBound + count + 2
        {
            streamed += buffer[line.upperBound..<line.upperBound + count]
            isStreamComplete = count == 0
            start = line.upperBound + count + 2
        }
        buffer.removeFirst(start)
    }

    /// The bytes that arrived after the responses that were read.
    var leftover: [UInt8] {
        _ = fill(0)
        return buffer
    }

    func get(_ target: String, milliseconds: Int32 = RawClient.hung) -> Answer? {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return readAnswer(milliseconds: milliseconds)
    }
}

private func systemConnect(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(descriptor, address, size) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #else
        send(descriptor, bytes, count, 0)
    #endif
}

/// Returns the open descriptors of this process that are sockets with this local port.
func descriptors(boundTo port: UInt16) -> [Int32] {
    (0..<Int32(8192)).filter { descriptor in
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let found = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size) == 0
            }
        }
        // The port is in the same place for both address families.
        let isInternet = [AF_INET, AF_INET6].contains(Int32(address.sin6_family))
        return found && isInternet && address.sin6_port == port.bigEndian
    }
}
