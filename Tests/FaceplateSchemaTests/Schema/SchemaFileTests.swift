import Foundation
import Testing

@testable import FaceplateSchema

struct SchemaFileTests {
    private static let fr = LocaleTag("fr") ?? .english
    private static let schema = """
        {"labels": {"en": {"A": "inline"}}, "groups": [{"groupKey": "g", "items": []}]}
        """

    private static func catalog(_ text: String) -> String {
        #"{"sourceLanguage": "en", "version": "1.0", "strings": {"A": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "\#(text)"}}}}}}"#
    }

    @Test func laterCatalogsOverrideEarlierOnes() throws {
        let layers: [(file: String, text: String)] = [
            ("Localizable.xcstrings", Self.catalog("1")), ("app.xcstrings", Self.catalog("2")),
            ("en.lproj/Localizable.strings", "\"A\" = \"3\";"),
            ("en.lproj/app.strings", "\"A\" = \"4\";"),
        ]
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        var seen: [String] = []
        for layer in [nil] + layers.map(Optional.init) {
            if let layer { try folder.write(layer.text, to: layer.file) }
            let file = try SchemaFile(path: folder.path + "/app.json")
            #expect(file.labelProblems.isEmpty)
            seen.append(file.schema.catalog(with: file.labels)[.english]["A"] ?? "")
        }
        #expect(seen == ["inline", "1", "2", "3", "4"])
    }

    @Test func readsTheFolderOfEachLocaleAndWatchesIt() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        try folder.write("\"A\" = \"base\"; \"B\" = \"b\";", to: "Base.lproj/Localizable.strings")
        try folder.write("\"A\" = \"un\";", to: "fr.lproj/app.strings")
        try folder.write("\"A\" = \"um\";", to: "pt_BR.lproj/app.strings")
        try folder.write("\"A\" = \"other\";", to: "fr.lproj/unrelated.strings")
        let file = try SchemaFile(path: folder.path + "/app.json")
        #expect(file.labels.locales.map(\.description) == ["en", "fr", "pt-BR"])
        #expect(file.labels[.english] == ["A": "base", "B": "b"])
        #expect(file.labels[Self.fr]["A"] == "un")
        #expect(
            file.folders.sorted()
                == [folder.path] + ["Base", "fr", "pt_BR"].map { "\(folder.path)/\($0).lproj" })
        #expect(file.schema.key == "app" && !file.schema.isKeyExplicit)
    }

    /// The signature tells a follower of the schema to read it again.
    @Test(arguments: [
        "app.json", "Localizable.xcstrings", "app.xcstrings", "en.lproj/app.strings",
        "Base.lproj/app.strings",
    ])
    func eachOfItsFilesChangesItsSignature(file: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        try folder.write("before", to: file)
        let path = folder.path + "/app.json"
        let before = SchemaFile.Signature(path: path)
        #expect(SchemaFile.Signature(path: path) == before)
        try folder.write("afterwards", to: file)
        #expect(SchemaFile.Signature(path: path) != before)
    }

    /// A program can write the same number of bytes into the same file.
    @Test func theTimeOfAFileChangesItsSignature() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        let path = folder.path + "/app.json"
        let before = SchemaFile.Signature(path: path)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        #expect(SchemaFile.Signature(path: path) != before)
    }

    @Test func aBrokenLabelFileIsReportedAndTheOthersAreRead() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        try folder.write("\"A\" = \"un\"", to: "fr.lproj/app.strings")
        try folder.write("\"A\" = \"a\"; \"A\" = \"b\";", to: "en.lproj/app.strings")
        try folder.write("{", to: "app.xcstrings")
        try folder.write("", to: "english.lproj/app.strings")
        let file = try SchemaFile(path: folder.path + "/app.json")
        #expect(file.labels[.english]["A"] == "b")
        #expect(file.labels[Self.fr].isEmpty)
        #expect(
            file.labelProblems.map { String($0.file.dropFirst(folder.path.count + 1)) } == [
                "app.xcstrings", "en.lproj/app.strings", "english.lproj", "fr.lproj/app.strings",
            ])
        #expect(file.labelProblems.map { $0.locale?.description } == [nil, "en", nil, "fr"])
        #expect(file.labelProblems.map(\.isUnread) == [true, false, false, true])
        #expect(file.labelProblems[1].message == "'A' is written twice; the last one counts.")
        #expect(file.labelProblems[2].message == "'english' is not a locale like 'en' or 'pt-BR'.")
        #expect(file.labelProblems[3].message.hasPrefix("line 1, column "))
        #expect(
            file.labelProblems[0].description
                == "\(folder.path)/app.xcstrings: \(file.labelProblems[0].message)")
    }

    @Test func aLabelFileThatIsAFolderIsReported() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        try folder.write("", to: "fr.lproj/app.strings/inside")
        let file = try SchemaFile(path: folder.path + "/app.json")
        #expect(
            file.labelProblems.map(\.message) == ["line 1, column 1: It is a folder. Name a file."])
    }

    @Test(arguments: [
        (0, []), (1, ["line 1, column 1: The file has over 16777216 bytes."]),
    ])
    func aLabelFileThatIsTooLargeIsReported(over: Int, messages: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "app.json")
        let spaces = String(repeating: " ", count: SchemaReader.maximumSize + over)
        try folder.write(spaces, to: "fr.lproj/app.strings")
        let file = try SchemaFile(path: folder.path + "/app.json")
        #expect(file.labelProblems.map(\.message) == messages)
    }

    @Test func rejectsAnUnreadableFile() throws {
        let folder = try TemporaryFolder()
        for (path, message) in [
            ("\(folder.path)/none.json", "There is no such file."),
            (folder.path, "It is a folder. Name a file."),
            ("\(folder.path)/no/such/folder.json", "There is no such file."),
            // The first page of memory cannot be read.
            ("/proc/self/mem", "The file cannot be read."),
        ] {
            let error = #expect(throws: SchemaError.self) { try SchemaFile(path: path) }
            #expect(error?.description == "\(path): $ (line 1): \(message)")
        }
    }

    @Test func reportsThePositionInAnEmptyAndABrokenFile() throws {
        let folder = try TemporaryFolder()
        for (text, message) in [
            ("", "$ (line 1): column 1: The text ends where a value was expected."),
            ("[\n {]", "$ (line 2): column 3: Expected a member's name in double quotes."),
        ] {
            try folder.write(text, to: "app.json")
            let path = folder.path + "/app.json"
            let error = #expect(throws: SchemaError.self) { try SchemaFile(path: path) }
            #expect(error?.description == "\(path): \(message)")
        }
    }

    @Test func everyProblemOfAFileIsALine() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"[{"groupKey": "a b", "itemz": []}]"#, to: "app.json")
        let path = folder.path + "/app.json"
        let error = #expect(throws: SchemaError.self) { try SchemaFile(path: path) }
        #expect(error?.problems.count == 3)
        #expect(
            error?.description.split(separator: "\n").allSatisfy { $0.hasPrefix(path + ": $[0]") }
                == true)
    }
}
