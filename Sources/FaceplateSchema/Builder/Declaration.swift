/// Something declared in Swift: a group, or what stands in one.
///
/// Made by the types named like the dialect's controls; modifiers give copies with one attribute
/// more, where the last of two equal ones counts.
public protocol Declared: Sendable {
    /// What was declared so far.
    var declaration: Declaration { get set }
}

/// What was declared of a group or an item, before it is read as a schema.
public struct Declaration: Sendable {
    /// Where it stands in the program's source.
    struct Place: Sendable {
        let file: String
        let line: Int
    }

    /// The value of an attribute: JSON, or what was declared within.
    enum Part: Sendable {
        case json(JSONValue)
        case one(Declaration)
        case list([Declaration])
    }

    /// The type that declared it, as the source has it.
    let kind: String
    let key: String?
    let place: Place
    private(set) var parts: [(name: String, part: Part)] = []
    /// What the program does about it.
    package private(set) var handlers: [any Sendable] = []

    init(_ kind: String, _ key: String?, keyName: String = "itemKey", _ place: Place) {
        self.kind = kind
        self.key = key
        self.place = place
        if let key { set(keyName, .json(JSONValue(.string(key)))) }
    }

    /// An item of a control.
    init(_ control: Control, _ key: String?, _ value: Value? = nil, _ file: String, _ line: Int) {
        self.init(control.typeName, key, Place(file: file, line: line))
        set("itemControlType", .json(JSONValue(.string(control.rawValue))))
        if let value { set("itemValue", .json(value.json)) }
    }

    mutating func set(_ name: String, _ part: Part) {
        if let index = parts.firstIndex(where: { $0.name == name }) {
            parts[index].part = part
        } else {
            parts.append((name, part))
        }
    }

    /// Adds an element to an attribute that is a list.
    mutating func append(_ element: JSONValue, to name: String) {
        var elements: [JSONValue] = []
        if case .json(let json)? = parts.first(where: { $0.name == name })?.part {
            elements = json.array ?? []
        }
        set(name, .json(JSONValue(.array(elements + [element]))))
    }

    package mutating func add(_ handler: some Sendable) { handlers.append(handler) }

    /// How problems name it: `EditInteger("port")`.
    var name: String { kind + (key.map { "(\"\($0)\")" } ?? "") }
}

extension Declared {
    func with(_ name: String, _ part: Declaration.Part) -> Self {
        var copy = self
        copy.declaration.set(name, part)
        return copy
    }

    func with(_ name: String, _ json: JSONValue) -> Self { with(name, .json(json)) }

    func with(_ name: String, _ text: String) -> Self { with(name, JSONValue(.string(text))) }

    func with(_ name: String, _ count: Int) -> Self {
        with(name, JSONValue(integerLiteral: Int64(count)))
    }

    func with(_ name: String, _ texts: [String]) -> Self {
        with(name, JSONValue(.array(texts.map { JSONValue(.string($0)) })))
    }

    func with(_ name: String, _ values: [String: Value]) -> Self {
        with(name, Value.record(values).json)
    }

    func adding(_ element: JSONValue, to name: String) -> Self {
        var copy = self
        copy.declaration.append(element, to: name)
        return copy
    }

    /// With something that the program does about it.
    package func handled(by handler: some Sendable) -> Self {
        var copy = self
        copy.declaration.add(handler)
        return copy
    }

    /// Sorts it among its siblings (`order`): those without one come last, as they are declared.
    public func order(_ place: ExactDecimal) -> Self { with("order", place.json) }
}

extension Control {
    /// The name of the Swift type that declares it: `edit_text` is `EditText`.
    var typeName: String {
        self == .html
            ? "HTML"
            : rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined()
    }
}

extension JSONObject {
    /// An object of those members that are there.
    init(present members: [(name: String, value: JSONValue?)]) {
        self.init(
            members.compactMap { member in
                member.value.map { Member(name: member.name, value: $0) }
            })
    }
}
