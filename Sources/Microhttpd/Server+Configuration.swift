#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Server {
    /// Where a server listens, and its limits.
    public struct Configuration: Sendable {
        /// Numeric addresses to listen on.
        ///
        /// Loopback unless you choose otherwise: another address lets other machines in. `::1` is
        /// left out on a machine without IPv6.
        public var hosts: [String] = ["127.0.0.1", "::1"]
        /// The port, the same for all hosts; 0 picks one that is free on all of them.
        public var port: UInt16 = 0
        /// Threads that serve each address: the number of cores, four at most.
        public var daemonsPerAddress: Int
        /// Clients at one time; the next ones are answered 503.
        ///
        /// Lowered, with a message to `log`, when the process may not open that many files.
        public var connectionLimit = 4096
        /// Bytes that libmicrohttpd sets aside for each connection; heads must fit in.
        public var connectionMemory = 24 * 1024
        var usableMemory: Int { max(connectionMemory, 4096) }
        /// How long a connection may show no life.
        ///
        /// Counted in seconds, one at least.
        public var idleTimeout: Duration = .seconds(30)
        /// How long a client may take to send the head of a request.
        public var headerDeadline: Duration = .seconds(10)
        /// How long a client may take to send the body of a request.
        public var bodyDeadline: Duration = .seconds(30)
        /// Bytes in a request target, path and query together.
        public var targetLimit = 8 * 1024
        /// Bytes of a refused body that are read and thrown away, so that the client can read the
        /// answer; with more, the connection is closed.
        public var drainLimit = 1024 * 1024
        /// Takes libmicrohttpd's own messages and the server's: one line each, control bytes
        /// escaped, ten a second at most.
        ///
        /// Called on any thread; must not block. Silent at first.
        public var log: @Sendable (_ message: String) -> Void = { _ in }

        /// The defaults, for the machine that runs this.
        public init() {
            daemonsPerAddress = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
        }
    }
}

/// The files that a process may have open.
enum FileLimit {
    /// Raises the soft limit to the hard one and returns it.
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
