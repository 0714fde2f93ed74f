import Faceplate
import FaceplateHTML

/// The last changes, each with the button that undoes it, and the settings that differ from their defaults.
struct OverviewLists: PagePart {
    private static let mostChanges = 3
    /// Fewer where all settings are on the same page below.
    private static let mostSettings = (apart: 8, here: 3)
    let context: PageContext
    private let different: [Schema.Setting]
    private let source: OverviewSource
    /// Otherwise only the rows of the settings have reset buttons.
    private let hasResets: Bool
    private let mostSettings: Int

    init(_ overview: Overview, _ source: OverviewSource) {
        context = overview.context
        hasResets = overview.hasButtons
        mostSettings = overview.isFolded ? Self.mostSettings.here : Self.mostSettings.apart
        different = overview.different
        self.source = source
    }

    func render(_ html: inout Markup) {
        let revisions = source.lastChanges(Self.mostChanges, context)
        guard !revisions.isEmpty || !different.isEmpty else { return }
        html.element(.div, .class("pair"), .id("recent")) { html in
            if !revisions.isEmpty { changes(revisions, &html) }
            if !different.isEmpty { differences(&html) }
        }
        html.staticMarkup("\n")
    }

    private func list(
        _ id: String, _ title: PageWord, _ all: String, _ address: URLReference,
        _ html: inout Markup, lines: (inout Markup) -> Void
    ) {
        html.element(.section, .class("group"), .id(id), .aria("labelledby", "o-\(id)")) { html in
            html.element(.h2, .id("o-\(id)")) { html in
                html.text(words[title] + " ")
                html.element(
                    .a, .href(address), .aria("label", "\(words[title]): \(all)"), text: all)
            }
            html.element(.div, .class("box lines"), content: lines)
        }
    }

    // MARK: - Changes

    private func changes(
        _ revisions: [(revision: Revision, isWhole: Bool)], _ html: inout Markup
    ) {
        list(
            "changes", .lastChanges, words[.all], context.base.path("changes"), &html
        ) { html in
            for (revision, isWhole) in revisions { change(revision, isWhole, &html) }
        }
    }

    private func change(_ revision: Revision, _ isWhole: Bool, _ html: inout Markup) {
        OverviewLine(id: "o-r\(revision.number)").render(&html) { html in
            if revision.changes.count == 1, let change = revision.changes.first {
                texts.link(change.key, &html)
                html.element(.p, .class("help")) { texts.sides(change, of: revision, into: &$0) }
            } else {
                texts.count(of: revision, into: &html)
                html.element(.p, .class("help")) { html in
                    html.text(texts.maker(of: revision))
                    guard let actor = revision.actor else { return }
                    html.text(" · ")
                    html.element(.bdi, text: actor)
                }
            }
        } buttons: { html in
            html.moment(revision.time, in: context)
            guard isWhole, context.rights.mayEdit, texts.canUndo(revision) else { return }
            html.element(
                .button, .class("quiet"), .form("f"), .name("_undo"),
                .value(String(revision.number)),
                .aria("label", undoName(revision)), text: words[.undo])
        }
    }

    private func undoName(_ revision: Revision) -> String {
        guard revision.changes.count == 1, let change = revision.changes.first else {
            return words.counted(.undoCount, revision.changes.count)
        }
        return words.text(.undoLabel, ["label": texts.label(change.key)])
    }

    // MARK: - Differences

    private func differences(_ html: inout Markup) {
        let count = different.count
        let all =
            count > mostSettings
            ? words.text(.allCount, ["count": String(count)]) : words[.all]
        let address = context.base.path(
            segments: [], query: [(SearchQuery.parameter, "@modified")])
        list("different", .differentTitle, all, address, &html) { html in
            for setting in different.prefix(mostSettings) { difference(setting, &html) }
        }
    }

    private func difference(_ setting: Schema.Setting, _ html: inout Markup) {
        let key = setting.key
        let change = Change(
            key: key, old: .onDefault, new: context.snapshot.side(of: key))
        OverviewLine(id: "o-d-\(key)", hasButtons: hasResets).render(&html) { html in
            texts.link(key, &html)
            html.element(.p, .class("help")) { texts.sides(change, of: nil, into: &$0) }
        } buttons: { html in
            let value = context.shown(context.snapshot.defaultValue(of: setting), of: setting)
            let name =
                value.isEmpty
                ? words[.resetEmpty]
                : words.text(.reset, ["value": ProblemWords.shortened(value)])
            html.element(
                .button, .class("reset"), .form("f"), .name("_reset"), .value(key),
                .aria("describedby", "o-d-\(key)")
            ) { $0.element(.span, text: name) }
        }
    }
}
