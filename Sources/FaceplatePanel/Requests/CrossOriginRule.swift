/// Refuses what another origin's page asks: by `Sec-Fetch-Site`, which browsers send to trustworthy
/// addresses, else by `Origin`.
///
/// Forms need no token, and scripts, which send neither, need nothing.
///
/// After Go's `http.CrossOriginProtection`, made stricter: reading is refused too unless it is a
/// visit of a page, and `Origin: null` is never ours.
enum CrossOriginRule {
    /// What the rule looks at.
    struct Signs {
        var site: String?
        var mode: String?
        var destination: String?
        var origin: String?
        /// A `Host` that the host rule has let in.
        var host: String
    }

    /// True when a sign comes more than once: no browser sends two, and which one counts would be
    /// anybody's guess.
    static func isRepeated(in request: some PanelRequest) -> Bool {
        ["origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"].contains {
            request.headers($0).count > 1
        }
    }

    /// - Parameters:
    ///   - isPage: whether the address is a page that people visit.
    ///   - isFramed: whether some other origin may show it in a frame; which one, the page says.
    static func allows(
        method: String, isPage: Bool, isFramed: Bool = false, _ signs: Signs
    ) -> Bool {
        switch method {
        case "GET", "HEAD": allowsReading(isPage: isPage, isFramed: isFramed, signs)
        // No address takes it: a preflight is answered with 405, like any other.
        case "OPTIONS": true
        default: allowsWriting(signs)
        }
    }

    private static func allowsReading(isPage: Bool, isFramed: Bool, _ signs: Signs) -> Bool {
        switch signs.site {
        case nil, "same-origin", "none": true
        // A link on another site may lead to a page, but not into a script or image, and into a
        // frame only where the host has named who may.
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
