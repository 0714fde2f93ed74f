import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct SearchIndexTests {
    private static let schema = #"""
        {"panelKey": "p", "panelLocales": ["en", "fr", "ja", "ar"],
         "labels": {"en": {"WEB_PORT": "Port of the web server", "NAME": "Name", "NAME.synonyms": "host, title"},
                    "fr": {"WEB_PORT": "Numéro d’écoute", "NAME": "Nom"},
                    "ja": {"WEB_PORT": "ウェブポート"}, "ar": {"WEB_PORT": "المنفذ"}},
         "groups": [
          {"groupKey": "main", "groupTitle": "Main", "items": [
            {"itemKey": "name", "itemControlType": "edit_text", "itemHelp": "Shown by the port",
             "itemValue": "harbour"},
            {"itemKey": "web_port", "itemControlType": "edit_integer", "itemValue": 8384},
            {"itemKey": "transport", "itemTitle": "Transport", "itemControlType": "choice",
             "itemOptions": [{"value": "tcp", "label": "Reliable"}, {"value": "udp", "label": "Quick"}]},
            {"itemKey": "pass", "itemTitle": "Secret word", "itemControlType": "edit_password"},
            {"itemKey": "pin", "itemTitle": "Number", "itemControlType": "edit_text",
             "itemObscured": true, "itemValue": "4711"},
            {"itemKey": "phantom", "itemTitle": "Phantom", "itemControlType": "switch", "itemHidden": true},
            {"itemKey": "net", "itemTitle": "Network", "itemControlType": "page", "groups": [
              {"groupKey": "proxy", "groupTitle": "Proxy", "items": [
                {"itemKey": "net.on", "itemTitle": "Use it", "itemControlType": "switch"},
                {"itemKey": "net.host", "itemTitle": "Host", "itemControlType": "edit_text",
                 "itemVisibleWhen": "net.on", "itemSynonyms": "address, gateway",
                 "itemRenamedFrom": ["proxy_host"]}]}]}]},
          {"groupKey": "theme", "groupTitle": "Theme", "items": [
            {"itemKey": "theme_light", "itemTitle": "Light", "itemControlType": "select"},
            {"itemKey": "theme_dark", "itemTitle": "Dark", "itemControlType": "select"}]}]}
        """#

    private let settings: Settings
    private let index: SearchIndex

    init() throws {
        settings = try Settings.inMemory(json: Self.schema)
        index = SearchIndex(
            schema: settings.snapshot.schema, labels: settings.snapshot.labels)
    }

    private func found(_ text: String, _ locale: String = "en") -> [String] {
        index.keys(SearchQuery(text), in: settings.snapshot, locale: LocaleTag(locale))
    }

    @Test(
        arguments: [
            // A label that begins with the term, one that contains it, then a help text.
            ("port", ["web_port", "transport", "name"]),
            ("web port", ["web_port"]), ("port web", ["web_port"]),
            // Any word is enough where no setting has all.
            ("port x", ["web_port", "transport", "name"]),
            ("WEB_PORT", ["web_port"]), ("8384", ["web_port"]), ("838", ["web_port"]),
            ("harbour", ["name"]), ("title", ["name"]), ("reliable", ["transport"]),
            ("udp", ["transport"]), ("dark", ["theme"]), ("theme_dark", ["theme"]),
            ("4711", []), ("phantom", []), ("network use", ["net.on"]), ("secret", ["pass"]),
            ("", []), ("   ", []),
        ])
    func listsTheBestResultFirst(text: String, keys: [String]) {
        #expect(found(text) == keys)
    }

    /// Text that a column shows as dots cannot be found letter by letter.
    @Test(arguments: [true, false]) func doesNotFindTheDotsOfObscuredCells(isObscured: Bool) throws
    {
        let settings = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "groups": [{"groupKey": "g", "items": [
                 {"itemKey": "doors", "itemTitle": "Doors", "itemControlType": "edit_table",
                  "itemColumns": [{"itemKey": "code", "itemTitle": "Code", "itemControlType": "edit_text",
                   "itemObscured": \#(isObscured)}], "itemValue": [{"code": "5822"}]}]}]}
                """#)
        let index = SearchIndex(
            schema: settings.snapshot.schema, labels: settings.snapshot.labels)
        let keys = index.keys(SearchQuery("58"), in: settings.snapshot, locale: LocaleTag("en"))
        #expect(keys == (isObscured ? [] : ["doors"]))
    }

    @Test(
        arguments: [
            ("ecoute", "web_port"), ("ÉCOUTE", "web_port"), ("ポート", "web_port"),
            ("ぽーと", "web_port"), ("منفذ", "web_port"), ("nom", "name"),
        ])
    func findsLabelsOfEveryLanguage(text: String, key: String) {
        #expect(found(text).first == key)
        #expect(found(text, "ar").first == key)
    }

    @Test func labelsInTheLanguageOfTheUserComeFirst() throws {
        let settings = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "panelLocales": ["en", "fr"],
                 "labels": {"en": {"A": "Mode", "B": "Fashion"}, "fr": {"A": "Genre", "B": "Mode"}},
                 "groups": [{"groupKey": "g", "items": [
                   {"itemKey": "a", "itemControlType": "switch"},
                   {"itemKey": "b", "itemControlType": "switch"}]}]}
                """#)
        let index = SearchIndex(
            schema: settings.snapshot.schema, labels: settings.snapshot.labels)
        for (locale, keys) in [("en", ["a", "b"]), ("fr", ["b", "a"])] {
            #expect(
                index.keys(
                    SearchQuery("mode"), in: settings.snapshot, locale: LocaleTag(locale)) == keys)
        }
    }

    @Test func labelsInTheLanguageOfTheUserComeFirstWithATypoToo() throws {
        let snapshot = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "panelLocales": ["en", "fr"],
                 "labels": {"en": {"A": "Reach", "B": "Server"}, "fr": {"A": "Server", "B": "Nom"}},
                 "groups": [{"groupKey": "g", "items": [
                   {"itemKey": "a", "itemControlType": "switch"},
                   {"itemKey": "b", "itemControlType": "switch"}]}]}
                """#
        ).snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        for (locale, keys) in [("en", ["b", "a"]), ("fr", ["a", "b"])] {
            #expect(
                index.keys(SearchQuery("sarver"), in: snapshot, locale: LocaleTag(locale)) == keys)
        }
    }

    @Test(arguments: ["pump speed", "speed pump"])
    func everyTermCountsForTheOrder(text: String) throws {
        let snapshot = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "groups": [{"groupKey": "g", "items": [
                  {"itemKey": "a", "itemTitle": "Speed", "itemHelp": "Of the pump",
                   "itemControlType": "switch"},
                  {"itemKey": "b", "itemTitle": "Pump speed", "itemControlType": "switch"}]}]}
                """#
        ).snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        #expect(index.keys(SearchQuery(text), in: snapshot) == ["b", "a"])
    }

    /// A title that two languages share is a word of both.
    @Test(arguments: ["en", "fr"])
    func aTitleSharedByLanguagesCountsInEach(locale: String) throws {
        let settings = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "panelLocales": ["en", "fr"],
                 "labels": {"en": {"A": "Mode", "B": "Fashion"}, "fr": {"A": "Mode", "B": "Mode"}},
                 "groups": [{"groupKey": "g", "items": [
                   {"itemKey": "a", "itemControlType": "switch"},
                   {"itemKey": "b", "itemControlType": "switch"}]}]}
                """#)
        let snapshot = settings.snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        let keys = index.keys(SearchQuery("mode"), in: snapshot, locale: LocaleTag(locale))
        #expect(keys == ["a", "b"])
    }

    @Test func findsPartsOfForeignLabelsIfNoOwnLabelMatches() throws {
        let settings = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "panelLocales": ["en", "fr"],
                 "labels": {"en": {"A": "Port", "B": "Reach"}, "fr": {"A": "Numéro", "B": "Portée"}},
                 "groups": [{"groupKey": "g", "items": [
                   {"itemKey": "a", "itemControlType": "switch"},
                   {"itemKey": "b", "itemControlType": "switch"}]}]}
                """#)
        let snapshot = settings.snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        for (text, keys) in [
            ("port", ["a"]), ("portee", ["b"]), ("porte", ["b"]), ("num", ["a"]),
        ] {
            #expect(
                index.keys(SearchQuery(text), in: snapshot, locale: .english) == keys, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("serer", "web_port"), ("sevrer", "web_port"), ("servver", "web_port"),
            ("sarver", "web_port"), ("erver", "web_port"), ("relible", "transport"),
            ("harboru", ""), ("prot", ""), ("servrr x", "web_port"), ("relyable", "transport"),
            ("tranzpor", "transport"), ("namme", "name"),
        ])
    func acceptsOneTypoInAWordOfFiveLetters(text: String, key: String) {
        #expect(found(text).first ?? "" == key)
    }

    @Test func anExistingWordIsNotATypo() {
        #expect(found("light") == ["theme"])
        #expect(found("quick") == ["transport"])
    }

    @Test func doesNotFindSettingsThatRulesHide() throws {
        #expect(found("gateway") == [])
        try settings.applyAndWait(Batch([Assignment("net.on", .text("YES"))], origin: .program))
        #expect(found("gateway") == ["net.host"])
        #expect(found("proxy_host") == ["net.host"])
        #expect(found("@id:net.") == ["net.on", "net.host"])
        #expect(found("@id:ON") == [] && found("@id:NET.O") == ["net.on"])
        #expect(found("@page:net") == ["net.on", "net.host"])
        #expect(found("@page:net host") == ["net.host"])
    }

    @Test func findsCurrentValues() throws {
        try settings.applyAndWait(
            Batch(
                [
                    Assignment("name", .text("Lighthouse")), Assignment("pass", .text("hunter22")),
                    Assignment("theme", .text("theme_dark")),
                ], origin: .program))
        #expect(found("lighthouse") == ["name"])
        // A search finds the default value too, because the reset button names it.
        #expect(found("harbour") == ["name"])
        #expect(found("hunter22") == [])
        #expect(found("hunter2") == [])
        #expect(found("@modified") == ["name", "pass", "theme"])
        #expect(found("@modified light") == ["theme", "name"])
        #expect(found("@locked") == [])
    }

    @Test func reportsUnknownFilters() {
        #expect(index.problems(SearchQuery("@modified x")) == [])
        #expect(
            index.problems(SearchQuery("@modifed"))
                == [
                    "unknown filter '@modifed'. Possible are @modified, @locked, @restart, @error,"
                        + " @temporary, @id:, @page:."
                ])
    }

    // MARK: - Texts and places

    private static let texts = #"""
        {"panelKey": "p", "panelLocales": ["en"], "labels": {"en": {"G.problem": "Use india"}},
         "groups": [
          {"groupKey": "first", "items": [
            {"itemKey": "a", "itemControlType": "edit_integer", "itemUnit": "bravo",
             "itemPlaceholder": "charlie"},
            {"itemKey": "b", "itemControlType": "button", "itemStates": [
              {"state": "s1"}, {"state": "s2", "title": "delta"}]},
            {"itemKey": "c", "itemControlType": "edit_table", "itemColumns": [
              {"itemKey": "x", "itemTitle": "echo", "itemControlType": "edit_text"}]},
            {"itemKey": "d", "itemControlType": "choice", "itemOptions": [
              {"value": "1", "label": "One", "help": "foxtrot"}]},
            {"itemKey": "e", "itemControlType": "html", "itemSubtitle": "<strong>golf</strong>"},
            {"itemKey": "f", "itemControlType": "info", "itemValue": "hotel"},
            {"itemKey": "g", "itemControlType": "edit_text"}]},
          {"groupKey": "h", "groupHeader": "juliet", "items": [
            {"itemKey": "h1", "itemControlType": "select"}]},
          {"groupKey": "i", "items": [{"itemReference": "a", "itemTitle": "kilo"}]},
          {"groupKey": "j", "items": [{"itemReference": "a", "itemTitle": "lima"}]}]}
        """#

    @Test(arguments: [
        ("bravo", ["a"]), ("charlie", ["a"]), ("delta", ["b"]), ("echo", ["c"]),
        ("foxtrot", ["d"]), ("golf", ["e"]), ("strong", []), ("hotel", ["f"]), ("india", ["g"]),
        ("juliet", ["h"]), ("kilo", ["a"]), ("lima", ["a"]),
    ])
    func findsEveryTextOfARow(text: String, keys: [String]) throws {
        let snapshot = try Settings.inMemory(json: Self.texts).snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        #expect(index.keys(SearchQuery(text), in: snapshot) == keys)
    }

    @Test(arguments: [
        ("@page:", ["a", "p"]), ("@page:P", ["b", "c", "q"]), ("@page:q", ["c"]), ("@page:c", []),
    ])
    func theFilterOfAPageIncludesNestedPages(text: String, keys: [String]) throws {
        let snapshot = try Settings.inMemory(
            json: #"""
                {"panelKey": "panel", "groups": [{"groupKey": "g", "items": [
                  {"itemKey": "a", "itemControlType": "switch"},
                  {"itemKey": "p", "itemControlType": "page", "groups": [{"groupKey": "h", "items": [
                    {"itemKey": "b", "itemControlType": "switch"},
                    {"itemKey": "q", "itemControlType": "page", "groups": [{"groupKey": "i", "items": [
                      {"itemKey": "c", "itemControlType": "switch"}]}]}]}]}]}]}
                """#
        ).snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        #expect(index.keys(SearchQuery(text), in: snapshot).sorted() == keys)
    }

    @Test func ignoresFileBytesAndTheEndOfLongValues() throws {
        let settings = try Settings.inMemory(
            json: #"""
                {"panelKey": "p", "groups": [{"groupKey": "g", "items": [
                  {"itemKey": "file", "itemControlType": "edit_file"},
                  {"itemKey": "long", "itemControlType": "edit_multiline"}]}]}
                """#)
        let text = "needle " + String(repeating: "x", count: 2_041) + " thimble"
        try settings.applyAndWait(
            Batch(
                [
                    Assignment(
                        "file",
                        .json(["name": "a.txt", "type": "text/plain", "data": "SGVsbG8="])),
                    Assignment("long", .text(text)),
                ], origin: .program))
        let snapshot = settings.snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        for (word, keys) in [("needle", ["long"]), ("thimble", []), ("SGVsbG8", [])] {
            #expect(index.keys(SearchQuery(word), in: snapshot) == keys, "\(word)")
        }
    }
}
