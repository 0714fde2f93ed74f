import Foundation

/// A schema file with the label catalogs in its folder.
///
/// The catalogs of `settings.json`, each overriding those before it: the `labels` inside it, `Localizable.xcstrings`,
/// `settings.xcstrings`, and in each `LOCALE.lproj` folder `Localizable.strings` and `settings.strings`.
public struct SchemaFile: Sendable {
    /// A problem with a label file.
    public struct LabelProblem: Sendable, Hashable, CustomStringConvertible {
        /// The path of the file.
        public let file: String
        /// The locale of the file; `nil` if the file contains many locales.
        public let locale: LocaleTag?
        /// True when no labels could be read from the file.
        public let isUnread: Bool
        /// One sentence that describes the problem.
        public let message: String

        /// The path and the message.
        public var description: String { "\(file): \(message)" }
    }

    /// The path of the schema, as passed to the initializer.
    public let path: String
    /// The schema in the file.
    public let schema: Schema
    /// The parts of a JSON Schema that the schema leaves out or shows otherwise.
    package let notes: [JSONSchemaConversion.Note]
    /// The labels of the catalog files only; see `Schema.catalog(with:)`.
    public let labels: LabelCatalog
    /// The problems with the catalogs; the schema can be used nonetheless.
    public let labelProblems: [LabelProblem]
    /// The folders whose files contain the schema and its labels.
    public let folders: [String]
    /// The state of the files just before they were read.
    package let signature: Signature

    /// Reads a schema file and its catalogs.
    ///
    /// - Parameter controls: the custom controls of the app.
    /// - Throws: `SchemaError` with all problems; a missing or unreadable file is one of them.
    public init(path: String, controls: [any CustomControl] = []) throws(SchemaError) {
        let name = PathParts(path).stem
        signature = Signature(path: path)
        let bytes: [UInt8]
        do {
            bytes = try Self.bytes(of: path)
        } catch {
            throw SchemaError(unread: path, error.message)
        }
        (schema, notes) = try SchemaReader.readWithNotes(
            bytes, name: name, file: path, controls: controls)
        self.path = path
        var reader = CatalogReader(schemaPath: path, name: name)
        reader.read()
        labels = reader.labels
        labelProblems = reader.problems
        folders = reader.folders
    }

    /// Returns the paths of the catalogs for a locale, highest precedence first, including files that do not exist.
    public static func catalogs(of path: String, for locale: LocaleTag) -> [String] {
        let (folder, name) = (PathParts(path).folder, PathParts(path).stem)
        let prefix = folder == "." ? "" : folder + "/"
        return [name, "Localizable"].map { "\(prefix)\(locale).lproj/\($0).strings" }
            + [name, "Localizable"].map { "\(prefix)\($0).xcstrings" }
    }

    package static func bytes(of path: String) throws(LabelFileError) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            return try RegularFile.bytes(of: path, limit: SchemaReader.maximumSize)
        } catch .tooLarge {
            throw LabelFileError("The file has over \(SchemaReader.maximumSize) bytes.")
        } catch {
            throw LabelFileError(error.sentence)
        }
    }
}

extension SchemaFile {
    package struct Signature: Equatable, Sendable {
        private let files: [String: [Int]]

        package init(path: String) {
            var files: [String: [Int]] = [:]
            var candidates = [path]
            for folder in Self.folders(of: path) {
                let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                candidates += entries.filter {
                    $0.hasSuffix(".strings") || $0.hasSuffix(".xcstrings")
                }
                .map { "\(folder)/\($0)" }
            }
            for file in candidates {
                var status = stat()
                guard stat(file, &status) == 0 else { continue }
                // The time is compared as bytes, because the module of its members depends on the other imports.
                files[file] =
                    [Int(status.st_ino), Int(status.st_size)]
                    + withUnsafeBytes(of: status.st_mtim) { $0.map(Int.init) }
            }
            self.files = files
        }

        package static func folders(of path: String) -> [String] {
            let folder = PathParts(path).folder
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return [folder] + entries.filter { $0.hasSuffix(".lproj") }.map { "\(folder)/\($0)" }
        }
    }
}

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
