import Foundation

/// Finds the names and types of the parts of a structure, by decoding an invented value.
enum ColumnProbe {
    struct Part {
        let name: String
        let type: Any.Type
        let isOptional: Bool
    }

    /// `nil` for a type that is not decoded by names.
    static func parts(of type: any Decodable.Type) -> [Part]? {
        let record = Record()
        guard (try? type.init(from: ProbeDecoder(record: record))) != nil, record.isNamed else {
            return nil
        }
        return record.parts
    }

    fileprivate final class Record {
        var isNamed = false
        var parts: [Part] = []
    }
}

private struct ProbeDecoder: Decoder {
    let record: ColumnProbe.Record
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        record.isNamed = true
        return KeyedDecodingContainer(ProbeMembers<Key>(record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.unknown }

    func singleValueContainer() -> any SingleValueDecodingContainer { ProbeScalar() }

    static var unknown: DecodingError {
        StoredDecoding(codingPath: []).problem("a structure of parts")
    }

    /// Returns a value of the type, whatever it is.
    static func sample<Sample: Decodable>(_ type: Sample.Type) throws -> Sample {
        if let first = (type as? any CaseIterable.Type).flatMap({ first($0) }) as? Sample {
            return first
        }
        for json in samples {
            if let value = try? StoredDecoding.value(type, from: json) { return value }
        }
        // The parts of a part are not recorded.
        return try type.init(from: ProbeDecoder(record: ColumnProbe.Record()))
    }

    private static func first<Cases: CaseIterable>(_: Cases.Type) -> Any? { Cases.allCases.first }

    private static var samples: [JSONValue] {
        [
            0, false, "", .array([]), "2026-11-20", "07:30", "2026-11-20T07:30",
            "2026-11-20T07:30:00Z", "https://example.org/",
        ]
    }
}

private struct ProbeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    final class Asked {
        var isOptional = false
    }

    let record: ColumnProbe.Record
    private let asked = Asked()
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    init(record: ColumnProbe.Record) { self.record = record }

    func contains(_ key: Key) -> Bool { true }

    /// Called only before a part that may be missing.
    func decodeNil(forKey key: Key) -> Bool {
        asked.isOptional = true
        return false
    }

    func decode<Part: Decodable>(_ type: Part.Type, forKey key: Key) throws -> Part {
        record.parts.append(
            .init(name: key.stringValue, type: type, isOptional: asked.isOptional))
        asked.isOptional = false
        return try ProbeDecoder.sample(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw ProbeDecoder.unknown }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw ProbeDecoder.unknown
    }

    func superDecoder() throws -> any Decoder { throw ProbeDecoder.unknown }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeDecoder.unknown }
}

private struct ProbeScalar: SingleValueDecodingContainer {
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { true }

    func decode<Sample: Decodable>(_ type: Sample.Type) throws -> Sample {
        try ProbeDecoder.sample(type)
    }
}
