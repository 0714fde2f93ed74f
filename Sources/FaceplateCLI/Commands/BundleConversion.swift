import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

struct BundleConversion {
    let bundle: SettingsBundle
    /// `nil` prints the schema.
    let destination: String?
    let isJSON: Bool

    func run() throws {
        for line in ImportNote.lines(of: bundle.notes) { StandardStreams.say(line) }
        guard let destination else {
            show()
            return summarise()
        }
        let path = try Self.file(for: destination, bundle)
        try TextFile.write(JSONWriter(.indented).text(bundle.json) + "\n", to: path)
        let files = try [path] + writeLabels(beside: path)
        if isJSON {
            StandardStreams.result(["files": .array(files.map(JSONValue.text)), "notes": notes])
        }
        summarise()
        StandardStreams.say("Wrote '\(path)'\(Self.labels(files.dropFirst())).")
    }

    /// ` and 3 label files (LOCALE.lproj/harbour.strings)`.
    private static func labels(_ files: ArraySlice<String>) -> String {
        guard let first = files.first else { return "" }
        let parts = PathParts(first)
        return " and \(ShownText.count(files.count, "label file")) "
            + "(LOCALE.lproj/\(parts.stem)\(parts.ending))"
    }

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
        StandardStreams.say(untitledSentence)
    }

    private func show() {
        let json = bundle.jsonWithLabels
        if isJSON {
            StandardStreams.result(["schema": json, "notes": notes])
        } else {
            StandardStreams.result(JSONWriter(.indented).text(json))
        }
    }

    private var notes: JSONValue {
        let untitled: JSONValue = [
            "file": .text(PathParts(bundle.path).stem), "place": "Title",
            "message": .text(untitledSentence),
        ]
        return .array(
            bundle.notes.map(\.json) + (bundle.schema.title == nil ? [untitled] : []))
    }

    private var untitledSentence: String {
        "The bundle has no title, so the panel is called '\(bundle.schema.key)'. Use --title to "
            + "choose another title."
    }

    private func writeLabels(beside path: String) throws(Failure) -> [String] {
        let parts = PathParts(path)
        var files: [String] = []
        for locale in bundle.labels.locales {
            let file = PathParts.file("\(locale).lproj/\(parts.stem).strings", in: parts.folder)
            let lines = bundle.labels[locale].sortedByBytes.map {
                StringsLine.of($0.key, $0.value) + "\n"
            }
            try TextFile.write("/* \(locale) */\n" + lines.joined(), to: file)
            files.append(file)
        }
        return files
    }

    private static func file(
        for destination: String, _ bundle: SettingsBundle
    ) throws(Failure) -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: destination, isDirectory: &isFolder)
        let ending = PathParts(destination).ending
        if exists && isFolder.boolValue || !exists && ending.isEmpty {
            return PathParts.file(bundle.schema.key + ".json", in: destination)
        }
        guard ending == ConvertCommand.ending else {
            throw Failure(
                .usage,
                "'\(destination)' is not a folder and does not end with \(ConvertCommand.ending).")
        }
        return destination
    }
}
