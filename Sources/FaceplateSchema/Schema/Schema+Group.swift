extension Schema {
    /// One screen: the first page, or one that a `page` item leads to.
    public final class Page: Sendable {
        /// The key of its item; empty for the first page.
        public let key: String
        /// The keys of the pages that lead to it, its own last; empty for the first page.
        public let path: [String]
        /// In order.
        public let groups: [Group]

        init(path: [String], groups: [Group]) {
            key = path.last ?? ""
            self.path = path
            self.groups = groups
        }
    }

    /// A titled, ordered set of items: a section of a page.
    public final class Group: Sendable {
        /// What stands in a group: an item of its own, or a setting that has its place elsewhere.
        public enum Entry: Sendable {
            case item(Item)
            case reference(SecondPlace)
        }

        /// A row that shows a setting, or leads to a page, that has its own place elsewhere.
        public struct SecondPlace: Sendable, Hashable {
            /// The key of the setting or the page.
            public let key: String
            /// The title of this row alone; `nil` where it is called as in its own place.
            public let title: LabelText?
        }

        /// The group's key.
        public let key: String
        /// The keys of the pages that lead to it; empty on the first page.
        public let pagePath: [String]
        /// What the group is called.
        public let title: LabelText?
        /// The note above its rows.
        public let header: LabelText?
        /// The note below the group.
        public let footer: LabelText?
        /// Notes below the group that take the place of `footer`; the first that holds does.
        public let footers: [Footer]
        /// What must hold for its settings together.
        public let checks: [Check]
        /// In order.
        public let entries: [Entry]
        /// Its own items, in order.
        public let items: [Item]
        /// Whether it opens on demand; `nil` where it is always open.
        public let isCollapsed: Bool?
        /// Who needs it.
        public let level: Level
        /// The groups of people whose members may see and change it; empty for everyone.
        public let access: [String]
        /// Colours, fonts and lengths of its own.
        public let style: Style?
        /// When it is there.
        public let visibleWhen: Condition?

        /// Whether some items are options, which makes the group itself a setting.
        public var isSetting: Bool { items.contains { $0.control == .select } }

        /// The rows of it that have their own place elsewhere, in order.
        public var secondPlaces: [SecondPlace] {
            entries.compactMap { if case .reference(let place) = $0 { place } else { nil } }
        }

        /// The options of a `select` group.
        public var options: [Item] { items.filter { $0.control == .select } }

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

    /// A note below a group for as long as a condition holds.
    public struct Footer: Sendable {
        /// When it is shown.
        public let condition: Condition
        /// The note.
        public let text: LabelText

        init?(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
            guard let condition = node.condition("when", types),
                let text = LabelText(node.object["footer"])
            else { return nil }
            self.condition = condition
            self.text = text
        }
    }

    /// What must hold for several settings together.
    public struct Check: Sendable {
        /// What must hold.
        public let condition: Condition
        /// What is said where it does not.
        public let message: LabelText
        /// The settings that the problem is shown at; those of the condition where none is named.
        public let keys: [String]

        init?(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
            guard let condition = node.condition("require", types),
                let message = LabelText(node.object["message"])
            else { return nil }
            self.condition = condition
            self.message = message
            let named = node.strings("items")
            keys = named.isEmpty ? condition.keys : named
        }
    }
}
