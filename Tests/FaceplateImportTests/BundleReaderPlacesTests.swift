import FaceplateImport
import FaceplateSchema
import Foundation
import Testing

/// Settings in two places: every ignored difference has a note.
struct BundleReaderPlacesTests {
    private func read(_ first: String, _ second: String) throws -> SettingsBundle {
        try SettingsBundle.of(text("Key", "k") + first, text("Key", "k") + second)
    }

    /// Returns the notes about the second place.
    private func notes(_ first: String, _ second: String) throws -> [String] {
        try read(first, second).notesOfTitled.map { note in
            note.place.replacing("PreferenceSpecifiers[1]", with: "") + " " + note.message
        }
    }

    private static let field = text("Type", "PSTextFieldSpecifier")
    private static let first =
        "It is left out. The same setting is already at PreferenceSpecifiers[0] of Root.plist, and the "
        + "page uses the value there: "

    @Test(
        arguments: [
            ("", "", []), (text("Title", "A"), text("Title", "A"), []),
            (text("Title", "A"), "", []),
            (text("Title", "A"), text("Title", "B"), []),
            ("", text("DefaultValue", "x"), [".DefaultValue \(first)nothing."]),
            (
                text("KeyboardType", "URL"), text("KeyboardType", "NumberPad") + text("Own", "x"),
                [".KeyboardType \(first)'URL'.", ".Own It is not imported."]
            ),
        ] as [(String, String, [String])])
    func reportsDifferencesFromTheFirstPlace(
        one: String, other: String, expected: [String]
    ) throws {
        let notes = try notes(Self.field + one, Self.field + other)
        #expect(notes == expected)
    }

    @Test(
        arguments: [
            (
                "PSTextFieldSpecifier",
                ["[1].IsSecure It is so at PreferenceSpecifiers[0] of Root.plist, too."]
            ),
            (
                "PSTitleValueSpecifier",
                [
                    "[1].Key 'k' is a PSTitleValueSpecifier before, and is shown as that a second "
                        + "time, not as a PSTextFieldSpecifier.",
                    "[1].IsSecure It is so at PreferenceSpecifiers[0] of Root.plist, too.",
                ]
            ),
        ])
    func aSecretInOnePlaceIsASecretInAll(type: String, expected: [String]) throws {
        let bundle = try read(
            text("Type", type) + text("DefaultValue", "geheim"),
            Self.field + entry("IsSecure", "<true/>"))
        #expect(bundle.schema.settings["k"]?.isSecret == true)
        #expect(!JSONWriter().text(bundle.json).contains("geheim"))
        let notes = bundle.notesOfTitled.map {
            $0.place.replacing("PreferenceSpecifiers", with: "") + " " + $0.message
        }
        #expect(notes.first?.hasPrefix("[0].DefaultValue It is left out: a secret") == true)
        #expect(Array(notes.dropFirst()) == expected)
    }

    @Test(arguments: ["<true/>", "<string>YES</string>", "<integer>1</integer>"])
    func readsASecretInEverySpellingOfTrue(value: String) throws {
        let bundle = try read(
            Self.field + text("DefaultValue", "geheim"), Self.field + entry("IsSecure", value))
        #expect(bundle.schema.settings["k"]?.isSecret == true)
        #expect(!JSONWriter().text(bundle.json).contains("geheim"))
    }

    @Test func noNoteContainsTheValueOfASecret() throws {
        let secure = entry("IsSecure", "<true/>")
        for (one, other) in [(secure, ""), ("", secure)] {
            let notes = try notes(
                Self.field + text("DefaultValue", "geheim") + one,
                Self.field + text("DefaultValue", "offen") + other)
            #expect(notes.contains { $0.hasPrefix(".DefaultValue It is left out. ") })
            #expect(!notes.joined().contains("geheim"), "\(notes)")
        }
    }

    @Test func aSecretStaysASecret() throws {
        let notes = try notes(
            Self.field + entry("IsSecure", "<true/>"), Self.field + entry("IsSecure", "<false/>"))
        #expect(notes == [".IsSecure It is left out: once a secret is always one."])
    }

    @Test func reportsOtherTitlesOfAPage() throws {
        let bundle = try TemporaryBundle()
        let row = "{Type = PSChildPaneSpecifier; File = A; Title ="
        try bundle.pane(["\(row) One;}", "\(row) One;}", "\(row) Two;}"])
        try bundle.write(
            "{ Title = Three; PreferenceSpecifiers = ({Type = PSGroupSpecifier; Title = x;}); }",
            to: "A.plist")
        #expect(
            try bundle.read().notes.map(\.description) == [
                "A.plist: Title: It is left out: the row that leads here has a title of its own."
            ])
        #expect(
            try bundle.read().schema.groups.flatMap(\.secondPlaces).map(\.title) == [
                nil, .words("Two"),
            ])
    }

    @Test(
        arguments: [
            (
                "PSSliderSpecifier",
                text("MinimumValue", "abc") + entry("MaximumValue", "<array/>"),
                [
                    ".MinimumValue 'abc' does not fit, so it is 0.",
                    ".MaximumValue an array does not fit, so it is 1.",
                ]
            ),
            (
                "PSSliderSpecifier",
                entry("MinimumValue", "<integer>5</integer>") + text("DefaultValue", "x"),
                [
                    " Nothing is between 5 and 1, so it is a number to type.",
                    ".DefaultValue 'x' does not fit, so it has no default.",
                ]
            ),
            (
                "PSTextFieldSpecifier", text("IsSecure", "maybe") + entry("Title", "<array/>"),
                [
                    ".IsSecure It is left out: 'maybe' is not a Boolean.",
                    ".Title It is left out: it is an array.",
                ]
            ),
            (
                "PSTextFieldSpecifier",
                entry("IsSecure", "<true/>") + text("KeyboardType", "NumberPad")
                    + text("AutocorrectionType", "No"),
                [".KeyboardType It is left out: a secret has none."]
            ),
            (
                "PSTextFieldSpecifier", text("DefaultValue", "a\nb"),
                [".DefaultValue 'a\nb' does not fit, so it has no default."]
            ),
            (
                "PSMultiValueSpecifier",
                entry("Values", "<array><true/></array>")
                    + entry("Titles", "<array><true/></array>")
                    + entry("ShortTitles", "<array><true/><true/></array>"),
                [".ShortTitles There are 2, and 1 'Values'."]
            ),
            (
                "PSMultiValueSpecifier",
                entry("Values", "<array><true/></array>")
                    + entry("Titles", "<array><true/></array>")
                    + text("ShortTitles", "x"),
                [".ShortTitles It is left out: it is a string, where an array was expected."]
            ),
        ] as [(String, String, [String])])
    func reportsUnreadableValues(type: String, entries: String, expected: [String]) throws {
        let bundle = try SettingsBundle.of(text("Type", type) + text("Key", "k") + entries)
        #expect(
            bundle.notesOfTitled.map {
                $0.place.replacing("PreferenceSpecifiers[0]", with: "") + " " + $0.message
            } == expected)
    }

    @Test(arguments: [
        ("{}", []), ("{ CFBundleDevelopmentRegion = de; }", []),
        (
            "{ CFBundleDevelopmentRegion = \"$(LANGUAGE)\"; }",
            [
                "Info.plist: CFBundleDevelopmentRegion: It is not a language like 'pt-BR', so it is "
                    + "English."
            ]
        ),
        (
            "(",
            [
                "Info.plist: line 1, column 2: Found the end of the file, where an element was "
                    + "expected: write it between '\"'."
            ]
        ),
    ])
    func reportsUnreadLanguages(info: String, notes: [String]) throws {
        let bundle = try TemporaryBundle()
        try bundle.pane(["{Type = PSToggleSwitchSpecifier; Key = k;}"])
        try bundle.write(info, to: "Info.plist")
        #expect(try bundle.read().notesOfTitled.map(\.description) == notes)
    }

    @Test func reportsUnreadTranslations() throws {
        let bundle = try TemporaryBundle()
        try bundle.pane(["{Type = PSToggleSwitchSpecifier; Key = k; Title = a;}"])
        try bundle.write("a = b; a = c;", to: "de.lproj/Root.strings")
        try bundle.write("", to: "es.lproj")
        try FileManager.default.createSymbolicLink(
            atPath: bundle.path + "/fr.lproj", withDestinationPath: "de.lproj")
        try bundle.write("", to: "it.lproj/Other.strings")
        try FileManager.default.createSymbolicLink(
            atPath: bundle.path + "/it.lproj/Root.strings",
            withDestinationPath: "../de.lproj/Root.strings")
        let read = try bundle.read()
        #expect(
            read.notes.map(\.description) == [
                "es.lproj: It is not a folder, so it is not read.",
                "fr.lproj: It is not a folder, so it is not read.",
                "de.lproj/Root.strings: 'a' is written twice; the last one counts.",
                "it.lproj/Root.strings: 'it.lproj/Root.strings' is not a regular file, so it is not read. "
                    + "So the panel has none of its labels: in 'it' it shows the text of the bundle "
                    + "itself.",
            ])
        #expect(read.labels.locales.map(\.description) == ["de", "en"])
        let german = try #require(LocaleTag("de"))
        #expect(Array(read.labels[german].values) == ["c"])
    }
}
