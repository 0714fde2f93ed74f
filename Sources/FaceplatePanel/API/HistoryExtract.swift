import Faceplate
import Foundation

/// A page of history: the query of a request and the revisions found for it.
struct HistoryExtract: Sendable {
    struct Moment: Sendable {
        let time: Date
    }

    let query: HistoryQuery
    /// The moment before which all revisions were made; `nil` for the present.
    var until: Moment?
    /// Newest first.
    private(set) var revisions: [Revision] = []
    /// The number of the oldest revision that was read, including omitted ones; `nil` when nothing was read.
    private(set) var last: Int?
    private(set) var hasMore = false
    /// The number of the oldest retained revision; `nil` before the first change.
    private(set) var oldest: Int?

    init(_ query: HistoryQuery = HistoryQuery()) { self.query = query }

    /// The numbers of the revisions that are shown in part; they cannot be undone as a whole.
    private(set) var partial: Set<Int> = []

    var filter: [(name: String, value: String)] {
        HistoryQuery.filters.compactMap { field in field.text(of: query).map { (field.name, $0) } }
    }

    /// For a request with a filter; a link continues with older revisions.
    static let mostRead = 2_000

    /// Can block; changes of withheld settings are left out before the filter compares anything.
    mutating func read(_ settings: Settings, _ texts: ChangeWords) throws(StoreError) {
        let view = texts.context.view
        // Even the number of its changes is withheld.
        if let key = query.key, view.isWithheld(key) {
            oldest = try settings.oldestRevision()
            return
        }
        var before = query.before
        if let until, before == nil {
            before = try settings.newestRevision(at: until.time).map { $0 + 1 } ?? 1
        }
        let (limit, origin, after) = (query.limit ?? ChangesPage.length, query.origin, query.after)
        let wanted = RevisionText(query.text ?? "")
        var partial: Set<Int> = []
        let isFiltered = origin != nil || query.text != nil
        // The numbers of revisions increase by one.
        let newer = after.map { max(settings.revision - $0, 0) } ?? .max
        let scan = try settings.scanRevisions(
            before: before, limit: limit, of: query.key,
            among: min(isFiltered ? Self.mostRead : limit, newer)
        ) { whole in
            guard origin == nil || origin == whole.origin, whole.number > after ?? .min else {
                return nil
            }
            let shown = view.part(of: whole)
            guard !view.isLimited || !shown.changes.isEmpty, wanted.matches(shown, texts) else {
                return nil
            }
            if shown.changes.count < whole.changes.count { partial.insert(whole.number) }
            return shown
        }
        (revisions, last) = (scan.revisions, scan.last)
        hasMore = scan.hasMore && scan.last ?? 0 > (after ?? .min) &+ 1
        self.partial = partial
        oldest = try settings.oldestRevision()
    }

    /// `undoable` of a revision is true when undoing it is possible and would change a value now.
    ///
    /// `digest` identifies the schema, to add it and the defaults at the time of each revision.
    func json(_ snapshot: Snapshot, digest: String? = nil) -> JSONValue {
        HistoryReport(
            revision: snapshot.revision, oldest: oldest, limit: snapshot.schema.history,
            revisions: revisions.map { revision in
                RevisionReport(
                    revision, in: snapshot.schema,
                    isUndoable: !partial.contains(revision.number)
                        && !snapshot.undoing(revision, isForced: true).isEmpty,
                    hasDefaults: digest != nil)
            }, next: hasMore ? last : nil, digest: digest
        ).json
    }
}

/// The terms that a revision must contain, in any order.
///
/// A revision contains the labels, keys and shown values of its changes, and the names of its source, requester and
/// note. Secrets have no value here.
struct RevisionText {
    private static let mostBytes = 1_024
    private let words: [SearchWord]

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
