import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

/// Writes the schema of a settings bundle, and its labels beside it.
struct BundleConversion {
    let bundle: SettingsBundle
    /// Where to; `nil` prints it.
    let destination: String?
    let isJSON: Bool

    func run() throws {
        for line in ImportNote.lines(of: bundle.notes) { StandardStreams.say(line) }
        guard let destination else {
            show()
            return summarise()
        }
        let path = try Self.file(for: destination, bundle)
        var files = [path]
        if PathParts(path).ending == ".swift" {
            let whole = try schema(bundle.jsonWithLabels)
            try Self.write(whole.swiftSource(), to: path)
        } else {
            try Self.write(JSONWriter(.indented).text(bundle.json) + "\n", to: path)
            files += try writeLabels(beside: path)
        }
        if isJSON {
            StandardStreams.result(
                .object([("files", JSONValue(.array(files.map(JSONValue.text)))), notes]))
        }
        summarise()
        StandardStreams.say("Wrote '\(path)'\(Self.labels(files.dropFirst())).")
    }

    /// ` and 3 files of labels beside it (LOCALE.lproj/harbour.strings)`.
    private static func labels(_ files: ArraySlice<String>) -> String {
        guard let first = files.first else { return "" }
        let parts = PathParts(first)
        return " and \(ShownText.count(files.count, "file")) of labels beside it "
            + "(LOCALE.lproj/\(parts.stem)\(parts.ending))"
    }

    /// Says what the schema holds, and what it is called where nobody said so.
    private func summarise() {
        let schema = bundle.schema
        let languages = bundle.labels.locales.count
        let spoken = languages > 0 ? " in \(ShownText.count(languages, "language"))" : ""
        let notes = bundle.notes.count
        StandardStreams.say(
            "'\(bundle.path)': \(ShownText.count(schema.settings.count, "setting")) on "
                + "\(ShownText.count(schema.pages.count, "page"))\(spoken), "
                + "\(notes == 0 ? "nothing to note" : "\(ShownText.count(notes, "note")) above").")
        guard schema.title == nil else { return }
        StandardStreams.say(
            "The bundle has no title, so the panel is called '\(schema.key)'. --title gives it "
                + "another name.")
    }

    private func show() {
        let json = bundle.jsonWithLabels
        if isJSON {
            StandardStreams.result(.object([("schema", json), notes]))
        } else {
            StandardStreams.result(JSONWriter(.indented).text(json))
        }
    }

    private var notes: (String, JSONValue) {
        ("notes", JSONValue(.array(bundle.notes.map(\.json))))
    }

    private func schema(_ json: JSONValue) throws(SchemaError) -> Schema {
        try SchemaReader.read(JSONWriter().bytes(json), name: bundle.schema.key)
    }

    private func writeLabels(beside path: String) throws(Failure) -> [String] {
        let parts = PathParts(path)
        var files: [String] = []
        for locale in bundle.labels.locales {
            let file = PathParts.file("\(locale).lproj/\(parts.stem).strings", in: parts.folder)
            let texts = bundle.labels[locale].sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            let lines = texts.map { StringsLine.of($0.key, $0.value) + "\n" }
            try Self.write("/* \(locale) */\n" + lines.joined(), to: file)
            files.append(file)
        }
        return files
    }

    /// The file of a destination, which may be a folder.
    private static func file(
        for destination: String, _ bundle: SettingsBundle
    ) throws(Failure) -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: destination, isDirectory: &isFolder)
        let ending = PathParts(destination).ending
        if exists && isFolder.boolValue || !exists && ending.isEmpty {
            return PathParts.file(bundle.schema.key + ".json", in: destination)
        }
        guard ConvertCommand.Form(ending: ending) != nil else {
            throw Failure(
                .usage,
                "'\(destination)' is named neither .swift nor .json, and is no folder.")
        }
        return destination
    }

    private static func write(_ text: String, to path: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: PathParts(path).folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure(.unavailable, "'\(path)' cannot be written.")
        }
    }
}
