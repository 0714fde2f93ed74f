import Testing

@testable import FaceplateCLI

struct TextColumnsTests {
    static let tables: [(rows: [[String]], lines: [String])] = [
        ([], []), ([["a", "b"], ["long", "c"]], ["a     b", "long  c"]),
        ([["Größe", "1"], ["Breite", "2"]], ["Größe   1", "Breite  2"]),
        ([["a"], ["long", "c"]], ["a", "long  c"]),
    ]

    @Test(arguments: tables)
    func alignsColumnsByTheirNumberOfCharacters(_ table: (rows: [[String]], lines: [String])) {
        #expect(TextColumns(rows: table.rows).lines == table.lines)
    }
}
