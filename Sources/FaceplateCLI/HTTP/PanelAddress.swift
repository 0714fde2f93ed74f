import ArgumentParser
import Foundation

/// The address of a running panel: `http://HOST:PORT/BASE`, `https://HOST/BASE`, or `unix:PATH`.
struct PanelAddress: Sendable, Equatable {
    /// The way to connect.
    enum Destination: Sendable, Equatable {
        case tcp(host: String, port: UInt16, isSecure: Bool)
        case unix(path: String)
    }

    let destination: Destination
    /// The path under which the panel is mounted, without a slash at its end.
    let base: String
    /// The address as the user wrote it.
    let text: String

    /// Reads an address.
    ///
    /// `unix:PATH:/BASE` is a panel with a base path at a Unix socket.
    ///
    /// - Throws: `ValidationError` for any other text.
    init(_ text: String) throws {
        self.text = text
        if text.hasPrefix("unix:") {
            let rest = text.dropFirst(5)
            let end = rest.range(of: ":/", options: .backwards)?.lowerBound ?? rest.endIndex
            let path = String(rest[..<end])
            guard !path.isEmpty else { throw Self.malformed(text) }
            destination = .unix(path: path)
            base = Self.base(String(rest[end...].dropFirst()))
            return
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
        else { throw Self.malformed(text) }
        guard parts.user == nil, parts.password == nil else {
            // The text is not quoted, because it contains the password.
            throw ValidationError(
                "A URL must not contain a user or password. Pass a token in FACEPLATE_TOKEN or with "
                    + "--token-file.")
        }
        guard parts.query == nil, parts.fragment == nil else { throw Self.malformed(text) }
        let port = parts.port ?? (scheme == "https" ? 443 : 80)
        guard let port = UInt16(exactly: port) else { throw Self.malformed(text) }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        destination = .tcp(
            host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port,
            isSecure: scheme == "https")
        base = Self.base(parts.percentEncodedPath)
    }

    private static func base(_ path: String) -> String {
        var path = path[...]
        while path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }

    private static func malformed(_ text: String) -> ValidationError {
        ValidationError(
            "'\(text)' is not the URL of a panel. Write http://HOST:PORT/, https://HOST/ or "
                + "unix:PATH.")
    }

    /// The value of the header `Host`; a Unix socket has the name that every panel accepts.
    var authority: String {
        guard case .tcp(let host, let port, let isSecure) = destination else { return "localhost" }
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The host without its port; `nil` for a Unix socket.
    var host: String? {
        if case .tcp(let host, _, _) = destination { host } else { nil }
    }
}
