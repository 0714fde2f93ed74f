import FaceplateHTML
import Foundation

/// Only this type creates and parses the panel's own URLs.
///
/// A proxy can remove the start of a path: the URLs in a response then begin with it, and the paths of requests do not.
struct BasePath: Sendable {
    private let segments: [String]
    /// The text before the `/` of each path in a request: `/admin/settings`, or empty.
    let text: String
    /// The path that a proxy has removed: `/apps/garden`, or empty; not percent-encoded.
    let prefix: String

    /// `text` is as a host writes it, with or without slashes at its ends; not percent-encoded.
    init(_ text: String) {
        segments = text.split(separator: "/").map(String.init)
            .filter { ![".", ".."].contains($0) }
        self.text = segments.map { "/" + $0 }.joined()
        prefix = ""
    }

    private init(_ prefix: [String], _ base: Self) {
        segments = prefix + base.segments
        text = base.text
        self.prefix = prefix.map { "/" + $0 }.joined()
    }

    /// Returns the same place behind a proxy that removes `prefix`; text that is not a plain path is ignored.
    func behind(_ prefix: String?) -> Self {
        guard let prefix, let segments = Self.prefixSegments(prefix) else { return self }
        return Self(segments, self)
    }

    /// In bytes.
    private static let longestPrefix = 256

    /// The segments of `/a/b` or `/a/b/`, which is percent-encoded; `nil` for text that could lead elsewhere.
    private static func prefixSegments(_ text: String) -> [String]? {
        guard text.utf8.count <= longestPrefix, text != "/" else { return nil }
        let slash = UInt8(ascii: "/")
        var parts = text.utf8.split(separator: slash, omittingEmptySubsequences: false)[...]
        guard parts.popFirst()?.isEmpty == true else { return nil }
        if parts.last?.isEmpty == true { parts.removeLast() }
        var segments: [String] = []
        for part in parts {
            // An encoded slash would become one of the path.
            guard let segment = String(part)?.removingPercentEncoding,
                !["", ".", ".."].contains(segment), segment.unicodeScalars.allSatisfy(isPlain)
            else { return nil }
            segments.append(segment)
        }
        return segments.isEmpty ? nil : segments
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
            && !"/\\\"'`<>?#%;".unicodeScalars.contains(scalar)
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

    /// Without the slash at its end, as cookies and OpenAPI write it; `/` at the root.
    var rootName: String { segments.isEmpty ? "/" : String(root.dropLast()) }
}
