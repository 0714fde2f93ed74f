import FaceplateSchema

/// What one machine knows of the shared settings, and what it is to do about them.
///
/// Without any input or output: whoever runs it reads and writes the cluster and the store, and says
/// what came of it.
struct Replica: Sendable {
    /// A setting that is shared.
    struct Key: Sendable, Hashable {
        let name: String
        /// The keys that it had: machines with an older schema share it under them.
        var former: [String] = []
    }

    /// A setting as it is on this machine.
    struct Local: Sendable {
        let state: SharedState
        /// When it was last changed here.
        var time = SharedTime.earliest
        /// Whether somebody chose it here.
        var isChosen = true
    }

    /// What is to be done about all settings at one moment.
    struct Plan: Sendable {
        /// What both hold already.
        var agreed: [String: SharedEntry] = [:]
        /// What this machine is to have.
        var taken: [String: SharedEntry] = [:]
        /// What the cluster is to have: the settings of this machine.
        var sent: [SharedPut] = []
        /// The name of the cluster's contents, and copies under former keys.
        var copies: [SharedPut] = []
    }

    let machine: String
    private(set) var agreements: [String: Agreement] = [:]
    private(set) var names: ClusterNames
    /// What the cluster holds, by its keys.
    private(set) var remote: [String: RemoteValue] = [:]
    /// The cluster's revision up to which everything is known.
    private(set) var revision: Int64 = 0
    /// The name of the contents that were read as a whole.
    private var metName: String?
    /// The name that this machine gives to contents without one.
    private var newName: String?
    /// The rows that the store does not hold as they are.
    private var unsaved: Set<String> = []

    /// - Parameter records: the rows of the store.
    init(machine: String, records: [String: String] = [:]) {
        self.machine = machine
        names = ClusterNames(record: records[ClusterNames.key])
        for (key, record) in records where !key.hasPrefix(".") {
            agreements[key] = Agreement(record: record)
        }
    }

    // MARK: - The cluster

    /// What the contents of the cluster are called; `nil` where they have no name yet.
    var clusterName: String? { ClusterName.name(remote[ClusterName.key]?.entry) }

    /// Whether the cluster has got other contents all at once.
    var isElsewhere: Bool { clusterName.map { $0 != metName } ?? false }

    /// Takes in all that the cluster holds at one revision.
    ///
    /// - Returns: whether these contents are others than the ones that were met before.
    mutating func read(_ values: [String: RemoteValue], at revision: Int64) -> Bool {
        let known = metName ?? agreements.values.lazy.compactMap(\.cluster).first
        remote = values
        self.revision = revision
        meetName()
        return known != nil && metName != known
    }

    /// Remembers these contents, also where nothing is shared yet: what is agreed on elsewhere later is
    /// known to be of elsewhere.
    private mutating func meetName() {
        metName = clusterName
        if let metName, names.meet(metName) { unsaved.insert(ClusterNames.key) }
    }

    /// Takes in what one revision of the cluster changed; `nil` for a key that is gone.
    ///
    /// - Returns: the keys that are news.
    mutating func hear(_ values: [String: RemoteValue?], at revision: Int64) -> Set<String> {
        guard revision > self.revision else { return [] }
        self.revision = revision
        var keys: Set<String> = []
        for (key, value) in values {
            // What this machine wrote meanwhile may be newer.
            if let known = remote[key], known.revision > revision { continue }
            remote[key] = value
            keys.insert(key)
        }
        return keys
    }

    /// What the cluster holds of a setting: the latest of what stands under its key and its former ones.
    func value(of key: Key) -> RemoteValue? {
        let own = remote[key.name]
        if let own, own.entry == nil { return own }
        return key.former.compactMap { remote[$0] }.reduce(own) { latest, value in
            guard let time = value.entry?.time else { return latest }
            return latest?.entry.map { $0.time >= time } == true ? latest : value
        }
    }

    // MARK: - Planning

    /// Finds what is to be done about some settings.
    ///
    /// - Parameters:
    ///   - isWhole: whether these are all: then contents without a name get one.
    ///   - makeName: a word that no other contents have.
    ///   - local: what a setting is here; its time and who chose it are only asked for (`true`) where
    ///     they matter.
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
        // Contents that were lost get another name: what was agreed on with them is not agreed any more.
        if let newName, !names.names.contains(newName) { return newName }
        let name = makeName()
        newName = name
        return name
    }

    /// Agrees on what this machine has written without being told so.
    private mutating func rememberAnswer(_ key: String, _ entry: SharedEntry?) {
        guard let entry, agreements[key]?.sent.contains(entry) == true else { return }
        agree(on: [key: entry])
    }

    /// What is to be written so that all keys of a setting hold the same.
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
            // Under a former key only where machines with an older schema have put something.
            guard isOwn || held != nil, held?.entry.map({ $0.time < latest.time }) ?? isOwn
            else { continue }
            if isOwn, case .send = step { continue }
            copies.append(SharedPut(key: name, entry: latest, expected: held?.revision ?? 0))
        }
        return copies
    }

    // MARK: - What came of it

    /// Agrees on entries, by the keys of settings.
    mutating func agree(on entries: [String: SharedEntry]) {
        let name = clusterName ?? newName
        for (key, entry) in entries {
            let new = Agreement(entry, in: name)
            guard agreements[key] != new else { continue }
            agreements[key] = new
            unsaved.insert(key)
        }
    }

    /// Remembers what is about to be written, in case that no answer comes.
    mutating func willSend(_ puts: [SharedPut]) {
        for put in puts {
            agreements[put.key, default: Agreement()].send(put.entry)
            unsaved.insert(put.key)
        }
    }

    /// Knows that puts were written.
    mutating func didWrite(_ puts: [SharedPut], at revision: Int64) {
        for put in puts {
            remote[put.key] = RemoteValue(put.entry, revision: revision)
            if put.key == ClusterName.key { meetName() }
        }
    }

    // MARK: - The store

    /// The rows that the store does not hold as they are; `nil` for one that is to be removed.
    var unsavedRecords: [String: String?] {
        unsaved.reduce(into: [:]) { $0.updateValue(record(of: $1), forKey: $1) }
    }

    /// The rows that the store holds once these entries are agreed on.
    func records(agreeing entries: [String: SharedEntry]) -> [String: String?] {
        var then = self
        then.agree(on: entries)
        // With the names: without them it would not be known with which contents it was agreed on.
        return then.unsaved.intersection(Set(entries.keys).union([ClusterNames.key]))
            .reduce(into: [:]) { $0.updateValue(then.record(of: $1), forKey: $1) }
    }

    /// Knows that the store holds rows.
    mutating func didSave(_ records: [String: String?]) {
        for (key, record) in records where record == self.record(of: key) { unsaved.remove(key) }
    }

    private func record(of key: String) -> String? {
        key == ClusterNames.key ? names.record : agreements[key]?.record
    }

    /// Forgets what is not shared any more.
    private mutating func prune(_ keys: [Key]) {
        let shared = Set(keys.lazy.flatMap { [$0.name] + $0.former })
        for key in agreements.keys where !shared.contains(key) {
            agreements[key] = nil
            unsaved.insert(key)
        }
    }

    /// Follows a setting whose key is another now.
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
        case .take(let entry): taken[key] = entry
        case .send(let entry):
            sent.append(SharedPut(key: key, entry: entry, expected: expected))
        }
    }
}
