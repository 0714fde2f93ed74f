#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One end of a TCP connection: a numeric IP address and a port.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as text, without brackets: `127.0.0.1` or `::1`.
    public let host: String
    /// The port, 1 to 65535; 0 when it is not known yet.
    public let port: UInt16

    /// Creates an address from a numeric IP address and a port.
    ///
    /// The host is not checked.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address as text: `127.0.0.1:8080`, or `[::1]:8080` for IPv6.
    public var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension SocketAddress {
    /// Copies an address of the system; `nil` when its family is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        // Every address is at least as large as an IPv4 address, and has its family in the same place.
        let v4 = raw.loadUnaligned(as: sockaddr_in.self)
        switch Int32(v4.sin_family) {
        case AF_INET:
            guard let host = Self.text(AF_INET, v4.sin_addr) else { return nil }
            self.init(host: host, port: UInt16(bigEndian: v4.sin_port))
        case AF_INET6:
            let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
            guard let host = Self.text(AF_INET6, v6.sin6_addr) else { return nil }
            self.init(host: host, port: UInt16(bigEndian: v6.sin6_port))
        default:
            return nil
        }
    }

    private static func text<Address>(_ family: Int32, _ address: Address) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            let written = withUnsafePointer(to: address) { source in
                inet_ntop(family, source, text.baseAddress, socklen_t(text.count))
            }
            return written.map { String(cString: $0) }
        }
    }
}
