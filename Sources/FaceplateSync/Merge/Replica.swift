import FaceplateSchema

/// The state of the synced settings on one machine, and the plan of the next actions.
///
/// It does no input or output: its caller reads and writes the cluster and the store, and reports the
/// results.
struct Replica: Sendable {
    /// A synced setting.
    struct Key: Sendable, Hashable {
        let name: String
        /// The former keys of the setting, which machines with an older schema still use.
        var former: [String] = []
    }

    /// The state of a setting on this machine.
    struct Local: Sendable {
        let state: SharedState
        /// The time of the last change on this machine.
        var time = SharedTime.earliest
        /// True when the value was set on this machine.
        var isChosen = true
    }

    /// The actions for some or all settings.
    struct Plan: Sendable {
        /// Entries that both sides already have.
        var agreed: [String: SharedEntry] = [:]
        /// Entries to apply on this machine.
        var accepted: [String: SharedEntry] = [:]
        /// Entries to write to the cluster.
        var sent: [SharedPut] = []
        /// Further writes: the name of the cluster contents, and copies under current and former keys.
        var copies: [SharedPut] = []
    }

    let machine: String
    private(set) var agreements: [String: Agreement] = [:]
    private(set) var names: ClusterNames
    /// The values in the cluster, by key.
    private(set) var remote: [String: RemoteValue] = [:]
    /// The cluster revision up to which all changes are known.
    private(set) var revision: Int64 = 0
    /// The name of the cluster contents that were read completely.
    private var metName: String?
    /// The name that this machine gives to unnamed contents.
    private var newName: String?
    /// The keys of rows that differ from the store.
    private var unsaved: Set<String> = []

    /// - Parameter records: The rows in the store, by key.
    init(machine: String, records: [String: String] = [:]) {
        self.machine = machine
        names = ClusterNames(record: records[ClusterNames.key])
        for (key, record) in records where !key.hasPrefix(".") {
            agreements[key] = Agreement(record: record)
        }
    }

    // MARK: - The cluster

    /// The name of the cluster contents; `nil` while they have no name.
    var clusterName: String? { ClusterName.name(remote[ClusterName.key]?.entry) }

    /// True when the contents of the cluster were replaced by other contents.
    var isElsewhere: Bool { clusterName.map { $0 != metName } ?? false }

    /// Replaces the known values with the full contents of the cluster at one revision.
    ///
    /// - Returns: True when these are not the contents of the last sync.
    mutating func read(_ values: [String: RemoteValue], at revision: Int64) -> Bool {
        let known = metName ?? agreements.values.lazy.compactMap(\.cluster).first
        remote = values
        self.revision = revision
        meetName()
        return known != nil && metName != known
    }

    /// True when the cluster holds an older entry of a setting than the one of the last sync.
    ///
    /// A later entry always has a later time, so the contents are then an older copy.
    var holdsOlderEntries: Bool {
        guard let name = clusterName else { return false }
        return agreements.contains { key, known in
            guard known.cluster == name, let agreed = known.entry, let held = remote[key]?.entry
            else { return false }
            return held.time < agreed.time
        }
    }

    /// Remembers the name of these contents, even before a setting is synced.
    ///
    /// State that is synced with other contents later can then be distinguished.
    private mutating func meetName() {
        metName = clusterName
        if let metName, names.meet(metName) { unsaved.insert(ClusterNames.key) }
    }

    /// Adds the changes of one cluster revision; `nil` for a removed key.
    ///
    /// - Returns: The keys with new values.
    mutating func hear(_ values: [String: RemoteValue?], at revision: Int64) -> Set<String> {
        guard revision > self.revision else { return [] }
        self.revision = revision
        var keys: Set<String> = []
        for (key, value) in values {
            // A later write by this machine may already be known.
            if let known = remote[key], known.revision > revision { continue }
            remote[key] = value
            keys.insert(key)
        }
        return keys
    }

    /// The value of a setting in the cluster: the latest under its key and its former keys.
    func value(of key: Key) -> RemoteValue? {
        let own = remote[key.name]
        if let own, own.entry == nil { return own }
        return key.former.compactMap { remote[$0] }.reduce(own) { latest, value in
            guard let time = value.entry?.time else { return latest }
            return latest?.entry.map { $0.time >= time } == true ? latest : value
        }
    }

    // MARK: - Planning

    /// Plans the actions for some settings.
    ///
    /// - Parameters:
    ///   - keys: The settings to plan for.
    ///   - isWhole: True when `keys` are all synced settings; unnamed contents then get a name.
    ///   - makeName: Returns a unique name for contents.
    ///   - local: Returns the local state of a setting. The time and `isChosen` are only needed when the
    ///     second argument is true.
    mutating func plan(
        _ keys: [Key], isWhole: Bool, makeName: () -> String,
        local: (String, _ withTime: Bool) -> Local?
    ) -> Plan {
        if isWhole { prune(keys) }
        let name = nameInForce(makeName)
        var plan = Plan()
        for key in keys {
            rename(key)
            let remote = value(of: key)
            rememberAnswer(key.name, remote?.entry)
            guard var here = local(key.name, false) else { continue }
            let known = agreements[key.name]
            let isAtRest =
                known?.entry?.state == here.state && known?.cluster == name
                && remote?.entry?.state == here.state
            if !isAtRest { here = local(key.name, true) ?? here }
            let isHere = known?.cluster == name
            let step = Merge(
                base: isHere ? known?.entry : nil, former: isHere ? nil : known?.entry,
                isReturning: names.isReturn(to: name, from: known?.cluster), local: here.state,
                localTime: here.time, isChosenHere: here.isChosen, remote: remote?.entry,
                machine: machine
            ).step
            plan.add(step, key.name, expected: self.remote[key.name]?.revision ?? 0)
            plan.copies += copies(key, step)
        }
        if isWhole, clusterName == nil {
            plan.copies.append(
                SharedPut(
                    key: ClusterName.key,
                    entry: ClusterName.entry(name, machine),
                    expected: remote[ClusterName.key]?.revision ?? 0))
        }
        return plan
    }

    private mutating func nameInForce(_ makeName: () -> String) -> String {
        if let name = clusterName { return name }
        // Contents that were lost get another name, so that the state synced with them is not used.
        if let newName, !names.names.contains(newName) { return newName }
        let name = makeName()
        newName = name
        return name
    }

    /// Marks an entry as synced that this machine has written without a confirmation.
    private mutating func rememberAnswer(_ key: String, _ entry: SharedEntry?) {
        guard let entry, agreements[key]?.sent.contains(entry) == true else { return }
        agree(on: [key: entry])
    }

    /// The writes that make all keys of a setting equal.
    private func copies(_ key: Key, _ step: MergeStep) -> [SharedPut] {
        let latest: SharedEntry? =
            switch step {
            case .send(let entry): entry
            default: value(of: key)?.entry
            }
        guard let latest, !key.former.isEmpty else { return [] }
        var copies: [SharedPut] = []
        for name in [key.name] + key.former {
            let held = remote[name]
            let isOwn = name == key.name
            // A former key is written only if a machine with an older schema has used it.
            guard isOwn || held != nil, held?.entry.map({ $0.time < latest.time }) ?? isOwn
            else { continue }
            if isOwn, case .send = step { continue }
            copies.append(SharedPut(key: name, entry: latest, expected: held?.revision ?? 0))
        }
        return copies
    }

    // MARK: - Results

    /// Marks entries as synced, by the keys of settings.
    mutating func agree(on entries: [String: SharedEntry]) {
        let name = clusterName ?? newName
        for (key, entry) in entries {
            let new = Agreement(entry: entry, cluster: name)
            guard agreements[key] != new else { continue }
            agreements[key] = new
            unsaved.insert(key)
        }
    }

    /// Remembers writes before they are sent, in case they are not confirmed.
    mutating func willSend(_ puts: [SharedPut]) {
        for put in puts {
            agreements[put.key, default: Agreement()].send(put.entry)
            unsaved.insert(put.key)
        }
    }

    /// Records that writes were accepted by the cluster.
    mutating func didWrite(_ puts: [SharedPut], at revision: Int64) {
        for put in puts {
            remote[put.key] = RemoteValue(put.entry, revision: revision)
            if put.key == ClusterName.key { meetName() }
        }
    }

    // MARK: - The store

    /// The rows that differ from the store; `nil` for a row to remove.
    var unsavedRecords: [String: String?] {
        unsaved.reduce(into: [:]) { $0.updateValue(record(of: $1), forKey: $1) }
    }

    /// The rows to store when these entries become synced.
    func records(agreeing entries: [String: SharedEntry]) -> [String: String?] {
        var then = self
        then.agree(on: entries)
        // Include the names, because an entry is only useful with the name of its contents.
        return then.unsaved.intersection(Set(entries.keys).union([ClusterNames.key]))
            .reduce(into: [:]) { $0.updateValue(then.record(of: $1), forKey: $1) }
    }

    /// Records that rows were stored.
    mutating func didSave(_ records: [String: String?]) {
        for (key, record) in records where record == self.record(of: key) { unsaved.remove(key) }
    }

    private func record(of key: String) -> String? {
        key == ClusterNames.key ? names.record : agreements[key]?.record
    }

    /// Removes the rows of settings that are no longer synced.
    private mutating func prune(_ keys: [Key]) {
        let shared = Set(keys.lazy.flatMap { [$0.name] + $0.former })
        for key in agreements.keys where !shared.contains(key) {
            agreements[key] = nil
            unsaved.insert(key)
        }
    }

    /// Moves the rows of a renamed setting to its current key.
    private mutating func rename(_ key: Key) {
        for former in key.former {
            guard let known = agreements.removeValue(forKey: former) else { continue }
            unsaved.insert(former)
            guard agreements[key.name] == nil else { continue }
            agreements[key.name] = known
            unsaved.insert(key.name)
        }
    }
}

extension Replica.Plan {
    fileprivate mutating func add(_ step: MergeStep, _ key: String, expected: Int64) {
        switch step {
        case .nothing: break
        case .agree(let entry): agreed[key] = entry
        case .accept(let entry): accepted[key] = entry
        case .send(let entry):
            sent.append(SharedPut(key: key, entry: entry, expected: expected))
        }
    }
}
