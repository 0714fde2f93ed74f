/// What a key's values are, as far as conditions ask.
enum ConditionOperandType: Sendable, Hashable {
    case boolean
    case number
    case text
    /// A list of any values.
    case list
    /// One of these values.
    case options([Value])
    /// A list of some of these values.
    case choices([Value])
    /// A file, rows of a table: a condition sees only whether there are some.
    case parts
    /// Sealed: a condition sees only whether there is one.
    case secret
    /// Any JSON: nothing is known before.
    case any

    /// What has an order, or could be equal.
    struct Kinds: OptionSet, Sendable {
        let rawValue: Int

        static let boolean = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let text = Kinds(rawValue: 4)
        static let list = Kinds(rawValue: 8)

        init(rawValue: Int) {
            self.rawValue = rawValue
        }

        init(_ value: Value) {
            switch value {
            case .boolean: self = .boolean
            case .integer, .decimal: self = .number
            case .text: self = .text
            case .list: self = .list
            case .record: self = []
            }
        }
    }

    /// The kinds that a value may be of.
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

    /// What the values are, after "it is".
    var words: String {
        switch self {
        case .parts: "made of parts"
        case .secret: "a secret"
        case .any: "any JSON"
        case .boolean, .number, .text, .list, .options, .choices:
            switch kinds {
            case .boolean: "on or off"
            case .number: "a number"
            case .text: "a text"
            case .list: "a list"
            default: "one of several kinds"
            }
        }
    }

    /// The value that was meant where a Boolean is written `"YES"` or `"NO"`.
    func meant(_ value: Value) -> Value {
        guard self == .boolean, case .text(let text) = value else { return value }
        return BooleanRules.boolean(text).map(Value.boolean) ?? value
    }
}
