extension Schema {
    /// An item or `select` group that has a value.
    package final class Setting: Sendable {
        package let key: String
        /// The key of its group; for a `select` group, its own key.
        package let groupKey: String
        /// `select` for a group.
        package let control: Control
        package let rules: any ValueRules
        /// The default while none of the conditional ones applies; `nil` for a secret.
        ///
        /// For the value while none is stored, ask a snapshot, or the state of the rules.
        package let plainDefault: Value?
        /// The first with a true condition applies.
        package let conditionalDefaults: [ConditionalDefault]
        /// True when only the app can change the value; users and scripts cannot.
        package let isReadOnly: Bool
        /// True when the value must not be empty.
        package let isRequired: Bool
        /// True when the app uses a new value only after a restart.
        package let appliesOnRestart: Bool
        /// True when machines share the value, if the app shares settings.
        package let isSynced: Bool
        /// The time within which a change must be confirmed, before the value from before returns; `nil` if changes need
        /// no confirmation.
        package let keepWithin: Duration?
        /// The machines for which the value is meant; a portable export leaves out values of one machine.
        package let scope: Scope
        /// True when the setting is stored and readable, but not on the page.
        package let isHidden: Bool
        /// The treatment of the value while a rule hides the setting.
        package let whenHidden: WhenHidden
        package let renamedFrom: [String]
        /// The place of the value in the program's own file; `nil` for the parts of the key.
        package let filePlace: FilePlace?
        package let areOptionsProvided: Bool
        /// The former values, as text, and the current value for each.
        package let valueMap: [String: JSONValue]

        package var baseRules: any ValueRules { rules.base }
        /// The key of the `picker` whose added options this setting stores; `nil` for other settings.
        package let pickerKey: String?

        /// True when a form can have several fields with the name of the setting, which all count.
        package var takesSeveralFields: Bool {
            switch rules.kind {
            case .list, .choices: true
            case .boolean, .number, .text, .secret, .color, .file, .date, .time,
                .dateTime, .duration, .size, .option, .picker, .table, .alternatives, .any:
                false
            }
        }

        /// True for `null` where it is no value: it resets the setting.
        package func resets(_ json: JSONValue) -> Bool { json.isNull && !rules.acceptsNull }

        /// The names of a value in a file, from the outside in.
        package enum FilePlace: Sendable, Hashable {
            case path([String])
            /// The members of an object that no other setting has.
            case others([String])
        }

        /// True when the value is encrypted and never shown.
        package var isSecret: Bool { control == .editPassword }

        init?(
            _ item: Schema.Item, _ draft: SchemaDocument.Item, _ types: SchemaDocument.Types,
            _ controls: [String: any CustomControl]
        ) {
            guard let base = draft.rules else { return nil }
            let custom = draft.customControl.flatMap { controls[$0] }
            let rules = custom.map { CustomRules(base: base, control: $0) } ?? base
            let node = draft.node
            key = item.key
            groupKey = item.groupKey
            control = item.control
            self.rules = rules
            let declared = node.object["itemValue"].flatMap { try? rules.value(fromJSON: $0) }
            plainDefault =
                item.control == .editPassword ? nil : declared ?? Self.impliedDefault(of: draft)
            conditionalDefaults = draft.defaults.compactMap { part in
                guard let condition = part.condition("when", types),
                    let value = part.object["itemValue"].flatMap({ try? rules.value(fromJSON: $0) })
                else { return nil }
                return ConditionalDefault(condition: condition, value: value)
            }
            // Only the action of a button changes its state.
            isReadOnly = item.control == .button || node.boolean("itemReadOnly") ?? false
            appliesOnRestart = node.boolean("itemRestart") ?? false
            isSynced = node.boolean("itemSynced") ?? false
            keepWithin = Self.keepTime(of: [node])
            scope = Self.scope(of: [node])
            isHidden = item.isHidden
            isRequired = node.boolean("itemRequired") ?? false
            whenHidden = item.rules.whenHidden
            pickerKey = nil
            areOptionsProvided = node.boolean("itemOptionsProvided") ?? false
            renamedFrom = node.strings("itemRenamedFrom")
            let names = node.strings("itemFilePath")
            let takesOthers = node.boolean("itemFileOthers") ?? false
            filePlace = takesOthers ? .others(names) : names.isEmpty ? nil : .path(names)
            valueMap = Self.map(node.object["itemValueMap"])
        }

        init(selectGroup group: Schema.ItemGroup, _ draft: SchemaDocument.Group) {
            let options = group.options
            let chosen = draft.options.first { $0.node.boolean("itemValue") == true }?.key
            key = group.key
            groupKey = group.key
            control = .select
            rules = OptionRules(options.map { .text($0.key) })
            plainDefault = (chosen ?? options.first?.key).map(Value.text)
            conditionalDefaults = []
            isReadOnly = false
            appliesOnRestart = draft.options.contains {
                $0.node.boolean("itemRestart") ?? false
            }
            isSynced = draft.options.contains { $0.node.boolean("itemSynced") ?? false }
            keepWithin = Self.keepTime(of: draft.options.map(\.node))
            scope = Self.scope(of: draft.options.map(\.node))
            isHidden = options.allSatisfy(\.isHidden)
            isRequired = true
            whenHidden = .keep
            pickerKey = nil
            areOptionsProvided = false
            renamedFrom = draft.node.strings("groupRenamedFrom")
            filePlace = nil
            // The former key of an option is an old value of the group.
            valueMap = draft.options.reduce(into: Self.map(draft.node.object["groupValueMap"])) {
                map, option in
                for former in option.node.strings("itemRenamedFrom") {
                    map[former] = option.key.map(JSONValue.text)
                }
            }
        }

        init?(addedTo picker: Setting) {
            guard let rules = picker.pickerRules else { return nil }
            key = Self.addedKey(of: picker.key)
            groupKey = picker.groupKey
            control = .editList
            self.rules = ListRules(element: rules.own, isUnique: true)
            plainDefault = .list([])
            conditionalDefaults = []
            isReadOnly = picker.isReadOnly
            appliesOnRestart = false
            isSynced = picker.isSynced
            keepWithin = nil
            scope = picker.scope
            isRequired = false
            // The setting has no row: it is part of the picker's row.
            isHidden = true
            whenHidden = .keep
            pickerKey = picker.key
            areOptionsProvided = false
            renamedFrom = picker.renamedFrom.map(Self.addedKey)
            filePlace = nil
            valueMap = [:]
        }

        package init(privateKey: String) {
            key = privateKey
            groupKey = ""
            control = .custom
            rules = AnyRules()
            plainDefault = nil
            conditionalDefaults = []
            isReadOnly = false
            appliesOnRestart = false
            isSynced = false
            keepWithin = nil
            scope = .portable
            isRequired = false
            isHidden = true
            whenHidden = .keep
            pickerKey = nil
            areOptionsProvided = false
            renamedFrom = []
            filePlace = nil
            valueMap = [:]
        }

        /// Returns the key of the setting that stores the options added to a picker.
        package static func addedKey(of picker: String) -> String { picker + ".added" }

        /// The rules of a `picker`, also if it is a custom control; `nil` for other controls.
        package var pickerRules: PickerRules? {
            if case .picker(let rules) = rules.kind { rules } else { nil }
        }

        package func options(for problem: ValueProblem) -> [String] {
            // A picker accepts other values than its options.
            if case .picker = rules.kind { return [] }
            return rules.options.filter(problem.offers).map(\.plainText)
        }

        private static func impliedDefault(of item: SchemaDocument.Item) -> Value? {
            guard let control = item.kind?.definition else { return nil }
            let startsUnset = item.node.boolean("itemRequired") == false && control.canBeUnset
            return startsUnset ? nil : control.impliedDefault(of: item)
        }

        /// One item that is for a machine decides for all.
        private static func scope(of nodes: [SchemaDocument.Node]) -> Scope {
            let isForMachine = nodes.contains { $0.string("itemScope") == Scope.machine.rawValue }
            return isForMachine ? .machine : .portable
        }

        private static func keepTime(of nodes: [SchemaDocument.Node]) -> Duration? {
            nodes.compactMap { $0.object["itemKeepWithin"].flatMap(TimeAttributes.length) }.min()
        }

        private static func map(_ json: JSONValue?) -> [String: JSONValue] {
            (json?.object?.members ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
        }
    }
}

extension Schema {
    package struct ConditionalDefault: Sendable {
        package let condition: Condition
        package let value: Value
    }
}

extension Schema.Setting {
    /// Returns the value while none is stored; `nil` for a secret.
    ///
    /// The conditions test only settings that have one default.
    package func defaultValue(_ value: (String) -> Value?) -> Value? {
        conditionalDefaults.first { $0.condition.holds(value) }?.value ?? plainDefault
    }

    /// The settings that its default depends on.
    package var defaultConditionKeys: Set<String> {
        Set(conditionalDefaults.flatMap(\.condition.keys))
    }
}

extension Schema {
    /// In seconds.
    static let keepRange = 5...3_600
}

/// The syntax of keys: ASCII, `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`, case-sensitive.
package enum SettingKeySyntax {
    package static func isValid(_ key: String) -> Bool {
        let bytes = key.utf8
        guard let first = bytes.first, bytes.count <= 128, first.isAlphanumeric else {
            return false
        }
        return bytes.allSatisfy { $0.isAlphanumeric || ".-_".utf8.contains($0) }
    }

    static func problem(with text: String, noun: String = "key") -> String {
        "'\(text)' is not a \(noun): 1 to 128 letters, digits, '.', '-' or '_', starting with a "
            + "letter or digit."
    }

    /// Returns the form of a key that must be unique: in lower case, with `_` for `.` and `-`.
    package static func folded(_ key: String) -> String {
        String(
            decoding: key.lowercased().utf8.map { ".-".utf8.contains($0) ? UInt8(ascii: "_") : $0 },
            as: UTF8.self)
    }

    package static func sound(_ key: String) -> String {
        String(decoding: key.lowercased().utf8.filter { !".-_".utf8.contains($0) }, as: UTF8.self)
    }

    /// Returns true if a key is written as a name of Swift with a capital, or a digit, at the start of each further
    /// word: `hide_ads` as `hideAds`.
    package static func isSpelled(_ key: String, asName name: String) -> Bool {
        // The places in the letters at which a word can begin: in HTTPPort at the first H and at the last P.
        var starts: Set<Int> = [0]
        var count = 0
        let bytes = Array(name.utf8)
        for (index, byte) in bytes.enumerated() {
            guard !".-_".utf8.contains(byte) else {
                starts.insert(count)
                continue
            }
            let isAfterCapital = index > 0 && bytes[index - 1].isCapitalLetter
            let isBeforeSmall = index + 1 < bytes.count && bytes[index + 1].isSmallLetter
            if byte.isDigit || byte.isCapitalLetter && (!isAfterCapital || isBeforeSmall) {
                starts.insert(count)
            }
            count += 1
        }
        var place = 0
        for word in key.utf8.split(whereSeparator: { ".-_".utf8.contains($0) }) {
            guard starts.contains(place) else { return false }
            place += word.count
        }
        return place == count
    }

    package static func variableName(_ key: String) -> String { folded(key).uppercased() }
}
