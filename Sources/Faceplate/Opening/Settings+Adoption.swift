import Foundation
import Logging

extension Settings {
    /// Returns the plan for opening `schema` on a file, and changes no value.
    ///
    /// Without a file, it returns the plan for an empty store. A file of an older format gets the current tables, as
    /// with any opening. The call reads all values, on the caller's thread.
    ///
    /// - Throws: `StoreError` if the file cannot be used, holds another or newer schema, or a migration fails.
    public static func plan(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), at path: String,
        adoption: Adoption = Adoption()
    ) throws(StoreError) -> EvolutionPlan {
        let store = try planStorage(path)
        defer { store.close() }
        return try store.reading { reader in
            try Evolution(to: schema, labels: labels, adoption: adoption, in: reader).plan
        }
    }

    /// An empty one if the file, or the panel in it, does not exist yet.
    private static func planStorage(_ path: String) throws(StoreError) -> any SettingsStorage {
        guard StoreAddress(path).exists else { return MemoryStorage() }
        do throws(StoreError) {
            // A file of an older format is migrated by a writer.
            if let storage = try readOnlyStorage(path) { return storage }
            return try SQLiteStorage(path)
        } catch {
            if error.code == .noSchema { return MemoryStorage() }
            throw error
        }
    }

    /// Migrates open settings to a new schema, as at a start.
    ///
    /// The page and all readers change in one step.
    ///
    /// - Parameter labels: the labels of catalog files; `nil` for the current ones.
    /// - Returns: the plan that was carried out; empty if nothing is new.
    @discardableResult
    public func adopt(
        _ schema: Schema, labels: LabelCatalog? = nil, adoption: Adoption = Adoption()
    ) throws(StoreError) -> EvolutionPlan {
        register(schema.handlers)
        state.withLock { $0.content = $0.content.merging(schema.providedContent) }
        let schema = withChanges(of: schema)
        return try onQueue { () throws(StoreError) in
            try migrate(to: schema, labels: labels ?? committed.labels, adoption: adoption)
        }
    }

    /// The schema is read where it is replaced, on the settings' own queue, so that no other change of
    /// it is lost.
    ///
    /// - Parameter isRepeated: true to apply them to each schema that is adopted later, as well.
    func edit(_ edits: [SchemaEdit], isRepeated: Bool) throws {
        let refusal = try onQueue { () throws(StoreError) -> SchemaError? in
            let schema: Schema
            do throws(SchemaError) {
                schema = try committed.schema.applying(edits)
            } catch {
                return error
            }
            if schema != committed.schema {
                try migrate(
                    to: schema, labels: committed.labels, adoption: Adoption(isForced: true))
            }
            if isRepeated { state.withLock { $0.edits.append(replacing: edits) } }
            return nil
        }
        if let refusal { throw refusal }
    }

    @discardableResult
    private func migrate(
        to schema: Schema, labels: LabelCatalog, adoption: Adoption
    ) throws(StoreError) -> EvolutionPlan {
        var adoption = adoption
        adoption.migrations += state.withLock { $0.migrations }
        adoption.now = now
        let (plan, state) = try Self.evolve(
            store, to: schema, labels: labels, adoption: adoption,
            locks: self.state.withLock { $0.locks }, logger: logger
        ) { try panelThatGoesOn($0.state(), $0) }
        reportLocks(state.lockProblems)
        let known = snapshot.revision
        publish(
            state.snapshot,
            state.recent.filter { $0.number > known }.map { revision in
                var revision = whole(revision, state.snapshot.schema)
                // Only the newest can be that of this migration.
                revision.isExternal =
                    plan.isEmpty || revision.origin != .migration
                    || revision.number != state.snapshot.revision
                return revision
            })
        return plan
    }

    private func whole(_ revision: Revision, _ schema: Schema) -> Revision {
        guard revision.hasLargeValues else { return revision }
        return (try? store.reading { try Revision.numbered(revision.number, $0, schema: schema) })
            ?? revision
    }

    /// Returns a schema with the changes that the program made to earlier ones; unchanged if they do not fit it.
    private func withChanges(of schema: Schema) -> Schema {
        let (edits, content, earlier) = state.withLock {
            ($0.edits, $0.content, $0.provided)
        }
        guard !edits.isEmpty || !content.isEmpty else { return schema }
        do throws(SchemaError) {
            let current = calling { content.current(earlier: earlier) }
            note(current)
            register(current.handlers)
            return try schema.applying(
                edits + current.edits + content.currentDefaults.edits)
        } catch {
            logger.error("provided content: \(error)")
            return schema
        }
    }

    /// Returns the values that no item holds anymore, each with the reason.
    ///
    /// It waits for the settings' own queue and reads the store, so do not call it on a thread that must not block.
    /// Secrets appear without their values.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or the settings are closed.
    public func parked() throws(StoreError) -> [ParkedValue] {
        let state = try onQueue { () throws(StoreError) in try store.reading { try $0.state() } }
        return ParkedRow.all(state).map(\.parked)
    }

    /// In one transaction, after a backup if values are converted or parked.
    ///
    /// - Parameter check: a check inside the transaction, before anything is written.
    static func evolve(
        _ store: any SettingsStorage, to schema: Schema, labels: LabelCatalog, adoption: Adoption,
        locks: Locks, logger: Logger,
        checking check: (any StorageReader) throws -> Void = { _ in }
    ) throws(StoreError) -> (EvolutionPlan, State) {
        func evolution(_ reader: any StorageReader) throws -> Evolution {
            try check(reader)
            return try Evolution(to: schema, labels: labels, adoption: adoption, in: reader)
        }
        try backUpIfNeeded(store, logger) { try evolution($0).plan }
        let (evolution, state) = try store.commit { reader in
            let evolution = try evolution(reader)
            var change = try evolution.change(at: adoption.now()) {
                text, key throws(StoreError) in try store.seal(text, for: key, in: reader)
            }
            try change?.rebindSecrets(store, reader)
            let state = try State(
                evolution.outcome(of: change), schema: schema, labels: evolution.labels,
                locks: locks, change.map { ChangedReader(base: reader, change: $0) } ?? reader)
            return ((evolution, state), change)
        }
        if evolution.isFirst {
            logger.info("new store", metadata: ["panel": "\(schema.key)"])
        } else {
            for step in evolution.plan.steps {
                logger.log(level: step.isLoss ? .warning : .info, "evolution: \(step.logLine)")
            }
        }
        return (evolution.plan, state)
    }
}

extension SettingsStorage {
    fileprivate func seal(
        _ text: String, for key: String, in reader: any StorageReader
    ) throws(StoreError) -> Data {
        try StoreError.wrapping {
            try sealingBox(besides: reader.state().secrets, nil).seal(text, for: key)
        }
    }
}

extension StorageChange {
    /// Encrypts secrets again that a migration gives to other settings.
    ///
    /// Without the right key, they stay as they are: those of declared renames can be opened later.
    fileprivate mutating func rebindSecrets(
        _ store: any SettingsStorage, _ reader: any StorageReader
    ) throws {
        guard secrets.contains(where: { $0.value.record != nil }) else { return }
        let former = try reader.state().secrets
        guard !former.isEmpty, let box = try? store.secretBox(mayCreate: false) else { return }
        for (key, edit) in secrets {
            guard var secret = edit.record,
                let from = former.first(where: { $0.key != key && $0.value.sealed == secret.sealed }
                ),
                let opened = try? box.open(secret.sealed, for: from.key)
            else { continue }
            secret.sealed = try box.seal(opened.text, for: key)
            secrets[key] = .set(secret)
        }
    }
}

extension [SchemaEdit] {
    /// Options of the same items are replaced as a whole.
    fileprivate mutating func append(replacing edits: [SchemaEdit]) {
        let items = Set(edits.compactMap(\.itemOfOptions))
        if !items.isEmpty { removeAll { $0.itemOfOptions.map(items.contains) ?? false } }
        self += edits
    }
}

extension SchemaEdit {
    fileprivate var itemOfOptions: String? {
        if case .options(let item, _) = self { item } else { nil }
    }
}
