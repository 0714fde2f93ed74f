import Testing

@testable import FaceplateSchema

struct SchemaReferenceTests {
    private let schema: Schema

    init() throws {
        schema = try Schema.make(
            """
            [{"groupKey": "theme", "groupRenamedFrom": "style", "items": [
               {"itemKey": "theme_light", "itemControlType": "select"},
               {"itemKey": "theme_dark", "itemControlType": "select", "itemRenamedFrom": ["night", "theme_night"]}]},
             {"groupKey": "other", "items": [
               {"itemKey": "title", "itemControlType": "edit_text", "itemRenamedFrom": "name"},
               {"itemKey": "go", "itemControlType": "button", "itemRenamedFrom": "run"}]}]
            """)
    }

    @Test(
        arguments: [
            ("theme", "setting theme"), ("style", "setting theme"),
            ("theme_light", "option theme_light of theme"),
            ("theme_night", "option theme_dark of theme"), ("night", "option theme_dark of theme"),
            ("title", "setting title"), ("name", "setting title"), ("go", "row go"),
            ("run", "row go"),
            ("other", nil), ("Title", nil), ("", nil), ("panel", nil),
        ] as [(String, String?)])
    func findsKeysFormerKeysAndOptions(key: String, expected: String?) {
        let found: String? =
            switch schema.reference(key) {
            case .setting(let setting): "setting \(setting.key)"
            case .option(let item, let setting): "option \(item.key) of \(setting.key)"
            case .row(let item): "row \(item.key)"
            case nil: nil
            }
        #expect(found == expected)
    }

    @Test(
        arguments: [
            ("style", "theme"), ("night", "theme_dark"), ("name", "title"), ("title", nil),
            ("x", nil),
        ] as [(String, String?)])
    func findsTheCurrentKeyOfAFormerKey(former: String, current: String?) {
        #expect(schema.currentKey(of: former) == current)
    }

    @Test func mapsOldValues() throws {
        #expect(schema.settings["theme"]?.mapped("night") == "theme_dark")
        #expect(schema.settings["theme"]?.mapped("noon") == nil)
        let mapped = try Schema.make(
            items: """
                "itemKey": "mode", "itemControlType": "choice", "itemOptions": ["on", "off", "auto"],
                "itemValueMap": {"YES": "on", "NO": "off", "2": "auto"}
                """)
        let mode = try #require(mapped.settings["mode"])
        #expect(mode.mapped("true") == "on")
        #expect(mode.mapped("0") == "off")
        #expect(mode.mapped("2") == "auto")
        #expect(mode.mapped("3") == nil)
    }
}
