/// Which addresses a `link` may lead to.
enum LinkTarget {
    private static let schemes = ["http", "https", "mailto", "tel"]

    /// Whether the text is an address with an allowed scheme, or a relative one without tricks:
    /// no control characters, no backslash, no `//` in front.
    static func isAllowed(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard !scalars.isEmpty, !text.hasPrefix("//"),
            scalars.allSatisfy({ $0.value > 0x20 && $0 != "\\" && !(0x7F..<0xA0 ~= $0.value) })
        else { return false }
        guard let colon = text.firstIndex(of: ":") else { return true }
        let scheme = text[..<colon]
        // A colon behind one of these belongs to a relative address.
        if scheme.contains(where: { "/?#".contains($0) }) { return true }
        return schemes.contains(scheme.lowercased())
    }
}
