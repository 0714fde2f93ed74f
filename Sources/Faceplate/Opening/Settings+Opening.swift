package import Foundation
public import Logging

extension Settings {
    /// How a schema meets a store.
    public struct Adoption: Sendable {
        /// Takes a schema of another panel key or an older version, which is refused otherwise.
        ///
        /// Values without an item then stay as they are.
        public var isForced = false
        /// Locales whose label files could not be read: the words that the store has are kept.
        public var unreadLocales: [LocaleTag] = []
        /// The program's own steps from older versions of the schema, in any order.
        public var migrations: [Migration] = []
        /// Keeps the words of every locale, where a file of many locales could not be read.
        public var keepsUnreadLabels = false
        /// What revisions are timed by.
        var now: @Sendable () -> Date = { Date() }

        /// Makes the rules for a schema that comes from no file.
        public init(isForced: Bool = false) {
            self.isForced = isForced
        }

        /// For a schema file: words that could not be read are kept as the store has them.
        public init(of file: SchemaFile, isForced: Bool = false) {
            let unread = file.labelProblems.filter(\.isUnread)
            self.isForced = isForced
            unreadLocales = unread.compactMap(\.locale)
            keepsUnreadLabels = unread.contains { $0.locale == nil }
        }
    }

    /// Opens the settings of a file, making it if need be, and brings them to `schema`.
    ///
    /// Values are kept, converted or parked as the schema says; before any is converted or parked
    /// the file is copied beside itself (`NAME-backup-…`).
    ///
    /// - Parameters:
    ///   - path: the database. `FILE-lock` and, with secrets, `FILE-key` stand beside it.
    ///   - labels: the words of catalogue files.
    ///   - content: what the program gives the panel when it is shown.
    ///   - locks: what holds settings at values that the store does not decide.
    ///   - watches: whether other processes' changes are looked for (within 100 ms).
    /// - Throws: `StoreError` where the file cannot be used, holds another or newer schema, or a
    ///   lock does not fit.
    public static func open(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), at path: String,
        adoption: Adoption = Adoption(), content: ProvidedContent = ProvidedContent(),
        locks: Locks = [], watches: Bool = true, logger: Logger = Logger(label: "faceplate")
    ) throws(StoreError) -> Settings {
        try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: watches, logger: logger
        ) { () throws(StoreError) in try SQLiteStorage(path) }
    }

    /// Opens the settings of a storage, the program's own or a `MemoryStorage`, and brings them to
    /// `schema` as `open(_:at:)` does.
    ///
    /// The storage is closed with the settings, and where they cannot be opened.
    ///
    /// - Parameters:
    ///   - storage: one that keeps the promises of `SettingsStorage`.
    ///   - watches: whether others' changes are taken in as soon as the storage tells of them;
    ///     without that they are with the next write.
    /// - Throws: `StoreError` where the storage cannot be used, holds another or newer schema, or a
    ///   lock does not fit.
    public static func open(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), in storage: any SettingsStorage,
        adoption: Adoption = Adoption(), content: ProvidedContent = ProvidedContent(),
        locks: Locks = [], watches: Bool = true, logger: Logger = Logger(label: "faceplate")
    ) throws(StoreError) -> Settings {
        try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: watches, logger: logger, closing: storage
        ) { storage }
    }

    /// The storage that is one SQLite file, made if need be; what `open(_:at:)` uses.
    ///
    /// - Throws: `StoreError` where the file cannot be used.
    public static func fileStorage(at path: String) throws(StoreError) -> any SettingsStorage {
        try SQLiteStorage(path)
    }

    /// Settings that live in memory and end with the process.
    public static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [],
        logger: Logger = Logger(label: "faceplate")
    ) throws(StoreError) -> Settings {
        try inMemory(
            schema, labels: labels, content: content, locks: locks, logger: logger,
            now: { Date() })
    }

    /// The same, with revisions timed by another clock.
    package static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [],
        logger: Logger = Logger(label: "faceplate"), now: @escaping @Sendable () -> Date
    ) throws(StoreError) -> Settings {
        var adoption = Adoption()
        adoption.now = now
        return try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: false, logger: logger
        ) { MemoryStorage() }
    }

    /// Opens a file by the schema and labels that it holds itself.
    ///
    /// - Parameters:
    ///   - controls: the program's own controls.
    ///   - locks: what holds settings at values that the store does not decide.
    /// - Throws: `StoreError.noSchema` where it holds none, `StoreError.lock` where a lock does not fit.
    public static func open(
        at path: String, controls: [any CustomControl] = [], locks: Locks = [],
        watches: Bool = true, logger: Logger = Logger(label: "faceplate")
    ) throws(StoreError) -> Settings {
        guard access(path, F_OK) == 0 else {
            throw StoreError(.cannotOpen, "There is no database '\(path)'.")
        }
        return try open(
            holding: SQLiteStorage(path), named: "'\(path)'", controls: controls, locks: locks,
            watches: watches, logger: logger)
    }

    /// Opens a file for reading alone, by the schema and labels that it holds itself.
    ///
    /// Waits for no writer, and needs no right to write where the file is in order.
    ///
    /// - Throws: as `open(at:)` does.
    package static func openForReading(
        at path: String, locks: Locks = [], logger: Logger = Logger(label: "faceplate")
    ) throws(StoreError) -> Settings {
        if access(path, F_OK) == 0, let store = try? ReadOnlyStorage(path) {
            return try open(
                holding: store, named: "'\(path)'", controls: [], locks: locks, watches: false,
                logger: logger)
        }
        // What is out of order is said, or mended, by a writer.
        return try open(at: path, locks: locks, watches: false, logger: logger)
    }

    /// Opens a storage by the schema and labels that it holds itself.
    ///
    /// - Parameters:
    ///   - controls: the program's own controls.
    ///   - locks: what holds settings at values that the store does not decide.
    /// - Throws: `StoreError.noSchema` where it holds none, `StoreError.lock` where a lock does not fit.
    public static func open(
        in storage: any SettingsStorage, controls: [any CustomControl] = [], locks: Locks = [],
        watches: Bool = true, logger: Logger = Logger(label: "faceplate")
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

    /// What would happen if `schema` were opened on a file; changes nothing.
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

    /// Brings open settings to a new schema, as at a start: the page and every reader change over
    /// in one step.
    ///
    /// - Returns: what happened; empty where nothing is new.
    @discardableResult
    public func adopt(
        _ schema: Schema, labels: LabelCatalog, adoption: Adoption = Adoption()
    ) throws(StoreError) -> EvolutionPlan {
        take(schema.handlers)
        state.withLock { $0.content = $0.content.merging(schema.providedContent) }
        let schema = withChanges(of: schema)
        var adoption = adoption
        adoption.migrations += state.withLock { $0.migrations }
        adoption.now = now
        let all = adoption
        return try onQueue { () throws(StoreError) in
            let (plan, state) = try Self.evolve(
                store, to: schema, labels: labels, adoption: all,
                locks: self.state.withLock { $0.locks }, logger: logger
            ) { try panelThatGoesOn($0.state(), $0) }
            keep(state.lockProblems)
            let known = snapshot.revision
            publish(state.snapshot, state.recent.filter { $0.number > known })
            return plan
        }
    }

    /// A schema as the program has changed the ones before; as it is where that does not fit it.
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

    /// Values that no item holds any more, with the reason of each.
    public func parked() throws(StoreError) -> [ParkedValue] {
        let state = try onQueue { () throws(StoreError) in
            try StoreError.wrapping { try store.read { try $0.state() } }
        }
        return ParkedRow.all(state).map(\.parked)
    }

    /// A schema with what the program provides, held against the locks before a file is made.
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
            settings.take(schema.handlers)
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
        let (evolution, state) = try store.keep { reader in
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
    /// Seals a text with the key of the storage, which is made where nothing was ever sealed.
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

    /// - Throws: `StoreError.lock` where a lock does not fit.
    static func check(_ held: LockedValues) throws(StoreError) {
        guard held.problems.isEmpty else {
            throw StoreError(.lock, held.problems.joined(separator: "\n"))
        }
    }

    func checkLocks() throws(StoreError) { try Self.check(LockedValues(locks, snapshot.schema)) }
}

extension Settings {
    /// Findings of the opening that somebody should know, a sentence each.
    package var findings: [String] {
        store.notices + [snapshot.unreadableProblem].compactMap(\.self)
    }

    fileprivate func logFindings() {
        for finding in findings { logger.warning("the store: \(finding)") }
    }

    /// What the locks give the settings of a schema that was taken over just now.
    ///
    /// A lock that does not fit it locks nothing, and is told.
    func locks(for schema: Schema) -> [String: LockedValue] {
        let held = LockedValues(state.withLock { $0.locks }, schema)
        keep(held.problems)
        return held.byKey
    }

    private func keep(_ problems: [String]) {
        let isNew = state.withLock { state in
            defer { state.lockProblems = problems }
            return state.lockProblems != problems
        }
        if isNew { for problem in problems { logger.error("lock: \(problem)") } }
    }
}
