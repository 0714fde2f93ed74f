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
        for note in bundle.notes { StandardStreams.say("\(note)") }
        guard let destination else { return show() }
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
        } else {
            for file in files { StandardStreams.say("Wrote '\(file)'.") }
        }
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
