import Dispatch
import FaceplateSchema
public import Foundation
import Logging

struct Temporaries: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// `nil` if the value was made permanent since its last change.
        let until: Date?
        let before: Change.Side
        let mark: Int
    }

    static let none = Temporaries([:])

    private(set) var byKey: [String: Entry]
    private(set) var next: Date?

    init(_ byKey: [String: Entry]) {
        self.byKey = byKey
        next = byKey.values.compactMap(\.until).min()
    }

    init(_ state: StoredState, _ schema: Schema) {
        var entries: [String: Entry] = [:]
        for (key, stored) in state.temporaries {
            entries[key] = Entry(
                until: stored.until.map {
                    RevisionTime.date($0) ?? Date(timeIntervalSince1970: 0)
                },
                before: Change.Side(
                    stored: stored.value, isSecret: false, isSetting: schema.settings[key] != nil),
                mark: stored.mark)
        }
        self.init(entries)
    }

    var isEmpty: Bool { byKey.isEmpty }
    var mark: Int { byKey.values.map(\.mark).max() ?? 0 }

    subscript(_ key: String) -> Entry? {
        guard let entry = byKey[key], entry.until != nil else { return nil }
        return entry
    }

    func due(at now: Date) -> [String] {
        guard let next, next <= now else { return [] }
        return byKey.filter { $0.value.until.map { $0 <= now } ?? false }.keys.sorted()
    }

    /// `nil` removes an entry.
    func applying(_ edits: [String: Entry?]) -> Temporaries {
        guard !edits.isEmpty else { return self }
        return Temporaries(
            byKey.merging(edits.compactMapValues(\.self)) { $1 }
                .filter { edits[$0.key].map { $0 != nil } ?? true })
    }
}

extension Batch {
    /// The shortest and the longest time for which a value can be set: one second and 366 days.
    package static let lifetimeRange: ClosedRange<Duration> =
        .seconds(1) ... .seconds(366 * 86_400)
}

package enum Lifetime: Sendable, Hashable {
    case lasts(Duration)
    /// Permanently, and confirmed, also for settings whose changes wait to be confirmed.
    case always

    /// Reads `always`, or a time such as `2h` or `1h30m`; `nil` for other text, and out of range.
    package init?(_ text: String) {
        if text == "always" {
            self = .always
            return
        }
        guard let value = try? DurationRules().value(fromText: text, locale: nil),
            let seconds = Double(value.plainText)
        else { return nil }
        let duration = Duration.milliseconds(Int64((seconds * 1_000).rounded()))
        guard Batch.lifetimeRange.contains(duration) else { return nil }
        self = .lasts(duration)
    }
}

extension Batch {
    package mutating func set(_ lifetime: Lifetime?) {
        switch lifetime {
        case .lasts(let duration): self.lifetime = duration
        case .always: isConfirmed = true
        case nil: break
        }
    }
}

extension Duration {
    package var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}

extension Snapshot {
    /// Returns the moment at which a setting returns to what it was before; `nil` if its value is permanent.
    ///
    /// An option of a `select` group has the time of its group. A lock has no time.
    public func until(_ key: String) -> Date? {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): until(setting)
        case .row: nil
        case nil: temporaries[key]?.until
        }
    }

    /// The settings whose last change returns by itself, because it was not confirmed yet.
    package var unconfirmed: [Schema.Setting] {
        guard hasTemporaryValues else { return [] }
        return schema.confirmedSettings.filter { until($0) != nil }
    }

    /// In the schema's order; the cost depends on the number of those values, not on the size of the schema.
    package var temporarySettings: [Schema.Setting] {
        guard hasTemporaryValues else { return [] }
        return temporaries.byKey.keys.compactMap { schema.settings.index(of: $0) }.sorted()
            .map { schema.settings[$0] }.filter { until($0) != nil }
    }

    package var hasTemporaryValues: Bool { temporaries.next != nil }

    func until(_ setting: Schema.Setting) -> Date? {
        temporaries.isEmpty || isLocked(setting) ? nil : temporaries[setting.key]?.until
    }

    /// `nil` for a permanent value.
    ///
    /// It is the default if the schema no longer accepts the former value; `fits` is false then.
    package func sideAfterTime(of key: String) -> (side: Change.Side, fits: Bool)? {
        guard let before = temporaries[key]?.before else { return nil }
        guard let setting = schema.settings[key], before != .onDefault else {
            return (before, true)
        }
        let json = before.json
        let forms =
            [try? setting.rules.value(fromJSON: json), setting.mapped(json)]
            + [setting.adopted(json)]
        let value = forms.lazy.compactMap(\.self)
            .first { setting.rules.problem(with: $0) == nil }
        return value.map { (.value($0), true) } ?? (.onDefault, false)
    }
}

extension Settings {
    /// The settings that returned by themselves because their last change was not confirmed, with the times.
    package func wentBack(in snapshot: Snapshot) -> [String: Date] {
        let settings = snapshot.schema.confirmedSettings
        guard !settings.isEmpty else { return [:] }
        let returns = state.withLock { $0.returns }
        return settings.reduce(into: [:]) { times, setting in
            guard let end = returns[setting.key],
                end.revision == snapshot.lastChange(of: setting.key)
            else { return }
            times[setting.key] = end.time
        }
    }

    /// The settings do this by themselves.
    ///
    /// It waits until that is stored, so do not call it on their own queue.
    package func endTimes() {
        let snapshot = committed
        guard snapshot.hasTemporaryValues,
            !deadlines(of: snapshot).due(at: uptime()).isEmpty
        else { return }
        do throws(ApplyError) {
            try applyAndWait(.endingTimes)
        } catch {
            logger.error("values for a time: \(error)")
        }
    }

    /// A storage that cannot be written shows the values as they will be.
    func beginTimes() {
        if store is ReadOnlyStorage {
            let due = committed.temporaries.due(at: now())
            guard !due.isEmpty else { return }
            let plan = ChangePlan(ending: due, on: committed)
            let times = Dictionary(uniqueKeysWithValues: due.map { ($0, Temporaries.Entry?.none) })
            let ended = committed.applying(
                plan.changes, revision: committed.revision, times: times)
            return state.withLock { $0.snapshot = ended }
        }
        endTimes()
        synchronously { setAlarm(for: committed) }
    }

    /// Call it on the queue.
    ///
    /// - Parameter isAgain: true after an end that could not be stored, which is then repeated after a second.
    func setAlarm(for snapshot: Snapshot, isAgain: Bool = false) {
        var next = store is ReadOnlyStorage ? nil : deadlines(of: snapshot).next
        if isAgain, next != nil { next = uptime() + Self.retryPause }
        let past = state.withLock { state -> Settings.Observation?? in
            if state.isClosed { next = nil }
            guard state.alarm?.moment != next else { return .none }
            return .some(state.alarm.take()?.observation)
        }
        guard let past else { return }
        past?.cancel()
        guard let next else { return }
        let observation = alarm.set(max(0, next - uptime())) { [weak self] in
            self?.ring(for: next, isAgain: isAgain)
        }
        state.withLock { $0.alarm = (next, observation) }
    }

    /// In seconds.
    private static let retryPause: TimeInterval = 1

    private func ring(for moment: TimeInterval, isAgain: Bool) {
        state.withLock { if $0.alarm?.moment == moment { $0.alarm = nil } }
        apply(.endingTimes) { [weak self] result in
            guard let self else { return }
            guard case .failure(let error) = result else { return setAlarm(for: committed) }
            // Once, since a full disk can last.
            if !isAgain { logger.error("values for a time: \(error)") }
            setAlarm(for: committed, isAgain: true)
        }
    }
}

struct Alarm: Sendable {
    /// Calls a handler after some seconds, on any thread; the observation ends that.
    ///
    /// The call may come too early when the time of day is set.
    let set: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Settings.Observation

    /// The clocks of the system: one that cannot be set, and the time of day, which also counts while the machine sleeps
    /// and shows at once that it was set.
    static let system = Alarm { seconds, handler in
        let timers = Locked<[any DispatchSourceTimer]>([])
        @Sendable func end() -> Bool {
            timers.withLock { timers in
                defer { timers = [] }
                for timer in timers { timer.cancel() }
                return !timers.isEmpty
            }
        }
        timers.withLock { timers in
            for followsTimeOfDay in [false, true] {
                let source = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
                // A millisecond later, because the clock must not be before the end.
                let delay = seconds + 0.001
                if followsTimeOfDay {
                    source.schedule(wallDeadline: .now() + delay)
                } else {
                    source.schedule(deadline: .now() + delay)
                }
                source.setEventHandler { if end() { handler() } }
                source.resume()
                timers.append(source)
            }
        }
        return Settings.Observation { _ = end() }
    }
}
