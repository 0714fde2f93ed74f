import FaceplateSchema

@testable import FaceplateSync

/// A cluster in memory, whose connections a test can break and restore.
final class MemoryCluster: Cluster {
    private struct State {
        var revision: Int64 = 1
        var values: [String: ClusterValue] = [:]
        var news: [ClusterNews] = []
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWatcher = 0
        var isDown = false
        var writes: [[String]] = []
        /// A function that runs before the next write, like the write of a faster machine.
        var beforeWrite: (@Sendable (MemoryCluster) async -> Void)?
        /// A function that runs before the next removal.
        var beforeRemoval: (@Sendable (MemoryCluster) async -> Void)?
        /// True when the next write succeeds but its response is lost.
        var losesAnswer = false
        var isSilent = false
        var isFull = false
    }

    private let state = Locked(State())

    static let down = ClusterError("The cluster cannot be reached.")
    static let full = ClusterError("The cluster is full.")

    private func check() throws {
        if state.withLock({ $0.isDown }) { throw Self.down }
    }

    func read(_ keys: Set<String>) async throws -> ClusterContent {
        try check()
        return state.withLock { state in
            ClusterContent(
                revision: state.revision, values: state.values.filter { keys.contains($0.key) })
        }
    }

    func write(_ puts: [SyncedPut]) async throws -> Int64? {
        try check()
        let before = state.withLock { state in
            defer { state.beforeWrite = nil }
            return state.beforeWrite
        }
        await before?(self)
        if state.withLock({ $0.isFull }) { throw Self.full }
        let isExpected = state.withLock { state in
            puts.allSatisfy { (state.values[$0.key]?.revision ?? 0) == $0.expected }
        }
        guard isExpected else { return nil }
        let losesAnswer = state.withLock { state in
            state.writes.append(puts.map(\.key))
            defer { state.losesAnswer = false }
            return state.losesAnswer
        }
        let revision = put(puts.reduce(into: [:]) { $0[$1.key] = $1.entry.bytes })
        if losesAnswer { throw Self.down }
        return revision
    }

    func remove(_ keys: [String: Int64]) async throws -> Bool {
        try check()
        let before = state.withLock { state in
            defer { state.beforeRemoval = nil }
            return state.beforeRemoval
        }
        await before?(self)
        let isExpected = state.withLock { state in
            keys.allSatisfy { state.values[$0.key]?.revision == $0.value }
        }
        if isExpected { put(keys.mapValues { _ in nil }) }
        return isExpected
    }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            defer { state.nextWatcher += 1 }
            state.watchers[state.nextWatcher] = continuation
            return state.nextWatcher
        }
        defer { _ = state.withLock { $0.watchers.removeValue(forKey: id) } }
        var seen = revision
        continuation.yield()
        for await _ in stream {
            try check()
            let news = state.withLock { $0.news.filter { $0.revision > seen } }
            seen = news.last?.revision ?? seen
            if !news.isEmpty { await tell(news) }
        }
        try Task.checkCancellation()
        guard state.withLock({ $0.isSilent }) else {
            throw ClusterError("The cluster has ended the connection.")
        }
    }

    // MARK: - Control by tests

    /// Waits for a watch and ends it like a silent connection.
    func fallSilent() async {
        state.withLock { $0.isSilent = true }
        await endWatch()
    }

    /// Waits for a watch and ends it.
    func endWatch() async {
        while state.withLock({ $0.watchers.isEmpty }) { await Task.yield() }
        let watchers = state.withLock { state in
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }

    /// Changes a value without notifying a watch.
    func change(_ key: String, _ text: String) {
        state.withLock { state in
            state.revision += 1
            state.values[key] = ClusterValue(bytes: Array(text.utf8), revision: state.revision)
        }
    }

    /// Writes any values; `nil` removes a key.
    @discardableResult
    func put(_ values: [String: [UInt8]?]) -> Int64 {
        let (revision, watchers) = state.withLock { state in
            state.revision += 1
            var news: [String: ClusterValue?] = [:]
            for (key, bytes) in values {
                let value = bytes.map { ClusterValue(bytes: $0, revision: state.revision) }
                state.values[key] = value
                news[key] = .some(value)
            }
            state.news.append(ClusterNews(revision: state.revision, values: news))
            return (state.revision, Array(state.watchers.values))
        }
        for watcher in watchers { watcher.yield() }
        return revision
    }

    func put(_ key: String, _ text: String) { put([key: Array(text.utf8)]) }

    /// Removes everything, and restarts the revisions.
    func forget() {
        state.withLock { state in
            state.values = [:]
            state.news = []
            state.revision = 1
        }
        down()
        up()
    }

    /// Breaks all connections until `up` is called.
    func down() {
        let watchers = state.withLock { state in
            state.isDown = true
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }

    func up() { state.withLock { $0.isDown = false } }

    /// Rejects all writes, or accepts them again.
    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    func beforeNextWrite(_ body: @escaping @Sendable (MemoryCluster) async -> Void) {
        state.withLock { $0.beforeWrite = body }
    }

    func beforeNextRemoval(_ body: @escaping @Sendable (MemoryCluster) async -> Void) {
        state.withLock { $0.beforeRemoval = body }
    }

    func loseNextAnswer() { state.withLock { $0.losesAnswer = true } }

    func text(_ key: String) -> String? {
        state.withLock { $0.values[key]?.bytes.flatMap { String(validating: $0, as: UTF8.self) } }
    }

    /// The keys of settings in the cluster.
    var keys: Set<String> {
        state.withLock { Set($0.values.keys.filter { $0 != ClusterName.key }) }
    }
    var writes: [[String]] {
        state.withLock { $0.writes.filter { $0 != [ClusterName.key] } }
    }
}
