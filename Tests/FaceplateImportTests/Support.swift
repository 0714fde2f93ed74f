import FaceplateImport
import FaceplateSchema
import Foundation

/// The bundles in the test fixtures.
enum Bundles {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/SettingsBundles")

    static func path(_ name: String) -> String { folder.appending(path: name).path }
}

/// A temporary bundle, which is removed when it is deallocated.
final class TemporaryBundle: Sendable {
    let path: String
    private let root: String

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        path = root + "/Made.bundle"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ text: String, to file: String) throws {
        let place = "\(path)/\(file)"
        try FileManager.default.createDirectory(
            atPath: URL(filePath: place).deletingLastPathComponent().path,
            withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: place))
    }

    /// Writes a pane with specifiers in the old text form: `{Type = …; Key = …;}`.
    func pane(_ specifiers: [String], to file: String = "Root.plist", table: String? = nil) throws {
        let table = table.map { "StringsTable = \($0); " } ?? ""
        try write(
            "{ \(table)PreferenceSpecifiers = (\(specifiers.joined(separator: ", "))); }", to: file)
    }

    func read() throws(ImportError) -> SettingsBundle { try SettingsBundle(at: path) }
}

extension SettingsBundle {
    /// Creates a bundle that contains only these specifiers, in the XML form.
    static func of(_ specifiers: String...) throws -> SettingsBundle {
        let bundle = try TemporaryBundle()
        let dictionaries = specifiers.map { "<dict>\($0)</dict>" }.joined()
        try bundle.write(
            "<plist><dict><key>PreferenceSpecifiers</key><array>\(dictionaries)</array></dict></plist>",
            to: "Root.plist")
        return try bundle.read()
    }

    /// The notes except those about missing titles, because most rows in tests have no title.
    var notesOfTitled: [ImportNote] {
        notes.filter { $0.attribute != "Title" || !$0.message.hasPrefix("There is no title") }
    }

    /// Returns the attributes of an item as JSON, without its key.
    func item(_ key: String) -> String? {
        func find(_ json: JSONValue) -> JSONObject? {
            if let object = json.object, object["itemKey"]?.string == key { return object }
            let inside = (json.object?.members.map(\.value) ?? []) + (json.array ?? [])
            return inside.lazy.compactMap(find).first
        }
        return find(json).map { object in
            JSONWriter().text(
                JSONValue(.object(JSONObject(object.members.filter { $0.name != "itemKey" }))))
        }
    }
}

/// Returns an entry of a dictionary in XML: `entry("Key", "<string>a</string>")`.
func entry(_ key: String, _ value: String) -> String { "<key>\(key)</key>\(value)" }

func text(_ key: String, _ value: String) -> String { entry(key, "<string>\(value)</string>") }
