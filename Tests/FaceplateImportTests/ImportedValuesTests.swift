import Testing

@testable import FaceplateImport

struct ImportedValuesTests {
    private func keys(_ text: String) throws(ImportError) -> [String] {
        try ImportedValues(Array(text.utf8), file: "values").keys
    }

    @Test(arguments: [
        ("{}", []), (#"{"b": 1, "a": null}"#, ["b", "a"]), ("{ b = 1; a = (); }", ["b", "a"]),
        ("b = 1; a = 2; b = 3;", ["b", "a"]),
        (
            "<plist><dict><key>b</key><true/><key>a</key><date>2026-11-20T00:00:00Z</date></dict></plist>",
            ["b", "a"]
        ),
    ])
    func readsEveryForm(text: String, expected: [String]) throws {
        #expect(try keys(text) == expected)
    }

    @Test(arguments: [
        ("[1]", "values: It holds a JSON array, where values by key were expected."),
        (#"{"a": 1,}"#, "values: line 1, column 8: "),
        (#"{"a": 1, "a": 2}"#, "values: line 1, column 10: "),
        (
            "<plist><array/></plist>",
            "values: It holds an array, where values by key were expected."
        ),
        ("bplist00", "values: It is neither JSON nor a property list that can be read: The file"),
        ("", "values: It is neither JSON nor a property list"),
    ])
    func saysWhatIsNone(text: String, expected: String) {
        do throws(ImportError) {
            _ = try keys(text)
            Issue.record("It was read.")
        } catch {
            #expect(error.description.hasPrefix(expected), "\(error)")
        }
    }

    @Test func saysWhichFileIsMissing() {
        #expect(throws: ImportError.self) { try ImportedValues(at: "/none/values.plist") }
    }
}
