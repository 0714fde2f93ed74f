import Foundation
import Testing

@testable import FaceplateGenerator
@testable import FaceplateSchema

/// The schemas of `Schemas/` in Swift.
///
/// `ShowcaseSchema.swift` and `ReaderSchema.swift` in this folder are the output of `swiftSource`, compiled, and
/// `ShowcaseSettings.swift` is that of `KeysGenerator`. With `RECORD_FIXTURES=1` they are written again, and the tests
/// fail.
struct SchemaSourceTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let schemas = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas")

    private static func file(_ name: String) throws -> SchemaFile {
        try SchemaFile(path: schemas.appending(path: "\(name).json").path)
    }

    private static func schema(_ name: String) throws -> Schema { try file(name).schema }

    /// Checks that Swift source is that of a file in this folder.
    private func expectRecorded(_ source: String, in name: String) throws {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
            try Data(source.utf8).write(to: file)
            Issue.record("recorded \(name)")
        }
        #expect(source == (try? String(contentsOf: file, encoding: .utf8)))
    }

    @Test(arguments: ["showcase", "reader"])
    func writesTheExpectedFile(_ name: String) throws {
        try expectRecorded(
            Self.schema(name).swiftSource(), in: "\(name.capitalized)Schema.swift")
    }

    @Test func writesTheExpectedKeys() throws {
        try expectRecorded(
            KeysGenerator(Self.file("showcase")).swift(), in: "ShowcaseSettings.swift")
    }

    @Test(arguments: ["showcase", "reader"])
    func buildsAnEqualSchema(_ name: String) throws {
        let built = try name == "showcase" ? showcaseSchema() : readerSchema()
        let read = try Self.schema(name)
        #expect(built == read)
        #expect(built.key == read.key)
        #expect(built.settings.map(\.defaultValue) == read.settings.map(\.defaultValue))
    }

    /// The test fails for an attribute that the builder does not support.
    ///
    /// Options, states, footers and checks are each written by a single call. Their attributes are covered as far as
    /// the showcase has them, because its builder creates the equal schema.
    @Test(arguments: SchemaAttribute.Scope.allCases)
    func writesEveryAttribute(of scope: SchemaAttribute.Scope) throws {
        let written = SchemaAttribute.all(of: scope).map(\.name).filter { $0.first != "$" }
        let known: [String] =
            switch scope {
            case .panel: SourceAttribute.panel.map(\.key)
            case .group: SourceAttribute.group.map(\.key)
            case .item, .column: SourceAttribute.item.map(\.key)
            case .option: try Self.namesInTheShowcase(under: "itemOptions")
            case .state: try Self.namesInTheShowcase(under: "itemStates")
            case .footer: try Self.namesInTheShowcase(under: "groupFooterWhen")
            case .check: try Self.namesInTheShowcase(under: "panelChecks")
            }
        #expect(!known.isEmpty)
        #expect(Set(written).subtracting(known) == [])
    }

    /// Returns the names of the members of all objects in lists with one name.
    private static func namesInTheShowcase(under list: String) throws -> [String] {
        func names(_ json: JSONValue) -> [String] {
            if let elements = json.array { return elements.flatMap(names) }
            return (json.object?.members ?? []).flatMap { member in
                let here = member.name == list ? member.value.array ?? [] : []
                return here.flatMap { ($0.object?.members ?? []).map(\.name) } + names(member.value)
            }
        }
        let url = schemas.appending(path: "showcase.json")
        return names(try JSONReader.read(Array(Data(contentsOf: url))))
    }

    @Test(arguments: [
        ("a\"b\\", #""a\"b\\""#), ("a\u{301}", #""a\u{301}""#), ("\r\n\t", #""\r\n\t""#),
        ("\u{202E}x", #""\u{202E}x""#), ("\\(x)", #""\\(x)""#), ("日本", "\"日本\""),
    ])
    func escapesTextInLiterals(_ text: String, _ literal: String) {
        #expect(SwiftLiteral.text(text) == literal)
    }

    /// The signs && and || merge a list at their left with their own.
    @Test(arguments: [
        (#"{"all": [{"all": ["a", "b"]}, "c"]}"#, #".all([.is("a") && .is("b"), .is("c")])"#),
        (#"{"any": [{"any": ["a", "b"]}, "c"]}"#, #".any([.is("a") || .is("b"), .is("c")])"#),
        (#"{"all": ["a", {"all": ["b", "c"]}]}"#, #".is("a") && (.is("b") && .is("c"))"#),
        (#"{"all": [{"any": ["a", "b"]}, "c"]}"#, #"(.is("a") || .is("b")) && .is("c")"#),
        (#"{"all": [{"all": ["a"]}, "c"]}"#, #".all([.all([.is("a")]), .is("c")])"#),
    ])
    func conditionsKeepTheirLists(json: String, source: String) throws {
        #expect(SwiftLiteral.condition(try JSONReader.read(json)) == source)
    }

    @Test(arguments: [
        ("edit_decimal", "EditDecimal"), ("slider", "Slider"), ("stepper", "Stepper"),
    ])
    func keepsAllDigitsOfADefault(control: String, type: String) throws {
        let number = "0.12345678901234567890123"
        let limits = #""itemMinimum": 0, "itemMaximum": 1, "itemStep": \#(number)"#
        let schema = try Make.schema(
            Make.panel(#"a \#(control) \#(limits), "itemValue": \#(number)"#))
        let source = schema.swiftSource()
        #expect(
            source.contains(#"\#(type)("a", default: ExactDecimal("\#(number)") ?? 0)"#),
            "\(source)")
    }

    /// A custom control has no key, whatever its base control is.
    @Test func writesEveryBaseOfACustomControl() throws {
        let bases: [(any SettingItem, String)] = [
            (Slider().minimum(1).maximum(5), "Slider().minimum(1).maximum(5)"),
            (Stepper(), "Stepper()"), (EditMultiline(), "EditMultiline()"),
            (EditPassword(), "EditPassword()"), (EditHTML(), "EditHTML()"),
            (EditFile(), "EditFile()"),
            (Segment(options: ["a"]), #"Segment(options: ["a"])"#),
            (Picker(options: ["a"]), #"Picker(options: ["a"])"#),
            (Choices(options: ["a"]), #"Choices(options: ["a"])"#),
            (EditList(of: EditInteger().minimum(1)), "EditList(of: EditInteger().minimum(1))"),
            (
                EditTable {
                    EditText("host").maximumLength(9)
                    EditInteger("port")
                },
                #"EditTable() { EditText("host").maximumLength(9); EditInteger("port") }"#
            ),
        ]
        for (base, source) in bases {
            let schema = try Schema(.panel("p").control("own", base)) { Group("g") { Text("t") } }
            #expect(schema.swiftSource().contains(#".control("own", \#(source))"#))
        }
    }

    @Test func keepsAllDigitsOfNumbers() throws {
        let schema = try SchemaReader.read(
            Array(
                (#"[{"groupKey":"g","items":[{"itemKey":"a","itemControlType":"edit_decimal","#
                    + #""itemMinimum":0.12345678901234567890123,"itemValue":1e3}]}]"#).utf8),
            name: "p")
        let source = schema.swiftSource()
        #expect(source.contains(#".minimum(ExactDecimal("0.12345678901234567890123") ?? 0)"#))
        #expect(source.contains(#"EditDecimal("a", default: 1000)"#))
    }
}
