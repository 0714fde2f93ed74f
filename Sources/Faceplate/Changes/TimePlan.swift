import Foundation

struct TimePlan {
    enum Time: Equatable {
        case lasts(Duration, before: Change.Side)
        /// The value stays, and is permanent from now on.
        case isKept(before: Change.Side)
        /// The time is over, because the value changed.
        case isOver
    }

    private(set) var times: [String: Time] = [:]

    /// - Parameter clearings: the changes of settings that these hide; they return together with an unconfirmed change.
    mutating func add(
        _ changes: [Change], clearings: [Change], _ batch: Batch, _ snapshot: Snapshot
    ) {
        let schema = snapshot.schema
        guard
            batch.hasLifetimes || !snapshot.temporaries.isEmpty || !schema.confirmedSettings.isEmpty
        else { return }
        var longest: Duration?
        for change in changes {
            let wait = batch.wait(of: schema.settings[change.key])
            if let wait { longest = max(longest ?? wait, wait) }
            add(change, wait, batch, snapshot)
        }
        for change in clearings { add(change, longest, batch, snapshot) }
    }

    private mutating func add(
        _ change: Change, _ wait: Duration?, _ batch: Batch, _ snapshot: Snapshot
    ) {
        guard change.new != .secret, change.old != .secret else { return }
        let before = snapshot.temporaries[change.key]?.before ?? change.old
        let limits = [batch.lifetime(of: change.key), wait].compactMap(\.self)
        if let lifetime = limits.min(), change.new != before {
            times[change.key] = .lasts(lifetime, before: before)
        } else if snapshot.temporaries.byKey[change.key] != nil {
            times[change.key] = .isOver
        }
    }

    /// The same value again does not confirm a change: a request could have been repeated by a program that received no
    /// response.
    mutating func add(unchanged intent: Intent, _ batch: Batch, _ snapshot: Snapshot) {
        let setting = intent.target.setting
        guard intent.isNamed(batch, snapshot), let entry = snapshot.temporaries[setting.key] else {
            return
        }
        if let lifetime = batch.lifetime(of: setting.key) {
            times[setting.key] = .lasts(lifetime, before: entry.before)
        } else if intent.isKeep || batch.wait(of: setting) == nil {
            times[setting.key] = .isKept(before: entry.before)
        }
    }

    /// The setting then returns to its value before its last change.
    mutating func limit(
        _ key: String, to lifetime: Duration, _ snapshot: Snapshot, _ history: History
    ) throws(ApplyError) {
        if let entry = snapshot.temporaries[key] {
            times[key] = .lasts(lifetime, before: entry.before)
            return
        }
        let before = try ApplyError.wrapping { () throws(StoreError) -> Change.Side? in
            guard let last = snapshot.lastChanges[key] else { return nil }
            return try history.side(of: key, at: last - 1)
        }
        guard let before, before != snapshot.side(of: key) else {
            throw .refused([KeyProblem(key: key, problem: ValueProblem(.nothingBefore))])
        }
        times[key] = .lasts(lifetime, before: before)
    }

    /// As it is stored, in milliseconds.
    static func stored(_ time: Date) -> Date {
        RevisionTime.date(RevisionTime.text(time)) ?? time
    }

    func entries(at now: Date, mark: Int) -> [String: Temporaries.Entry?] {
        times.mapValues { time in
            switch time {
            case .lasts(let lifetime, let before):
                let until = Self.stored(now.addingTimeInterval(lifetime.seconds))
                return Temporaries.Entry(until: until, before: before, mark: mark)
            // The entry stays until the next change, so that the mark shows that there was a change.
            case .isKept(let before):
                return Temporaries.Entry(until: nil, before: before, mark: mark)
            case .isOver: return nil
            }
        }
    }
}

extension Intent {
    /// Nothing for a permanent value.
    static func wish(_ side: Change.Side?) -> Wish {
        switch side {
        case .value(let value): .value(value)
        case .json(let json): .json(json)
        case .onDefault: .onDefault
        case .secret, .large, nil: .nothing
        }
    }

    /// True when the sender means the value of the setting, even if it is the current one.
    ///
    /// It is false for a field that it did not touch, and for a setting that it may not change.
    func isNamed(_ batch: Batch, _ snapshot: Snapshot) -> Bool {
        let setting = target.setting
        guard !snapshot.isLocked(setting), !setting.isReadOnly || batch.origin == .program else {
            return false
        }
        if isKeep { return true }
        switch wish {
        case .value, .json, .onDefault: return !isContested
        case .secret, .nothing, .unreadable: return false
        }
    }
}

extension Intent {
    var isKeep: Bool { if case .keep = target.assignment.input { true } else { false } }
}

extension Batch {
    /// `nil` if the change need not be confirmed.
    ///
    /// The program's own changes are facts, and so are those that were agreed to elsewhere. A reversal from any source
    /// must be confirmed.
    func wait(of setting: Schema.Setting?) -> Duration? {
        guard let wait = setting?.keepWithin, !isConfirmed else { return nil }
        switch origin {
        case .browser, .script, .cli, .import, .profile, .undo: return wait
        case .program, .sync, .migration, .expiry, .file: return reversal == nil ? nil : wait
        }
    }

    /// The batch that ends the values whose time is over, as every batch does before its own changes.
    static var endingTimes: Batch { Batch([], origin: .expiry) }

    var onlyEndsTimes: Bool { origin == .expiry && assignments.isEmpty && reversal == nil }

    var hasLifetimes: Bool { lifetime != nil || !lifetimes.isEmpty }

    func lifetime(of key: String) -> Duration? { lifetimes[key] ?? lifetime }

    func lifetimeProblems() -> [KeyProblem] {
        let named = lifetimes.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
        let all = named + (lifetime.map { [(assignments.first?.key ?? "", $0)] } ?? [])
        return all.filter { !Self.lifetimeRange.contains($0.1) }.map { key, _ in
            KeyProblem(
                key: key,
                problem: ValueProblem(
                    .message, ["message": "A value can last for 1 second to 366 days."]))
        }
    }
}

extension StorageChange {
    mutating func set(_ times: [String: Temporaries.Entry?]) {
        for (key, entry) in times {
            temporaries[key] = Edit(
                entry.map {
                    .init(
                        until: $0.until.map(RevisionTime.text), value: $0.before.stored,
                        mark: $0.mark)
                })
        }
    }
}

extension ChangePlan {
    /// The settings return to their values from before even if they are locked, read-only or disabled by now.
    ///
    /// A value that the schema no longer accepts is replaced by the default.
    init(ending keys: [String], on snapshot: Snapshot) {
        note = nil
        var returned: [Change] = []
        for key in keys {
            guard let back = snapshot.sideAfterTime(of: key)?.side else { continue }
            let now = snapshot.side(of: key)
            if now != back { returned.append(Change(key: key, old: now, new: back)) }
        }
        let intents = returned.compactMap { change in
            Intent(Assignment(change.key, change.new.input), snapshot)
        }
        let rules = Candidate(intents, on: snapshot)
        changes = returned.compactMap { change in
            guard let setting = snapshot.schema.settings[change.key], rules.clears(setting) else {
                return change
            }
            return change.old == .onDefault
                ? nil : Change(key: change.key, old: change.old, new: .onDefault)
        }
        changes += rules.clearings(besides: changes).filter { clearing in
            !changes.contains { $0.key == clearing.key }
        }
    }
}
