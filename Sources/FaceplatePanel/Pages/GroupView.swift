import Faceplate
import FaceplateHTML

struct GroupView {
    let context: PageContext
    let submission: Submission?
    let face: PageFace.Group
    /// For settings with several places on the page, the number of the place with the field.
    let fields: [String: Int]

    private var key: String { face.group.key }

    func render(_ html: inout Markup, _ parts: inout PartWriter) {
        parts.group(id, face.kept, state, &html, content: write)
    }

    private var state: GroupState? {
        // A setting with several places on the page depends on the other groups.
        submission == nil && fields.isEmpty ? GroupState(alone: face, context) : nil
    }

    /// `nil` where its row has the id, or nothing leads to it.
    private var id: String? {
        isNameless || !face.isOneSetting && !face.group.isSetting ? "s-\(key)" : nil
    }

    private func write(_ html: inout Markup, _ parts: inout PartWriter) {
        let rows = face.places.filter { $0.isShown(in: face.group, context, submission) }
        guard !rows.isEmpty || face.isWordsAlone && isForThisLevel else { return }
        let isTiles = face.isOfPages && context.face.overview != nil
        var attributes: [Attribute] = [.class(isTiles ? "group tiles" : "group")]
        // A title above hidden rows has no purpose.
        let isEmpty = !face.isWordsAlone && !rows.contains(where: isVisible)
        let isHidden = !context.isVisible(face.group.key) && !rows.contains(where: hasProblem)
        if isHidden || isEmpty { attributes.append(.hidden(true)) }
        let isNamed = !isNameless && !face.isOneSetting
        if isNamed { attributes += [.role("group"), .aria("labelledby", "l-\(key)")] }
        if let id { attributes.append(.id(id)) }
        if isNamed {
            let notes =
                (face.header == nil ? [] : ["h-\(key)"]) + (footer == nil ? [] : ["f-\(key)"])
            if !notes.isEmpty { attributes.append(.aria("describedby", ids: notes)) }
        }
        html.element(.div, attributes: attributes) { html in
            if let isCollapsed = face.group.isCollapsed, face.trail == nil {
                let isOpen =
                    !isCollapsed || context.opened == key || rows.contains(where: isNeeded)
                html.element(.details, .open(isOpen)) { html in
                    html.element(.summary) { title(&$0) }
                    content(rows, &html, &parts)
                }
            } else {
                if !isNameless { title(&html) }
                html.staticMarkup("\n")
                content(rows, &html, &parts)
            }
        }
        html.staticMarkup("\n")
    }

    /// Texts without a title need no accessible name.
    private var isNameless: Bool {
        face.isWordsAlone && face.trail == nil && !context.labels.showsTitle(of: face.group)
    }

    private var isForThisLevel: Bool { context.level == .advanced || !face.hasAdvanced }

    private func title(_ html: inout Markup) {
        if let trail = face.trail {
            return html.element(.h2, .id("l-\(key)")) { $0.append(trail) }
        }
        let look: [Attribute] = context.labels.showsTitle(of: face.group) ? [] : [.class("sr")]
        html.element(
            .h2, attributes: [.id("l-\(key)")] + look + face.title.language(on: context.locale),
            text: face.title.text)
    }

    private func content(
        _ places: [PageFace.Place], _ html: inout Markup, _ parts: inout PartWriter
    ) {
        reset(&html)
        if let header = face.header { note(header, "head", "h-\(key)", &html) }
        if !face.isWordsAlone { box(places, &html, &parts) }
        if let footer { note(footer, "foot", "f-\(key)", &html) }
    }

    private func box(
        _ places: [PageFace.Place], _ html: inout Markup, _ parts: inout PartWriter
    ) {
        html.element(.div, .class("box")) { html in
            html.staticMarkup("\n")
            for place in places {
                let face = place.face
                if let field = fields[face.key], field != place.number {
                    Row(face, context: context, submission: submission).elsewhere(&html)
                } else {
                    let state = RowState(alone: face, context, submission)
                    parts.row(face, state, isWanted: hasProblem(place), &html) { html in
                        let row = Row(
                            face, context: context, submission: submission, state: state)
                        ControlViews.render(row, into: &html)
                    }
                }
            }
        }
    }

    /// A group of one setting has the reset button of its row.
    private func reset(_ html: inout Markup) {
        let group = face.group
        // A search shows only a part of a group, and must not change the rest.
        guard context.rights.mayEdit, face.trail == nil, !group.isSetting, group.items.count > 1
        else { return }
        ResetMenu(
            context: context, key: key, title: face.title.text,
            settings: context.snapshot.shownResets(group: group)
        ).render(&html)
    }

    private func note(
        _ label: ResolvedLabel, _ look: String, _ id: String, _ html: inout Markup
    ) {
        html.element(.p, .class(look), .id(id), label: label, on: context.locale)
    }

    private var footer: ResolvedLabel? { face.footer(by: context.rules) }

    private func isVisible(_ place: PageFace.Place) -> Bool {
        hasProblem(place) || context.isVisible(place.face.key)
    }

    private func hasProblem(_ place: PageFace.Place) -> Bool {
        submission?.problems[place.face.key] != nil
    }

    private func isNeeded(_ place: PageFace.Place) -> Bool {
        guard isVisible(place) else { return false }
        return hasProblem(place) || context.opened == place.face.key
            || context.details?.key == place.face.key
            || place.face.setting.map { !$0.isSecret && context.snapshot.isModified($0) } ?? false
    }
}

extension PageFace.Place {
    func isAdvanced(in group: Schema.ItemGroup) -> Bool {
        group.level == .advanced || face.item?.level == .advanced
    }

    /// An advanced row, or one whose place has a condition, is also shown for its details and for a problem.
    func isShown(
        in group: Schema.ItemGroup, _ context: PageContext, _ submission: Submission?
    ) -> Bool {
        (context.level == .advanced || !isAdvanced(in: group))
            && condition.map(context.rules.holds) ?? true
            || context.details?.key == face.key
            || submission?.problems[face.key] != nil
    }
}
