/// Equal values give the same JSON, because members are sorted by name.
///
/// It does not use `JSONEncoder`, which has no place for the form of a type within another: it writes 1.5 seconds as
/// `[0, 1500000000000000000]`, a set in another order each time, and a dictionary by an enumeration as a list.
struct StoredEncoding {
    static let maximumDepth = JSONReader.maximumDepth

    let codingPath: [any CodingKey]

    /// Throws `EncodingError` for a value that JSON cannot represent (NaN, too deep).
    static func json(of value: some Encodable) throws -> JSONValue {
        let encoding = StoredEncoding(codingPath: [])
        let json = try encoding.json(of: value)
        guard depth(of: json) <= maximumDepth else {
            throw encoding.problem("It is more than \(maximumDepth) levels deep.", value)
        }
        return json
    }

    func json(of value: some Encodable, at place: StoredPlace) throws -> JSONValue {
        try StoredEncoding(codingPath: codingPath + [place]).json(of: value)
    }

    fileprivate func json(of value: some Encodable) throws -> JSONValue {
        guard codingPath.count <= Self.maximumDepth else {
            throw problem("It is more than \(Self.maximumDepth) levels deep.", value)
        }
        if let form = value as? any StoredForm { return try form.storedJSON(self) }
        let encoder = StoredEncoder(codingPath: codingPath)
        try value.encode(to: encoder)
        return encoder.node.json
    }

    /// Returns an error without the value, which may be a secret, or not printable.
    func problem(_ text: String, _ value: Any) -> EncodingError {
        .invalidValue(
            "\(type(of: value))",
            EncodingError.Context(codingPath: codingPath, debugDescription: text))
    }

    private static func depth(of json: JSONValue) -> Int {
        switch json.content {
        case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
        case .object(let object): 1 + (object.members.map { depth(of: $0.value) }.max() ?? 0)
        case .null, .boolean, .number, .string: 0
        }
    }
}

enum StoredPlace: CodingKey {
    case name(String)
    case index(Int)

    init?(stringValue: String) { self = .name(stringValue) }
    init?(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }
}

/// A value under construction, shared by the containers that write it.
private final class StoredNode {
    enum Content {
        case nothing
        case scalar(JSONValue)
        case list([StoredNode])
        case members([String: StoredNode])
    }

    var content = Content.nothing

    var json: JSONValue {
        switch content {
        // A type without parts encodes nothing.
        case .nothing: [:]
        case .scalar(let json): json
        case .list(let nodes): JSONValue.array(nodes.map(\.json))
        case .members(let nodes):
            JSONValue.object(
                nodes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { .init(name: $0.key, value: $0.value.json) })
        }
    }

    func member(_ name: String) -> StoredNode {
        let node = StoredNode()
        var members: [String: StoredNode] = [:]
        if case .members(let present) = content { members = present }
        members[name] = node
        content = .members(members)
        return node
    }

    func element() -> StoredNode {
        let node = StoredNode()
        var elements: [StoredNode] = []
        if case .list(let present) = content { elements = present }
        content = .list(elements + [node])
        return node
    }

    var count: Int {
        if case .list(let nodes) = content { nodes.count } else { 0 }
    }

    func beMembers() {
        if case .members = content { return }
        content = .members([:])
    }

    func beList() {
        if case .list = content { return }
        content = .list([])
    }
}

private final class StoredEncoder: Encoder {
    let codingPath: [any CodingKey]
    let node: StoredNode
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(codingPath: [any CodingKey], node: StoredNode = StoredNode()) {
        self.codingPath = codingPath
        self.node = node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beMembers()
        return KeyedEncodingContainer(StoredMembers<Key>(codingPath: codingPath, node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beList()
        return StoredElements(codingPath: codingPath, node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        StoredScalar(codingPath: codingPath, node: node)
    }
}

private struct StoredMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]
    let node: StoredNode

    mutating func encodeNil(forKey key: Key) {
        node.member(key.stringValue).content = .scalar(nil)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        let json = try StoredEncoding(codingPath: codingPath + [key]).json(of: value)
        node.member(key.stringValue).content = .scalar(json)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(StoredPlace.name("super")) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: any CodingKey) -> StoredEncoder {
        StoredEncoder(codingPath: codingPath + [key], node: node.member(key.stringValue))
    }
}

private struct StoredElements: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    let node: StoredNode
    var count: Int { node.count }

    mutating func encodeNil() { node.element().content = .scalar(nil) }

    mutating func encode(_ value: some Encodable) throws {
        let place = StoredPlace.index(count)
        let json = try StoredEncoding(codingPath: codingPath + [place]).json(of: value)
        node.element().content = .scalar(json)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> StoredEncoder {
        StoredEncoder(
            codingPath: codingPath + [StoredPlace.index(count)], node: node.element())
    }
}

private struct StoredScalar: SingleValueEncodingContainer {
    let codingPath: [any CodingKey]
    let node: StoredNode

    mutating func encodeNil() { node.content = .scalar(nil) }
    mutating func encode(_ value: Bool) { node.content = .scalar(JSONValue.boolean(value)) }
    mutating func encode(_ value: String) { node.content = .scalar(JSONValue.text(value)) }

    mutating func encode(_ value: some Encodable) throws {
        node.content = .scalar(try StoredEncoding(codingPath: codingPath).json(of: value))
    }

    mutating func encode(_ value: some Encodable & FixedWidthInteger) {
        node.content = .scalar(JSONValue(.number(JSONNumber(validated: String(value)))))
    }

    /// Writes the shortest digits that read as the same number.
    mutating func encode(_ value: some Encodable & BinaryFloatingPoint & CustomStringConvertible)
        throws
    {
        guard let number = ExactDecimal(value.description) else {
            throw StoredEncoding(codingPath: codingPath)
                .problem("NaN and infinity cannot be stored.", value)
        }
        node.content = .scalar(JSONValue(.number(JSONNumber(validated: number.description))))
    }
}
