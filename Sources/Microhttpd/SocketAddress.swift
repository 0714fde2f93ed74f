#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One end of a connection: a numeric IP address and a port, or the path of a Unix socket.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as text, without brackets: `127.0.0.1` or `::1`; for a Unix socket its absolute path.
    public let host: String
    /// The port, 1 to 65535; 0 when it is not known yet, and for a Unix socket.
    public let port: UInt16

    /// Creates an address from a numeric IP address and a port.
    ///
    /// The host is not checked.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Creates the address of a Unix socket from its absolute path, which is not checked.
    public init(path: String) {
        self.init(host: path, port: 0)
    }

    /// A Boolean value that indicates whether the address is the path of a Unix socket.
    public var isPath: Bool { host.utf8.first == UInt8(ascii: "/") }

    /// A Boolean value that indicates whether only this machine can reach the address: a Unix socket, `::1`, or an
    /// IPv4 address that begins with `127.`.
    public var isLocal: Bool { isPath || host == "::1" || host.utf8.starts(with: "127.".utf8) }

    /// The address as text: `127.0.0.1:8080`, `[::1]:8080` for IPv6, or `unix:/run/app.sock`.
    public var description: String {
        if isPath { return "unix:\(host)" }
        return host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension SocketAddress {
    /// The address of a client of a Unix socket may be two bytes long, so nothing but the family is read of it.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Self.family(of: raw) {
        case AF_INET:
            let v4 = raw.loadUnaligned(as: sockaddr_in.self)
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

    /// `nil` if it is not bound to an address that this type can represent.
    init?(boundTo descriptor: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address: SocketAddress? = withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let address = base.assumingMemoryBound(to: sockaddr.self)
            guard getsockname(descriptor, address, &size) == 0 else { return nil }
            return SocketAddress(address)
                ?? SocketAddress(pathIn: base)
        }
        guard let address else { return nil }
        self = address
    }

    /// Copies the path of a Unix socket from a whole `sockaddr_storage`, which ends with zero bytes.
    private init?(pathIn storage: UnsafeMutableRawPointer) {
        guard Self.family(of: UnsafeRawPointer(storage)) == AF_UNIX else { return nil }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
        let text = storage.advanced(by: offset).assumingMemoryBound(to: CChar.self)
        guard text.pointee == CChar(bitPattern: UInt8(ascii: "/")) else { return nil }
        self.init(path: String(cString: text))
    }

    /// Reads the family, which is at the same place in addresses of all families.
    private static func family(of address: UnsafeRawPointer) -> Int32 {
        let place = MemoryLayout<sockaddr_in>.offset(of: \.sin_family) ?? 0
        return Int32(address.loadUnaligned(fromByteOffset: place, as: sa_family_t.self))
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
