import Configuration
import Faceplate
import FaceplateConfiguration
import FaceplateTesting
import Testing

/// Tests which setting a configuration key finds.
struct KeyIndexTests {
    @Test(
        arguments: [
            (["display_hide_nsfw"], "display_hide_nsfw"),
            (["display", "hide", "nsfw"], "display_hide_nsfw"),
            (["display.hide", "nsfw"], "display_hide_nsfw"),
            (["display", "hide-nsfw"], "display_hide_nsfw"),
            (["display", "hideNsfw"], "display_hide_nsfw"),
            (["DISPLAY", "HIDE_NSFW"], "display_hide_nsfw"),
            (["displayHideNsfw"], "display_hide_nsfw"),
            (["log", "level"], "log-level"), (["logLevel"], "log-level"),
            (["theme", "light"], "theme_light"),
            // A separator is inserted only between a lowercase letter and a capital.
            (["displayHideNSFW"], "display_hide_nsfw"),
        ])
    func findsSettings(components: [String], key: String) throws {
        let result = try Sample().provider.value(
            forKey: AbsoluteConfigKey(components), type: key == "log-level" ? .string : .bool)
        #expect(result.encodedKey == key)
        #expect(result.value != nil)
    }

    @Test func findsTheKeysOfANewSchema() throws {
        func schema(_ key: String) throws -> Schema {
            let item = #"{"itemKey":"\#(key)","itemControlType":"switch"}"#
            let json = #"[{"groupKey":"g","items":[\#(item)]}]"#
            return try SchemaReader.read(Array(json.utf8), name: "test")
        }
        let settings = try Settings.inMemory(schema("old_key"))
        let config = ConfigReader(provider: FaceplateProvider(settings))
        #expect(config.bool(forKey: "oldKey") == false)
        try settings.adopt(schema("new_key"))
        #expect(config.bool(forKey: "newKey") == false && config.bool(forKey: "oldKey") == nil)
    }

    @Test(
        arguments: [
            ([], ""), ([""], ""), (["display"], "display"), (["display", "hide"], "display.hide"),
            (["displayhidensfw"], "displayhidensfw"), (["size", ""], "size."),
            (["s\u{EF}ze"], "s\u{EF}ze"), (["size\0"], "size\0"),
        ])
    func anUnknownKeyIsAbsent(components: [String], name: String) throws {
        let result = try Sample().provider.value(
            forKey: AbsoluteConfigKey(components), type: .int)
        #expect(result.encodedKey == name)
        #expect(result.value == nil)
    }

    /// Each configuration key matches several of these keys; the exact match is used.
    @Test func prefersTheExactKey() throws {
        let sample = try Sample(
            """
            [ { "groupKey": "g", "items": [
                { "itemKey": "hideall", "itemControlType": "edit_integer", "itemValue": 1 },
                { "itemKey": "hide_all", "itemControlType": "edit_integer", "itemValue": 2 },
                { "itemKey": "Hide", "itemControlType": "edit_integer", "itemValue": 3 } ] } ]
            """)
        #expect(try sample.content("hideall", .int) == 1)
        #expect(try sample.content("hide.all", .int) == 2)
        // A key that differs only in case is preferred to one with separators.
        #expect(try sample.content("hideAll", .int) == 1)
        #expect(try sample.content("hide", .int) == 3)
    }

    @Test func formerKeysAreFound() throws {
        let sample = try Sample(
            """
            [ { "groupKey": "g", "items": [ { "itemKey": "size", "itemControlType": "edit_integer",
                "itemValue": 1, "itemRenamedFrom": ["width"] } ] } ]
            """)
        #expect(try sample.content("width", .int) == 1)
    }

    @Test func aSecretIsFoundByItsFormerKey() async throws {
        let sample = try Sample(
            """
            [ { "groupKey": "g", "items": [ { "itemKey": "code", "itemRenamedFrom": ["pin"],
                "itemControlType": "edit_password" } ] } ]
            """)
        try await sample.settings.set("code", to: "1234")
        let config = ConfigReader(provider: sample.provider)
        let before = config.snapshot()
        #expect(config.string(forKey: "pin") == "1234" && before.string(forKey: "pin") == "1234")
        try await sample.settings.set("code", to: "5678")
        #expect(config.string(forKey: "pin") == "5678" && before.string(forKey: "pin") == "1234")
    }
}
