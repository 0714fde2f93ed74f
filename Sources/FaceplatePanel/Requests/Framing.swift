/// Which pages of others may show the panel in a frame, where a host says so.
struct Framing: Sendable {
    /// What `frame-ancestors` allows.
    private let ancestors: String

    /// `nil` where nobody may: that is what every answer says of itself.
    ///
    /// - Parameter origins: those that are not exact are left out.
    init?(_ origins: [String]) {
        let exact = origins.filter(Self.isExact)
        guard !exact.isEmpty else { return nil }
        ancestors = exact.joined(separator: " ")
    }

    /// Whether a text is one origin and nothing else: `https://host.example:8443`.
    ///
    /// No wildcard, no path, and nothing that would end the directive.
    static func isExact(_ origin: String) -> Bool {
        let pattern = /https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/
        return origin.wholeMatch(of: pattern) != nil
    }

    /// A page's answer as those may show it; any other answer as it is.
    func applied(to response: PanelResponse) -> PanelResponse {
        guard response.header("content-type")?.hasPrefix("text/html") == true else {
            return response
        }
        return response.framed { headers in
            headers.compactMap { name, value in
                switch name {
                // It knows no list of origins, and would win in old browsers.
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
