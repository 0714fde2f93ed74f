#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file of a Unix socket that this process created, with mode 0600.
struct SocketFile: Sendable {
    let path: String
    private let device: dev_t
    private let number: ino_t

    /// The folder must exist.
    ///
    /// The file of a server that was killed is replaced; one that a server listens on, and any other file, is not. A
    /// lock on the folder keeps two processes from replacing each other's file.
    static func bind(_ descriptor: Int32, _ path: String) throws(ServerError) -> SocketFile {
        let address = SocketAddress(path: path)
        guard var name = UnixName(path) else {
            throw ServerError(address, errno: ENAMETOOLONG)
        }
        let folder = open(
            path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/",
            O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw ServerError(address, errno: errno) }
        // The end of the descriptor is the end of the lock.
        defer { closeDescriptor(folder) }
        guard flock(folder, LOCK_EX) == 0 else { throw ServerError(address, errno: errno) }
        if let kind = Self.status(of: path)?.st_mode, kind & S_IFMT != S_IFSOCK {
            throw ServerError(code: .notASocket, address: address, errno: 0)
        }
        var bound = name.bindSocket(descriptor)
        if !bound, errno == EADDRINUSE {
            guard !name.isAnswered else { throw ServerError(address, errno: EADDRINUSE) }
            unlink(path)
            bound = name.bindSocket(descriptor)
        }
        guard bound, chmod(path, 0o600) == 0, let status = Self.status(of: path) else {
            throw ServerError(address, errno: errno)
        }
        return SocketFile(path: path, device: status.st_dev, number: status.st_ino)
    }

    /// Removes the file, unless another process has replaced it.
    func remove() {
        guard let status = Self.status(of: path), status.st_dev == device, status.st_ino == number
        else { return }
        unlink(path)
    }

    /// `nil` when the system does not tell.
    static func user(atOtherEndOf descriptor: Int32) -> UInt32? {
        #if canImport(Glibc)
            // `struct ucred`, which Swift's Glibc module leaves out: process, user, group.
            var peer: [UInt32] = [0, 0, 0]
            var size = socklen_t(MemoryLayout<UInt32>.size * peer.count)
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
                return nil
            }
            return peer[1]
        #else
            var user = uid_t(0)
            var group = gid_t(0)
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #endif
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }
}

private struct UnixName {
    private var storage = sockaddr_un()

    /// - Returns: `nil` when the path is too long: 107 bytes on Linux, 103 on macOS.
    init?(_ path: String) {
        storage.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &storage.sun_path) { bytes in
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else { return nil }
    }

    /// False with `errno` set when the system refuses.
    mutating func bindSocket(_ descriptor: Int32) -> Bool {
        withAddress { bind(descriptor, $0, $1) == 0 }
    }

    /// True unless the file is left over from a process that has ended.
    var isAnswered: Bool {
        mutating get {
            let descriptor = socket(AF_UNIX, ListenSocket.streamKind, 0)
            guard descriptor >= 0 else { return true }
            defer { closeDescriptor(descriptor) }
            return withAddress { connect(descriptor, $0, $1) == 0 || errno != ECONNREFUSED }
        }
    }

    private mutating func withAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
