/// The type of an item: how the panel shows and edits it, named as in `itemControlType`.
public struct Control: RawRepresentable, Sendable, Hashable {
    /// The name of the control in schemas.
    public let rawValue: String

    /// Creates a control with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A switch: on or off.
    public static let `switch` = Control(rawValue: "switch")
    /// One option of a group; the group is the setting, and its value is the key of the selected item.
    public static let select = Control(rawValue: "select")
    /// One of `itemOptions`: radio buttons for up to five options, a list from six.
    public static let choice = Control(rawValue: "choice")
    /// One of `itemOptions`, as segments side by side.
    public static let segment = Control(rawValue: "segment")
    /// Any number of `itemOptions`: check boxes.
    public static let choices = Control(rawValue: "choices")
    /// One of `itemOptions`, or a custom value.
    public static let picker = Control(rawValue: "picker")
    /// One line of text.
    public static let editText = Control(rawValue: "edit_text")
    /// Text of several lines.
    public static let editMultiline = Control(rawValue: "edit_multiline")
    /// A secret, set and removed but never shown.
    public static let editPassword = Control(rawValue: "edit_password")
    /// An integer, typed.
    public static let editInteger = Control(rawValue: "edit_integer")
    /// A decimal number, typed.
    public static let editDecimal = Control(rawValue: "edit_decimal")
    /// A number on a scale.
    public static let slider = Control(rawValue: "slider")
    /// A number with buttons that decrease and increase it.
    public static let stepper = Control(rawValue: "stepper")
    /// A date.
    public static let editDate = Control(rawValue: "edit_date")
    /// A time of day.
    public static let editTime = Control(rawValue: "edit_time")
    /// A date and a time.
    public static let editDatetime = Control(rawValue: "edit_datetime")
    /// A duration.
    public static let editDuration = Control(rawValue: "edit_duration")
    /// A color.
    public static let editColor = Control(rawValue: "edit_color")
    /// A list of values.
    public static let editList = Control(rawValue: "edit_list")
    /// A list of rows with columns.
    public static let editTable = Control(rawValue: "edit_table")
    /// A file.
    public static let editFile = Control(rawValue: "edit_file")
    /// A value of any type, with an appearance that the app provides.
    public static let custom = Control(rawValue: "custom")
    /// A button that runs an action.
    public static let button = Control(rawValue: "button")
    /// A label with a read-only value.
    public static let info = Control(rawValue: "info")
    /// A link to `itemURL`; without `itemURL` it runs an action.
    public static let link = Control(rawValue: "link")
    /// A link to a subpage, which contains `groups`.
    public static let page = Control(rawValue: "page")
    /// A read-only text block.
    public static let text = Control(rawValue: "text")
    /// A read-only text block with emphasis, lists and links.
    public static let html = Control(rawValue: "html")

    /// All built-in controls, in the order of the documentation.
    public static let all: [Control] = traits.map(\.control)

    private static let traitsByName: [String: ControlTraits] =
        traits.reduce(into: [:]) { $0[$1.control.rawValue] = $1 }

    /// Returns true if a built-in control has this name.
    static func isKnown(_ name: String) -> Bool { traitsByName[name] != nil }

    private var traits: ControlTraits {
        Self.traitsByName[rawValue] ?? ControlTraits(self, holdsValue: false, [])
    }

    /// True when the item itself is a setting.
    ///
    /// The options of a `select` group are not settings: the group is. A button with states is a setting although this
    /// value is false.
    public var holdsValue: Bool { traits.holdsValue }

    /// True when the item can be pressed: a button, or a link.
    public var isAction: Bool { self == .button || self == .link }

    /// True when the control can be a column of an `edit_table` or the element of an `edit_list`.
    public var fitsCell: Bool { traits.fitsCell }

    /// True when the value is a list, whose elements a form can name separately.
    public var isList: Bool { [.choices, .editList, .editTable].contains(self) }

    /// The attributes of this control that not every control accepts.
    ///
    /// An attribute that no control lists is valid for all controls.
    var ownAttributes: Set<String> { traits.attributes }
}

/// The properties of a control that the schema depends on.
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
                "itemRestart", "itemScope",
            ])
            // The value of a secret is not shared between machines.
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

    /// The built-in controls, in the order of the documentation.
    fileprivate static let traits: [ControlTraits] = [
        ControlTraits(.switch, fitsCell: true, value),
        ControlTraits(
            .select, holdsValue: false, ["itemValue", "itemRestart", "itemSynced", "itemScope"]),
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
