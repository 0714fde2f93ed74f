#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Server {
    /// The addresses and the limits of a server.
    public struct Configuration: Sendable {
        /// The numeric addresses to listen on; loopback by default.
        ///
        /// Any other address lets other machines connect. `::1` is left out on a machine without IPv6.
        public var hosts: [String] = ["127.0.0.1", "::1"]
        /// The port, the same for all hosts; 0 picks one that is free on all of them.
        public var port: UInt16 = 0
        /// The absolute paths of Unix sockets to listen on, besides the hosts.
        ///
        /// Each file is created with mode 0600, so that only this user and root can connect, and is removed at the end.
        /// A file that a killed server left behind is replaced.
        public var paths: [String] = []
        /// Descriptors of listening sockets that another process opened, such as those of systemd's socket activation.
        ///
        /// The server never shuts them down: clients that connect after its end wait for the next process.
        public var inheritedSockets: [Int32] = []
        /// The certificate for TLS 1.2 and 1.3 on all addresses; without it, all connections are unencrypted.
        public var tls: TLSIdentity?
        /// The number of threads that serve each address; by default the number of cores, at most four.
        public var daemonsPerAddress: Int
        /// The maximum number of clients at the same time; further clients get 503.
        ///
        /// The server lowers it, and reports that to `log`, when the process cannot open that many files.
        public var connectionLimit = 4096
        /// The number of bytes that libmicrohttpd reserves for each connection, into which the head of a request must
        /// fit.
        public var connectionMemory = 24 * 1024
        var usableMemory: Int { max(connectionMemory, 4096) }
        /// The time after which an inactive connection is closed.
        ///
        /// It is rounded up to whole seconds, at least one.
        public var idleTimeout: Duration = .seconds(30)
        /// The time that a client may take to send the head of a request; that of the first one includes the handshake of
        /// TLS.
        public var headerDeadline: Duration = .seconds(10)
        /// The time that a client may take to send the body of a request.
        public var bodyDeadline: Duration = .seconds(30)
        /// The maximum number of bytes in a request target, path and query together.
        public var targetLimit = 8 * 1024
        /// The maximum number of bytes of a rejected body that are read and discarded, so that the client can read the
        /// response.
        ///
        /// The connection is closed when the body is larger.
        public var drainLimit = 1024 * 1024
        /// Receives the messages of libmicrohttpd and of the server: one line each, control bytes escaped, at most ten
        /// a second.
        ///
        /// It is called on any thread and must not block. By default it does nothing.
        public var log: @Sendable (_ message: String) -> Void = { _ in }

        /// Creates the default configuration for this machine.
        public init() {
            daemonsPerAddress = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
        }
    }
}

enum FileLimit {
    static func raise() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
