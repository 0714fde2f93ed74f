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
        package var unreadLocales: [LocaleTag] = []
        /// The program's own migrations from older versions of the schema, in any order.
        ///
        /// Only those between the version in the store and the version of the new schema run. They also run when the
        /// schema is replaced later.
        public var migrations: [Migration] = []
        /// True to use the labels in the store for every locale, if a file with many locales could not be read.
        package var keepsUnreadLabels = false
        var now: @Sendable () -> Date = { Date() }
        var alarm = Alarm.system
        var uptime: @Sendable () -> TimeInterval = Uptime.system

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
    ///   - path: the database. `FILE-lock` and, with secrets, `FILE-key` are in the same folder. With `?panel=NAME` at
    ///     the end, the file holds several panels, and this one has the name.
    ///   - labels: the labels of catalog files.
    ///   - content: the content that the program provides when the panel is shown.
    ///   - locks: the locks that hold settings at values independently of the store.
    ///   - watches: `true` to look for changes of other processes (within 100 ms).
    /// - Throws: `StoreError` if the file cannot be used or holds another or newer schema.
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
    /// - Throws: `StoreError` if the storage cannot be used or holds another or newer schema.
    public static func open(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), in storage: any SettingsStorage,
        adoption: Adoption = Adoption(), content: ProvidedContent = ProvidedContent(),
        locks: Locks = [], watches: Bool = true, logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        try open(
            schema, labels: labels, adoption: adoption, content: content, locks: locks,
            watches: watches, logger: logger
        ) { storage }
    }

    /// Returns the storage in one SQLite file, which is created if needed; `open(_:at:)` uses it.
    ///
    /// - Throws: `StoreError` if the file cannot be used.
    package static func fileStorage(at path: String) throws(StoreError) -> any SettingsStorage {
        try SQLiteStorage(path)
    }

    /// Creates settings in memory, which end with the process.
    ///
    /// They have the same rules, history and undo as those of a file, but no path, no backups and no other processes.
    /// Secrets are encrypted with a key of this process.
    public static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [],
        logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        try open(
            schema, labels: labels, adoption: Adoption(), content: content, locks: locks,
            watches: false, logger: logger
        ) { MemoryStorage() }
    }

    package static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [],
        logger: Logger = .faceplate(), now: @escaping @Sendable () -> Date
    ) throws(StoreError) -> Settings {
        var adoption = Adoption()
        adoption.now = now
        // A test that moves this clock means that time passes.
        adoption.uptime = { now().timeIntervalSince1970 }
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
    /// - Throws: `StoreError.noSchema` if it holds no schema.
    public static func open(
        at path: String, controls: [any CustomControl] = [], locks: Locks = [],
        watches: Bool = true, logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        guard StoreAddress(path).exists else {
            throw StoreError(.cannotOpen, "There is no database '\(path)'.")
        }
        return try open(
            holding: SQLiteStorage(path), named: "'\(path)'", controls: controls, locks: locks,
            watches: watches, logger: logger)
    }

    /// It waits for no writer, and needs no write permission if the file is in order.
    package static func openForReading(
        at path: String, locks: Locks = [], logger: Logger = .faceplate()
    ) throws(StoreError) -> Settings {
        if StoreAddress(path).exists, let store = try readOnlyStorage(path) {
            return try open(
                holding: store, named: "'\(path)'", controls: [], locks: locks, watches: false,
                logger: logger)
        }
        // A writer reports or repairs a file that is not in order.
        return try open(at: path, locks: locks, watches: false, logger: logger)
    }

    /// `nil` if the file is not in order.
    static func readOnlyStorage(_ path: String) throws(StoreError) -> ReadOnlyStorage? {
        do throws(StoreError) {
            return try ReadOnlyStorage(path)
        } catch {
            if error.code == .noSchema { throw error }
            return nil
        }
    }

    /// Opens a storage with the schema and labels that it holds.
    ///
    /// - Parameters:
    ///   - controls: the program's custom controls.
    ///   - locks: the locks that hold settings at values independently of the store.
    /// - Throws: `StoreError.noSchema` if it holds no schema.
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
            let state = try store.reading { reader in
                let stored = try reader.state()
                guard let panel = stored.panel else {
                    throw StoreError(
                        .noSchema,
                        "\(name) contains no schema yet. Name one: faceplate serve SCHEMA.")
                }
                return try State(
                    stored, schema: panel.read(controls: controls),
                    labels: LabelCatalog(texts: reader.labels()), locks: locks, reader)
            }
            let settings = Settings(store: store, state: state, logger: logger)
            settings.beginTimes()
            settings.logFindings()
            if watches { settings.watch() }
            return settings
        } catch {
            store.close()
            throw error
        }
    }

    private static func filled(
        _ schema: Schema, _ edits: [SchemaEdit], _ logger: Logger
    ) -> Schema {
        do throws(SchemaError) {
            return try schema.applying(edits)
        } catch {
            logger.error("provided content: \(error)")
            return schema
        }
    }

    private static func open(
        _ schema: Schema, labels: LabelCatalog, adoption: Adoption, content: ProvidedContent,
        locks: Locks, watches: Bool, logger: Logger,
        making make: () throws(StoreError) -> any SettingsStorage
    ) throws(StoreError) -> Settings {
        let content = schema.providedContent.merging(content)
        // These settings are not open yet, and others may be that have the same handlers.
        let (current, defaults) = PageLink.$caller.withValue(PageLink.Caller(nil)) {
            (content.current(), content.currentDefaults)
        }
        try current.requireGroups()
        let whole = filled(schema, current.edits + defaults.edits, logger)
        let store = try make()
        do throws(StoreError) {
            var (_, state) = try evolve(
                store, to: whole, labels: labels, adoption: adoption, locks: locks,
                logger: logger)
            state.content = content
            state.migrations = adoption.migrations
            let settings = Settings(
                store: store, state: state, logger: logger, now: adoption.now,
                alarm: adoption.alarm, uptime: adoption.uptime)
            settings.note(current)
            settings.begin(with: content, defaults)
            settings.register(schema.handlers)
            settings.begin(with: current)
            settings.beginTimes()
            settings.logFindings()
            if watches { settings.watch() }
            return settings
        } catch {
            store.close()
            throw error
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
        credentials = try CredentialRecords(reader)
        recent = try Revision.recent(Settings.recentLimit, reader, schema: schema)
        recentSize = recent.reduce(0) { $0 + $1.weight }
        returns = [:]
        for setting in schema.confirmedSettings {
            guard let number = snapshot.lastChanges[setting.key] else { continue }
            let known = recent.last { $0.number == number }
            let revision =
                try known ?? reader.lastChange(of: setting.key).map { Revision($0, schema: schema) }
            guard let revision, revision.origin == .expiry else { continue }
            returns[setting.key] = (number, revision.time)
        }
    }

    mutating func add(_ revisions: [Revision]) {
        let named = revisions.map(\.named)
        recent += named
        recentSize += named.reduce(0) { $0 + $1.weight }
        // Several at once, because each removal moves all that stay.
        if recent.count > Settings.recentLimit + Settings.recentExcess
            || recentSize > 2 * Revision.answerSize
        {
            recent = recent.newest(Settings.recentLimit)
            recentSize = recent.reduce(0) { $0 + $1.weight }
        }
        guard !snapshot.schema.confirmedSettings.isEmpty else { return }
        for revision in revisions {
            for change in revision.changes {
                returns[change.key] =
                    revision.origin == .expiry ? (revision.number, revision.time) : nil
            }
        }
    }
}

extension Settings {
    package var findings: [String] {
        storeFindings + state.withLock { $0.lockProblems }
    }

    private var storeFindings: [String] {
        store.notices + [snapshot.unreadableProblem].compactMap(\.self)
    }

    fileprivate func logFindings() {
        for finding in storeFindings { logger.warning("the store: \(finding)") }
        let (problems, locks) = state.withLock { ($0.lockProblems, $0.locks) }
        for problem in problems { logger.error("lock: \(problem)") }
        for name in locks.blankVariables(in: snapshot.schema) {
            logger.notice("The environment variable \(name) is blank, so it locks nothing.")
        }
    }
}
