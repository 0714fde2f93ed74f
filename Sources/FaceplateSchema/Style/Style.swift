/// The look of a panel, a group or an item: colours, lengths and fonts that were understood.
///
/// Read by ``StyleRules``, written by ``StyleSheet``.
public struct Style: Sendable, Hashable {
    /// The colours of one member in the light and in the dark.
    struct Pair: Sendable, Hashable {
        let light: StyleColor
        let dark: StyleColor

        subscript(scheme: Scheme) -> StyleColor { scheme == .light ? light : dark }
    }

    /// Whether the page is light or dark.
    public enum Scheme: Sendable, CaseIterable {
        /// Dark words on light.
        case light
        /// Light words on dark.
        case dark

        /// What words stand on where no style says otherwise.
        var surface: StyleColor {
            switch self {
            case .light: .white
            case .dark: StyleColor(red: 0x1E, green: 0x1E, blue: 0x22)
            }
        }
    }

    var colors: [StyleMember: Pair] = [:]
    var lengths: [StyleMember: StyleLength] = [:]
    var fonts: [StyleMember: StyleFont] = [:]

    /// Whether it changes nothing.
    public var isEmpty: Bool { colors.isEmpty && lengths.isEmpty && fonts.isEmpty }

    /// The custom properties that the style sets: all in the light, in the dark those that differ.
    ///
    /// A background without a text colour gets black or white words, whichever is easier to read.
    public func declarations(_ scheme: Scheme = .light) -> [(property: String, value: String)] {
        let light = all(.light)
        guard scheme == .dark else { return light }
        let dark = all(.dark)
        return zip(light, dark).filter { $0.value != $1.value }.map(\.1)
    }

    /// Every declaration, of one scheme.
    private func all(_ scheme: Scheme) -> [(property: String, value: String)] {
        StyleMember.allCases.flatMap { member -> [(property: String, value: String)] in
            if let color = colors[member]?[scheme] {
                return [(member.property, color.description)] + words(on: color, member, scheme)
            }
            let value = lengths[member]?.description ?? fonts[member]?.description
            return value.map { [(member.property, $0)] } ?? []
        }
    }

    /// The colour of words that a background brings with it.
    private func words(
        on color: StyleColor, _ member: StyleMember, _ scheme: Scheme
    ) -> [(property: String, value: String)] {
        let below = color.over(scheme.surface)
        switch member {
        case .backgroundColor where colors[.textColor] == nil && isBackgroundSeen:
            return [(StyleMember.textColor.property, below.textColor.description)]
        case .selectedColor: return [("--fp-on-accent", below.textColor.description)]
        default: return []
        }
    }

    /// Whether the background is more than a clear one, in either scheme.
    private var isBackgroundSeen: Bool {
        colors[.backgroundColor].map { $0.light.alpha > 0 || $0.dark.alpha > 0 } ?? false
    }

    // MARK: - Contrast

    private static let leastContrast = 4.5

    /// What is hard to read: words with a contrast of less than 4.5 to 1, a sentence each.
    ///
    /// A colour of words alone is held against the page's own surface.
    public func warnings() -> [String] {
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
                        + "\(place): its contrast is \(Self.text(ratio)) to 1, and words need 4.5.")
            }
            return found
        }
    }

    /// Two decimals, rounded down, so that 4.499 is not called enough.
    private static func text(_ ratio: Double) -> String {
        let hundredths = Int(ratio * 100)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The members of a style object, in the order they are written.
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

    /// The custom property of the page's style sheet.
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
