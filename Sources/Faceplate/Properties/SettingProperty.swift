import Logging

/// A property that is a setting: `@Setting var hideNSFW = true` in a `Preferences` struct.
///
/// Its key is the property's name, or the one given; its initial value is the default, where the
/// schema has none. Values are Booleans, numbers, texts, enumerations with raw values, optionals,
/// lists, dictionaries, dates, data, addresses, lengths of time, and any other `Codable` type; the
/// store keeps them as readable JSON. Reading is memory, on any thread. Assigning waits until the
/// value is on disk; what is refused is logged, leaves the value as it was, and is told by
/// `$hideNSFW.refusal`. Use `$hideNSFW.set(_:)` to wait without a thread and to have the error.
@propertyWrapper
public struct SettingProperty<Owner: Preferences, Value: Codable & Sendable>: Sendable {
    @usableFromInline let quick = QuickValue()
    @usableFromInline let cell: SettingCell<Value>

    /// Declares a property.
    ///
    /// - Parameters:
    ///   - wrappedValue: the default.
    ///   - key: where it is kept; the property's name where `nil`.
    ///   - migrate: makes a value of one that was stored by an older program and does not fit any
    ///     more; `nil` or an error parks it. Asked when the preferences are bound.
    ///   - line: where it is declared, by which it finds its name.
    ///   - column: the same.
    public init(
        wrappedValue: Value, _ key: String? = nil,
        migrate: (@Sendable (JSONValue) throws -> Value?)? = nil, line: UInt = #line,
        column: UInt = #column
    ) {
        cell = SettingCell(
            wrappedValue, of: Owner.self, key: key, migrate: migrate, quick: quick,
            spot: SourceSpot(line: line, column: column))
    }

    /// The value now.
    public var wrappedValue: Value {
        @inlinable get { quick.read(as: Value.self) ?? cell.value() }
        nonmutating set { assign(newValue) }
    }

    /// The property itself, with what else can be done with it.
    public var projectedValue: Self { self }

    /// Where it is kept; `nil` where the program's own store cannot be opened.
    public var key: String? { cell.place?.key }

    /// The value while none is set.
    public var defaultValue: Value {
        guard let place = cell.place else { return cell.initialValue }
        return cell.defaultValue(place.source.snapshot, place.key)
    }

    /// Whether a value is set, be it equal to the default.
    public var isSet: Bool {
        cell.place.map { $0.source.snapshot.isSet($0.key) } ?? false
    }

    /// Why the last plain assignment had no effect; `nil` after one that had.
    public var refusal: ApplyError? { cell.refusal }

    /// Sets the value, and waits until it is on disk.
    ///
    /// In a batch or a draft it is kept there.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    public func set(_ value: Value) async throws(ApplyError) {
        let place = try boundPlace()
        try await write(try cell.wish(value, place), place)
    }

    /// Puts it back on its default, and waits until that is on disk.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    public func reset() async throws(ApplyError) {
        try await write(nil, try boundPlace())
    }

    /// Its changes from now on, in order, whoever makes them; ends when the settings are closed.
    public var changes: AsyncStream<SettingChange<Value>> { changes { _ in true } }

    /// Its changes that others make, without those made through these preferences and their copies.
    public var changesOfOthers: AsyncStream<SettingChange<Value>> { changes { !$0.isOwn } }
}

extension SettingProperty {
    private func boundPlace() throws(ApplyError) -> PropertyPlace {
        if let place = cell.place { return place }
        // What kept the store from being opened may be over by now.
        OwnStore.forgetFailure(of: Owner.self)
        if let place = cell.place { return place }
        throw .store(OwnStore.failure(of: Owner.self))
    }

    /// What takes the value without the disk: a draft, or a batch of the running task.
    private func collector(_ place: PropertyPlace) throws(ApplyError) -> Overlay? {
        switch place.source {
        case .live(let settings, _): return settings.openBatch
        case .draft(let overlay): return overlay
        case .frozen:
            throw .refused([KeyProblem(key: place.key, problem: ValueProblem(.readOnly))])
        }
    }

    private func keep(_ json: JSONValue?, _ place: PropertyPlace, in overlay: Overlay) {
        guard case .draft = place.source else {
            return overlay.set(place.key, to: json, by: place.source.writer)
        }
        let now = cell.reading(in: place.source.settings.committed, place.key)
        if json == (try? StoredEncoding.json(of: now)) {
            overlay.unset(place.key)
        } else {
            overlay.set(place.key, to: json)
        }
        cell.note(nil)
        overlay.observed.changed()
        cell.quick.changed()
    }

    private func batch(_ json: JSONValue?, _ place: PropertyPlace) -> Batch {
        Batch(
            [Assignment(place.key, .property(json))], origin: .program,
            writer: place.source.writer)
    }

    private func write(_ json: JSONValue?, _ place: PropertyPlace) async throws(ApplyError) {
        if let overlay = try collector(place) { return keep(json, place, in: overlay) }
        try await place.source.settings.apply(batch(json, place))
        cell.note(nil)
    }

    private func assign(_ value: Value) {
        do throws(ApplyError) {
            let place = try boundPlace()
            let json = try cell.wish(value, place)
            if let overlay = try collector(place) { return keep(json, place, in: overlay) }
            let settings = place.source.settings
            // The queue must not wait for itself: an observer's assignment shows after it returns.
            guard !settings.isOnQueue else {
                return settings.apply(batch(json, place)) { result in
                    if case .failure(let error) = result { refuse(error) } else { cell.note(nil) }
                }
            }
            try settings.applyAndWait(batch(json, place))
            cell.note(nil)
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ error: ApplyError) {
        cell.note(error)
        let logger = cell.place?.source.settings.logger ?? Logger(label: "faceplate")
        logger.error(
            "a property was not set: \(error.reason)",
            metadata: ["key": "\(cell.place?.key ?? cell.givenKey ?? "")"])
    }

    private func changes(
        where isTold: @escaping @Sendable (SettingChange<Value>) -> Bool
    ) -> AsyncStream<SettingChange<Value>> {
        guard let place = cell.place else { return AsyncStream { $0.finish() } }
        return place.source.settings.stream { [cell] revision in
            cell.changes(in: revision).filter(isTold)
        }
    }
}

extension ApplyError {
    /// The reason in words for the log, without any value.
    fileprivate var reason: String {
        switch self {
        case .refused(let problems):
            problems.map { "'\($0.key)' \($0.problem.code.rawValue)" }.joined(separator: ", ")
        case .conflict(let conflicts):
            conflicts.map { "'\($0.key)' changed" }.joined(separator: ", ")
        case .store(let error): error.message
        }
    }
}
