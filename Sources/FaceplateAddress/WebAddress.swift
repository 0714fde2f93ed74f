/// The checks of a schema and the markup writer both use it, so that no URL passes the checks and is then left out.
package enum WebAddress {
    /// True for an `http` or `https` URL with a host, for `mailto` and `tel` with a value, and for a relative URL.
    ///
    /// False for everything else: other schemes, `//host`, an empty string, and any string with a space, a control
    /// character or a backslash, which browsers interpret differently.
    package static func isLink(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, !hasForbiddenByte(bytes) else { return false }
        // Compares bytes, as browsers do: a colon and a following combining mark are one `Character`.
        let end = bytes.firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        guard let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")) else {
            return !bytes.starts(with: "//".utf8)
        }
        return accepts(scheme: bytes[..<colon], before: bytes[(colon + 1)...])
    }

    package static func isAbsoluteLink(_ text: String) -> Bool {
        let head = text.utf8.prefix { !"/?#".utf8.contains($0) }
        return head.contains(UInt8(ascii: ":")) && isLink(text)
    }

    /// True for a URL of one of the schemes, which are in lower case, with something after its colon.
    ///
    /// False for a string with a space, a control character, a backslash, an angle bracket or a quotation mark.
    package static func isAddress(_ text: String, of schemes: [String]) -> Bool {
        let bytes = Array(text.utf8)
        guard !hasForbiddenByte(bytes), !bytes.contains(where: "<>\"".utf8.contains),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count
        else { return false }
        return schemes.contains(String(decoding: bytes[..<colon], as: UTF8.self).lowercased())
    }

    package static func isPictureData(_ text: String) -> Bool {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[1].isEmpty
            && pictureTypes.contains {
                parts[0].elementsEqual("data:image/\($0);base64".utf8)
            } && parts[1].allSatisfy { $0.isAlphanumeric || "+/=".utf8.contains($0) }
    }

    private static let pictureTypes = ["png", "jpeg", "gif", "webp", "svg+xml"]

    private static func hasForbiddenByte(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            // 0xC2 0x80...0x9F are the control characters U+0080...U+009F.
            let isControl =
                byte <= 0x20 || byte == 0x7F
                || previous == 0xC2 && (0x80...0x9F).contains(byte)
            if isControl || byte == UInt8(ascii: "\\") { return true }
            previous = byte
        }
        return false
    }

    private static func accepts(scheme: ArraySlice<UInt8>, before rest: ArraySlice<UInt8>) -> Bool {
        let lowered = scheme.map { $0.isCapitalLetter ? $0 | 0x20 : $0 }
        if lowered.elementsEqual("http".utf8) || lowered.elementsEqual("https".utf8) {
            guard rest.starts(with: "//".utf8), let host = rest.dropFirst(2).first else {
                return false
            }
            return !"/?#@:".utf8.contains(host)
        }
        let others = ["mailto", "tel"]
        return !rest.isEmpty && others.contains { lowered.elementsEqual($0.utf8) }
    }
}
