extension Schema {
    /// A screen: the first page, or a subpage of a `page` item.
    package final class ItemPage: Sendable {
        /// The key of the `page` item; empty for the first page.
        package let key: String
        /// The keys of the `page` items that lead here, ending with the page's own key; empty for the first page.
        package let path: [String]
        /// The groups, in display order.
        package let groups: [ItemGroup]

        init(path: [String], groups: [ItemGroup]) {
            key = path.last ?? ""
            self.path = path
            self.groups = groups
        }
    }

    package final class ItemGroup: Sendable {
        package enum Entry: Sendable {
            case item(Item)
            case reference(SecondPlace)
        }

        /// A row that shows a setting, or links to a page, that belongs to another place.
        package struct SecondPlace: Sendable, Hashable {
            package let key: String
            /// The title of this row only; `nil` if it has the title of the setting or page.
            package let title: LabelText?
            /// `nil` if the row is shown whenever the setting is.
            package let visibleWhen: Condition?
        }

        package let key: String
        /// The keys of the pages that lead to the group; empty on the first page.
        package let pagePath: [String]
        package let title: LabelText?
        package let header: LabelText?
        package let footer: LabelText?
        /// The first footer whose condition is true replaces `footer`.
        package let footers: [Footer]
        package let checks: [Check]
        /// The items and references, in display order.
        package let entries: [Entry]
        /// The items without references, in display order.
        package let items: [Item]
        /// True when the group is collapsed at first, false when it can be collapsed; `nil` when it is always expanded.
        package let isCollapsed: Bool?
        package let level: Level
        /// The user groups whose members can see and change it; empty if all users can.
        package let access: [String]
        package let style: Style?
        /// `nil` if the group is always visible.
        package let visibleWhen: Condition?

        /// True when the group has `select` items, which makes the group itself a setting.
        package var isSetting: Bool { items.contains { $0.control == .select } }

        package var secondPlaces: [SecondPlace] {
            entries.compactMap { if case .reference(let place) = $0 { place } else { nil } }
        }

        package var options: [Item] { items.filter { $0.control == .select } }

        init(_ draft: SchemaDocument.Group, _ types: SchemaDocument.Types) {
            key = draft.key ?? ""
            pagePath = draft.pagePath
            title = LabelText(draft.node.object["groupTitle"])
            header = LabelText(draft.node.object["groupHeader"])
            footer = LabelText(draft.node.object["groupFooter"])
            footers = draft.footers.compactMap { Footer($0, types) }
            checks = draft.checks.compactMap { Check($0, types) }
            entries = Schema.orderedEntries(draft, types)
            items = entries.compactMap { if case .item(let item) = $0 { item } else { nil } }
            isCollapsed = draft.node.boolean("groupCollapsed")
            level = draft.node.string("groupLevel").flatMap(Level.init) ?? .basic
            access = draft.node.strings("groupAccess")
            style = draft.node.style("groupStyle")
            visibleWhen = draft.node.condition("groupVisibleWhen", types)
        }
    }

    package struct Footer: Sendable {
        package let condition: Condition
        package let text: LabelText

        init?(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
            guard let condition = node.condition("when", types),
                let text = LabelText(node.object["footer"])
            else { return nil }
            self.condition = condition
            self.text = text
        }
    }

    /// A constraint across several settings.
    package struct Check: Sendable {
        /// The condition that must be true.
        package let condition: Condition
        package let message: LabelText
        /// The settings next to which the message is shown; by default those that the condition compares with each
        /// other, or all of its settings.
        package let keys: [String]

        init?(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
            guard let condition = node.condition("require", types),
                let message = LabelText(node.object["message"])
            else { return nil }
            self.condition = condition
            self.message = message
            let named = node.strings("items")
            keys = named.isEmpty ? condition.comparedKeys : named
        }

        private init(_ condition: Condition, _ message: LabelText, _ keys: [String]) {
            (self.condition, self.message, self.keys) = (condition, message, keys)
        }

        package var isSilent: Bool { message == .words("") }

        var silent: Check { Check(condition, .words(""), keys) }
    }
}
