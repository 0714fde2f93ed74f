import FaceplateImport
import FaceplateSchema
import Testing

/// The text of notes for people.
struct ImportNoteTests {
    private func lines(_ specifiers: [String]) throws -> [String] {
        let bundle = try TemporaryBundle()
        try bundle.pane(specifiers)
        return ImportNote.lines(of: try bundle.read().notes)
    }

    private func field(_ key: String, _ more: String) -> String {
        "{Type = PSTextFieldSpecifier; Key = \(key); Title = \"Row \(key)\"; \(more)}"
    }

    @Test func aNoteNamesItsRowByKeyAndTitle() throws {
        #expect(
            try lines([field("a", "Own = x;")]) == [
                "Root.plist: PreferenceSpecifiers[0].Own (a \"Row a\"): It is not imported."
            ])
    }

    @Test func equalNotesAreOneLineAtTheFirstPosition() throws {
        #expect(
            try lines([
                field("a", "Own = x;"), field("b", "KeyboardType = Twitter;"),
                field("c", "Own = y;"),
                "{Type = PSTextFieldSpecifier; Title = \"Nameless\"; Own = 1;}",
            ]) == [
                "Own of 3 rows: It is not imported. (a \"Row a\", c \"Row c\", \"Nameless\")",
                "Root.plist: PreferenceSpecifiers[1].KeyboardType (b \"Row b\"): 'Twitter' has no "
                    + "counterpart.",
                "Root.plist: PreferenceSpecifiers[3].Key (\"Nameless\"): It has none; here it is "
                    + "'nameless'.",
            ])
    }

    @Test func otherAttributesWithTheSameMessageHaveTheirOwnLine() throws {
        #expect(
            try lines([field("a", "Own = x; Other = y;"), field("b", "Own = x; Other = y;")]) == [
                "Own of 2 rows: It is not imported. (a \"Row a\", b \"Row b\")",
                "Other of 2 rows: It is not imported. (a \"Row a\", b \"Row b\")",
            ])
    }

    @Test func aLongLineNamesTwentyRows() throws {
        let lines = try lines((0..<25).map { field("k\($0)", "Own = x;") })
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("Own of 25 rows: ") == true)
        #expect(lines.first?.hasSuffix("k19 \"Row k19\" and 5 more)") == true)
    }

    @Test func listsButtonsWithTheirImportedKeys() throws {
        #expect(
            try lines([
                "{Type = IASKButtonSpecifier; Key = \"wipe all\"; Title = Wipe;}",
                "{Type = IASKButtonSpecifier; Title = \"Log out\";}",
            ]).first
                == "2 rows: The app's own code runs there, and nothing here until it is given a "
                + "command: serve --action KEY=COMMAND. (wipe_all \"Wipe\", log_out \"Log out\")")
    }

    @Test func titlesAreInTheLanguageOfTheBundle() throws {
        let bundle = try TemporaryBundle()
        try bundle.pane([field("a", "Own = x;")])
        try bundle.write("\"Row a\" = Harbour;", to: "en.lproj/Root.strings")
        #expect(try bundle.read().notes.map(\.title) == ["Harbour"])
    }

    @Test func scriptsGetTheRowAsSeparateMembers() throws {
        let bundle = try TemporaryBundle()
        try bundle.pane([field("a", "Own = x;")])
        let json = try #require(bundle.read().notes.first?.json.object)
        #expect(json.members.map(\.name) == ["file", "place", "key", "title", "message"])
        #expect(json["key"]?.string == "a")
    }
}
