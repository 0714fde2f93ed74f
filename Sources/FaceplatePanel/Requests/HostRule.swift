/// The host names that a panel accepts.
///
/// A page of another site whose name was made to resolve to this machine (DNS rebinding) sends that name, and receives
/// 421.
struct HostRule: Sendable {
    private let names: Set<String>

    /// Creates the rule.
    ///
    /// - Parameter more: Names that are allowed in addition to `localhost`, `127.0.0.1` and `::1`, in any case.
    init(more: [String] = []) {
        names = Set(["localhost", "127.0.0.1", "::1"] + more.map { $0.lowercased() })
    }

    /// Returns true when a `Host` header is accepted.
    ///
    /// - Parameters:
    ///   - host: The value of the `Host` header.
    ///   - port: The port that the server listens on; `nil` accepts any.
    func allows(_ host: String?, port: UInt16?) -> Bool {
        guard let host, let (name, given) = Self.split(host) else { return false }
        guard names.contains(name) else { return false }
        guard let given, let port else { return true }
        return given == port
    }

    /// Splits a `Host` header: `[::1]:8080` becomes `::1` and 8080.
    ///
    /// A URL parser would correct malformed values that must be rejected, so this does not use one.
    private static func split(_ host: String) -> (name: String, port: UInt16?)? {
        let bytes = Array(host.utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let name: ArraySlice<UInt8>
        var rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = bytes[1..<end]
            rest = bytes[(end + 1)...]
            guard name.contains(UInt8(ascii: ":")) else { return nil }
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            name = bytes[..<end]
            rest = bytes[end...]
        }
        let text = String(decoding: name, as: UTF8.self).lowercased()
        guard !rest.isEmpty else { return (text, nil) }
        rest = rest.dropFirst()
        guard bytes[rest.startIndex - 1] == UInt8(ascii: ":"), !rest.isEmpty,
            rest.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let port = UInt16(String(decoding: rest, as: UTF8.self))
        else { return nil }
        return (text, port)
    }
}
