import Faceplate
import FaceplateHTML

struct Picture: Sendable {
    /// Empty for the panel.
    private let key: String
    private let address: URLReference
    /// The style sheet of the schema draws it, in the color of the text.
    private let takesTextColor: Bool
    /// Of the tile that the image is drawn on; `nil` for an image beside text.
    private let hue: String?

    static let ownHue = "own"

    init?(_ item: Schema.Item, on hue: String? = nil) {
        self.init(
            item.image, of: item.key, takesTextColor: item.imageTakesTextColor, on: hue)
    }

    init?(panel: Schema) {
        let isDrawn = panel.icon.flatMap(Schema.drawing) != nil
        self.init(panel.icon, of: "", takesTextColor: isDrawn, on: Self.ownHue)
    }

    private init?(_ image: String?, of key: String, takesTextColor: Bool, on hue: String?) {
        guard let image, let address = URLReference.image(data: image) ?? URLReference(image)
        else { return nil }
        (self.key, self.address, self.takesTextColor) = (key, address, takesTextColor)
        self.hue = hue
    }

    /// It has no text of its own: a title is always beside it.
    func render(_ base: BasePath, into html: inout Markup) {
        if takesTextColor {
            let tile: [Attribute] = hue.map { [.data("hue", $0)] } ?? []
            html.element(
                .span, attributes: [.class("thumb"), .data("picture", key)] + tile
            ) { _ in }
        } else {
            html.void(.img, .class("thumb"), .src(base.resolving(address)), .alt(""))
        }
    }

    static func render(
        _ picture: Self?, or title: String, on hue: String, _ base: BasePath,
        into html: inout Markup
    ) {
        if let picture { return picture.render(base, into: &html) }
        html.element(
            .span, .class("thumb"), .data("hue", hue), .data("letter", String(title.prefix(1)))
        ) { _ in }
    }

    static func render(panel context: PageContext, into html: inout Markup) {
        render(
            Self(panel: context.schema), or: context.labels.panelTitle.text, on: ownHue,
            context.base, into: &html)
    }

    /// That of the panel, or else a drawing in the color of buttons, which is part of the page and needs no request.
    static func inTab(of context: PageContext) -> URLReference {
        let (panel, base) = (context.schema, context.base)
        if let own = Self(panel: panel), !own.takesTextColor { return base.resolving(own.address) }
        let drawing = panel.tabDrawing(letter: context.labels.panelTitle.text.prefix(1))
        let data = "data:image/svg+xml;base64," + Base64.text(of: Array(drawing.utf8))
        return URLReference.image(data: data) ?? base.path()
    }
}

/// A page is recognized by its tile before its name is read.
enum PageHue {
    static let overview = Schema.Hue.grey.rawValue
    /// Of the pages below the first one, in order, unless the schema sets others.
    private static let all: [Schema.Hue] = [
        .orange, .violet, .blue, .green, .amber, .pink, .teal, .indigo,
    ]

    static func ofPages(in schema: Schema) -> [String: String] {
        var hues: [String: String] = [:]
        for page in schema.pages where page.path.count == 1 {
            let hue = schema.items[page.key]?.hue ?? all[hues.count % all.count]
            hues[page.key] = hue.rawValue
        }
        return hues
    }

    /// Subpages have the color of their page.
    static func of(_ page: Schema.ItemPage, in schema: Schema) -> String {
        guard let top = page.path.first else { return overview }
        let own = page.path.reversed().lazy.compactMap { schema.items[$0]?.hue }.first
        return own?.rawValue ?? ofPages(in: schema)[top] ?? overview
    }
}
