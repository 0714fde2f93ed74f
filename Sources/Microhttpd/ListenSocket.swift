#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Daemons get duplicates of it; the owner calls `close()` once.
struct ListenSocket: Sendable {
    let descriptor: Int32
    let address: SocketAddress
    var origin = Origin.opened

    enum Origin: Sendable {
        case opened
        /// This process also created the file of the Unix socket, and removes it.
        case created(SocketFile)
        /// Another process opened it and may use it again, so it goes on listening.
        case inherited
    }

    private static let backlog: Int32 = 1024

    private static let attempts = 64

    static func open(
        _ configuration: Server.Configuration, log: (String) -> Void
    ) throws(ServerError) -> [ListenSocket] {
        var sockets: [ListenSocket] = []
        do throws(ServerError) {
            for descriptor in configuration.inheritedSockets {
                sockets.append(try inherit(descriptor))
            }
            for path in configuration.paths {
                sockets.append(try open(path: path))
            }
            if !configuration.hosts.isEmpty || sockets.isEmpty {
                sockets.insert(
                    contentsOf: try open(
                        hosts: configuration.hosts, port: configuration.port, log: log), at: 0)
            }
        } catch {
            sockets.forEach { $0.close() }
            throw error
        }
        return sockets
    }

    /// `::1` is left out on a machine without IPv6, and reported to `log`, if another host remains.
    static func open(
        hosts: [String], port: UInt16, log: (String) -> Void
    ) throws(ServerError) -> [ListenSocket] {
        var tries = port == 0 ? attempts : 1
        while true {
            tries -= 1
            do {
                return try openAll(hosts: hosts, port: port, log: log)
            } catch {
                guard error.code == .portUnavailable, tries > 0 else { throw error }
            }
        }
    }

    private static func openAll(
        hosts: [String], port: UInt16, log: (String) -> Void
    ) throws(ServerError) -> [ListenSocket] {
        var sockets: [ListenSocket] = []
        var skipped: ServerError?
        for host in hosts {
            let wanted = SocketAddress(host: host, port: sockets.first?.address.port ?? port)
            do {
                sockets.append(try open(wanted))
            } catch {
                guard error.meansFamilyMissing else {
                    sockets.forEach { $0.close() }
                    throw error
                }
                skipped = error
            }
        }
        guard !sockets.isEmpty else {
            throw skipped
                ?? ServerError(
                    code: .addressUnavailable,
                    address: SocketAddress(host: "", port: port), errno: EINVAL)
        }
        if let skipped { log("\(skipped.address.host) is left out: \(skipped)") }
        return sockets
    }

    private static func open(_ wanted: SocketAddress) throws(ServerError) -> ListenSocket {
        guard var address = RawAddress(wanted) else {
            throw ServerError(code: .addressUnavailable, address: wanted, errno: EINVAL)
        }
        let descriptor = makeSocket(family: address.family)
        guard descriptor >= 0 else { throw ServerError(wanted, errno: errno) }
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        if address.family == AF_INET6 {
            // `::` must not also bind the IPv4 port, which has a separate socket.
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size)
        }
        // Two sockets with SO_REUSEADDR can both bind; only `listen` detects the conflict.
        guard address.bindSocket(descriptor), listen(descriptor, backlog) == 0,
            let port = SocketAddress(boundTo: descriptor)?.port
        else {
            let failure = ServerError(wanted, errno: errno)
            closeDescriptor(descriptor)
            throw failure
        }
        return ListenSocket(
            descriptor: descriptor, address: SocketAddress(host: wanted.host, port: port))
    }

    /// Opens a Unix socket that only its user can connect to.
    private static func open(path: String) throws(ServerError) -> ListenSocket {
        let descriptor = makeSocket(family: AF_UNIX)
        let address = SocketAddress(path: path)
        guard descriptor >= 0 else { throw ServerError(address, errno: errno) }
        do throws(ServerError) {
            let file = try SocketFile.bind(descriptor, path)
            // Until now no client could connect, whatever the mode of the file was.
            guard listen(descriptor, backlog) == 0 else {
                let failure = ServerError(address, errno: errno)
                file.remove()
                throw failure
            }
            return ListenSocket(descriptor: descriptor, address: address, origin: .created(file))
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
    }

    private static func inherit(_ descriptor: Int32) throws(ServerError) -> ListenSocket {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard let address = SocketAddress(boundTo: descriptor),
            getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
            isListening != 0
        else {
            throw ServerError(
                code: .notASocket, address: SocketAddress(host: "\(descriptor)", port: 0), errno: 0)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return ListenSocket(descriptor: descriptor, address: address, origin: .inherited)
    }

    static var streamKind: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    private static func makeSocket(family: Int32) -> Int32 {
        #if canImport(Glibc)
            let kind = streamKind | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            return socket(family, kind, 0)
        #else
            let descriptor = socket(family, streamKind, 0)
            guard descriptor >= 0 else { return descriptor }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            return descriptor
        #endif
    }

    /// Returns a duplicate for one daemon; -1 with `errno` set when the system has no descriptor left.
    func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

    var isInherited: Bool {
        if case .inherited = origin { true } else { false }
    }

    /// Rejects new clients immediately, also on all duplicates; those of an inherited socket wait for its next process.
    ///
    /// The descriptors stay open.
    func stopListening() {
        if isInherited { return }
        if case .created(let file) = origin { file.remove() }
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Removes the file of a Unix socket if it still belongs to it.
    func close() {
        if case .created(let file) = origin { file.remove() }
        closeDescriptor(descriptor)
    }
}

/// Calls `close`, under a name that the methods called `close` do not hide.
func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private struct RawAddress {
    private var storage = sockaddr_storage()
    private var size: socklen_t
    let family: Int32

    init?(_ address: SocketAddress) {
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        if inet_pton(AF_INET, address.host, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = address.port.bigEndian
            family = AF_INET
            size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v4, as: sockaddr_in.self) }
        } else if inet_pton(AF_INET6, address.host, &v6.sin6_addr) == 1 {
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = address.port.bigEndian
            family = AF_INET6
            size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v6, as: sockaddr_in6.self) }
        } else {
            return nil
        }
    }

    /// False with `errno` set when the system refuses.
    mutating func bindSocket(_ descriptor: Int32) -> Bool {
        let size = size
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress else { return false }
            return bind(descriptor, base.assumingMemoryBound(to: sockaddr.self), size) == 0
        }
    }
}

extension ServerError {
    init(_ address: SocketAddress, errno: Int32) {
        let code: Code =
            switch errno {
            case EADDRINUSE: .portUnavailable
            case EADDRNOTAVAIL, EAFNOSUPPORT, ENOENT, ENOTDIR, ENAMETOOLONG: .addressUnavailable
            case EACCES, EPERM: .notPermitted
            default: .startFailed
            }
        self.init(code: code, address: address, errno: errno)
    }

    /// This is only assumed for loopback; any other address that is not available is an error of the operator.
    fileprivate var meansFamilyMissing: Bool {
        address.host == "::1" && (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL)
    }
}
