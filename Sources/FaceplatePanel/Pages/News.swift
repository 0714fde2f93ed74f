import Faceplate

/// The part of a page about a revision that was just made.
struct News: Sendable {
    let revision: Revision
    /// Secrets, and settings that no longer accept the old value.
    fileprivate(set) var lost: [String]
    /// Its own undo is then a redo; false for a redo.
    let isUndo: Bool

    /// To find out if a revision is an undo or a redo.
    static let depth = 64

    init?(_ number: Int, lastChange: (String) -> Int?, find: (Int) -> Revision?) {
        guard let revision = find(number) else { return nil }
        self.revision = revision
        var (oldest, count) = (revision, 0)
        while count < Self.depth, case .undo(let number, _)? = oldest.reversal {
            count += 1
            guard let older = find(number), older.number < oldest.number else { break }
            oldest = older
        }
        isUndo = count % 2 == 1
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
    func newsNumber(of request: RequestContext) -> Int? {
        request.readableQuery["rev"].flatMap { Int($0) }
    }

    /// `nil` when the revision changed a setting that is withheld from this viewer.
    func news(_ number: Int?, _ view: SettingsView, find: (Int) -> Revision?) -> News? {
        guard let number, var news = News(number, lastChange: view.snapshot.lastChange, find: find),
            !news.revision.changes.contains(where: { view.isWithheld($0.key) })
        else { return nil }
        news.lost.removeAll(where: view.isWithheld)
        return news
    }

    /// Its news need a read from the store.
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
    /// `nil` also when the store cannot be read.
    func retainedRevision(_ number: Int) -> Revision? { (try? history.revision(number)) ?? nil }
}
