package import Foundation

package struct ServerAddress: Sendable, Equatable {
    package enum Destination: Sendable, Equatable {
        case tcp(host: String, port: UInt16, isSecure: Bool)
        case unix(path: String)
    }

    package let destination: Destination
    /// The beginning of all paths, without a slash at its end.
    package let base: String

    package init(_ destination: Destination, base: String = "") {
        self.destination = destination
        var base = base[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        self.base = String(base)
    }

    /// `nil` for another scheme than `http` and `https`; the user, query and fragment of the URL are ignored.
    package init?(_ url: URLComponents) {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host, !host.isEmpty,
            let port = UInt16(exactly: url.port ?? (scheme == "https" ? 443 : 80))
        else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.init(
            .tcp(
                host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port,
                isSecure: scheme == "https"),
            base: url.percentEncodedPath)
    }

    /// The value of the header `Host`; at a Unix socket, a name that every panel accepts.
    package var authority: String {
        guard case .tcp(let host, let port, let isSecure) = destination else { return "localhost" }
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    package var host: String? {
        if case .tcp(let host, _, _) = destination { host } else { nil }
    }

    package var isSecure: Bool {
        if case .tcp(_, _, let isSecure) = destination { isSecure } else { false }
    }
}
