/// A place that stores settings: SQLite, memory, or an existing store of the program.
///
/// `Settings` implements schemas, rules and history. A storage stores the changes that it receives, each completely or
/// not at all, and returns them. For a storage that holds everything in one piece, `StorageContents` does most of the
/// work. `StorageConformance` of `FaceplateTesting` tests whether a storage meets these requirements.
///
/// Errors other than `StoreError` are reported as `StoreError.failed`.
public protocol SettingsStorage: AnyObject, Sendable {
    /// Calls `body` with one committed state, which does not change while `body` reads.
    ///
    /// It is called on any thread, even during a write on another thread.
    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result

    /// Stores the change that `body` returns, completely or not at all, and returns when it is safe; `nil` changes
    /// nothing.
    ///
    /// No other writer, including other processes that share the storage, may write from the moment `body` reads until
    /// its change is stored. If that is not possible immediately, `body` may be called again, and its last result is
    /// used. If `body` throws, nothing is stored, and the error is rethrown.
    func write(_ body: (any StorageReader) throws -> StorageChange?) throws

    /// Returns the 32 bytes that encrypt secrets, which are always the same; needed only for `edit_password`.
    ///
    /// It is called on any thread, even inside the body of `write`: do not wait here for anything that a write holds.
    ///
    /// - Parameter mayCreate: `true` if there are no secrets yet, so that a key may be created.
    func secretKey(mayCreate: Bool) throws -> [UInt8]

    /// Copies the whole content, before stored values are converted or parked.
    ///
    /// - Returns: the location of the copy, as text for a log; `nil` if no copy is made.
    func backUp() throws -> String?

    /// Calls `handler` whenever another writer may have written.
    ///
    /// The handler is called on any thread that does not write, and can take some time.
    ///
    /// - Returns: the observation that ends the calls; `nil` if there are no other writers, or they cannot be detected.
    func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation?

    /// Searches the whole content for damage, which may take seconds.
    ///
    /// - Throws: `StoreError.damaged` if it finds damage.
    func verify() throws

    /// The findings at the opening that users should know, one sentence each: files that were moved aside, permissions
    /// that were too wide.
    ///
    /// They contain no values.
    var notices: [String] { get }

    /// Closes the storage; the settings call it once, when they are closed or could not be opened.
    ///
    /// A read may still be running on another thread, or begin at this moment: it may throw.
    func close()
}

extension SettingsStorage {
    /// Rejects secrets.
    public func secretKey(mayCreate: Bool) throws -> [UInt8] {
        throw StoreError(
            .secretKey, "Secrets cannot be stored here: the storage has no key for them.")
    }

    /// Makes no copy.
    public func backUp() throws -> String? { nil }

    /// Finds no damage.
    public func verify() throws {}

    /// No findings.
    public var notices: [String] { [] }

    /// Makes no calls.
    public func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation? { nil }

    /// Does nothing.
    public func close() {}
}

extension SettingsStorage {
    func reading<Made>(
        _ body: (any StorageReader) throws -> Made
    ) throws(StoreError) -> Made {
        try StoreError.wrapping { try read(body) }
    }

    /// - Throws: the last error of `body`, even if the storage did not rethrow it; `.failed` if the storage never
    ///   called `body`.
    func commit<Made>(
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

/// A reader of one state of a storage.
public protocol StorageReader {
    /// Returns the identifier of this state; it should be fast, because it is called before each write.
    func version() throws -> StorageVersion

    /// Returns all content except labels and history.
    func state() throws -> StoredState

    /// Returns the labels that the panel was last given, by locale and key.
    func labels() throws -> [String: [String: String]]

    /// Returns the revisions that match a query.
    func revisions(_ query: RevisionQuery) throws -> [StoredRevision]

    /// Returns the number of the oldest revision in the history, `nil` for an empty one; it should be fast, because it
    /// is called for each write of a full history.
    func oldestRevision() throws -> Int?

    /// Returns the newest of the oldest `most` revisions that must be removed, so that the rest has at most `size`
    /// bytes (`StoredRevision.size`); `nil` if none must. It should be fast, because it is called for each write.
    func lastRevision(exceeding size: Int, among most: Int) throws -> Int?

    /// Returns the number, time and origin of the revision that last changed a key, even if history no longer holds it.
    ///
    /// - Returns: `nil` if no change of the key is known.
    func lastChange(of key: String) throws -> StoredRevision?

    /// Returns the records of a kind, by name.
    func records(_ kind: StoredState.RecordKind) throws -> [String: String]

    /// Returns one record; it should be fast, because it is called after each change of the storage.
    func record(_ kind: StoredState.RecordKind, _ name: String) throws -> String?
}

extension StorageReader {
    /// Returns the number of the first revision that the history holds.
    public func oldestRevision() throws -> Int? {
        try revisions(RevisionQuery(limit: 1)).first?.number
    }

    /// Returns `nil`: a storage without the method has no limit of its history in bytes.
    public func lastRevision(exceeding size: Int, among most: Int) throws -> Int? { nil }

    /// Returns the last change of a key that history holds.
    public func lastChange(of key: String) throws -> StoredRevision? {
        try revisions(RevisionQuery(key: key, isNewestFirst: true, limit: 1)).first?.bare
    }

    /// Returns no records: such a storage has no profiles, each start of sync is the first one, and a panel forgets
    /// passwords, tokens and sessions at its end.
    public func records(_ kind: StoredState.RecordKind) -> [String: String] { [:] }

    /// Returns the record of that name in `records(_:)`.
    public func record(_ kind: StoredState.RecordKind, _ name: String) throws -> String? {
        try records(kind)[name]
    }
}

extension StoredRevision {
    var bare: StoredRevision {
        StoredRevision(number: number, time: time, origin: origin, changes: [])
    }
}

/// The identifier of one state of a storage.
public struct StorageVersion: Sendable, Hashable, Codable {
    /// The digest of the schema and its labels; empty if there is no schema.
    public var digest: String
    /// The number of the newest revision; 0 before the first.
    public var revision: Int
    /// The number of times that values were marked as in use, or that the end of a temporary value was set; 0 before
    /// the first time.
    public var mark: Int

    /// Creates an identifier; by default, that of an empty storage.
    public init(digest: String = "", revision: Int = 0, mark: Int = 0) {
        self.digest = digest
        self.revision = revision
        self.mark = mark
    }
}

/// A query for the revisions that meet all given conditions.
public struct RevisionQuery: Sendable, Hashable {
    /// A lower bound: only revisions with a larger number.
    public var after: Int?
    /// An upper bound: only revisions with a smaller number.
    public var before: Int?
    /// The latest time: only revisions made then or earlier; times are compared as text.
    public var until: String?
    /// A key that the revisions changed.
    public var key: String?
    /// True for the newest revision first, rather than the oldest.
    public var isNewestFirst: Bool
    /// The maximum number of revisions, counted in that order.
    public var limit: Int?
    /// True to name values of more than `LargeValue.limit` bytes (`StoredRevision.Change.oldLarge`), rather than to
    /// return them; a storage that cannot do so returns them.
    public var namesLargeValues = false
    /// The most bytes of values in the answer: fewer revisions are returned, but at least one; `nil` for all.
    public var size: Int?

    /// Creates a query; by default for all revisions, oldest first.
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

    /// Returns true when a revision meets the conditions.
    public func matches(_ revision: StoredRevision) -> Bool {
        revision.number > after ?? .min && revision.number < before ?? .max
            && until.map { revision.time <= $0 } ?? true
            && key.map { key in revision.changes.contains { $0.key == key } } ?? true
    }
}
