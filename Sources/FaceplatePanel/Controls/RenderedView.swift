import Faceplate
import FaceplateHTML

enum RenderedView {
    static func render(_ renderer: any ControlRenderer, _ row: Row, into html: inout Markup) {
        guard let item = row.face.item else { return }
        let isSetting = row.setting != nil && !item.control.isAction
        if isSetting, let lock = row.lock {
            let field = ControlField(row, item, isGroup: false)
            return row.frame(&html) { html in
                named(row, &html)
                html.element(.div, .class("ctl")) { html in
                    write(row, &html) { try renderer.renderReadOnly(field, into: &$0) }
                }
                row.lockNote(&html, lock)
                row.problem(&html)
            }
        }
        let isGroup = renderer.isGroup && isSetting
        let field = ControlField(row, item, isGroup: isGroup)
        func content(_ html: inout Markup) {
            write(row, &html) { try renderer.render(field, into: &$0) }
        }
        if isGroup {
            row.fieldset(&html) { $0.element(.div, .class("ctl"), content: content) }
        } else if item.control.isAction {
            row.frame(&html) { html in
                if row.face.texts.help != nil {
                    html.element(.div, .class("t")) { $0.append(row.face.helpText) }
                }
                html.element(.div, .class("ctl"), content: content)
                row.reason(&html)
                row.problem(&html)
            }
        } else if item.isProse {
            row.frame(&html) { html in
                if row.face.texts.subtitle != nil { html.append(row.face.name) }
                html.element(.div, .class("rich"), content: content)
            }
        } else {
            row.frame(&html) { html in
                if isSetting { row.words(&html) } else { named(row, &html) }
                html.element(.div, .class("ctl"), content: content)
                row.problem(&html)
                if isSetting { row.more(&html) }
            }
        }
    }

    private static func named(_ row: Row, _ html: inout Markup) {
        html.element(.div, .class("t")) { html in
            html.append(row.face.name)
            row.standingNotes(&html)
        }
    }

    private static func write(
        _ row: Row, _ html: inout Markup, by render: (inout Markup) throws -> Void
    ) {
        // A renderer that throws must not leave half of its markup on the page.
        var written = Markup()
        do {
            try render(&written)
            html.append(written)
        } catch {
            html.element(.p, .class("err"), text: row.words[.notShown])
        }
    }
}

extension Schema.Item {
    var isProse: Bool { control == .text || control == .html }
}

extension Schema {
    /// `nil` when the panel shows the item; `given` has renderers of single items, by key.
    func renderer(
        of item: Item?, _ given: [String: any ControlRenderer]
    ) -> (any ControlRenderer)? {
        guard let item, !given.isEmpty || item.customControl != nil, item.hasOwnRow else {
            return nil
        }
        if let renderer = given[item.key] { return renderer }
        return item.customControl.flatMap { customControl($0) } as? any ControlRenderer
    }
}

extension Schema.Item {
    /// Not for a page, nor for an option, whose row is that of its group.
    var hasOwnRow: Bool { control != .page && control != .select }
}

extension Panel {
    func renderer(of item: Schema.Item) -> (any ControlRenderer)? {
        appSnapshot.schema.renderer(of: item, configuration.renderers)
    }

    func rendersEachTime(_ page: Schema.ItemPage, _ schema: Schema) -> Bool {
        page.groups.contains { group in
            group.items.contains {
                schema.renderer(of: $0, configuration.renderers)?.rendersEachTime == true
            }
        }
    }

    var rendererProblems: [String] {
        let schema = appSnapshot.schema
        return configuration.renderers.keys.sorted().compactMap { key in
            guard schema.keys.contains(key) else {
                return "The app has a renderer for '\(key)', which the schema does not have."
                    + NearestWord.suggestion(for: key, among: schema.keys)
            }
            let item = schema.items[key]
            guard item?.hasOwnRow != true else { return nil }
            let kind =
                item == nil ? "a group" : item?.control == .page ? "a page" : "an option of a group"
            return
                "The app has a renderer for '\(key)', which is \(kind): its row has no look of its own."
        }
    }

    func reportRemovals(in revision: Revision) {
        let schema = appSnapshot.schema
        for change in revision.changes {
            guard let setting = schema.settings[change.key],
                let renderer = schema.items[change.key].flatMap(renderer),
                case .list(let old)? = revision.value(change.old, of: setting, in: appSnapshot)
            else { continue }
            var left: [Value] = []
            if case .list(let new)? = revision.value(change.new, of: setting, in: appSnapshot) {
                left = new
            }
            let removed = old.filter { element in
                guard let place = left.firstIndex(of: element) else { return true }
                left.remove(at: place)
                return false
            }
            if !removed.isEmpty { renderer.removed(removed, from: change.key) }
        }
    }
}
