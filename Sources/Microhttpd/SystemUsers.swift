#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Each is looked up once: the system may ask another process, such as a directory service.
final class SystemUsers: Sendable {
    static let shared = SystemUsers()

    private let names = Locked<[UInt32: String]>([:])

    func name(of user: UInt32) -> String {
        if let known = names.withLock({ $0[user] }) { return known }
        let name = Self.lookUp(user) ?? "user \(user)"
        names.withLock { $0[user] = name }
        return name
    }

    private static func lookUp(_ user: UInt32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { text in
            guard let base = text.baseAddress else { return nil }
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard getpwuid_r(user, &entry, base, text.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return nil }
            return String(validatingCString: name)
        }
    }
}
