import Faceplate

/// The form of response that a client prefers.
enum AnswerForm: Sendable {
    case page, json, text

    var isPage: Bool {
        if case .page = self { true } else { false }
    }

    /// Chooses the form for a request to a route: JSON on the routes for programs, otherwise what `Accept` prefers.
    init(_ request: some PanelRequest, _ route: Route) {
        self = route.row.audience == .programs ? .json : AnswerForm(request)
    }

    /// Chooses the form with the greatest weight in `Accept`: `text/html` selects a page, before JSON of the same
    /// weight.
    ///
    /// A client that names neither, such as curl with `*/*`, receives plain text.
    init(_ request: some PanelRequest) {
        let ranges = request.headers("accept").flatMap { MediaRange.all(in: $0) }
        func weight(_ names: String...) -> Int {
            ranges.filter { names.contains(String($0.name)) }.map(\.weight).max() ?? 0
        }
        let page = weight("text/html")
        let json = weight("application/json", "application/problem+json", "application/*")
        let text = weight("text/plain")
        if page > 0, page >= json, page >= text {
            self = .page
        } else if json > 0, json >= text {
            self = .json
        } else {
            self = .text
        }
    }
}

/// A part of `Accept` (RFC 9110, section 12.5.1).
private struct MediaRange {
    /// The media type in lower case: `text/html`.
    let name: Substring
    /// The weight in thousandths: 1,000 when none is sent, 0 for a form that is not accepted.
    let weight: Int

    static func all(in header: String) -> [MediaRange] {
        header.lowercased().split(separator: ",").map { part in
            let words = part.split(separator: ";").map(trimmed)
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }
            return MediaRange(
                name: words.first ?? "",
                weight: weight.map { thousandths($0.dropFirst(2)) } ?? 1_000)
        }
    }

    /// Returns a weight in thousandths; malformed text counts as no weight: 1,000.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : ""
        guard let whole = parts.first, whole == "0" || whole == "1", decimals.utf8.count <= 3,
            decimals.utf8.allSatisfy(\.isDigit),
            let digits = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count))
        else { return 1_000 }
        return whole == "1" ? 1_000 : digits
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
