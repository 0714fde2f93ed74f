enum PropertySource: Sendable {
    case live(Settings, Writer)
    case draft(Overlay)
    case frozen(Settings, Snapshot)

    var settings: Settings {
        switch self {
        case .live(let settings, _), .frozen(let settings, _): settings
        case .draft(let overlay): overlay.settings
        }
    }

    var writer: Writer? {
        if case .live(_, let writer) = self { writer } else { nil }
    }

    var snapshot: Snapshot {
        switch self {
        case .live(let settings, _): settings.snapshot
        case .draft(let overlay): overlay.snapshot(over: overlay.settings.snapshot)
        case .frozen(_, let snapshot): snapshot
        }
    }
}

struct PropertyPlace: Sendable {
    let key: String
    let source: PropertySource
}

/// The state that all copies of a property share: its place, and the value that it last read.
@usableFromInline
final class SettingCell<Value: Codable & Sendable>: Sendable {
    private struct State {
        var place: PropertyPlace?
        var observation: Settings.Observation?
        var known: (value: Value, stamp: Snapshot.Stamp, epoch: UInt64)?
        /// The stamp of the value that observation tracking last learned of.
        var reported: Snapshot.Stamp?
        var refusal: ApplyError?
    }

    let initialValue: Value
    let givenKey: String?
    let migrate: (@Sendable (JSONValue) throws -> Value?)?
    let quick: QuickValue
    let spot: SourceSpot
    private let owner: any Preferences.Type
    private let state = Locked(State())

    init(
        _ initialValue: Value, of owner: any Preferences.Type, key: String?,
        migrate: (@Sendable (JSONValue) throws -> Value?)?, quick: QuickValue, spot: SourceSpot
    ) {
        self.initialValue = initialValue
        self.owner = owner
        self.spot = spot
        self.quick = quick
        self.migrate = migrate
        givenKey = key
    }

    deinit {
        state.withLock { $0.observation }?.cancel()
    }

    var place: PropertyPlace? {
        if let place = state.withLock({ $0.place }) { return place }
        guard let place = OwnStore.place(of: spot, in: owner) else { return nil }
        bind(to: place)
        return state.withLock { $0.place }
    }

    func bind(to place: PropertyPlace) {
        let settings = place.source.settings
        var observation: Settings.Observation?
        if case .frozen = place.source {
            // A frozen snapshot does not change.
        } else {
            observation = settings.onNews { [weak self] in self?.lookAgain() }
        }
        let stamp = settings.committed.stamp(of: place.key)
        let isBound = state.withLock { [observation] state in
            guard state.place == nil else { return false }
            state.place = place
            state.observation = observation
            state.reported = stamp
            return true
        }
        if !isBound { observation?.cancel() }
    }

    // MARK: - Reading

    /// Returns the current value, without the shortcut of `quick`.
    @usableFromInline
    func value() -> Value {
        let epoch = ReadingEpoch.now
        // A remembered value never comes from an overlay.
        let remembered = state.withLock { state in
            state.known.flatMap { $0.epoch == epoch ? $0.value : nil }
        }
        if let remembered { return remembered }
        guard let place else { return initialValue }
        guard case .live(let settings, _) = place.source, !ReadingEpoch.isOverlaid(epoch) else {
            return reading(in: place.source.snapshot, place.key)
        }
        // The snapshot is read after the epoch, so that it is never older than the epoch.
        let snapshot = settings.committed
        let stamp = snapshot.stamp(of: place.key)
        let known = state.withLock { $0.known }
        let value = known?.stamp == stamp ? known?.value : nil
        return cache(value ?? reading(in: snapshot, place.key), stamp, epoch)
    }

    private func cache(_ value: Value, _ stamp: Snapshot.Stamp, _ epoch: UInt64) -> Value {
        state.withLock { state in
            guard state.known.map({ $0.epoch < epoch }) ?? true else { return }
            state.known = (value, stamp, epoch)
            quick.cache(value, for: epoch)
        }
        return value
    }

    /// A value that does not fit reads as the default.
    func reading(in snapshot: Snapshot, _ key: String) -> Value {
        guard let json = snapshot.json(of: key) else { return initialValue }
        return (try? StoredDecoding.value(Value.self, from: json)) ?? defaultValue(snapshot, key)
    }

    func defaultValue(_ snapshot: Snapshot, _ key: String) -> Value {
        var json: JSONValue?
        switch snapshot.schema.reference(key) {
        case .setting(let setting): json = setting.defaultValue?.json
        case .option(let item, let setting):
            json = JSONValue.boolean(setting.defaultValue == .text(item.key))
        case .row, nil: break
        }
        return json.flatMap { try? StoredDecoding.value(Value.self, from: $0) } ?? initialValue
    }

    func value(_ side: Change.Side, _ snapshot: Snapshot, _ key: String) -> Value {
        let json: JSONValue
        switch side {
        case .onDefault, .secret, .large: return defaultValue(snapshot, key)
        case .value(let value): json = value.json
        case .json(let given): json = given
        }
        let isOption = snapshot.schema.settingKey(of: key) != key
        let own = isOption ? JSONValue.boolean(json.string == key) : json
        return (try? StoredDecoding.value(Value.self, from: own)) ?? defaultValue(snapshot, key)
    }

    // MARK: - Observing

    private func lookAgain() {
        guard let place = state.withLock({ $0.place }) else { return }
        let stamp = place.source.settings.committed.stamp(of: place.key)
        let reported = state.withLock { exchange(&$0.reported, with: stamp) }
        if reported != stamp { quick.changed() }
    }

    func changes(in revision: Revision) -> [SettingChange<Value>] {
        guard let place else { return [] }
        let snapshot = place.source.settings.committed
        let key = snapshot.schema.settingKey(of: place.key)
        let writer = place.source.writer
        return revision.changes.filter { $0.key == key }.map { change in
            SettingChange(
                place.key, from: value(change.old, snapshot, place.key),
                to: value(change.new, snapshot, place.key), revision, snapshot,
                isOwn: writer != nil && revision.writer(of: place.key) == writer)
        }
    }

    // MARK: - Writing

    /// The reason why the last plain assignment had no effect; `nil` after one that had.
    var refusal: ApplyError? { state.withLock { $0.refusal } }

    func record(_ refusal: ApplyError?) {
        state.withLock { $0.refusal = refusal }
    }

    /// `nil` resets an item of the schema to its default.
    func newJSON(_ value: Value, _ place: PropertyPlace) throws(ApplyError) -> JSONValue? {
        do {
            let json = try StoredEncoding.json(of: value)
            let isDeclared = place.source.settings.committed.schema.reference(place.key) != nil
            return json.isNull && isDeclared ? Optional.none : json
        } catch {
            let reason = (error as? EncodingError)?.reason ?? "It cannot be stored as JSON."
            throw .refused([KeyProblem(key: place.key, problem: .message(reason))])
        }
    }
}

extension EncodingError {
    /// The reason, without the value.
    fileprivate var reason: String {
        switch self {
        case .invalidValue(_, let context): context.debugDescription
        @unknown default: "It cannot be stored as JSON."
        }
    }
}
