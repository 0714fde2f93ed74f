/// Which addresses a `link` may lead to.
package enum LinkTarget {
    private static let schemes = ["http", "https", "mailto", "tel"]

    /// Whether the text is an address with an allowed scheme, or a relative one without tricks:
    /// no control characters, no backslash, no `//` in front.
    package static func isAllowed(_ text: String) -> Bool {
        // By scalars, as browsers do: a colon and the mark behind it are one `Character`.
        let scalars = text.unicodeScalars
        guard !scalars.isEmpty, !scalars.starts(with: "//".unicodeScalars),
            scalars.allSatisfy({ $0.value > 0x20 && $0 != "\\" && !(0x7F..<0xA0 ~= $0.value) })
        else { return false }
        guard let colon = scalars.firstIndex(of: ":") else { return true }
        let scheme = scalars[..<colon]
        // A colon behind one of these belongs to a relative address.
        if scheme.contains(where: { "/?#".unicodeScalars.contains($0) }) { return true }
        return schemes.contains(String(scheme).lowercased())
    }
}
