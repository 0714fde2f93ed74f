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
    /// One line of text.
    public static let editText = Control(rawValue: "edit_text")
    /// A secret, set and removed but never shown.
    public static let editPassword = Control(rawValue: "edit_password")
    /// Runs an action.
    public static let button = Control(rawValue: "button")
    /// A name with a read-only value.
    public static let info = Control(rawValue: "info")
    /// Leads to `itemURL`, or runs an action where there is none.
    public static let link = Control(rawValue: "link")
    /// Read-only prose.
    public static let text = Control(rawValue: "text")

    /// Every control of the dialect, in the order of its documentation.
    public static let all: [Control] = [
        .switch, .select, .choice, .editText, .editPassword, .button, .info, .link, .text,
    ]

    /// Whether the item itself is a setting.
    ///
    /// The options of a `select` group are not: the group is.
    public var holdsValue: Bool {
        [.switch, .choice, .editText, .editPassword].contains(self)
    }

    /// Whether the item can be pressed: a button, or a link that leads nowhere else.
    public var isAction: Bool {
        self == .button || self == .link
    }

    /// The attributes that only some controls take; an attribute in no control's list suits all.
    var ownAttributes: Set<String> {
        switch self {
        case .switch: ["itemValue", "itemReadOnly", "itemValueMap"]
        case .select: ["itemValue"]
        case .choice: ["itemValue", "itemReadOnly", "itemValueMap", "itemOptions", "itemStyle"]
        case .editText:
            [
                "itemValue", "itemReadOnly", "itemValueMap", "itemPlaceholder", "itemRequired",
                "itemMinimumLength", "itemMaximumLength", "itemPattern", "itemTrim",
            ]
        case .editPassword:
            [
                "itemValue", "itemPlaceholder", "itemMinimumLength", "itemMaximumLength",
                "itemPattern",
            ]
        case .button: ["itemAction"]
        case .info: ["itemValue"]
        case .link: ["itemURL", "itemAction"]
        default: []
        }
    }
}
