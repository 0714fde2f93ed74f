/// Values that are seen in place of the settings' own: a draft, a batch, a test's overrides.
final class Overlay: Sendable {
    enum Kind: Sendable {
        /// Takes what properties set, to be saved together.
        case batch
        /// Masks what is stored.
        case override
    }

    private struct State {
        var wishes: [String: JSONValue?] = [:]
        /// Who wished, by key.
        var writers: [String: Writer] = [:]
        /// Counts what was set.
        var edition = 0
        /// The last answer, and what it was made from.
        var known: (base: Snapshot, snapshot: Snapshot)?

        mutating func forgetAnswer() {
            known = nil
            edition &+= 1
        }
    }

    /// Those of the running task, the innermost last.
    @TaskLocal static var stack: [Overlay] = []

    let settings: Settings
    let kind: Kind
    /// Changes when a draft does.
    let observed = QuickValue()
    private let state: Locked<State>

    init(_ settings: Settings, _ kind: Kind, _ wishes: [String: JSONValue?] = [:]) {
        self.settings = settings
        self.kind = kind
        state = Locked(State(wishes: wishes))
    }

    /// Sees another value of a key; `nil` for its default.
    func set(_ key: String, to json: JSONValue?, by writer: Writer? = nil) {
        state.withLock { state in
            state.wishes[key] = .some(json)
            state.writers[key] = writer
            state.forgetAnswer()
        }
    }

    /// Sees what there is for a key.
    func unset(_ key: String) {
        state.withLock { state in
            state.wishes[key] = nil
            state.forgetAnswer()
        }
    }

    /// What it sees of its own.
    var wishes: [String: JSONValue?] { state.withLock { $0.wishes } }

    /// Sees what there is in place of these, but where they were replaced meanwhile.
    func forget(_ wishes: [String: JSONValue?]) {
        state.withLock { state in
            for (key, json) in wishes where state.wishes[key] == .some(json) {
                state.wishes[key] = nil
            }
            state.forgetAnswer()
        }
    }

    /// The snapshot with the values of its own.
    func snapshot(over base: Snapshot) -> Snapshot {
        let (known, wishes, edition) = state.withLock { ($0.known, $0.wishes, $0.edition) }
        if let known, known.base === base { return known.snapshot }
        guard !wishes.isEmpty else { return base }
        let changes = wishes.compactMap { Self.change($0.key, $0.value, base) }
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

    /// What is to be saved, by key: what would be no other value than there is is left out.
    func assignments(over base: Snapshot) -> [Assignment] {
        let wishes = wishes
        let wished = snapshot(over: base)
        return wishes.sorted { $0.key < $1.key }
            .filter { key, json in
                // That an option cannot be switched off is told where it is saved.
                let isOption = base.settingKey(of: key) != key
                return (isOption ? json : wished.json(of: key)) != base.json(of: key)
            }
            .map { Assignment($0.key, .property($0.value)) }
    }
}

extension Snapshot {
    /// What a key reads as, in JSON; `nil` for a private one that is not set.
    func json(of key: String) -> JSONValue? {
        schema.reference(key) == nil ? stored[key]?.json : value(key)?.json
    }

    /// What tells one stored state of a key from another.
    struct Stamp: Equatable {
        let digest: String
        let revision: Int?
    }

    func stamp(of key: String) -> Stamp {
        Stamp(digest: digest, revision: stored[settingKey(of: key)]?.revision)
    }

    /// The key that changes are told of: for an option that of its group.
    func settingKey(of key: String) -> String {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): setting.key
        case .row, nil: key
        }
    }
}

extension Settings {
    /// What is stored, whatever the running task sees in its place.
    var committed: Snapshot { state.withLock { $0.snapshot } }

    /// The innermost batch that the running task collects for these settings.
    var openBatch: Overlay? {
        guard ReadingEpoch.isOverlaid(ReadingEpoch.now) else {
            return nil
        }
        return Overlay.stack.last { $0.settings === self && $0.kind == .batch }
    }

    /// Collects what properties set while `body` runs, and saves it as one revision.
    ///
    /// Within, they already read as they were set. Where `body` throws nothing is saved; nor is
    /// anything where one value is refused.
    ///
    /// - Parameters:
    ///   - note: words that history keeps.
    ///   - body: runs once, on this thread.
    /// - Throws: what `body` throws, or `ApplyError`.
    public func batch<Result>(note: String? = nil, _ body: () throws -> Result) throws -> Result {
        let overlay = Overlay(self, .batch)
        let result = try Overlay.with(overlay, body)
        if let batch = overlay.batch(note: note) { try applyAndWait(batch) }
        return result
    }

    /// The same where `body` waits.
    public func batch<Result>(
        note: String? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        let overlay = Overlay(self, .batch)
        let result = try await Overlay.with(overlay, body)
        if let batch = overlay.batch(note: note) { try await apply(batch) }
        return result
    }

    /// Runs `body` with other values for what the running task reads.
    package func withOverlay<Result>(
        _ values: [String: JSONValue], _ body: () throws -> Result
    ) rethrows -> Result {
        try Overlay.with(Overlay(self, .override, values.mapValues { $0 }), body)
    }

    /// The same where `body` waits.
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

    /// All that was set, as one batch; `nil` for nothing.
    fileprivate func batch(note: String?) -> Batch? {
        let (wishes, writers) = state.withLock { ($0.wishes, $0.writers) }
        guard !wishes.isEmpty else { return nil }
        var batch = Batch(
            wishes.sorted { $0.key < $1.key }.map { Assignment($0.key, .property($0.value)) },
            origin: .program, note: note)
        batch.writers = writers
        return batch
    }
}
