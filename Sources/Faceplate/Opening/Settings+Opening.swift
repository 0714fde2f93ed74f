package import Foundation
public import Logging

extension Settings {
    /// The rules for applying a schema to a store.
    public struct Adoption: Sendable {
        /// True to accept a schema with another panel key or an older version, which is rejected otherwise.
        ///
        /// With an older version, values without an item stay unchanged.
        public var isForced = false
        /// Locales whose label files could not be read; the labels in the store are used for them.
        public var unreadLocales: [LocaleTag] = []
        /// The program's own migrations from older versions of the schema, in any order.
        ///
        /// Only those between the version in the store and the version of the new schema run. They also run when the
        /// schema is replaced later.
        public var migrations: [Migration] = []
        /// True to use the labels in the store for every locale, if a file with many locales could not be read.
        public var keepsUnreadLabels = false
        /// The clock for the times of revisions.
        var now: @Sendable () -> Date = { Date() }

        /// Creates the rules for a schema that does not come from a file.
        public init(isForced: Bool = false) {
            self.isForced = isForced
        }

        /// Creates the rules for a schema file; labels that could not be read come from the store.
        public init(of file: SchemaFile, isForced: Bool = false) {
            let unread = file.labelProblems.filter(\.isUnread)
            self.isForced = isForced
            unreadLocales = unread.compactMap(\.locale)
            keepsUnreadLabels = unread.contains { $0.locale == nil }
        }
    }

    /// Opens the settings of a file, which is created if needed, and migrates them to `schema`.
    ///
    /// Values stay, are converted or parked according to the schema. Before any value is converted or parked, the file
    /// is copied in its folder (`NAME-backup-…`).
    ///
    /// - Parameters:
    ///   - path: the database. `FILE-lock` and, with secrets, `FILE-key` are in the same folder.
    ///   - labels: the labels of catalog files.
    ///   - content: the content that the program provides when the panel is shown.
    ///   - locks: the locks that hold settings at values independently of the store.
    ///   - watches: `true` to look for changes of other processes (within 100 ms).
    /// - Throws: `StoreError` if the file cannot be used, holds another or newer schema, or a lock does not fit.
    public static func open(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), at path: String,
        adoption: Adoption = Adoption(), content: ProvidedContent = ProvidedContent(),
        locks: Locks = [], watches: Bool = true, logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: watches, logger: logger
        ) { () throws(StoreError) in try SQLiteStorage(path) }
    }

    /// Opens the settings of a storage, such as the program's own or a `MemoryStorage`, and migrates them to `schema`
    /// as `open(_:at:)` does.
    ///
    /// The storage is closed with the settings, or if they cannot be opened.
    ///
    /// - Parameters:
    ///   - storage: a storage that meets the requirements of `SettingsStorage`.
    ///   - watches: `true` to load changes of others as soon as the storage reports them; otherwise they are loaded
    ///     with the next write.
    /// - Throws: `StoreError` if the storage cannot be used, holds another or newer schema, or a lock does not fit.
    public static func open(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), in storage: any SettingsStorage,
        adoption: Adoption = Adoption(), content: ProvidedContent = ProvidedContent(),
        locks: Locks = [], watches: Bool = true, logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: watches, logger: logger, closing: storage
        ) { storage }
    }

    /// Returns the storage in one SQLite file, which is created if needed; `open(_:at:)` uses it.
    ///
    /// - Throws: `StoreError` if the file cannot be used.
    public static func fileStorage(at path: String) throws(StoreError) -> any SettingsStorage {
        try SQLiteStorage(path)
    }

    /// Creates settings in memory, which end with the process.
    ///
    /// They have the same rules, history and undo as those of a file, but no path, no backups and no other processes.
    /// Secrets are encrypted with a key of this process.
    ///
    /// - Throws: `StoreError.lock` if a lock does not fit the schema.
    public static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [],
        logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        try inMemory(
            schema, labels: labels, content: content, locks: locks, logger: logger,
            now: { Date() })
    }

    /// Creates settings in memory, with another clock for the times of revisions.
    package static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [],
        logger: Logger = .faceplate(), now: @escaping @Sendable () -> Date
    ) throws(StoreError) -> Settings {
        var adoption = Adoption()
        adoption.now = now
        return try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: false, logger: logger
        ) { MemoryStorage() }
    }

    /// Opens a file with the schema and labels that it holds.
    ///
    /// - Parameters:
    ///   - controls: the program's custom controls.
    ///   - locks: the locks that hold settings at values independently of the store.
    /// - Throws: `StoreError.noSchema` if it holds no schema, `StoreError.lock` if a lock does not fit.
    public static func open(
        at path: String, controls: [any CustomControl] = [], locks: Locks = [],
        watches: Bool = true, logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        guard access(path, F_OK) == 0 else {
            throw StoreError(.cannotOpen, "There is no database '\(path)'.")
        }
        return try open(
            holding: SQLiteStorage(path), named: "'\(path)'", controls: controls, locks: locks,
            watches: watches, logger: logger)
    }

    /// Opens a file for reading only, with the schema and labels that it holds.
    ///
    /// It waits for no writer, and needs no write permission if the file is in order.
    ///
    /// - Throws: the same errors as `open(at:)`.
    package static func openForReading(
        at path: String, locks: Locks = [], logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        if access(path, F_OK) == 0, let store = try? ReadOnlyStorage(path) {
            return try open(
                holding: store, named: "'\(path)'", controls: [], locks: locks, watches: false,
                logger: logger)
        }
        // A writer reports or repairs a file that is not in order.
        return try open(at: path, locks: locks, watches: false, logger: logger)
    }

    /// Opens a storage with the schema and labels that it holds.
    ///
    /// - Parameters:
    ///   - controls: the program's custom controls.
    ///   - locks: the locks that hold settings at values independently of the store.
    /// - Throws: `StoreError.noSchema` if it holds no schema, `StoreError.lock` if a lock does not fit.
    public static func open(
        in storage: any SettingsStorage, controls: [any CustomControl] = [], locks: Locks = [],
        watches: Bool = true, logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        try open(
            holding: storage, named: "The storage", controls: controls, locks: locks,
            watches: watches, logger: logger)
    }

    private static func open(
        holding store: any SettingsStorage, named name: String, controls: [any CustomControl],
        locks: Locks, watches: Bool, logger: Logger
    ) throws(StoreError) -> Settings {
        do throws(StoreError) {
            let state = try StoreError.wrapping {
                try store.read { reader in
                    let stored = try reader.state()
                    guard let panel = stored.panel else {
                        throw StoreError(
                            .noSchema,
                            "\(name) holds no schema yet. Name one: faceplate serve SCHEMA.")
                    }
                    return try State(
                        stored, schema: panel.read(controls: controls),
                        labels: LabelCatalog(texts: reader.labels()), locks: locks, reader)
                }
            }
            try state.checkLocks()
            let settings = Settings(store: store, state: state, logger: logger)
            settings.logFindings()
            if watches { settings.watch() }
            return settings
        } catch {
            store.close()
            throw error
        }
    }

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
        let store: any SettingsStorage =
            access(path, F_OK) == 0 ? try SQLiteStorage(path) : MemoryStorage()
        defer { store.close() }
        return try StoreError.wrapping {
            try store.read { reader in
                try Evolution(to: schema, labels: labels, adoption: adoption, in: reader).plan
            }
        }
    }

    /// Migrates open settings to a new schema, as at a start.
    ///
    /// The page and all readers change in one step.
    ///
    /// - Returns: the plan that was carried out; empty if nothing is new.
    @discardableResult
    public func adopt(
        _ schema: Schema, labels: LabelCatalog, adoption: Adoption = Adoption()
    ) throws(StoreError) -> EvolutionPlan {
        register(schema.handlers)
        state.withLock { $0.content = $0.content.merging(schema.providedContent) }
        let schema = withChanges(of: schema)
        return try onQueue { () throws(StoreError) in
            try migrate(to: schema, labels: labels, adoption: adoption)
        }
    }

    /// Applies edits to the current schema.
    ///
    /// The schema is read where it is replaced, on the settings' own queue, so that no other change of
    /// it is lost.
    ///
    /// - Parameter isRepeated: true to apply them to each schema that is adopted later, as well.
    /// - Throws: `SchemaError` if they do not fit, `StoreError` if they cannot be stored.
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
            if isRepeated { state.withLock { $0.edits += edits } }
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Migrates to a schema, on the settings' own queue.
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
                var revision = revision
                // Only the newest can be that of this migration.
                revision.isExternal =
                    plan.isEmpty || revision.origin != .migration
                    || revision.number != state.snapshot.revision
                return revision
            })
        return plan
    }

    /// Returns a schema with the changes that the program made to earlier ones; unchanged if they do not fit it.
    private func withChanges(of schema: Schema) -> Schema {
        let (edits, content) = state.withLock { ($0.edits, $0.content) }
        guard !edits.isEmpty || !content.isEmpty else { return schema }
        do throws(SchemaError) {
            return try schema.applying(edits + content.edits() + content.defaultEdits)
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
        let state = try onQueue { () throws(StoreError) in
            try StoreError.wrapping { try store.read { try $0.state() } }
        }
        return ParkedRow.all(state).map(\.parked)
    }

    /// Returns a schema with the program's content, checked against the locks before a file is created.
    private static func checked(
        _ schema: Schema, _ content: ProvidedContent, _ locks: Locks, _ logger: Logger
    ) throws(StoreError) -> Schema {
        var whole = schema
        do throws(SchemaError) {
            whole = try schema.applying(content.edits() + content.defaultEdits)
        } catch {
            logger.error("provided content: \(error)")
        }
        try State.check(LockedValues(locks, whole))
        return whole
    }

    private static func open(
        _ schema: Schema, labels: LabelCatalog, adoption: Adoption, content: ProvidedContent,
        locks: Locks, watches: Bool, logger: Logger, closing given: (any SettingsStorage)? = nil,
        making make: () throws(StoreError) -> any SettingsStorage
    ) throws(StoreError) -> Settings {
        let content = schema.providedContent.merging(content)
        let whole: Schema
        do throws(StoreError) {
            whole = try checked(schema, content, locks, logger)
        } catch {
            given?.close()
            throw error
        }
        let store = try make()
        do throws(StoreError) {
            var (_, state) = try evolve(
                store, to: whole, labels: labels, adoption: adoption, locks: locks,
                logger: logger)
            state.content = content
            state.migrations = adoption.migrations
            let settings = Settings(
                store: store, state: state, logger: logger, now: adoption.now)
            settings.begin(with: content)
            settings.register(schema.handlers)
            settings.logFindings()
            if watches { settings.watch() }
            return settings
        } catch {
            store.close()
            throw error
        }
    }

    private static func evolve(
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
            let change = try evolution.change(at: adoption.now()) {
                text, key throws(StoreError) in try store.seal(text, for: key, in: reader)
            }
            let state = try State(
                evolution.outcome(of: change), schema: schema, labels: evolution.labels,
                locks: locks, change.map { ChangedReader(base: reader, change: $0) } ?? reader)
            return ((evolution, state), change)
        }
        if evolution.isFirst {
            logger.info("new store", metadata: ["panel": "\(schema.key)"])
        } else {
            for step in evolution.plan.steps { logger.info("evolution: \(step.logLine)") }
        }
        return (evolution.plan, state)
    }
}

extension SettingsStorage {
    /// Encrypts text with the key of the storage, which is created if the storage has no secrets yet.
    fileprivate func seal(
        _ text: String, for key: String, in reader: any StorageReader
    ) throws(StoreError) -> Data {
        try StoreError.wrapping {
            let hasSecrets = try !reader.state().secrets.isEmpty
            return try SecretBox(key: secretKey(mayCreate: !hasSecrets)).seal(text, for: key)
        }
    }
}

extension Settings.State {
    init(
        _ stored: StoredState, schema: Schema, labels: LabelCatalog, locks: Settings.Locks,
        _ reader: any StorageReader
    ) throws {
        let held = LockedValues(locks, schema)
        self.locks = locks
        lockProblems = held.problems
        snapshot = Snapshot(stored, schema: schema, labels: labels, locks: held.byKey)
        recent = try Revision.recent(Settings.recentLimit, reader, schema: schema)
    }

    /// Checks that all locks fit.
    ///
    /// - Throws: `StoreError.lock` if a lock does not fit.
    static func check(_ held: LockedValues) throws(StoreError) {
        guard held.problems.isEmpty else {
            throw StoreError(.lock, held.problems.joined(separator: "\n"))
        }
    }

    func checkLocks() throws(StoreError) { try Self.check(LockedValues(locks, snapshot.schema)) }
}

extension Settings {
    /// Findings of the opening that users should know, one sentence each.
    package var findings: [String] {
        store.notices + [snapshot.unreadableProblem].compactMap(\.self)
    }

    fileprivate func logFindings() {
        for finding in findings { logger.warning("the store: \(finding)") }
    }

    /// Returns the locked values for a schema that was just loaded.
    ///
    /// A lock that does not fit it has no effect, and is reported.
    func locks(for schema: Schema) -> [String: LockedValue] {
        let held = LockedValues(state.withLock { $0.locks }, schema)
        reportLocks(held.problems)
        return held.byKey
    }

    private func reportLocks(_ problems: [String]) {
        let isNew = state.withLock { state in
            defer { state.lockProblems = problems }
            return state.lockProblems != problems
        }
        if isNew { for problem in problems { logger.error("lock: \(problem)") } }
    }
}
