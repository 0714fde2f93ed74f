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
        /// The link of a property of a page, which has no `place`.
        var page: (link: PageLink, key: String)?
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
    let isPrivate: Bool
    /// The attributes of the item that the declaration of the property names.
    let attributes: [(name: String, json: JSONValue)]
    private let owner: any Preferences.Type
    private let state = Locked(State())

    init(
        _ initialValue: Value, of owner: any Preferences.Type, key: String?,
        migrate: (@Sendable (JSONValue) throws -> Value?)?, quick: QuickValue, spot: SourceSpot,
        isPrivate: Bool = false, attributes: [(name: String, json: JSONValue?)] = []
    ) {
        self.initialValue = initialValue
        self.owner = owner
        self.spot = spot
        self.quick = quick
        self.migrate = migrate
        self.isPrivate = isPrivate
        self.attributes = attributes.compactMap { name, json in json.map { (name, $0) } }
        givenKey = key
    }

    deinit {
        state.withLock { $0.observation }?.cancel()
    }

    var place: PropertyPlace? {
        let (place, page) = state.withLock { ($0.place, $0.page) }
        if let place { return place }
        // It never has the program's own store: its handlers belong to the settings of the page.
        if let page { return page.link.source.map { PropertyPlace(key: page.key, source: $0) } }
        guard let place = OwnStore.place(of: spot, in: owner) else { return nil }
        bind(to: place)
        return state.withLock { $0.place }
    }

    func join(_ link: PageLink, as key: String) {
        state.withLock { $0.page = (link, key) }
    }

    /// The key, which does not open the program's own store; `nil` before the property has one.
    var itemKey: String? { state.withLock { $0.place?.key ?? $0.page?.key } ?? givenKey }

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
        if isSecret { return secret() ?? initialValue }
        let epoch = ReadingEpoch.now
        // A remembered value never comes from an overlay.
        let (remembered, isOfPage) = state.withLock { state in
            (
                state.known.flatMap { $0.epoch == epoch ? $0.value : nil },
                state.place == nil && state.page != nil
            )
        }
        if let remembered { return remembered }
        guard let place else { return initialValue }
        // In handlers of a page, the settings are those of the call.
        guard !isOfPage, case .live(let settings, _) = place.source,
            !ReadingEpoch.isOverlaid(epoch)
        else {
            return reading(in: place.source.snapshot, place.key)
        }
        // The snapshot is read after the epoch, so that it is never older than the epoch.
        let snapshot = settings.committed
        let stamp = snapshot.stamp(of: place.key)
        let known = state.withLock { $0.known }
        let value = known?.stamp == stamp ? known?.value : nil
        return cache(value ?? reading(in: snapshot, place.key), stamp, epoch)
    }

    /// A secret is never retained in memory.
    var isSecret: Bool { Value.self == Secret.self }

    private func secret() -> Value? {
        guard let place else { return nil }
        let settings = place.source.settings
        var overlay = settings.openBatch
        if case .draft(let draft) = place.source { overlay = draft }
        if let new = overlay?.replacements[place.key] {
            return new.flatMap { try? StoredDecoding.value(Value.self, from: $0) }
        }
        return (try? settings.secret(place.key)).flatMap { Secret($0) as? Value }
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
        return decoded(json, snapshot, key) ?? defaultValue(snapshot, key)
    }

    private func decoded(_ json: JSONValue, _ snapshot: Snapshot, _ key: String) -> Value? {
        var json = json
        if case .setting(let setting) = snapshot.schema.reference(key) {
            json = DateForm.stored(json, of: Value.self, setting)
        }
        return try? StoredDecoding.value(Value.self, from: json)
    }

    func defaultValue(_ snapshot: Snapshot, _ key: String) -> Value {
        var json: JSONValue?
        switch snapshot.schema.reference(key) {
        case .setting(let setting): json = snapshot.defaultValue(of: setting)?.json
        case .option(let item, let setting):
            json = JSONValue.boolean(setting.plainDefault == .text(item.key))
        case .row, nil: break
        }
        return json.flatMap { decoded($0, snapshot, key) } ?? initialValue
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
        return decoded(own, snapshot, key) ?? defaultValue(snapshot, key)
    }

    // MARK: - Observing

    /// The state of the property in a snapshot: its JSON, or for a secret its last change.
    struct ReadState: Sendable {
        let snapshot: Snapshot
        let stamp: JSONValue?
    }

    func state(in snapshot: Snapshot) -> ReadState {
        guard let key = itemKey else { return ReadState(snapshot: snapshot, stamp: nil) }
        guard isSecret else { return ReadState(snapshot: snapshot, stamp: snapshot.json(of: key)) }
        let setting = snapshot.schema.settingKey(of: key)
        let revision = snapshot.lastChanges[setting].map { JSONValue(integerLiteral: Int64($0)) }
        return ReadState(snapshot: snapshot, stamp: revision)
    }

    func value(of state: ReadState) -> Value {
        if isSecret { return value() }
        return itemKey.map { reading(in: state.snapshot, $0) } ?? initialValue
    }

    private func lookAgain() {
        guard let place = state.withLock({ $0.place }) else { return }
        let stamp = place.source.settings.committed.stamp(of: place.key)
        let reported = state.withLock { exchange(&$0.reported, with: stamp) }
        if reported != stamp { quick.changed() }
    }

    func changes(in revision: Revision) -> [SettingChange<Value>] {
        guard let place else { return [] }
        return changes(
            of: place.key, in: revision, place.source.settings.committed, place.source.writer)
    }

    func changes(
        of key: String, in revision: Revision, _ snapshot: Snapshot, _ writer: Writer?
    ) -> [SettingChange<Value>] {
        let settingKey = snapshot.schema.settingKey(of: key)
        /// The default at that time.
        func value(_ side: Change.Side) -> Value {
            let standard = side == .onDefault ? revision.defaults[settingKey] : nil
            return self.value(standard.map(Change.Side.value) ?? side, snapshot, key)
        }
        return revision.reported.filter { $0.key == settingKey }.map { change in
            SettingChange(
                key, from: value(change.old), to: value(change.new), revision, snapshot,
                isOwn: writer != nil && revision.writer(of: key) == writer)
        }
    }

    /// Reads values like this one, and has no place.
    var unbound: SettingCell {
        SettingCell(
            initialValue, of: owner, key: givenKey, migrate: nil, quick: QuickValue(), spot: spot,
            isPrivate: isPrivate)
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
            guard let item = place.source.settings.committed.schema.reference(place.key) else {
                return json
            }
            let setting: Schema.Setting? =
                if case .setting(let setting) = item { setting } else { nil }
            if json.isNull, setting?.rules.acceptsNull == true { return json }
            if json.isNull || isSecret && json.string?.isEmpty == true { return nil }
            guard let setting, case .dateTime(let rules) = setting.rules.kind
            else { return json }
            return DateForm.local(json, of: Value.self, in: rules.zone)
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
