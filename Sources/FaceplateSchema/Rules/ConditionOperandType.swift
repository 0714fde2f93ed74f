/// The type of a key's values, as far as conditions distinguish it.
enum ConditionOperandType: Sendable, Hashable {
    case boolean
    case number
    case text
    case list
    case options([Value])
    case choices([Value])
    /// A file or table rows: a condition can only test whether the value is empty.
    case parts
    /// An encrypted value: a condition can only test whether it is set.
    case secret
    /// Any JSON, whose type is not known in advance.
    case any

    struct Kinds: OptionSet, Sendable {
        let rawValue: Int

        static let boolean = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let text = Kinds(rawValue: 4)
        static let list = Kinds(rawValue: 8)
    }

    var kinds: Kinds {
        switch self {
        case .boolean: .boolean
        case .number: .number
        case .text: .text
        case .list, .choices: .list
        case .options(let options): options.reduce(into: []) { $0.formUnion(Kinds($1)) }
        case .parts, .secret: []
        case .any: [.boolean, .number, .text, .list]
        }
    }

    /// The description of the values in messages, after "it is".
    var words: String {
        switch self {
        case .parts: "made of parts"
        case .secret: "a secret"
        case .any: "any JSON"
        case .boolean, .number, .text, .list, .options, .choices:
            switch kinds {
            case .boolean: "on or off"
            case .number: "a number"
            case .text: "text"
            case .list: "a list"
            default: "one of several kinds"
            }
        }
    }

    func meant(_ value: Value) -> Value {
        guard self == .boolean, case .text(let text) = value else { return value }
        return BooleanRules.boolean(text).map(Value.boolean) ?? value
    }
}

extension ConditionOperandType.Kinds {
    init(_ value: Value) {
        switch value {
        case .boolean: self = .boolean
        case .integer, .decimal: self = .number
        case .text: self = .text
        case .list: self = .list
        case .record, .null: self = []
        }
    }
}
