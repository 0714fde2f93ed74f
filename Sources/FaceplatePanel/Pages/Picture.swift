import Faceplate
import FaceplateHTML

/// The image of an item or of the panel.
struct Picture: Sendable {
    /// The key of the item; empty for the panel.
    private let key: String
    private let address: URLReference
    /// True when the style sheet of the schema draws the image, in the color of the text.
    private let takesTextColor: Bool

    /// Creates the image of an item; `nil` when it has none.
    init?(_ item: Schema.Item) {
        self.init(item.image, of: item.key, takesTextColor: item.imageTakesTextColor)
    }

    /// Creates the image of a panel; `nil` when it has none.
    init?(panel: Schema) {
        let isDrawn = panel.icon.flatMap(Schema.drawing) != nil
        self.init(panel.icon, of: "", takesTextColor: isDrawn)
    }

    private init?(_ image: String?, of key: String, takesTextColor: Bool) {
        guard let image, let address = URLReference.image(data: image) ?? URLReference(image)
        else { return nil }
        (self.key, self.address, self.takesTextColor) = (key, address, takesTextColor)
    }

    /// Writes the image, which has no text of its own: a title is always beside it.
    func render(_ base: BasePath, into html: inout Markup) {
        if takesTextColor {
            html.element(.span, .class("thumb"), .data("picture", key)) { _ in }
        } else {
            html.void(.img, .class("thumb"), .src(base.resolving(address)), .alt(""))
        }
    }

    /// Returns the address of the image in the tab of the browser: that of the panel, or else a drawing in the color of
    /// buttons, which is part of the page and needs no request.
    static func inTab(of panel: Schema, _ base: BasePath) -> URLReference {
        if let own = Self(panel: panel), !own.takesTextColor { return base.resolving(own.address) }
        let data = "data:image/svg+xml;base64," + Base64.text(of: Array(panel.tabDrawing.utf8))
        return URLReference.image(data: data) ?? base.path()
    }
}
