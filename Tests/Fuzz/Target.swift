import Faceplate
import FaceplateImport
import FaceplatePanel
import FaceplateSchema
import Foundation
import Logging

/// An error for output that does not read back as the same value.
struct Mismatch: Error {}

/// Reads inputs; rejecting an input is as valid as accepting it.
final class Target {
    private let reader: Reader
    private let panel: Panel
    private let settings: Settings
    private let folder: URL
    /// The server, which only the reader of heads uses.
    private let server: PanelServer?

    private static let schema = schema(visibleWhen: #"{"key":"number","atLeast":3}"#)

    private static func schema(visibleWhen condition: String) -> String {
        """
        {"groups":[{"groupKey":"g","items":[
          {"itemKey":"switch","itemControlType":"switch"},
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
          {"itemKey":"keys","itemControlType":"edit_shortcut","itemNotation":"angle"},
          {"itemKey":"size","itemControlType":"edit_size","itemStorage":"text"},
          {"itemKey":"color","itemControlType":"edit_color"},
          {"itemKey":"file","itemControlType":"edit_file"},
          {"itemKey":"json","itemControlType":"custom"},
          {"itemKey":"word","itemControlType":"edit_text","itemPattern":"^[a-z]+$",
           "itemVisibleWhen":\(condition)}]}]}
        """
    }

    init(_ reader: Reader) throws {
        self.reader = reader
        settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.schema.utf8), name: "fuzz"),
            logger: Logger.silent)
        var configuration = Panel.Configuration()
        configuration.logger = Logger.silent
        panel = Panel(settings, configuration: configuration)
        server = reader == .head ? try PanelServer(panel) : nil
        folder = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-fuzz-\(ProcessInfo.processInfo.processIdentifier).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        server?.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    func read(_ input: [UInt8]) throws {
        switch reader {
        case .json:
            guard let value = try? JSONReader.read(input) else { return }
            let text = JSONWriter().text(value)
            guard try JSONWriter().text(JSONReader.read(text)) == text else { throw Mismatch() }
        case .schema, .gschema: try? show(SchemaReader.read(input, name: "fuzz"))
        case .condition:
            let condition = String(decoding: input, as: UTF8.self)
            try? show(
                SchemaReader.read(Array(Self.schema(visibleWhen: condition).utf8), name: "fuzz"))
        case .strings: _ = try? StringsFile(input)
        case .xcstrings: _ = try? StringCatalogFile.parse(input)
        case .plist: _ = try? PropertyListReader.read(input)
        case .bundle:
            try Data(input).write(to: folder.appending(path: "Root.plist"))
            _ = try? SettingsBundle(at: folder.path)
        case .values: plan(input, nil)
        case .yaml: plan(input, .yaml)
        case .toml: plan(input, .toml)
        case .lines:
            plan(input, .ini)
            plan(input, .environment)
        case .form: post(input, type: "application/x-www-form-urlencoded")
        case .multipart: post(input, type: "multipart/form-data; boundary=b")
        case .head:
            guard let server else { return }
            try RawExchange(port: server.port).send(input)
        }
    }

    /// Reads a file of values, and plans its import.
    private func plan(_ input: [UInt8], _ format: ValuesFormat?) {
        guard let values = try? ImportedValues(input, file: "fuzz", format: format) else { return }
        _ = values.plan(for: settings.snapshot.schema)
    }

    /// Renders a page of a schema, which must also succeed.
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
