/// The appearance of a panel, a group or an item: valid colors, lengths and fonts.
///
/// ``StyleRules`` reads it, and ``StyleSheet`` writes it.
package struct Style: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        let light: StyleColor
        let dark: StyleColor

        subscript(scheme: Scheme) -> StyleColor { scheme == .light ? light : dark }
    }

    package enum Scheme: Sendable, CaseIterable {
        case light
        case dark

        /// The background of text if no style sets one.
        var surface: StyleColor {
            switch self {
            case .light: .white
            case .dark: StyleColor(red: 0x1D, green: 0x1D, blue: 0x22)
            }
        }
    }

    var colors: [StyleMember: Pair] = [:]
    var lengths: [StyleMember: StyleLength] = [:]
    var fonts: [StyleMember: StyleFont] = [:]

    package var isEmpty: Bool { colors.isEmpty && lengths.isEmpty && fonts.isEmpty }

    /// Returns the custom properties that the style sets: all for the light scheme, only the different ones for dark.
    ///
    /// Without `textColor`, the text on a background of the style is black or white, depending on the contrast.
    package func declarations(_ scheme: Scheme = .light) -> [(property: String, value: String)] {
        let light = all(.light)
        guard scheme == .dark else { return light }
        let dark = all(.dark)
        return zip(light, dark).filter { $0.value != $1.value }.map(\.1)
    }

    private func all(_ scheme: Scheme) -> [(property: String, value: String)] {
        StyleMember.allCases.flatMap { member -> [(property: String, value: String)] in
            if let color = colors[member]?[scheme] {
                return [(member.property, color.description)] + words(on: color, member, scheme)
            }
            let value = lengths[member]?.description ?? fonts[member]?.description
            return value.map { [(member.property, $0)] } ?? []
        }
    }

    private func words(
        on color: StyleColor, _ member: StyleMember, _ scheme: Scheme
    ) -> [(property: String, value: String)] {
        let below = color.over(scheme.surface)
        switch member {
        case .backgroundColor where colors[.textColor] == nil && isBackgroundSeen:
            return [(StyleMember.textColor.property, below.textColor.description)]
        case .selectedColor:
            return [
                ("--fp-solid", color.description), ("--fp-on-solid", below.textColor.description),
            ]
        default: return []
        }
    }

    private var isBackgroundSeen: Bool {
        colors[.backgroundColor].map { $0.light.alpha > 0 || $0.dark.alpha > 0 } ?? false
    }

    // MARK: - Contrast

    private static let leastContrast = 4.5

    /// Returns a sentence for each text color with a contrast of less than 4.5 to 1.
    ///
    /// The background is the one that the style sets for the text, otherwise that of the page.
    package func warnings() -> [String] {
        Scheme.allCases.flatMap { scheme in
            let surface = scheme.surface
            var found: [String] = []
            for member in [StyleMember.textColor, .mainColor, .secondaryColor] {
                guard let color = colors[member]?[scheme] else { continue }
                let background = member == .textColor ? colors[.backgroundColor]?[scheme] : nil
                let below = (background ?? surface).over(surface)
                let ratio = StyleColor.contrast(color.over(below), below)
                guard ratio < Self.leastContrast else { continue }
                let place = scheme == .light ? "light" : "dark"
                found.append(
                    "'\(member.rawValue)' \(color) on \(background ?? surface) is hard to read in the "
                        + "\(place): its contrast is \(Self.text(ratio)) to 1, and text needs 4.5.")
            }
            return found
        }
    }

    /// Returns the ratio with two decimals, rounded down so that 4.499 is not shown as 4.50.
    private static func text(_ ratio: Double) -> String {
        let hundredths = Int(ratio * 100)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The properties of a style object, in the order in which they are written.
enum StyleMember: String, CaseIterable {
    case backgroundColor, textColor, mainColor, secondaryColor, selectedColor, highlightedColor
    case mainFont, secondaryFont
    case top, bottom, leading, trailing, cornerRadius, rowHeight

    enum Kind {
        case color, font, length
    }

    var kind: Kind {
        switch self {
        case .backgroundColor, .textColor, .mainColor, .secondaryColor, .selectedColor,
            .highlightedColor:
            .color
        case .mainFont, .secondaryFont: .font
        case .top, .bottom, .leading, .trailing, .cornerRadius, .rowHeight: .length
        }
    }

    var property: String {
        switch self {
        case .backgroundColor: "--fp-button-bg"
        case .textColor: "--fp-button-fg"
        case .mainColor: "--fp-main-color"
        case .secondaryColor: "--fp-secondary-color"
        case .selectedColor: "--fp-accent"
        case .highlightedColor: "--fp-hover"
        case .mainFont: "--fp-main-font"
        case .secondaryFont: "--fp-secondary-font"
        case .top: "--fp-inset-block-start"
        case .bottom: "--fp-inset-block-end"
        case .leading: "--fp-inset-inline-start"
        case .trailing: "--fp-inset-inline-end"
        case .cornerRadius: "--fp-button-radius"
        case .rowHeight: "--fp-row-min"
        }
    }
}
