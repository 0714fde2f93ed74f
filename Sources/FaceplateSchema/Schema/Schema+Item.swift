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
        package let control: Control
        /// `nil` if the control is a built-in one.
        package let customControl: String?
        package let words: Words
        package let options: [Option]
        /// True when values that users enter in a `picker` can be added to its options.
        package let addsOptions: Bool
        /// The columns of an `edit_table`, the only element of an `edit_list`, or the inputs of a `button`.
        package let cells: [Item]
        package let states: [State]
        /// The inputs of a button; `nil` for one without.
        package let inputs: ActionInputs?
        /// The value that an `info` shows.
        package let shownValue: Value?
        package let url: String?
        package let image: String?
        /// True when the image is drawn in the color of the text around it: an SVG in `currentColor`.
        package let imageTakesTextColor: Bool
        /// The key of the page that the row leads to.
        package let page: String?
        /// True when the row shows only its title and value until it is pressed.
        package let isCollapsed: Bool
        /// The command of a button or link, as a list of arguments.
        public let action: [String]
        /// True when the item is stored and readable, but not on the page.
        package let isHidden: Bool
        /// The user groups whose members can see and change the item; empty for everyone who may see its group.
        package let access: [String]
        package let level: Level
        /// True when the program will no longer use the value; `words` can say what replaces it.
        package let isDeprecated: Bool
        package let choiceStyle: ChoiceStyle?
        package let style: Style?
        package let role: Role
        /// The symbol at the end of a `link`.
        package let accessory: Accessory
        /// The color of a page, if the schema sets it.
        package let hue: Hue?
        package let hints: Hints
        /// The display format of the value (`itemFormat`).
        package let format: String?
        /// The number of visible lines of an `edit_multiline`.
        package let rows: Int?
        /// The rules of an `edit_size`, whose units its values are shown in.
        package let sizeRules: SizeRules?
        package let rules: Rules
        /// The first whose condition is true applies, too.
        package let bounds: [Bounds]
        /// Data that the app attached to the item for its handlers.
        public let data: JSONValue?

        /// The texts of an item, before they are looked up in a locale.
        package struct Words: Sendable, Hashable {
            package let title: LabelText?
            /// The second text: the value of an `info`, the content of a `text` or `html`.
            package let subtitle: LabelText?
            package let placeholder: LabelText?
            package let help: LabelText?
            package let unit: LabelText?
            /// The label at the low end of a slider.
            package let minimum: LabelText?
            /// The label at the high end of a slider.
            package let maximum: LabelText?
            /// The subtitle of a `page` row, with `{key}` for values.
            package let summary: LabelText?
            package let confirm: LabelText?
            /// Additional search terms.
            package let synonyms: LabelText?
            /// A sentence that says what replaces the item.
            package let deprecation: LabelText?
        }

        /// The hints that help a browser choose a keyboard and fill in text fields.
        package struct Hints: Sendable, Hashable {
            package let keyboard: Keyboard?
            package let capitalization: Capitalization?
            /// `nil` leaves it to the browser.
            package let spellcheck: Bool?
            /// The kind of content, an `autocomplete` token of HTML such as `email`.
            package let contentType: String?
            /// True when the text is displayed as dots; this does not make the value a secret.
            package let isObscured: Bool
        }

        package struct Rules: Sendable, Hashable {
            /// `nil` if the item is always visible.
            package let visibleWhen: Condition?
            /// The condition under which it can be changed or pressed; `nil` if it always can.
            package let enabledWhen: Condition?
            package let requiredWhen: Condition?
            package let whenHidden: WhenHidden
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
            inputs = ActionInputs(draft)
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
            isDeprecated = words.deprecation != nil || node.boolean("itemDeprecated") == true
            choiceStyle = node.string("itemStyle").flatMap(ChoiceStyle.init)
            style = node.style("itemStyle")
            role = node.string("itemRole").flatMap(Role.init) ?? .normal
            accessory = node.string("itemAccessory").flatMap(Accessory.init) ?? .none
            hue = node.string("itemHue").flatMap(Hue.init)
            hints = Hints(node)
            format = node.string("itemFormat")
            rows = node.count("itemRows")
            sizeRules = control == .editSize ? EditSizeControl.sizeRules(for: draft) : nil
            rules = Rules(node, types)
            bounds = draft.bounds.compactMap { bounds in
                guard let condition = bounds.condition("when", types),
                    let rules = draft.varied(by: bounds).rules
                else { return nil }
                return Bounds(condition: condition, rules: rules)
            }
            data = object["itemData"]
        }

        package var title: LabelText? { words.title }

        var labelKey: String { cellSuffix.isEmpty ? key : groupKey + cellSuffix }
    }

    /// The rules of a value with the bounds that it has while a condition is true.
    package struct Bounds: Sendable {
        let condition: Condition
        package let rules: any ValueRules

        package var conditionKeys: [String] { condition.keys }
    }

    /// One option of a `choice`, `segment`, `choices` or `picker`.
    package struct Option: Sendable {
        package let value: Value
        package let label: LabelText?
        /// The label to show where space is limited.
        package let short: LabelText?
        package let help: LabelText?
        /// The condition under which the option can be selected; `nil` if it always can.
        package let condition: Condition?
    }

    /// A state of a button: its title, question and role while the button is in that state.
    package struct State: Sendable, Equatable {
        /// The name of the state, which is the stored value.
        package let name: String
        package let title: LabelText?
        package let confirm: LabelText?
        package let role: Role?

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
        deprecation = LabelText(object["itemDeprecated"])
    }
}

extension Schema.Item.Hints {
    init(_ node: SchemaDocument.Node) {
        let format = node.string("itemTextFormat").flatMap(Schema.TextFormat.init)
        keyboard = node.string("itemKeyboard").flatMap(Schema.Keyboard.init) ?? format?.keyboard
        capitalization =
            node.string("itemCapitalization").flatMap(Schema.Capitalization.init)
            ?? format.map { _ in .none }
        spellcheck = node.boolean("itemSpellcheck") ?? format.map { _ in false }
        contentType = node.string("itemContentType")
        isObscured = node.boolean("itemObscured") ?? false
    }
}

extension Schema.Item.Rules {
    static let none = Self(visibleWhen: nil, enabledWhen: nil, requiredWhen: nil, whenHidden: .keep)

    init(_ node: SchemaDocument.Node, _ types: SchemaDocument.Types) {
        visibleWhen = node.condition("itemVisibleWhen", types)
        enabledWhen = node.condition("itemEnabledWhen", types)
        // Not the rules of its value: a secret without a value is not read by them.
        let isRequiredSecret =
            node.string("itemControlType") == Control.editPassword.rawValue
            && node.boolean("itemRequired") == true
        requiredWhen = isRequiredSecret ? .all([]) : node.condition("itemRequiredWhen", types)
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
