import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The service manager that started this process, such as systemd (sd_notify).
struct ServiceManager {
    private static let variable = "NOTIFY_SOCKET"

    /// The variables that are for this process only.
    static let variables: Set = [variable, "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    private let path: String

    /// - Returns: `nil` if no service manager waits for messages.
    init?(environment: [String: String]) {
        // A path, or a name in Linux's abstract namespace, which begins with '@'.
        guard let path = environment[Self.variable], path.hasPrefix("/") || path.hasPrefix("@")
        else { return nil }
        self.path = path
    }

    /// The listening sockets that the service manager opened for this process (sd_listen_fds): descriptors from 3 on.
    static let inheritedSockets: [Int32] = {
        let environment = ProcessInfo.processInfo.environment
        guard environment["LISTEN_PID"] == String(getpid()),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), (1...64).contains(count)
        else { return [] }
        return Array(3..<(3 + count))
    }()

    func ready(status: String) { send("READY=1\nSTATUS=\(status)") }

    func stopping() { send("STOPPING=1") }

    /// Nothing happens if the service manager does not accept it.
    private func send(_ message: String) {
        #if os(Linux)
            var name = Array(path.utf8)
            if name.first == UInt8(ascii: "@") { name[0] = 0 }
            var address = sockaddr_storage()
            let offset = MemoryLayout<sa_family_t>.size
            // A path ends with a zero byte, for which there must be room.
            guard name.count < MemoryLayout<sockaddr_un>.size - offset else { return }
            withUnsafeMutableBytes(of: &address) { bytes in
                bytes.storeBytes(of: sa_family_t(AF_UNIX), as: sa_family_t.self)
                for (index, byte) in name.enumerated() { bytes[offset + index] = byte }
            }
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            let length = socklen_t(offset + name.count)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    sendto(
                        descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL),
                        address, length)
                }
            }
        #endif
    }
}
