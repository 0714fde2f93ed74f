import Testing

@testable import Faceplate

struct ListDifferenceTests {
    private func list(_ text: String) -> Value { .list(text.map { .text(String($0)) }) }
    private func text(_ values: [Value]) -> String { values.map(\.plainText).joined() }

    @Test(
        arguments: [
            ("abc", "abcd", "d", "", ""), ("abc", "ac", "", "b", ""), ("abc", "cab", "", "", "c"),
            ("abc", "bca", "", "", "a"), ("abcd", "badc", "", "", "bd"), ("aab", "ab", "", "a", ""),
            ("a", "aa", "a", "", ""), ("ab", "cb", "c", "a", ""), ("", "ab", "ab", "", ""),
            ("abcde", "xebcd", "x", "a", "e"),
        ])
    func listsAddedRemovedAndMovedEntries(
        old: String, new: String, added: String, removed: String, moved: String
    ) throws {
        let difference = try #require(ListDifference(from: list(old), to: list(new)))
        #expect(text(difference.added) == added && text(difference.removed) == removed)
        #expect(text(difference.moved) == moved && difference.edited.isEmpty)
    }

    @Test(arguments: [
        ("ab", "ba", "ab"), ("abcd", "acbd", "bc"), ("abc", "bac", "ab"), ("abc", "cab", nil),
        ("abc", "bca", nil), ("abcd", "badc", nil), ("abc", "cba", nil), ("abc", "ba", "ab"),
        ("ab", "xba", "ab"), ("abc", "abcd", nil),
    ])
    func findsTwoNeighborsThatChangedPlaces(old: String, new: String, swapped: String?) throws {
        let difference = try #require(ListDifference(from: list(old), to: list(new)))
        #expect(difference.swapped.map { text([$0.first, $0.second]) } == swapped)
    }

    /// Of two neighbors that changed places, the lower one is below the other, whichever was moved.
    @Test(
        arguments: [
            ("ab", "ba", "a", "b"), ("abc", "acb", "b", "c"), ("abc", "cab", "c", nil),
            ("abc", "bca", "a", "c"), ("abcd", "acdb", "b", "d"), ("abcd", "badc", "bd", nil),
        ] as [(String, String, String, String?)])
    func namesTheEntryAboveTheMovedOne(
        old: String, new: String, moved: String, above: String?
    ) throws {
        let difference = try #require(ListDifference(from: list(old), to: list(new)))
        #expect(difference.above?.plainText == above)
        if above != nil { #expect(text(difference.moved) == moved) }
    }

    @Test func rowsOfOneNameAreEdited() throws {
        func row(_ name: String, _ size: Int64) -> Value {
            .record(["name": .text(name), "size": .integer(size)])
        }
        let difference = try #require(
            ListDifference(
                from: .list([row("a", 1), row("a", 2), row("b", 1)]),
                to: .list([row("a", 3), row("c", 1), row("b", 1)]), named: "name"))
        #expect(difference.edited == [row("a", 3)] && difference.added == [row("c", 1)])
        #expect(difference.removed == [row("a", 2)] && difference.moved.isEmpty)
    }

    /// A later schema has another default.
    @Test func aChangeIsComparedWithTheDefaultAtThatTime() throws {
        func panel(_ value: String) -> String {
            Make.panel("tags edit_list \"itemValue\": \(value)")
        }
        let settings = try Make.memory(panel(#"["a", "b"]"#))
        try settings.assign(("tags", .json(["a"])))
        try settings.adopt(Make.schema(panel(#"["x"]"#)))
        let revision = try #require(settings.recentRevision(1))
        let difference = try #require(
            ListDifference(
                revision.changes[0], of: settings.snapshot.schema.settings["tags"], in: revision))
        #expect(text(difference.removed) == "b" && difference.added.isEmpty)
    }

    @Test func isNilForOtherValues() {
        #expect(ListDifference(from: list("a"), to: list("a")) == nil)
        #expect(ListDifference(from: .text("a"), to: list("a")) == nil)
        #expect(ListDifference(from: nil, to: list("a")) == nil)
    }

    /// The time grows with the length, and a little more.
    @Test func longListsAreCompared() throws {
        let numbers = (0..<50_000).map { Value.integer(Int64($0)) }
        let difference = try #require(
            ListDifference(from: .list(numbers), to: .list(numbers.reversed())))
        #expect(difference.moved.count == 49_999)
    }
}
