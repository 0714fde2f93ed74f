import Dispatch
import Foundation
import Logging

/// The settings of a program: what a program imports, and every front end works on.
///
/// Reads are memory: `snapshot`, `value(_:)` and the typed readers never wait and may be called on
/// any thread. All writes go through `apply`, in order, on one queue of its own.
public final class Settings: Sendable {
    struct State {
        var snapshot: Snapshot
        /// The newest revisions, oldest first, at most `recentLimit`.
        var recent: [Revision]
        var problems: [String] = []
        /// What is wrong with what the program provides.
        var contentProblems: [String] = []
        var observers: [UUID: @Sendable (Revision) -> Void] = [:]
        /// Who is told that there is another snapshot, or that there will be none any more.
        var followers: [UUID: @Sendable () -> Void] = [:]
        /// What the store reported last, while it does not work.
        var storeProblem: String?
        /// The reason why the last secret could not be sealed.
        var secretProblem: String?
        /// The reason why the last daily copy could not be made.
        var backupProblem: String?
        /// What ends the streams of revisions.
        var endings: [UUID: @Sendable () -> Void] = [:]
        var isClosed = false
        /// What the program provides when a page is shown.
        var content = ProvidedContent()
        /// What the program changed of the schema since it started.
        var edits: [SchemaEdit] = []
        /// What holds settings at values of its own.
        var locks: Locks = []
        /// What keeps locks from fitting the schema of now.
        var lockProblems: [String] = []
        /// The program's own steps from one version of the schema to the next.
        var migrations: [Migration] = []
        /// What the program does about groups and items, as declarations in Swift said.
        var handlers: [String: [any Sendable]] = [:]
    }

    struct Waiting {
        let batch: Batch
        /// What the program's handlers agreed to; `nil` where they were not asked.
        var agreed: [Change]?
        /// Answered `nil` where the batch would change something else than was agreed to.
        let then: @Sendable (Result<Outcome, ApplyError>?) -> Void
    }

    struct Inbox {
        var waiting: [Waiting] = []
        var isScheduled = false
    }

    /// How many revisions are kept in memory, to say what a save just changed.
    static let recentLimit = 256
    /// How many batches share one commit at the most.
    static let commitLimit = 256
    /// How long the writer stays awake after a commit.
    static let lingering: Duration = .microseconds(200)
    /// How many batches may wait; one more is refused as busy.
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
    /// What revisions are timed by.
    let now: @Sendable () -> Date
    private let watcher = Locked<Observation?>(nil)

    init(
        store: any SettingsStorage, state: State, logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.now = now
        self.state = Locked(state)
        self.logger = logger
        queue.setSpecific(key: Self.isOnQueue, value: id)
    }

    deinit {
        endWatching()
        // Nobody else holds the settings, so that nothing runs on the queue any more.
        if !state.withLock({ $0.isClosed }) { store.close() }
        let endings = state.withLock { Array($0.endings.values) + Array($0.followers.values) }
        for end in endings { end() }
    }

    /// The database file that holds the values; `nil` where they are kept elsewhere.
    public var path: String? { (store as? SQLiteStorage)?.path }

    /// All settings at the newest revision; inside `batch`, with what was set there.
    public var snapshot: Snapshot {
        let committed = committed
        guard ReadingEpoch.isOverlaid(ReadingEpoch.now) else {
            return committed
        }
        return Overlay.stack.reduce(committed) {
            $1.settings === self ? $1.snapshot(over: $0) : $0
        }
    }

    /// The newest revision; 0 before the first change.
    public var revision: Int { snapshot.revision }

    /// The value of a setting: the one set, else its default; see `Snapshot.value(_:)`.
    ///
    /// That of an `info` row is what the program provides, where it does.
    public func value(_ key: String) -> Value? { snapshot.value(key) ?? providedValue(key) }

    /// Whether a switch is on, or an option of a `select` group is chosen; `nil` for other keys.
    public func boolean(_ key: String) -> Bool? {
        if case .boolean(let value) = value(key) { value } else { nil }
    }

    /// A text, or the chosen key of a `select` group or text `choice`; `nil` for other keys.
    public func text(_ key: String) -> String? {
        if case .text(let value) = value(key) { value } else { nil }
    }

    /// A whole number; `nil` for other keys.
    public func integer(_ key: String) -> Int64? {
        if case .integer(let value) = value(key) { value } else { nil }
    }

    /// A secret in plain text, for the program alone: the one that a lock gives, else the one set;
    /// `nil` where there is none.
    ///
    /// Reads the store, so it may wait for a write.
    ///
    /// - Throws: `StoreError.secretKey` where the key file does not fit.
    public func secret(_ key: String) throws(StoreError) -> String? {
        try onQueue { () throws(StoreError) in
            guard case .setting(let setting) = snapshot.schema.reference(key), setting.isSecret
            else { return nil }
            if case .text(let text)? = snapshot.locks[setting.key]?.value { return text }
            return try unsealedSecret(setting.key)
        }
    }

    /// The newest revisions that are still in memory (256 at most), by number.
    public func recentRevision(_ number: Int) -> Revision? {
        state.withLock { state in
            guard let first = state.recent.first?.number, number >= first else { return nil }
            return state.recent.last { $0.number == number }
        }
    }

    /// What is wrong at the moment, in words for people: a schema file that cannot be read, a lock
    /// that does not fit a schema taken over since the start, a name that the program gives a value
    /// for and the schema does not have.
    public var problems: [String] {
        let (problems, snapshot) = state.withLock { state in
            (
                state.problems + state.contentProblems + state.lockProblems
                    + [state.storeProblem, state.secretProblem, state.backupProblem].compactMap(
                        \.self),
                state.snapshot
            )
        }
        return problems + [snapshot.unreadableProblem].compactMap(\.self)
    }

    /// What is wrong with the schema file alone, which is what the page tells its readers.
    package var schemaProblems: [String] { state.withLock { $0.problems } }

    /// Says what is wrong; an empty list says that all is well again.
    package func report(_ problems: [String]) {
        state.withLock { $0.problems = problems }
    }

    /// Revisions from now on, in order, whoever made them: this program, a person, another process.
    ///
    /// Ends when the settings are closed.
    public func revisions() -> AsyncStream<Revision> {
        stream { [$0] }
    }

    /// What `elements` makes of each revision from now on; ends when the settings are closed.
    func stream<Element: Sendable>(
        _ elements: @escaping @Sendable (Revision) -> [Element]
    ) -> AsyncStream<Element> {
        AsyncStream { continuation in
            let observation = observe {
                for element in elements($0) { continuation.yield(element) }
            }
            let id = UUID()
            state.withLock { $0.endings[id] = { continuation.finish() } }
            continuation.onTermination = { [weak self] _ in
                observation.cancel()
                _ = self?.state.withLock { $0.endings.removeValue(forKey: id) }
            }
        }
    }

    /// Whether this thread is the settings' own queue, which must not wait for itself.
    var isOnQueue: Bool { DispatchQueue.getSpecific(key: Self.isOnQueue) == id }

    /// Calls `handler` after each revision, in order, on the settings' own queue: it must not wait,
    /// and must not wait for `apply`.
    ///
    /// Ends when the observation is cancelled.
    public func observe(_ handler: @escaping @Sendable (Revision) -> Void) -> Observation {
        let id = UUID()
        state.withLock { $0.observers[id] = handler }
        return Observation { [weak self] in
            // Let go outside the lock: what the handler holds may end observations of its own.
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
    }

    /// Calls `handler` when there is another snapshot, be it for new revisions or for another schema,
    /// and when the settings were closed; on the settings' own queue, so it must not wait.
    package func onNews(_ handler: @escaping @Sendable () -> Void) -> Observation {
        let id = UUID()
        state.withLock { $0.followers[id] = handler }
        return Observation { [weak self] in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
    }

    /// Whether they were closed.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// An observer that can be told to stop.
    public struct Observation: Sendable {
        private let action: @Sendable () -> Void

        /// Makes one of what ends it, which may be called several times.
        public init(_ action: @escaping @Sendable () -> Void) {
            self.action = action
        }

        /// No call is begun afterwards.
        public func cancel() { action() }
    }

    /// Finishes the batches that wait, stops watching and closes the store.
    ///
    /// Later writes answer `StoreError.closed`; reads go on with what was last known.
    public func close() {
        endWatching()
        synchronously {
            finish()
            let wasClosed = state.withLock { state in
                defer { state.isClosed = true }
                return state.isClosed
            }
            if !wasClosed { store.close() }
        }
        let endings = state.withLock { Array($0.endings.values) + Array($0.followers.values) }
        for end in endings { end() }
    }

    /// `queue.sync`, which a caller on the queue itself must not wait for.
    func synchronously<T>(_ body: () -> T) -> T {
        isOnQueue ? body() : queue.sync(execute: body)
    }

    /// Looks for others' changes from now on, as far as the storage tells of them.
    func watch() {
        let new = store.watch { [weak self] in self?.refreshSoon() }
        watcher.withLock { $0 = new }
        DispatchQueue.global(qos: .utility).async { [weak self] in self?.searchForDamage() }
    }

    private func endWatching() {
        watcher.withLock { watcher in
            defer { watcher = nil }
            return watcher
        }?.cancel()
    }

    /// Runs `body` on the queue; at once where the caller is on it already, as an observer is.
    func onQueue<T: Sendable>(
        _ body: () throws(StoreError) -> T
    ) throws(StoreError) -> T {
        let result: Result<T, StoreError> = synchronously {
            do throws(StoreError) {
                if state.withLock({ $0.isClosed }) {
                    throw StoreError(.closed, "The settings were closed.")
                }
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
