extension Settings {
    /// The current snapshot, then each newer one, for changes from any source and for new schemas.
    ///
    /// A slow reader receives only the newest snapshot. The sequence ends when the task is cancelled or the settings
    /// are closed. Waiting for it does not keep the settings alive.
    public var snapshots: Snapshots { Snapshots(self) }

    /// A sequence of the snapshots of settings.
    public struct Snapshots: AsyncSequence, Sendable {
        /// Creates a stream that holds at most one signal, because the reader fetches the newest snapshot itself.
        private let signals: @Sendable () -> AsyncStream<Void>
        private let current: @Sendable () -> Snapshot?

        init(_ settings: Settings) {
            current = { [weak settings] in settings?.snapshot }
            signals = { [weak settings] in
                settings?.signals() ?? AsyncStream { $0.finish() }
            }
        }

        /// Creates an iterator that begins with the current snapshot.
        public func makeAsyncIterator() -> Iterator {
            Iterator(signals: signals().makeAsyncIterator(), current: current)
        }

        /// An iterator over the snapshots.
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

            /// Returns the next snapshot; `nil` at the end.
            public mutating func next() async -> Snapshot? { await next(isolation: nil) }

            /// Returns the next snapshot; `nil` at the end.
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

    /// Returns a stream with a signal for each new snapshot.
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
