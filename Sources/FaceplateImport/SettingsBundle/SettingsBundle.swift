public import FaceplateSchema
import Foundation

/// The settings that an Apple `Settings.bundle` declares: a schema with its words.
///
/// `Root.plist` becomes the first page, its child panes the pages that items lead to, and the
/// translations beside them labels. What has no counterpart is in `notes`; a bundle that is damaged
/// in parts gives what is sound of it.
public struct SettingsBundle: Sendable {
    /// The folder, as it was given.
    public let path: String
    /// The schema: its defaults are those of the bundle.
    public let schema: Schema
    /// The same as JSON, in the order of the bundle.
    public let json: JSONValue
    /// The words of all languages; empty where the bundle has no translations, since the words stand
    /// in the schema then.
    public let labels: LabelCatalog
    /// What has no place here, or another one than there.
    public let notes: [ImportNote]

    /// Reads a bundle.
    ///
    /// Files are read from its folder alone: what links out of it is left out, and noted.
    ///
    /// In a folder without `Root.plist` the first page is `Root.inApp.plist`, which InAppSettingsKit
    /// reads first, or else the only other pane; a note says so.
    ///
    /// - Parameters:
    ///   - path: the folder, or the property list of the pane that is to be the first page.
    ///   - name: the panel's key; the folder's name without its ending where none is given.
    ///   - title: what the panel is called; `nil` for what the first pane says.
    /// - Throws: `ImportError` where there is no such pane, or no bundle at all.
    public init(
        at path: String, name: String? = nil, title: String? = nil
    ) throws(ImportError) {
        let (folder, pane) = try Self.place(of: path)
        let files = BundleFolder(path: folder)
        let stand = pane == Self.usualPane ? files.standIn(for: pane) : nil
        var reader = try BundleReader(folder: files, firstPane: stand ?? pane, path)
        guard stand == nil || !reader.isEmpty else {
            throw ImportError(
                path, "There is no '\(pane)' in it, and no other pane: it is no settings bundle.")
        }
        let json = reader.panel(title: title)
        do throws(SchemaError) {
            let bytes = JSONWriter().bytes(json)
            schema = try SchemaReader.read(bytes, name: name ?? Self.name(of: folder), file: path)
        } catch {
            let problems = error.problems.map(\.description).joined(separator: " ")
            throw ImportError(path, "The schema made of it cannot be used: \(problems)")
        }
        self.path = path
        self.json = json
        labels = reader.words.catalog
        let first = stand.map {
            ImportNote($0, "", "It is the first page, since there is no '\(pane)'.")
        }
        notes = [first].compactMap(\.self) + reader.allNotes
    }

    /// Whether a path leads to what may be a bundle, or a pane of one, rather than to a schema.
    public static func isBundle(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue || PathParts(path).ending == ".plist"
    }

    /// The schema with the labels of all languages inside it.
    public var jsonWithLabels: JSONValue {
        let locales = labels.locales.map { locale in
            JSONObject.Member(name: locale.description, value: Self.object(labels[locale]))
        }
        guard !locales.isEmpty, let members = json.object?.members else { return json }
        let all = JSONValue(.object(JSONObject(locales)))
        return JSONValue(.object(JSONObject(members + [.init(name: "labels", value: all)])))
    }

    private static func object(_ texts: [String: String]) -> JSONValue {
        let sorted = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return JSONValue(
            .object(
                JSONObject(
                    sorted.map { .init(name: $0.key, value: JSONValue(.string($0.value))) })))
    }

    private static func place(
        of path: String
    ) throws(ImportError) -> (folder: String, pane: String) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ImportError(path, "There is no such file or folder.")
        }
        if isFolder.boolValue { return (path, usualPane) }
        let parts = PathParts(path)
        guard parts.ending == ".plist" else {
            throw ImportError(
                path, "It is no folder like 'Settings.bundle', and no '.plist' of one.")
        }
        return (parts.folder, parts.stem + parts.ending)
    }

    /// The pane that a bundle begins with.
    private static let usualPane = "Root.plist"

    private static func name(of folder: String) -> String {
        let absolute = URL(filePath: folder).standardizedFileURL.path
        return PathParts(absolute).stem
    }
}
