/// A pseudolocale, which tests how a panel shows unknown languages.
///
/// It shows whether longer labels fit, whether the layout is mirrored, and which labels are not in
/// a catalog.
public enum PseudoLocale: Sendable, Hashable, CaseIterable {
    /// `en-XA`: English with accents, 40 % longer, between brackets.
    case accented
    /// `ar-XB`: English from right to left.
    case mirrored

    /// The language tag of the pseudolocale.
    public var tag: LocaleTag { self == .accented ? Self.accentedTag : Self.mirroredTag }

    private static let accentedTag = LocaleTag("en-XA") ?? .english
    private static let mirroredTag = LocaleTag("ar-XB") ?? .english

    /// Creates the pseudolocale of a tag; `nil` for any other tag.
    public init?(_ tag: LocaleTag) {
        guard let found = Self.allCases.first(where: { $0.tag == tag }) else { return nil }
        self = found
    }

    /// Returns text in the pseudolocale.
    ///
    /// Slots (`{name}`), markup and URLs are unchanged, and so is text without letters.
    public func text(_ text: String) -> String {
        let parts = Self.parts(of: Array(text.unicodeScalars))
        let letters = parts.reduce(0) { count, part in
            count + (part.isWords ? part.scalars.count(where: \.properties.isAlphabetic) : 0)
        }
        guard letters > 0 else { return text }
        var result = String.UnicodeScalarView()
        for part in parts {
            result.append(contentsOf: part.isWords ? changed(part.scalars) : Array(part.scalars))
        }
        guard self == .accented else { return String(result) }
        return "[" + String(result) + " " + Self.filler(letters * 2 / 5 + 1) + "]"
    }

    private func changed(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        if self == .accented { return scalars.map { Self.accents[$0] ?? $0 } }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let start = scalars.prefix(while: isSpace)
        let core = scalars.dropFirst(start.count)
        let end = core.reversed().prefix(while: isSpace)
        guard core.contains(where: \.properties.isAlphabetic) else { return Array(scalars) }
        return start + ["\u{202E}"] + core.dropLast(end.count) + ["\u{202C}"] + end.reversed()
    }

    private static func filler(_ count: Int) -> String {
        let words = "öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîx šéṽéñ éîĝĥţ "
        var filler = ""
        while filler.unicodeScalars.count < min(count, 400) { filler += words }
        let cut = filler.unicodeScalars.prefix(min(count, 400))
        return String(cut.last == " " ? cut.dropLast() : cut)
    }

    private static let accents: [Unicode.Scalar: Unicode.Scalar] = {
        let plain = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ"
        let other = "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽ"
        return zip(plain.unicodeScalars, other.unicodeScalars).reduce(into: [:]) { $0[$1.0] = $1.1 }
    }()
}

extension PseudoLocale {
    /// A part of a string.
    private struct Part {
        let scalars: ArraySlice<Unicode.Scalar>
        /// True when the part can be changed.
        let isWords: Bool
    }

    private static func parts(of scalars: [Unicode.Scalar]) -> [Part] {
        var parts: [Part] = []
        var start = 0
        var index = 0
        while index < scalars.count {
            guard let end = end(ofFixedAt: index, in: scalars) else {
                index += 1
                continue
            }
            if start < index { parts.append(Part(scalars: scalars[start..<index], isWords: true)) }
            parts.append(Part(scalars: scalars[index..<end], isWords: false))
            (start, index) = (end, end)
        }
        if start < scalars.count { parts.append(Part(scalars: scalars[start...], isWords: true)) }
        return parts
    }

    /// The largest number of scalars in a slot or a tag.
    private static let longestFixed = 512

    /// Returns the end of the part that must stay unchanged; `nil` if none starts at the index.
    private static func end(ofFixedAt index: Int, in scalars: [Unicode.Scalar]) -> Int? {
        func end(at closing: Unicode.Scalar, within count: Int) -> Int? {
            scalars[index...].prefix(count).firstIndex(of: closing).map { $0 + 1 }
        }
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        switch scalars[index] {
        case "{": return end(at: "}", within: longestFixed)
        case "<" where next.properties.isAlphabetic || next == "/" || next == "!":
            return end(at: ">", within: longestFixed)
        case "&" where next.properties.isAlphabetic || next == "#": return end(at: ";", within: 12)
        case "h", "H":
            let rest = scalars[index...].prefix(8).map { $0.properties.lowercaseMapping }.joined()
            guard rest.hasPrefix("http://") || rest.hasPrefix("https://") else { return nil }
            return index + scalars[index...].prefix { !$0.properties.isWhitespace }.count
        default: return nil
        }
    }
}
