import Dispatch
@_exported public import FaceplateSchema
import Foundation
public import Logging

/// The settings of a program, which all front ends share.
///
/// Reads use memory only: `snapshot`, `value(_:)` and the typed readers never wait, on any thread. All writes go
/// through `apply`, in order, on the settings' own queue.
public final class Settings: Sendable {
    struct State {
        var snapshot: Snapshot
        /// The newest revisions, oldest first, `recentLimit` of them and a few older ones.
        var recent: [Revision]
        var recentSize: Int
        var returns: [String: (revision: Int, time: Date)]
        var problems: [String] = []
        var contentProblems: [String] = []
        var refusedBySchema: [String: Value] = [:]
        var sourceProblems: [String] = []
        /// True when values of the source were read and could not be stored.
        var isSourceUnread = false
        var isFileUnreadable = false
        var observers = HandlerList<@Sendable (Revision) -> Void>()
        var followedKeys: [UUID: String] = [:]
        /// The handlers to call when there is another snapshot, and when the settings are closed.
        var followers = HandlerList<@Sendable () -> Void>()
        var storeProblem: String?
        var secretProblem: String?
        var backupProblem: String?
        var endings: [UUID: @Sendable () -> Void] = [:]
        var isClosed = false
        var content = ProvidedContent()
        var provided = ContentRecord()
        var edits: [SchemaEdit] = []
        var locks: Locks = []
        var credentials = CredentialRecords()
        var lockProblems: [String] = []
        var migrations: [Migration] = []
        var owners: [String: PropertyOwner] = [:]
        var source: (any ValueSource)?
        var alarm: (moment: Double, observation: Observation)?
        var handlers: [String: [any Sendable]] = [:]
    }

    struct Waiting {
        let batch: Batch
        /// `nil` if no handler was called.
        var agreed: [Change]?
        /// `nil` if the batch would change something other than was agreed to.
        let then: @Sendable (Result<Outcome, ApplyError>?) -> Void
    }

    struct Inbox {
        var waiting: [Waiting] = []
        var isScheduled = false
    }

    /// A number that increases with each change of a profile by this program, and with each change by others, which can
    /// be one of a profile.
    package let profileChanges = Locked(0)

    /// The number of revisions that stay in memory, so that recent changes can be reported quickly.
    static let recentLimit = 256
    /// The number of older revisions that stay in memory until all of them are removed together.
    static let recentExcess = 64
    static let commitLimit = 256
    /// The time that the writer stays awake after a commit.
    static let lingering: Duration = .microseconds(200)
    /// One more is rejected as busy.
    static let inboxLimit = 1_024

    private static let isOnQueue = DispatchSpecificKey<UUID>()
    private let id = UUID()

    let store: any SettingsStorage
    let state: Locked<State>
    let inbox = Locked(Inbox())
    let gate = SaveGate()
    let queue = DispatchQueue(label: "faceplate.settings", qos: .userInitiated)
    let secretBox = Locked<SecretBox?>(nil)
    let logger: Logger
    let now: @Sendable () -> Date
    let alarm: Alarm
    /// The clock by which temporary values and credentials end, in seconds; it cannot be set.
    package let uptime: @Sendable () -> Double
    let knownDeadlines = Locked(Deadlines())
    private let watcher = Locked<Observation?>(nil)

    init(
        store: any SettingsStorage, state: State, logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }, alarm: Alarm = .system,
        uptime: @escaping @Sendable () -> Double = Uptime.system
    ) {
        self.store = store
        self.now = now
        self.alarm = alarm
        self.uptime = uptime
        self.state = Locked(state)
        self.logger = logger
        queue.setSpecific(key: Self.isOnQueue, value: id)
    }

    deinit {
        endWatching()
        state.withLock { $0.alarm?.observation }?.cancel()
        // There are no other references to the settings, so nothing runs on the queue anymore.
        if !isClosed { store.close() }
        let endings = state.withLock { Array($0.endings.values) + $0.followers.all }
        for end in endings { end() }
    }

    /// The path of the database; `nil` if the values are stored elsewhere, for example in memory.
    ///
    /// Symbolic links are resolved. `FILE-lock`, `FILE-wal` and, with secrets, `FILE-key` are in the same folder.
    public var path: String? { (store as? SQLiteStorage)?.path }

    /// All settings at the newest revision; inside `batch`, with the values that were set there.
    ///
    /// It reads memory and never waits, on any thread. Each call can return a newer snapshot: to read several values of
    /// the same revision, call it once.
    public var snapshot: Snapshot {
        let committed = committed
        guard ReadingEpoch.isOverlaid(ReadingEpoch.now) else {
            return committed
        }
        return Overlay.stack.reduce(committed) {
            $1.settings === self ? $1.snapshot(over: $0) : $0
        }
    }

    /// The number of the newest revision; 0 before the first change.
    ///
    /// It reads memory, on any thread. The number increases by one with each accepted batch that changes a value, in
    /// this process or in another.
    public var revision: Int { snapshot.revision }

    /// Returns the value of a setting, or its default if it is not set; see `Snapshot.value(_:)`.
    ///
    /// For an `info` row without a value in the schema, it calls the program's provider of the value.
    public func value(_ key: String) -> Value? { snapshot.value(key) ?? providedValue(key) }

    /// Returns true when a switch is on, or an option of a `select` group is chosen; `nil` for other keys.
    ///
    /// It reads the set value or the default, as `value(_:)` does. `nil` does not mean off: the key is unknown, or its
    /// value is not a Boolean.
    public func boolean(_ key: String) -> Bool? {
        if case .boolean(let value) = value(key) { value } else { nil }
    }

    /// Returns text, or the chosen key of a `select` group or text `choice`; `nil` for other keys.
    ///
    /// It reads the set value or the default, as `value(_:)` does. Dates, times and colors are text in their canonical
    /// form. A secret is `nil`: use `secret(_:)`.
    public func text(_ key: String) -> String? {
        if case .text(let value) = value(key) { value } else { nil }
    }

    /// Returns an integer; `nil` for other keys.
    ///
    /// It reads the set value or the default, as `value(_:)` does. A number with a fraction is `nil`: use `value(_:)`.
    /// A duration is a number of seconds.
    public func integer(_ key: String) -> Int64? {
        if case .integer(let value) = value(key) { value } else { nil }
    }

    /// Returns a secret in plain text, for the program only; `nil` if it has no value.
    ///
    /// The value of a lock replaces the one that is set. The method reads the store, so it may wait for a write.
    ///
    /// - Throws: `StoreError.secretKey` if the key file does not match.
    public func secret(_ key: String) throws(StoreError) -> String? {
        try onQueue { () throws(StoreError) in
            guard case .setting(let setting) = snapshot.schema.reference(key), setting.isSecret
            else { return nil }
            if case .text(let text)? = snapshot.locks[setting.key]?.value { return text }
            return try unsealedSecret(setting.key)
        }
    }

    /// Returns one of the newest revisions that are still in memory (256 at most, and 4 MiB), by its number.
    ///
    /// Values of more than 64 KiB are only named; see `change(of:in:)`.
    /// It never reads the store, so it does not wait. `revision(_:)` also finds older revisions.
    ///
    /// - Returns: `nil` if the revision is older, or does not exist.
    package func recentRevision(_ number: Int) -> Revision? {
        state.withLock { state in
            let recent = state.recent.suffix(Self.recentLimit)
            guard let first = recent.first?.number, number >= first else { return nil }
            return recent.last { $0.number == number }
        }
    }

    /// The current problems, as messages for users.
    ///
    /// Examples are a schema file that cannot be read, a lock that does not fit a schema loaded since the start, and a
    /// value that the program provides for a key that is not in the schema. A value that the schema no longer accepts is
    /// parked, and a problem until its setting is changed.
    public var problems: [String] {
        let (problems, snapshot, followed) = state.withLock { state in
            (
                state.problems + state.contentProblems + state.sourceProblems + state.lockProblems
                    + [state.storeProblem, state.secretProblem, state.backupProblem].compactMap(
                        \.self),
                state.snapshot, Set(state.followedKeys.values)
            )
        }
        return problems + followed.sorted().compactMap(snapshot.problem(ofFollowing:))
            + [snapshot.unreadableProblem, snapshot.invalidProblem, snapshot.parkedProblem]
            .compactMap(\.self)
    }

    package var schemaProblems: [String] { state.withLock { $0.problems } }

    /// The problems of the program's own file, if that holds the values.
    package var fileProblems: [String] {
        state.withLock { $0.source is any ValueFile ? $0.sourceProblems : [] }
    }

    /// True while the program's own file cannot be read, and no change is accepted.
    package var isFileUnreadable: Bool { state.withLock { $0.isFileUnreadable } }

    package func report(_ problems: [String]) {
        state.withLock { $0.problems = problems }
    }

    /// Returns the future revisions, in order, from any source: this program, a user, another process.
    ///
    /// Each call creates a separate stream, which begins with the next revision. Revisions that are not read yet wait
    /// in memory, without a limit. The stream ends when the settings are closed.
    public func revisions() -> AsyncStream<Revision> {
        stream { [$0] }
    }

    /// It ends when the settings are closed.
    func stream<Element: Sendable>(
        _ elements: @escaping @Sendable (Revision) -> [Element]
    ) -> AsyncStream<Element> {
        AsyncStream { continuation in
            let observation = observe {
                for element in elements($0) { continuation.yield(element) }
            }
            let id = UUID()
            // `close()` ends the streams that it finds, and none that is created later.
            let isClosed = state.withLock { state in
                if !state.isClosed { state.endings[id] = { continuation.finish() } }
                return state.isClosed
            }
            continuation.onTermination = { [weak self] _ in
                observation.cancel()
                _ = self?.state.withLock { $0.endings.removeValue(forKey: id) }
            }
            if isClosed { continuation.finish() }
        }
    }

    /// True on the settings' own queue, which must not wait for itself.
    var isOnQueue: Bool { DispatchQueue.getSpecific(key: Self.isOnQueue) == id }

    /// Calls `handler` after each revision, in order, until the observation is cancelled.
    ///
    /// The handler runs on the settings' own queue: it must not block, and must not wait for `apply`. It is called for
    /// revisions of this process and of others, from the next one on.
    ///
    /// - Returns: the observation; the calls continue when it is released without `cancel()`.
    @discardableResult
    public func observe(_ handler: @escaping @Sendable (Revision) -> Void) -> Observation {
        let id = state.withLock { $0.observers.add(handler) }
        return Observation { [weak self] in
            // The handler is released outside the lock, because that may cancel other observations.
            _ = self?.state.withLock { $0.observers.remove(id) }
        }
    }

    /// For new revisions or for another schema, and when the settings are closed.
    ///
    /// The handler runs on the settings' own queue, and for closing on the thread that closes them; it must not block.
    package func onNews(_ handler: @escaping @Sendable () -> Void) -> Observation {
        let id = state.withLock { $0.followers.add(handler) }
        return Observation { [weak self] in
            _ = self?.state.withLock { $0.followers.remove(id) }
        }
    }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// A registration of a handler that can be cancelled.
    ///
    /// An observation that `Settings` returns continues when it is released; only `cancel()` ends it.
    public struct Observation: Sendable {
        private let action: @Sendable () -> Void

        /// Creates an observation from the closure that ends it, which may be called several times.
        ///
        /// A storage that notifies of changes returns one. `action` runs on the thread that calls `cancel()`.
        public init(_ action: @escaping @Sendable () -> Void) {
            self.action = action
        }

        /// Ends the observation.
        ///
        /// It does not wait: a handler that is running continues, and calls that are already due on another thread
        /// can still follow. It may be called on any thread, several times.
        public func cancel() { action() }
    }

    /// Applies the batches that wait, stops watching and closes the store.
    ///
    /// It blocks the caller until that is done, and may be called several times. Streams of revisions end. Later writes
    /// fail with `StoreError.closed`; reads continue with the last known values.
    public func close() {
        endWatching()
        synchronously {
            finish()
            let wasClosed = state.withLock { exchange(&$0.isClosed, with: true) }
            setAlarm(for: committed)
            if !wasClosed { store.close() }
        }
        let endings = state.withLock { Array($0.endings.values) + $0.followers.all }
        for end in endings { end() }
    }

    func synchronously<T>(_ body: () -> T) -> T {
        isOnQueue ? body() : queue.sync(execute: body)
    }

    func watch() {
        checkSecrets()
        let new = store.watch { [weak self] in self?.refreshSoon() }
        watcher.withLock { $0 = new }
        DispatchQueue.global(qos: .utility).async { [weak self] in self?.searchForDamage() }
    }

    private func endWatching() { watcher.withLock { $0.take() }?.cancel() }

    func onQueue<T: Sendable>(
        _ body: () throws(StoreError) -> T
    ) throws(StoreError) -> T {
        let result: Result<T, StoreError> = synchronously {
            do throws(StoreError) {
                if isClosed { throw .closed }
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension Logger {
    /// Returns the logger that is used when a program gives none: it writes warnings and errors, and
    /// nothing of the daily business.
    ///
    /// To see each revision as well, pass a logger of your own, with the level `info`.
    public static func faceplate(_ label: String = "faceplate") -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = .warning
        return logger
    }
}
