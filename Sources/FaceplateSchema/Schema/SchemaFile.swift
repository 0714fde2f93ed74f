import Foundation

/// A schema file with the label catalogues beside it.
///
/// Catalogues of `settings.json`, later ones winning: the `labels` inside it, `Localizable.xcstrings`,
/// `settings.xcstrings`, and in each `LOCALE.lproj` folder `Localizable.strings`, `settings.strings`.
public struct SchemaFile: Sendable {
    /// What is wrong with a label file.
    public struct LabelProblem: Sendable, Hashable, CustomStringConvertible {
        /// The file's path.
        public let file: String
        /// `nil` where the file holds many locales.
        public let locale: LocaleTag?
        /// Whether the file gave no words at all.
        public let isUnread: Bool
        /// What is wrong, in one sentence.
        public let message: String

        /// The words for people.
        public var description: String { "\(file): \(message)" }
    }

    /// The path of the schema, as it was given.
    public let path: String
    /// The schema in the file.
    public let schema: Schema
    /// The words of the catalogue files alone; see `Schema.catalog(with:)`.
    public let labels: LabelCatalog
    /// What is wrong with the catalogues; the schema is of use all the same.
    public let labelProblems: [LabelProblem]
    /// The folders in which a change may change the schema or its words.
    public let folders: [String]

    /// Reads a schema file and its catalogues.
    ///
    /// - Parameter controls: the program's own controls.
    /// - Throws: `SchemaError` with every problem, a missing or unreadable file included.
    public init(path: String, controls: [any CustomControl] = []) throws(SchemaError) {
        let name = PathParts(path).stem
        let bytes: [UInt8]
        do {
            bytes = try Self.bytes(of: path)
        } catch {
            let problem = SchemaProblem(
                path: "$", position: TextPosition(line: 1, column: 1), message: error.message)
            throw SchemaError(file: path, problems: [problem])
        }
        schema = try SchemaReader.read(bytes, name: name, file: path, controls: controls)
        self.path = path
        var reader = CatalogReader(schemaPath: path, name: name)
        reader.read()
        labels = reader.labels
        labelProblems = reader.problems
        folders = reader.folders
    }

    /// The catalogues in which a schema's labels of a locale are looked up, the first that counts
    /// first, whether they are there or not.
    public static func catalogs(of path: String, for locale: LocaleTag) -> [String] {
        let (folder, name) = (PathParts(path).folder, PathParts(path).stem)
        let prefix = folder == "." ? "" : folder + "/"
        return [name, "Localizable"].map { "\(prefix)\(locale).lproj/\($0).strings" }
            + [name, "Localizable"].map { "\(prefix)\($0).xcstrings" }
    }

    /// A file's bytes, 16 MiB at most.
    package static func bytes(of path: String) throws(LabelFileError) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            return try RegularFile.bytes(of: path, limit: SchemaReader.maximumSize)
        } catch .tooLarge {
            throw LabelFileError(
                line: 1, column: 1,
                message: "The file has over \(SchemaReader.maximumSize) bytes.")
        } catch {
            throw LabelFileError(line: 1, column: 1, message: error.sentence)
        }
    }
}

/// Finds and reads the catalogues of one schema.
private struct CatalogReader {
    let folder: String
    let name: String
    private(set) var labels = LabelCatalog()
    private(set) var problems: [SchemaFile.LabelProblem] = []
    private(set) var folders: [String]

    init(schemaPath: String, name: String) {
        folder = PathParts(schemaPath).folder
        self.name = name
        folders = [folder]
    }

    mutating func read() {
        for base in ["Localizable", name] { readStringCatalog("\(folder)/\(base).xcstrings") }
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for entry in entries.sorted() where entry.hasSuffix(".lproj") {
            let tag = String(entry.dropLast(".lproj".count))
            guard let locale = tag == "Base" ? .english : LocaleTag(tag) else {
                report(
                    "\(folder)/\(entry)", nil, isUnread: false,
                    "'\(tag)' is not a locale like 'en' or 'pt-BR'.")
                continue
            }
            folders.append("\(folder)/\(entry)")
            for base in ["Localizable", name] {
                readStrings("\(folder)/\(entry)/\(base).strings", locale)
            }
        }
    }

    private mutating func readStringCatalog(_ path: String) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            labels.merge(try StringCatalogFile.parse(SchemaFile.bytes(of: path)))
        } catch {
            report(path, nil, isUnread: true, error.description)
        }
    }

    private mutating func readStrings(_ path: String, _ locale: LocaleTag) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let file = try StringsFile(SchemaFile.bytes(of: path))
            for entry in file.entries { labels.set(entry.text, for: entry.key, in: locale) }
            for key in file.duplicates {
                report(
                    path, locale, isUnread: false, "'\(key)' is written twice; the last one counts."
                )
            }
        } catch {
            report(path, locale, isUnread: true, error.description)
        }
    }

    private mutating func report(
        _ file: String, _ locale: LocaleTag?, isUnread: Bool, _ message: String
    ) {
        problems.append(
            SchemaFile.LabelProblem(
                file: file, locale: locale, isUnread: isUnread, message: message))
    }
}
