import FaceplateSchema

indirect enum SwiftType {
    case bool, int, double, string, duration, date, time, dateTime, file, value
    case choice(ChoiceType)
    case list(SwiftType)
    case record(RecordType)
    case optional(SwiftType)

    /// The type in source code, in a scope that can refer to the generated types.
    var name: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string: "String"
        case .duration: "Duration"
        case .date: "CivilDate"
        case .time: "ClockTime"
        case .dateTime: "CivilDateTime"
        case .file: "SettingFile"
        case .value: "Faceplate.Value"
        case .choice(let choice): choice.path
        case .list(let element): "[\(element.name)]"
        case .record(let record): record.path
        case .optional(let wrapped): wrapped.name + "?"
        }
    }

    /// `nil` if the value does not have the type.
    func literal(_ value: Value) -> String? {
        switch (self, value) {
        case (.bool, .boolean(let flag)): "\(flag)"
        case (.int, .integer(let number)): "\(number)"
        case (.double, _): value.number.map(SwiftLiteral.double)
        case (.string, .text(let text)): SwiftLiteral.text(text)
        case (.duration, _): value.number.map(SwiftLiteral.duration)
        case (.date, .text(let text)): CivilDate(text).map(Self.date)
        case (.time, .text(let text)): ClockTime(text).map(Self.time)
        case (.dateTime, .text(let text)):
            CivilDateTime(text).map {
                "CivilDateTime(\(Self.date($0.date)), \(Self.time($0.time)))"
            }
        case (.value, _): SwiftLiteral.value(value)
        case (.choice(let choice), _): choice.literal(value)
        case (.list(let element), .list(let values)): Self.list(values, of: element)
        case (.record(let record), .record(let parts)): record.literal(parts)
        default: nil
        }
    }

    private static func date(_ date: CivilDate) -> String {
        "(CivilDate(\(SwiftLiteral.text(date.description))) ?? .first)"
    }

    private static func time(_ time: ClockTime) -> String {
        time == .midnight
            ? ".midnight" : "(ClockTime(\(SwiftLiteral.text(time.description))) ?? .midnight)"
    }

    private static func list(_ values: [Value], of element: SwiftType) -> String? {
        let literals = values.compactMap(element.literal)
        guard literals.count == values.count else { return nil }
        return "[\(literals.joined(separator: ", "))]"
    }
}

struct ChoiceType {
    enum Raw: String {
        case string = "String"
        case int = "Int"
        case double = "Double"
        /// Strings and integers together.
        case value = "Faceplate.Value"
    }

    struct Option {
        let value: Value
        let title: String
        /// The source of the case name; `nil` to use the value.
        var words: String?
    }

    struct Case {
        let name: String
        let value: Value
        let title: String
    }

    let name: String
    /// The name, qualified with the types that contain it.
    let path: String
    let title: String
    let raw: Raw
    let cases: [Case]

    /// `nil` if there are no options, or if their values have no common type.
    init?(name: String, path: String, title: String, options: [Option]) {
        guard let raw = Self.raw(options.map(\.value)) else { return nil }
        self.name = name
        self.path = path
        self.title = title
        self.raw = raw
        var used: Set<String> = [
            "allCases", "hashValue", "rawValue", "settingValue", "unknown",
        ]
        cases = options.enumerated().map { index, option in
            var name = option.words.map(SwiftName.member) ?? Self.name(of: option.value)
            if name.isEmpty { name = "option\(index + 1)" }
            name = SwiftName.avoiding([], name)
            // Duplicate names get the position of the option.
            if used.contains(name) { name += "_\(index + 1)" }
            used.insert(name)
            return Case(name: SwiftName.quoted(name), value: option.value, title: option.title)
        }
    }

    func rawLiteral(_ value: Value) -> String? {
        switch raw {
        case .string: SwiftType.string.literal(value)
        case .int: SwiftType.int.literal(value)
        case .double: SwiftType.double.literal(value)
        case .value: SwiftLiteral.value(value)
        }
    }

    func literal(_ value: Value) -> String? {
        if let known = cases.first(where: { $0.value == value }) { return ".\(known.name)" }
        return rawLiteral(value).map { ".init(rawValue: \($0))" }
    }

    private static func raw(_ values: [Value]) -> Raw? {
        var (texts, integers, decimals, flags) = (0, 0, 0, 0)
        for value in values {
            switch value {
            case .text: texts += 1
            case .integer: integers += 1
            case .decimal(let number):
                decimals += 1
                if Double(number.description)?.isFinite != true { return nil }
            case .boolean: flags += 1
            case .list, .record, .null: return nil
            }
        }
        if values.isEmpty { return nil }
        if texts == values.count { return .string }
        if integers == values.count { return .int }
        if integers + decimals == values.count { return .double }
        return decimals == 0 ? .value : nil
    }

    private static func name(of value: Value) -> String {
        let text = value.plainText
        if case .text = value { return SwiftName.member(text) }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let name = text.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }
            .filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
        let plain = String(decoding: name, as: UTF8.self)
        guard value.number != nil else { return plain }
        return (isNegative ? "minus" : "_") + plain
    }
}

struct RecordType {
    struct Field {
        let name: String
        let key: String
        let type: SwiftType
        let title: String

        func literal(_ value: Value?) -> String? {
            if let value { return type.literal(value) }
            return if case .optional = type { "nil" } else { nil }
        }
    }

    let name: String
    /// The name, qualified with the type that contains it.
    let path: String
    let title: String
    let fields: [Field]
    let choices: [ChoiceType]

    func literal(_ parts: [String: Value]) -> String? {
        var arguments: [String] = []
        for field in fields {
            guard let literal = field.literal(parts[field.key]) else { return nil }
            arguments.append("\(field.name): \(literal)")
        }
        return "\(path)(\(arguments.joined(separator: ", ")))"
    }
}
