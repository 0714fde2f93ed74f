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

    /// Reads the store, on a thread that may wait.
    mutating func read(_ settings: Settings) throws(StoreError) {
        let found = try settings.revisions(before: before, limit: limit + 1, of: key)
        revisions = Array(found.prefix(limit))
        hasMore = found.count > limit
        oldest = try settings.oldestRevision()
    }

    /// `{"revision":7,"oldest":1,"revisions":[{…}],"next":null}`; each of the revisions says whether
    /// undoing it would change something now.
    func json(_ snapshot: Snapshot) -> JSONValue {
        func number(_ number: Int?) -> JSONValue {
            number.map { JSONValue(.number(JSONNumber(Int64($0)))) } ?? nil
        }
        let all = revisions.map { revision in
            let canUndo = !snapshot.undoing(revision, isForced: true).isEmpty
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
                        value: hasMore ? number(revisions.last?.number) : nil),
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
        DispatchQueue.global().async { [self, extract] in
            var extract = extract
            do throws(StoreError) {
                try extract.read(settings)
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
