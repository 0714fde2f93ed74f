import Microhttpd

/// The proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Prefix` the server believes.
///
/// Any client can send these headers, so those of all others are ignored. `X-Forwarded-Host` is always ignored: the
/// proxy must pass `Host` unchanged.
struct TrustedProxies: Sendable {
    /// A network, as the bytes of an IP address of which the first `bits` count.
    private struct Network: Sendable {
        let bytes: [UInt8]
        let bits: Int

        /// Reads `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`; `nil` for another text.
        init?(_ text: String) {
            let (address, length) = text.halves(at: "/")
            guard let bytes = ClientAddress(address)?.bytes else { return nil }
            guard let bits = length.map({ Int($0) }) ?? bytes.count * 8,
                (0...bytes.count * 8).contains(bits)
            else { return nil }
            self.bytes = bytes
            self.bits = bits
        }

        func contains(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            return zip(bytes, address).enumerated().allSatisfy { index, pair in
                let counted = min(max(bits - index * 8, 0), 8)
                return (pair.0 ^ pair.1) >> (8 - counted) == 0
            }
        }
    }

    /// The name of every process that can connect to a Unix socket of the server.
    static let socketName = "unix"

    private let networks: [Network]
    private let trustsSockets: Bool

    /// Names are IP addresses, networks such as `10.0.0.0/8`, and `unix` for clients of Unix sockets.
    init(_ names: [String]) throws(PanelServerError) {
        trustsSockets = names.contains(Self.socketName)
        var networks: [Network] = []
        for name in names where name != Self.socketName {
            guard let network = Network(name) else {
                throw PanelServerError(
                    message:
                        "'\(name)' names no proxy. Write an IP address, a network such as 10.0.0.0/8, or unix."
                )
            }
            networks.append(network)
        }
        self.networks = networks
    }

    func sent(_ request: Request) -> Bool {
        if request.local.isPath { return trustsSockets }
        return request.remote.map { trusts($0.host) } ?? false
    }

    /// The address of the client of a proxy: the last one in `X-Forwarded-For` that is not a trusted proxy itself.
    ///
    /// `nil` if the proxy names none. A client can put anything in front of the list, so the list is read from its end.
    func client(of request: Request) -> String? {
        let named = request.headers("x-forwarded-for").flatMap { $0.split(separator: ",") }
            .map { String($0.filter { !$0.isWhitespace }) }
        let client = named.last { !trusts($0) } ?? named.first
        return client.flatMap(ClientAddress.init)?.text
    }

    /// True if the client of a proxy used TLS: the last value of `X-Forwarded-Proto` is `https`.
    ///
    /// `nil` if the proxy states nothing.
    func isSecure(_ request: Request) -> Bool? {
        let named = request.headers("x-forwarded-proto").last?.split(separator: ",").last
        return named.map { $0.filter { !$0.isWhitespace } == "https" }
    }

    /// The path that a proxy has removed: the last `X-Forwarded-Prefix`, or else the `X-Ingress-Path` of Home Assistant.
    ///
    /// `nil` if the proxy names none.
    func prefix(of request: Request) -> String? {
        let named = request.headers("x-forwarded-prefix").last?.split(separator: ",").last
        return named.map { String($0.drop(while: \.isWhitespace)) }
            ?? request.headers("x-ingress-path").last
    }

    private func trusts(_ address: String) -> Bool {
        guard let bytes = ClientAddress(address)?.bytes else { return false }
        return networks.contains { $0.contains(bytes) }
    }
}
