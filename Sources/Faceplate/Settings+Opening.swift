import Crypto
package import Foundation
import GRDB
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
        let content = schema.providedContent.merging(content)
        let whole = try checked(schema, content, locks, logger)
        let settings = try open(
            Store(.file(path)), schema: whole, labels: labels, adoption: adoption,
            content: content, locks: locks, logger: logger)
        settings.take(schema.handlers)
        if watches { settings.watch() }
        return settings
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
        let content = schema.providedContent.merging(content)
        let whole = try checked(schema, content, locks, logger)
        let settings = try open(
            Store(.memory), schema: whole, labels: labels, adoption: adoption,
            content: content, locks: locks, logger: logger)
        settings.take(schema.handlers)
        return settings
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
        let store = try Store(.file(path))
        do throws(StoreError) {
            let state = try store.read { database -> State in
                guard let panel = try PanelRow(database) else {
                    throw StoreError(
                        .noSchema,
                        "'\(path)' holds no schema yet. Name one: faceplate serve SCHEMA.")
                }
                return try State(
                    database, schema: panel.storedSchema(controls: controls),
                    labels: LabelCatalog(database),
                    panel: panel, locks: locks)
            }
            try state.checkLocks()
            let settings = Settings(store: store, state: state, logger: logger)
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
        let location = access(path, F_OK) == 0 ? Store.Location.file(path) : .memory
        let store = try Store(location)
        defer { store.close() }
        return try store.read { database in
            let evolution = try Evolution(
                to: schema, labels: labels, adoption: adoption, in: database)
            return evolution.plan
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
                locks: self.state.withLock { $0.locks }, logger: logger)
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
        try onQueue { () throws(StoreError) in try store.read(ParkedRow.all).map(\.parked) }
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
        _ store: Store, schema: Schema, labels: LabelCatalog, adoption: Adoption,
        content: ProvidedContent, locks: Locks, logger: Logger
    ) throws(StoreError) -> Settings {
        do throws(StoreError) {
            var (_, state) = try evolve(
                store, to: schema, labels: labels, adoption: adoption, locks: locks,
                logger: logger)
            state.content = content
            state.migrations = adoption.migrations
            let settings = Settings(
                store: store, state: state, logger: logger, now: adoption.now)
            settings.begin(with: content)
            return settings
        } catch {
            store.close()
            throw error
        }
    }

    private static func evolve(
        _ store: Store, to schema: Schema, labels: LabelCatalog, adoption: Adoption,
        locks: Locks, logger: Logger
    ) throws(StoreError) -> (EvolutionPlan, State) {
        try store.backUpIfNeeded(logger) { database in
            try Evolution(to: schema, labels: labels, adoption: adoption, in: database).plan
        }
        let (plan, state, isNew) = try store.write { database in
            let evolution = try Evolution(
                to: schema, labels: labels, adoption: adoption, in: database)
            try evolution.write(to: database, at: adoption.now())
            guard let panel = try PanelRow(database) else {
                throw StoreError(.failed, "The schema was not written.")
            }
            let state = try State(
                database, schema: schema, labels: evolution.labels, panel: panel, locks: locks)
            return (evolution.plan, state, evolution.isFirst)
        }
        if isNew {
            logger.info("new store", metadata: ["panel": "\(schema.key)"])
        } else {
            for step in plan.steps { logger.info("evolution: \(step.logLine)") }
        }
        return (plan, state)
    }
}

extension Settings.State {
    init(
        _ database: Database, schema: Schema, labels: LabelCatalog, panel: PanelRow,
        locks: Settings.Locks
    ) throws {
        let held = LockedValues(locks, schema)
        self.locks = locks
        lockProblems = held.problems
        snapshot = try Snapshot(
            database, schema: schema, labels: labels, panel: panel, locks: held.byKey)
        recent = try Revision.recent(Settings.recentLimit, database, schema: schema)
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
