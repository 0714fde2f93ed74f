import Testing

@testable import FaceplateSchema

struct LabelResolverTests {
    private static let en = LocaleTag.english
    private static let fr = LocaleTag("fr") ?? .english
    private static let canadian = LocaleTag("fr-CA") ?? .english

    private static let schema = """
        {"panelKey": "my_app", "panelLocales": ["en", "fr"], "labels": {"en": {"INLINE": "Inline"}}, "groups": [
          {"groupKey": "net", "groupFooter": "net_foot", "items": [
            {"itemKey": "host.name", "itemControlType": "edit_text", "itemSubtitle": "host_sub",
             "itemPlaceholder": "Any host", "itemHelp": {"fr": "Aide", "en": "Help"}},
            {"itemKey": "mode", "itemControlType": "choice", "itemTitle": "INLINE",
             "itemOptions": ["a", {"value": 2, "label": "two_key", "help": "Two help"}, {"value": "c", "label": {"fr": "Ci"}}]}]}]}
        """

    private static func resolver(
        _ locale: LocaleTag, _ words: [(LocaleTag, String, String)] = []
    ) throws -> (LabelResolver, Schema) {
        let schema = try Schema.make(Self.schema)
        var files = LabelCatalog()
        for (locale, key, text) in words { files.set(text, for: key, in: locale) }
        return (
            LabelResolver(schema: schema, catalog: schema.catalog(with: files), locale: locale),
            schema
        )
    }

    @Test(
        arguments: [
            (
                [
                    (canadian, "HOST.NAME", "1"), (canadian, "host.name", "2"),
                    (fr, "HOST.NAME", "3"),
                ], "1", canadian
            ),
            ([(canadian, "host.name", "2"), (fr, "HOST.NAME", "3")], "2", canadian),
            ([(fr, "HOST.NAME", "3"), (en, "HOST.NAME", "4")], "3", fr),
            ([(fr, "host.name", "3"), (en, "HOST.NAME", "4")], "3", fr),
            ([(en, "HOST.NAME", "4"), (en, "host.name", "5")], "4", en),
            ([(en, "host.name", "5")], "5", en),
            ([(en, "Host.Name", "6")], "Host name", nil),
            ([], "Host name", nil),
        ] as [([(LocaleTag, String, String)], String, LocaleTag?)])
    func looksUpTheUpperCaseKeyBeforeTheKeyInEachLocale(
        words: [(LocaleTag, String, String)], text: String, locale: LocaleTag?
    ) throws {
        let (resolver, schema) = try Self.resolver(Self.canadian, words)
        let item = try #require(schema.items["host.name"])
        #expect(resolver.title(of: item) == ResolvedLabel(text: text, locale: locale))
        #expect(resolver.title(of: "host.name").text == text)
    }

    @Test(
        arguments: [
            (
                [(fr, "ANY HOST", "1"), (fr, "Any host", "2"), (fr, "HOST.NAME.placeholder", "3")],
                "1", fr
            ),
            ([(fr, "Any host", "2"), (fr, "HOST.NAME.placeholder", "3")], "2", fr),
            ([(fr, "HOST.NAME.placeholder", "3"), (fr, "host.name.placeholder", "4")], "3", fr),
            ([(fr, "host.name.placeholder", "4"), (en, "ANY HOST", "5")], "4", fr),
            ([(en, "ANY HOST", "5")], "5", en),
            ([(fr, "HOST.NAME.PLACEHOLDER", "6")], "Any host", nil),
            ([], "Any host", nil),
        ] as [([(LocaleTag, String, String)], String, LocaleTag?)])
    func usesALabelOfTheSchemaAsAKeyAndThenAsText(
        words: [(LocaleTag, String, String)], text: String, locale: LocaleTag?
    ) throws {
        let (resolver, schema) = try Self.resolver(Self.fr, words)
        let item = try #require(schema.items["host.name"])
        #expect(resolver.placeholder(of: item) == ResolvedLabel(text: text, locale: locale))
    }

    @Test func suffixesSelectTheLabelsOfAKey() throws {
        let (resolver, schema) = try Self.resolver(
            Self.en,
            [
                (Self.en, "MODE.help", "help"), (Self.en, "MODE.problem", "problem"),
                (Self.en, "NET.footer", "footer"),
                (Self.en, "MODE.option.a", "option a"), (Self.en, "HOST_SUB", "subtitle"),
                (Self.en, "MODE.placeholder", "p"),
            ])
        let (mode, host) = (
            try #require(schema.items["mode"]), try #require(schema.items["host.name"])
        )
        #expect(resolver.help(of: mode)?.text == "help")
        #expect(resolver.problem(of: mode)?.text == "problem")
        #expect(resolver.placeholder(of: mode)?.text == "p")
        #expect(resolver.footer(of: schema.groups[0])?.text == "footer")
        #expect(resolver.subtitle(of: host)?.text == "subtitle")
        #expect(resolver.subtitle(of: mode) == nil)
        #expect(resolver.problem(of: host) == nil)
        #expect(resolver.title(of: mode.options[0], in: mode).text == "option a")
        #expect(resolver.title(of: mode) == ResolvedLabel(text: "Inline", locale: Self.en))
    }

    @Test func optionsAreNamedByLabelAndThenByValue() throws {
        let (plain, schema) = try Self.resolver(Self.en)
        let mode = try #require(schema.items["mode"])
        #expect(mode.options.map { plain.title(of: $0, in: mode).text } == ["a", "two_key", "Ci"])
        #expect(plain.title(of: mode.options[2], in: mode).locale == Self.fr)
        #expect(plain.help(of: mode.options[1], in: mode)?.text == "Two help")
        #expect(plain.help(of: mode.options[0], in: mode) == nil)
        let (named, _) = try Self.resolver(
            Self.en, [(Self.en, "TWO_KEY", "Two"), (Self.en, "MODE.option.2", "Second")])
        #expect(named.title(of: mode.options[1], in: mode).text == "Two")
    }

    @Test(arguments: [("en", "Help"), ("fr", "Aide"), ("fr-CA", "Aide"), ("de", "Help")])
    func labelsByLocaleFallBackLikeCatalogs(tag: String, text: String) throws {
        let (resolver, schema) = try Self.resolver(try #require(LocaleTag(tag)))
        #expect(resolver.help(of: try #require(schema.items["host.name"]))?.text == text)
    }

    @Test(
        arguments: [
            ([(fr, "HOST.NAME.help", "Fichier")], "Fichier", fr),
            ([(en, "HOST.NAME.help", "File")], "Aide", fr),
        ] as [([(LocaleTag, String, String)], String, LocaleTag)])
    func filesOverrideLabelsByLocaleInTheSameLocale(
        words: [(LocaleTag, String, String)], text: String, locale: LocaleTag
    ) throws {
        let (resolver, schema) = try Self.resolver(Self.fr, words)
        let item = try #require(schema.items["host.name"])
        #expect(resolver.help(of: item) == ResolvedLabel(text: text, locale: locale))
    }

    @Test func findsTitlesOfPanelAndGroups() throws {
        let (plain, schema) = try Self.resolver(Self.en)
        #expect(plain.panelTitle == ResolvedLabel(text: "My app", locale: nil))
        #expect(plain.title(of: schema.groups[0]).text == "Net")
        #expect(plain.title(of: "gone_key").text == "Gone key")
        let (named, _) = try Self.resolver(
            Self.en, [(Self.en, "MY_APP", "App"), (Self.en, "NET", "Network")])
        #expect(named.panelTitle.text == "App")
        #expect(named.title(of: schema.groups[0]).text == "Network")
    }

    @Test func catalogFilesOverrideLabelsOfTheSchema() throws {
        let (resolver, schema) = try Self.resolver(Self.en, [(Self.en, "INLINE", "File")])
        #expect(resolver.title(of: try #require(schema.items["mode"])).text == "File")
    }

    @Test(
        arguments: [
            ([], ["en", "fr"], ["en", "fr"], "en"),
            (["de"], ["en", "fr"], ["de", "en", "fr"], "de"),
            ([], ["de", "fr"], ["de", "fr"], "de"), ([], [], ["en"], "en"),
        ] as [([String], [String], [String], String)])
    func localesAreDeclaredOrHaveLabels(
        declared: [String], written: [String], all: [String], fallback: String
    ) throws {
        let list = declared.map { "\"\($0)\"" }.joined(separator: ",")
        let schema = try Schema.make(
            declared.isEmpty ? "[]" : "{\"panelLocales\": [\(list)], \"groups\": []}")
        var catalog = LabelCatalog()
        for tag in written { catalog.set("x", for: "K", in: try #require(LocaleTag(tag))) }
        #expect(schema.locales(with: catalog).map(\.description) == all)
        #expect(schema.fallbackLocale(with: catalog).description == fallback)
    }
}
