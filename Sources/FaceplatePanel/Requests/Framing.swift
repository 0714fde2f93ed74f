struct Framing: Sendable {
    private let ancestors: String

    /// `nil` when no origin is allowed, because every response already forbids framing; inexact origins are ignored.
    init?(_ origins: [String]) {
        let exact = origins.filter(Self.isExact)
        guard !exact.isEmpty else { return nil }
        ancestors = exact.joined(separator: " ")
    }

    /// A wildcard, a path and any character that would end the directive are not accepted.
    static func isExact(_ origin: String) -> Bool {
        let pattern = /https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/
        return origin.wholeMatch(of: pattern) != nil
    }

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
