import Faceplate
import FaceplateImport
import FaceplatePanel
import FaceplateSchema
import Foundation
import Logging

/// A way into the program that reads what others wrote.
enum Reader: String, CaseIterable {
    case schema, strings, xcstrings, plist, bundle, values, form, multipart

    /// The samples that its inputs are made of.
    func samples(root: URL) throws -> [[UInt8]] {
        switch self {
        case .schema:
            try Self.files(
                root, ["Tests/Fixtures/Valid", "Tests/Fixtures/Invalid", "Schemas"], "json"
            ).filter { $0.count < 50_000 }
        case .strings: try Self.files(root, ["Schemas/en.lproj", "Schemas/ar.lproj"], "strings")
        case .xcstrings:
            [
                Array(
                    #"""
                    {"sourceLanguage": "en", "version": "1.0", "strings": {
                      "A": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Ä"}},
                        "en": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld day"}},
                          "other": {"stringUnit": {"value": "%lld days"}}}}}}},
                      "B": {"extractionState": "manual", "shouldTranslate": false}}}
                    """#.utf8)
            ]
        case .plist, .bundle, .values:
            try Self.files(root, ["Tests/Fixtures/SettingsBundles"], "plist")
                + [Array(#"{ A = (1, "b", <0aff>); "c d" = { e = YES; }; }"#.utf8), Self.binary]
        case .form:
            [
                Array(
                    "_revision=0&_locale=de&text=a%20b&many=1&many=2&rows%5B0%5D%5Ba%5D=x&rows%5B1%5D%5Ba%5D=y"
                        .utf8),
                Array(
                    "_add=rows&_move=rows%5B1%5D:up&_step=number:up&number=1.234,5&_undo=1:text"
                        .utf8),
                Array("time=07:30&date=2026-02-30&span=1h&span%5Bunit%5D=min&color=%23fff".utf8),
                Array("json=%7B%22a%22:%5B1,2%5D%7D&_preview=check&_keep%5Btext%5D=mine".utf8),
            ]
        case .multipart:
            [
                Array(
                    "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\u{89}PNG\r\n--b--\r\n"
                        .utf8)
            ]
        }
    }

    /// A small binary property list: `{"a": [1, "b"]}`.
    private static let binary: [UInt8] =
        Array("bplist00".utf8)
        + [0xD1, 1, 2, 0x51, 0x61, 0xA2, 3, 4, 0x10, 1, 0x51, 0x62, 8, 11, 13, 16, 18]
        + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 20]

    private static func files(
        _ root: URL, _ folders: [String], _ ending: String
    ) throws -> [[UInt8]] {
        var files: [String] = []
        for folder in folders {
            let path = root.appending(path: folder).path
            let names = FileManager.default.enumerator(atPath: path)
            while let name = names?.nextObject() as? String {
                if name.hasSuffix("." + ending) { files.append(path + "/" + name) }
            }
        }
        return try files.sorted().map { Array(try Data(contentsOf: URL(filePath: $0))) }
    }
}

/// Reads inputs; a refusal of an input is as good as its acceptance.
final class Target {
    private let reader: Reader
    private let panel: Panel
    private let settings: Settings
    private let folder: URL

    private static let schema = """
        {"groups":[{"groupKey":"g","items":[
          {"itemKey":"text","itemControlType":"edit_text","itemMaximumLength":50},
          {"itemKey":"number","itemControlType":"edit_decimal"},
          {"itemKey":"many","itemControlType":"choices","itemOptions":[1,2,3]},
          {"itemKey":"list","itemControlType":"edit_list","itemElement":{"itemControlType":"edit_integer"}},
          {"itemKey":"rows","itemControlType":"edit_table",
           "itemColumns":[{"itemKey":"a","itemControlType":"edit_text"},
             {"itemKey":"b","itemControlType":"switch"}]},
          {"itemKey":"time","itemControlType":"edit_time"},
          {"itemKey":"date","itemControlType":"edit_date"},
          {"itemKey":"span","itemControlType":"edit_duration"},
          {"itemKey":"color","itemControlType":"edit_color"},
          {"itemKey":"file","itemControlType":"edit_file"},
          {"itemKey":"json","itemControlType":"custom"},
          {"itemKey":"word","itemControlType":"edit_text","itemPattern":"^[a-z]+$",
           "itemVisibleWhen":{"key":"number","atLeast":3}}]}]}
        """

    init(_ reader: Reader) throws {
        self.reader = reader
        settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.schema.utf8), name: "fuzz"),
            logger: Logger.silent)
        var configuration = Panel.Configuration()
        configuration.logger = Logger.silent
        panel = Panel(settings, configuration: configuration)
        folder = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-fuzz-\(ProcessInfo.processInfo.processIdentifier).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func read(_ input: [UInt8]) throws {
        switch reader {
        case .schema: try? show(SchemaReader.read(input, name: "fuzz"))
        case .strings: _ = try? StringsFile(input)
        case .xcstrings: _ = try? StringCatalogFile.parse(input)
        case .plist: _ = try? PropertyListReader.read(input)
        case .bundle:
            try Data(input).write(to: folder.appending(path: "Root.plist"))
            _ = try? SettingsBundle(at: folder.path)
        case .values:
            if let values = try? ImportedValues(input, file: "fuzz") {
                _ = values.plan(for: settings.snapshot.schema)
            }
        case .form: post(input, type: "application/x-www-form-urlencoded")
        case .multipart: post(input, type: "multipart/form-data; boundary=b")
        }
    }

    /// What a schema is good for: a page of it must come out as well.
    private func show(_ schema: Schema) throws {
        let settings = try Settings.inMemory(schema, logger: Logger.silent)
        var configuration = Panel.Configuration()
        configuration.logger = Logger.silent
        ask(
            Panel(settings, configuration: configuration),
            SimpleRequest("GET", "/", fields: [("host", "localhost")]))
        settings.close()
    }

    private func post(_ body: [UInt8], type: String) {
        for accept in ["text/html", "application/json"] {
            ask(
                panel,
                SimpleRequest(
                    "POST", "/",
                    fields: [("host", "localhost"), ("content-type", type), ("accept", accept)],
                    body: body))
        }
    }

    private func ask(_ panel: Panel, _ request: SimpleRequest) {
        let done = DispatchSemaphore(value: 0)
        panel.answer(request) { _ in done.signal() }
        done.wait()
    }
}
