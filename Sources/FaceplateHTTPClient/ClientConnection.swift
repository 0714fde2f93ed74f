import Foundation

final class ClientConnection {
    var deadline: ContinuousClock.Instant
    private let descriptor: Int32
    private let line: Line?
    private var tls: TLSClient?

    /// - Parameter line: The line by which another thread can end the calls.
    init(
        to client: HTTPClient, deadline: ContinuousClock.Instant, line: Line? = nil
    ) throws(HTTPError) {
        self.deadline = deadline
        self.line = line
        switch client.address.destination {
        case .unix(let path):
            guard var name = UnixSocketName(path) else {
                throw .unreachable("The path of the socket is too long.")
            }
            descriptor = try Self.connected(family: AF_UNIX, deadline, line) { name.connect($0) }
        case .tcp(let host, let port, let isSecure):
            descriptor = try Self.connected(host, port, deadline, line)
            guard isSecure else { return }
            let credentials: TLSCredentials
            do throws(TLSCredentials.Problem) {
                credentials = if let own = client.credentials { own } else { try TLSCredentials() }
            } catch {
                throw .credentials(error)
            }
            let tls: TLSClient
            do throws(TLSFailure) {
                tls = try TLSClient(host: host, credentials, descriptor)
            } catch {
                throw .tls(error)
            }
            self.tls = tls
            try perform { () throws(TLSFailure) in
                try tls.handshake() ? .done(0) : .wait(forWriting: tls.wantsToWrite)
            }
        }
    }

    deinit {
        tls = nil
        Self.close(descriptor, line)
    }

    private static func close(_ descriptor: Int32, _ line: Line?) {
        try? line?.use(nil)
        Foundation.close(descriptor)
    }

    /// From any thread.
    static func cut(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// A server that rejects a large request can respond, and close, before it has read everything.
    func send(_ bytes: [UInt8]) throws(HTTPError) {
        do throws(HTTPError) {
            try write(bytes)
        } catch {
            guard error == .broken else { throw error }
        }
    }

    private func write(_ bytes: [UInt8]) throws(HTTPError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try perform { () throws(TLSFailure) in
                if let tls {
                    let count = try tls.send(rest)
                    return count.map { .done($0) } ?? .wait(forWriting: tls.wantsToWrite)
                }
                let count = rest.withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
                }
                return Step(count, forWriting: true)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Empty at the end of the connection.
    func read() throws(HTTPError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = try perform { () throws(TLSFailure) in
            if let tls {
                let count = try tls.receive(&buffer)
                return count.map { .done($0) } ?? .wait(forWriting: tls.wantsToWrite)
            }
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            return Step(count, forWriting: false)
        }
        return Array(buffer.prefix(count))
    }

    // MARK: - Waiting

    private enum Step {
        case done(Int)
        case wait(forWriting: Bool)
        case failed

        init(_ count: Int, forWriting: Bool) {
            if count >= 0 {
                self = .done(count)
            } else {
                self = [EAGAIN, EINTR].contains(errno) ? .wait(forWriting: forWriting) : .failed
            }
        }
    }

    private static var noSignal: Int32 {
        #if canImport(Glibc)
            Int32(MSG_NOSIGNAL)
        #else
            0
        #endif
    }

    @discardableResult
    private func perform(
        _ step: () throws(TLSFailure) -> Step
    ) throws(HTTPError) -> Int {
        while true {
            // A server that always has bytes never lets the call wait.
            guard deadline > .now else { throw .late }
            let result: Step
            do throws(TLSFailure) {
                result = try step()
            } catch {
                throw error.reason == .broken ? .broken : .tls(error)
            }
            switch result {
            case .done(let count): return count
            case .failed: throw .broken
            case .wait(let isForWriting):
                try Self.wait(descriptor, Int16(isForWriting ? POLLOUT : POLLIN), deadline)
            }
        }
    }

    private static func wait(
        _ descriptor: Int32, _ events: Int16, _ deadline: ContinuousClock.Instant
    ) throws(HTTPError) {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw .late }
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let count = poll(&entry, 1, Int32(min(left.rounded(.up), 60_000)))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw .broken }
        }
    }

    // MARK: - Connecting

    private static func connected(
        _ host: String, _ port: UInt16, _ deadline: ContinuousClock.Instant, _ line: Line?
    ) throws(HTTPError) -> Int32 {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let first = found else {
            throw .unknownHost
        }
        defer { freeaddrinfo(found) }
        var failure = HTTPError.noListener
        for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
            let (address, size) = (entry.pointee.ai_addr, entry.pointee.ai_addrlen)
            do throws(HTTPError) {
                return try connected(family: entry.pointee.ai_family, deadline, line) {
                    connect($0, address, size)
                }
            } catch {
                failure = error
                if error == .late { throw error }
            }
        }
        throw failure
    }

    private static func connected(
        family: Int32, _ deadline: ContinuousClock.Instant, _ line: Line?,
        by connect: (Int32) -> Int32
    ) throws(HTTPError) -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw .unreachable(message(errno)) }
        do throws(HTTPError) {
            try line?.use(descriptor)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            if connect(descriptor) != 0 {
                guard [EINPROGRESS, EINTR].contains(errno) else { throw failure(errno) }
                try wait(descriptor, Int16(POLLOUT), deadline)
                var error: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
                guard error == 0 else { throw failure(error) }
            }
            return descriptor
        } catch {
            close(descriptor, line)
            throw error
        }
    }

    private static func failure(_ error: Int32) -> HTTPError {
        switch error {
        // A file without a listener, and a Unix socket whose queue is full.
        case ECONNREFUSED, ENOENT, ENOTSOCK: .noListener
        case EAGAIN: .late
        case ETIMEDOUT: .late
        default: .unreachable(message(error))
        }
    }

    private static func message(_ error: Int32) -> String { String(cString: strerror(error)) + "." }
}

private struct UnixSocketName {
    private var storage = sockaddr_un()

    init?(_ path: String) {
        storage.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isStored = withUnsafeMutableBytes(of: &storage.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        guard isStored else { return nil }
    }

    mutating func connect(_ descriptor: Int32) -> Int32 {
        withUnsafeBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return Foundation.connect(
                descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
