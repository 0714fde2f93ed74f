/// A declaration in Swift: a group, or an entry of one.
///
/// The types named after the built-in controls create declarations. Each modifier returns a copy with one more
/// attribute; if an attribute is set twice, the last value counts.
public protocol Declared: Sendable {
    /// The attributes declared so far.
    var declaration: Declaration { get set }
}

/// The attributes of a group or an item, before they are read as a schema.
public struct Declaration: Sendable {
    struct Place: Sendable {
        let file: String
        let line: Int
    }

    enum Part: Sendable {
        case json(JSONValue)
        case one(Declaration)
        case list([Declaration])
    }

    /// The name of the Swift type that declared it.
    private(set) var kind: String
    let key: String?
    let place: Place
    private(set) var parts: [(name: String, part: Part)] = []
    package private(set) var handlers: [any Sendable] = []

    init(_ kind: String, _ key: String?, keyName: String = "itemKey", _ place: Place) {
        self.kind = kind
        self.key = key
        self.place = place
        if let key { set(keyName, .json(JSONValue.text(key))) }
    }

    init(_ control: Control, _ key: String?, _ value: Value? = nil, _ file: String, _ line: Int) {
        self.init(control.typeName, key, Place(file: file, line: line))
        set("itemControlType", .json(JSONValue.text(control.rawValue)))
        if let value { set("itemValue", .json(value.json)) }
    }

    package mutating func set(_ name: String, to json: JSONValue) { set(name, .json(json)) }

    package mutating func set(_ name: String, to items: [any GroupEntry]) {
        set(name, .list(items.map(\.declaration)))
    }

    package mutating func set(_ name: String, to item: any SettingItem) {
        set(name, .one(item.declaration))
    }

    package mutating func show(as control: Control) {
        kind = control.typeName
        set("itemControlType", to: JSONValue.text(control.rawValue))
    }

    mutating func set(_ name: String, _ part: Part) {
        if let index = parts.firstIndex(where: { $0.name == name }) {
            parts[index].part = part
        } else {
            parts.append((name, part))
        }
    }

    mutating func append(_ element: JSONValue, to name: String) {
        set(name, .json(.array((json(of: name)?.array ?? []) + [element])))
    }

    /// `nil` if it is not set, or has nested declarations.
    package func json(of name: String) -> JSONValue? {
        guard case .json(let json)? = parts.first(where: { $0.name == name })?.part else {
            return .none
        }
        return json
    }

    package mutating func add(_ handler: some Sendable) { handlers.append(handler) }

    /// The name in messages: `EditInteger("port")`.
    var name: String { kind + (key.map { "(\"\($0)\")" } ?? "") }
}

extension Declared {
    func with(_ name: String, _ part: Declaration.Part) -> Self {
        var copy = self
        copy.declaration.set(name, part)
        return copy
    }

    func with(_ name: String, _ json: JSONValue) -> Self { with(name, .json(json)) }

    func with(_ name: String, _ text: String) -> Self { with(name, JSONValue.text(text)) }

    func with(_ name: String, _ count: Int) -> Self {
        with(name, JSONValue(integerLiteral: Int64(count)))
    }

    func with(_ name: String, _ texts: [String]) -> Self {
        with(name, JSONValue.array(texts.map(JSONValue.text)))
    }

    func with(_ name: String, _ values: [String: Value]) -> Self {
        with(name, Value.record(values).json)
    }

    func adding(_ element: JSONValue, to name: String) -> Self {
        var copy = self
        copy.declaration.append(element, to: name)
        return copy
    }

    package func handled(by handler: some Sendable) -> Self {
        var copy = self
        copy.declaration.add(handler)
        return copy
    }

    /// Sets the sort order among the siblings (`order`).
    ///
    /// Entries without an order come last, in declared order.
    public func order(_ place: ExactDecimal) -> Self { with("order", place.json) }
}

extension Control {
    package var typeName: String {
        kind.map { "\($0.definition.item)" } ?? rawValue
    }
}
