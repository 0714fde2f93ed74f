import Configuration
import Faceplate
import Testing

@testable import FaceplateConfiguration

/// Tests the result of each value for each type that a reader can request.
struct ContentTests {
    @Test(
        arguments: [
            ("display_hide_nsfw", .bool, .bool(true)),
            ("log-level", .string, "low"),
            ("size", .int, 42), ("size", .double, 42.0), ("size", .string, "42"),
            ("ratio", .double, 0.25), ("ratio", .string, "0.25"),
            ("timeout", .string, "1h30m"), ("timeout", .int, 5400), ("timeout", .double, 5400.0),
            ("pause", .double, 1.5), ("pause", .string, "1.5s"),
            ("bits", .intArray, .intArray([1, 4])),
            ("bits", .doubleArray, .doubleArray([1, 4])),
            ("bits", .stringArray, .stringArray(["1", "4"])),
            ("waits", .stringArray, .stringArray(["1m30s", "2h"])),
            ("waits", .intArray, .intArray([90, 7200])),
            ("hosts", .string, #"[{"name":"a","port":1}]"#),
            ("hosts", .stringArray, .stringArray([#"{"name":"a","port":1}"#])),
            ("theme", .string, "theme_light"),
            ("theme_light", .bool, .bool(true)), ("theme_dark", .bool, .bool(false)),
        ] as [(String, ConfigType, ConfigContent)])
    func readsEachType(key: String, type: ConfigType, expected: ConfigContent) throws {
        #expect(try Sample().content(key, type) == expected)
    }

    @Test(
        arguments: [
            ("display_hide_nsfw", .string), ("display_hide_nsfw", .int), ("size", .bool),
            ("size", .intArray), ("size", .bytes), ("ratio", .int), ("huge", .double),
            ("pause", .int), ("log-level", .stringArray), ("log-level", .bool),
            ("log-level", .bytes), ("bits", .string), ("bits", .boolArray), ("bits", .int),
            ("bits", .byteChunkArray), ("hosts", .intArray), ("theme", .bool),
        ] as [(String, ConfigType)])
    func rejectsAnotherType(key: String, type: ConfigType) throws {
        let sample = try Sample()
        let mismatch = FaceplateProvider.TypeMismatch(key: key, type: type)
        #expect(throws: mismatch) { try sample.content(key, type) }
        #expect(throws: mismatch) {
            try sample.provider.snapshot().value(forKey: Sample.key(key), type: type)
        }
        #expect(mismatch.description == "The value of '\(key)' cannot be read as \(type.rawValue).")
    }

    @Test(arguments: ["day", "secret", "icon", "nothing", ""])
    func anUnsetValueIsAbsent(key: String) throws {
        #expect(try Sample().content(key, .string) == nil)
    }

    @Test func readsFilesAsBytes() async throws {
        let sample = try Sample()
        let file = Value.record(["name": "a.bin", "type": "image/png", "data": "AP8="])
        try await sample.settings.set("icon", to: file)
        #expect(try sample.content("icon", .bytes) == .bytes([0, 255]))
        #expect(
            try sample.content("icon", .string)
                == #"{"data":"AP8=","name":"a.bin","type":"image/png"}"#)
    }

    @Test func readsBytesWithTheDecoderOfTheProvider() async throws {
        let sample = try Sample(
            #"[{"groupKey":"g","items":[{"itemKey":"k","itemControlType":"edit_text","itemValue":"00ff"}]}]"#
        )
        let provider = FaceplateProvider(sample.settings, bytesDecoder: .hex)
        let result = try provider.value(forKey: Sample.key("k"), type: .bytes)
        #expect(result.value?.content == .bytes([0, 255]))
    }

    @Test func readsDatesAsText() async throws {
        let sample = try Sample()
        try await sample.settings.set("day", to: "2026-11-20")
        #expect(try sample.content("day", .string) == "2026-11-20")
    }
}
