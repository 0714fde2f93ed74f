import Foundation

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

        private init() {
            current = { nil }
            signals = { AsyncStream { $0.finish() } }
        }

        /// A sequence without snapshots.
        static let none = Snapshots()

        /// Creates an iterator that begins with the current snapshot.
        public func makeAsyncIterator() -> Iterator {
            Iterator(signals: signals().makeAsyncIterator(), current: current)
        }

        /// An iterator over the snapshots.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var signals: AsyncStream<Void>.Iterator
            fileprivate let current: @Sendable () -> Snapshot?
            fileprivate var last: Snapshot?

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

extension Snapshot {
    /// The rules are those of all settings, and answer for the part only.
    package func showing(_ part: Schema, digest: String) -> Snapshot {
        func shown<T>(_ all: [String: T]) -> [String: T] {
            all.filter { part.settings[$0.key] != nil }
        }
        let visible = Content(
            revision: revision, stored: shown(stored), secrets: shown(secrets),
            lastChanges: shown(lastChanges),
            // Nothing tells which of the former keys belonged to something withheld.
            retired: RetiredKeys(), locks: shown(locks),
            defaults: shown(content.defaults),
            applied: applied.omitting { part.settings[$0] == nil },
            temporaries: Temporaries(shown(temporaries.byKey)),
            parked: parked.filter { part.settings[part.currentKey(of: $0.key) ?? $0.key] != nil })
        return Snapshot(
            schema: part, labels: labels, digest: digest, content: visible, whole: self)
    }

    /// Settings of which nothing can be seen, for a viewer whose part cannot be made.
    package var showingNothing: Snapshot {
        let nothing = try? SchemaReader.read(
            Array(#"{"groups":[{"groupKey":"none","items":[]}]}"#.utf8), name: schema.key)
        return nothing.map(Snapshot.init(defaultsOf:)) ?? Snapshot(defaultsOf: schema)
    }

    /// `nil` for an assignment of one setting, or of an unknown key.
    package func swept(by assignment: Assignment) -> [Schema.Setting]? {
        Sweep(assignment, in: self)?.settings
    }
}

extension Revision {
    /// A revision of which a viewer may see nothing but its number.
    package static func withheld(_ number: Int) -> Revision {
        Revision(
            number: number, time: Date(), origin: .program, actor: nil, note: nil, changes: [])
    }

    package func omitting(_ isWithheld: (String) -> Bool) -> Revision {
        var part = self
        part.changes.removeAll { isWithheld($0.key) }
        if part.changes.isEmpty, !changes.isEmpty {
            // The actor and the reason of a withheld change are withheld as well.
            part = Revision(
                number: number, time: time, origin: origin, actor: nil, note: nil, changes: [])
        }
        part.newDefaults = newDefaults.filter { !isWithheld($0.key) }
        part.defaults = defaults.filter { !isWithheld($0.key) }
        return part
    }
}

extension Outcome {
    package func omitting(_ isWithheld: (String) -> Bool) -> Outcome {
        var part = self
        part.changes.removeAll { isWithheld($0.key) }
        part.restart.removeAll(where: isWithheld)
        part.skipped.removeAll { isWithheld($0.key) }
        part.refused.removeAll { isWithheld($0.key) }
        part.until = until.filter { !isWithheld($0.key) }
        return part
    }
}

extension Snapshot {
    /// Returns the group with a key; `nil` if the schema has none.
    package func group(_ key: String) -> Schema.ItemGroup? {
        schema.groups.first { $0.key == key }
    }

    /// Returns the groups that have a title in any of the panel's locales, in the order of the schema.
    ///
    /// Titles are compared byte for byte. The method looks up the labels of every locale, so do not call it for each
    /// request.
    package func groups(titled title: String) -> [Schema.ItemGroup] {
        let words = schema.locales(with: labels).map {
            LabelResolver(schema: schema, catalog: labels, locale: $0)
        }
        return schema.groups.filter { group in
            words.contains { $0.title(of: group).text.utf8.elementsEqual(title.utf8) }
        }
    }
}
