/// Creates the rules of an item from its attributes, for the checks and for the schema.
enum SettingRules {
    /// Returns the rules of an item; `nil` for an item without a value.
    static func of(_ item: SchemaDocument.Item) -> (any ValueRules)? {
        let node = item.node
        return switch item.control {
        case .switch: BooleanRules()
        case .editText, .editMultiline: text(item)
        case .editPassword:
            SecretRules(
                minimumLength: node.count("itemMinimumLength"),
                maximumLength: node.count("itemMaximumLength"), pattern: pattern(node))
        case .choice, .segment: OptionRules(optionValues(of: item))
        case .choices:
            ChoicesRules(
                options: optionValues(of: item), minimumCount: node.count("itemMinimumCount"),
                maximumCount: node.count("itemMaximumCount"))
        case .picker: PickerRules(options: optionValues(of: item), own: text(item))
        case .editInteger, .editDecimal, .slider, .stepper: number(item)
        case .editDate, .editTime, .editDatetime, .editDuration: time(item)
        case .editColor: ColorRules(allowsAlpha: node.boolean("itemAlpha") ?? false)
        case .editList, .editTable: list(item)
        case .editFile:
            FileRules(
                maximumSize: node.count("itemMaximumSize") ?? Self.usualFileSize,
                types: node.strings("itemFileTypes"))
        case .custom: AnyRules()
        case .button where !item.states.isEmpty:
            OptionRules(item.states.compactMap { $0.string("state").map(Value.text) })
        default: nil
        }
    }

    /// The default maximum size of a file in bytes: 64 KiB.
    static let usualFileSize = 64 * 1024
    /// The highest maximum size in bytes that a schema can set for a file: 4 MiB.
    static let largestFileSize = 4 * 1024 * 1024

    /// The maximum size in bytes of a file that machines share.
    ///
    /// In base64, such a file fits into one request of the cluster and leaves room for other values.
    static let largestSyncedFileSize = 256 * 1024

    static func optionValues(of item: SchemaDocument.Item) -> [Value] {
        (item.node.object["itemOptions"]?.array ?? []).compactMap {
            Value(json: $0.object?["value"] ?? $0)
        }
    }

    /// Returns the default of an item that declares none: off, empty, the first option, or the minimum of a slider.
    ///
    /// It is `nil` for items that have no value until one is set, such as a secret, a date or a number.
    static func impliedDefault(of item: Schema.Item, _ rules: any ValueRules) -> Value? {
        switch item.control {
        case .switch: .boolean(false)
        case .editText, .editMultiline: .text("")
        case .choice, .segment: item.options.first?.value
        case .choices, .editList, .editTable: .list([])
        case .button: item.states.first.map { .text($0.name) }
        case .slider:
            (rules as? IntegerRules)?.minimum.map(Value.integer)
                ?? (rules as? DecimalRules)?.minimum.flatMap {
                    try? rules.value(fromText: $0.description, locale: nil)
                }
        default: nil
        }
    }

    // MARK: - Texts

    private static func pattern(_ node: SchemaDocument.Node) -> Pattern? {
        node.string("itemPattern").flatMap { try? Pattern($0) }
    }

    private static func text(_ item: SchemaDocument.Item) -> TextRules {
        let node = item.node
        return TextRules(
            isRequired: node.boolean("itemRequired") ?? (item.control == .picker),
            minimumLength: node.count("itemMinimumLength"),
            maximumLength: node.count("itemMaximumLength"), pattern: pattern(node),
            trims: node.boolean("itemTrim") ?? true, allowsLines: item.control == .editMultiline,
            maximumLines: node.count("itemMaximumLines"))
    }

    // MARK: - Numbers

    private static func number(_ item: SchemaDocument.Item) -> any ValueRules {
        let node = item.node
        let unit = node.string("itemUnit")
        guard holdsDecimals(item) else {
            return IntegerRules(
                minimum: integer(node, "itemMinimum"), maximum: integer(node, "itemMaximum"),
                step: integer(node, "itemStep"), unit: unit, isPlain: item.control == .slider)
        }
        return DecimalRules(
            minimum: decimal(node, "itemMinimum"), maximum: decimal(node, "itemMaximum"),
            step: decimal(node, "itemStep"),
            maximumFractionDigits: node.count("itemFractionDigits"), unit: unit,
            isPlain: item.control == .slider)
    }

    /// Returns true if a number can have a fraction.
    ///
    /// A slider or stepper allows fractions if its bounds, step, default or number of digits has one.
    static func holdsDecimals(_ item: SchemaDocument.Item) -> Bool {
        switch item.control {
        case .editDecimal: true
        case .slider, .stepper:
            (item.node.count("itemFractionDigits") ?? 0) > 0
                || ["itemMinimum", "itemMaximum", "itemStep", "itemValue"].contains { name in
                    item.node.object[name]?.number.map { $0.integer == nil } ?? false
                }
        default: false
        }
    }

    private static func integer(_ node: SchemaDocument.Node, _ name: String) -> Int64? {
        node.object[name]?.number?.integer
    }

    private static func decimal(_ node: SchemaDocument.Node, _ name: String) -> ExactDecimal? {
        node.object[name]?.number.flatMap { ExactDecimal($0.text) }
    }

    // MARK: - Times

    private static func time(_ item: SchemaDocument.Item) -> any ValueRules {
        let node = item.node
        func bound<Bound>(_ name: String, _ read: (String) -> Bound?) -> Bound? {
            node.string(name).flatMap(read)
        }
        switch item.control {
        case .editDate:
            return DateRules(
                minimum: bound("itemMinimum", CivilDate.init),
                maximum: bound("itemMaximum", CivilDate.init))
        case .editTime:
            return TimeRules(
                minimum: bound("itemMinimum", ClockTime.init),
                maximum: bound("itemMaximum", ClockTime.init),
                allowsSeconds: node.boolean("itemSeconds") ?? false)
        case .editDatetime:
            return DateTimeRules(
                minimum: bound("itemMinimum", CivilTime.init),
                maximum: bound("itemMaximum", CivilTime.init),
                zone: bound("itemTimeZone", Zone.init),
                allowsSeconds: node.boolean("itemSeconds") ?? false)
        default:
            return DurationRules(
                minimum: seconds(node, "itemMinimum"), maximum: seconds(node, "itemMaximum"),
                unit: node.string("itemDurationUnit").flatMap { DurationUnit(rawValue: $0) } ?? .s)
        }
    }

    /// Returns a duration in seconds, written as a number of seconds or with units: `"5m"`.
    static func seconds(_ node: SchemaDocument.Node, _ name: String) -> ExactDecimal? {
        node.object[name].flatMap(seconds)
    }

    static func seconds(_ json: JSONValue) -> ExactDecimal? {
        (try? DurationRules().value(fromJSON: json)).flatMap { ExactDecimal($0.plainText) }
    }

    // MARK: - Lists

    private static func list(_ item: SchemaDocument.Item) -> any ValueRules {
        let node = item.node
        let counts = (node.count("itemMinimumCount"), node.count("itemMaximumCount"))
        guard item.control == .editTable else {
            return ListRules(
                element: item.cells.first.flatMap(of) ?? TextRules(), minimumCount: counts.0,
                maximumCount: counts.1, isUnique: node.boolean("itemUnique") ?? false)
        }
        let columns = item.cells.compactMap { cell -> TableRules.Column? in
            guard let key = cell.key, let rules = of(cell) else { return nil }
            let declared = cell.node.object["itemValue"].flatMap { try? rules.value(fromJSON: $0) }
            let value = declared ?? impliedDefault(ofCell: cell)
            return TableRules.Column(key: key, rules: rules, defaultValue: value)
        }
        return TableRules(
            columns: columns, minimumCount: counts.0, maximumCount: counts.1,
            uniqueColumn: node.string("itemUniqueColumn"))
    }

    private static func impliedDefault(ofCell cell: SchemaDocument.Item) -> Value? {
        switch cell.control {
        case .switch: .boolean(false)
        case .editText where cell.node.boolean("itemRequired") != true: .text("")
        case .choice: optionValues(of: cell).first
        default: nil
        }
    }
}
