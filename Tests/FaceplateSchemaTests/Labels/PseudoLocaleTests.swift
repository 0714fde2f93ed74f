import Testing

@testable import FaceplateSchema

struct PseudoLocaleTests {
    @Test(
        arguments: [
            ("Port", "[Þöŕţ öñ]"), ("", ""), ("{page} – {panel}", "{page} – {panel}"), ("42", "42"),
            ("{Label} saved", "[{Label} šåṽéð öñé]"),
            ("<b>Bold</b> &amp; more", "[<b>Ɓöļð</b> &amp; ɱöŕé öñé]"),
            ("See https://a.org/x now", "[Šéé https://a.org/x ñöŵ öñé]"),
            ("See http://a.org/x now", "[Šéé http://a.org/x ñöŵ öñé]"), ("a < b", "[å < ƀ ö]"),
        ])
    func writesAccents(text: String, expected: String) {
        #expect(PseudoLocale.accented.text(text) == expected)
    }

    @Test(
        arguments: [
            ("Port", "\u{202E}Port\u{202C}"), ("", ""),
            ("{a} of {b}", "{a} \u{202E}of\u{202C} {b}"),
            ("<b>x</b>", "<b>\u{202E}x\u{202C}</b>"), ("{a}: 5", "{a}: 5"),
            ("{a} 80 {b} of", "{a} 80 {b} \u{202E}of\u{202C}"),
        ])
    func reversesTheDirectionOfWords(text: String, expected: String) {
        #expect(PseudoLocale.mirrored.text(text) == expected)
    }

    @Test(arguments: ["Save changes", "You have unsaved changes", "Increase"])
    func isLongerByTwoFifths(text: String) {
        let longer = PseudoLocale.accented.text(text).unicodeScalars.count
        #expect((1.4...2.0).contains(Double(longer) / Double(text.unicodeScalars.count)))
    }

    @Test(
        arguments: [
            String(repeating: "{", count: 20_000), String(repeating: "<a", count: 20_000),
            String(repeating: "&a", count: 20_000), String(repeating: "http://", count: 3_000),
        ])
    func longTextTakesTimeInProportion(text: String) {
        #expect(PseudoLocale.mirrored.text(text).utf8.count >= text.utf8.count)
    }

    @Test(arguments: [
        ("en-XA", true), ("ar-XB", true), ("en_xa", true), ("en", false), ("ar", false),
    ])
    func isFoundByItsTag(tag: String, isPseudo: Bool) throws {
        #expect((PseudoLocale(try #require(LocaleTag(tag))) != nil) == isPseudo)
    }

    @Test func convertsEveryLabelOfAPanel() throws {
        let schema = try SchemaReader.read(
            Array(
                #"""
                {"labels": {"en": {"G": "Group", "PORT.help": "Help {x}"}, "fr": {"G": "Groupe"}},
                 "panelLocales": ["fr", "en"], "groups": [{"groupKey": "g", "items": [
                   {"itemKey": "port", "itemTitle": "Port", "itemControlType": "choice",
                    "itemOptions": [{"value": "a", "label": "Able"}, "b"]}]}]}
                """#.utf8), name: "p")
        let labels = LabelResolver(
            schema: schema, catalog: schema.labels, locale: PseudoLocale.accented.tag)
        let item = try #require(schema.items["port"])
        #expect(labels.title(of: "g").text == "[Ĝŕöûþ öñé]")
        #expect(labels.title(of: item).text == "[Þöŕţ öñ]")
        #expect(labels.help(of: item)?.text == "[Ĥéļþ {x} öñ]")
        #expect(item.options.map { labels.title(of: $0, in: item).text } == ["[Åƀļé öñ]", "b"])
        #expect(labels.title(of: item).locale == PseudoLocale.accented.tag)
    }
}
