package enum StyleSheet {
    /// The cascade layer, which is above the rules of the page and below those of an embedding app.
    private static let layer = "fp.style"

    /// Returns CSS that sets custom properties on the panel and on the elements `#s-KEY` of groups and items.
    ///
    /// `more` are rules in the same layer that styles can override.
    ///
    /// It is `nil` if nothing sets anything. Dark values apply on screens with a dark color scheme, set by the system
    /// or by `data-theme`. Colors do not apply in forced-colors mode.
    package static func css(
        panel: Style?, groups: [(key: String, style: Style)], items: [(key: String, style: Style)],
        more: String = ""
    ) -> String? {
        let styles =
            [panel.map { (Selector.panel, $0) }].compactMap { $0 }
            + (groups + items).map { (Selector.element($0.key), $0.style) }
        let light = styles.map { ($0, $1.declarations(.light)) }
        let dark = styles.map { ($0, $1.declarations(.dark)) }
        let shapes = more + rules(light, colors: false) { $0.text }
        let colors = rules(light, colors: true) { $0.text }
        let night = rules(dark, colors: true) { $0.text(inside: "html:not([data-theme=light])") }
        let chosen = rules(dark, colors: true) { $0.text(inside: "html[data-theme=dark]") }
        var inner = colors
        if !night.isEmpty {
            inner += "@media screen and (prefers-color-scheme: dark) {\n\(night)}\n"
            inner += "@media screen {\n\(chosen)}\n"
        }
        if !inner.isEmpty { inner = "@media (forced-colors: none) {\n\(inner)}\n" }
        guard !shapes.isEmpty || !inner.isEmpty else { return nil }
        return "@layer \(layer) {\n\(shapes)\(inner)}\n"
    }

    private static let colorProperties = Set(
        StyleMember.allCases.filter { $0.kind == .color }.map(\.property)
            + ["--fp-solid", "--fp-on-solid"])

    private static func rules(
        _ styles: [(Selector, [(property: String, value: String)])], colors: Bool,
        selector: (Selector) -> String
    ) -> String {
        styles.map { place, declarations in
            let wanted = declarations.filter { colorProperties.contains($0.property) == colors }
            guard !wanted.isEmpty else { return "" }
            let body = wanted.map { "\($0.property): \($0.value)" }.joined(separator: "; ")
            return "\(selector(place)) { \(body) }\n"
        }.joined()
    }

    private enum Selector {
        case panel
        case element(String)

        var text: String {
            switch self {
            case .panel: "html"
            case .element(let key): "#s-" + StyleSheet.escaped(key)
            }
        }

        func text(inside theme: String) -> String {
            switch self {
            case .panel: theme
            case .element: "\(theme) \(text)"
            }
        }
    }

    /// Returns a key as the rest of a CSS identifier; all characters except letters, digits, `-` and `_` are escaped.
    private static func escaped(_ key: String) -> String {
        var text = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": text.unicodeScalars.append(scalar)
            case ".": text += "\\."
            default: text += "\\" + String(scalar.value, radix: 16) + " "
            }
        }
        return text
    }
}
