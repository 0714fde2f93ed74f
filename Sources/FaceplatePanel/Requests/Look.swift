import Faceplate

/// The appearance of a panel's pages: style sheets, script and layout.
///
/// The style sheets are the panel's own or those of `publicFolder` in their place, that of the schema's colors and
/// lengths, and the host's theme.
final class Look: Sendable {
    let styles: [Asset]
    let script: Asset
    /// The host's arrangement of the parts of a page; `nil` for the panel's own layout.
    let layout: PanelLayout?
    /// The paths of all assets, which identify this appearance.
    let paths: [String]

    /// Creates an appearance.
    ///
    /// - Parameter schema: The style sheet made from the schema; `nil` when the schema has no styles.
    init(_ folder: PublicFolder?, theme: Asset?, schema: Asset?, layout: PanelLayout?) {
        self.layout = layout
        let own = folder?.contents(of: "panel.css").map { Asset("panel", "css", $0) }
        styles = [own ?? .style] + [schema, theme].compactMap(\.self)
        script =
            folder?.contents(of: "panel.js").map { Asset("panel", "js", $0) } ?? .script
        paths = (styles + [script]).map(\.path)
    }

    /// Returns the asset at a path; the built-in assets stay available for pages that were loaded earlier.
    func asset(at path: String) -> Asset? {
        (styles + [script] + Asset.all).first { $0.path == path }
    }
}
