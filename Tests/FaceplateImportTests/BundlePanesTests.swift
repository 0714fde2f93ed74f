import FaceplateImport
import FaceplateSchema
import Testing

/// The panes that are read, the titles of their groups, and the notes about other panes.
struct BundlePanesTests {
    private let bundle: TemporaryBundle

    init() throws { bundle = try TemporaryBundle() }

    private func toggle(_ key: String, _ more: String = "") -> String {
        "{Type = PSToggleSwitchSpecifier; Key = \(key); \(more)}"
    }

    private func notes() throws -> [String] {
        try bundle.read().notesOfTitled.map(\.description)
    }

    private static let unreached = "To convert it, name this file instead of the folder."

    // MARK: - Panes that no row opens

    @Test func reportsPanesThatNoRowLinksTo() throws {
        try bundle.pane([toggle("a"), "{Type = PSChildPaneSpecifier; File = Led; Title = Led;}"])
        try bundle.pane([toggle("b")], to: "Led.plist")
        try bundle.pane([toggle("a"), toggle("c"), toggle("d")], to: "Root~ipad.plist")
        try bundle.pane([toggle("b")], to: "Copy.plist")
        try bundle.pane([toggle("e")], to: "One.plist")
        try bundle.write("{ Version = 1; }", to: "Data.plist")
        try bundle.write("{ CFBundleDevelopmentRegion = en; }", to: "Info.plist")
        try bundle.write("(", to: "Damaged.plist")
        let said = "No row leads to this pane, so it is left out;"
        #expect(
            try notes() == [
                "Copy.plist: \(said) no setting is only here. \(Self.unreached)",
                "Damaged.plist: No row leads here, and it cannot be read, so it is left out.",
                "One.plist: \(said) 1 setting is only here. \(Self.unreached)",
                "Root~ipad.plist: \(said) 2 settings are only here. \(Self.unreached)",
            ])
    }

    @Test func reportsAnEmptyFirstPaneAndWhereTheSettingsAre() throws {
        try bundle.write("{}", to: "Root.plist")
        try bundle.pane([toggle("a")], to: "Root.inApp.plist")
        #expect(
            try notes() == [
                "Root.plist: It has no 'PreferenceSpecifiers'.",
                "Root.inApp.plist: No row leads to this pane, so it is left out; 1 setting is only "
                    + "here. \(Self.unreached)",
            ])
    }

    // MARK: - Bundles without the usual first pane

    @Test(arguments: [
        (["Root.inApp.plist"], "Root.inApp.plist"), (["Main.plist"], "Main.plist"),
        (["Main.plist", "Info.plist"], "Main.plist"),
        (["Main.plist", "Root.inApp.plist"], "Root.inApp.plist"),
    ])
    func usesAnotherFirstPaneIfTheUsualOneIsMissing(files: [String], first: String) throws {
        for file in files {
            if file == "Info.plist" {
                try bundle.write("{}", to: file)
            } else {
                try bundle.pane([toggle("a", "Title = A;")], to: file)
            }
        }
        let read = try bundle.read()
        #expect(read.schema.settings.keys == ["a"])
        #expect(
            read.notes.first?.description
                == "\(first): It is the first page, since there is no 'Root.plist'.")
    }

    @Test func rejectsAFolderWithOneOtherPropertyList() throws {
        try bundle.write("{ Version = 1; }", to: "Data.plist")
        #expect(throws: ImportError.self) { try bundle.read() }
    }

    // MARK: - Titles

    @Test func aSingleRowWithoutATitleHasTheTitleOfItsGroup() throws {
        try bundle.pane([
            "{Type = PSGroupSpecifier; Title = Brightness; FooterText = Low;}", toggle("a"),
            "{Type = PSGroupSpecifier; Title = Two;}", toggle("b"), toggle("c", "Title = C;"),
            "{Type = PSGroupSpecifier; Title = Own;}", toggle("d", "Title = D;"),
            "{Type = PSGroupSpecifier; Title = Nothing;}",
            "{Type = PSMultiValueSpecifier; Key = none;}",
        ])
        let read = try bundle.read()
        #expect(read.schema.items["a"]?.words.title == .words("Brightness"))
        #expect(
            read.schema.groups.map(\.title) == [
                .words(""), .words("Two"), .words("Own"),
            ])
        #expect(
            read.notes.map(\.description) == [
                "Root.plist: PreferenceSpecifiers[3].Title (b): There is no title, so the row is named "
                    + "after its key, in all languages.",
                "Root.plist: PreferenceSpecifiers[8] (none \"Nothing\"): It is left out: there is "
                    + "nothing to choose.",
                "Root.plist: PreferenceSpecifiers[7] (\"Nothing\"): The group is left out, because no "
                    + "row of it is left.",
            ])
    }

    @Test func aRowHasTheTranslatedTitleOfItsGroup() throws {
        try bundle.pane(["{Type = PSGroupSpecifier; Title = Name;}", toggle("a")])
        try bundle.write("Name = Nom;", to: "fr.lproj/Root.strings")
        let read = try bundle.read()
        #expect(read.labels.locales.flatMap { read.labels[$0].keys }.sorted() == ["A", "A"])
        #expect(LocaleTag("fr").map { read.labels[$0] } == ["A": "Nom"])
    }

    @Test func reportsDifferencesFromTheBundle() throws {
        try bundle.pane([
            "{Type = IASKOpenURLSpecifier; Key = u; Title = Open; File = LINK_KEY;}",
            "{Type = IASKOpenURLSpecifier; Key = v; Title = Open; File = DEAD_KEY;}",
            "{Type = IASKButtonSpecifier; Key = b; Title = One;}",
            "{Type = IASKButtonSpecifier; Key = b; Title = Two;}",
            toggle("s", "Title = MISSING_TITLE;"),
        ])
        try bundle.write("LINK_KEY = \"https://a.org/\";", to: "en.lproj/Root.strings")
        let read = try bundle.read()
        #expect(read.schema.items["u"]?.url == "https://a.org/")
        let notes = read.notes.map(\.description)
        for words in [
            "'DEAD_KEY' is not an address that a page can link to.", "It differs in Title.",
            "'MISSING_TITLE' looks like a key, but has no text in any language",
        ] {
            #expect(notes.contains { $0.contains(words) }, "\(words): \(notes)")
        }
    }

    /// The rows have the table in the language of the bundle, and the label in this language.
    @Test(arguments: [
        (#"Name = "Call";"#, "Call"), ("Other = x;", "Name"), (#"Name = "";"#, nil), (nil, nil),
    ])
    func anEmptyTranslationIsIgnored(english: String?, label: String?) throws {
        try bundle.pane([toggle("a", "Title = Name;")])
        if let english { try bundle.write(english, to: "en.lproj/Root.strings") }
        try bundle.write("Name = \"\";", to: "fr.lproj/Root.strings")
        let read = try bundle.read()
        #expect(read.labels.locales == (label == nil ? [] : [.english]))
        #expect(read.labels[.english]["A"] == label)
        let isUntitled = read.notes.contains { $0.attribute == "Title" }
        #expect(isUntitled == (label == nil))
    }

    @Test func sortsOptionsByTheTitlesOfTheLanguageFolder() throws {
        try bundle.pane([
            "{Type = PSMultiValueSpecifier; Key = a; Title = T; DisplaySortedByTitle = YES; "
                + "Values = (one, two); Titles = (A, B);}"
        ])
        try bundle.write("A = a; B = b;", to: "Root.strings")
        try bundle.write("A = z; B = y;", to: "en.lproj/Root.strings")
        let options = try bundle.read().schema.settings["a"]?.rules.options
        #expect(options?.map(\.plainText) == ["two", "one"])
    }

    @Test func aSecondPlaceKeepsItsOwnTitleInAllLanguages() throws {
        try bundle.pane([
            toggle("status", "Title = State;"), toggle("status", "Title = Status;"),
            toggle("status", "Title = State;"), toggle("status"),
        ])
        try bundle.write("Status = Statut;", to: "fr.lproj/Root.strings")
        let places = try bundle.read().schema.groups.flatMap(\.secondPlaces)
        let french = try #require(LocaleTag("fr"))
        #expect(
            places.map(\.title) == [.byLocale([.english: "Status", french: "Statut"]), nil, nil])
    }

    @Test func usesTheGivenTitleOfThePanel() throws {
        try bundle.pane([toggle("a", "Title = A;")])
        #expect(try bundle.read().schema.title == nil)
        #expect(
            try SettingsBundle(at: bundle.path, title: "Reader").schema.title == .words("Reader"))
        try bundle.write("A = B;", to: "fr.lproj/Root.strings")
        #expect(
            try SettingsBundle(at: bundle.path, title: "A").schema.title
                == .byLocale([.english: "A"]))
    }

    // MARK: - Rows without a valid pane

    @Test(arguments: [
        (
            "File = \"about.html\";",
            ".File (\"About\"): The row is left out: it leads to 'about.html', and the bundle has no "
                + "such pane."
        ),
        (
            "File = \"https://example.org\";",
            ".File (\"About\"): The row is left out: it leads to the web address "
                + "'https://example.org', which is not a pane."
        ),
        (
            "File = \"../x\";",
            ".File (\"About\"): The row is left out: it leads to '../x', which does not name a file of "
                + "the bundle."
        ),
        (
            "IASKViewControllerClass = AboutScreen; IASKViewControllerSelector = x;",
            " (\"About\"): It is left out: it opens a screen of the app's own ('AboutScreen')."
        ),
        (
            "IASKSegueIdentifier = about;",
            " (\"About\"): It is left out: it opens a screen of the app's own."
        ),
        ("", " (\"About\"): It is left out: it names no 'File'."),
    ])
    func reportsWhyARowOpensNoPane(entries: String, note: String) throws {
        try bundle.pane(["{Type = PSChildPaneSpecifier; Title = About; \(entries)}"])
        #expect(try notes() == ["Root.plist: PreferenceSpecifiers[0]\(note)"])
    }

    @Test func reportsTheLanguageOfAMissingFile() throws {
        try bundle.pane([toggle("a", "Title = A;")])
        try bundle.write("A = ;", to: "de.lproj/Root.strings")
        #expect(
            try notes().first?.hasSuffix(
                " So the panel has none of its labels: in 'de' it shows the text of the bundle "
                    + "itself.") == true)
    }
}
