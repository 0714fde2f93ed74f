import Testing

@testable import Faceplate

/// The options of a change, as a sender writes them.
struct ChangeOptionsTests {
    static let texts: [(name: String, text: String, query: [String]?)] = [
        ("dry_run", "1", ["dry_run=1"]), ("dry_run", "true", ["dry_run=1"]),
        ("dry_run", "0", []), ("dry_run", "false", []),
        ("dry_run", "", nil), ("dry_run", "yes", nil), ("dry_run", "TRUE", nil),
        ("for", "2h", ["for=7200.0s"]), ("for", "1s", ["for=1.0s"]),
        ("for", "always", ["for=always"]),
        ("for", "", []), ("for", "0s", nil), ("for", "367d", nil), ("for", "soon", nil),
        ("note", "Storm, again", ["note=Storm, again"]), ("note", "", []), ("note", "  ", []),
        (
            "note", String(repeating: "é", count: 500),
            ["note=" + String(repeating: "é", count: 500)]
        ),
        ("note", String(repeating: "é", count: 501), nil), ("note", "a\nb", nil),
        ("note", "a\u{2028}b", nil), ("note", "a\0b", nil), ("note", "a\r\nb", nil),
        ("note", "e" + String(repeating: "\u{301}", count: 9_000), nil),
    ]

    /// Another panel reads the same options from the query.
    @Test(arguments: texts.indices)
    func readsAndWritesAnOption(index: Int) throws {
        let (name, text, query) = Self.texts[index]
        let option = try #require(ChangeOptions.fields.first { $0.name == name })
        var options = ChangeOptions()
        guard let query else {
            let error = #expect(throws: MalformedParameter.self) {
                try option.read(text, into: &options)
            }
            #expect(error?.rule.hasPrefix("must be ") == true)
            return
        }
        try option.read(text, into: &options)
        #expect(options.query.map { "\($0.name)=\($0.value)" } == query)
        var again = ChangeOptions()
        for (name, value) in options.query {
            try ChangeOptions.fields.first { $0.name == name }?.read(value, into: &again)
        }
        #expect(again.query.map(\.value) == options.query.map(\.value))
    }

    /// The note of an undo begins with what it undoes.
    @Test(arguments: [nil, "Storm: over", ""])
    func aReasonIsKeptBesideTheUndo(reason: String?) throws {
        let settings = try Make.memory()
        try settings.assign(("name", .text("Bob")))
        try settings.applyAndWait(
            Batch([], origin: .script, note: reason, reversal: Reversal(.undo(1))))
        let revision = try #require(try settings.history.revision(2))
        #expect(revision.reversal == .undo(1))
        #expect(revision.reason == reason)
    }
}
