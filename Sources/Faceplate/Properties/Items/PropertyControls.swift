/// Controls that a program names for a property, in place of the one of its type: `Slider($volume)`.
///
/// The item has the key, the title, the initial value and the modifiers of the property, and the modifiers of its own
/// control.
extension SettingItem {
    fileprivate func showing(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>, as control: Control,
        _ change: (inout Declaration) -> Void = { _ in }
    ) -> Self {
        var copy = self
        copy.declaration = property.declaration
        copy.declaration.show(as: control)
        change(&copy.declaration)
        return copy
    }
}

extension Slider {
    /// Shows a number on a scale, which requires both bounds; an integer has steps of 1.
    public init<Number: SettingTypes.Number & Codable & Sendable>(
        _ property: SettingProperty<some Preferences, Number>
    ) {
        self = Self().showing(property, as: .slider) { $0.makeWhole(Number.self) }
    }
}

extension Stepper {
    /// Shows a number with buttons that decrease and increase it; an integer has steps of 1.
    public init<Number: SettingTypes.Number & Codable & Sendable>(
        _ property: SettingProperty<some Preferences, Number>
    ) {
        self = Self().showing(property, as: .stepper) { $0.makeWhole(Number.self) }
    }
}

extension Declaration {
    fileprivate mutating func makeWhole<Number: SettingTypes.Number>(_: Number.Type) {
        if Number.Bound.self == Int.self, json(of: "itemStep") == nil { set("itemStep", to: 1) }
    }
}

extension EditText {
    /// Shows text as one line.
    public init(
        _ property: SettingProperty<some Preferences, some SettingTypes.Text & Codable & Sendable>
    ) {
        self = Self().showing(property, as: .editText)
    }
}

extension EditMultiline {
    /// Shows text with several lines.
    public init(
        _ property: SettingProperty<some Preferences, some SettingTypes.Text & Codable & Sendable>
    ) {
        self = Self().showing(property, as: .editMultiline)
    }
}

extension EditHTML {
    /// Shows formatted text.
    public init(
        _ property: SettingProperty<some Preferences, some SettingTypes.Text & Codable & Sendable>
    ) {
        self = Self().showing(property, as: .editHTML)
    }
}

extension EditColor {
    /// Shows a color.
    public init(
        _ property: SettingProperty<some Preferences, some SettingTypes.Text & Codable & Sendable>
    ) {
        self = Self().showing(property, as: .editColor)
    }
}

extension EditShortcut {
    /// Shows a key combination.
    public init(
        _ property: SettingProperty<some Preferences, some SettingTypes.Text & Codable & Sendable>
    ) {
        self = Self().showing(property, as: .editShortcut)
    }
}

extension EditURL {
    /// Shows an address of the web or of mail.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editURL)
    }
}

extension EditPassword {
    /// Shows a secret.
    public init(_ property: SettingProperty<some Preferences, Secret>) {
        self = Self().showing(property, as: .editPassword)
    }
}

extension EditDuration {
    /// Shows a duration.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editDuration)
    }
}

extension EditSize {
    /// Shows a size: an integer number of bytes, or text with a unit (`storage(_:)`).
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editSize)
    }
}

extension EditDate {
    /// Shows a date.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editDate)
    }
}

extension EditTime {
    /// Shows a time of day.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editTime)
    }
}

extension EditDatetime {
    /// Shows a date and a time.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editDatetime)
    }
}

extension EditFile {
    /// Shows a file: a structure with the parts `name`, `type` and `data`.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .editFile)
    }
}

extension Custom {
    /// Shows any value, with an appearance that the app provides.
    public init(_ property: SettingProperty<some Preferences, some Codable & Sendable>) {
        self = Self().showing(property, as: .custom)
    }
}

extension Choice {
    /// Shows one of several options as radio buttons or a list.
    ///
    /// - Parameter options: the options; `nil` for the cases of the enumeration.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        options: [ChoiceOption]? = nil
    ) {
        self = Self(options: options).showing(property, as: .choice, options)
    }
}

extension Segment {
    /// Shows one of several options as segments side by side.
    ///
    /// - Parameter options: the options; `nil` for the cases of the enumeration.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        options: [ChoiceOption]? = nil
    ) {
        self = Self(options: options).showing(property, as: .segment, options)
    }
}

extension Choices {
    /// Shows any number of several options as check boxes.
    ///
    /// - Parameter options: the options; `nil` for the cases of the enumeration.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        options: [ChoiceOption]? = nil
    ) {
        self = Self(options: options).showing(property, as: .choices, options)
    }
}

extension Picker {
    /// Shows one of several options, or custom text.
    ///
    /// - Parameter options: the options; `nil` for the cases of the enumeration.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        options: [ChoiceOption]? = nil
    ) {
        self = Self(options: options).showing(property, as: .picker, options)
    }
}

extension OptionsItem {
    fileprivate func showing(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>, as control: Control,
        _ options: [ChoiceOption]?
    ) -> Self {
        let own = declaration.json(of: "itemOptions")
        return showing(property, as: control) { if let own { $0.set("itemOptions", to: own) } }
    }
}

extension EditList {
    /// Shows a list of values.
    ///
    /// - Parameter element: the item of each element, without a key; `nil` for that of the type.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        of element: (any SettingItem)? = nil
    ) {
        self = Self().showing(property, as: .editList) {
            if let element { $0.set("itemElement", to: element) }
        }
    }
}

extension EditTable {
    /// Shows a list of structures as a table with these columns, or with one for each part of the structure.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        @ItemsBuilder columns: () -> [any GroupEntry] = { [] }
    ) {
        let columns = columns()
        self = Self {}.showing(property, as: .editTable) {
            if !columns.isEmpty { $0.set("itemColumns", to: columns) }
        }
    }
}

extension Reference {
    /// Refers to the item of a property.
    public init(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        file: String = #fileID, line: Int = #line
    ) {
        self.init(property.conditionKey, file: file, line: line)
    }
}
