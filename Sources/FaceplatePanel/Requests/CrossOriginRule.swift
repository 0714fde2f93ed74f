/// The rule that rejects requests by pages of other origins.
///
/// It checks `Sec-Fetch-Site`, which browsers send to trustworthy URLs, otherwise `Origin`. Forms need no token, and
/// scripts, which send neither header, need nothing.
///
/// The rule follows Go's `http.CrossOriginProtection` and is stricter: it also rejects reading, except for a visit to a
/// page, and never accepts `Origin: null`.
enum CrossOriginRule {
    struct Signs {
        var site: String?
        var mode: String?
        var destination: String?
        var origin: String?
        /// The host rule has accepted it.
        var host: String
    }

    /// No browser sends a checked header twice, and it would be unclear which value counts.
    static func isRepeated(in request: some PanelRequest) -> Bool {
        ["origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"].contains {
            request.headers($0).count > 1
        }
    }

    /// `isFramed` is true when another origin may show the page in a frame; the page's own headers name the origin.
    static func allows(
        method: String, isPage: Bool, isFramed: Bool = false, _ signs: Signs
    ) -> Bool {
        switch method {
        case "GET", "HEAD": allowsReading(isPage: isPage, isFramed: isFramed, signs)
        // No route accepts this method, so a preflight returns 405 like any other such request.
        case "OPTIONS": true
        default: allowsWriting(signs)
        }
    }

    private static func allowsReading(isPage: Bool, isFramed: Bool, _ signs: Signs) -> Bool {
        switch signs.site {
        case nil, "same-origin", "none": true
        // A link on another site can lead to a page, but not to a script or an image, and to a frame only when the host
        // allows framing.
        default:
            isPage && signs.mode == "navigate"
                && (signs.destination == "document" || isFramed && signs.destination == "iframe")
        }
    }

    private static func allowsWriting(_ signs: Signs) -> Bool {
        switch signs.site {
        case "same-origin": return true
        case "none": return signs.mode == "navigate"
        case nil: break
        default: return false
        }
        guard let origin = signs.origin else { return true }
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return origin.dropFirst(scheme.count).lowercased() == signs.host.lowercased()
        }
        return false
    }
}
