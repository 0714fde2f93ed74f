import Faceplate
import FaceplateSchema

/// The changes that the command of `--on-change` has not received yet, each setting once.
struct PendingChanges: Sendable {
    private(set) var revision = 0
    private var keys: [String] = []
    private var changes: [String: Change] = [:]
    /// The keys of changes that a failed command has received: it may have applied them.
    private var received: Set<String> = []

    /// Adds the changes of a newer revision.
    mutating func add(_ revision: Revision, _ schema: Schema) {
        self.revision = revision.number
        for change in revision.changes { add(change.redacted(by: schema)) }
    }

    /// Adds the changes that came while a command failed with these.
    mutating func addAfterFailure(_ newer: PendingChanges) {
        received.formUnion(keys)
        guard newer.revision > 0 else { return }
        revision = newer.revision
        for key in newer.keys { if let change = newer.changes[key] { add(change) } }
    }

    private mutating func add(_ change: Change) {
        if let first = changes[change.key] {
            changes[change.key] = Change(key: change.key, old: first.old, new: change.new)
        } else {
            keys.append(change.key)
            changes[change.key] = change
        }
    }

    /// The changes, without settings that have their first value again.
    ///
    /// The values of a secret are not known, so that it is always included. So is a setting that a failed
    /// command has received.
    private var net: [Change] {
        keys.compactMap { changes[$0] }.filter {
            $0.old != $0.new || $0.new == .secret || received.contains($0.key)
        }
    }

    var isEmpty: Bool { net.isEmpty }

    /// One line of JSON: `{"revision":7,"changed":{"KEY":{"from":A,"to":B}}}`.
    var text: String {
        let changed = net.map { change in
            (change.key, JSONValue.object([("from", change.old.json), ("to", change.new.json)]))
        }
        return JSONWriter().text(
            .object([("revision", .number(revision)), ("changed", .object(changed))])) + "\n"
    }
}
