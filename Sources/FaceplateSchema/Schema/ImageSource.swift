import FaceplateAddress

/// Where an item's picture may come from.
enum ImageSource {
    /// True for the picture itself, and for a relative address on the panel's own host.
    static func isAllowed(_ text: String) -> Bool {
        WebAddress.isPictureData(text)
            || WebAddress.isLink(text) && !text.utf8.contains(UInt8(ascii: ":"))
    }
}
