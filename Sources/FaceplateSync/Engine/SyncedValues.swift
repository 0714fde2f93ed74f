import Faceplate
import FaceplateSchema
import Foundation

struct RemoteValue: Sendable {
    let revision: Int64
    let entry: SyncedEntry?
    let problem: EntryProblem?
    let size: Int

    init(_ value: ClusterValue, _ setting: Schema.Setting?, limit: Int) {
        revision = value.revision
        size = value.bytes?.count ?? limit
        guard let bytes = value.bytes, bytes.count <= limit else {
            (entry, problem) = (nil, .tooLarge(limit: limit))
            return
        }
        do {
            let read = try SyncedEntry(bytes: bytes)
            entry = setting.map { read.canonical(for: $0) } ?? read
            problem = nil
        } catch {
            (entry, problem) = (nil, error)
        }
    }

    init(_ entry: SyncedEntry, revision: Int64) {
        self.revision = revision
        self.entry = entry
        problem = nil
        size = entry.bytes.count
    }
}

extension SyncedEntry {
    /// In the form that the setting writes, so that equal values compare equal.
    ///
    /// A value that the setting rejects stays unchanged; applying it reports the reason.
    fileprivate func canonical(for setting: Schema.Setting) -> SyncedEntry {
        guard case .set(let json) = state else { return self }
        if let value = try? setting.rules.value(fromJSON: json) {
            return SyncedEntry(.set(value.json), time, machine, clock: clock)
        }
        // A machine may have a schema with another type for this setting: read the value like form input.
        guard let shown = Value(json: json), shown.isScalar,
            let value = try? setting.rules.value(fromText: shown.plainText, locale: nil)
        else { return self }
        return SyncedEntry(.set(value.json), time, machine, clock: clock)
    }
}

extension SyncedState {
    /// `nil` for a secret, which is not synced.
    init?(_ side: Change.Side) {
        switch side {
        case .onDefault: self = .onDefault
        case .value(let value): self = .set(value.json)
        case .json(let json): self = .set(json)
        case .secret, .large: return nil
        }
    }
}

extension Snapshot {
    /// The checks of the schema are repeated here, because the schema may come from another process: a
    /// secret and the switch for sync are never sent.
    var syncedSettings: [Schema.Setting] {
        schema.syncedSettings.filter {
            !$0.isSecret && !$0.isReadOnly && $0.key != schema.syncSwitch
        }
    }

    var syncedKeys: [String: Schema.Setting] {
        syncedSettings.reduce(into: [:]) { keys, setting in
            for key in [setting.key] + replicaKey(of: setting).former { keys[key] = setting }
        }
    }

    /// The keys of settings that are secrets now, under which the cluster may contain earlier plain text.
    var secretKeys: Set<String> {
        let shared = syncedKeys
        return schema.settings.reduce(into: []) { keys, setting in
            guard setting.isSecret else { return }
            keys.formUnion(self.keys(of: setting.key).filter { shared[$0] == nil })
        }
    }

    func keys(of key: String) -> [String] {
        [key] + (schema.settings[key].map { replicaKey(of: $0).former } ?? [])
    }

    func replicaKey(of setting: Schema.Setting) -> Replica.Key {
        // A former key that another setting uses now belongs to that setting.
        Replica.Key(
            name: setting.key, former: setting.renamedFrom.filter { schema.settings[$0] == nil })
    }

    var isSyncOn: Bool {
        guard let key = schema.syncSwitch else { return true }
        return value(key) == .boolean(true)
    }
}

extension ValueProblem {
    /// The problem without the rejected value, because the sync status is visible to all users.
    var withoutValue: ValueProblem {
        if code == .timeDoesNotExist { return .message("It is a time that the clocks skip") }
        var parameters = parameters
        for name in ["value", "part"] where parameters[name] != nil { parameters[name] = "…" }
        return ValueProblem(code, parameters, kind: kind)
    }
}
