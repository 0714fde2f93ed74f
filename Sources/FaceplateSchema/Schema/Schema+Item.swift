import FaceplateAddress

extension Schema {
    /// A declared setting or row, or a column of a table.
    public final class Item: Sendable {
        /// The key of the item; of a column, its key in the table.
        public let key: String
        /// The key of its group; of a column, the key of its table.
        public let groupKey: String
        /// `.column.host` for a column, `.element` for the element of a list, and empty for other items.
        let cellSuffix: String
        /// The control that shows and edits the item.
        public let control: Control
        /// The name of the custom control; `nil` if the control is a built-in one.
        public let customControl: String?
        /// The texts of the item.
        public let words: Words
        /// The options of a `choice`, `segment`, `choices` or `picker`.
        public let options: [Option]
        /// True when values that users enter in a `picker` can be added to its options.
        public let addsOptions: Bool
        /// The columns of an `edit_table`, or the only element of an `edit_list`.
        public let cells: [Item]
        /// The states of a button.
        public let states: [State]
        /// The value that an `info` shows.
        public let shownValue: Value?
        /// The URL of a `link`.
        public let url: String?
        /// The image at the start of the row.
        public let image: String?
        /// True when the image is drawn in the color of the text around it: an SVG in `currentColor`.
        package let imageTakesTextColor: Bool
        /// The key of the page that the row leads to.
        public let page: String?
        /// True when the row shows only its title and value until it is pressed.
        public let isCollapsed: Bool
        /// The command of a button or link, as a list of arguments.
        public let action: [String]
        /// True when the item is stored and readable, but not on the page.
        public let isHidden: Bool
        /// The user groups whose members can see and change the item; empty for everyone who may see its group.
        public let access: [String]
        /// The level of users for whom the item is shown.
        public let level: Level
        /// The style of a `choice`, if the schema sets it.
        public let choiceStyle: ChoiceStyle?
        /// The colors, fonts and lengths of the item.
        public let style: Style?
        /// The role of a button.
        public let role: Role
        /// The symbol at the end of a `link`.
        public let accessory: Accessory
        /// The color of a page, if the schema sets it.
        public let hue: Hue?
        /// The input hints for browsers.
        public let hints: Hints
        /// The display format of the value (`itemFormat`).
        public let format: String?
        /// The number of visible lines of an `edit_multiline`.
        public let rows: Int?
        /// The conditions under which the item is visible, enabled and required.
        public let rules: Rules
        /// Data that the app attached to the item for its handlers.
        public let data: JSONValue?

        /// The texts of an item, before they are looked up in a locale.
        public struct Words: Sendable, Hashable {
            /// The title.
            public let title: LabelText?
            /// The second text: the value of an `info`, the content of a `text` or `html`.
            public let subtitle: LabelText?
            /// An example that is shown in the empty field.
            public let placeholder: LabelText?
            /// A sentence that explains the item.
            public let help: LabelText?
            /// The unit of a number.
            public let unit: LabelText?
            /// The label at the low end of a slider.
            public let minimum: LabelText?
            /// The label at the high end of a slider.
            public let maximum: LabelText?
            /// The subtitle of a `page` row, with `{key}` for values.
            public let summary: LabelText?
            /// The question that is shown before an action runs.
            public let confirm: LabelText?
            /// Additional search terms.
            public let synonyms: LabelText?
        }

        /// The hints that help a browser choose a keyboard and fill in text fields.
        public struct Hints: Sendable, Hashable {
            /// The keyboard of a phone.
            public let keyboard: Keyboard?
            /// The automatic capitalization on a phone.
            public let capitalization: Capitalization?
            /// True when the browser checks and corrects spelling; `nil` leaves it to the browser.
            public let spellcheck: Bool?
            /// The kind of content, an `autocomplete` token of HTML such as `email`.
            public let contentType: String?
            /// True when the text is displayed as dots; this does not make the value a secret.
            public let isObscured: Bool
        }

        /// The conditions of an item.
        public struct Rules: Sendable, Hashable {
            /// The condition under which the item is visible; `nil` if it always is.
            public let visibleWhen: Condition?
            /// The condition under which it can be changed or pressed; `nil` if it always can.
            public let enabledWhen: Condition?
            /// The condition under which it must have a value.
            public let requiredWhen: Condition?
            /// The treatment of the value while the item is hidden.
            public let whenHidden: WhenHidden
        }

        init?(
            _ draft: SchemaDocument.Item, groupKey: String, types: SchemaDocument.Types
        ) {
            guard let control = draft.control else { return nil }
            let node = draft.node
            let object = node.object
            // The element of a list has no key: use the key of the list.
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
            imageTakesTextColor = image.flatMap(Schema.drawing) != nil
            page = node.string("itemPage")
            isCollapsed = node.boolean("itemCollapsed") ?? false
            action = node.strings("itemAction")
            isHidden = node.boolean("itemHidden") ?? false
            access = node.strings("itemAccess")
            level = node.string("itemLevel").flatMap(Level.init) ?? .basic
            choiceStyle = node.string("itemStyle").flatMap(ChoiceStyle.init)
            style = node.style("itemStyle")
            role = node.string("itemRole").flatMap(Role.init) ?? .normal
            accessory = node.string("itemAccessory").flatMap(Accessory.init) ?? .none
            hue = node.string("itemHue").flatMap(Hue.init)
            hints = Hints(node)
            format = node.string("itemFormat")
            rows = node.count("itemRows")
            rules = Rules(node, types)
            data = object["itemData"]
        }

        /// The title of the item.
        public var title: LabelText? { words.title }

        var labelKey: String { cellSuffix.isEmpty ? key : groupKey + cellSuffix }
    }

    /// One option of a `choice`, `segment`, `choices` or `picker`.
    public struct Option: Sendable {
        /// The value to store when the option is selected.
        public let value: Value
        /// The label of the option.
        public let label: LabelText?
        /// The label to show where space is limited.
        public let short: LabelText?
        /// A sentence that explains the option.
        public let help: LabelText?
        /// The condition under which the option can be selected; `nil` if it always can.
        public let condition: Condition?
    }

    /// A state of a button: its title, question and role while the button is in that state.
    public struct State: Sendable, Equatable {
        /// The name of the state, which is the stored value.
        public let name: String
        /// The title of the button.
        public let title: LabelText?
        /// The question that is shown before the action runs.
        public let confirm: LabelText?
        /// The role of the button.
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
    static let none = Self(visibleWhen: nil, enabledWhen: nil, requiredWhen: nil, whenHidden: .keep)

    init(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
        visibleWhen = node.condition("itemVisibleWhen", types)
        enabledWhen = node.condition("itemEnabledWhen", types)
        requiredWhen = node.condition("itemRequiredWhen", types)
        whenHidden = node.string("itemWhenHidden").flatMap(Schema.WhenHidden.init) ?? .keep
    }
}

enum ImageSource {
    /// Returns true for a `data:` URL of an image, and for a relative URL on the panel's host.
    static func isAllowed(_ text: String) -> Bool {
        WebAddress.isPictureData(text)
            || WebAddress.isLink(text) && !text.utf8.contains(UInt8(ascii: ":"))
    }
}
