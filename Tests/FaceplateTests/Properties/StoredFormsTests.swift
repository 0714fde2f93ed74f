import FaceplateSchema
import Foundation
import Testing

@testable import Faceplate

/// The form of a property's value in the store.
///
/// `Tests/Fixtures/Properties/stored.json` fixes it, because existing files must stay readable. With
/// `RECORD_FIXTURES=1` it is written again, and the test fails.
struct StoredFormsTests {
    private struct Size: Codable, Hashable, Sendable {
        var width: Double
        var height: Double
    }

    private struct Frame: Codable, Hashable, Sendable {
        var size: Size
        var title: String?
        var tags: Set<String>
        var opened: Date?
        var key: Data
    }

    private enum Theme: String, Codable, Hashable, CaseIterable, Sendable {
        case light, dark
    }

    private enum Level: Int, Codable, Sendable {
        case low = 1
        case high = 3
    }

    private enum Shape: Codable, Hashable, Sendable {
        case circle(radius: Int)
        case square
    }

    private class Animal: Codable {
        var name = "Rex"
    }

    private final class Dog: Animal {
        var tail = 1

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            tail = try container.decode(Int.self, forKey: .tail)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(tail, forKey: .tail)
            try super.encode(to: container.superEncoder())
        }

        private enum Keys: CodingKey { case tail }
    }

    /// Writes its own values among those of its superclass.
    private final class Cat: Animal {
        var lives = 9

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            lives = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .lives)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(lives, forKey: .lives)
        }

        private enum Keys: CodingKey { case lives }
    }

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private static let frame = Frame(
        size: Size(width: 3.5, height: 2), title: nil, tags: ["b", "a"], opened: date(0),
        key: Data([0, 255]))

    /// A value of every kind, by its name in the fixture.
    private static let values: [(String, any Codable & Hashable & Sendable)] = [
        ("boolean", true), ("integer", -42), ("integer, largest", UInt64.max),
        ("integer, small", Int8.min), ("decimal", 0.1), ("decimal, whole", 3.0),
        ("decimal, large", 1e100), ("decimal, small", Double.leastNonzeroMagnitude),
        ("single", Float(0.1)),
        ("exact", Decimal(string: "12345678901234567890.125") ?? 0), ("text", "a \"b\"\n\u{1F600}"),
        ("text, empty", ""), ("enumeration of texts", Theme.dark),
        ("enumeration of numbers", Level.high),
        ("enumeration with values", Shape.circle(radius: 2)),
        ("enumeration without values", Shape.square), ("optional", Int?.some(1)),
        ("optional, nil", Int?.none), ("list", [1, 2, 3]),
        ("list of optionals", [1, nil, 3] as [Int?]),
        ("set", Set(["b", "a", "c"])), ("dictionary", ["b": 1, "a": 2]),
        ("dictionary by numbers", [10: "x", 9: "y"]),
        ("dictionary by enumeration", [Theme.dark: 1]),
        ("date", date(1_795_159_800)), ("date, with a fraction", date(1_795_159_800.25)),
        ("date, long ago", Date.distantPast), ("date, far ahead", Date.distantFuture),
        ("data", Data([1, 2, 3, 4])), ("data, empty", Data()),
        ("address", URL(string: "https://example.org/a?b=ü#c") ?? URL(filePath: "/")),
        ("length of time", Duration.seconds(90)),
        ("length of time, short", Duration.nanoseconds(-1_500)),
        ("length of time, shortest", Duration(secondsComponent: 0, attosecondsComponent: 1)),
        ("identifier", UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()),
        ("day", CivilDate("2026-11-20")),
        ("day and time", CivilDateTime("2026-11-20T07:30")), ("time", ClockTime("07:30:15")),
        ("structure", frame), ("list of structures", [frame.size]),
    ]

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Properties/stored.json")

    @Test
    func equalTheFixture() throws {
        let members = try Self.values.map { name, value in
            JSONObject.Member(name: name, value: try StoredEncoding.json(of: value))
        }
        let text = JSONWriter(.indented).text(JSONValue(.object(JSONObject(members)))) + "\n"
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
            try Data(text.utf8).write(to: Self.file)
            Issue.record("The fixture was written anew.")
        }
        #expect(text == String(decoding: try Data(contentsOf: Self.file), as: UTF8.self))
    }

    @Test(arguments: values.map(\.0))
    func areReadBack(name: String) throws {
        func check<Value: Codable & Hashable>(_ value: Value) throws {
            let json = try StoredEncoding.json(of: value)
            let read = try JSONReader.read(JSONWriter().text(json))
            #expect(try StoredDecoding.value(Value.self, from: read) == value)
        }
        let value = try #require(Self.values.first { $0.0 == name }?.1)
        try check(value)
    }

    @Test
    func areTheSameForEqualSetsAndDictionaries() throws {
        let texts = (0..<100).map { "k\($0)" }
        let one = try StoredEncoding.json(of: Set(texts))
        let other = try StoredEncoding.json(of: Set(texts.reversed()))
        #expect(JSONWriter().text(one) == JSONWriter().text(other))
        let numbers = Dictionary(uniqueKeysWithValues: texts.map { ($0, 1) })
        let names = try StoredEncoding.json(of: numbers).object?.members.map(\.name)
        #expect(names == texts.sorted())
    }

    @Test
    func keepADateInThePrecisionOfADouble() throws {
        for seconds in [0.1, 811_234_567.123_456_7, -1.999_999_999_6, 0.999_999_999_9] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let json = try StoredEncoding.json(of: date)
            let read = try StoredDecoding.value(Date.self, from: json)
            #expect(abs(read.timeIntervalSince(date)) <= 1e-9)
        }
        let other = try StoredDecoding.value(Date.self, from: "2026-11-20T08:30:00+01:00")
        #expect(other == (try StoredDecoding.value(Date.self, from: "2026-11-20T07:30:00Z")))
    }

    @Test
    func storeASuperclassInItsOwnMember() throws {
        let json = try StoredEncoding.json(of: Dog())
        #expect(json == ["super": ["name": "Rex"], "tail": 1])
        #expect(try StoredDecoding.value(Dog.self, from: json).name == "Rex")
    }

    @Test
    func storeASuperclassAmongOtherMembers() throws {
        let json = try StoredEncoding.json(of: Cat())
        #expect(json == ["lives": 9, "name": "Rex"])
        #expect(try StoredDecoding.value(Cat.self, from: json).name == "Rex")
    }

    @Test
    func rejectValuesWithoutJSON() {
        var deep: [String: Tree] = [:]
        for _ in 0..<70 { deep = ["a": Tree(branches: deep)] }
        let refused: [any Encodable] = [
            Double.nan, -Double.infinity, Float.infinity, Decimal.nan, [1.0, .nan],
            Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSince1970: 1e15), deep,
            [Self.frame.size: 1],
        ]
        for value in refused {
            #expect(throws: EncodingError.self) { try StoredEncoding.json(of: value) }
        }
    }

    private struct Tree: Codable {
        var branches: [String: Tree]
    }

    @Test
    func storeSixtyFourLevels() throws {
        var tree: [String: Tree] = [:]
        for _ in 0..<31 { tree = ["a": Tree(branches: tree)] }
        let json = try StoredEncoding.json(of: [tree])
        #expect(try JSONReader.read(JSONWriter().text(json)) == json)
        #expect(throws: EncodingError.self) { try StoredEncoding.json(of: [[tree]]) }
    }

    private static func misfits() -> [(any Decodable.Type, JSONValue)] {
        let half = JSONValue(.number(JSONNumber(validated: "0.5")))
        let huge = JSONValue(.number(JSONNumber(validated: "1e400")))
        let digits = JSONValue(
            .number(JSONNumber(validated: "1." + String(repeating: "3", count: 40))))
        return [
            (Bool.self, "YES"), (Bool.self, 1), (Bool.self, nil), (Int.self, half),
            (Int.self, "1"), (Int.self, true), (Int8.self, 128), (UInt.self, -1),
            (Double.self, "1"), (Double.self, huge), (Float.self, huge), (String.self, 1),
            (String.self, nil), (Theme.self, "blue"), (Level.self, 2), ([Int].self, ["a"]),
            ([Int].self, ["a": 1]), ([String: Int].self, []),
            ([String: Int].self, ["a": 1, "b": "x"]), ([Int: Int].self, ["x": 1]),
            (Date.self, "2026-11-20"), (Date.self, "2026-11-20T07:30:00"), (Date.self, 0),
            (Date.self, "2026-11-20T07:30:00.Z"), (Date.self, "2026-13-20T07:30:00Z"),
            (Data.self, "AQI"), (Data.self, "****"), (URL.self, ""), (URL.self, 1),
            (Duration.self, "5m"),
            (Duration.self, JSONValue(.number(JSONNumber(validated: "1e40")))),
            (Decimal.self, "1"), (Decimal.self, digits), (Size.self, ["width": 1]),
            (Size.self, ["width": 1, "height": nil]),
            (Size.self, []), (Shape.self, ["circle": ["radius": "x"]]),
            (CivilDate.self, "20.11.2026"),
            (ClockTime.self, "25:00"), (UUID.self, "no"),
        ]
    }

    @Test
    func rejectJSONOfAnotherType() {
        for (type, json) in Self.misfits() {
            func check<Value: Decodable>(_ type: Value.Type) {
                #expect(throws: DecodingError.self, "\(type) \(JSONWriter().text(json))") {
                    try StoredDecoding.value(type, from: json)
                }
            }
            check(type)
        }
    }

    /// A list that reads its elements one by one.
    private struct Gaps: Decodable {
        var numbers: [Int?] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                numbers.append(try container.decodeNil() ? nil : container.decode(Int.self))
            }
        }
    }

    @Test
    func decodeNilLeavesTheElementToRead() throws {
        #expect(try StoredDecoding.value(Gaps.self, from: [1, nil, 3]).numbers == [1, nil, 3])
    }

    @Test
    func readWholeNumbersInAnySpelling() throws {
        for text in ["2", "2.0", "20e-1", "0.2e1"] {
            let json = JSONValue(.number(JSONNumber(validated: text)))
            #expect(try StoredDecoding.value(Int.self, from: json) == 2)
            #expect(try StoredDecoding.value(Double.self, from: json) == 2)
        }
    }
}
