import Logging

/// A property that is a setting: `@Setting var hideNSFW = true` in a `Preferences` struct.
///
/// Its key is the given one, else the property's name. Its initial value is the default. In a page, `$hideNSFW` is an
/// item with the modifiers of all items, and those for its type of values.
///
/// Values are Booleans, numbers, strings, enumerations with raw values, optionals, arrays, dictionaries, dates, data,
/// URLs, durations, secrets, and any other `Codable` type. The store holds them as readable JSON.
///
/// Reading uses memory only, on any thread. Assigning waits until the value is on disk. A rejected value is logged and
/// leaves the property unchanged, and `$hideNSFW.refusal` contains the reason. Use `$hideNSFW.set(_:)` to wait without
/// blocking a thread, and to receive the error.
@propertyWrapper
public struct SettingProperty<Owner: Preferences, Value: Codable & Sendable>: Sendable {
    @usableFromInline let quick = QuickValue()
    @usableFromInline let cell: SettingCell<Value>
    /// The declaration of the item after a modifier.
    var edited: EditedDeclaration?

    /// Declares a property.
    ///
    /// - Parameters:
    ///   - wrappedValue: the initial value, which is also the default of its item.
    ///   - title: the title of its item on the page; without it, the label of the key.
    ///   - key: the key in the store; `nil` for the property's name.
    ///   - migrate: converts a value that an older program stored and that no longer fits; `nil` or an error parks it.
    ///     Called when the preferences are bound.
    ///   - line: the line of the declaration, by which the property finds its name.
    ///   - column: the column of the declaration.
    public init(
        wrappedValue: Value, _ title: LocalizedText? = nil, key: String? = nil,
        migrate: (@Sendable (JSONValue) throws -> Value?)? = nil, file: String = #fileID,
        line: UInt = #line, column: UInt = #column
    ) {
        cell = SettingCell(
            wrappedValue, of: Owner.self, key: key, migrate: migrate, quick: quick,
            spot: SourceSpot(file: file, line: line, column: column),
            attributes: [("itemTitle", title?.json)])
    }

    /// Declares a property that is stored and on no page: `@Setting(.private) var lastRun: Date?`.
    public init(
        wrappedValue: Value, _ visibility: PropertyVisibility, key: String? = nil,
        migrate: (@Sendable (JSONValue) throws -> Value?)? = nil, file: String = #fileID,
        line: UInt = #line, column: UInt = #column
    ) {
        cell = SettingCell(
            wrappedValue, of: Owner.self, key: key, migrate: migrate, quick: quick,
            spot: SourceSpot(file: file, line: line, column: column), isPrivate: true)
    }

    /// Declares a number with limits: `@Setting("Port", in: 1...65_535) var port = 8080`.
    ///
    /// - Parameters:
    ///   - range: the minimum and the maximum, both accepted.
    ///   - step: the step size, counted from the minimum.
    ///   - unit: a label that is shown after the number.
    public init(
        wrappedValue: Value, _ title: LocalizedText? = nil, key: String? = nil,
        in range: ClosedRange<Value.Limit>, step: Value.Limit? = nil, unit: LocalizedText? = nil,
        file: String = #fileID, line: UInt = #line, column: UInt = #column
    ) where Value: SettingTypes.Number {
        cell = SettingCell(
            wrappedValue, of: Owner.self, key: key, migrate: nil, quick: quick,
            spot: SourceSpot(file: file, line: line, column: column),
            attributes: [
                ("itemTitle", title?.json), ("itemMinimum", Value.json(of: range.lowerBound)),
                ("itemMaximum", Value.json(of: range.upperBound)),
                ("itemStep", step.map(Value.json)), ("itemUnit", unit?.json),
            ])
    }

    /// Declares a length of time with limits:
    /// `@Setting("Interval", in: .seconds(1) ... .seconds(90)) var interval = Duration.seconds(60)`.
    ///
    /// - Parameter range: the minimum and the maximum, both accepted.
    public init(
        wrappedValue: Value, _ title: LocalizedText? = nil, key: String? = nil,
        in range: ClosedRange<Duration>, file: String = #fileID, line: UInt = #line,
        column: UInt = #column
    ) where Value: SettingTypes.Length {
        cell = SettingCell(
            wrappedValue, of: Owner.self, key: key, migrate: nil, quick: quick,
            spot: SourceSpot(file: file, line: line, column: column),
            attributes: [
                ("itemTitle", title?.json), ("itemMinimum", range.lowerBound.settingValue?.json),
                ("itemMaximum", range.upperBound.settingValue?.json),
            ])
    }

    /// Declares a property that begins without a value: `@Setting("Token") var token: Secret`.
    public init(
        _ title: LocalizedText? = nil, key: String? = nil,
        migrate: (@Sendable (JSONValue) throws -> Value?)? = nil, file: String = #fileID,
        line: UInt = #line, column: UInt = #column
    ) where Value: SettingTypes.Empty {
        self.init(
            wrappedValue: .emptySetting, title, key: key, migrate: migrate, file: file, line: line,
            column: column)
    }

    /// The current value.
    ///
    /// Reading uses memory only. Setting blocks until the value is on disk; set in an observer, the value takes effect
    /// after the observer returns. A rejected value changes nothing, is logged, and `refusal` contains the reason.
    public var wrappedValue: Value {
        @inlinable get { quick.read(as: Value.self) ?? cell.value() }
        nonmutating set { assign(newValue) }
    }

    /// The property itself, with its further operations.
    public var projectedValue: Self { self }

    /// The key in the store; `nil` if the program's own store cannot be opened.
    ///
    /// If the property is not bound yet, the first access opens that store, which reads its file.
    public var key: String? { cell.place?.key }

    /// The value that is used while none is set.
    ///
    /// It is the default of the schema, if that has an item with the key, else the declared initial value.
    public var defaultValue: Value {
        guard let place = cell.place else { return cell.initialValue }
        return cell.defaultValue(place.source.snapshot, place.key)
    }

    /// True when a value is set, even one that equals the default.
    public var isSet: Bool {
        cell.place.map { $0.source.snapshot.isSet($0.key) } ?? false
    }

    /// The reason why the last plain assignment had no effect; `nil` after one that had.
    public var refusal: ApplyError? { cell.refusal }

    /// Sets the value, and waits until it is on disk.
    ///
    /// In a batch or a draft, the value is collected there instead.
    ///
    /// - Throws: `ApplyError` if the value is rejected or the store cannot be written.
    public func set(_ value: Value) async throws(ApplyError) {
        let place = try boundPlace()
        try await write(try cell.newJSON(value, place), place)
    }

    /// Resets the property to its default, and waits until that is on disk.
    ///
    /// - Throws: `ApplyError` if the change is rejected or the store cannot be written.
    public func reset() async throws(ApplyError) {
        try await write(nil, try boundPlace())
    }

    /// The current value, then each new value, also a new default, from any process.
    ///
    /// A slow reader receives only the newest value. The sequence ends when its task is cancelled or the settings are
    /// closed, and has no value without a store.
    public var values: some AsyncSequence<Value, Never> & Sendable {
        let settings = cell.place?.source.settings
        let states = Distinct(
            (settings.map(Settings.Snapshots.init) ?? .none).map { [cell] in cell.state(in: $0) },
            isSame: { $0.stamp == $1.stamp })
        return states.map { [cell] in cell.value(of: $0) }
    }

    /// The future changes of the property, in order, from any source; ends when the settings are closed.
    ///
    /// Each access creates a separate stream. Changes that are not read yet wait in memory, without a limit. Without a
    /// store, the stream ends immediately.
    public var changes: AsyncStream<SettingChange<Value>> { changes { _ in true } }

    /// The future changes of the property that were not made through these preferences or their copies.
    ///
    /// Use it to react to users and other processes, but not to your own assignments. It ends when the settings are
    /// closed.
    public var changesOfOthers: AsyncStream<SettingChange<Value>> { changes { !$0.isOwn } }
}

extension SettingProperty {
    private func boundPlace() throws(ApplyError) -> PropertyPlace {
        if let place = cell.place { return place }
        // The reason why the store could not be opened may be gone by now.
        OwnStore.forgetFailure(of: Owner.self)
        if let place = cell.place { return place }
        throw .store(OwnStore.failure(of: Owner.self))
    }

    /// `nil` if the value goes to the store.
    private func collector(_ place: PropertyPlace) throws(ApplyError) -> Overlay? {
        switch place.source {
        case .live(let settings, _): return settings.openBatch
        case .draft(let overlay): return overlay
        case .frozen:
            throw .refused([KeyProblem(key: place.key, problem: ValueProblem(.readOnly))])
        }
    }

    private func assign(_ json: JSONValue?, _ place: PropertyPlace, in overlay: Overlay) {
        guard case .draft = place.source else {
            return overlay.set(place.key, to: json, by: place.source.writer)
        }
        let committed = place.source.settings.committed
        let now = cell.reading(in: committed, place.key)
        // A default under conditions may be another one when the draft is saved.
        if json == (try? StoredEncoding.json(of: now)),
            committed.stamp(of: place.key).standard == nil
        {
            overlay.unset(place.key)
        } else {
            overlay.set(place.key, to: json)
        }
        cell.record(nil)
        overlay.observed.changed()
        cell.quick.changed()
    }

    private func batch(_ json: JSONValue?, _ place: PropertyPlace) -> Batch {
        Batch(
            [Assignment(place.key, .property(json))], origin: .program,
            writer: place.source.writer)
    }

    private func write(_ json: JSONValue?, _ place: PropertyPlace) async throws(ApplyError) {
        if let overlay = try collector(place) { return assign(json, place, in: overlay) }
        try await place.source.settings.apply(batch(json, place))
        cell.record(nil)
    }

    private func assign(_ value: Value) {
        do throws(ApplyError) {
            let place = try boundPlace()
            let json = try cell.newJSON(value, place)
            if let overlay = try collector(place) { return assign(json, place, in: overlay) }
            let settings = place.source.settings
            // The queue must not wait for itself: the assignment of an observer takes effect after the observer
            // returns.
            guard !settings.isOnQueue else {
                return settings.apply(batch(json, place)) { result in
                    if case .failure(let error) = result { refuse(error) } else { cell.record(nil) }
                }
            }
            try settings.applyAndWait(batch(json, place))
            cell.record(nil)
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ error: ApplyError) {
        cell.record(error)
        // The batch throws it.
        if let batch = cell.place?.source.settings.openBatch { return batch.reject(error) }
        let logger = cell.place?.source.settings.logger ?? .faceplate()
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
    /// The reason for the log, without any value.
    fileprivate var reason: String {
        switch self {
        case .refused(let problems):
            problems.map(\.withoutValue).joined(separator: " ")
        case .conflict(let conflicts):
            conflicts.map { "'\($0.key)' changed" }.joined(separator: ", ")
        case .store(let error): error.message
        }
    }
}

extension SettingProperty where Value: SettingTypes.Empty {
    /// Declares a property that begins without a value and is on no page: `@Setting(.private) var lastRun: Date?`.
    public init(
        _ visibility: PropertyVisibility, key: String? = nil,
        migrate: (@Sendable (JSONValue) throws -> Value?)? = nil, file: String = #fileID,
        line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            wrappedValue: .emptySetting, visibility, key: key, migrate: migrate, file: file,
            line: line, column: column)
    }

    /// Declares a number with limits that begins without a value: `@Setting("Level", in: 0...9) var level: Int?`.
    public init(
        _ title: LocalizedText? = nil, key: String? = nil, in range: ClosedRange<Value.Limit>,
        step: Value.Limit? = nil, unit: LocalizedText? = nil, file: String = #fileID,
        line: UInt = #line, column: UInt = #column
    ) where Value: SettingTypes.Number {
        self.init(
            wrappedValue: .emptySetting, title, key: key, in: range, step: step, unit: unit,
            file: file, line: line, column: column)
    }

    /// Declares a length of time with limits that begins without a value.
    public init(
        _ title: LocalizedText? = nil, key: String? = nil, in range: ClosedRange<Duration>,
        file: String = #fileID, line: UInt = #line, column: UInt = #column
    ) where Value: SettingTypes.Length {
        self.init(
            wrappedValue: .emptySetting, title, key: key, in: range, file: file, line: line,
            column: column)
    }
}

/// The visibility of a property.
public enum PropertyVisibility: Sendable {
    /// Stored with history and undo, but on no page. No form, script or command can set it.
    case `private`
}
