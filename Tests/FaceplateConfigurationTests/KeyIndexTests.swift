import Configuration
import FaceplateConfiguration
import Testing

/// Which setting a configuration key means.
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
            // Words are parted at a capital behind a small letter, and nowhere else.
            (["displayHideNSFW"], "display_hide_nsfw"),
        ])
    func finds(components: [String], key: String) throws {
        let result = try Sample().provider.value(
            forKey: AbsoluteConfigKey(components), type: key == "log-level" ? .string : .bool)
        #expect(result.encodedKey == key)
        #expect(result.value != nil)
    }

    @Test(
        arguments: [
            ([], ""), ([""], ""), (["display"], "display"), (["display", "hide"], "display.hide"),
            (["displayhidensfw"], "displayhidensfw"), (["size", ""], "size."),
            (["s\u{EF}ze"], "s\u{EF}ze"), (["size\0"], "size\0"),
        ])
    func whatNoSettingHasIsAbsent(components: [String], name: String) throws {
        let result = try Sample().provider.value(
            forKey: AbsoluteConfigKey(components), type: .int)
        #expect(result.encodedKey == name)
        #expect(result.value == nil)
    }

    /// Each of these keys could be meant by the other's words; the one written so wins.
    @Test func theKeyWrittenJustSoIsPreferred() throws {
        let sample = try Sample(
            """
            [ { "groupKey": "g", "items": [
                { "itemKey": "hideall", "itemControlType": "edit_integer", "itemValue": 1 },
                { "itemKey": "hide_all", "itemControlType": "edit_integer", "itemValue": 2 },
                { "itemKey": "Hide", "itemControlType": "edit_integer", "itemValue": 3 } ] } ]
            """)
        #expect(try sample.content("hideall", .int) == 1)
        #expect(try sample.content("hide.all", .int) == 2)
        // Case alone comes before parting words.
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
}
