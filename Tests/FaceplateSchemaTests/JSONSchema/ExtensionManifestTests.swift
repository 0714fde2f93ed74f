import Testing

@testable import FaceplateSchema

/// The settings of an extension of Visual Studio Code are a panel.
struct ExtensionManifestTests {
    private static func file(
        _ configuration: String, texts: [String: String] = [:]
    ) throws -> SchemaFile {
        let folder = try TemporaryFolder()
        try folder.write(
            #"""
            {"name":"harbor","displayName":"%name%","contributes":{"configuration":\#(configuration)}}
            """#, to: "package.json")
        for (name, text) in texts { try folder.write(text, to: name) }
        return try SchemaFile(path: folder.path + "/package.json")
    }

    private static let light = #"""
        {"title":"%light%","properties":{
        "harbor.lamp.color":{"type":"string","enum":["red","green"],"enumItemLabels":["%red%","Green"],
        "enumDescriptions":["%red.help%",""],"markdownDescription":"%color%","scope":"window","order":2},
        "harbor.lamp.on":{"type":"boolean","default":true,"description":"Shines at `night`.","order":1},
        "harbor.notes":{"type":"string","editPresentation":"multilineText","deprecationMessage":"Old."},
        "harbor.tides":{"type":"object","properties":{"high":{"type":"integer"}},"default":{"high":3}},
        "harbor.any":{"type":["string","null"],"default":null}}}
        """#
    private static let texts = [
        "package.nls.json":
            #"{"name":"Harbor","light":"Light","red":"Red","red.help":"Danger.","color":"The **color**."}"#,
        "package.nls.de.json":
            #"{"light":{"message":"Licht","comment":[]},"red":"Rot","color":"Die **Farbe**.","x":"Y"}"#,
        "package.nls.zh-cn.json": #"{"light":"灯"}"#, "package.nls.x y.json": "{",
        "other.nls.fr.json": "{}",
    ]

    @Test func readsOneCategory() throws {
        let file = try Self.file(Self.light, texts: Self.texts)
        let schema = file.schema
        #expect(schema.key == "harbor" && schema.title == .words("Harbor"))
        #expect(
            schema.settings.map { "\($0.key) \($0.control.rawValue)" } == [
                "harbor.lamp.on switch", "harbor.lamp.color choice", "harbor.notes edit_multiline",
                "harbor.tides custom", "harbor.any edit_text",
            ])
        #expect(schema.settings["harbor.tides"]?.plainDefault == .record(["high": 3]))
        #expect(schema.items["harbor.notes"]?.level == .advanced)
        #expect(file.notes.map(\.description) == ["harbor.tides: It is edited as JSON."])
        #expect(schema.locales == [.english, LocaleTag("de"), LocaleTag("zh-CN")])
        let item = try #require(schema.items["harbor.lamp.color"])
        let cases = [
            ("en", "Light", "Lamp color", "The color.", "Red", "Danger."),
            ("de", "Licht", "Lamp color", "Die Farbe.", "Rot", "Danger."),
            ("zh-CN", "灯", "Lamp color", "The color.", "Red", "Danger."),
        ]
        for (tag, group, title, description, option, help) in cases {
            let labels = LabelResolver(
                schema: schema, catalog: schema.catalog(with: file.labels),
                locale: try #require(LocaleTag(tag)))
            #expect(labels.title(of: try #require(schema.groups.first)).text == group)
            #expect(labels.title(of: item).text == title)
            #expect(labels.help(of: item)?.text == description)
            #expect(labels.title(of: item.options[0], in: item).text == option)
            #expect(labels.help(of: item.options[0], in: item)?.text == help)
        }
    }

    /// With few settings, each category is a group; with more than twelve, a page.
    @Test(arguments: [(2, [""]), (20, ["", "One.page", "Two.page"])])
    func showsCategories(count: Int, pages: [String]) throws {
        let categories = ["One", "Two"].map { name in
            let properties = (0..<count / 2).map { #""\#(name).p\#($0)":{"type":"boolean"}"# }
            return #"{"title":"\#(name)","properties":{\#(properties.joined(separator: ","))}}"#
        }
        let schema = try Self.file("[\(categories.joined(separator: ",")),{\"title\":\"Empty\"}]")
            .schema
        #expect(schema.pages.keys == pages)
        #expect(schema.settings.count == count && schema.settings.keys.first == "One.p0")
        #expect(schema.items["One.p0"]?.title == .words("P0"))
    }

    @Test(arguments: ["{}", "[]", "5", #"{"title":"x"}"#])
    func rejectsAManifestWithoutSettings(configuration: String) {
        #expect(throws: SchemaError.self) { try Self.file(configuration) }
    }
}
