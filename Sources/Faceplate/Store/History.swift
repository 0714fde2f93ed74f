public import Foundation

struct History {
    private let reader: (any StorageReader)?
    private let known: [Revision]
    private let schema: Schema

    init(_ reader: any StorageReader, _ snapshot: Snapshot) {
        self.reader = reader
        known = []
        schema = snapshot.schema
    }

    init(_ known: [Revision], _ snapshot: Snapshot) {
        reader = nil
        self.known = known
        schema = snapshot.schema
    }

    /// 1 and 0 before the first revision.
    func bounds() throws(StoreError) -> (first: Int, last: Int) {
        guard let reader else { return (known.first?.number ?? 1, known.last?.number ?? 0) }
        return try StoreError.wrapping {
            (
                try reader.oldestRevision() ?? 1,
                try reader.version().revision
            )
        }
    }

    /// When `revision` was the newest, if the setting was changed since; `nil` if history does not reach that far.
    func side(of key: String, at revision: Int) throws(StoreError) -> Change.Side? {
        guard reader != nil, try revision >= bounds().first - 1 else { return nil }
        return try sides(of: [key], at: revision).first?.side ?? .onDefault
    }

    /// - Parameter keys: the keys that were changed since. Each takes one look into an index, however
    ///   many revisions have followed.
    func sides(
        of keys: some Sequence<String>, at revision: Int
    ) throws(StoreError) -> [(key: String, side: Change.Side)] {
        guard let reader else { return [] }
        var sides: [(key: String, side: Change.Side)] = []
        for key in keys {
            let next = try revisions(RevisionQuery(after: revision, key: key, limit: 1), reader)
            guard let change = next.first?.changes.first(where: { $0.key == key }) else { continue }
            let side = Change.Side(
                stored: change.old, isSecret: isSecret(key),
                isSetting: schema.settings[key] != nil)
            sides.append((key, side))
        }
        return sides
    }

    private func revisions(
        _ query: RevisionQuery, _ reader: any StorageReader
    ) throws(StoreError) -> [StoredRevision] {
        try StoreError.wrapping { try reader.revisions(query) }
    }

    func revision(_ number: Int) throws(StoreError) -> Revision? {
        guard let reader else { return known.first { $0.number == number } }
        return try StoreError.wrapping {
            try Revision.numbered(number, reader, schema: schema)
        }
    }

    /// `nil` if history does not reach that far.
    func newest(at time: Date) throws(StoreError) -> Int? {
        guard let reader else { return known.last { $0.time <= time }?.number }
        var query = RevisionQuery(
            until: RevisionTime.text(time), isNewestFirst: true, limit: 1)
        query.namesLargeValues = true
        return try revisions(query, reader).first?.number
    }

    private func isSecret(_ key: String) -> Bool { schema.settings[key]?.isSecret ?? false }
}

extension Revision {
    static func numbered(
        _ number: Int, _ reader: any StorageReader, schema: Schema,
        namesLargeValues: Bool = false
    ) throws -> Revision? {
        let (before, isTooLarge) = number.addingReportingOverflow(1)
        guard number > 0, !isTooLarge else { return nil }
        var query = RevisionQuery(after: number - 1, before: before, limit: 1)
        query.namesLargeValues = namesLargeValues
        return try reader.revisions(query).first.map { namesLargeValues ? $0.named : $0 }.map {
            Revision($0, schema: schema)
        }
    }

    /// At most `limit`, oldest first; see `newest`.
    static func recent(
        _ limit: Int, _ reader: any StorageReader, schema: Schema
    ) throws -> [Revision] {
        try reader.namedRevisions(RevisionQuery(isNewestFirst: true, limit: limit)).reversed()
            .map { Revision($0, schema: schema) }
    }

    /// Marked as external, oldest first.
    static func after(
        _ number: Int, _ reader: any StorageReader, schema: Schema
    ) throws -> [Revision] {
        try reader.revisions(RevisionQuery(after: number)).map { stored in
            var revision = Revision(stored, schema: schema)
            revision.isExternal = true
            return revision
        }
    }
}

extension KeyConflict {
    init(
        _ key: String, theirs: Change.Side, mine: Change.Side, _ snapshot: Snapshot,
        _ history: History
    ) {
        let revision = snapshot.lastChanges[key] ?? snapshot.revision
        // The source is shown if it is known, but the conflict exists without it.
        let known = try? history.revision(revision)
        self.init(
            key: key, theirs: theirs, revision: revision, origin: known?.origin,
            time: known?.time, mine: mine)
    }
}

/// The text form of times in the store: UTC, RFC 3339 with milliseconds.
public enum RevisionTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Returns text such as `2026-11-20T07:30:00.000Z`.
    public static func text(_ date: Date) -> String {
        // The style truncates, so half a millisecond is added to round.
        date.addingTimeInterval(0.0005).formatted(style)
    }

    /// Reads RFC 3339: to the second with any offset, or as the store writes it.
    ///
    /// A time without an offset is `nil`, because its time zone is unknown.
    public static func date(_ text: String) -> Date? {
        if let date = try? style.parse(text), self.text(date) == text { return date }
        guard let (local, offset) = CivilDateTime.read(text), let offset else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970 - offset))
    }
}
