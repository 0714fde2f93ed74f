struct StoredDecoding {
    let codingPath: [any CodingKey]

    static func value<T: Decodable>(_ type: T.Type, from json: JSONValue) throws -> T {
        try StoredDecoding(codingPath: []).value(type, from: json)
    }

    func value<T: Decodable>(
        _ type: T.Type, from json: JSONValue, at place: StoredPlace
    ) throws -> T {
        try StoredDecoding(codingPath: codingPath + [place]).value(type, from: json)
    }

    fileprivate func value<T: Decodable>(_ type: T.Type, from json: JSONValue) throws -> T {
        if let form = type as? any StoredForm.Type {
            guard let value = try form.init(stored: json, self) as? T else {
                throw problem("a \(type)")
            }
            return value
        }
        return try T(from: StoredDecoder(codingPath: codingPath, json: json))
    }

    func problem(_ expected: String) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "Expected \(expected)."))
    }
}

private struct StoredDecoder: Decoder {
    let codingPath: [any CodingKey]
    let json: JSONValue
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var decoding: StoredDecoding { StoredDecoding(codingPath: codingPath) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = json.object?.members else { throw decoding.problem("an object") }
        return KeyedDecodingContainer(
            StoredMembers<Key>(
                codingPath: codingPath,
                members: members.reduce(into: [:]) { $0[$1.name] = $1.value }))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = json.array else { throw decoding.problem("a list") }
        return StoredElements(codingPath: codingPath, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        StoredScalar(codingPath: codingPath, json: json)
    }
}

private struct StoredMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let members: [String: JSONValue]

    var allKeys: [Key] { members.keys.sorted().compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try json(key).isNull }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try StoredDecoding(codingPath: codingPath + [key]).value(type, from: json(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key, json(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, json(key)).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        decoder(StoredPlace.name("super"), members["super"] ?? nil)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        decoder(key, members[key.stringValue] ?? nil)
    }

    private func json(_ key: Key) throws -> JSONValue {
        guard let json = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "Expected a member '\(key.stringValue)'."))
        }
        return json
    }

    private func decoder(_ key: any CodingKey, _ json: JSONValue) -> StoredDecoder {
        StoredDecoder(codingPath: codingPath + [key], json: json)
    }
}

private struct StoredElements: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next().json.isNull
        // A value that is not null has not been read yet.
        if !isNull { currentIndex -= 1 }
        return isNull
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let decoder = try next()
        return try StoredDecoding(codingPath: decoder.codingPath).value(type, from: decoder.json)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> StoredDecoder {
        let path = codingPath + [StoredPlace.index(currentIndex)]
        guard !isAtEnd else { throw StoredDecoding(codingPath: path).problem("another element") }
        defer { currentIndex += 1 }
        return StoredDecoder(codingPath: path, json: elements[currentIndex])
    }
}

private struct StoredScalar: SingleValueDecodingContainer {
    let codingPath: [any CodingKey]
    let json: JSONValue

    private var decoding: StoredDecoding { StoredDecoding(codingPath: codingPath) }

    func decodeNil() -> Bool { json.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let value) = json.content else {
            throw decoding.problem("true or false")
        }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard let text = json.string else { throw decoding.problem("text") }
        return text
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoding.value(type, from: json)
    }

    /// Reads an integer of any size; `1.0` is accepted, as everywhere in the store.
    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard let number = json.number.flatMap({ ExactDecimal($0.text) }),
            let value = T(number.description)
        else { throw decoding.problem("a whole number that fits \(T.self)") }
        return value
    }

    func decode<T: Decodable & BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: T.Type
    ) throws -> T {
        guard let text = json.number?.text, let value = T(text), value.isFinite else {
            throw decoding.problem("a number")
        }
        return value
    }
}
