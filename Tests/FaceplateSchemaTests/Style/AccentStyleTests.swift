import Testing

@testable import FaceplateSchema

/// The colors of pages that are made from one accent color.
struct AccentStyleTests {
    private static let colors = [
        "#2e49c4", "#0b5cad", "#000000", "#ffffff", "#ffff00", "#00ff00", "#ff0000", "#0000ff",
        "#808080", "#7a3d9a",
        "#fc0", "#abcdef", "#12345678",
    ]

    private func color(_ text: String) throws -> StyleColor { try #require(StyleColor(text)) }

    @Test(arguments: colors, Style.Scheme.allCases)
    func anyColorIsReadable(text: String, scheme: Style.Scheme) throws {
        let tones = AccentStyle(try color(text)).tones(scheme)
        let backs =
            scheme == .light
            ? ["#ffffff", "#f3f3f6", "#ebebef"] : ["#131316", "#1e1e22", "#2a2a30"]
        for back in try backs.map(color) {
            #expect(StyleColor.contrast(tones.accent, back) >= 4.5, "text on \(back)")
            #expect(StyleColor.contrast(tones.solid, back) >= 3, "an area on \(back)")
        }
        #expect(StyleColor.contrast(tones.onSolid, tones.solid) >= 4.5)
    }

    @Test(arguments: [
        ("#2e49c4", "#2e49c4", "#2e49c4", "#ffffff"), ("#ffffff", "#5f5f5f", "#878787", "#000000"),
        ("#ffff00", "#646400", "#8c8c00", "#000000"),
    ])
    func aReadableColorIsUsedAsItIs(
        text: String, accent: String, solid: String, onSolid: String
    ) throws {
        let tones = AccentStyle(try color(text)).tones(.light)
        #expect(tones.accent.description == accent)
        #expect(tones.solid.description == solid)
        #expect(tones.onSolid.description == onSolid)
    }

    @Test func theStyleSheetHasColorsForBothSchemes() throws {
        let style = AccentStyle(try color("#0B5CAD"))
        #expect(style.name == "0b5cad")
        let start =
            "@layer fp.style {\n@media (forced-colors: none) {\nhtml:root { --fp-accent: #0b5cad;"
        #expect(style.css.hasPrefix(start))
        #expect(style.css.contains("html[data-theme=dark] { --fp-accent: #"))
        #expect(!style.css.contains("nil"))
    }

    @Test func aTransparentColorIsDrawnOnWhite() throws {
        #expect(AccentStyle(try color("#00000000")).name == "ffffff")
    }
}
