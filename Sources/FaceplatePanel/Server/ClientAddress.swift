import Faceplate

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The IP address of a client, the same value for each of its spellings.
///
/// An IPv4 address that is mapped to IPv6 (`::ffff:192.0.2.1`) counts as IPv4. The port that some proxies add, the
/// brackets around an IPv6 address and its zone do not count.
struct ClientAddress: Sendable, Hashable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// Reads `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`; `nil` for another
    /// text.
    init?(_ text: String) {
        guard let host = Self.host(in: text[...]) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
            return
        }
        let address = host.halves(at: "%").0
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        self.bytes = bytes.starts(with: Self.mapped) ? Array(bytes.suffix(4)) : bytes
    }

    /// In its shortest spelling, without a port.
    var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
    /// The prefix of IPv4 addresses that a network translates to IPv6 (RFC 6052).
    private static let translated: [UInt8] =
        [0x00, 0x64, 0xff, 0x9b] + Array(repeating: 0, count: 8)

    private static func host(in text: Substring) -> String? {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" && isPort(rest.dropFirst()) else { return nil }
            let inside = text[text.index(after: text.startIndex)..<end]
            return inside.contains(":") ? String(inside) : nil
        }
        guard let colon = text.firstIndex(of: ":"),
            text[colon...].dropFirst().contains(":") == false
        else { return String(text) }
        // One colon is in no IPv6 address but `::`, which has two.
        return isPort(text[colon...].dropFirst()) ? String(text[..<colon]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy(\.isDigit) && UInt16(text) != nil
    }
}

extension ClientAddress {
    /// The address of the client behind a translation to IPv6; otherwise the address itself.
    private var origin: [UInt8] {
        bytes.starts(with: Self.translated) ? Array(bytes.suffix(4)) : bytes
    }

    /// The bytes that one client cannot change: all of an IPv4 address, the network of an IPv6 address.
    ///
    /// Every user of this machine has all loopback addresses, so that those other than 127.0.0.1 are one.
    var client: [UInt8] {
        let origin = origin
        guard origin.count == 4 else { return isLoopback ? origin : Array(origin.prefix(8)) }
        return isOtherLoopback ? [127] : origin
    }

    /// The bytes that the clients of one site share: 24 bits of an IPv4 address, 48 of an IPv6 address.
    var site: [UInt8] {
        let origin = origin
        if isLoopback || isOtherLoopback { return client }
        return Array(origin.prefix(origin.count == 4 ? 3 : 6))
    }

    private var isLoopback: Bool {
        origin == [127, 0, 0, 1] || origin == Array(repeating: 0, count: 15) + [1]
    }

    private var isOtherLoopback: Bool {
        origin.count == 4 && origin[0] == 127 && !isLoopback
    }
}
