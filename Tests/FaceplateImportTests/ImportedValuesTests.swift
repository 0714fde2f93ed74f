import FaceplateSchema
import Testing

@testable import FaceplateImport

struct ImportedValuesTests {
    private func keys(_ text: String) throws(ImportError) -> [String] {
        try ImportedValues(Array(text.utf8), file: "values").keys
    }

    @Test(arguments: [
        ("{}", []), (#"{"b": 1, "a": null}"#, ["b", "a"]), ("{ b = 1; a = (); }", ["b", "a"]),
        ("\n\r\n\t {\"b\": 1}", ["b"]),
        ("b = 1; a = 2; b = 3;", ["b", "a"]),
        (
            "<plist><dict><key>b</key><true/><key>a</key><date>2026-11-20T00:00:00Z</date></dict></plist>",
            ["b", "a"]
        ),
    ])
    func readsEveryFormat(text: String, expected: [String]) throws {
        #expect(try keys(text) == expected)
    }

    @Test(arguments: [
        ("[1]", "values: It contains a JSON array, where values by key were expected."),
        (#"{"a": 1,}"#, "values: line 1, column 8: "),
        (#"{"a": 1, "a": 2}"#, "values: line 1, column 10: "),
        (
            "<plist><array/></plist>",
            "values: It contains an array, where values by key were expected."
        ),
        ("bplist00", "values: It is not a property list that can be read: The file"),
        ("", "values: Its format is not known: "),
    ])
    func reportsContentThatIsNotAValuesFile(text: String, expected: String) {
        do throws(ImportError) {
            _ = try keys(text)
            Issue.record("It was read.")
        } catch {
            #expect(error.description.hasPrefix(expected), "\(error)")
        }
    }

    /// Checks that nested dictionaries are not copied once for each level.
    @Test func nestedDictionariesAreNotCopied() throws {
        let text = "{ a = { x = 1; b = { c = { d = (e, f); }; }; }; }"
        var entries = try ImportedValues(Array(text.utf8), file: "values").entries
        var around: JSONObject?
        for key in ["a", "b", "c"] {
            let entry = try #require(entries.first { $0.key == key })
            guard case .object(let json, let inside) = entry.value else {
                Issue.record("'\(key)' is no object.")
                return
            }
            let members = try #require(json.object?.members)
            if let around {
                let shared = try #require(around[key]?.object?.members)
                #expect(
                    shared.withUnsafeBufferPointer(\.baseAddress)
                        == members.withUnsafeBufferPointer(\.baseAddress), "'\(key)' is a copy.")
            }
            around = json.object
            entries = inside
        }
    }

    @Test func usesTheLastValueOfARepeatedKey() throws {
        let text = "{ a = { b = 1; c = (2); b = 3; }; }"
        let values = try ImportedValues(Array(text.utf8), file: "values")
        guard case .object(let json, let inside)? = values.entries.first?.value else {
            Issue.record("It is no object.")
            return
        }
        #expect(JSONWriter().text(json) == #"{"b":"3","c":["2"]}"#)
        #expect(inside.map(\.key) == ["b", "c"])
        guard case .json(let last)? = inside.first?.value else {
            Issue.record("The first of them is no JSON.")
            return
        }
        #expect(last.string == "3")
    }

    @Test func aListedRecordWithAMemberNamedLikeASecretIsAValue() throws {
        let text = #"{"a": {"value": {"set": true, "x": 1}, "isSet": true}}"#
        let values = try ImportedValues(Array(text.utf8), file: "values")
        guard case .object(let json, let parts)? = values.entries.first?.value else {
            Issue.record("It is no value.")
            return
        }
        #expect(JSONWriter().text(json) == #"{"set":true,"x":1}"#)
        #expect(parts.map(\.key) == ["set", "x"])
    }

    @Test func reportsWhyAFileIsUnreadable() {
        for (path, message) in [
            ("/none/values.plist", "There is no such file."),
            ("/", "It is a folder. Name a file."),
        ] {
            let error = #expect(throws: ImportError.self) { try ImportedValues(at: path) }
            #expect(error?.message == message)
        }
    }

    /// Text in no known format is guessed by its first line.
    @Test(arguments: [
        ("a: 1", ["a"]), ("[s]\na = two words", ["s"]), ("[s]\na = 'b'", ["s"]),
        ("a = two words", ["a"]), ("A_B='c'", ["A_B"]),
        ("; note\n\na = two words", ["a"]), ("# note\na: 1", ["a"]), ("---\na: 1", ["a"]),
    ])
    func detectsAnUnknownFormatUnlessOneIsGiven(text: String, expected: [String]) throws {
        #expect(try keys(text) == expected)
        for format in [ValuesFormat.json, .plist] {
            #expect(throws: ImportError.self) {
                try ImportedValues(Array(text.utf8), file: "values", format: format)
            }
        }
    }
}
