import Testing

@testable import FaceplateSchema

/// The parts of paths, also of the shortest and of those that end with a slash.
struct PathPartsTests {
    @Test(
        arguments: [
            ("a.json", ".", "a", ".json"), ("b/a.json", "b", "a", ".json"),
            ("/a.json", "/", "a", ".json"), ("/c/b/a.json", "/c/b", "a", ".json"),
            ("../a", "..", "a", ""), ("./a", ".", "a", ""), ("c//b//a.json", "c/b", "a", ".json"),
            ("//a", "/", "a", ""), ("b/a.json/", "b", "a", ".json"), ("a/", ".", "a", ""),
            ("a.tar.gz", ".", "a.tar", ".gz"), ("a.", ".", "a", "."), (".a", ".", ".a", ""),
            (".a.json", ".", ".a", ".json"), ("b.c/a", "b.c", "a", ""), ("a", ".", "a", ""),
            (".", ".", ".", ""), ("..", ".", "..", ""), ("...", ".", "..", "."), ("", ".", "", ""),
            ("/", "/", "", ""), ("//", "/", "", ""), ("b/..", "b", "..", ""),
            ("b/\u{301}a.json", "b", "\u{301}a", ".json"), ("b/a.\u{301}", "b", "a", ".\u{301}"),
            ("\u{1F468}\u{200D}/é.sqlite", "\u{1F468}\u{200D}", "é", ".sqlite"),
        ] as [(String, String, String, String)])
    func splitsAPathIntoThreeParts(path: String, folder: String, stem: String, ending: String) {
        let parts = PathParts(path)
        #expect(parts.folder == folder)
        #expect(parts.stem == stem)
        #expect(parts.ending == ending)
    }

    @Test(
        arguments: [
            (".", "a", "a"), ("b", "a", "b/a"), ("/", "a", "/a"), ("b/", "a", "b/a"),
            ("..", "a", "../a"), ("./b", "c/a", "./b/c/a"),
        ])
    func findsTheFolderOfAFile(folder: String, name: String, path: String) {
        #expect(PathParts.file(name, in: folder) == path)
    }
}
