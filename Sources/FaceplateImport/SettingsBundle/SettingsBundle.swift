public import FaceplateSchema
import Foundation

/// The settings of an Apple `Settings.bundle`, as a schema with labels.
///
/// `Root.plist` becomes the first page, child panes become subpages, and translations become labels.
/// `notes` lists parts without an equivalent. The valid parts of a damaged bundle are converted.
public struct SettingsBundle: Sendable {
    /// The path as passed to the initializer.
    public let path: String
    /// The schema, with the defaults of the bundle.
    public let schema: Schema
    /// The schema as JSON, in the order of the bundle.
    public let json: JSONValue
    /// The labels of all languages; empty for a bundle without translations, whose text is in the schema.
    public let labels: LabelCatalog
    /// Notes about omitted and changed parts.
    public let notes: [ImportNote]

    /// Reads a bundle.
    ///
    /// Only files inside the folder are read: links are omitted, with a note.
    ///
    /// In a folder without `Root.plist`, the first page is `Root.inApp.plist`, which InAppSettingsKit
    /// reads first, or else the only other pane. `notes` reports this.
    ///
    /// - Parameters:
    ///   - path: The folder, or the property list of the pane for the first page.
    ///   - name: The panel key; `nil` for the name of the folder without its ending.
    ///   - title: The title of the panel; `nil` for the title of the first pane.
    ///   - locale: The language of the text in the panes; `nil` for that in the `Info.plist`, or English.
    /// - Throws: `ImportError` if the pane does not exist or the path is not a bundle.
    public init(
        at path: String, name: String? = nil, title: String? = nil, locale: LocaleTag? = nil
    ) throws(ImportError) {
        let (folder, pane) = try Self.place(of: path)
        let files = BundleFolder(path: folder)
        let standIn = pane == Self.usualPane ? files.standIn(for: pane) : nil
        var reader = try BundleReader(
            folder: files, firstPane: standIn ?? pane, path, locale: locale)
        guard standIn == nil || !reader.isEmpty else {
            throw ImportError(
                path, "There is no '\(pane)' in it, and no other pane: it is not a settings bundle."
            )
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
        let first = standIn.map {
            ImportNote($0, "", "It is the first page, since there is no '\(pane)'.")
        }
        notes = [first].compactMap(\.self) + reader.allNotes
    }

    /// Returns true for a folder or a `.plist` file, which may be a bundle or a pane, but not a schema.
    package static func isBundle(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue || PathParts(path).ending == ".plist"
    }

    /// The schema as JSON that includes the labels of all languages.
    package var jsonWithLabels: JSONValue {
        let locales = labels.locales.map { locale in
            (locale.description, Self.object(labels[locale]))
        }
        guard !locales.isEmpty, let members = json.object?.members else { return json }
        return .object(members.map { ($0.name, $0.value) } + [("labels", .object(locales))])
    }

    private static func object(_ texts: [String: String]) -> JSONValue {
        .object(texts.sortedByBytes.map { ($0.key, .text($0.value)) })
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
                path, "It is neither a folder like 'Settings.bundle' nor a '.plist' of one.")
        }
        return (parts.folder, parts.stem + parts.ending)
    }

    private static let usualPane = "Root.plist"

    private static func name(of folder: String) -> String {
        let absolute = URL(filePath: folder).standardizedFileURL.path
        return PathParts(absolute).stem
    }
}

extension [String: String] {
    package var sortedByBytes: [Element] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
