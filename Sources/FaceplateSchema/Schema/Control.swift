/// The value of `itemControlType`: how the panel shows and edits an item.
package struct Control: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let `switch` = Control(rawValue: "switch")
    /// One option of a group; the group is the setting, and its value is the key of the selected item.
    package static let select = Control(rawValue: "select")
    /// One of `itemOptions`: radio buttons for up to five options, a list from six.
    package static let choice = Control(rawValue: "choice")
    package static let segment = Control(rawValue: "segment")
    /// Any number of `itemOptions`: check boxes.
    package static let choices = Control(rawValue: "choices")
    /// One of `itemOptions`, or a custom value.
    package static let picker = Control(rawValue: "picker")
    package static let editText = Control(rawValue: "edit_text")
    package static let editMultiline = Control(rawValue: "edit_multiline")
    /// A secret, set and removed but never shown.
    package static let editPassword = Control(rawValue: "edit_password")
    /// An address of the web or of mail, with a link to it.
    package static let editURL = Control(rawValue: "edit_url")
    package static let editHTML = Control(rawValue: "edit_html")
    package static let editInteger = Control(rawValue: "edit_integer")
    package static let editDecimal = Control(rawValue: "edit_decimal")
    package static let slider = Control(rawValue: "slider")
    package static let stepper = Control(rawValue: "stepper")
    package static let editDate = Control(rawValue: "edit_date")
    package static let editTime = Control(rawValue: "edit_time")
    package static let editDatetime = Control(rawValue: "edit_datetime")
    package static let editDuration = Control(rawValue: "edit_duration")
    /// A number of bytes with a unit.
    package static let editSize = Control(rawValue: "edit_size")
    /// A key combination.
    package static let editShortcut = Control(rawValue: "edit_shortcut")
    package static let editColor = Control(rawValue: "edit_color")
    package static let editList = Control(rawValue: "edit_list")
    package static let editTable = Control(rawValue: "edit_table")
    /// Values by names that the user chooses.
    package static let editMap = Control(rawValue: "edit_map")
    package static let editAlternatives = Control(rawValue: "edit_alternatives")
    package static let editFile = Control(rawValue: "edit_file")
    /// A value of any type, with an appearance that the app provides.
    package static let custom = Control(rawValue: "custom")
    package static let button = Control(rawValue: "button")
    /// A label with a read-only value.
    package static let info = Control(rawValue: "info")
    /// A link to `itemURL`; without `itemURL` it runs an action.
    package static let link = Control(rawValue: "link")
    /// A link to a subpage, which contains `groups`.
    package static let page = Control(rawValue: "page")
    /// A read-only text block.
    package static let text = Control(rawValue: "text")
    /// A read-only text block with emphasis, lists and links.
    package static let html = Control(rawValue: "html")

    /// All built-in controls, in the order of the documentation.
    package static let all: [Control] = ControlKind.allCases.map(\.control)

    private static let kinds: [String: ControlKind] =
        ControlKind.allCases.reduce(into: [:]) { $0[$1.rawValue] = $1 }

    package var kind: ControlKind? { Self.kinds[rawValue] }

    static func isKnown(_ name: String) -> Bool { kinds[name] != nil }

    private var traits: ControlTraits? { kind?.definition.traits }

    /// True when the item itself is a setting.
    ///
    /// The options of a `select` group are not settings: the group is. A button with states is a setting although this
    /// value is false.
    package var holdsValue: Bool { traits?.holdsValue ?? false }

    /// True when the item can be pressed: a button, or a link.
    package var isAction: Bool { traits?.isAction ?? false }

    /// True when the control can be a column of an `edit_table` or the element of an `edit_list`.
    package var fitsCell: Bool { traits?.fitsCell ?? false }

    /// True when the value is a list, whose elements a form can name separately.
    package var isList: Bool { traits?.isList ?? false }

    /// An attribute that no control lists is valid for all controls.
    var ownAttributes: Set<String> { kind?.ownAttributes ?? [] }
}

/// The controls of the dialect, in the order of the documentation.
///
/// A new case does not compile until `definition` has its definition, and `ControlViews` of the panel its view.
package enum ControlKind: String, CaseIterable, Sendable {
    case `switch`, select, choice, segment, choices, picker
    case editText = "edit_text"
    case editMultiline = "edit_multiline"
    case editPassword = "edit_password"
    case editURL = "edit_url"
    case editHTML = "edit_html"
    case editInteger = "edit_integer"
    case editDecimal = "edit_decimal"
    case slider, stepper
    case editDate = "edit_date"
    case editTime = "edit_time"
    case editDatetime = "edit_datetime"
    case editDuration = "edit_duration"
    case editSize = "edit_size"
    case editShortcut = "edit_shortcut"
    case editColor = "edit_color"
    case editList = "edit_list"
    case editTable = "edit_table"
    case editMap = "edit_map"
    case editAlternatives = "edit_alternatives"
    case editFile = "edit_file"
    case custom, button, info, link, page, text, html

    package var control: Control { Control(rawValue: rawValue) }

    var definition: any ControlDefinition.Type {
        switch self {
        case .switch: SwitchControl.self
        case .select: SelectControl.self
        case .choice: ChoiceControl.self
        case .segment: SegmentControl.self
        case .choices: ChoicesControl.self
        case .picker: PickerControl.self
        case .editText: EditTextControl.self
        case .editMultiline: EditMultilineControl.self
        case .editPassword: EditPasswordControl.self
        case .editURL: EditURLControl.self
        case .editHTML: EditHTMLControl.self
        case .editInteger: EditIntegerControl.self
        case .editDecimal: EditDecimalControl.self
        case .slider: SliderControl.self
        case .stepper: StepperControl.self
        case .editDate: EditDateControl.self
        case .editTime: EditTimeControl.self
        case .editDatetime: EditDatetimeControl.self
        case .editDuration: EditDurationControl.self
        case .editSize: EditSizeControl.self
        case .editShortcut: EditShortcutControl.self
        case .editColor: EditColorControl.self
        case .editList: EditListControl.self
        case .editTable: EditTableControl.self
        case .editMap: EditMapControl.self
        case .editAlternatives: EditAlternativesControl.self
        case .editFile: EditFileControl.self
        case .custom: CustomValueControl.self
        case .button: ButtonControl.self
        case .info: InfoControl.self
        case .link: LinkControl.self
        case .page: PageControl.self
        case .text: TextControl.self
        case .html: HTMLControl.self
        }
    }

    private static let attributes: [ControlKind: Set<String>] =
        allCases.reduce(into: [:]) { $0[$1] = Set($1.definition.attributes.map(\.name)) }

    var ownAttributes: Set<String> { Self.attributes[self] ?? [] }
}
