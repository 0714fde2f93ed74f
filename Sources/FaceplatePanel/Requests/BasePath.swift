import FaceplateHTML

/// Where the addresses of a panel begin: `/`, or below it where a host mounts the panel.
///
/// The one place that makes addresses of the panel's own, and that takes them apart.
struct BasePath: Sendable {
    private let segments: [String]
    /// What comes before the `/` of each address: `/admin/settings`, or nothing.
    let text: String

    /// - Parameter text: as a host writes it, with or without slashes around; not percent-encoded.
    init(_ text: String) {
        segments = text.split(separator: "/").map(String.init)
            .filter { ![".", ".."].contains($0) }
        self.text = segments.map { "/" + $0 }.joined()
    }

    /// An address in the panel: `/admin/settings/s/display_titles`; the first page's without
    /// segments.
    func path(
        _ segments: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        path(segments: segments, query: query, fragment: fragment)
    }

    /// An address in the panel, from a computed list of segments.
    func path(
        segments: [String], query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        .path(
            segments: self.segments + segments, isFolder: segments.isEmpty, query: query,
            fragment: fragment)
    }

    /// An address that a schema names: one of the panel's own (`/public/logo.png`, `/s/KEY`) is
    /// found where the panel is, all others are the host's.
    func resolving(_ reference: URLReference) -> URLReference {
        guard !segments.isEmpty, reference.text.utf8.first == UInt8(ascii: "/"),
            reference.text != "/"
        else { return reference }
        let end = reference.text.firstIndex { "?#".contains($0) } ?? reference.text.endIndex
        if case .unknown = Route(String(reference.text[..<end])) { return reference }
        return URLReference(root.dropLast() + reference.text) ?? reference
    }

    /// What an address leads to; ``Route/unknown`` for what is not below the base.
    ///
    /// The first page is also found without the slash at its end.
    func route(_ path: String) -> Route {
        guard path.utf8.starts(with: text.utf8) else { return .unknown }
        let rest = path.utf8.dropFirst(text.utf8.count)
        if rest.isEmpty { return Route("/") }
        guard rest.first == UInt8(ascii: "/") else { return .unknown }
        return Route(String(Substring(rest)))
    }

    /// The address of the first page.
    var root: String { path().text }

    /// The path that cookies are for.
    var cookiePath: String { segments.isEmpty ? "/" : String(root.dropLast()) }
}
