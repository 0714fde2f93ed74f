/// Values that replace those of the settings for some readers: a draft, a batch, or overrides of a test.
final class Overlay: Sendable {
    enum Kind: Sendable {
        /// Collects the values that properties set, to save them together.
        case batch
        /// Replaces stored values for readers.
        case override
    }

    private struct State {
        var replacements: [String: JSONValue?] = [:]
        /// The writer of each value, by key.
        var writers: [String: Writer] = [:]
        /// The first value that could not even be collected.
        var rejection: ApplyError?
        /// A counter that increases with each change.
        var edition = 0
        /// The last computed snapshot, and the snapshot that it was computed from.
        var known: (base: Snapshot, snapshot: Snapshot)?

        mutating func forgetAnswer() {
            known = nil
            edition &+= 1
        }
    }

    /// The overlays of the running task, the innermost last.
    @TaskLocal static var stack: [Overlay] = []

    let settings: Settings
    let kind: Kind
    /// The object through which observation tracking learns of changes of a draft.
    let observed = QuickValue()
    private let state: Locked<State>

    init(_ settings: Settings, _ kind: Kind, _ replacements: [String: JSONValue?] = [:]) {
        self.settings = settings
        self.kind = kind
        state = Locked(State(replacements: replacements))
    }

    /// Replaces the value of a key; `nil` means its default.
    func set(_ key: String, to json: JSONValue?, by writer: Writer? = nil) {
        state.withLock { state in
            state.replacements[key] = .some(json)
            state.writers[key] = writer
            state.forgetAnswer()
        }
    }

    /// Rejects the whole batch because of a value that cannot be collected.
    func reject(_ error: ApplyError) {
        state.withLock { $0.rejection = $0.rejection ?? error }
    }

    /// Removes the replacement of a key.
    func unset(_ key: String) {
        state.withLock { state in
            state.replacements[key] = nil
            state.forgetAnswer()
        }
    }

    /// The replaced values, by key.
    var replacements: [String: JSONValue?] { state.withLock { $0.replacements } }

    /// Removes these replacements, except those that were changed in the meantime.
    func forget(_ replacements: [String: JSONValue?]) {
        state.withLock { state in
            for (key, json) in replacements where state.replacements[key] == .some(json) {
                state.replacements[key] = nil
            }
            state.forgetAnswer()
        }
    }

    /// Returns a snapshot with the replaced values.
    func snapshot(over base: Snapshot) -> Snapshot {
        let (known, replacements, edition) = state.withLock {
            ($0.known, $0.replacements, $0.edition)
        }
        if let known, known.base === base { return known.snapshot }
        guard !replacements.isEmpty else { return base }
        let changes = replacements.compactMap { Self.change($0.key, $0.value, base) }
        let snapshot = base.applying(changes, revision: base.revision)
        state.withLock { state in
            if state.edition == edition { state.known = (base, snapshot) }
        }
        return snapshot
    }

    private static func change(_ key: String, _ json: JSONValue?, _ base: Snapshot) -> Change? {
        switch base.schema.reference(key) {
        case .setting(let setting) where setting.isSecret: return nil
        case .setting(let setting):
            guard let json else { break }
            let side = (try? setting.rules.value(fromJSON: json)).map(Change.Side.value)
            return Change(
                key: setting.key, old: base.side(setting), new: side ?? Change.Side.json(json))
        case .option(let item, let setting):
            guard json == true else { break }
            return Change(
                key: setting.key, old: base.side(setting), new: .value(.text(item.key)))
        case .row: return nil
        case nil: break
        }
        return Change(key: key, old: .onDefault, new: json.map { Change.Side($0) } ?? .onDefault)
    }

    /// Returns the assignments to save, sorted by key; values equal to the current ones are left out.
    func assignments(over base: Snapshot) -> [Assignment] {
        let replacements = replacements
        let replaced = snapshot(over: base)
        let moved = base.settingsOnDefault(
            reachedBy: Set(replacements.keys.map(base.schema.settingKey)))
        return replacements.sorted { $0.key < $1.key }
            .filter { key, json in
                // A snapshot has no secrets to compare.
                if case .setting(let setting) = base.schema.reference(key), setting.isSecret {
                    return true
                }
                // Switching an option off is rejected when it is saved, so it must not be left out here.
                let isOption = base.schema.settingKey(of: key) != key
                return json != nil && moved.contains(base.schema.settingKey(of: key))
                    || (isOption ? json : replaced.json(of: key)) != base.json(of: key)
            }
            .map { Assignment($0.key, .property($0.value)) }
    }
}

extension Snapshot {
    /// Returns the value of a key as JSON; `nil` for a private key that is not set.
    func json(of key: String) -> JSONValue? {
        schema.reference(key) == nil ? stored[key]?.json : value(key)?.json
    }

    /// An identifier of the state of a key.
    struct Stamp: Equatable {
        let digest: String
        let revision: Int?
        /// The default in use, if conditions choose it.
        let standard: Value?
    }

    func stamp(of key: String) -> Stamp {
        let setting = schema.setting(named: key)
        let stored = stored[setting?.key ?? key]
        let standard = setting.flatMap { setting in
            stored?.value != nil || setting.conditionalDefaults.isEmpty
                ? nil : defaultValue(of: setting)
        }
        return Stamp(digest: digest, revision: stored?.revision, standard: standard)
    }
}

extension Settings {
    /// The stored settings, without the overlays of the running task.
    var committed: Snapshot { state.withLock { $0.snapshot } }

    /// The innermost batch in which the running task collects values for these settings.
    var openBatch: Overlay? {
        guard ReadingEpoch.isOverlaid(ReadingEpoch.now) else {
            return nil
        }
        return Overlay.stack.last { $0.settings === self && $0.kind == .batch }
    }

    /// Collects the values that properties set while `body` runs, and saves them as one revision.
    ///
    /// Inside `body`, the properties already return the new values. If `body` throws, or one value is rejected, nothing
    /// is saved.
    ///
    /// - Parameters:
    ///   - note: a note that history stores.
    ///   - body: a closure that runs once, on this thread.
    /// - Throws: the error of `body`, or `ApplyError`.
    public func batch<Result>(note: String? = nil, _ body: () throws -> Result) throws -> Result {
        let overlay = Overlay(self, .batch)
        let result = try Overlay.with(overlay, body)
        if let batch = try overlay.batch(note: note) { try applyAndWait(batch) }
        return result
    }

    /// Collects the values that properties set while an asynchronous `body` runs, and saves them as one revision.
    ///
    /// Inside `body` and the child tasks that it waits for, the properties already return the new values. Detached
    /// tasks are not part of the batch. If `body` throws, or one value is rejected, nothing is saved.
    ///
    /// - Throws: the error of `body`, or `ApplyError`.
    public func batch<Result>(
        note: String? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        let overlay = Overlay(self, .batch)
        let result = try await Overlay.with(overlay, body)
        if let batch = try overlay.batch(note: note) { try await apply(batch) }
        return result
    }

    /// Runs `body` with other values for the reads of the running task.
    package func withOverlay<Result>(
        _ values: [String: JSONValue], _ body: () throws -> Result
    ) rethrows -> Result {
        try Overlay.with(Overlay(self, .override, values.mapValues { $0 }), body)
    }

    /// Runs an asynchronous `body` with other values for the reads of the running task.
    package func withOverlay<Result>(
        _ values: [String: JSONValue], _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Overlay.with(Overlay(self, .override, values.mapValues { $0 }), body)
    }
}

extension Overlay {
    fileprivate static func with<Result>(
        _ overlay: Overlay, _ body: () throws -> Result
    ) rethrows -> Result {
        ReadingEpoch.beginOverlay()
        defer { ReadingEpoch.endOverlay() }
        return try $stack.withValue(stack + [overlay], operation: body)
    }

    fileprivate static func with<Result>(
        _ overlay: Overlay, _ body: () async throws -> Result
    ) async rethrows -> Result {
        ReadingEpoch.beginOverlay()
        defer { ReadingEpoch.endOverlay() }
        return try await $stack.withValue(stack + [overlay], operation: body)
    }

    /// Returns all values that were set, as one batch; `nil` if none was set.
    fileprivate func batch(note: String?) throws(ApplyError) -> Batch? {
        let (replacements, writers, rejection) = state.withLock {
            ($0.replacements, $0.writers, $0.rejection)
        }
        if let rejection { throw rejection }
        guard !replacements.isEmpty else { return nil }
        var batch = Batch(
            replacements.sorted { $0.key < $1.key }.map { Assignment($0.key, .property($0.value)) },
            origin: .program, note: note)
        batch.writers = writers
        return batch
    }
}
