import Foundation
import Testing

@testable import FaceplateSchema

/// The sample on which the schema format is based.
struct ReaderSchemaTests {
    @Test func loadsUnchanged() throws {
        let file = try SchemaFile(path: Fixtures.schemas.appending(path: "reader.json").path)
        let schema = file.schema
        #expect(schema.groups.map(\.key) == ["display", "account", "theme", "other"])
        #expect(
            schema.items.keys == [
                "display_hide_nsfw", "display_titles", "account_username", "account_password",
                "account_button",
                "theme_light", "theme_dark", "other_version", "other_copyrights",
            ])
        #expect(
            schema.settings.keys
                == [
                    "display_hide_nsfw", "display_titles", "account_username", "account_password",
                    "theme",
                ])
        #expect(schema.settings["display_titles"]?.plainDefault == .boolean(true))
        #expect(schema.settings["account_username"]?.plainDefault == "")
        #expect(schema.settings["theme"]?.plainDefault == "theme_light")
        #expect(schema.settings["account_password"]?.isSecret == true)
        #expect(file.labelProblems.isEmpty)
    }

    @Test(arguments: ["en", "fr", "ar", "de", "ja"])
    func hasLabelsForEveryKeyInEachLocale(locale: String) throws {
        let file = try SchemaFile(path: Fixtures.schemas.appending(path: "reader.json").path)
        let words = file.labels[try #require(LocaleTag(locale))]
        for group in file.schema.groups { #expect(words[group.key.uppercased()] != nil) }
        for item in file.schema.items { #expect(words[item.key.uppercased()] != nil) }
        for item in file.schema.items {
            for case .words(let text)? in [item.words.subtitle, item.words.placeholder] {
                #expect(words[text.uppercased()] != nil)
            }
        }
    }

    /// Compares the schema with the original sample, byte for byte.
    @Test func equalsTheSampleOfTheDialect() throws {
        let bytes = try Fixtures.bytes(Fixtures.schemas.appending(path: "reader.json"))
        let sample = try Fixtures.bytes(Fixtures.valid.appending(path: "sample.json"))
        #expect(bytes == sample)
    }
}
