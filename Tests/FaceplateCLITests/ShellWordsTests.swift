import Testing

@testable import FaceplateCLI

struct ShellWordsTests {
    static let commands: [(text: String, words: [String])] = [
        ("", []), ("  \t ", []), ("./apply", ["./apply"]), (" a  b ", ["a", "b"]),
        ("a 'b c' \"d e\"", ["a", "b c", "d e"]), ("a''b", ["ab"]), ("''", [""]),
        ("a '' b \"\" c", ["a", "", "b", "", "c"]), ("a\\ b", ["a b"]), ("'a\\b'", ["a\\b"]),
        ("\"a\\\"b\\c\"", ["a\"b\\c"]),
        ("echo $HOME `id` *", ["echo", "$HOME", "`id`", "*"]), ("--x='1 2'", ["--x=1 2"]),
    ]

    @Test(arguments: commands)
    func splitsLikeAShell(_ row: (text: String, words: [String])) throws {
        #expect(try ShellWords(row.text).words == row.words)
    }

    @Test(arguments: ["'a", "\"a", "a\\", "\"a\\"])
    func rejectsUnfinishedQuotationsAndEscapes(_ text: String) {
        #expect(throws: ShellWords.Unfinished.self) { try ShellWords(text) }
    }

    @Test(arguments: ["a", "a b", "it's", "", "a/b.json"])
    func readsBackAQuotedWord(_ word: String) throws {
        #expect(try ShellWords(ShellWords.quoted(word)).words == [word])
    }
}
