import FaceplateAddress

enum CharacterReferences {
    private static let longestName = 8

    /// Line ends become newlines.
    ///
    /// Invalid code points become U+FFFD. Unknown names are unchanged.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\r"):
                text.append(UInt8(ascii: "\n"))
                if index < bytes.endIndex, bytes[index] == UInt8(ascii: "\n") { index += 1 }
            case UInt8(ascii: "&"):
                if let (scalar, end) = reference(in: bytes, from: index) {
                    text.append(contentsOf: String(scalar).utf8)
                    index = end
                } else {
                    text.append(byte)
                }
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func reference(
        in bytes: ArraySlice<UInt8>, from start: Int
    ) -> (Unicode.Scalar, Int)? {
        guard start < bytes.endIndex else { return nil }
        if bytes[start] == UInt8(ascii: "#") { return number(in: bytes, from: start + 1) }
        let name = bytes[start...].prefix(longestName + 1).prefix(while: \.isAlphanumeric)
        guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
            let scalar = names[String(decoding: name, as: UTF8.self)]
        else { return nil }
        return (scalar, name.endIndex + 1)
    }

    private static func number(
        in bytes: ArraySlice<UInt8>, from start: Int
    ) -> (Unicode.Scalar, Int)? {
        let isHex = start < bytes.endIndex && bytes[start] | 0x20 == UInt8(ascii: "x")
        let first = isHex ? start + 1 : start
        var index = first
        var number: UInt32 = 0
        while index < bytes.endIndex, let digit = digit(bytes[index], isHex: isHex) {
            // The limit is not a valid character, and is small enough that the next step cannot
            // overflow.
            number = min(number * (isHex ? 16 : 10) + digit, 0x11_0000)
            index += 1
        }
        guard index > first else { return nil }
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: ";") { index += 1 }
        return (scalar(number), index)
    }

    private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
        if byte.isDigit { return UInt32(byte - 0x30) }
        let letter = byte | 0x20
        return isHex && (0x61...0x66).contains(letter) ? UInt32(letter - 0x57) : nil
    }

    private static func scalar(_ number: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(number) { return windows[Int(number - 0x80)] }
        guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
        return scalar
    }

    /// The characters of the numbers 128 to 159, which HTML reads as windows-1252.
    private static let windows = Array(
        ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ").unicodeScalars)

    // MARK: - Names

    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [:]
        func add(_ list: String, from first: UInt32) {
            for (offset, name) in list.split(separator: " ").enumerated() where name != "-" {
                names[String(name)] = Unicode.Scalar(first + UInt32(offset))
            }
        }
        add(latin, from: 0xA0)
        add(capitals, from: 0x391)
        add(capitals.lowercased(), from: 0x3B1)
        names["sigmaf"] = "ς"
        for pair in others.split(separator: " ") {
            names[String(pair.dropLast())] = pair.unicodeScalars.last
        }
        for (name, scalar) in spaces { names[name] = scalar }
        return names
    }()

    /// U+00A0 to U+00FF.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
        plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
        Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute \
        Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc \
        Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide \
        oslash ugrave uacute ucirc uuml yacute thorn yuml
        """

    /// U+0391 to U+03A9.
    private static let capitals = """
        Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - \
        Sigma Tau Upsilon Phi Chi Psi Omega
        """

    private static let others = """
        OEligŒ oeligœ ScaronŠ scaronš YumlŸ fnofƒ circˆ tilde˜ ndash– mdash— lsquo‘ rsquo’ sbquo‚ \
        ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› \
        euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ lArr⇐ rArr⇒ hArr⇔ forall∀ part∂ exist∃ empty∅ \
        isin∈ notin∉ prod∏ sum∑ minus− radic√ infin∞ and∧ or∨ cap∩ cup∪ int∫ asymp≈ ne≠ equiv≡ le≤ \
        ge≥ sub⊂ sup⊃ loz◊ spades♠ clubs♣ hearts♥ diams♦ check✓ cross✗
        """

    private static let spaces: [(String, Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
        ("ensp", "\u{2002}"), ("emsp", "\u{2003}"), ("thinsp", "\u{2009}"),
        ("zwnj", "\u{200C}"), ("zwj", "\u{200D}"), ("lrm", "\u{200E}"), ("rlm", "\u{200F}"),
    ]
}
