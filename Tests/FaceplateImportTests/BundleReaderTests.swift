import FaceplateSchema
import Testing

@testable import FaceplateImport

/// The shared size limits for the files of a bundle.
struct BundleReaderTests {
    private let bundle: TemporaryBundle

    init() throws { bundle = try TemporaryBundle() }

    private func read(values: Int = 1_000_000, bytes: Int = 64 << 20) throws -> BundleReader {
        try BundleReader(
            folder: BundleFolder(path: bundle.path), firstPane: "Root.plist", bundle.path,
            budget: PropertyListBudget(values: values, bytes: bytes, of: "The bundle"))
    }

    private func lead(to panes: [String]) throws {
        try bundle.pane(panes.map { "{Type = PSChildPaneSpecifier; File = \($0);}" })
    }

    /// The first pane has 8 values, each other pane has 5.
    @Test(arguments: [(12, 2), (13, 1), (17, 1), (18, 0)])
    func limitsTheValuesOfAllPanes(values: Int, leftOut: Int) throws {
        try lead(to: ["A", "B"])
        for name in ["A", "B"] {
            try bundle.pane(
                ["{Type = PSToggleSwitchSpecifier; Key = \(name);}"], to: "\(name).plist")
        }
        let notes = try read(values: values).allNotes.map(\.message)
        #expect(notes.count == leftOut, "\(notes)")
        #expect(notes.allSatisfy { $0.contains("The bundle has over \(values) values") })
    }

    @Test func limitsTheTotalSizeOfFiles() throws {
        try lead(to: ["A", "B"])
        try bundle.write("{ PreferenceSpecifiers = (); }" + spaces(500), to: "A.plist")
        try bundle.write("{ PreferenceSpecifiers = (); }" + spaces(500), to: "B.plist")
        #expect(try read(bytes: 1_100).allNotes.map(\.place) == ["PreferenceSpecifiers[1].File"])
        #expect(try read(bytes: 1_500).allNotes.isEmpty)
    }

    /// Reading the bad pane for each row would use up the limit before the last row.
    @Test func triesAnUnreadablePaneOnce() throws {
        try lead(to: Array(repeating: "Bad", count: 20) + ["Good"])
        try bundle.write("(a, b, c, d, e, f, g, h, i", to: "Bad.plist")
        try bundle.pane(["{Type = PSToggleSwitchSpecifier; Key = k;}"], to: "Good.plist")
        var reader = try read(values: 100)
        #expect(reader.allNotes.count == 20)
        #expect(JSONWriter().text(reader.panel()).contains(#""itemKey":"k""#))
    }

    @Test func limitsTheTranslationsOfAllFiles() throws {
        try bundle.pane(["{Type = PSToggleSwitchSpecifier; Key = k; Title = a;}"])
        for locale in ["de", "fr", "ja"] {
            try bundle.write("a = b; c = d; e = f;", to: "\(locale).lproj/Root.strings")
        }
        var reader = try read(values: 7)
        _ = reader.panel()
        #expect(reader.words.catalog.locales.map(\.description) == ["de", "en", "fr"])
        #expect(reader.allNotes.map(\.file) == ["ja.lproj/Root.strings"])
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
