#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why a server did not start.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure; more may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, as it is written in Swift.
        public let description: String

        /// Another process has the port, or, for port 0, no port is free on all hosts.
        public static let portUnavailable = Self(description: "portUnavailable")
        /// The host is no numeric IP address, or not one of this machine's.
        public static let addressUnavailable = Self(description: "addressUnavailable")
        /// The port is one that this user may not open.
        public static let notPermitted = Self(description: "notPermitted")
        /// The system refused something else: descriptors, memory, threads.
        public static let startFailed = Self(description: "startFailed")
    }

    /// What kind of failure it is.
    public let code: Code
    /// Where the server was to listen.
    public let address: SocketAddress
    /// What the system said; 0 when it said nothing.
    public let errno: Int32

    /// The failure in one sentence.
    ///
    /// For example `Port 8080 on 127.0.0.1 is in use (EADDRINUSE).`
    public var description: String {
        switch code {
        case .portUnavailable where address.port == 0:
            "No port is free on \(address.host)\(reason)."
        case .portUnavailable:
            "Port \(address.port) on \(address.host) is in use\(reason)."
        case .addressUnavailable where errno == EINVAL:
            "'\(address.host)' is not a numeric IP address."
        case .addressUnavailable:
            "'\(address.host)' is not an address of this machine\(reason)."
        case .notPermitted:
            "Port \(address.port) on \(address.host) may not be opened by this user\(reason)."
        default:
            "The server on \(address) did not start\(reason)."
        }
    }

    private var reason: String {
        switch errno {
        case 0: ""
        case EADDRINUSE: " (EADDRINUSE)"
        case EADDRNOTAVAIL: " (EADDRNOTAVAIL)"
        case EAFNOSUPPORT: " (EAFNOSUPPORT)"
        case EACCES: " (EACCES)"
        case EPERM: " (EPERM)"
        case EMFILE: " (EMFILE)"
        case ENFILE: " (ENFILE)"
        case ENOMEM: " (ENOMEM)"
        case EAGAIN: " (EAGAIN)"
        default: " (errno \(errno))"
        }
    }
}
