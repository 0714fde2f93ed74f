import Faceplate
import FaceplateHTML

/// `page`: a row that leads to a page of its own, with a line of what is set there.
enum PageView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        guard let page = row.context.schema.pages[row.key] else { return }
        html.element(
            .a,
            attributes: row.rootAttributes
                + [.href(.path(segments: Route.segments(of: page)))] + row.face.titleLanguage
                + row.describedBy(isField: false)
        ) { html in
            html.append(row.face.picture)
            html.element(.span, .class("t")) { html in
                html.element(.span, .class("l"), .id("l-\(row.key)"), text: row.face.title.text)
                let summary = PageSummary(page, row).text
                if !summary.isEmpty {
                    html.element(.span, .class("sub"), .dir(.auto), text: summary)
                }
            }
        }
        html.staticMarkup("\n")
    }
}

/// What a page's row tells of the page: `itemSummary` with the values of its `{key}`s, else the
/// first values of the page.
private struct PageSummary {
    private static let mostValues = 3
    private let page: Schema.Page
    private let row: Row

    init(_ page: Schema.Page, _ row: Row) {
        self.page = page
        self.row = row
    }

    var text: String {
        guard let item = row.face.item, let label = row.context.labels.summary(of: item) else {
            return values.joined(separator: " · ")
        }
        let pieces = Phrase(stringLiteral: label.text).pieces(in: row.context.locale)
        return pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .slot(let key): shown(key)
            }
        }.joined()
    }

    private func shown(_ key: String) -> String {
        guard case .setting(let setting)? = row.context.schema.reference(key) else { return "" }
        return row.context.shown(row.context.snapshot.value(of: setting), of: setting)
    }

    /// The values of the first settings that say something by themselves.
    private var values: [String] {
        page.groups.flatMap(\.items).lazy.compactMap { item -> String? in
            guard let setting = row.context.schema.settings[item.key], !setting.isSecret,
                !setting.isHidden, row.context.rules.isVisible(item.key)
            else { return nil }
            let text = row.context.shown(row.context.snapshot.value(of: setting), of: setting)
            guard !text.isEmpty else { return nil }
            // A lone On says nothing without its name.
            return setting.control == .switch
                ? "\(row.context.labels.title(of: item).text): \(text)" : text
        }.prefix(Self.mostValues).map { ProblemWords.shortened($0) }
    }
}
