import FaceplateHTML

/// Only this type creates and parses the panel's own URLs.
struct BasePath: Sendable {
    private let segments: [String]
    /// The text before the `/` of each path in the panel: `/admin/settings`, or empty.
    let text: String

    /// `text` is as a host writes it, with or without slashes at its ends; not percent-encoded.
    init(_ text: String) {
        segments = text.split(separator: "/").map(String.init)
            .filter { ![".", ".."].contains($0) }
        self.text = segments.map { "/" + $0 }.joined()
    }

    /// Without segments, the URL of the first page.
    func path(
        _ segments: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        path(segments: segments, query: query, fragment: fragment)
    }

    func path(
        segments: [String], query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        .path(
            segments: self.segments + segments, isFolder: segments.isEmpty, query: query,
            fragment: fragment)
    }

    /// `/public/logo.png` or `/s/KEY` is relative to the base path; any other URL belongs to the host and stays
    /// unchanged.
    func resolving(_ reference: URLReference) -> URLReference {
        guard !segments.isEmpty, reference.text.utf8.first == UInt8(ascii: "/"),
            reference.text != "/"
        else { return reference }
        let end = reference.text.firstIndex { "?#".contains($0) } ?? reference.text.endIndex
        if !Route(String(reference.text[..<end])).isKnown { return reference }
        return URLReference(root.dropLast() + reference.text) ?? reference
    }

    /// The first page is also found without the slash at its end.
    func route(_ path: String) -> Route {
        guard path.utf8.starts(with: text.utf8) else { return .unknown }
        let rest = path.utf8.dropFirst(text.utf8.count)
        if rest.isEmpty { return Route("/") }
        guard rest.first == UInt8(ascii: "/") else { return .unknown }
        return Route(String(Substring(rest)))
    }

    var root: String { path().text }

    var cookiePath: String { segments.isEmpty ? "/" : String(root.dropLast()) }
}
