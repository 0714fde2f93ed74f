import Foundation

/// A color of a style: sRGB with 8 bits per channel.
///
/// It is read from the formats of CSS and always written as `#rrggbb` or `#rrggbbaa`, so that no text of the schema
/// gets into the style sheet.
package struct StyleColor: Sendable, Hashable, CustomStringConvertible {
    let red, green, blue, alpha: UInt8

    init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    static let black = StyleColor(red: 0, green: 0, blue: 0)
    static let white = StyleColor(red: 255, green: 255, blue: 255)

    /// Reads a color in one of the formats of CSS; `nil` for any other text.
    ///
    /// The formats are `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()`, `transparent` and
    /// color names. Channels out of range are rejected, not clamped.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let text = text.lowercased()
        if text.utf8.first == UInt8(ascii: "#") {
            self.init(hex: text.utf8.dropFirst())
        } else if text == "transparent" {
            self.init(red: 0, green: 0, blue: 0, alpha: 0)
        } else if let named = StyleColorNames.all[text] {
            self = named
        } else {
            self.init(function: text)
        }
    }

    package var description: String {
        let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + channels.map(\.hexadecimal).joined()
    }

    // MARK: - Reading

    init?(hex digits: some Collection<UInt8>) {
        var values: [UInt8] = []
        for digit in digits.prefix(9) {
            guard !digit.isCapitalLetter, let value = digit.hexadecimalValue else { return nil }
            values.append(value)
        }
        switch values.count {
        case 3, 4: values = values.map { $0 * 17 }
        case 6, 8:
            values = stride(from: 0, to: values.count, by: 2).map {
                values[$0] * 16 + values[$0 + 1]
            }
        default: return nil
        }
        self.init(
            red: values[0], green: values[1], blue: values[2],
            alpha: values.count == 4 ? values[3] : 255)
    }

    /// Reads `name(a, b, c, d)` or `name(a b c / d)`.
    private init?(function text: String) {
        guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
        let inside = text[text.index(after: open)...].dropLast()
        guard let parts = Self.arguments(inside), (3...4).contains(parts.count) else { return nil }
        let channels: [UInt8]? =
            switch text[..<open] {
            case "rgb", "rgba": Self.rgb(parts)
            case "hsl", "hsla": Self.hsl(parts)
            default: nil
            }
        guard let channels else { return nil }
        var alpha: UInt8 = 255
        if parts.count == 4 {
            guard let share = Self.share(parts[3], of: 1) else { return nil }
            alpha = Self.channel(share)
        }
        self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
    }

    private static func arguments(_ text: Substring) -> [Substring]? {
        if text.contains(",") {
            return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
                Substring(TextLines.trimmed(String(part)) { $0 == " " })
            }
        }
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2, let first = halves.first else { return nil }
        let channels = first.split(separator: " ")
        guard channels.count == 3, halves.count == 2 else {
            return channels.count == 3 ? channels : nil
        }
        let alpha = halves[1].split(separator: " ")
        return alpha.count == 1 ? channels + alpha : nil
    }

    private static func rgb(_ parts: [Substring]) -> [UInt8]? {
        let shares = parts.prefix(3).compactMap { share($0, of: 255) }
        return shares.count == 3 ? shares.map(channel) : nil
    }

    private static func hsl(_ parts: [Substring]) -> [UInt8]? {
        let angle = parts[0].hasSuffix("deg") ? parts[0].dropLast(3) : parts[0]
        guard let hue = number(angle), (0...360).contains(hue),
            parts[1].last == "%", let saturation = share(parts[1], of: 1),
            parts[2].last == "%", let lightness = share(parts[2], of: 1)
        else { return nil }
        return [0.0, 8.0, 4.0].map { offset in
            let step = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let reach = saturation * min(lightness, 1 - lightness)
            return channel(lightness - reach * max(-1, min(step - 3, 9 - step, 1)))
        }
    }

    /// Returns a number from 0 to `whole`, or a percentage, as a fraction from 0 to 1.
    private static func share(_ text: Substring, of whole: Double) -> Double? {
        let share =
            text.last == "%"
            ? number(text.dropLast()).map { $0 / 100 } : number(text).map { $0 / whole }
        guard let share, (0...1).contains(share) else { return nil }
        return share
    }

    private static func number(_ text: Substring) -> Double? {
        // `Double` also accepts "nan", "inf" and hexadecimal digits.
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        return Double(text)
    }

    private static func channel(_ share: Double) -> UInt8 {
        UInt8(max(0, min(255, (share * 255).rounded())))
    }
}

// MARK: - Contrast

extension StyleColor {
    /// Returns the WCAG 2 contrast of two opaque colors: from 1 for equal colors to 21 for black on white.
    static func contrast(_ one: StyleColor, _ other: StyleColor) -> Double {
        let (low, high) = (min(one.luminance, other.luminance), max(one.luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }

    var textColor: StyleColor {
        Self.contrast(self, .black) >= Self.contrast(self, .white) ? .black : .white
    }

    /// Returns the visible color if this color is drawn over an opaque one.
    func over(_ below: StyleColor) -> StyleColor {
        func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            let sum = Int(top) * Int(alpha) + Int(bottom) * (255 - Int(alpha))
            return UInt8((sum + 127) / 255)
        }
        return StyleColor(
            red: mixed(red, below.red), green: mixed(green, below.green),
            blue: mixed(blue, below.blue))
    }

    private var luminance: Double {
        0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
            + 0.0722 * Self.linear[Int(blue)]
    }

    private static let linear: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        guard share > 0.04045 else { return share / 12.92 }
        return pow((share + 0.055) / 1.055, 2.4)
    }
}
