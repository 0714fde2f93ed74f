import Logging

/// The values of settings that the program itself owns, such as the state of a device or an existing configuration.
///
/// ``Settings/use(_:)`` connects a source. Pages, the API, forms and the typed readers then read and change these values
/// through it, with the rules and checks of the schema. The store holds a copy of them, so that history, undo and other
/// processes work as for other settings.
public protocol ValueSource: Sendable {
    /// The keys of the settings whose values the program owns; secrets cannot be among them.
    var keys: [String] { get }

    /// Returns the current values; a setting without a value is on its default.
    ///
    /// It is called on any thread, when a page or a program reads the values, and must return soon, in 60 seconds at
    /// most. An actor can be a source: its `keys` are then `nonisolated`.
    ///
    /// - Throws: Any error; the values that were read last stay in use.
    func get() async throws -> [String: Value]

    /// Accepts changed values, all or none; `nil` means the default.
    ///
    /// It is called before a batch from any other source is stored, after all checks of the schema, while the settings'
    /// own queue waits: it must return soon, and must not wait for `apply`. It can be called again with the same values.
    /// If the store then fails, the values of the source count.
    ///
    /// - Returns: `nil` to accept, or the objection that rejects the whole batch.
    /// - Throws: Any error; it rejects the batch.
    func set(_ values: [String: Value?]) async throws -> Veto?
}

extension Settings {
    /// Uses the values of a source from now on, in place of an earlier source.
    ///
    /// Values that differ from the stored ones become a revision of origin `program`. Values that the schema does not
    /// accept, and keys that it does not have, are left out and reported in `problems`. It waits for the store: call it
    /// on a thread that may block.
    ///
    /// - Throws: The error of `get()`, or `ApplyError` if the values cannot be stored.
    public func use(_ source: any ValueSource) throws {
        _ = try provided { try await source.get() }
        connect(source)
        reportContent(problems(with: source))
        try applyAndWait(readingSource)
    }

    /// Reads the values of the source again, because the program has changed them.
    ///
    /// Open pages then show them. It returns immediately, before readers have the new values: to wait for that, use
    /// `refreshSource()`. Changed values become a revision of origin `program`.
    public func sourceChanged() {
        apply(readingSource) { [logger] result in
            if case .failure(let error) = result {
                logger.error("the program's values: \(error)")
            }
        }
    }

    /// Reads the values of the source again, and returns when all readers have them.
    ///
    /// - Throws: `ApplyError` if the values cannot be read or stored.
    public func refreshSource() async throws(ApplyError) {
        _ = try await apply(readingSource)
    }

    /// It may wait for the store.
    package func readSource() {
        guard let source = state.withLock({ $0.source }) else { return }
        do {
            if source is any ValueFile {
                if readingChangedFile != nil { try applyAndWait(readingSource) }
                return
            }
            let values = try provided { try await source.get() }
            let refused = state.withLock { $0.refusedBySchema }
            // A value that was refused is not read again until it changes.
            let isNew = refused.contains { values[$0.key] != $0.value }
            let differing = differences(of: values, source, from: committed)
            guard isNew || differing.contains(where: { refused[$0.key] == nil }) else { return }
            try applyAndWait(readingSource)
        } catch {
            logger.error("the program's values: \(error)")
        }
    }

    func connect(_ source: any ValueSource) {
        guard state.withLock({ exchange(&$0.source, with: source) }) == nil else { return }
        // The observation lasts as long as the settings, so nothing has to cancel it.
        _ = observe { [weak self] revision in self?.handOver(revision) }
    }

    func ownsValue(on page: Schema.ItemPage) -> Bool {
        guard let source = state.withLock({ $0.source }) else { return false }
        let keys = Set(source.keys)
        return page.groups.contains { group in
            keys.contains(group.key) || group.items.contains { keys.contains($0.key) }
        }
    }

    private func problems(with source: any ValueSource) -> [String] {
        let schema = committed.schema
        return source.keys.sorted().compactMap { key in
            guard let setting = schema.settings[key] else {
                return "The program owns the value of '\(key)', and there is no such setting."
                    + NearestWord.suggestion(for: key, among: schema.settings.keys)
            }
            return setting.isSecret
                ? "The program owns the value of '\(key)', which is a secret." : nil
        }
    }

    // MARK: - Reading

    func differences(
        of values: [String: Value], _ source: any ValueSource, from snapshot: Snapshot
    ) -> [Assignment] {
        let assignments = source.keys.compactMap { key -> (Assignment, isNew: Bool)? in
            guard let setting = snapshot.schema.settings[key], !setting.isSecret,
                !snapshot.isLocked(setting)
            else { return nil }
            // The store holds the value as the rules write it.
            let given = values[key].map { (try? setting.rules.value(fromJSON: $0.json)) ?? $0 }
            let value = given ?? snapshot.defaultValue(of: setting)
            return (
                Assignment(key, values[key].map { .json($0.json) } ?? .reset),
                snapshot.value(of: setting) != value
            )
        }
        // A value that equals a default must be set when the others can change the default.
        let moved = snapshot.settingsOnDefault(
            reachedBy: Set(assignments.filter(\.isNew).map(\.0.key)))
        return assignments.filter { assignment, isNew in
            isNew || values[assignment.key] != nil && moved.contains(assignment.key)
        }.map(\.0)
    }

    /// Call it inside the transaction, so that no change through the settings comes in between.
    func filled(
        _ batch: Batch, on snapshot: Snapshot, _ history: History, _ reader: any StorageReader
    ) throws(ApplyError) -> Batch {
        guard batch.readsSource, let source = state.withLock({ $0.source }) else { return batch }
        if let file = source as? any ValueFile {
            return try filled(batch, from: file, on: snapshot, reader)
        }
        var batch = batch
        let values: [String: Value]
        do {
            values = try provided { try await source.get() }
            batch.assignments = differences(of: values, source, from: snapshot)
        } catch {
            throw .store(StoreError(.failed, "The program's values could not be read."))
        }
        var refused: [KeyProblem] = []
        do throws(ApplyError) {
            _ = try ChangePlan(batch, on: snapshot, history: history)
        } catch .refused(let problems) {
            refused = problems
            let keys = Set(problems.map(\.key))
            batch.assignments.removeAll { keys.contains($0.key) }
        }
        report(refused, of: values)
        return batch
    }

    private func report(_ refused: [KeyProblem], of values: [String: Value]) {
        let sentences = refused.map {
            "The program has a value of '\($0.key)', which was rejected (\($0.problem.code.rawValue))."
        }
        let new = state.withLock { state in
            defer {
                state.sourceProblems = sentences
                state.refusedBySchema = refused.reduce(into: [:]) { $0[$1.key] = values[$1.key] }
            }
            return sentences.filter { !state.sourceProblems.contains($0) }
        }
        for problem in new { logger.error("provided content: \(problem)") }
    }

    // MARK: - Writing

    /// Passes the changes of a batch to the source, before they are stored.
    func handOver(
        _ changes: [Change], secrets: [String: String] = [:], of batch: Batch
    ) throws(ApplyError) {
        guard !batch.readsSource, let source = state.withLock({ $0.source }) else { return }
        let owned = Self.changes(changes, of: source)
        guard !owned.isEmpty else { return }
        let veto: Veto?
        let values = Self.values(after: owned, secrets)
        do {
            veto = try provided { try await source.set(values) }
        } catch let error as any SpokenError where source is any ValueFile {
            veto = .all(error.description)
        } catch let error as LateAnswer {
            veto = .all(error.description)
            // It can still take effect.
            sourceChanged()
        } catch {
            veto = .all("The program rejected the change.")
        }
        if let problems = veto?.problems(owned, in: batch.locale), !problems.isEmpty {
            throw .refused(problems)
        }
    }

    /// Values that it does not accept are restored.
    private func handOver(_ revision: Revision) {
        guard revision.isExternal, let source = state.withLock({ $0.source }) else { return }
        let owned = Self.changes(revision.changes, of: source)
        guard !owned.isEmpty else { return }
        do {
            var secrets: [String: String] = [:]
            for change in owned where change.new == .secret {
                secrets[change.key] = try secret(change.key)
            }
            let values = Self.values(after: owned, secrets)
            if try provided(by: { try await source.set(values) }) == nil { return }
        } catch {
            logger.error("the program's values: \(error)")
        }
        sourceChanged()
    }

    private static func changes(_ changes: [Change], of source: any ValueSource) -> [Change] {
        let keys = Set(source.keys)
        return changes.filter { keys.contains($0.key) }
    }

    private static func values(
        after changes: [Change], _ secrets: [String: String]
    ) -> [String: Value?] {
        changes.reduce(into: [:]) { values, change in
            switch change.new {
            case .value(let value): values[change.key] = .some(value)
            case .onDefault: values[change.key] = .some(nil)
            case .secret:
                guard let text = secrets[change.key] else { return }
                values[change.key] = .some(.text(text))
            case .json, .large: break
            }
        }
    }

    var readingSource: Batch {
        let isFile = state.withLock { $0.source is any ValueFile }
        var batch = Batch([], origin: isFile ? .file : .program)
        batch.readsSource = true
        return batch
    }
}
