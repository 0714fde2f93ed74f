import Faceplate

/// A page of another site whose name was made to resolve to this machine (DNS rebinding) sends that name, and receives
/// 421.
struct HostRule: Sendable {
    /// The names that no other machine can claim, so that they are accepted with any port: a browser that reaches the
    /// panel through a forwarded port, such as that of `ssh -L`, sends the port of its own machine.
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// A name and the port that a request must state; `nil` for the port that the server listens on.
    private struct Name: Hashable {
        let text: String
        let port: UInt16?
    }

    private let names: Set<Name>
    /// The names that cannot be used, one sentence each.
    let problems: [String]

    /// `more` has names in addition to the loopback names, in any case, each with a port or without one.
    init(more: [String] = []) {
        var names: Set<Name> = []
        var problems: [String] = []
        for text in more {
            if let name = Self.name(text) {
                names.insert(name)
            } else {
                problems.append(Self.problem(text))
            }
        }
        self.names = names
        self.problems = problems
    }

    private static func problem(_ text: String) -> String {
        "'\(text)' is not a host name. Use a name such as panel.example.org, or with a port "
            + "panel.example.org:8443."
    }

    private static func name(_ text: String) -> Name? {
        // The colons of an IPv6 address without brackets separate no port.
        let isBare = text.utf8.count { $0 == UInt8(ascii: ":") } > 1 && !text.hasPrefix("[")
        guard let (name, port) = split(isBare ? "[\(text)]" : text), isWellFormed(name) else {
            return nil
        }
        return Name(text: name, port: port)
    }

    /// `port` is the one that the server listens on; `nil` accepts any.
    func allows(_ host: String?, port: UInt16?) -> Bool {
        guard let host else { return false }
        // Nearly every request has such a name, and a split takes longer than the rest of the head.
        if Self.isLoopback(host) { return true }
        guard let (name, given) = Self.split(host) else { return false }
        if Self.loopback.contains(name) { return true }
        guard !names.isEmpty else { return false }
        // Browsers leave out the port of the scheme.
        guard let given else { return names.contains { $0.text == name && Self.isUsual($0.port) } }
        return names.contains(Name(text: name, port: given))
            || (port ?? given) == given && names.contains(Name(text: name, port: nil))
    }

    /// As browsers send it; other spellings are split.
    private static func isLoopback(_ host: String) -> Bool {
        let bytes = host.utf8
        guard
            let name = ["127.0.0.1", "localhost", "[::1]"].first(where: {
                bytes.starts(with: $0.utf8)
            })
        else { return false }
        let rest = bytes.dropFirst(name.utf8.count)
        guard let colon = rest.first else { return true }
        let digits = rest.dropFirst()
        return colon == UInt8(ascii: ":") && (1...5).contains(digits.count)
            && digits.allSatisfy(\.isDigit)
            && digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= Int(UInt16.max)
    }

    private static func isUsual(_ port: UInt16?) -> Bool {
        port == nil || port == 80 || port == 443
    }

    static func shown(_ host: String?) -> String? {
        guard let host, let (name, _) = split(host), isWellFormed(name) else { return nil }
        return host
    }

    private static func isWellFormed(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 253
            && name.utf8.allSatisfy {
                $0.isSmallLetter || $0.isDigit || ".-_:".utf8.contains($0)
            }
    }

    /// `[::1]:8080` becomes `::1` and 8080; a URL parser would correct malformed values that must be rejected.
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

extension Panel.Configuration {
    package static func problem(withHost text: String) -> String? {
        HostRule(more: [text]).problems.first
    }
}
