import Dispatch
import Faceplate

/// A stretch of history, as it is asked for and found.
struct HistoryExtract: Sendable {
    /// How many revisions one answer has at the most.
    static let mostRevisions = 1_000

    /// Only revisions with a smaller number.
    private(set) var before: Int?
    /// Only revisions that changed this key.
    private(set) var key: String?
    /// How many at the most.
    private(set) var limit = ChangesPage.length
    /// Newest first.
    private(set) var revisions: [Revision] = []
    /// The number of the oldest one that was looked at.
    private(set) var last: Int?
    /// Whether there are older ones.
    private(set) var hasMore = false
    /// The number of the oldest revision that is kept; `nil` before the first change.
    private(set) var oldest: Int?

    /// The newest ones.
    init() {}

    /// What an address asks for: `?before=`, `?limit=`, `?key=`.
    ///
    /// - Throws: `FormError` (400) where a number is none.
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

    /// Revisions that are told in part, by number: they cannot be taken back as a whole.
    private(set) var partial: Set<Int> = []

    /// Reads the store, on a thread that may wait.
    ///
    /// - Parameter rights: what is kept from whoever asks is left out.
    mutating func read(_ settings: Settings, _ rights: Rights) throws(StoreError) {
        let found = try settings.revisions(before: before, limit: limit + 1, of: key)
        revisions = Array(found.prefix(limit))
        last = revisions.last?.number
        hasMore = found.count > limit
        if !rights.kept.isEmpty { omit(rights.kept, settings.snapshot.schema) }
        oldest = try settings.oldestRevision()
    }

    private mutating func omit(_ kept: Set<String>, _ schema: Schema) {
        revisions = revisions.compactMap { whole in
            let told = whole.omitting { schema.isKept($0, in: kept) }
            guard !told.changes.isEmpty else { return nil }
            if told.changes.count < whole.changes.count { partial.insert(whole.number) }
            return told
        }
    }

    /// `{"revision":7,"oldest":1,"revisions":[{…}],"next":null}`; each of the revisions says whether
    /// undoing it would change something now.
    func json(_ snapshot: Snapshot) -> JSONValue {
        func number(_ number: Int?) -> JSONValue {
            number.map { JSONValue(.number(JSONNumber(Int64($0)))) } ?? nil
        }
        let all = revisions.map { revision in
            let canUndo =
                !partial.contains(revision.number)
                && !snapshot.undoing(revision, isForced: true).isEmpty
            return JSONValue(
                .object(
                    JSONObject(
                        revision.json.members
                            + [.init(name: "undoable", value: JSONValue(.boolean(canUndo)))])))
        }
        let limit = snapshot.schema.history
        return JSONValue(
            .object(
                JSONObject([
                    .init(name: "revision", value: number(snapshot.revision)),
                    .init(name: "oldest", value: number(oldest)),
                    .init(
                        name: "kept",
                        value: ["revisions": number(limit.revisions), "days": number(limit.days)]),
                    .init(name: "revisions", value: JSONValue(.array(all))),
                    .init(
                        name: "next",
                        value: hasMore ? number(last) : nil),
                ])))
    }
}

extension Panel {
    /// `GET /api/changes`: what `/changes` shows, for scripts.
    func answerChangesData(
        _ request: some PanelRequest, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        var extract: HistoryExtract
        do throws(FormError) {
            extract = try HistoryExtract(Self.query(of: request))
        } catch {
            return reply(JSONAnswer.problem(error.status, title: error.message, code: error.code))
        }
        let rights = rights(of: requester(of: request))
        DispatchQueue.global().async { [self, extract] in
            var extract = extract
            do throws(StoreError) {
                try extract.read(settings, rights)
                reply(
                    PanelResponse(
                        200, type: JSONAnswer.type,
                        JSONWriter().bytes(extract.json(settings.snapshot))))
            } catch {
                reply(
                    JSONAnswer.problem(
                        error.httpStatus, title: error.message, code: error.code.rawValue))
            }
        }
    }
}
