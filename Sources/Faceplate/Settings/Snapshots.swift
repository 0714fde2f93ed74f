extension Settings {
    /// The present snapshot, then each newer one, whoever made it and a new schema's included.
    ///
    /// Who is slow gets the newest and none of those between. Ends when the task is cancelled or
    /// the settings are closed; waiting for it does not keep the settings alive.
    public var snapshots: Snapshots { Snapshots(self) }

    /// The snapshots of settings, as they come.
    public struct Snapshots: AsyncSequence, Sendable {
        /// Never more than one waits, since the reader takes the newest when it asks.
        private let signals: @Sendable () -> AsyncStream<Void>
        private let current: @Sendable () -> Snapshot?

        init(_ settings: Settings) {
            current = { [weak settings] in settings?.snapshot }
            signals = { [weak settings] in
                settings?.signals() ?? AsyncStream { $0.finish() }
            }
        }

        /// Begins with the present snapshot.
        public func makeAsyncIterator() -> Iterator {
            Iterator(signals: signals().makeAsyncIterator(), current: current)
        }

        /// Walks along the snapshots.
        public struct Iterator: AsyncIteratorProtocol {
            private var signals: AsyncStream<Void>.Iterator
            private let current: @Sendable () -> Snapshot?
            private var last: Snapshot?

            init(
                signals: AsyncStream<Void>.Iterator, current: @escaping @Sendable () -> Snapshot?
            ) {
                self.signals = signals
                self.current = current
            }

            /// The next snapshot; `nil` at the end.
            public mutating func next() async -> Snapshot? { await next(isolation: nil) }

            /// The next snapshot; `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> Snapshot? {
                while true {
                    if last != nil, await signals.next(isolation: actor) == nil { return nil }
                    guard let snapshot = current() else { return nil }
                    if snapshot !== last {
                        last = snapshot
                        return snapshot
                    }
                }
            }
        }
    }

    /// Says when there is a new snapshot.
    private func signals() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let news = onNews { [weak self] in
                continuation.yield()
                if self?.isClosed ?? true { continuation.finish() }
            }
            continuation.onTermination = { _ in news.cancel() }
            if isClosed { continuation.finish() }
        }
    }
}
