/// Text and lines get a tone of the color that is readable on every background of the page, and filled areas one that
/// is visible on it.
package struct AccentStyle {
    struct Tones: Equatable {
        let accent: StyleColor
        let solid: StyleColor
        let onSolid: StyleColor
    }

    /// The minimum contrast of text and of areas; that of text is a little above the 4.5 of WCAG 2.
    private static let (text, area) = (5.0, 3.0)

    private let seed: StyleColor

    /// A transparent color is drawn on white first.
    package init(_ color: StyleColor) {
        seed = color.over(.white)
    }

    package var name: String { String(seed.description.dropFirst()) }

    package var css: String {
        let (light, dark) = (Self.declarations(tones(.light)), Self.declarations(tones(.dark)))
        // Each selector has the weight of a dark style of the schema, which comes first.
        return """
            @layer fp.style {
            @media (forced-colors: none) {
            html:root { \(light) }
            @media screen and (prefers-color-scheme: dark) { html:not([data-theme=light]) { \(dark) } }
            @media screen { html[data-theme=dark] { \(dark) } }
            }
            }

            """
    }

    func tones(_ scheme: Style.Scheme) -> Tones {
        // The hardest backgrounds: the list of pages, and a menu on a dark page.
        let back =
            scheme == .light
            ? StyleColor(red: 0xEB, green: 0xEB, blue: 0xEF)
            : StyleColor(red: 0x2A, green: 0x2A, blue: 0x30)
        let ink: StyleColor = scheme == .light ? .black : .white
        let solid = tone(Self.area, on: back, towards: ink)
        let isWhiteReadable = StyleColor.contrast(solid, .white) >= 4.5
        return Tones(
            accent: tone(Self.text, on: back, towards: ink), solid: solid,
            onSolid: isWhiteReadable ? .white : .black)
    }

    /// Returns the nearest color with a contrast, on the way to black or white.
    private func tone(
        _ contrast: Double, on back: StyleColor, towards ink: StyleColor
    ) -> StyleColor {
        let steps = stride(from: 0, through: 255, by: 5).lazy.map { share in
            StyleColor(red: ink.red, green: ink.green, blue: ink.blue, alpha: UInt8(share))
                .over(seed)
        }
        return steps.first { StyleColor.contrast($0, back) >= contrast } ?? ink
    }

    private static func declarations(_ tones: Tones) -> String {
        "--fp-accent: \(tones.accent); --fp-solid: \(tones.solid); --fp-on-solid: \(tones.onSolid)"
    }
}
