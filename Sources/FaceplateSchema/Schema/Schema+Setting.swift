extension Schema {
    /// Something that has a value: an item, or a `select` group.
    public final class Setting: Sendable {
        /// The setting's key: an item's, or that of a `select` group.
        public let key: String
        /// The key of its group; its own for a `select` group.
        public let groupKey: String
        /// How it is shown and edited; `select` for a group.
        public let control: Control
        /// What it accepts.
        public let rules: any ValueRules
        /// The value while none is set; `nil` for a secret.
        public let defaultValue: Value?
        /// People and scripts cannot change it; the program can.
        public let isReadOnly: Bool
        /// Whether it must have a value that is not empty.
        public let isRequired: Bool
        /// Whether the program uses a new value only after it was started again.
        public let appliesOnRestart: Bool
        /// Whether machines share its value, where the program shares settings at all.
        public let isSynced: Bool
        /// Kept and readable, but not on the page.
        public let isHidden: Bool
        /// What becomes of its value while a rule hides it.
        public let whenHidden: WhenHidden
        /// Keys it had before.
        public let renamedFrom: [String]
        /// Values of before, as text, and what each is now.
        public let valueMap: [String: JSONValue]

        /// The rules of its control, without those that a program adds.
        public var baseRules: any ValueRules { (rules as? CustomRules)?.base ?? rules }
        /// The `picker` whose further options it keeps; `nil` for a setting of its own.
        public let pickerKey: String?

        /// Whether a form may have several fields of its name, which all count.
        public var takesSeveralFields: Bool {
            baseRules is ListRules || baseRules is ChoicesRules
        }

        /// Whether its value is sealed and never shown.
        public var isSecret: Bool { control == .editPassword }

        init?(
            _ item: Schema.Item, _ draft: SchemaDocument.Item,
            _ controls: [String: any CustomControl]
        ) {
            guard let base = SettingRules.of(draft) else { return nil }
            let custom = draft.customControl.flatMap { controls[$0] }
            let rules = custom.map { CustomRules(base, $0) } ?? base
            let node = draft.node
            key = item.key
            groupKey = item.groupKey
            control = item.control
            self.rules = rules
            let declared = node.object["itemValue"].flatMap { try? rules.value(fromJSON: $0) }
            defaultValue =
                item.control == .editPassword
                ? nil : declared ?? SettingRules.impliedDefault(of: item, base)
            // A button's state is what its action makes of it.
            isReadOnly = item.control == .button || node.boolean("itemReadOnly") ?? false
            appliesOnRestart = node.boolean("itemRestart") ?? false
            isSynced = node.boolean("itemSynced") ?? false
            isHidden = item.isHidden
            isRequired = node.boolean("itemRequired") ?? false
            whenHidden = item.rules.whenHidden
            pickerKey = nil
            renamedFrom = node.strings("itemRenamedFrom")
            valueMap = Self.map(node.object["itemValueMap"])
        }

        init(selectGroup group: Schema.Group, _ draft: SchemaDocument.Group) {
            let options = group.options
            let chosen = draft.options.first { $0.node.boolean("itemValue") == true }?.key
            key = group.key
            groupKey = group.key
            control = .select
            rules = OptionRules(options.map { .text($0.key) })
            defaultValue = (chosen ?? options.first?.key).map(Value.text)
            isReadOnly = false
            appliesOnRestart = draft.options.contains {
                $0.node.boolean("itemRestart") ?? false
            }
            isSynced = draft.options.contains { $0.node.boolean("itemSynced") ?? false }
            isHidden = options.allSatisfy(\.isHidden)
            isRequired = true
            whenHidden = .keep
            pickerKey = nil
            renamedFrom = draft.node.strings("groupRenamedFrom")
            // An option's former key is an old value of the group.
            valueMap = draft.options.reduce(into: Self.map(draft.node.object["groupValueMap"])) {
                map, option in
                for former in option.node.strings("itemRenamedFrom") {
                    map[former] = option.key.map { JSONValue(.string($0)) }
                }
            }
        }

        /// The list of the options that people add to a picker; `nil` for other settings.
        init?(addedTo picker: Setting) {
            guard let rules = picker.pickerRules else { return nil }
            key = Self.addedKey(of: picker.key)
            groupKey = picker.groupKey
            control = .editList
            self.rules = ListRules(element: rules.own, isUnique: true)
            defaultValue = .list([])
            isReadOnly = picker.isReadOnly
            appliesOnRestart = false
            isSynced = picker.isSynced
            isRequired = false
            // It has no row of its own: it is part of the picker's.
            isHidden = true
            whenHidden = .keep
            pickerKey = picker.key
            renamedFrom = picker.renamedFrom.map(Self.addedKey)
            valueMap = [:]
        }

        /// A program's own value under a key that the schema does not have.
        package init(privateKey: String) {
            key = privateKey
            groupKey = ""
            control = .custom
            rules = AnyRules()
            defaultValue = nil
            isReadOnly = false
            appliesOnRestart = false
            isSynced = false
            isRequired = false
            isHidden = true
            whenHidden = .keep
            pickerKey = nil
            renamedFrom = []
            valueMap = [:]
        }

        /// The key of the setting that keeps the options added to a picker.
        public static func addedKey(of picker: String) -> String { picker + ".added" }

        /// The rules of a `picker`, also of one with a look of its own.
        public var pickerRules: PickerRules? {
            ((rules as? CustomRules)?.base ?? rules) as? PickerRules
        }

        /// The options that a sentence about a refused value names, as texts; empty for a setting
        /// that has none.
        package func options(for problem: ValueProblem) -> [String] {
            let values: [Value] =
                switch baseRules {
                case let rules as OptionRules: rules.values
                case let rules as ChoicesRules: rules.options
                default: []
                }
            return values.filter(problem.offers).map(\.plainText)
        }

        private static func map(_ json: JSONValue?) -> [String: JSONValue] {
            (json?.object?.members ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
        }
    }
}
