import Foundation

/// The catalogs that a host adds to those of the program: `Page/nl.strings` and `Problems/nl.strings`.
package struct WordFolder: Sendable {
    package private(set) var problems: [String] = []
    private let path: String

    package init(_ path: String, kinds: [String]) {
        self.path = path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            problems = ["\(path): It is not a folder that can be read."]
            return
        }
        for name in names.sorted() where !kinds.contains(name) && Self.isCatalog(name, in: path) {
            let hint = NearestWord.suggestion(for: name, among: kinds)
            problems.append(
                "\(path)/\(name): Catalogs of texts are in the folders "
                    + kinds.map { "'\($0)'" }.joined(separator: " and ") + "." + hint)
        }
        if !kinds.contains(where: names.contains) {
            problems.append(
                "\(path): It has none of the folders "
                    + kinds.map { "'\($0)'" }.joined(separator: " and ") + ".")
        }
    }

    /// Texts that cannot be used are left out and reported.
    package mutating func read<Word: WordName>(
        _ kind: Word.Type
    ) -> [LocaleTag: [Word: Phrase]] {
        let folder = "\(path)/\(Word.folder)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var catalogs: [LocaleTag: [Word: Phrase]] = [:]
        for name in names.sorted() where Self.isCatalog(name, in: folder) {
            guard name.hasSuffix(Self.ending),
                let locale = LocaleTag(String(name.dropLast(Self.ending.count)))
            else {
                problems.append(
                    "\(folder)/\(name): The name is not a language and '\(Self.ending)', like "
                        + "'nl\(Self.ending)' or 'pt-BR\(Self.ending)'.")
                continue
            }
            let phrases: [Word: Phrase] = phrases(in: "\(folder)/\(name)")
            // A language without any text of its own would be offered in English.
            if !phrases.isEmpty { catalogs[locale] = phrases }
        }
        return catalogs
    }

    private static let ending = ".strings"

    private static func isCatalog(_ name: String, in folder: String) -> Bool {
        guard !name.hasPrefix(".") else { return false }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: "\(folder)/\(name)", isDirectory: &isFolder)
        return exists && isFolder.boolValue || name.contains("strings")
    }

    private mutating func phrases<Word: WordName>(in file: String) -> [Word: Phrase] {
        do throws(LabelFileError) {
            let (phrases, found) = try WordFile<Word>(SchemaFile.bytes(of: file)).checked()
            problems += found.map { "\(file):\($0.line): \($0.message)" }
            return phrases
        } catch {
            problems.append("\(file):\(error.line): \(error.message)")
            return [:]
        }
    }
}
