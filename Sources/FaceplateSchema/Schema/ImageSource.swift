import FaceplateAddress

/// The accepted sources of an item's image.
enum ImageSource {
    /// Returns true for a `data:` URL of an image, and for a relative URL on the panel's host.
    static func isAllowed(_ text: String) -> Bool {
        WebAddress.isPictureData(text)
            || WebAddress.isLink(text) && !text.utf8.contains(UInt8(ascii: ":"))
    }
}
