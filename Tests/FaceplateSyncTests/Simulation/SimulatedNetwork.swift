import FaceplateSchema
import FaceplateTestSupport
import Foundation

@testable import FaceplateSync

/// Simulated machines that sync through one cluster, in one thread.
///
/// Each machine has its own clock. An operation that would wait is split into separate steps, so that
/// other events can happen between them. A killed machine keeps its stored transactions and loses its
/// memory.
struct SimulatedNetwork {
    static let keys = ["a", "b"]

    /// A value that a user chose.
    struct Choice: Hashable, CustomStringConvertible {
        let state: SyncedState
        /// The time on the clock of the machine; never earlier than the time of the replaced value.
        let time: SyncedTime
        /// The clock of the machine.
        let clock: SyncedTime

        var isRaised: Bool { clock < time }

        var description: String {
            let value: String =
                if case .set(let json) = state { JSONWriter().text(json) } else { "default" }
            return "\(value)@\(time.milliseconds)"
        }
    }

    /// The stored data of a machine.
    struct Store {
        struct Held {
            var choice = Choice(state: .onDefault, time: .earliest, clock: .earliest)
            /// The last change of the setting.
            var changed = SyncedTime.earliest
            var isChosen = true
            /// True when the value was parked before; it then counts as a choice only if it was not synced.
            var isBack = false
            /// The parked value, with the time of its change, and true if it was a choice.
            var parked: (choice: Choice, changed: SyncedTime, isChosen: Bool)?
        }

        var values = [String: Held](uniqueKeysWithValues: keys.map { ($0, Held()) })
        var records: [String: String] = [:]
        /// The number of changes of values.
        var revision = 0

        mutating func keep(_ new: [String: String?]) {
            for (key, record) in new { records[key] = record }
        }
    }

    struct Cluster {
        var values: [String: RemoteValue] = [:]
        var revision: Int64 = 1
        var news: [(revision: Int64, values: [String: RemoteValue?])] = []

        mutating func put(_ entries: [String: SyncedEntry?]) {
            revision += 1
            var changed: [String: RemoteValue?] = [:]
            for (key, entry) in entries {
                let value = entry.map { RemoteValue($0, revision: revision) }
                values[key] = value
                changed.updateValue(value, forKey: key)
            }
            news.append((revision, changed))
        }
    }

    /// The next step of a machine.
    enum Phase {
        case offline, idle
        case taking(Replica.Plan, at: Int, thenSends: Bool)
        case announcing(Replica.Plan)
        case writing(Replica.Plan)
        case answered(Replica.Plan, Int64)
        case saving
    }

    struct Machine {
        let name: String
        var store = Store()
        /// The state in memory; `nil` while the machine is not running.
        var replica: Replica?
        var phase = Phase.offline
        /// The number of seconds by which the clock is ahead.
        var ahead = 0
        /// The address of the cluster that the machine uses.
        var address = "here"
        /// The keys whose values the schema of this machine rejects.
        var odd: Set<String> = []
    }

    var random: SplitMix
    var machines: [Machine]
    var cluster = Cluster()
    /// An older copy of the cluster.
    var backup: Cluster?
    /// The simulated time in seconds.
    var now = 1_000
    var isDown = false
    /// True while no write fails, so that a round without changes means that no machine has work left.
    private var isCalm = false
    /// The choices that may win; an earlier choice must not win over them.
    var choices: [String: [Choice]] = [:]
    /// All choices.
    private var everything: [String: [Choice]] = [:]
    /// Values chosen while a machine used another cluster, which must not be sent to this one.
    var trials: Set<SyncedState> = []
    /// The events, for the analysis of a failure.
    var log: [String] = []
    private var lastValue: Int64 = 0
    private var lastName = 0

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        machines = ["x", "y", "z"].map { Machine(name: $0) }
        for index in machines.indices where Int.random(in: 0..<4, using: &random) == 0 {
            machines[index].ahead = Int.random(in: -50...50, using: &random)
        }
    }

    // MARK: - A machine's steps

    /// Runs a machine up to the next point where it waits.
    mutating func step(_ index: Int) {
        let phase = machines[index].phase
        if machines[index].replica == nil {
            let replica = Replica(
                machine: machines[index].name, records: machines[index].store.records,
                place: ClusterPlace(address: machines[index].address))
            machines[index].replica = replica
        }
        switch phase {
        case .offline: meet(index)
        case .idle: attend(index)
        case .taking(let plan, let revision, let thenSends):
            take(plan, at: revision, thenSends: thenSends, index)
        case .announcing(let plan):
            machines[index].replica?.willSend(plan.sent)
            save(index)
            machines[index].phase = .writing(plan)
        case .writing(let plan): write(plan, index)
        case .answered(let plan, let revision):
            machines[index].replica?.didWrite(plan.sent + plan.copies, at: revision)
            machines[index].replica?.agree(
                on: plan.sent.reduce(into: [:]) { $0[$1.key] = $1.entry })
            machines[index].phase = .saving
        case .saving:
            save(index)
            machines[index].phase = .idle
        }
    }

    private mutating func save(_ index: Int) {
        guard let records = machines[index].replica?.unsavedRecords else { return }
        machines[index].store.keep(records)
        machines[index].replica?.didSave(records)
    }

    private mutating func meet(_ index: Int) {
        guard !isDown else { return }
        _ = machines[index].replica?.read(cluster.values, at: cluster.revision)
        plan(nil, index)
    }

    /// Reads the next changes of the cluster, or checks the local settings.
    private mutating func attend(_ index: Int) {
        guard !isDown else {
            machines[index].phase = .offline
            return
        }
        let known = machines[index].replica?.revision ?? 0
        guard let news = cluster.news.first(where: { $0.revision > known }) else {
            return plan(nil, index)
        }
        let keys = machines[index].replica?.hear(news.values, at: news.revision) ?? []
        if machines[index].replica?.isElsewhere == true {
            machines[index].phase = .offline
        } else {
            plan(keys.intersection(Self.keys), index)
        }
    }

    private mutating func plan(_ keys: Set<String>?, _ index: Int) {
        let store = machines[index].store
        let agreed = machines[index].replica?.agreements ?? [:]
        lastName += 1
        let name = "name \(lastName)"
        let plan = machines[index].replica?.plan(
            (keys.map { $0.sorted() } ?? Self.keys).map { Replica.Key(name: $0) },
            isWhole: keys == nil, makeName: { name }
        ) { key, _ in
            store.values[key].map { held in
                let isNew = held.changed > agreed[key]?.entry?.time ?? .earliest
                return Replica.Local(
                    state: held.choice.state, time: held.changed,
                    isChosen: held.isChosen && (!held.isBack || isNew))
            }
        }
        guard var plan else { return }
        machines[index].replica?.agree(on: plan.agreed)
        let odd = machines[index].odd
        plan.accepted = plan.accepted.filter { !(odd.contains($0.key) && $0.value.state.isSet) }
        machines[index].phase = .taking(plan, at: store.revision, thenSends: keys == nil)
    }

    /// Applies values and marks them as synced, in one transaction.
    private mutating func take(
        _ plan: Replica.Plan, at revision: Int, thenSends: Bool, _ index: Int
    ) {
        guard revision == machines[index].store.revision else {
            machines[index].phase = .idle
            return
        }
        let now = clock(of: index)
        if !plan.accepted.isEmpty,
            let records = machines[index].replica?.records(agreeing: plan.accepted)
        {
            for (key, entry) in plan.accepted {
                machines[index].store.values[key]?.choice = Choice(
                    state: entry.state, time: entry.time, clock: entry.clock)
                machines[index].store.values[key]?.changed = now
                machines[index].store.values[key]?.isChosen = false
                machines[index].store.values[key]?.isBack = false
            }
            machines[index].store.revision += 1
            machines[index].store.keep(records)
            machines[index].replica?.agree(on: plan.accepted)
            machines[index].replica?.didSave(records)
        }
        machines[index].phase = thenSends ? .announcing(plan) : .idle
    }

    private mutating func write(_ plan: Replica.Plan, _ index: Int) {
        let puts = plan.sent + plan.copies
        guard !puts.isEmpty else {
            machines[index].phase = .saving
            return
        }
        let chance = isDown ? 0 : Int.random(in: (isCalm ? 1 : 0)..<12, using: &random)
        guard chance > 0,
            puts.allSatisfy({ (cluster.values[$0.key]?.revision ?? 0) == $0.expected })
        else {
            machines[index].phase = .offline
            return
        }
        cluster.put(puts.reduce(into: [:]) { $0.updateValue($1.entry, forKey: $1.key) })
        // The write succeeds, but its response can be lost.
        machines[index].phase = chance == 1 ? .offline : .answered(plan, cluster.revision)
    }

    private func clock(of index: Int) -> SyncedTime {
        SyncedTime(Date(timeIntervalSince1970: TimeInterval(now + machines[index].ahead)))
    }

    // MARK: - Users and faults

    mutating func choose(_ index: Int) {
        guard let key = Self.keys.randomElement(using: &random), !machines[index].odd.contains(key),
            let held = machines[index].store.values[key]
        else { return }
        let time = max(clock(of: index), agreedTime(key, index)?.next ?? .earliest)
        var state = SyncedState.onDefault
        if let old = choices[key]?.randomElement(using: &random)?.state,
            Int.random(in: 0..<4, using: &random) == 0
        {
            // Choose an earlier value again; with a slow clock this could not be recognized.
            guard clock(of: index) == time else { return }
            state = old
        } else if Int.random(in: 0..<5, using: &random) > 0 {
            lastValue += 1
            state = .set(JSONValue(.number(JSONNumber(lastValue))))
        } else if clock(of: index) != time {
            return
        }
        guard state != held.choice.state else { return }
        let choice = Choice(state: state, time: time, clock: clock(of: index))
        let now = clock(of: index)
        machines[index].store.values[key]?.choice = choice
        machines[index].store.values[key]?.changed = now
        machines[index].store.values[key]?.isChosen = true
        machines[index].store.values[key]?.isBack = false
        machines[index].store.revision += 1
        choices[key, default: []].append(choice)
        everything[key, default: []].append(choice)
        log.append("\(machines[index].name) chooses \(key) \(choice)")
    }

    mutating func kill(_ index: Int) {
        machines[index].replica = nil
        machines[index].phase = .offline
        log.append("\(machines[index].name) is killed")
    }

    /// Changes the schema of one machine, so that it rejects the values of a key or accepts them again.
    mutating func changeSchema(_ index: Int) {
        guard let key = Self.keys.randomElement(using: &random),
            var held = machines[index].store.values[key]
        else { return }
        if machines[index].odd.remove(key) != nil {
            bringBack(&held, key, index)
        } else {
            machines[index].odd.insert(key)
            guard held.choice.state.isSet else { return }
            held.parked = (held.choice, held.changed, held.isChosen)
            held.choice = Choice(state: .onDefault, time: .earliest, clock: .earliest)
            held.changed = clock(of: index)
            held.isChosen = false
            // A parked value that was not synced before is not synced later.
            machines[index].store.values[key] = held
            recount(key)
        }
        machines[index].store.values[key] = held
        machines[index].store.revision += 1
        log.append("\(machines[index].name) changes its schema of \(key)")
    }

    /// Restores the parked value of a setting; a choice that was not synced is still a choice.
    private mutating func bringBack(_ held: inout Store.Held, _ key: String, _ index: Int) {
        defer { held.parked = nil }
        guard let parked = held.parked, !held.choice.state.isSet else { return }
        held.choice = parked.choice
        held.changed = parked.changed
        held.isChosen = parked.isChosen
        held.isBack = true
        if parked.isChosen, parked.changed > agreedTime(key, index) ?? .earliest {
            choices[key, default: []].append(parked.choice)
        }
    }

    /// Returns the time of the last synced state of a machine, which may not be stored yet.
    private func agreedTime(_ key: String, _ index: Int) -> SyncedTime? {
        if let replica = machines[index].replica { return replica.agreements[key]?.entry?.time }
        return machines[index].store.records[key].flatMap { Agreement(record: $0)?.entry?.time }
    }

    /// Removes the choices that no machine and no cluster contains.
    private mutating func recount(_ key: String) {
        let known =
            machines.compactMap { $0.store.values[key]?.choice }
            + [cluster.values[key]?.entry].compactMap {
                $0.map { Choice(state: $0.state, time: $0.time, clock: $0.clock) }
            }
        choices[key] = known.filter { $0.time > .earliest }
    }

    mutating func emptyCluster() {
        let keys = cluster.values.keys
        cluster.put(keys.reduce(into: [:]) { $0.updateValue(nil, forKey: $1) })
        surviveFault("the cluster is emptied")
    }

    mutating func removeName() {
        guard cluster.values[ClusterName.key] != nil else { return }
        cluster.put([ClusterName.key: nil])
        surviveFault("the cluster loses its name")
    }

    mutating func restoreCluster() {
        guard let backup else {
            self.backup = cluster
            return
        }
        // All connections end, and the current revisions are lost.
        cluster = backup
        for index in machines.indices { machines[index].phase = .offline }
        surviveFault("an older copy of the cluster is put back")
    }

    mutating func restoreStore(_ index: Int, to copy: Store) {
        machines[index].store = copy
        machines[index].odd = []
        for key in Self.keys where copy.values[key]?.parked != nil {
            machines[index].store.values[key]?.parked = nil
        }
        kill(index)
        surviveFault("\(machines[index].name) gets an older copy of its database")
    }

    /// Records a fault, after which values that no machine contains may be lost.
    private mutating func surviveFault(_ words: String) {
        log.append(words)
        for key in Self.keys { recount(key) }
    }

    /// Runs a machine with an empty cluster for some time, and then with the usual one again.
    mutating func tryElsewhere(_ index: Int) {
        settle()
        let production = cluster
        cluster = Cluster()
        move(index, to: "elsewhere")
        let known = choices
        run(index)
        for _ in 0..<3 {
            now += 1
            choose(index)
            for _ in 0..<3 { run(index) }
        }
        for (key, all) in choices {
            trials.formUnion(Set(all.map(\.state)).subtracting(known[key]?.map(\.state) ?? []))
        }
        trials.remove(.onDefault)
        choices = known
        cluster = production
        move(index, to: "here")
        log.append("\(machines[index].name) was elsewhere")
        settle()
    }

    /// Starts a machine again with another address.
    private mutating func move(_ index: Int, to address: String) {
        machines[index].address = address
        machines[index].replica = nil
        machines[index].phase = .offline
    }

    /// Runs one machine until it has no more work.
    private mutating func run(_ index: Int) {
        for _ in 0..<14 { step(index) }
    }

    /// Runs all machines until they have no more work, with a working cluster and the same schema.
    mutating func settle() {
        isDown = false
        isCalm = true
        defer { isCalm = false }
        for index in machines.indices {
            for key in machines[index].odd.sorted() {
                guard var held = machines[index].store.values[key] else { continue }
                bringBack(&held, key, index)
                machines[index].store.values[key] = held
                machines[index].store.revision += 1
            }
            machines[index].odd = []
        }
        // Stop when a whole round has changed nothing and all machines know all changes.
        for _ in 0..<40 {
            let before = (cluster.revision, machines.map(\.store.revision))
            for index in machines.indices { run(index) }
            let isQuiet = machines.allSatisfy { $0.replica?.revision == cluster.revision }
            if isQuiet, before == (cluster.revision, machines.map(\.store.revision)) { break }
        }
    }

    // MARK: - Invariants

    /// The violations of the invariants; empty if there are none.
    var broken: [String] {
        Self.keys.flatMap { key -> [String] in
            let states = machines.map { $0.store.values[key]?.choice.state }
            let held = cluster.values[key]?.entry?.state ?? .onDefault
            guard Set(states).count == 1, states[0] == held else {
                return ["\(key) differs: \(states), and the cluster has \(held)"]
            }
            if trials.contains(held) { return ["\(key) is \(held), of a trial elsewhere"] }
            guard let latest = choices[key]?.max(by: { $0.time < $1.time }) else { return [] }
            // Of two choices at the same time, either may win; a slow clock adds milliseconds to sent changes.
            let bound = latest.time.milliseconds - 20
            let isLate = everything[key]?.contains {
                // Of two choices after a clock that was ahead, that of the later clock wins.
                $0.state == held
                    && ($0.time.milliseconds >= bound
                        || $0.isRaised && latest.isRaised && $0.clock >= latest.clock)
            }
            guard isLate != true else { return [] }
            let entry = cluster.values[key]?.entry
            let shown = Choice(
                state: held, time: entry?.time ?? .earliest, clock: entry?.clock ?? .earliest)
            return ["\(key) is \(shown), and the latest choice is \(latest)"]
        }
    }
}
