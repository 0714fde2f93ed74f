import Faceplate
import FaceplateSchema

/// The changes that the command of `--on-change` has not received yet, each setting once.
struct PendingChanges: Sendable {
    private(set) var revision = 0
    private var changes = KeyedArray<Change>()
    /// The keys of changes that a failed command has received: it may have applied them.
    private var received: Set<String> = []

    mutating func add(_ revision: Revision, _ schema: Schema) {
        self.revision = revision.number
        for change in revision.reported { add(change.redacted(by: schema)) }
    }

    mutating func addAfterFailure(_ newer: PendingChanges) {
        received.formUnion(changes.keys)
        guard newer.revision > 0 else { return }
        revision = newer.revision
        for change in newer.changes { add(change) }
    }

    private mutating func add(_ change: Change) {
        let old = changes[change.key]?.old ?? change.old
        changes[change.key] = Change(key: change.key, old: old, new: change.new)
    }

    /// The values of a secret are not known, so that it is always included.
    ///
    /// So is a setting that a failed command has received.
    private var net: [Change] {
        changes.filter {
            $0.old != $0.new || $0.new == .secret || received.contains($0.key)
        }
    }

    var isEmpty: Bool { net.isEmpty }

    /// One line of JSON: `{"revision":7,"changed":{"KEY":{"from":A,"to":B}}}`.
    var text: String {
        JSONWriter().text([
            "revision": .number(revision), "changed": .object(net.map(\.member)),
        ]) + "\n"
    }
}
