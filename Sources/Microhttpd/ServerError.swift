#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An error that prevents a server from starting.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure; later versions can add more.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, as it is written in Swift.
        public let description: String

        /// Another process uses the port, or, for port 0, no port is free on all hosts.
        public static let portUnavailable = Self(description: "portUnavailable")
        /// The host is not a numeric IP address or not an address of this machine, or the folder of a Unix socket does
        /// not exist.
        public static let addressUnavailable = Self(description: "addressUnavailable")
        /// This user may not open the port.
        public static let notPermitted = Self(description: "notPermitted")
        /// The path of a Unix socket belongs to another file, or a descriptor that the process inherited is no listening
        /// socket.
        public static let notASocket = Self(description: "notASocket")
        /// The system failed to provide something else: descriptors, memory or threads.
        public static let startFailed = Self(description: "startFailed")
    }

    /// The kind of failure.
    public let code: Code
    /// The address on which the server was to listen.
    public let address: SocketAddress
    /// The error number of the system; 0 when it reported none.
    public let errno: Int32

    /// The failure in one sentence.
    ///
    /// For example `Port 8080 on 127.0.0.1 is in use (EADDRINUSE).`
    public var description: String {
        switch code {
        case .notASocket where address.isPath:
            "'\(address.host)' exists and is not a socket."
        case .notASocket:
            "The descriptor \(address.host) is not a listening socket with an IP address or a path."
        case .portUnavailable where address.isPath:
            "Another process listens on '\(address.host)'\(reason)."
        case .addressUnavailable where errno == ENAMETOOLONG:
            "'\(address.host)' is too long for the path of a socket. Use at most 103 bytes."
        case .addressUnavailable where address.isPath:
            "The folder of '\(address.host)' does not exist\(reason)."
        case .notPermitted where address.isPath:
            "'\(address.host)' may not be created by this user\(reason)."
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
        errno == 0 ? "" : " (\(Self.names[errno] ?? "errno \(errno)"))"
    }

    private static let names = [
        EADDRINUSE: "EADDRINUSE", EADDRNOTAVAIL: "EADDRNOTAVAIL", EAFNOSUPPORT: "EAFNOSUPPORT",
        EACCES: "EACCES", EPERM: "EPERM", EMFILE: "EMFILE", ENFILE: "ENFILE", ENOENT: "ENOENT",
        ENOTDIR: "ENOTDIR", ENOMEM: "ENOMEM", EAGAIN: "EAGAIN",
    ]
}
