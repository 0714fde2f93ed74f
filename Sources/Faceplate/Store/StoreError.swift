/// An error of the store: it cannot be opened, read or written.
public struct StoreError: SpokenError, Hashable {
    /// The kind of an error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code in responses to scripts.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The folder does not exist, a folder is in the file's place, or a permission is missing.
        public static let cannotOpen = Code(rawValue: "storage_unavailable")
        /// Not a SQLite file, or one of another program.
        public static let notASettingsFile = Code(rawValue: "storage_foreign")
        /// The contents of the file are damaged.
        public static let damaged = Code(rawValue: "storage_damaged")
        /// Written by a newer version of this program.
        public static let newer = Code(rawValue: "storage_newer")
        /// Another process held the lock for five seconds.
        public static let busy = Code(rawValue: "storage_busy")
        /// The file cannot be written.
        public static let readOnly = Code(rawValue: "storage_read_only")
        /// The disk is full.
        public static let full = Code(rawValue: "storage_full")
        /// The file was deleted or replaced while it was open, or its contents were emptied or restored.
        public static let replaced = Code(rawValue: "storage_replaced")
        /// The file holds another panel, or a newer schema of this one.
        public static let otherSchema = Code(rawValue: "storage_other_schema")
        /// The file holds no schema yet, and none was given.
        public static let noSchema = Code(rawValue: "storage_no_schema")
        /// A secret cannot be encrypted or decrypted: its key file is missing or is another one.
        public static let secretKey = Code(rawValue: "storage_secret_key")
        /// Anything else that SQLite or the system reported.
        public static let failed = Code(rawValue: "storage_failed")
        /// A migration of the program failed.
        public static let migration = Code(rawValue: "storage_migration")
        /// A property was set that is not bound to settings yet.
        public static let unbound = Code(rawValue: "storage_unbound")
        /// The settings were closed.
        public static let closed = Code(rawValue: "storage_closed")
    }

    /// The kind of the error.
    public let code: Code
    /// One or two sentences with the reason and the remedy.
    ///
    /// It never contains a value.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message, with what a program can do about it.
    public var description: String {
        guard code == .otherSchema else { return message }
        return message
            + " To use it all the same, open it with 'Settings.Adoption(isForced: true)'."
    }
}

extension StoreError {
    static let closed = StoreError(.closed, "The settings were closed.")
    static let tooManyWaiting = StoreError(.busy, "Too many changes are waiting. Try again.")

    static func number(after last: Int, of name: String) throws(StoreError) -> Int {
        let (number, isTooLarge) = last.addingReportingOverflow(1)
        guard !isTooLarge else { throw StoreError(.damaged, "The \(name) is too large.") }
        return number
    }

    private static func words(any error: any Error) -> String {
        guard let error = error as? any SpokenError else { return "\(type(of: error))" }
        let words = "\(error)"
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    init(any error: any Error) {
        self =
            error as? StoreError
            ?? StoreError(.failed, "The store failed: \(Self.words(any: error)).")
    }

    static func wrapping<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do {
            return try body()
        } catch {
            throw StoreError(any: error)
        }
    }
}
