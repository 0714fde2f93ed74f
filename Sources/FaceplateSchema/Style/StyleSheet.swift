/// The style sheet that the styles of a schema become.
public enum StyleSheet {
    /// The layer: above the page's own rules, below an embedder's.
    private static let layer = "fp.style"

    /// CSS that sets the custom properties of the panel, and of the elements `#s-KEY` of groups and
    /// items; `nil` where no style changes anything.
    ///
    /// Dark values hold on dark screens, by the system's setting or `data-theme`. Colours are left
    /// out where the system forces its own.
    public static func css(
        panel: Style?, groups: [(key: String, style: Style)], items: [(key: String, style: Style)]
    ) -> String? {
        let styles =
            [panel.map { (Selector.panel, $0) }].compactMap { $0 }
            + (groups + items).map { (Selector.element($0.key), $0.style) }
        let light = styles.map { ($0, $1.declarations(.light)) }
        let dark = styles.map { ($0, $1.declarations(.dark)) }
        let shapes = rules(light, colors: false) { $0.text }
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
        StyleMember.allCases.filter { $0.kind == .color }.map(\.property) + ["--fp-on-accent"])

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

    /// A key as the rest of a CSS identifier: letters, digits, `-` and `_` stand for themselves.
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
