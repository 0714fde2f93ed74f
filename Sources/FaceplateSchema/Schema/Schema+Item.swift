extension Schema {
    /// One declared setting or row; a column of a table is one, too.
    public final class Item: Sendable {
        /// The item's key; of a column, its key in the table.
        public let key: String
        /// The key of its group; of a column, the key of its table.
        public let groupKey: String
        /// What stands behind its table's key in the keys of its labels: `.column.host` for a
        /// column, `.element` for the element of a list, nothing for other items.
        let cellSuffix: String
        /// How it is shown and edited.
        public let control: Control
        /// The name of the panel's own control that it is made of.
        public let customControl: String?
        /// Its words.
        public let words: Words
        /// The options of a `choice`, `segment`, `choices` or `picker`.
        public let options: [Option]
        /// Whether what people enter in a `picker` can be kept among its options.
        public let addsOptions: Bool
        /// The columns of an `edit_table`; the one element of an `edit_list`.
        public let cells: [Item]
        /// The states of a button.
        public let states: [State]
        /// The value that an `info` shows.
        public let shownValue: Value?
        /// Where a `link` leads.
        public let url: String?
        /// The picture at its start.
        public let image: String?
        /// The command of a button or link, argument by argument.
        public let action: [String]
        /// Kept and readable, but not on the page.
        public let isHidden: Bool
        /// Who needs it.
        public let level: Level
        /// How a `choice` is shown, where the schema fixes it.
        public let choiceStyle: ChoiceStyle?
        /// Colours, fonts and lengths of its own.
        public let style: Style?
        /// What a button stands for.
        public let role: Role
        /// The mark at the end of a `link`.
        public let accessory: Accessory
        /// What a browser is told of a text.
        public let hints: Hints
        /// How its value is written where it is shown (`itemFormat`).
        public let format: String?
        /// How many lines an `edit_multiline` shows.
        public let rows: Int?
        /// When it is there, can be changed, and must have a value.
        public let rules: Rules
        /// What the program attached to it, for its handlers.
        public let data: JSONValue?

        /// Its words, before they are looked up in a locale.
        public struct Words: Sendable, Hashable {
            /// What the item is called.
            public let title: LabelText?
            /// Its second words: the value of an `info`, the prose of a `text` or `html`.
            public let subtitle: LabelText?
            /// An example that stands in the empty field.
            public let placeholder: LabelText?
            /// A sentence that explains the item.
            public let help: LabelText?
            /// What its number counts.
            public let unit: LabelText?
            /// The words at the ends of a slider.
            public let minimum: LabelText?
            /// The words at the ends of a slider.
            public let maximum: LabelText?
            /// The line of a `page` row, with `{key}` for values.
            public let summary: LabelText?
            /// What is asked before an action runs.
            public let confirm: LabelText?
            /// Other words that it is found by.
            public let synonyms: LabelText?
        }

        /// What a browser is told of a text, for keyboards and autofill.
        public struct Hints: Sendable, Hashable {
            /// The keyboard of a phone.
            public let keyboard: Keyboard?
            /// The letters that a phone writes large.
            public let capitalization: Capitalization?
            /// Whether spelling is checked and corrected.
            public let spellcheck: Bool?
            /// What kind of text it is, an `autocomplete` token of HTML such as `email`.
            public let contentType: String?
            /// Whether it is shown as dots; it is no secret for that.
            public let isObscured: Bool
        }

        /// The conditions of an item.
        public struct Rules: Sendable, Hashable {
            /// When the item is there.
            public let visibleWhen: Condition?
            /// When it can be changed or pressed.
            public let enabledWhen: Condition?
            /// When it must have a value.
            public let requiredWhen: Condition?
            /// What becomes of its value while it is not there.
            public let whenHidden: WhenHidden

            init(
                visibleWhen: Condition?, enabledWhen: Condition?, requiredWhen: Condition?,
                whenHidden: WhenHidden
            ) {
                self.visibleWhen = visibleWhen
                self.enabledWhen = enabledWhen
                self.requiredWhen = requiredWhen
                self.whenHidden = whenHidden
            }
        }

        init?(
            _ draft: SchemaDocument.Item, groupKey: String, types: SchemaDocument.Types
        ) {
            guard let control = draft.control else { return nil }
            let node = draft.node
            let object = node.object
            // The element of a list has no key of its own: it has the list's.
            key = draft.key ?? groupKey
            self.groupKey = groupKey
            cellSuffix =
                node.scope == .item ? "" : draft.key.map { ".column.\($0)" } ?? ".element"
            self.control = control
            customControl = draft.customControl
            words = Words(object)
            options = Schema.options(of: draft, types)
            addsOptions = control == .picker && node.boolean("itemAdds") ?? false
            let key = key
            cells = draft.cells.compactMap { Item($0, groupKey: key, types: types) }
            states = draft.states.compactMap(State.init)
            shownValue = control == .info ? object["itemValue"].flatMap(Value.init(json:)) : nil
            url = node.string("itemURL")
            image = node.string("itemImage")
            action = node.strings("itemAction")
            isHidden = node.boolean("itemHidden") ?? false
            level = node.string("itemLevel").flatMap(Level.init) ?? .basic
            choiceStyle = node.string("itemStyle").flatMap(ChoiceStyle.init)
            style = node.style("itemStyle")
            role = node.string("itemRole").flatMap(Role.init) ?? .normal
            accessory = node.string("itemAccessory").flatMap(Accessory.init) ?? .none
            hints = Hints(node)
            format = node.string("itemFormat")
            rows = node.count("itemRows")
            rules = Rules(node, types)
            data = object["itemData"]
        }

        /// What the item is called.
        public var title: LabelText? { words.title }

        /// The key that its resolved words are kept under.
        var labelKey: String { cellSuffix.isEmpty ? key : groupKey + cellSuffix }
    }

    /// One option of a `choice`, `segment`, `choices` or `picker`.
    public struct Option: Sendable {
        /// What is stored where it is chosen.
        public let value: Value
        /// What it is called.
        public let label: LabelText?
        /// What it is called where there is little room.
        public let short: LabelText?
        /// A sentence that explains the option.
        public let help: LabelText?
        /// When it can be chosen.
        public let condition: Condition?
    }

    /// One state of a button: what it is called and asks while it is in it.
    public struct State: Sendable {
        /// What the store keeps.
        public let name: String
        /// What the button is called.
        public let title: LabelText?
        /// What is asked before the action runs.
        public let confirm: LabelText?
        /// What the button stands for.
        public let role: Role?

        init?(_ node: SchemaDocument.Node) {
            guard let name = node.string("state") else { return nil }
            self.name = name
            title = LabelText(node.object["title"])
            confirm = LabelText(node.object["confirm"])
            role = node.string("role").flatMap(Role.init)
        }
    }
}

extension Schema.Item.Words {
    init(_ object: JSONObject) {
        title = LabelText(object["itemTitle"])
        subtitle = LabelText(object["itemSubtitle"])
        placeholder = LabelText(object["itemPlaceholder"])
        help = LabelText(object["itemHelp"])
        unit = LabelText(object["itemUnit"])
        minimum = LabelText(object["itemMinimumLabel"])
        maximum = LabelText(object["itemMaximumLabel"])
        summary = LabelText(object["itemSummary"])
        confirm = LabelText(object["itemConfirm"])
        synonyms = LabelText(object["itemSynonyms"])
    }
}

extension Schema.Item.Hints {
    init(_ node: SchemaDocument.Node) {
        keyboard = node.string("itemKeyboard").flatMap(Schema.Keyboard.init)
        capitalization = node.string("itemCapitalization").flatMap(Schema.Capitalization.init)
        spellcheck = node.boolean("itemSpellcheck")
        contentType = node.string("itemContentType")
        isObscured = node.boolean("itemObscured") ?? false
    }
}

extension Schema.Item.Rules {
    /// No conditions.
    static let none = Self(visibleWhen: nil, enabledWhen: nil, requiredWhen: nil, whenHidden: .keep)

    init(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
        self.init(
            visibleWhen: node.condition("itemVisibleWhen", types),
            enabledWhen: node.condition("itemEnabledWhen", types),
            requiredWhen: node.condition("itemRequiredWhen", types),
            whenHidden: node.string("itemWhenHidden").flatMap(Schema.WhenHidden.init) ?? .keep)
    }
}
