import ArgumentParser
import FaceplateAddress

/// Splits a command into its name and arguments with the quoting rules of a shell, without expansion.
struct ShellWords {
    /// An error for a quotation without an end, or a backslash at the end of the text.
    struct Unfinished: Error {}

    let words: [String]

    init(_ text: String) throws(Unfinished) {
        var words: [String] = []
        var word: String?
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case " ", "\t", "\n":
                if let done = word { words.append(done) }
                word = nil
            case "'": word = (word ?? "") + (try Self.quotation(&scalars, until: "'"))
            case "\"": word = (word ?? "") + (try Self.quotation(&scalars, until: "\""))
            case "\\":
                guard let next = scalars.next() else { throw Unfinished() }
                word = (word ?? "") + String(next)
            default: word = (word ?? "") + String(scalar)
            }
        }
        if let word { words.append(word) }
        self.words = words
    }

    /// Between `"`, a backslash escapes `"`, `\`, `$` and `` ` ``.
    private static func quotation(
        _ scalars: inout String.UnicodeScalarView.Iterator, until end: Unicode.Scalar
    ) throws(Unfinished) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = scalars.next() {
            if scalar == end { return String(text) }
            guard scalar == "\\", end == "\"" else {
                text.append(scalar)
                continue
            }
            guard let next = scalars.next() else { throw Unfinished() }
            if !"\"\\$`".unicodeScalars.contains(next) { text.append(scalar) }
            text.append(next)
        }
        throw Unfinished()
    }

    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            $0.isAlphanumeric || "-._/:@%+,=".utf8.contains($0)
        }
        if isPlain, !word.isEmpty { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

extension ShellWords {
    static func command(_ text: String, of option: String) throws -> [String] {
        guard let words = try? ShellWords(text).words else {
            throw ValidationError("'\(text)' ends within a quotation.")
        }
        guard let name = words.first, !name.isEmpty else {
            throw ValidationError("\(option) names no command.")
        }
        return words
    }
}
