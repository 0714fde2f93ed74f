import Foundation

/// The translations of texts by gettext, from the folder `po` of a program's source or from the installed files.
struct Translations {
    private static let mostBytes = 8 << 20

    /// The translations by locale; `nil` if there are none.
    private(set) var labels: JSONValue?
    private(set) var notes: [JSONSchemaConversion.Note] = []

    /// - Parameters:
    ///   - texts: The texts that are shown, with the written paragraphs of which each consists.
    ///   - file: The file whose translations are wanted; `nil` for none.
    init(of texts: [String: [String]], domains: Set<String>, beside file: String?) {
        let wanted = Set(texts.values.joined().map(Self.line))
        let files = file.map { Self.files(beside: $0, domains: domains) } ?? [:]
        var byLocale: [(String, JSONValue)] = []
        var left = Self.mostBytes
        for locale in files.keys.sorted() {
            let found = Self.translations(of: wanted, in: files[locale] ?? [], &notes)
            let labels = Self.labels(of: texts, found)
            left -= labels.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count }
            guard left >= 0 else {
                note("Its translations are too large: '\(locale)' and later ones are left out.")
                break
            }
            let members = labels.sorted { $0.0 < $1.0 }.map { ($0.0, JSONValue.text($0.1)) }
            if !members.isEmpty { byLocale.append((locale.description, .object(members))) }
        }
        labels = byLocale.isEmpty ? nil : .object(byLocale)
    }

    private mutating func note(_ message: String) {
        notes.append(.init(place: "", message: message))
    }

    private static func translations(
        of wanted: Set<String>, in paths: [String], _ notes: inout [JSONSchemaConversion.Note]
    ) -> [String: String] {
        var found: [String: String] = [:]
        for path in paths {
            let bytes = try? SchemaFile.bytes(of: path)
            guard let texts = bytes.flatMap({ GettextCatalog.texts(in: $0, wanted) }) else {
                notes.append(.init(place: "", message: "'\(path)' cannot be read."))
                continue
            }
            found.merge(texts) { first, _ in first }
        }
        return found
    }

    /// Returns the translations by the texts that are shown.
    private static func labels(
        of texts: [String: [String]], _ found: [String: String]
    ) -> [(String, String)] {
        texts.compactMap { shown, parts in
            let translated = parts.map { part in found[line(part)].map(paragraphs) ?? part }
            return translated == parts ? nil : (shown, translated.joined(separator: "\n\n"))
        }
    }

    // MARK: - Files

    /// Returns the files of each locale.
    private static func files(
        beside file: String, domains: Set<String>
    ) -> [LocaleTag: [String]] {
        let folder = PathParts(file).folder
        let sources = ["po", "../po", "../../po"].lazy.map { name in
            names(in: "\(folder)/\(name)").filter { $0.hasSuffix(".po") }
                .map { ($0.dropLast(3), "\(folder)/\(name)/\($0)") }
        }
        if let found = sources.first(where: { !$0.isEmpty }) {
            return byLocale(found)
        }
        let installed = "\(folder)/../../locale"
        return byLocale(
            names(in: installed).flatMap { name in
                domains.filter { !$0.contains("/") }.sorted()
                    .map { (name[...], "\(installed)/\(name)/LC_MESSAGES/\($0).mo") }
                    .filter { FileManager.default.fileExists(atPath: $0.1) }
            })
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func byLocale(_ files: [(Substring, String)]) -> [LocaleTag: [String]] {
        files.reduce(into: [:]) { result, file in
            if let locale = LocaleTag(gettext: file.0) {
                result[locale, default: []].append(file.1)
            }
        }
    }

    // MARK: - Texts

    /// Returns text without the breaks of its lines; empty lines separate paragraphs.
    static func paragraphs(_ text: String) -> String {
        TextLines.lines(of: text).map(line)
            .split { $0.isEmpty }
            .map { $0.joined(separator: " ") }.joined(separator: "\n\n")
    }

    /// Returns text in the form in which two spellings of it are equal.
    static func line(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }
}

extension LocaleTag {
    private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

    /// Reads a name of gettext: `sr@latin` is `sr-Latn`, and `ca@valencia` is `ca-valencia`.
    init?(gettext name: Substring) {
        let parts = name.split(separator: "@", maxSplits: 1)
        let places = (parts.first ?? "").split(separator: "_")
        guard parts.count == 2 else {
            self.init(String(name))
            return
        }
        let variant = parts[1].lowercased()
        let script = Self.scripts[variant]
        let subtags =
            places.prefix(1).map(String.init) + [script].compactMap(\.self)
            + places.dropFirst().map(String.init) + (script == nil ? [variant] : [])
        self.init(subtags.joined(separator: "-"))
    }
}
