import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateGenerator

/// Tests the generated Swift of schemas, and the schemas that are rejected.
///
/// `SettingKeyTests` uses the generated keys of the showcase, `ShowcaseSettings.swift`.
struct KeysGeneratorTests {
    /// Generates Swift for a schema file with a group `g` of these items.
    private func swift(
        _ items: String, typeName: String? = nil, access: KeysGenerator.Access = .internal,
        name: String = "panel.json"
    ) throws -> String {
        try swift(
            schema: #"[{"groupKey":"g","items":[\#(items)]}]"#, typeName: typeName, access: access,
            name: name)
    }

    private func swift(
        schema: String, typeName: String? = nil, access: KeysGenerator.Access = .internal,
        name: String = "panel.json"
    ) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: name)
        try Data(schema.utf8).write(to: url)
        return try KeysGenerator(
            SchemaFile(path: url.path), typeName: typeName, access: access
        ).swift()
    }

    @Test func writesAllKeysOfASchema() throws {
        let swift = try swift(
            """
            { "itemKey": "show_all", "itemControlType": "switch", "itemTitle": "Show all.",
              "itemHelp": "Old ones,\\nand new ones", "itemValue": true },
            { "itemKey": "password", "itemControlType": "edit_password" },
            { "itemKey": "Size", "itemControlType": "choice", "itemOptions": [-1, 2] },
            { "itemKey": "since", "itemControlType": "edit_date" }
            """, access: .public)
        #expect(
            swift == """
                // swift-format-ignore-file
                // Made from panel.json by faceplate. Change that file, not this one.

                public import Faceplate

                /// The types of the settings of Panel.
                public enum PanelSettings {
                    /// Size.
                    public enum Size: RawRepresentable, SettingValue, Hashable, CaseIterable {
                        /// -1.
                        case minus1
                        /// 2.
                        case _2
                        /// A value that the schema did not have when this was made.
                        case unknown(Int)

                        /// The options of the schema.
                        public static let allCases: [Size] = [.minus1, ._2]

                        /// Takes any value.
                        public init(rawValue: Int) {
                            switch rawValue {
                            case -1: self = .minus1
                            case 2: self = ._2
                            default: self = .unknown(rawValue)
                            }
                        }

                        /// The value as it is stored.
                        public var rawValue: Int {
                            switch self {
                            case .minus1: -1
                            case ._2: 2
                            case .unknown(let rawValue): rawValue
                            }
                        }
                    }
                }

                extension SettingKey {
                    /// Show all.
                    ///
                    /// Old ones, and new ones.
                    ///
                    /// `show_all`
                    public static var showAll: SettingKey<Bool> {
                        SettingKey<Bool>("show_all", default: true)
                    }

                    /// Size.
                    ///
                    /// `Size`
                    public static var size: SettingKey<PanelSettings.Size> {
                        SettingKey<PanelSettings.Size>("Size", default: .minus1)
                    }

                    /// Since.
                    ///
                    /// `since`
                    public static var since: SettingKey<CivilDate?> {
                        SettingKey<CivilDate?>("since")
                    }
                }

                extension SecretKey {
                    /// Password.
                    ///
                    /// `password`
                    public static let password = SecretKey("password")
                }

                """)
    }

    @Test func aPanelWithoutChoicesHasNoTypes() throws {
        let swift = try swift(#"{"itemKey":"a","itemControlType":"switch"}"#)
        #expect(!swift.contains("enum"))
        #expect(swift.contains("    static var a: SettingKey<Bool> {"))
        #expect(swift.contains("\nimport Faceplate\n"))
    }

    @Test func escapesHostileText() throws {
        let swift = try swift(
            #"""
            { "itemKey": "a", "itemControlType": "edit_multiline",
              "itemTitle": "x*/ \u202E\u2028 \r\nstatic let y = 1",
              "itemValue": "\"\\(x)\"\n\u202E\tb" }
            """#)
        #expect(swift.contains("    /// x*/ static let y = 1.\n"))
        #expect(swift.contains(#"SettingKey<String>("a", default: "\"\\(x)\"\n\u{202E}\tb")"#))
    }

    @Test func escapesReservedWords() throws {
        let swift = try swift(
            """
            { "itemKey": "default", "itemControlType": "choice", "itemOptions": ["in", "self"] },
            { "itemKey": "string", "itemControlType": "choice", "itemOptions": ["unknown", "?"] },
            { "itemKey": "mode", "itemControlType": "choice", "itemOptions": ["a-b", "a b"] },
            { "itemKey": "init", "itemControlType": "switch" }
            """)
        #expect(swift.contains("static var `default`: SettingKey<PanelSettings.Default> {"))
        #expect(swift.contains("static let allCases: [Default] = [.`in`, .self_]"))
        #expect(swift.contains("enum StringChoice: "))
        #expect(swift.contains("static let allCases: [StringChoice] = [.unknown_1, .option2]"))
        #expect(swift.contains("static let allCases: [Mode] = [.aB, .aB_2]"))
        #expect(swift.contains("static var init_: SettingKey<Bool> {"))
    }

    /// A declaration, and a line of the Swift for it.
    @Test(arguments: [
        (
            #"{"itemKey":"a","itemControlType":"picker","itemOptions":["x","y"]}"#,
            "static var a: SettingKey<String?> {"
        ),
        (
            #"{"itemKey":"a","itemControlType":"picker","itemOptions":["x",1]}"#,
            "static var a: SettingKey<Faceplate.Value?> {"
        ),
        (
            #"{"itemKey":"a","itemControlType":"choice","itemOptions":[1,0.5]}"#,
            "case unknown(Double)"
        ),
        (
            #"{"itemKey":"a","itemControlType":"choice","itemOptions":["x",1]}"#,
            "case unknown(Faceplate.Value)"
        ),
        (
            #"{"itemKey":"a","itemControlType":"choice","itemOptions":["x",0.5]}"#,
            "static var a: SettingKey<Faceplate.Value> {"
        ),
        (
            #"{"itemKey":"a","itemControlType":"switch","itemTitle":"Ready?"}"#,
            "/// Ready?"
        ),
        (
            #"{"itemKey":"a","itemControlType":"edit_table","itemColumns":["#
                + #"{"itemKey":"record","itemControlType":"edit_text"}]}"#,
            "var record_: String"
        ),
        (
            #"{"itemKey":"a","itemControlType":"edit_table","itemColumns":["#
                + #"{"itemKey":"setting_value","itemControlType":"edit_text"}]}"#,
            "var settingValue_: String"
        ),
    ])
    func aDeclarationHasItsType(item: String, line: String) throws {
        let lines = try swift(item).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains(line[...]), "\(lines)")
    }

    @Test func eitherAllOptionsOmitTheKeyOfTheirGroupOrNone() throws {
        for (other, names) in [("theme_dark", ".light, .dark"), ("dark", ".themeLight, .dark")] {
            let swift = try swift(
                schema: """
                    [{"groupKey": "theme", "items": [
                      {"itemKey": "theme_light", "itemControlType": "select"},
                      {"itemKey": "\(other)", "itemControlType": "select"}]}]
                    """)
            #expect(swift.contains("static let allCases: [Theme] = [\(names)]"))
        }
    }

    @Test func rejectsKeysWithTheSameSwiftName() throws {
        let both = GeneratorError(problems: [
            "'hideAll' and 'hide_all' would both be named 'hideAll'. Rename one."
        ])
        #expect(throws: both) {
            try swift(
                """
                { "itemKey": "hide_all", "itemControlType": "switch" },
                { "itemKey": "hideAll", "itemControlType": "switch" }
                """)
        }
        #expect(
            throws: GeneratorError(problems: [
                "The columns 'aB' and 'a_b' of 't' would both be named 'aB'. Rename one."
            ])
        ) {
            try swift(
                """
                { "itemKey": "t", "itemControlType": "edit_table", "itemColumns": [
                  { "itemKey": "a_b", "itemControlType": "edit_text" },
                  { "itemKey": "aB", "itemControlType": "edit_text" } ] }
                """)
        }
        #expect(
            throws: GeneratorError(problems: [
                "The types of 'a_row' and 'a' would both be named 'ARow'. Rename one."
            ])
        ) {
            try swift(
                """
                { "itemKey": "a", "itemControlType": "edit_table", "itemColumns": [
                  { "itemKey": "b", "itemControlType": "edit_text" } ] },
                { "itemKey": "a_row", "itemControlType": "choice", "itemOptions": ["x"] }
                """)
        }
    }

    @Test(
        arguments: [
            ("reader.json", nil, "ReaderSettings"), ("my-app.json", nil, "MyAppSettings"),
            ("app.faceplate.json", nil, "AppSettings"), ("2b.json", nil, "_2bSettings"),
            ("reader.json", "Keys", "Keys"),
        ] as [(String, String?, String)])
    func theTypesAreNamedAfterThePanel(file: String, name: String?, expected: String) throws {
        let swift = try swift(
            #"{"itemKey":"a","itemControlType":"choice","itemOptions":["x"]}"#, typeName: name,
            name: file)
        #expect(swift.contains("\nenum \(expected) {\n"))
        #expect(swift.contains("// Made from \(file) by faceplate."))
    }

    @Test(
        arguments: [
            (
                "a b",
                "'a b' cannot name a type. Use letters, digits and '_', beginning with a letter."
            ),
            ("", "'' cannot name a type. Use letters, digits and '_', beginning with a letter."),
            (
                "enum",
                "'enum' cannot name a type. Use letters, digits and '_', beginning with a letter."
            ),
            (
                "2a",
                "'2a' cannot name a type. Use letters, digits and '_', beginning with a letter."
            ),
            ("Bool", "'Bool' is a type that the keys are made of. Choose another name."),
        ])
    func rejectsAnInvalidName(name: String, problem: String) {
        #expect(throws: GeneratorError(problems: [problem])) {
            try swift(#"{"itemKey":"a","itemControlType":"switch"}"#, typeName: name)
        }
    }

    /// In a type of the same name, the names of the other types would not be found.
    @Test func aTypeIsNotNamedLikeItsEnclosingType() throws {
        let swift = try swift(
            #"{"itemKey":"panel_settings","itemControlType":"choice","itemOptions":["x"]}"#)
        #expect(swift.contains("    enum PanelSettingsChoice: "))
        #expect(
            swift.contains(
                "static var panelSettings: SettingKey<PanelSettings.PanelSettingsChoice> {"))
    }

    @Test func writesAFileOnlyIfItChanges() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)/a/b.swift").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = GeneratedFile.head + "x"
        #expect(try GeneratedFile.write(text, to: path))
        #expect(try !GeneratedFile.write(text, to: path))
        #expect(try GeneratedFile.write(text + "y", to: path))
        // A build system can make the file before the generator runs.
        try Data().write(to: URL(filePath: path))
        #expect(try GeneratedFile.write(text, to: path))
        try Data("{}".utf8).write(to: URL(filePath: path))
        #expect(
            throws: GeneratorError(problems: [
                "'\(path)' was not made by faceplate and is left as it is. Name another file."
            ])
        ) { try GeneratedFile.write(text, to: path) }
    }
}
