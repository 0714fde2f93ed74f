#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Sockets of the operating system, for requests and addresses that a client of HTTP does not make.
enum RawSocket {
    struct Failure: Error { let errno: Int32 }

    #if canImport(Glibc)
        private static let kind = Int32(SOCK_STREAM.rawValue)
    #else
        private static let kind = SOCK_STREAM
    #endif

    /// Returns a descriptor that listens on a free port of an IPv4 address.
    static func listening(on host: String) throws -> Int32 {
        let descriptor = socket(AF_INET, kind, 0)
        guard with(host, 0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4) == 0 else {
            throw Failure(errno: errno)
        }
        return descriptor
    }

    /// Sends a request to a port of 127.0.0.1, and waits until the server closes the connection.
    static func send(_ text: String, to port: UInt16) throws {
        let descriptor = socket(AF_INET, kind, 0)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard with("127.0.0.1", port, { connect(descriptor, $0, $1) }) == 0,
            write(descriptor, bytes, bytes.count) == bytes.count
        else { throw Failure(errno: errno) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }

    private static func with(
        _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
