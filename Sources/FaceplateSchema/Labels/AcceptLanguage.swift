/// The `Accept-Language` header of a request (RFC 9110 §12.5.4).
enum AcceptLanguage {
    struct Range: Sendable, Hashable {
        /// `nil` for `*`.
        let tag: LocaleTag?
        /// The quality in thousandths; 0 excludes the language.
        let quality: Int
    }

    private static let maximumParts = 32

    /// Returns the languages by descending quality; languages of equal quality keep their order.
    ///
    /// Malformed parts are ignored, and so are parts after the first 32.
    static func ranges(in header: String) -> [Range] {
        let parts = header.utf8.split(
            separator: UInt8(ascii: ","), maxSplits: maximumParts, omittingEmptySubsequences: false)
        let ranges = parts.prefix(maximumParts).compactMap { range(Array($0)[...]) }
        // `sort` does not guarantee the order of equal elements.
        return ranges.enumerated().sorted { left, right in
            (right.element.quality, left.offset) < (left.element.quality, right.offset)
        }.map(\.element)
    }

    private static func range(_ part: ArraySlice<UInt8>) -> Range? {
        let pieces = part.split(
            separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = pieces.first else { return nil }
        var quality = 1000
        if pieces.count == 2 {
            guard let read = self.quality(trimmed(pieces[1])) else { return nil }
            quality = read
        }
        let name = trimmed(first)
        if name.elementsEqual("*".utf8) { return Range(tag: nil, quality: quality) }
        guard let text = String(validating: name, as: UTF8.self), let tag = LocaleTag(text) else {
            return nil
        }
        return Range(tag: tag, quality: quality)
    }

    private static func quality(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        guard (3...7).contains(bytes.count), bytes[0] | 0x20 == UInt8(ascii: "q"),
            bytes[1] == UInt8(ascii: "="), let whole = digit(bytes[2]), whole <= 1
        else { return nil }
        var thousandths = 0
        if bytes.count > 3 {
            guard bytes[3] == UInt8(ascii: ".") else { return nil }
            for index in 4..<7 {
                guard let value = index < bytes.count ? digit(bytes[index]) : 0 else { return nil }
                thousandths = thousandths * 10 + value
            }
        }
        let quality = whole * 1000 + thousandths
        return quality <= 1000 ? quality : nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte.isDigit ? Int(byte - 0x30) : nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = bytes.drop(while: isSpace)
        return start[..<((start.lastIndex { !isSpace($0) }).map { $0 + 1 } ?? start.startIndex)]
    }
}
