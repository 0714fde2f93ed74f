extension Schema {
    /// The amount of history that a store retains; later changes remove older revisions.
    ///
    /// The newest revision is never removed, nor is the last change of a setting.
    public struct HistoryLimit: Sendable, Hashable {
        /// The number of revisions retained by default.
        ///
        /// It is more than manual changes reach, and prevents an app that saves every minute from filling the disk.
        public static let defaultRevisions = 100_000

        /// The maximum number of revisions, at least 1.
        public let revisions: Int
        /// The maximum age of a revision in days; `nil` for any age.
        public let days: Int?

        /// Creates a limit; without `revisions` it is 100,000 revisions.
        public init(revisions: Int? = nil, days: Int? = nil) {
            self.revisions = max(revisions ?? Self.defaultRevisions, 1)
            self.days = days
        }
    }
}
