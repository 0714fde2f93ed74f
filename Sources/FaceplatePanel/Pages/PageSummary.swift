import Faceplate
import FaceplateHTML

/// `itemSummary` with values for its `{key}` slots, or the first values on the subpage, each after the title of its
/// setting.
///
/// It never contains a secret, nor a setting that a rule hides.
struct PageSummary: PagePart {
    private enum Piece {
        case words(String)
        case value(String)
    }

    private static let mostValues = 2
    let page: Schema.ItemPage
    let row: Row

    var context: PageContext { row.context }

    var isEmpty: Bool { pieces.isEmpty }

    func render(_ html: inout Markup) {
        let pieces = pieces
        guard !pieces.isEmpty else { return }
        let language = written.map { $0.language(on: context.locale) } ?? []
        html.element(
            .span, attributes: [.class("sub"), .id("v-\(row.key)")] + language
        ) { html in
            for piece in pieces {
                switch piece {
                case .words(let text): html.text(text)
                // Isolates keep the direction of a value from affecting the line around it.
                case .value(let text): html.element(.bdi, text: text)
                }
            }
        }
    }

    private var written: ResolvedLabel? { row.face.item.flatMap(context.labels.summary) }

    private var pieces: [Piece] {
        guard let written else {
            return values.enumerated().flatMap { index, value in
                (index == 0 ? [] : [.words(" · ")]) + value
            }
        }
        let general = Phrase(stringLiteral: written.text).pieces(in: context.locale)
        let counted = written.hasForms ? counted(in: general) : nil
        let form = written.form(for: counted?.number)
        return Phrase(stringLiteral: form.text).pieces(in: context.locale).map { piece in
            switch piece {
            case .text(let text): .words(text)
            case .slot(let key):
                if let counted, key == "count" || key == counted.key {
                    .value(NumberSpelling.shown(counted.number, in: context.locale))
                } else {
                    .value(value(of: key))
                }
            }
        }
    }

    /// The first setting in the text that is a number, or a list, whose elements are counted, selects the plural form.
    private func counted(in pieces: [Phrase.Piece]) -> (key: String, number: ExactDecimal)? {
        let keys = pieces.compactMap { if case .slot(let key) = $0 { key } else { nil } }
        for key in keys + writtenKeys {
            guard let setting = setting(key) else { continue }
            switch context.snapshot.value(of: setting) {
            case .list(let values)?: return (key, ExactDecimal(Int64(values.count)))
            case let value?: if let number = value.number { return (key, number) }
            case nil: continue
            }
        }
        return nil
    }

    /// The keys in the text of the schema itself.
    private var writtenKeys: [String] {
        guard case .words(let text)? = row.face.item?.words.summary else { return [] }
        return Phrase(stringLiteral: text).pieces(in: context.locale).compactMap {
            if case .slot(let key) = $0 { key } else { nil }
        }
    }

    private func value(of key: String) -> String {
        setting(key).map(shown) ?? ""
    }

    private func setting(_ key: String) -> Schema.Setting? {
        guard case .setting(let setting)? = context.schema.reference(key),
            context.rules.isVisible(setting.key)
        else { return nil }
        return setting
    }

    private func shown(_ setting: Schema.Setting) -> String {
        ProblemWords.shortened(context.shown(context.snapshot.value(of: setting), of: setting))
    }

    /// With titles: a value alone rarely says what it is about.
    private var values: [[Piece]] {
        let settings = page.groups.lazy.flatMap { group in
            group.entries.lazy.compactMap { setting(of: $0, in: group) }
        }
        var reported: Set<String> = []
        var values: [[Piece]] = []
        for setting in settings where reported.insert(setting.key).inserted {
            let text = shown(setting)
            guard !text.isEmpty else { continue }
            let title = context.labels.title(of: setting.key).text
            values.append([.value(title), .words(": "), .value(text)])
            if values.count == Self.mostValues { break }
        }
        return values
    }

    private func setting(of entry: Schema.ItemGroup.Entry, in group: Schema.ItemGroup) -> Schema
        .Setting?
    {
        guard context.level == .advanced || group.level == .basic else { return nil }
        let key: String
        switch entry {
        case .item(let item):
            guard context.level == .advanced || item.level == .basic else { return nil }
            key = item.control == .select ? group.key : item.key
        case .reference(let place):
            guard !context.isBeyondLevel(place.key) else { return nil }
            key = place.key
        }
        guard let setting = context.schema.settings[key], !setting.isSecret, !setting.isHidden,
            // The state of a button is shown by its title, and JSON is not readable.
            setting.control != .button, setting.control != .custom,
            context.rules.isVisible(key)
        else { return nil }
        return setting
    }
}
