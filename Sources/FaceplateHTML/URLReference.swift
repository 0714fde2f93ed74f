import FaceplateAddress

/// A URL, absolute or relative, that is safe in a link.
public struct URLReference: Sendable, Hashable {
    /// The URL as written to the page.
    public let text: String

    private init(encoded text: String) {
        self.text = text
    }

    /// Creates a reference from outside text; `nil` if the text is not safe in a link.
    ///
    /// Accepted are `http` and `https` with a host, `mailto`, `tel`, and references relative to the
    /// page. All else is rejected: other schemes, `//host`, the empty string, and any text with a
    /// space, a control character or a backslash, which browsers interpret differently.
    public init?(_ text: String) {
        guard WebAddress.isLink(text) else { return nil }
        self.text = text
    }

    /// Returns a reference to a picture in base64 (`data:image/png;base64,...`); `nil` for other
    /// text.
    ///
    /// The picture is only shown, never a link.
    public static func image(data text: String) -> URLReference? {
        guard WebAddress.isPictureData(text) else { return nil }
        return URLReference(encoded: text)
    }

    /// Creates a reference from a path literal of the program.
    public init(path: StaticString) {
        text = path.description
    }
}

// MARK: - Encoding

extension URLReference {
    /// Returns the path `/a/b?name=value#fragment`, with each part percent-encoded.
    ///
    /// Empty segments, `.` and `..` are left out: encoding does not stop browsers from following
    /// `..` upward, and `//` at the start would name another host.
    public static func path(
        _ segments: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        path(segments: segments, query: query, fragment: fragment)
    }

    /// Returns the path `/a/b?name=value#fragment` from an array of segments.
    ///
    /// - Parameter isFolder: True to end the path with a slash.
    public static func path(
        segments: [String], isFolder: Bool = false, query: [(name: String, value: String)] = [],
        fragment: String? = nil
    ) -> URLReference {
        var text: [UInt8] = []
        for segment in segments where !["", ".", ".."].contains(segment) {
            text.append(UInt8(ascii: "/"))
            text.append(percentEncoded: segment)
        }
        if isFolder || text.isEmpty { text.append(UInt8(ascii: "/")) }
        text.appendQuery(query)
        text.appendFragment(fragment)
        return URLReference(encodedBytes: text)
    }

    /// Returns `?name=value#fragment`, the same page with another query.
    public static func query(
        _ query: [(name: String, value: String)], fragment: String? = nil
    ) -> URLReference {
        var text: [UInt8] = []
        text.appendQuery(query)
        // Without a query, the reference would use the query of the page.
        if text.isEmpty { text.append(UInt8(ascii: "?")) }
        text.appendFragment(fragment)
        return URLReference(encodedBytes: text)
    }

    /// Returns `#name`, a position on the same page.
    public static func fragment(_ name: String) -> URLReference {
        var text: [UInt8] = []
        text.appendFragment(name)
        return URLReference(encodedBytes: text)
    }

    /// The bytes are ASCII, because all other characters are percent-encoded.
    private init(encodedBytes: [UInt8]) {
        self.init(encoded: String(decoding: encodedBytes, as: UTF8.self))
    }
}

extension [UInt8] {
    fileprivate mutating func appendQuery(_ query: [(name: String, value: String)]) {
        for (index, pair) in query.enumerated() {
            append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            append(percentEncoded: pair.name)
            append(UInt8(ascii: "="))
            append(percentEncoded: pair.value)
        }
    }

    fileprivate mutating func appendFragment(_ fragment: String?) {
        guard let fragment else { return }
        append(UInt8(ascii: "#"))
        append(percentEncoded: fragment)
    }
}
