/// How an item is shown and edited, by the name that schemas write.
public struct Control: RawRepresentable, Sendable, Hashable {
    /// The name that schemas write.
    public let rawValue: String

    /// Names a control.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// On or off.
    public static let `switch` = Control(rawValue: "switch")
    /// One option of its group: the group is the setting, its value the chosen item's key.
    public static let select = Control(rawValue: "select")
    /// One of `itemOptions`: radios up to five, a list from six.
    public static let choice = Control(rawValue: "choice")
    /// One of `itemOptions`, as segments side by side.
    public static let segment = Control(rawValue: "segment")
    /// Any number of `itemOptions`: check boxes.
    public static let choices = Control(rawValue: "choices")
    /// One of `itemOptions`, or a value of one's own.
    public static let picker = Control(rawValue: "picker")
    /// One line of text.
    public static let editText = Control(rawValue: "edit_text")
    /// Text of several lines.
    public static let editMultiline = Control(rawValue: "edit_multiline")
    /// A secret, set and removed but never shown.
    public static let editPassword = Control(rawValue: "edit_password")
    /// A whole number, typed.
    public static let editInteger = Control(rawValue: "edit_integer")
    /// A decimal number, typed.
    public static let editDecimal = Control(rawValue: "edit_decimal")
    /// A number on a scale.
    public static let slider = Control(rawValue: "slider")
    /// A number with buttons for less and more.
    public static let stepper = Control(rawValue: "stepper")
    /// A day.
    public static let editDate = Control(rawValue: "edit_date")
    /// A time of day.
    public static let editTime = Control(rawValue: "edit_time")
    /// A day and a time.
    public static let editDatetime = Control(rawValue: "edit_datetime")
    /// A length of time.
    public static let editDuration = Control(rawValue: "edit_duration")
    /// A colour.
    public static let editColor = Control(rawValue: "edit_color")
    /// A list of values.
    public static let editList = Control(rawValue: "edit_list")
    /// A list of rows with columns.
    public static let editTable = Control(rawValue: "edit_table")
    /// A file.
    public static let editFile = Control(rawValue: "edit_file")
    /// Any value, with a look that the program gives.
    public static let custom = Control(rawValue: "custom")
    /// Runs an action.
    public static let button = Control(rawValue: "button")
    /// A name with a read-only value.
    public static let info = Control(rawValue: "info")
    /// Leads to `itemURL`, or runs an action where there is none.
    public static let link = Control(rawValue: "link")
    /// Leads to a page of its own, which holds `groups`.
    public static let page = Control(rawValue: "page")
    /// Read-only prose.
    public static let text = Control(rawValue: "text")
    /// Read-only prose with emphasis, lists and links.
    public static let html = Control(rawValue: "html")

    /// Every control of the dialect, in the order of its documentation.
    public static let all: [Control] = traits.map(\.control)

    private static let traitsByName: [String: ControlTraits] =
        traits.reduce(into: [:]) { $0[$1.control.rawValue] = $1 }

    /// Whether the dialect has a control of this name.
    static func isKnown(_ name: String) -> Bool { traitsByName[name] != nil }

    private var traits: ControlTraits {
        Self.traitsByName[rawValue] ?? ControlTraits(self, holdsValue: false, [])
    }

    /// Whether the item itself is a setting.
    ///
    /// The options of a `select` group are not: the group is. A button with states is one, too.
    public var holdsValue: Bool { traits.holdsValue }

    /// Whether the item can be pressed: a button, or a link that leads nowhere else.
    public var isAction: Bool { self == .button || self == .link }

    /// Whether it may be a column of an `edit_table` or the element of an `edit_list`.
    public var fitsCell: Bool { traits.fitsCell }

    /// Whether its value is a list, of which a form may name parts.
    public var isList: Bool { [.choices, .editList, .editTable].contains(self) }

    /// The attributes that only some controls take; an attribute in no control's list suits all.
    var ownAttributes: Set<String> { traits.attributes }
}

/// What a control is to the schema.
private struct ControlTraits: Sendable {
    let control: Control
    let holdsValue: Bool
    let fitsCell: Bool
    let attributes: Set<String>

    init(
        _ control: Control, holdsValue: Bool = true, fitsCell: Bool = false, _ own: [String]
    ) {
        self.control = control
        self.holdsValue = holdsValue
        self.fitsCell = fitsCell
        var attributes = Set(own)
        if holdsValue {
            attributes.formUnion([
                "itemReadOnly", "itemEnabledWhen", "itemRequiredWhen", "itemWhenHidden",
                "itemRestart",
            ])
            // A secret stays on its machine.
            if control != .editPassword { attributes.insert("itemSynced") }
        }
        self.attributes = attributes
    }
}

extension Control {
    private static let value = ["itemValue", "itemValueMap"]
    private static let options = value + ["itemOptions", "itemOptionsProvided"]
    private static let range = value + ["itemMinimum", "itemMaximum"]
    private static let number =
        range + [
            "itemStep", "itemUnit", "itemFormat", "itemPlaceholder", "itemRequired",
        ]
    private static let hints = [
        "itemKeyboard", "itemCapitalization", "itemSpellcheck", "itemContentType",
    ]
    private static let length = [
        "itemPlaceholder", "itemMinimumLength", "itemMaximumLength", "itemPattern",
    ]
    private static let counted = ["itemMinimumCount", "itemMaximumCount"]
    private static let date = range + ["itemFormat", "itemRequired"]

    /// In the order of the documentation.
    fileprivate static let traits: [ControlTraits] = [
        ControlTraits(.switch, fitsCell: true, value),
        ControlTraits(.select, holdsValue: false, ["itemValue", "itemRestart", "itemSynced"]),
        ControlTraits(.choice, fitsCell: true, options),
        ControlTraits(.segment, options),
        ControlTraits(.choices, options + counted),
        ControlTraits(.picker, options + length + hints + ["itemAdds"]),
        ControlTraits(
            .editText, fitsCell: true,
            value + length + hints + ["itemRequired", "itemTrim", "itemObscured"]),
        ControlTraits(
            .editMultiline,
            value + length + hints
                + ["itemRequired", "itemTrim", "itemRows", "itemMaximumLines"]),
        ControlTraits(.editPassword, ["itemValue", "itemContentType"] + length),
        ControlTraits(.editInteger, fitsCell: true, number),
        ControlTraits(.editDecimal, fitsCell: true, number + ["itemFractionDigits"]),
        ControlTraits(
            .slider, number + ["itemFractionDigits", "itemMinimumLabel", "itemMaximumLabel"]),
        ControlTraits(.stepper, number + ["itemFractionDigits"]),
        ControlTraits(.editDate, fitsCell: true, date),
        ControlTraits(.editTime, fitsCell: true, date + ["itemSeconds"]),
        ControlTraits(.editDatetime, fitsCell: true, date + ["itemTimeZone", "itemSeconds"]),
        ControlTraits(
            .editDuration, fitsCell: true, range + ["itemRequired", "itemDurationUnit"]),
        ControlTraits(.editColor, fitsCell: true, value + ["itemAlpha"]),
        ControlTraits(.editList, value + counted + ["itemElement", "itemUnique"]),
        ControlTraits(.editTable, value + counted + ["itemColumns", "itemUniqueColumn"]),
        ControlTraits(
            .editFile, ["itemFileTypes", "itemMaximumSize", "itemRequired", "itemValueMap"]),
        ControlTraits(.custom, value),
        ControlTraits(
            .button, holdsValue: false,
            ["itemAction", "itemConfirm", "itemRole", "itemStates", "itemEnabledWhen"]),
        ControlTraits(.info, holdsValue: false, ["itemValue", "itemFormat", "itemUnit"]),
        ControlTraits(
            .link, holdsValue: false,
            ["itemURL", "itemAction", "itemConfirm", "itemAccessory", "itemEnabledWhen"]),
        ControlTraits(.page, holdsValue: false, ["groups", "itemSummary"]),
        ControlTraits(.text, holdsValue: false, []),
        ControlTraits(.html, holdsValue: false, []),
    ]
}
