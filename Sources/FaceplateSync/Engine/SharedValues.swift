import Faceplate
import FaceplateSchema
import Foundation

/// What the cluster holds of one of this machine's settings.
struct RemoteValue: Sendable {
    let revision: Int64
    /// What it holds; `nil` for what is no entry.
    let entry: SharedEntry?
    /// What is wrong with it.
    let problem: EntryProblem?
    let size: Int

    /// - Parameter setting: `nil` for what is no setting's.
    init(_ value: ClusterValue, _ setting: Schema.Setting?, limit: Int) {
        revision = value.revision
        size = value.bytes?.count ?? limit
        guard let bytes = value.bytes, bytes.count <= limit else {
            (entry, problem) = (nil, .tooLarge(limit: limit))
            return
        }
        do {
            let read = try SharedEntry(bytes: bytes)
            entry = setting.map { read.canonical(for: $0) } ?? read
            problem = nil
        } catch {
            (entry, problem) = (nil, error)
        }
    }

    /// What this machine wrote.
    init(_ entry: SharedEntry, revision: Int64) {
        self.revision = revision
        self.entry = entry
        problem = nil
        size = entry.bytes.count
    }
}

extension SharedEntry {
    /// The same as the setting itself would write it, so that equal values are equal.
    ///
    /// What the setting does not take stays as it is: whoever takes it is told why.
    fileprivate func canonical(for setting: Schema.Setting) -> SharedEntry {
        guard case .set(let json) = state else { return self }
        if let value = try? setting.rules.value(fromJSON: json) {
            return SharedEntry(.set(value.json), time, machine)
        }
        // Written by a machine whose schema has another type of it: read as a form would be.
        guard let shown = Value(json: json), shown.isScalar,
            let value = try? setting.rules.value(fromText: shown.plainText, locale: nil)
        else { return self }
        return SharedEntry(.set(value.json), time, machine)
    }
}

extension SharedState {
    /// `nil` for a secret, which is not shared.
    init?(_ side: Change.Side) {
        switch side {
        case .onDefault: self = .onDefault
        case .value(let value): self = .set(value.json)
        case .json(let json): self = .set(json)
        case .secret: return nil
        }
    }
}

extension Snapshot {
    /// The settings that this machine shares.
    ///
    /// What a schema from another process says is held against its checks once more: neither a
    /// secret nor the switch of sharing ever leaves.
    var sharedSettings: [Schema.Setting] {
        schema.syncedSettings.filter {
            !$0.isSecret && !$0.isReadOnly && $0.key != schema.syncSwitch
        }
    }

    /// The same by the keys that the cluster may hold them under: their own, and those that they had.
    var sharedKeys: [String: Schema.Setting] {
        sharedSettings.reduce(into: [:]) { keys, setting in
            for key in [setting.key] + replicaKey(of: setting).former { keys[key] = setting }
        }
    }

    /// The keys under which texts may have been shared that are secrets by now.
    var secretKeys: Set<String> {
        let shared = sharedKeys
        return schema.settings.reduce(into: []) { keys, setting in
            guard setting.isSecret else { return }
            keys.formUnion(self.keys(of: setting.key).filter { shared[$0] == nil })
        }
    }

    /// The key of a setting and its former ones.
    func keys(of key: String) -> [String] {
        [key] + (schema.settings[key].map { replicaKey(of: $0).former } ?? [])
    }

    func replicaKey(of setting: Schema.Setting) -> Replica.Key {
        // A former key that is another setting's now is that one's.
        Replica.Key(
            name: setting.key, former: setting.renamedFrom.filter { schema.settings[$0] == nil })
    }

    /// Whether the switch that the schema names is on; without one sharing is.
    var isSharingOn: Bool {
        guard let key = schema.syncSwitch else { return true }
        return value(key) == .boolean(true)
    }
}

extension ValueProblem {
    /// The same without what the other machine holds: it is told to all who ask how sharing stands.
    var withoutValue: ValueProblem {
        if code == .timeDoesNotExist { return .message("It is a time that the clocks skip") }
        var parameters = parameters
        for name in ["value", "part"] where parameters[name] != nil { parameters[name] = "…" }
        return ValueProblem(code, parameters, kind: kind)
    }
}
