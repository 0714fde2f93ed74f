import FaceplateImport
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

/// Damaged and malicious bundles.
struct HostileBundleTests {
    private let bundle: TemporaryBundle

    init() throws { bundle = try TemporaryBundle() }

    private func notes() throws -> [String] { try bundle.read().notesOfTitled.map(\.description) }

    private var problem: String {
        do throws(ImportError) {
            _ = try bundle.read()
            return "none"
        } catch {
            return error.message
        }
    }

    @Test func listsThePanesIfTheFirstIsMissing() throws {
        // A pane is directly in the bundle.
        try bundle.pane([], to: "en.lproj/Main.plist")
        #expect(problem == "There is no 'Root.plist' in it, so it is not a settings bundle.")
        try bundle.pane([], to: "Main.plist")
        try bundle.pane([], to: "Other.plist")
        #expect(problem.hasSuffix("It has 'Main.plist', 'Other.plist': name one of them."))
        #expect(throws: ImportError.self) { try SettingsBundle(at: bundle.path + "/none") }
    }

    @Test(arguments: [
        ("", "Root.plist: line 1, column 1: The file is empty."),
        ("(a)", "Root.plist: It contains an array, where a dictionary was expected."),
        ("<plist><dict>", "Root.plist: line 1, column 14: The file ends here."),
        (
            "bplist00",
            "Root.plist: The file starts like a binary property list, but is damaged "
                + "or cut off."
        ),
    ])
    func reportsWhyAPaneIsUnreadable(text: String, expected: String) throws {
        try bundle.write(text, to: "Root.plist")
        #expect(problem == expected)
    }

    @Test(arguments: [
        ("{}", ["Root.plist: It has no 'PreferenceSpecifiers'."]),
        ("{PreferenceSpecifiers = x;}", ["Root.plist: It has no 'PreferenceSpecifiers'."]),
        (
            "{PreferenceSpecifiers = (x, {Type = (y);});}",
            [
                "Root.plist: PreferenceSpecifiers[0]: It is a string, not a dictionary.",
                "Root.plist: PreferenceSpecifiers[1]: It is left out: it has no 'Type'.",
            ]
        ),
        (
            "{PreferenceSpecifiers = (); ApplicationGroupContainerIdentifier = g;}",
            ["Root.plist: ApplicationGroupContainerIdentifier: It has no counterpart here."]
        ),
    ])
    func importsTheValidParts(text: String, expected: [String]) throws {
        try bundle.write(text, to: "Root.plist")
        #expect(try notes() == expected)
    }

    @Test(arguments: ["../outside", "a/../../outside", "/etc/passwd", "..", "."])
    func doesNotLeaveTheBundle(file: String) throws {
        try bundle.write(
            "{PreferenceSpecifiers = ({Type = PSGroupSpecifier; Title = Out;});}",
            to: "../outside.plist")
        try bundle.pane(["{Type = PSChildPaneSpecifier; File = \"\(file)\";}"])
        let read = try bundle.read()
        #expect(read.schema.items.isEmpty)
        #expect(read.notes.count == 1)
        #expect(read.notes.first?.place == "PreferenceSpecifiers[0].File")
    }

    @Test func followsNoLinks() throws {
        try bundle.write(
            "{PreferenceSpecifiers = ({Type = PSGroupSpecifier; Title = Out;});}",
            to: "../outside.plist")
        try FileManager.default.createSymbolicLink(
            atPath: bundle.path + "/Linked.plist", withDestinationPath: "../outside.plist")
        try bundle.pane(["{Type = PSChildPaneSpecifier; File = Linked;}"])
        #expect(
            try notes() == [
                "Root.plist: PreferenceSpecifiers[0].File: The row is left out: it leads to 'Linked', "
                    + "which cannot be read: 'Linked.plist' is not a regular file, so it is not read."
            ])
    }

    @Test func reportsAPaneThatIsTooLarge() throws {
        try bundle.write("", to: "Large.plist")
        #expect(truncate(bundle.path + "/Large.plist", 16 << 20 + 1) == 0)
        try bundle.pane(["{Type = PSChildPaneSpecifier; File = Large;}"])
        #expect(
            try notes() == [
                "Root.plist: PreferenceSpecifiers[0].File: The row is left out: it leads to 'Large', "
                    + "which cannot be read: The file has over 16777216 bytes."
            ])
    }

    @Test func doesNotWaitForAPipe() throws {
        #expect(mkfifo(bundle.path + "/Pipe.plist", 0o600) == 0)
        try bundle.pane(["{Type = PSChildPaneSpecifier; File = Pipe;}"])
        #expect(try notes().first?.contains("is not a regular file") == true)
    }

    @Test func showsPanesThatLinkToEachOtherOnce() throws {
        try bundle.pane([
            "{Type = PSChildPaneSpecifier; File = A;}", "{Type = PSChildPaneSpecifier; File = B;}",
        ])
        try bundle.pane(
            [
                "{Type = PSChildPaneSpecifier; File = B;}",
                "{Type = PSChildPaneSpecifier; File = A;}",
            ], to: "A.plist")
        try bundle.pane(
            [
                "{Type = PSChildPaneSpecifier; File = A;}",
                "{Type = PSChildPaneSpecifier; File = Root;}",
            ], to: "B.plist")
        let read = try bundle.read()
        #expect(read.schema.pages.map(\.path) == [[], ["a"], ["a", "b"]])
        #expect(read.notes.map(\.message) == ["It is left out: it leads back to the first page."])
    }

    @Test(arguments: [(11, 0), (12, 0), (13, 1), (40, 1)])
    func readsTwelveLevelsOfPages(depth: Int, count: Int) throws {
        for number in 0...depth {
            let next =
                number < depth ? ["{Type = PSChildPaneSpecifier; File = P\(number + 1);}"] : []
            let file = number == 0 ? "Root.plist" : "P\(number).plist"
            try bundle.pane(
                next + ["{Type = PSToggleSwitchSpecifier; Key = k\(number);}"], to: file)
        }
        let read = try bundle.read()
        #expect(read.notesOfTitled.count == count)
        #expect(read.schema.pages.count == min(depth, 12) + 1)
    }

    @Test func limitsTheNumberOfSpecifiers() throws {
        try bundle.pane((0..<4_001).map { "{Type = PSToggleSwitchSpecifier; Key = k\($0);}" })
        let read = try bundle.read()
        #expect(read.schema.settings.count == 4_000)
        #expect(read.notesOfTitled.map(\.place) == ["PreferenceSpecifiers[4000]"])
    }

    @Test func makesSimilarKeysUnique() throws {
        let keys = ["a b", "a_b", "A-B", "a b"]
        try bundle.pane(keys.map { "{Type = PSToggleSwitchSpecifier; Key = \"\($0)\";}" })
        let read = try bundle.read()
        #expect(read.schema.settings.keys == ["a_b", "a_b_2", "A-B_3"])
        let values = try ImportedValues(Array(#"{"a b": true, "a_b": false}"#.utf8), file: "x")
            .plan(for: read.schema)
        #expect(values.entries.map(\.key) == ["a_b", "a_b_2"])
        #expect(values.entries.map(\.value) == [true, false])
        #expect(
            read.schema.items.map { $0.data?.object?["importedFrom"]?.string } == [
                "a b", "a_b", "A-B",
            ])
        #expect(
            read.notesOfTitled.map(\.message) == [
                "'a b' is 'a_b' here.", "'a_b' is 'a_b_2' here.", "'A-B' is 'A-B_3' here.",
            ])
    }

    @Test func usesTheFirstOfTwoKindsOfOneKey() throws {
        try bundle.pane([
            "{Type = PSToggleSwitchSpecifier; Key = k;}", "{Type = PSSliderSpecifier; Key = k;}",
        ])
        #expect(try notes().first?.hasSuffix("not as a PSSliderSpecifier.") == true)
    }

    @Test(arguments: [
        (
            "fr.lproj/Root.strings", "\"a\" = ;",
            "fr.lproj/Root.strings: line 1, column 7: Found ';'"
        ),
        ("Klingonisch.lproj/Root.strings", "", "Klingonisch.lproj: The folder is not named after"),
    ])
    func reportsUnreadableTranslations(file: String, text: String, note: String) throws {
        try bundle.pane(["{Type = PSToggleSwitchSpecifier; Key = k; Title = a;}"], table: "Root")
        try bundle.write(text, to: file)
        let found = try notes()
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(note) == true)
    }

    /// Checks that random bundles produce a valid schema or an error.
    @Test func neverCrashesOnAnyMixture() throws {
        var random = SplitMix(seed: 23)
        let types = [
            "PSGroupSpecifier", "PSToggleSwitchSpecifier", "PSTextFieldSpecifier",
            "PSSliderSpecifier", "PSTitleValueSpecifier", "PSMultiValueSpecifier",
            "PSRadioGroupSpecifier", "PSChildPaneSpecifier", "IASKOpenURLSpecifier", "x",
        ]
        let names = [
            "Key", "Title", "DefaultValue", "Titles", "ShortTitles", "Values", "TrueValue",
            "FalseValue", "File", "FooterText", "IsSecure", "KeyboardType", "MinimumValue",
            "MaximumValue", "DisplaySortedByTitle", "AutocapitalizationType",
        ]
        let values = [
            "<string>a</string>", "<string>a b</string>", "<string/>", "<integer>1</integer>",
            "<integer>0</integer>", "<real>-1e300</real>", "<real>nan</real>", "<true/>",
            "<false/>",
            "<date>2026-11-20T00:00:00Z</date>", "<data>AA==</data>", "<dict/>", "<array/>",
            "<array><integer>1</integer><string>1</string><real>2.5</real></array>",
            "<array><string>x</string><dict/><string>\u{7}</string></array>",
            "<string>  trimmed  </string>", "<string>Root</string>", "<string>&#x85;&#1;</string>",
            "<integer>99999999999999999999999999</integer>", "<string>\u{FFFE}</string>",
        ]
        for _ in 0..<150 {
            let specifiers = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let type = types.randomElement(using: &random) ?? ""
                let entries = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    entry(
                        names.randomElement(using: &random) ?? "",
                        values.randomElement(using: &random) ?? "")
                }
                return "<dict>\(text("Type", type))\(entries.joined())</dict>"
            }
            let pane =
                "<plist><dict><key>PreferenceSpecifiers</key><array>\(specifiers.joined())</array>"
                + "</dict></plist>"
            try bundle.write(pane, to: "Root.plist")
            #expect(problem == "none", "\(pane)")
        }
    }
}
