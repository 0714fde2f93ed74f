/// Where machines meet: keys with values, a number for each change, and news of changes.
///
/// Keys are those of settings: whoever conforms keeps them apart from other panels' and other
/// people's. All calls may take as long as a network does, and throw `ClusterError`.
protocol Cluster: Sendable {
    /// What stands under some keys, at one revision of the cluster's.
    func read(_ keys: Set<String>) async throws -> ClusterContent

    /// Writes all of it, or nothing where one of the keys is at another revision than expected.
    ///
    /// - Returns: the revision that holds it; `nil` where nothing was written.
    func write(_ puts: [SharedPut]) async throws -> Int64?

    /// Removes keys that are still at these revisions: all of them, or none.
    ///
    /// - Returns: whether they were removed.
    @discardableResult
    func remove(_ keys: [String: Int64]) async throws -> Bool

    /// Tells what changes after a revision, in order.
    ///
    /// Returns where nothing was told for so long that the connection may be a dead one, and throws
    /// where it ends.
    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws
}

/// What stands under a key.
struct ClusterValue: Sendable, Hashable {
    /// `nil` for more bytes than an entry has.
    let bytes: [UInt8]?
    /// The revision of the cluster that changed the key last.
    let revision: Int64
}

/// What a cluster holds of a panel.
struct ClusterContent: Sendable {
    let revision: Int64
    let values: [String: ClusterValue]
}

/// What one revision of the cluster changed; `nil` for a key that is gone.
struct ClusterNews: Sendable {
    let revision: Int64
    let values: [String: ClusterValue?]

    var size: Int { values.reduce(0) { $0 + $1.key.utf8.count + ($1.value?.bytes?.count ?? 0) } }
}

/// The cluster cannot be reached, or does not answer as one.
struct ClusterError: Error, Sendable, Hashable {
    /// A sentence for people; never a password or a value.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
