import Faceplate

/// What a page says of a revision that was just made.
struct News: Sendable {
    let revision: Revision
    /// The keys of the settings that it should have brought back, and could not: secrets, and those
    /// whose old value is no longer accepted.
    let lost: [String]
    /// Whether it took something back, so that the way back from it is to do that again; what took
    /// back an undo did not.
    let isUndo: Bool

    /// How far back undoes of undoes are followed.
    static let depth = 64

    /// - Parameters:
    ///   - lastChange: the number of the last revision that changed a key.
    ///   - find: a revision by its number; `nil` where it is not there.
    init?(_ number: Int, lastChange: (String) -> Int?, find: (Int) -> Revision?) {
        guard let revision = find(number) else { return nil }
        self.revision = revision
        var (oldest, count) = (revision, 0)
        while count < Self.depth, case .undo(let number, _)? = oldest.reversal {
            count += 1
            guard let older = find(number), older.number < oldest.number else { break }
            oldest = older
        }
        isUndo = count % 2 == 1 || revision.reversal != nil && count == 0
        guard case .undo(let number, let key)? = revision.reversal, let undone = find(number) else {
            lost = []
            return
        }
        let back = Set(revision.changes.map(\.key))
        lost = undone.changes
            .filter { key == nil || $0.key == key }
            .filter { $0.old == .secret || lastChange($0.key) == undone.number }
            .map(\.key).filter { !back.contains($0) }
    }
}

extension Panel {
    /// The revision that an address asks to be told about.
    func newsNumber(of request: some PanelRequest) -> Int? {
        let query = (try? Self.query(of: request)) ?? []
        return query.last { $0.name == "rev" }.flatMap { Int($0.value) }
    }

    /// What is told of a revision; nothing where it changed what is kept from whoever asks.
    func news(_ number: Int?, _ rights: Rights, find: (Int) -> Revision?) -> News? {
        let snapshot = settings.snapshot
        guard let number, let news = News(number, lastChange: snapshot.lastChange, find: find)
        else { return nil }
        let schema = snapshot.schema
        let isKept = news.revision.changes.contains { schema.isKept($0.key, in: rights.kept) }
        return isKept ? nil : news
    }

    /// Whether the store must be read to tell about a revision.
    func isOld(_ number: Int) -> Bool {
        guard number > 0, number <= settings.revision else { return false }
        var number = number
        for _ in 0..<News.depth {
            guard let revision = settings.recentRevision(number) else { return true }
            guard case .undo(let undone, _)? = revision.reversal else { return false }
            number = undone
        }
        return false
    }
}

extension Settings {
    /// A revision from memory or the store; `nil` also where the store cannot be read just now.
    func keptRevision(_ number: Int) -> Revision? { (try? revision(number)) ?? nil }
}
