import Testing

@testable import FaceplateSchema

/// The translations of gettext are the labels of a panel.
struct TranslationsTests {
    private static let gschema = """
        <schemalist gettext-domain='harbor'><schema id='org.harbor' path='/a/' gettext-domain='quay'>
        <key name='a' type='b'><summary>show &amp; light</summary>
          <description>Shines at
            night.

            And by day.</description></key>
        <key name='b' type='b'><summary>A summary that has more than sixty characters is not the title.</summary>
          <description>More.</description></key></schema></schemalist>
        """
    private static let long = "A summary that has more than sixty characters is not the title."
    private static let german = #"""
        # A comment
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\n"

        #: a.xml:1
        msgctxt "menu"
        msgid "show & light"
        msgstr "Anders"

        msgid "show & light"
        msgstr "zeige \"Licht\""

        msgid ""
        "Shines at night. "
        "And by day."
        msgstr ""
        "Leuchtet nachts.\n"
        "\n"
        "Und tags."

        #, fuzzy, c-format
        msgid "More."
        msgstr "Falsch."

        msgid "Unused"
        msgid_plural "Unused ones"
        msgstr[0] "x"
        msgstr[1] "y"

        #~ msgid "More."
        #~ msgstr "Alt."
        """#

    /// Returns a `.mo` file.
    private static func binary(_ texts: [(String, String)], isLittle: Bool = true) -> [UInt8] {
        func number(_ number: Int) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) }
            return isLittle ? bytes : bytes.reversed()
        }
        var (tables, strings): ([[UInt8]], [UInt8]) = ([[], []], [])
        for (table, column) in [texts.map(\.0), texts.map(\.1)].enumerated() {
            for text in column {
                tables[table] +=
                    number(text.utf8.count) + number(28 + texts.count * 16 + strings.count)
                strings += Array(text.utf8) + [0]
            }
        }
        return number(0x9504_12DE) + number(0) + number(texts.count) + number(28)
            + number(28 + texts.count * 8) + number(0) + number(0) + tables[0] + tables[1] + strings
    }

    private static func file(_ path: String, _ others: [String: [UInt8]]) throws -> SchemaFile {
        let folder = try TemporaryFolder()
        try folder.write(gschema, to: path)
        for (name, bytes) in others { try folder.write(bytes, to: name) }
        return try SchemaFile(path: "\(folder.path)/\(path)")
    }

    @Test(arguments: ["a.gschema.xml", "data/a.gschema.xml.in", "data/schemas/a.gschema.xml"])
    func areInTheFolderPo(path: String) throws {
        let file = try Self.file(
            path,
            [
                "po/de.po": Array(Self.german.utf8),
                "po/sr@latin.po": Array("msgid \"More.\"\nmsgstr \"Još.\"".utf8),
                "po/x y.po": [], "po/broken.po": [], "po/fr.po": Array("msgid More".utf8),
            ])
        let german: [String: String] = [
            "Show & light": "zeige \"Licht\"",
            "Shines at night.\n\nAnd by day.": "Leuchtet nachts.\n\nUnd tags.",
        ]
        #expect(file.schema.locales == [.english, LocaleTag("de"), LocaleTag("sr-Latn")])
        let catalog = file.schema.catalog(with: file.labels)
        #expect(catalog[try #require(LocaleTag("de"))] == german)
        #expect(
            catalog[try #require(LocaleTag("sr-Latn"))]
                == ["\(Self.long)\n\nMore.": "\(Self.long)\n\nJoš."])
        let item = try #require(file.schema.items["a"])
        let labels = LabelResolver(
            schema: file.schema, catalog: catalog, locale: try #require(LocaleTag("de")))
        #expect(labels.title(of: item).text == "zeige \"Licht\"")
        #expect(labels.help(of: item)?.text == "Leuchtet nachts.\n\nUnd tags.")
        #expect(file.schema.items["b"]?.title == .words("B"))
        #expect(file.notes.map { $0.message.hasSuffix("/po/fr.po' cannot be read.") } == [true])
    }

    @Test(arguments: [true, false])
    func areInTheInstalledFiles(isLittle: Bool) throws {
        let file = try Self.file(
            "share/glib-2.0/schemas/a.gschema.xml",
            [
                "share/locale/pt_BR/LC_MESSAGES/harbor.mo": Self.binary(
                    [("", "x"), ("menu\u{4}More.", "Outro"), ("show & light", "luz")],
                    isLittle: isLittle),
                "share/locale/pt_BR/LC_MESSAGES/quay.mo": Self.binary(
                    [("show & light", "cais"), ("Shines at night. And by day.\0s", "Brilha.\0b")],
                    isLittle: isLittle),
                "share/locale/de/LC_MESSAGES/sea.mo": Self.binary([("show & light", "Meer")]),
            ])
        let catalog = file.schema.catalog(with: file.labels)
        #expect(catalog.locales == [LocaleTag("pt-BR")])
        #expect(
            catalog[try #require(LocaleTag("pt-BR"))] == [
                "Show & light": "luz", "Shines at night.\n\nAnd by day.": "Brilha.",
            ])
        #expect(file.notes.isEmpty)
    }

    /// Each prefix of a file, and each file with one wrong byte, is read or rejected.
    @Test func readsDamagedFiles() {
        let bytes = Self.binary([("a", "b"), ("c", "d")])
        #expect(GettextCatalog.texts(in: bytes, ["a", "c"]) == ["a": "b", "c": "d"])
        for count in bytes.indices { _ = GettextCatalog.texts(in: Array(bytes[..<count]), ["a"]) }
        for index in 4..<bytes.count {
            var damaged = bytes
            damaged[index] = 0xFF
            _ = GettextCatalog.texts(in: damaged, ["a"])
        }
    }

    @Test(arguments: [
        ("de", "de"), ("pt_BR", "pt-BR"), ("sr@latin", "sr-Latn"), ("sr_RS@latin", "sr-Latn-RS"),
        ("ca@valencia", "ca-valencia"), ("uz@cyrillic", "uz-Cyrl"), ("C", nil), ("", nil),
        ("@", nil),
        ("de@", nil),
    ])
    func readsNamesOfLocales(name: String, tag: String?) {
        #expect(LocaleTag(gettext: name[...])?.description == tag)
    }
}
