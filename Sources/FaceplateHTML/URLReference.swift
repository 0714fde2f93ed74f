import FaceplateAddress

/// A URL, absolute or relative, that is safe to put into a link.
public struct URLReference: Sendable, Hashable {
    /// The URL as it is written into the page.
    public let text: String

    private init(encoded text: String) {
        self.text = text
    }

    /// Takes a URL from outside, or refuses it.
    ///
    /// Accepted are `http` and `https` with a host, `mailto`, `tel`, and references relative to the
    /// page. Refused is all else: other schemes, `//host`, the empty text, and any text with a
    /// space, a control character or a backslash, which browsers read in their own ways.
    public init?(_ text: String) {
        guard WebAddress.isLink(text) else { return nil }
        self.text = text
    }

    /// Takes a picture that is written out in base64 (`data:image/png;base64,...`), to be shown and
    /// never to be visited; `nil` for anything else.
    public static func image(data text: String) -> URLReference? {
        guard WebAddress.isPictureData(text) else { return nil }
        return URLReference(encoded: text)
    }

    /// Takes a path that the program itself spells out.
    public init(path: StaticString) {
        text = path.description
    }
}

// MARK: - Encoding

extension URLReference {
    /// Makes the path `/a/b?name=value#fragment`, encoding each part.
    ///
    /// Empty segments, `.` and `..` are left out, since no encoding stops browsers from climbing by
    /// them, and since `//` at the start would name another host.
    public static func path(
        _ segments: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        path(segments: segments, query: query, fragment: fragment)
    }

    /// Makes the path `/a/b?name=value#fragment` from a computed list of segments.
    ///
    /// - Parameter isFolder: whether the path ends with a slash.
    public static func path(
        segments: [String], isFolder: Bool = false, query: [(name: String, value: String)] = [],
        fragment: String? = nil
    ) -> URLReference {
        var text: [UInt8] = []
        for segment in segments where !["", ".", ".."].contains(segment) {
            text.append(UInt8(ascii: "/"))
            text.appendPercentEncoded(segment)
        }
        if isFolder || text.isEmpty { text.append(UInt8(ascii: "/")) }
        text.appendQuery(query)
        text.appendFragment(fragment)
        return URLReference(encodedBytes: text)
    }

    /// Makes `?name=value#fragment`, which stays on the page with another query.
    public static func query(
        _ query: [(name: String, value: String)], fragment: String? = nil
    ) -> URLReference {
        var text: [UInt8] = []
        text.appendQuery(query)
        // Without one, the reference would keep the page's own query.
        if text.isEmpty { text.append(UInt8(ascii: "?")) }
        text.appendFragment(fragment)
        return URLReference(encodedBytes: text)
    }

    /// Makes `#name`, a place on the same page.
    public static func fragment(_ name: String) -> URLReference {
        var text: [UInt8] = []
        text.appendFragment(name)
        return URLReference(encodedBytes: text)
    }

    /// The bytes are ASCII: all else has been percent-encoded.
    private init(encodedBytes: [UInt8]) {
        self.init(encoded: String(decoding: encodedBytes, as: UTF8.self))
    }
}

extension [UInt8] {
    fileprivate mutating func appendQuery(_ query: [(name: String, value: String)]) {
        for (index, pair) in query.enumerated() {
            append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            appendPercentEncoded(pair.name)
            append(UInt8(ascii: "="))
            appendPercentEncoded(pair.value)
        }
    }

    fileprivate mutating func appendFragment(_ fragment: String?) {
        guard let fragment else { return }
        append(UInt8(ascii: "#"))
        appendPercentEncoded(fragment)
    }

    /// Encodes all but the unreserved characters of RFC 3986 §2.3.
    fileprivate mutating func appendPercentEncoded(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                append(byte)
            default:
                append(UInt8(ascii: "%"))
                append(Self.hexDigit(byte >> 4))
                append(Self.hexDigit(byte & 0x0F))
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }
}
