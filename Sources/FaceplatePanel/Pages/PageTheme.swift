import Faceplate
import FaceplateHTML

/// The theme of the pages that a setting of the panel selects (`panelTheme`).
public enum PageTheme: String, Sendable, Hashable {
    case light, dark

    /// Text that ends with the name of a theme, such as `theme_dark`, or a switch.
    init?(_ value: Value) {
        switch value {
        case .boolean(let isDark): self = isDark ? .dark : .light
        case .text(let text):
            guard let name = text.split(whereSeparator: { "._-".contains($0) }).last,
                let theme = Self(rawValue: name.lowercased())
            else { return nil }
            self = theme
        default: return nil
        }
    }
}

extension PageTheme? {
    var attributes: [Attribute] { map { [.data("theme", $0.rawValue)] } ?? [] }
}

extension PageContext {
    /// `nil` for the color of the style sheet.
    var accent: StyleColor? {
        guard let key = schema.accentKey,
            case .text(let text)? = snapshot.value(key)
        else { return nil }
        return StyleColor(text)
    }

    /// `nil` if the browser decides, or if the viewer may not see the setting.
    var theme: PageTheme? {
        guard let key = schema.themeKey else { return nil }
        return snapshot.value(key).flatMap(PageTheme.init)
    }
}
