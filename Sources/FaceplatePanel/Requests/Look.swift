import Faceplate

/// The style sheets and scripts of a panel's pages: our own or those of `publicFolder` in their
/// place, the program's theme, and what the schema says of colours and lengths.
final class Look: Sendable {
    let styles: [Asset]
    let script: Asset
    /// What the host makes of the parts of a page; `nil` leaves them as they are.
    let layout: PanelLayout?
    /// Tells one look from another.
    let paths: [String]

    /// - Parameter schema: the style sheet made of the schema; `nil` where it says nothing.
    init(_ folder: PublicFolder?, theme: Asset?, schema: Asset?, layout: PanelLayout?) {
        self.layout = layout
        let own = folder?.contents(of: "panel.css").map { Asset("panel", "css", $0) }
        styles = [own ?? .style] + [schema, theme].compactMap(\.self)
        script =
            folder?.contents(of: "panel.js").map { Asset("panel", "js", $0) } ?? .script
        paths = (styles + [script]).map(\.path)
    }

    /// The file at an address; those that the panel always has are there for older pages.
    func asset(at path: String) -> Asset? {
        (styles + [script] + Asset.all).first { $0.path == path }
    }
}
