import Faceplate

/// The terms that a revision must contain, in any order.
///
/// A revision contains the labels, keys and shown values of its changes, and the names of its source, requester and
/// note. Secrets have no value here.
struct RevisionText {
    private static let mostBytes = 1_024
    private let words: [SearchWord]

    /// Reads terms with spaces between them; after 1,024 bytes, the rest is ignored.
    init(_ text: String) {
        words = SearchFolding.folded(text).prefix(Self.mostBytes)
            .split(separator: UInt8(ascii: " ")).map { SearchWord(Array($0)) }
    }

    func matches(_ revision: Revision, _ texts: ChangeWords) -> Bool {
        guard !words.isEmpty else { return true }
        var parts = [
            texts.maker(of: revision), revision.origin.rawValue, revision.actor, revision.note,
        ]
        .compactMap(\.self)
        for change in revision.changes {
            parts += [change.key, texts.label(change.key)]
            parts += [change.old, change.new].map { texts.plain($0, of: change.key, in: revision) }
            if let entries = texts.parts(change, in: revision) { parts.append(entries) }
        }
        let text = SearchFolding.folded(parts.joined(separator: "\n"))
        return words.allSatisfy { $0.next(in: text, text.indices) != nil }
    }
}
