import FaceplateSchema

/// It does no input or output: its caller reads and writes the cluster and the store, and reports the
/// results.
struct Replica: Sendable {
    struct Key: Sendable, Hashable {
        let name: String
        /// The former keys of the setting, which machines with an older schema still use.
        var former: [String] = []
    }

    struct Local: Sendable {
        let state: SyncedState
        var time = SyncedTime.earliest
        var isChosen = true
    }

    struct Plan: Sendable {
        var agreed: [String: SyncedEntry] = [:]
        var accepted: [String: SyncedEntry] = [:]
        var sent: [SyncedPut] = []
        var copies: [SyncedPut] = []
    }

    /// The name that older versions gave to every folder.
    private static let formerFolderName = "folder"

    let machine: String
    let place: ClusterPlace?
    private(set) var agreements: [String: Agreement] = [:]
    private(set) var names: ClusterNames
    private(set) var places: ClusterPlaces
    private(set) var remote: [String: RemoteValue] = [:]
    /// The cluster revision up to which all changes are known.
    private(set) var revision: Int64 = 0
    /// The name of the cluster contents that were read completely.
    private var metName: String?
    /// The name that this machine gives to unnamed contents, and to an older copy.
    private var newName: String?
    /// True when the contents are an older copy, which gets another name.
    ///
    /// A machine that knows more of them can then not take them for contents that went on without it.
    private var isOlderCopy = false
    private var unsaved: Set<String> = []

    init(machine: String, records: [String: String] = [:], place: ClusterPlace? = nil) {
        self.machine = machine
        self.place = place
        names = ClusterNames(record: records[ClusterNames.key])
        places = ClusterPlaces(record: records[ClusterPlaces.key])
        for (key, record) in records where !key.hasPrefix(".") {
            agreements[key] = Agreement(record: record)
        }
    }

    // MARK: - The cluster

    /// `nil` while the contents have no name.
    ///
    /// Of several names of a folder, the one that this machine knows stays its name.
    var clusterName: String? {
        let held = ClusterName.names(remote[ClusterName.key]?.entry)
        for name in [metName, places.last].compactMap(\.self) where held.contains(name) {
            return name
        }
        return names.names.last(where: held.contains) ?? held.min()
    }

    var isElsewhere: Bool { clusterName.map { $0 != metName } ?? false }

    /// Returns an event if these are not the contents of the last sync; `keys` are those that were read, `nil` for all.
    mutating func read(
        _ values: [String: RemoteValue], at revision: Int64, keys: Set<String>? = nil
    ) -> ClusterEvent? {
        remote = values
        self.revision = revision
        let known = lastName
        isOlderCopy = holdsOlderEntries(keys)
        let isReturning = clusterName.map { isReturn(to: $0, from: known) } ?? false
        meetName()
        if isOlderCopy { return .older }
        guard let known, known != Self.formerFolderName, metName != known else { return nil }
        return metName == nil ? .emptied : isReturning ? .returned : .replaced
    }

    private var lastName: String? {
        metName ?? places.last.flatMap { place == nil ? nil : $0 }
            ?? agreements.values.lazy.compactMap(\.cluster).first(where: names.names.contains)
    }

    /// Returns true when the contents are those of a cluster that was used before another one, and that went on
    /// without this machine.
    ///
    /// Contents that were lost and restored are at the same address as those in between. A folder has a name that
    /// no machine replaces, so its path does not count.
    private func isReturn(to name: String, from other: String?) -> Bool {
        guard !isOlderCopy, names.isReturn(to: name, from: other) else { return false }
        guard let place, !place.isFolder, let other else { return true }
        return !place.isSame(as: places.addresses[other])
    }

    /// Returns true when the contents lack what this machine synced under their name.
    ///
    /// A later entry always has a later time, so the contents are then an older copy. In a folder, older entries are the
    /// ordinary course: a file of another machine arrives late.
    private func holdsOlderEntries(_ keys: Set<String>?) -> Bool {
        guard place?.isFolder != true, let name = clusterName else { return false }
        let held = remote.lazy.filter { $0.key != ClusterName.key }
        let latest = held.compactMap(\.value.entry?.time).max() ?? .earliest
        return agreements.contains { key, known in
            guard keys?.contains(key) ?? true, let agreed = known.time(with: name) else {
                return false
            }
            guard let value = remote[key] else {
                // A key can also be removed, but not the latest of all.
                return agreed > latest && known.entry != nil
            }
            return value.entry.map { $0.time < agreed } ?? false
        }
    }

    /// Even before a setting is synced: state that is synced with other contents later can then be distinguished.
    private mutating func meetName() {
        metName = clusterName
        guard let metName else { return }
        if !isOlderCopy { newName = nil }
        if place?.isFolder == true { renameFolder(metName) }
        if names.meet(metName) { unsaved.insert(ClusterNames.key) }
        if let place, places.meet(metName, at: place.address, names: names.names) {
            unsaved.insert(ClusterPlaces.key)
        }
    }

    /// Gives the name of a folder to what older versions synced with one.
    private mutating func renameFolder(_ name: String) {
        guard names.names.contains(Self.formerFolderName) else { return }
        names.rename(Self.formerFolderName, to: name)
        unsaved.insert(ClusterNames.key)
        for (key, known) in agreements {
            agreements[key]?.rename(Self.formerFolderName, to: name)
            if agreements[key] != known { unsaved.insert(key) }
        }
    }

    /// `nil` for a removed key; returns the keys with new values.
    mutating func hear(_ values: [String: RemoteValue?], at revision: Int64) -> Set<String> {
        guard revision > self.revision else { return [] }
        self.revision = revision
        if values[ClusterName.key] != nil { isOlderCopy = false }
        var keys: Set<String> = []
        for (key, value) in values {
            // A later write by this machine may already be known.
            if let known = remote[key], known.revision > revision { continue }
            remote[key] = value
            keys.insert(key)
        }
        return keys
    }

    /// The latest under its key and its former keys.
    func value(of key: Key) -> RemoteValue? {
        let own = remote[key.name]
        if let own, own.entry == nil { return own }
        return key.former.compactMap { remote[$0] }.reduce(own) { latest, value in
            guard let time = value.entry?.time else { return latest }
            return latest?.entry.map { $0.time >= time } == true ? latest : value
        }
    }

    // MARK: - Planning

    /// - Parameters:
    ///   - isWhole: True when `keys` are all synced settings; unnamed contents then get a name.
    ///   - now: The clock of this machine; entries of its own that are later get its time.
    ///   - local: Returns the local state of a setting. The time and `isChosen` are only needed when the
    ///     second argument is true.
    mutating func plan(
        _ keys: [Key], isWhole: Bool, now: SyncedTime = .latest, makeName: () -> String,
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
            var step = Merge(
                base: isHere ? known?.entry : nil, former: isHere ? nil : known?.entry,
                isReturning: isReturn(to: name, from: known?.cluster), local: here.state,
                localTime: here.time, isChosenHere: here.isChosen, remote: remote?.entry,
                machine: machine
            ).step
            if isWhole, let entry = settled(remote?.entry, here.state, step, now) {
                step = .send(entry)
            }
            plan.add(step, key.name, expected: self.remote[key.name]?.revision ?? 0)
            plan.copies += copies(key, step)
        }
        if isWhole, clusterName == nil || isOlderCopy {
            plan.copies.append(
                SyncedPut(
                    key: ClusterName.key,
                    entry: ClusterName.entry(name, machine),
                    expected: remote[ClusterName.key]?.revision ?? 0))
        }
        return plan
    }

    private mutating func nameInForce(_ makeName: () -> String) -> String {
        if let name = clusterName, !isOlderCopy { return name }
        if let place, place.isFolder, clusterName == nil, let last = places.last,
            place.isSame(as: places.addresses[last])
        {
            // The folder was emptied, or its share is not mounted: it stays the same folder.
            newName = last
            return last
        }
        // Contents that were lost get another name, so that the state synced with them is not used.
        if let newName, !names.names.contains(newName) { return newName }
        let name = makeName()
        newName = name
        return name
    }

    /// Marks an entry as synced that this machine has written without a confirmation.
    private mutating func rememberAnswer(_ key: String, _ entry: SyncedEntry?) {
        guard let entry, agreements[key]?.sent.contains(entry) == true else { return }
        agree(on: [key: entry])
    }

    private func copies(_ key: Key, _ step: MergeStep) -> [SyncedPut] {
        let latest: SyncedEntry? =
            switch step {
            case .send(let entry): entry
            default: value(of: key)?.entry
            }
        guard let latest, !key.former.isEmpty else { return [] }
        var copies: [SyncedPut] = []
        for name in [key.name] + key.former {
            let held = remote[name]
            let isOwn = name == key.name
            // A former key is written only if a machine with an older schema has used it.
            guard isOwn || held != nil, held?.entry.map({ $0.time < latest.time }) ?? isOwn
            else { continue }
            if isOwn, case .send = step { continue }
            copies.append(SyncedPut(key: name, entry: latest, expected: held?.revision ?? 0))
        }
        return copies
    }

    // MARK: - Results

    mutating func agree(on entries: [String: SyncedEntry]) {
        let name = isOlderCopy ? newName ?? clusterName : clusterName ?? newName
        for (key, entry) in entries {
            let new = (agreements[key] ?? Agreement()).next(entry, with: name)
            guard agreements[key] != new else { continue }
            agreements[key] = new
            unsaved.insert(key)
        }
    }

    /// Remembers writes before they are sent, in case they are not confirmed.
    mutating func willSend(_ puts: [SyncedPut]) {
        for put in puts {
            agreements[put.key, default: Agreement()].send(put.entry)
            unsaved.insert(put.key)
        }
    }

    mutating func didWrite(_ puts: [SyncedPut], at revision: Int64) {
        for put in puts {
            remote[put.key] = RemoteValue(put.entry, revision: revision)
            guard put.key == ClusterName.key else { continue }
            isOlderCopy = false
            meetName()
        }
    }

    // MARK: - The store

    /// `nil` for a row to remove.
    var unsavedRecords: [String: String?] {
        unsaved.reduce(into: [:]) { $0.updateValue(record(of: $1), forKey: $1) }
    }

    func records(agreeing entries: [String: SyncedEntry]) -> [String: String?] {
        var then = self
        then.agree(on: entries)
        // Include the names, because an entry is only useful with the name of its contents.
        let names = [ClusterNames.key, ClusterPlaces.key]
        return then.unsaved.intersection(Set(entries.keys).union(names))
            .reduce(into: [:]) { $0.updateValue(then.record(of: $1), forKey: $1) }
    }

    mutating func didSave(_ records: [String: String?]) {
        for (key, record) in records where record == self.record(of: key) { unsaved.remove(key) }
    }

    private func record(of key: String) -> String? {
        switch key {
        case ClusterNames.key: names.record
        case ClusterPlaces.key: places.record
        default: agreements[key]?.record
        }
    }

    private mutating func prune(_ keys: [Key]) {
        let shared = Set(keys.lazy.flatMap { [$0.name] + $0.former })
        for key in agreements.keys where !shared.contains(key) {
            agreements[key] = nil
            unsaved.insert(key)
        }
    }

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
            sent.append(SyncedPut(key: key, entry: entry, expected: expected))
        }
    }
}
