extension Schema {
    /// `nil` if the schema has no styles.
    package var styleSheet: String? {
        StyleSheet.css(
            panel: style,
            groups: groups.compactMap { group in group.style.map { (group.key, $0) } },
            items: items.compactMap { item in item.style.map { (item.key, $0) } },
            more: lowerRows + pictures(of: items.filter(\.imageTakesTextColor)))
    }

    package var panelStyleSheet: String? {
        StyleSheet.css(panel: style, groups: [], items: [], more: lowerRows + pictures(of: []))
    }

    /// The rule of the compact density: a row with a field has 40 pixels.
    private var lowerRows: String {
        density == .comfortable
            ? ""
            : "@media (pointer: fine) { html { --fp-row-min: 2.5rem; --fp-field-min: 2rem; "
                + "--fp-inset-block-start: .25rem; --fp-inset-block-end: .25rem } }\n"
    }

    /// Returns the rules of images that are drawn in the color of the text, as masks over it: those of items, and that of
    /// the panel.
    private func pictures(of items: [Item]) -> String {
        let drawn =
            items.map { ($0.key, $0.image ?? "") }
            + (icon.flatMap(Self.drawing) == nil ? [] : [("", icon ?? "")])
        guard !drawn.isEmpty else { return "" }
        return
            "[data-picture]::before { content: \"\"; background: currentcolor; mask: 0 / contain }\n"
            + "@media (forced-colors: active) { [data-picture]::before { background: CanvasText } }\n"
            // Neither keys nor base64 contain a character that ends a string.
            + drawn.map { "[data-picture=\"\($0)\"]::before { mask-image: url(\"\($1)\") }\n" }
            .joined()
    }

    private static let textColor = "currentColor"

    /// Returns the SVG of a data URL that is drawn in the color of the text; `nil` for any other image.
    package static func drawing(_ image: String) -> String? {
        let start = "data:image/svg+xml;base64,"
        guard image.hasPrefix(start) else { return nil }
        return Base64.bytes(of: String(image.dropFirst(start.count)))
            .flatMap { String(validating: $0, as: UTF8.self) }
            .flatMap { $0.contains(textColor) ? $0 : nil }
    }

    /// The panel's own if it takes the color of the text, else a letter.
    package func tabDrawing(letter: Substring) -> String {
        let color =
            style?.declarations().first { $0.property == "--fp-accent" }?.value ?? "#2e49c4"
        let name = letter.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return icon.flatMap(Self.drawing)?.replacing(Self.textColor, with: color)
            ?? "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><rect width='24' "
            + "height='24' rx='6' fill='\(color)'/><text x='12' y='18' font-family='Arial' "
            + "text-anchor='middle' fill='#fff'>\(name)</text></svg>"
    }

    /// The warnings about colors of the schema that are hard to read.
    ///
    /// Each has the key of the item or group (empty for the panel) and a sentence.
    package var styleWarnings: [(key: String, sentence: String)] {
        let styles =
            [("", style)] + groups.map { ($0.key, $0.style) } + items.map { ($0.key, $0.style) }
        return styles.flatMap { key, style in
            (style?.warnings() ?? []).map { (key: key, sentence: $0) }
        }
    }
}
