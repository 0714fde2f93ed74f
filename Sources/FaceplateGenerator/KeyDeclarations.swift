import FaceplateSchema

struct KeyDeclarations {
    struct Key {
        let name: String
        let key: String
        /// `nil` for a secret.
        let type: SwiftType?
        /// An expression; `nil` if the setting has no default.
        let fallback: String?
        let title: String
        let help: String?
    }

    private(set) var keys: [Key] = []
    private(set) var choices: [ChoiceType] = []
    private(set) var records: [RecordType] = []
    private(set) var problems: [String] = []

    private let schema: Schema
    private let words: LabelResolver
    private let typeName: String
    /// The schema key for each name.
    private var members: [String: String] = [:]
    private var types: [String: String] = [:]

    init(_ schema: Schema, words: LabelResolver, typeName: String) {
        self.schema = schema
        self.words = words
        self.typeName = typeName
        for setting in schema.settings { add(setting) }
    }

    private mutating func add(_ setting: Schema.Setting) {
        let item = schema.items[setting.key]
        let title = Self.title(setting, words)
        let name = SwiftName.avoiding([], SwiftName.member(setting.key))
        if let other = members.updateValue(setting.key, forKey: name) {
            problems.append(
                "'\(setting.key)' and '\(other)' would both be named '\(name)'. Rename one.")
        }
        let type: SwiftType? =
            setting.isSecret
            ? nil
            : type(
                of: setting.baseRules, item, options: options(setting, item),
                Scope(key: setting.key, title: title, path: typeName))
        let fallback = setting.plainDefault.flatMap { value in type?.literal(value) }
        keys.append(
            Key(
                name: SwiftName.quoted(name), key: setting.key,
                type: fallback == nil ? type.map(SwiftType.optional) : type, fallback: fallback,
                title: title, help: item.flatMap { words.help(of: $0)?.text }))
    }

    private static func title(_ setting: Schema.Setting, _ words: LabelResolver) -> String {
        if let picker = setting.pickerKey {
            return "Options that users added to \(words.title(of: picker).text)"
        }
        return words.title(of: setting.key).text
    }

    // MARK: - Types

    private struct Scope {
        let key: String
        let title: String
        let path: String
    }

    private func options(
        _ setting: Schema.Setting, _ item: Schema.Item?
    ) -> [ChoiceType.Option] {
        if setting.control == .select {
            return selectOptions(setting.key)
        }
        guard let item else { return [] }
        if setting.control == .button {
            return item.states.map {
                ChoiceType.Option(
                    value: .text($0.name), title: words.title(of: item, state: $0.name).text)
            }
        }
        return options(of: item)
    }

    private func options(of item: Schema.Item) -> [ChoiceType.Option] {
        item.options.map {
            ChoiceType.Option(value: $0.value, title: words.title(of: $0, in: item).text)
        }
    }

    /// If the keys of all items begin with the key of the group, the names omit it: `.light` for
    /// `theme_light`.
    private func selectOptions(_ group: String) -> [ChoiceType.Option] {
        let items = schema.groups.first { $0.key == group }?.options ?? []
        let prefixes = [".", "-", "_"].map { group + $0 }
        let rests = items.compactMap { item in
            prefixes.first(where: item.key.hasPrefix).map { item.key.dropFirst($0.count) }
        }
        let isShort = rests.count == items.count
        return items.enumerated().map { index, item in
            ChoiceType.Option(
                value: .text(item.key), title: words.title(of: item).text,
                words: isShort ? String(rests[index]) : nil)
        }
    }

    private mutating func type(
        of rules: any ValueRules, _ item: Schema.Item?,
        options: [ChoiceType.Option], _ scope: Scope
    ) -> SwiftType {
        switch rules.kind {
        case .option: return choice(options, scope)
        case .choices: return .list(choice(options, scope))
        case .list(let rules):
            let element = item?.control == .editList ? item?.cells.first : nil
            return .list(
                type(
                    of: rules.element, element, options: element.map(self.options) ?? [], scope))
        case .table(let rules) where rules.names != nil || rules.keepsOthers: return .value
        case .table(let rules): return .list(.record(record(rules, item, scope)))
        case .boolean, .number, .text, .secret, .color, .file, .date, .time, .dateTime,
            .duration, .size, .picker, .alternatives, .any:
            return Self.plainType(of: rules)
        }
    }

    private static func plainType(of rules: any ValueRules) -> SwiftType {
        switch rules.kind {
        case .boolean: .bool
        case .number(let rules): rules.isInteger ? .int : .double
        case .duration: .duration
        case .size(let rules): rules.storesText ? .string : .int
        case .date: .date
        case .time: .time
        case .dateTime: .dateTime
        case .file: .file
        case .text, .color: .string
        case .picker(let rules):
            rules.options.allSatisfy(isText) && isTextual(rules.own) ? .string : .value
        case .secret, .option, .choices, .list, .table, .alternatives, .any: .value
        }
    }

    private static func isTextual(_ rules: any ValueRules) -> Bool {
        if case .text = rules.kind { true } else { false }
    }

    private static func isText(_ value: Value) -> Bool {
        if case .text = value { true } else { false }
    }

    private mutating func choice(
        _ options: [ChoiceType.Option], _ scope: Scope
    ) -> SwiftType {
        let name = typeName(of: scope.key, isRow: false)
        guard
            let choice = ChoiceType(
                name: name, path: "\(scope.path).\(name)", title: scope.title, options: options)
        else { return .value }
        reserve(name, for: scope.key)
        choices.append(choice)
        return .choice(choice)
    }

    private mutating func record(
        _ rules: TableRules, _ item: Schema.Item?, _ scope: Scope
    ) -> RecordType {
        let name = typeName(of: scope.key, isRow: true)
        reserve(name, for: scope.key)
        let path = "\(scope.path).\(name)"
        var used: [String: String] = [:]
        var choices: [ChoiceType] = []
        let fields = rules.columns.map { column -> RecordType.Field in
            let cell = item?.cells.first { $0.key == column.key }
            let name = SwiftName.avoiding(
                ["record", "settingValue"], SwiftName.member(column.key))
            if let other = used.updateValue(column.key, forKey: name) {
                problems.append(
                    "The columns '\(column.key)' and '\(other)' of '\(scope.key)' would both be "
                        + "named '\(name)'. Rename one.")
            }
            let title = cell.map { words.title(of: $0).text } ?? column.key
            var type = Self.plainType(of: column.rules)
            let choiceName = typeName(of: column.key, isRow: false)
            if case .option = column.rules.kind,
                let choice = ChoiceType(
                    name: choiceName, path: "\(path).\(choiceName)", title: title,
                    options: cell.map(options) ?? [])
            {
                choices.append(choice)
                type = .choice(choice)
            }
            return RecordType.Field(
                name: SwiftName.quoted(name), key: column.key,
                type: column.canBeMissing ? .optional(type) : type, title: title)
        }
        let record = RecordType(
            name: name, path: path, title: scope.title, fields: fields, choices: choices)
        records.append(record)
        return record
    }

    private func typeName(of key: String, isRow: Bool) -> String {
        let name = SwiftName.type(key) + (isRow ? "Row" : "")
        return SwiftName.reservedTypes.contains(name) || name == typeName ? name + "Choice" : name
    }

    private mutating func reserve(_ name: String, for key: String) {
        guard let other = types.updateValue(key, forKey: name), other != key else { return }
        problems.append(
            "The types of '\(key)' and '\(other)' would both be named '\(name)'. "
                + "Rename one.")
    }
}
