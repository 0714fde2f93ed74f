import Microhttpd

/// A response with `Strict-Transport-Security`: the browser then uses `https` for every port of the host.
///
/// The header is sent only by the server's own TLS and to clients that reached it by a name and without a port. On other
/// ports, the panel shares the name with servers that may have no TLS. Addresses and `localhost` have no such rule.
final class StrictTransport: Sendable {
    let response: Response

    init(_ response: Response) { self.response = response }

    /// One year, in seconds.
    static let header = (name: "Strict-Transport-Security", value: "max-age=31536000")

    /// Returns true if the response to a request has the header.
    static func applies(to request: Request) -> Bool {
        guard request.isSecure, var host = request.header("host")?[...] else { return false }
        if host.hasSuffix(":443") { host = host.dropLast(4) }
        guard !host.contains(":"), let last = host.split(separator: ".").last else { return false }
        return last.lowercased() != "localhost" && last.contains { $0.isLetter }
    }
}
