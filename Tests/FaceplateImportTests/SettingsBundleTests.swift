import FaceplateImport
import FaceplateSchema
import Foundation
import Testing

/// The sample bundle: two panes, one of them binary, and four languages in four forms.
///
/// With `RECORD_FIXTURES=1`, the tests write the expected schema again and fail.
struct SettingsBundleTests {
    private let bundle: SettingsBundle

    init() throws { bundle = try SettingsBundle(at: Bundles.path("Harbour.bundle")) }

    @Test func isConvertedToTheExpectedSchema() throws {
        let file = Bundles.folder.appending(path: "Harbour.json")
        let text = JSONWriter(.indented).text(bundle.jsonWithLabels) + "\n"
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
            try Data(text.utf8).write(to: file)
            Issue.record("The schema was recorded: look at it.")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func isNamedAfterItsFolder() {
        #expect(bundle.schema.key == "Harbour")
    }

    @Test(
        arguments: [
            ("nameSetting", .text("Ada")), ("enabledSetting", .boolean(true)),
            ("horn_pitch", .boolean(true)), ("sliderSetting", 0.25), ("version", .text("2.1")),
            ("quay", .integer(2)), ("lamp", .text("green")), ("tide", .integer(0)),
            ("choicesEnabledSetting", .boolean(false)), ("choicesSliderSetting", .integer(25)),
        ] as [(String, Value)])
    func hasTheDefaultsOfAllPanes(key: String, value: Value) {
        #expect(bundle.schema.settings[key]?.plainDefault == value)
    }

    @Test func keepsSecretsWithoutADefault() {
        #expect(bundle.schema.settings["radioCode"]?.isSecret == true)
    }

    @Test(arguments: [
        ("en", "Watch", "Watchman", "Quay", "North quay"),
        ("fr", "Veille", "Veilleur", "Quai", "Quai nord"),
        ("de", "Wache", "Wächter", "Kai", "North quay"),
        ("ja", "見張り", "Watchman", "岸壁", "North quay"),
    ])
    func hasLabelsInItsLanguages(
        locale: String, group: String, name: String, quay: String, option: String
    ) throws {
        let words = LabelResolver(
            schema: bundle.schema, catalog: bundle.labels, locale: try #require(LocaleTag(locale)))
        #expect(words.title(of: "watch").text == group)
        #expect(words.title(of: "nameSetting").text == name)
        let item = try #require(bundle.schema.items["quay"])
        #expect(words.title(of: item).text == quay)
        #expect(words.title(of: item.options[0], in: item).text == option)
    }

    @Test func reportsDifferencesFromTheBundle() {
        #expect(
            bundle.notesOfTitled.map(\.description) == [
                "Root.plist: PreferenceSpecifiers[3] (horn pitch \"Deep horn\"): There it stores 'deep' "
                    + "or 'high', here true or false; 'itemData' retains both.",
                "Root.plist: PreferenceSpecifiers[3].Key (horn pitch \"Deep horn\"): 'horn pitch' is "
                    + "'horn_pitch' here.",
                "Choices.plist: PreferenceSpecifiers[3].File (\"Back\"): "
                    + "It is left out: it leads back to the first page.",
            ])
    }

    @Test func beginsWithTheGivenPane() throws {
        let pane = try SettingsBundle(at: Bundles.path("Harbour.bundle/Choices.plist"))
        #expect(pane.schema.firstPage.groups.map(\.key) == ["choices", "lamp_2", "limits"])
        // The other pane becomes a page, and its row back to the first pane is omitted.
        #expect(pane.schema.items["root"]?.control == .page)
    }
}
