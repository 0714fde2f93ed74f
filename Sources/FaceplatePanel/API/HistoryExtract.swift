import Dispatch
import Faceplate

/// A page of history: the query of a request and the revisions found for it.
struct HistoryExtract: Sendable {
    /// The maximum number of revisions in one response.
    static let mostRevisions = 1_000

    /// The revision number below which all revisions are; `nil` to start at the newest.
    private(set) var before: Int?
    /// The key that each revision changed; `nil` for revisions of all keys.
    private(set) var key: String?
    /// The maximum number of revisions.
    private(set) var limit = ChangesPage.length
    /// The revisions, newest first.
    private(set) var revisions: [Revision] = []
    /// The number of the oldest revision that was read, including omitted ones; `nil` when nothing was read.
    private(set) var last: Int?
    /// A Boolean value that indicates whether older revisions exist.
    private(set) var hasMore = false
    /// The number of the oldest retained revision; `nil` before the first change.
    private(set) var oldest: Int?

    /// Creates a query for the newest revisions.
    init() {}

    /// Creates a query from the parameters of a URL: `?before=`, `?limit=`, `?key=`.
    ///
    /// - Throws: `FormError` (400) if a number is malformed or the limit is out of range.
    init(_ query: [FormField]) throws(FormError) {
        before = try Self.number("before", query)
        key = query.last { $0.name == "key" }?.value
        guard let limit = try Self.number("limit", query) else { return }
        guard (1...Self.mostRevisions).contains(limit) else {
            throw FormError(
                status: 400, message: "'limit' must be between 1 and \(Self.mostRevisions).")
        }
        self.limit = limit
    }

    private static func number(_ name: String, _ query: [FormField]) throws(FormError) -> Int? {
        guard let field = query.last(where: { $0.name == name }) else { return nil }
        guard let number = Int(field.value) else {
            throw FormError(status: 400, message: "'\(name)' must be a whole number, like 50.")
        }
        return number
    }

    /// The numbers of the revisions that are shown in part; they cannot be undone as a whole.
    private(set) var partial: Set<Int> = []

    /// Reads the revisions from the store, which can block the calling thread.
    ///
    /// - Parameter rights: The rights of the viewer; changes of withheld settings are left out.
    mutating func read(_ settings: Settings, _ rights: Rights) throws(StoreError) {
        // Even the number of its changes is withheld.
        if let key, settings.snapshot.schema.isWithheld(key, in: rights.withheld) {
            oldest = try settings.oldestRevision()
            return
        }
        let found = try settings.revisions(before: before, limit: limit + 1, of: key)
        revisions = Array(found.prefix(limit))
        last = revisions.last?.number
        hasMore = found.count > limit
        if !rights.withheld.isEmpty { omit(rights.withheld, settings.snapshot.schema) }
        oldest = try settings.oldestRevision()
    }

    private mutating func omit(_ withheld: Set<String>, _ schema: Schema) {
        revisions = revisions.compactMap { whole in
            let shown = whole.omitting { schema.isWithheld($0, in: withheld) }
            guard !shown.changes.isEmpty else { return nil }
            if shown.changes.count < whole.changes.count { partial.insert(whole.number) }
            return shown
        }
    }

    /// Returns the JSON of the response: `{"revision":7,"oldest":1,"kept":{…},"revisions":[{…}],"next":null}`.
    ///
    /// The member `undoable` of a revision is true when undoing it is possible and would change a value now.
    func json(_ snapshot: Snapshot) -> JSONValue {
        func number(_ number: Int?) -> JSONValue { number.map { .number($0) } ?? nil }
        let all = revisions.map { revision in
            let canUndo =
                !partial.contains(revision.number)
                && !snapshot.undoing(revision, isForced: true).isEmpty
            return JSONValue.object(
                revision.json.members + [.init(name: "undoable", value: .boolean(canUndo))])
        }
        let limit = snapshot.schema.history
        return [
            "revision": .number(snapshot.revision), "oldest": number(oldest),
            "kept": ["revisions": number(limit.revisions), "days": number(limit.days)],
            "revisions": .array(all), "next": hasMore ? number(last) : nil,
        ]
    }
}

extension Panel {
    /// Responds to `GET /api/changes` with the history that `/changes` shows, for scripts.
    func answerChangesData(
        _ request: RequestContext, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        var extract: HistoryExtract
        do throws(FormError) {
            extract = try HistoryExtract(Self.query(of: request))
        } catch {
            return reply(JSONAnswer.problem(error.status, title: error.message, code: error.code))
        }
        let rights = request.rights
        DispatchQueue.global().async { [self, extract] in
            var extract = extract
            do throws(StoreError) {
                try extract.read(settings, rights)
                let snapshot = settings.snapshot
                reply(
                    answer(
                        request,
                        with: JSONAnswer.read(extract.json(snapshot), at: snapshot.revision)))
            } catch {
                reply(
                    JSONAnswer.problem(
                        error.httpStatus, title: error.message, code: error.code.rawValue))
            }
        }
    }
}
