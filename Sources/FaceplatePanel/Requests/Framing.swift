/// The origins whose pages may show the panel in a frame.
struct Framing: Sendable {
    /// The value of the directive `frame-ancestors`.
    private let ancestors: String

    /// Creates the rule; `nil` when no origin is allowed, because every response already forbids framing.
    ///
    /// - Parameter origins: The allowed origins; inexact ones are ignored.
    init?(_ origins: [String]) {
        let exact = origins.filter(Self.isExact)
        guard !exact.isEmpty else { return nil }
        ancestors = exact.joined(separator: " ")
    }

    /// True when a string is exactly one origin: `https://host.example:8443`.
    ///
    /// A wildcard, a path and any character that would end the directive are not accepted.
    static func isExact(_ origin: String) -> Bool {
        let pattern = /https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/
        return origin.wholeMatch(of: pattern) != nil
    }

    /// Returns a page's response so that the allowed origins may show it; returns any other response unchanged.
    func applied(to response: PanelResponse) -> PanelResponse {
        guard response.header("content-type")?.hasPrefix("text/html") == true else {
            return response
        }
        return response.framed { headers in
            headers.compactMap { name, value in
                switch name {
                // This header cannot list origins, and takes precedence in old browsers.
                case "X-Frame-Options": nil
                case "Content-Security-Policy":
                    (
                        name,
                        value.replacing(
                            "frame-ancestors 'none'", with: "frame-ancestors \(ancestors)")
                    )
                default: (name, value)
                }
            }
        }
    }
}
