/// Where an item's picture may come from.
enum ImageSource {
    private static let types = ["png", "jpeg", "gif", "webp", "svg+xml"]

    /// Whether it is the picture itself, or a relative address on the panel's own host.
    static func isAllowed(_ text: String) -> Bool {
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
            return isRelative(text)
        }
        let head = text[..<comma]
        guard types.contains(where: { head == "data:image/\($0);base64" }) else {
            return isRelative(text)
        }
        let body = text[text.utf8.index(after: comma)...].utf8
        return !body.isEmpty
            && body.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                    UInt8(ascii: "="):
                    true
                default: false
                }
            }
    }

    private static func isRelative(_ text: String) -> Bool {
        LinkTarget.isAllowed(text) && !text.utf8.contains(UInt8(ascii: ":"))
            && !text.hasPrefix("//")
    }
}
