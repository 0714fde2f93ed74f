extension Schema {
    /// How much history a store keeps: what is beyond either bound is removed with later changes.
    ///
    /// The newest revision is always kept, and a setting's last change is never forgotten.
    public struct HistoryLimit: Sendable, Hashable {
        /// What is kept where the schema says nothing: so much that nobody who changes settings by
        /// hand ever meets it, and that a program which saves every minute does not fill the disk.
        public static let defaultRevisions = 100_000

        /// The newest revisions, so many at the most; at least 1.
        public let revisions: Int
        /// Those of the last days, so many; `nil` for any age.
        public let days: Int?

        /// Makes a limit; `nil` takes 100,000 revisions of any age.
        public init(revisions: Int? = nil, days: Int? = nil) {
            self.revisions = max(revisions ?? Self.defaultRevisions, 1)
            self.days = days
        }
    }
}
