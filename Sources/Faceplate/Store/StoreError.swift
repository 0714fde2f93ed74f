/// The machine refused: the store cannot be opened, read or written.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of refusal it was.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word that scripts are answered with.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No such folder, a folder in the file's place, no permission.
        public static let cannotOpen = Code(rawValue: "storage_unavailable")
        /// Not a SQLite file, or one of another program.
        public static let notASettingsFile = Code(rawValue: "storage_foreign")
        /// Damaged: SQLite found the file's contents broken.
        public static let damaged = Code(rawValue: "storage_damaged")
        /// Written by a newer version of this program.
        public static let newer = Code(rawValue: "storage_newer")
        /// Another process held the lock for five seconds.
        public static let busy = Code(rawValue: "storage_busy")
        /// The file cannot be written.
        public static let readOnly = Code(rawValue: "storage_read_only")
        /// The disk is full.
        public static let full = Code(rawValue: "storage_full")
        /// The file was deleted or replaced while it was open, or its contents emptied or put back.
        public static let replaced = Code(rawValue: "storage_replaced")
        /// The file holds another panel, or a newer schema of this one.
        public static let otherSchema = Code(rawValue: "storage_other_schema")
        /// The file holds no schema yet, and none was named.
        public static let noSchema = Code(rawValue: "storage_no_schema")
        /// A secret cannot be sealed or opened: its key file is missing or another one.
        public static let secretKey = Code(rawValue: "storage_secret_key")
        /// A lock names no setting, or its value does not fit; the message has a line for each.
        public static let lock = Code(rawValue: "lock_refused")
        /// Anything else that SQLite or the system reported.
        public static let failed = Code(rawValue: "storage_failed")
        /// A migration of the program's own failed.
        public static let migration = Code(rawValue: "storage_migration")
        /// A property was set that belongs to no settings yet.
        public static let unbound = Code(rawValue: "storage_unbound")
        /// The settings were closed.
        public static let closed = Code(rawValue: "storage_closed")
    }

    /// What kind of refusal it was.
    public let code: Code
    /// One or two sentences: what was refused, and what to do.
    ///
    /// No value is ever in it.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The words for people.
    public var description: String { message }
}

extension StoreError {
    /// What somebody else's code threw, as an error of ours.
    init(any error: any Error) {
        self = error as? StoreError ?? StoreError(.failed, "The store failed: \(type(of: error)).")
    }

    /// Runs what a storage, or somebody else's code, does.
    static func wrapping<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do {
            return try body()
        } catch {
            throw StoreError(any: error)
        }
    }
}
