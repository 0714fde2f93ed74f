/// Where settings are kept: SQLite, memory, or what a program has already.
///
/// Settings do all that has to do with schemas, rules and history by themselves; a storage keeps
/// what they give it, whole or not at all, and shows it again. `StorageContents` does most of what
/// one needs that keeps everything in one piece, and `StorageConformance` of `FaceplateTesting`
/// says whether it keeps its promises.
///
/// Errors that are no `StoreError` are told as `StoreError.failed`.
public protocol SettingsStorage: AnyObject, Sendable {
    /// Lets `body` read one committed state, which does not change while it reads.
    ///
    /// On any thread, also while another one writes.
    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result

    /// Keeps what `body` answers, whole or not at all, and returns once it is safe; `nil` is nothing.
    ///
    /// Nobody else writes from the moment that `body` reads until its answer is kept; another
    /// process that shares the storage does not, either. `body` may be called again where that could
    /// not be had at once: its last answer counts. Where it throws, nothing is kept, and that is
    /// thrown on.
    func write(_ body: (any StorageReader) throws -> StorageChange?) throws

    /// 32 bytes that secrets are sealed with, always the same; needed for `edit_password` alone.
    ///
    /// On any thread, and also from within the body of `write`: what a write holds must not be
    /// waited for here.
    ///
    /// - Parameter mayCreate: whether there is no secret yet, so that a key may be made.
    func secretKey(mayCreate: Bool) throws -> [UInt8]

    /// Keeps a copy of all there is, before stored values are converted or parked.
    ///
    /// - Returns: where it is, in words for a log; `nil` where none is made.
    func backUp() throws -> String?

    /// Calls `handler` whenever somebody else may have written, from any thread that does not write;
    /// it may take some time.
    ///
    /// - Returns: what ends it; `nil` where nobody else writes, or nothing tells.
    func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation?

    /// Searches all that is kept for damage; may take seconds.
    ///
    /// - Throws: `StoreError.damaged` where it found some.
    func verify() throws

    /// What was found when it was opened and somebody should know, a sentence each: files that were
    /// set aside, rights that were too wide.
    ///
    /// No value is ever in it.
    var notices: [String] { get }

    /// Told once by the settings over it, when they are closed or could not be opened.
    ///
    /// A reading may still be under way on another thread, or begin just now: it may throw.
    func close()
}

extension SettingsStorage {
    /// Refuses secrets.
    public func secretKey(mayCreate: Bool) throws -> [UInt8] {
        throw StoreError(
            .secretKey, "Secrets cannot be kept here: the storage has no key for them.")
    }

    /// Makes none.
    public func backUp() throws -> String? { nil }

    /// Finds nothing.
    public func verify() throws {}

    /// None.
    public var notices: [String] { [] }

    /// Tells nothing.
    public func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation? { nil }

    /// Does nothing.
    public func close() {}
}

extension SettingsStorage {
    /// Keeps what `body` makes of the state of now, and answers what else it made of the same state.
    ///
    /// - Throws: what `body` threw last, even where the storage did not throw it on; `.failed` where
    ///   it never called `body`.
    func keep<Made>(
        _ body: (any StorageReader) throws -> (Made, StorageChange?)
    ) throws(StoreError) -> Made {
        var last: Result<Made, any Error>?
        return try StoreError.wrapping {
            try write { reader in
                last = nil
                do {
                    let (made, change) = try body(reader)
                    last = .success(made)
                    return change
                } catch {
                    last = .failure(error)
                    throw error
                }
            }
            guard let last else { throw StoreError(.failed, "Nothing was written.") }
            return try last.get()
        }
    }
}

/// One state of a storage.
public protocol StorageReader {
    /// Tells this state from all others; asked before each write, so it should be quick.
    func version() throws -> StorageVersion

    /// All that is kept, but for words and history.
    func state() throws -> StoredState

    /// The words that the panel was last given, by locale and key.
    func labels() throws -> [String: [String: String]]

    /// The revisions that a query asks for.
    func revisions(_ query: RevisionQuery) throws -> [StoredRevision]

    /// The number, time and origin of the revision that last changed a key, also where history does not
    /// hold it any more.
    ///
    /// - Returns: `nil` where nothing is known of it.
    func lastChange(of key: String) throws -> StoredRevision?

    /// What was agreed on with other machines, by the key of a setting; texts of the part that shares.
    func agreements() throws -> [String: String]
}

extension StorageReader {
    /// Knows what history holds.
    public func lastChange(of key: String) throws -> StoredRevision? {
        try revisions(RevisionQuery(key: key, isNewestFirst: true, limit: 1)).first?.bare
    }

    /// Knows none: each start is a first meeting of the machines.
    public func agreements() -> [String: String] { [:] }
}

extension StoredRevision {
    /// Its number, time and origin alone.
    var bare: StoredRevision {
        StoredRevision(number: number, time: time, origin: origin, changes: [])
    }
}

/// What tells one state of a storage from all others.
public struct StorageVersion: Sendable, Hashable, Codable {
    /// Of the schema and its words; empty while there is none.
    public var digest: String
    /// The number of the newest revision; 0 before the first.
    public var revision: Int
    /// Counts how often was said what the program runs with; 0 before the first time.
    public var mark: Int

    /// Makes one; that of an empty storage where nothing is said.
    public init(digest: String = "", revision: Int = 0, mark: Int = 0) {
        self.digest = digest
        self.revision = revision
        self.mark = mark
    }
}

/// Which revisions are asked for; those of all conditions that are set.
public struct RevisionQuery: Sendable, Hashable {
    /// Only those with a larger number.
    public var after: Int?
    /// Only those with a smaller number.
    public var before: Int?
    /// Only those made then or earlier; compared as texts.
    public var until: String?
    /// Only those that changed this key.
    public var key: String?
    /// Whether the newest comes first, rather than the oldest.
    public var isNewestFirst: Bool
    /// How many at the most; the first ones in that order.
    public var limit: Int?

    /// Asks for all, the oldest first, where nothing is said.
    public init(
        after: Int? = nil, before: Int? = nil, until: String? = nil, key: String? = nil,
        isNewestFirst: Bool = false, limit: Int? = nil
    ) {
        self.after = after
        self.before = before
        self.until = until
        self.key = key
        self.isNewestFirst = isNewestFirst
        self.limit = limit
    }

    /// Whether a revision meets the conditions.
    public func matches(_ revision: StoredRevision) -> Bool {
        revision.number > after ?? .min && revision.number < before ?? .max
            && until.map { revision.time <= $0 } ?? true
            && key.map { key in revision.changes.contains { $0.key == key } } ?? true
    }
}
