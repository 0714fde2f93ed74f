import Dispatch
import Foundation
import Logging

extension Settings {
    /// Accepts or rejects a batch as a whole, or in part if its `acceptance` says so; all changes of values go through
    /// this method.
    ///
    /// Returns immediately. `then` is called once, on the settings' own queue, after the change is on disk or the batch
    /// is rejected, and must not block. Batches are applied in the given order, and waiting batches share a commit. At
    /// most 1,024 batches wait: for one more, `then` is called with `StoreError.busy` before this method returns.
    public func apply(
        _ batch: Batch, then: @escaping @Sendable (Result<Outcome, ApplyError>) -> Void
    ) {
        batch.apply(by: applyWhole, then: then)
    }

    private func applyWhole(
        _ batch: Batch, then: @escaping @Sendable (Result<Outcome, ApplyError>) -> Void
    ) {
        let waiting = Waiting(batch: batch) { result in if let result { then(result) } }
        // The program's own values are facts, and the end of a time was agreed to with its beginning: handlers cannot
        // object.
        let isAccepted =
            gate.isOpen || SaveGate.isAsking || batch.readsSource || batch.onlyEndsTimes
            ? enqueue(waiting) : gate.put(.batch(waiting), self, atMost: Self.inboxLimit)
        if !isAccepted { then(.failure(.store(.tooManyWaiting))) }
    }

    /// False if the inbox is full.
    func enqueue(_ waiting: Waiting) -> Bool {
        let wasScheduled: Bool? = inbox.withLock { inbox in
            guard inbox.waiting.count < Self.inboxLimit else { return nil }
            inbox.waiting.append(waiting)
            return exchange(&inbox.isScheduled, with: true)
        }
        if wasScheduled == false { queue.async { self.drain() } }
        return wasScheduled != nil
    }

    /// Applies a batch and waits until it is on disk.
    ///
    /// Do not call it from an observer or from another batch's completion.
    ///
    /// - Throws: `ApplyError` if the batch is rejected or the store cannot be written.
    @discardableResult
    public func apply(_ batch: Batch) async throws(ApplyError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            apply(batch) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Applies a batch and blocks until it is on disk, for a thread that may block: a command, a test.
    ///
    /// Do not call it on the settings' own queue, as in an observer: it would wait for itself forever. In a task, use
    /// `apply(_:)`.
    ///
    /// - Throws: `ApplyError` if the batch is rejected or the store cannot be written.
    @discardableResult
    public func applyAndWait(_ batch: Batch) throws(ApplyError) -> Outcome {
        let done = DispatchSemaphore(value: 0)
        let result = Locked<Result<Outcome, ApplyError>?>(nil)
        apply(batch) { outcome in
            result.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        guard let result = result.withLock({ $0 }) else {
            throw .store(StoreError(.failed, "Nothing was written."))
        }
        return try result.get()
    }

    /// Sets one value as the program.
    ///
    /// - Throws: `ApplyError` if the value is rejected or the store cannot be written.
    @discardableResult
    public func set(_ key: String, to value: Value) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key, .value(value))], origin: .program))
    }

    /// Resets a setting to its default, as the program.
    ///
    /// - Throws: `ApplyError` if the change is rejected or the store cannot be written.
    @discardableResult
    public func reset(_ key: String) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key, .reset)], origin: .program))
    }

    /// Sets one value as the program for a time, after which the setting returns to what it was before.
    ///
    /// The end is stored with the value: it also comes if the program ends in the meantime, at the latest when the
    /// settings are opened again. `lifetime` is 1 second to 366 days.
    ///
    /// - Throws: `ApplyError` if the value or the time is rejected, or the store cannot be written.
    @discardableResult
    public func set(
        _ key: String, to value: Value, for lifetime: Duration
    ) async throws(ApplyError) -> Outcome {
        try await apply(
            Batch([Assignment(key, .value(value))], origin: .program, lifetime: lifetime))
    }

    /// Applies the batches in the inbox, one commit at a time, so that other work can use the queue between two
    /// commits.
    private func drain() {
        let waiting = nextWaiting()
        if !waiting.isEmpty { commit(waiting) }
        let hasMore = inbox.withLock { !$0.waiting.isEmpty } || expectsMore()
        if hasMore { queue.async { self.drain() } }
    }

    /// Call it on the queue, when the settings are closed.
    func finish() {
        while case let waiting = nextWaiting(), !waiting.isEmpty { commit(waiting) }
    }

    private func nextWaiting(atMost limit: Int = commitLimit) -> [Waiting] {
        inbox.withLock { inbox in
            let next = Array(inbox.waiting.prefix(limit))
            inbox.waiting.removeFirst(next.count)
            return next
        }
    }

    /// A client that posts one change after the other has the next one on the way, and waking a thread takes longer
    /// than this wait.
    private func expectsMore() -> Bool {
        let deadline = ContinuousClock.now + Self.lingering
        while ContinuousClock.now < deadline {
            if inbox.withLock({ !$0.waiting.isEmpty }) { return true }
            sched_yield()
        }
        return inbox.withLock { inbox in
            if inbox.waiting.isEmpty { inbox.isScheduled = false }
            return inbox.isScheduled
        }
    }

    /// Each is accepted or rejected alone, and all share one commit.
    private func commit(_ waiting: [Waiting]) {
        var results: [Result<Outcome, ApplyError>?] = []
        var committed: (snapshot: Snapshot, revisions: [Revision])?
        do throws(StoreError) {
            if isClosed { throw .closed }
            let commit = try store.commit { reader in
                let commit = try CommitBatch(waiting, self, reader)
                return (commit, commit.change)
            }
            results = commit.results
            committed = (commit.snapshot, commit.revisions)
            report(nil)
        } catch {
            report(error)
            results = waiting.map { _ in .failure(.store(error)) }
            // Batches that arrived in the meantime have waited as well, and each would wait as long again.
            if error.code == .busy {
                for waiting in nextWaiting(atMost: .max) { waiting.then(.failure(.store(error))) }
            }
            // The source may have accepted values that were not stored.
            if waiting.contains(where: { !$0.batch.readsSource }) {
                if state.withLock({ $0.source != nil }) { sourceChanged() }
            } else {
                state.withLock { $0.isSourceUnread = true }
            }
        }
        if let committed, committed.snapshot !== self.committed {
            publish(committed.snapshot, committed.revisions)
        }
        for (waiting, result) in zip(waiting, results) { waiting.then(result) }
    }

    func current(_ reader: any StorageReader) throws -> (Snapshot, [Revision]) {
        let snapshot = committed
        if try reader.version() == snapshot.version { return (snapshot, []) }
        return try reload(reader, since: snapshot)
    }

    // MARK: - Publishing

    /// Call it on the queue.
    func publish(_ snapshot: Snapshot, _ published: [Revision]) {
        let revisions = withNewDefaults(published, before: snapshot)
        let (observers, followers) = state.withLock { state in
            state.snapshot = snapshot
            state.add(revisions)
            return (state.observers.all, state.followers.all)
        }
        ReadingEpoch.advance()
        for revision in revisions {
            var metadata: Logger.Metadata = [
                "origin": "\(revision.origin.rawValue)",
                "keys": "\(revision.changes.map(\.key).joined(separator: " "))",
            ]
            // The name of another machine, not of a person.
            if revision.origin == .sync, let machine = revision.actor {
                metadata["machine"] = "\(machine)"
            }
            logger.info("revision \(revision.number)", metadata: metadata)
            for observer in observers { observer(revision) }
        }
        for follower in followers { follower() }
        setAlarm(for: snapshot)
    }

    /// Adds the changes of defaults to the revisions that made them.
    private func withNewDefaults(_ published: [Revision], before snapshot: Snapshot) -> [Revision] {
        let changed = Set(published.flatMap(\.changes).map(\.key))
        guard !snapshot.schema.ruleDependencies.defaults(testing: changed).isEmpty else {
            return published
        }
        var (revisions, earlier) = (published, committed)
        for index in revisions.indices {
            let changes = revisions[index].changes
            let later =
                index == revisions.indices.last
                ? snapshot : earlier.applying(changes, revision: revisions[index].number)
            revisions[index].newDefaults = later.newDefaults(since: earlier, after: changes)
            earlier = later
        }
        return revisions
    }

    /// It waits for the queue, because the watcher must not run ahead of a long write.
    func refreshSoon() {
        queue.sync { refresh() }
    }

    /// Loads the changes of other processes, for storages that are not watched.
    package func catchUp() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.refresh()
                continuation.resume()
            }
        }
    }

    /// Call it on the queue.
    private func refresh() {
        guard !isClosed else { return }
        // The key file may have been brought back.
        if state.withLock({ $0.secretProblem != nil }) { checkSecrets() }
        let known = committed
        let generation = credentials.generation
        do throws(StoreError) {
            let (news, credentials) = try store.reading {
                reader -> ((Snapshot, [Revision])?, CredentialRecords?) in
                let counter = try reader.record(.credential, CredentialRecords.counter)
                // A storage without a place for credentials leaves them in memory.
                let isNew = counter != nil && CredentialRecords.number(counter) != generation
                let credentials = isNew ? try CredentialRecords(reader) : nil
                if try reader.version() == known.version { return (nil, credentials) }
                return (try reload(reader, since: known), credentials)
            }
            // A change of a profile is no revision.
            profileChanges.withLock { $0 += 1 }
            if let credentials { publish(credentials) }
            if let news {
                publish(news.0, news.1)
                report(nil)
            }
        } catch {
            report(error)
        }
    }

    func searchForDamage() {
        do throws(StoreError) {
            try StoreError.wrapping { try store.verify() }
        } catch {
            if error.code == .damaged { report(error) }
        }
    }

    /// Temporary errors are only logged.
    private func report(_ error: StoreError?) {
        if let error, error.code == .busy || error.code == .closed {
            return logger.warning("the store: \(error.message)")
        }
        let message = error?.message
        let former = state.withLock { exchange(&$0.storeProblem, with: message) }
        if former != message, let message { logger.error("the store: \(message)") }
    }

    private func reload(
        _ reader: any StorageReader, since known: Snapshot
    ) throws -> (Snapshot, [Revision]) {
        let state = try reader.state()
        let panel = try panelThatGoesOn(state, reader)
        let isSame = panel.digest == known.digest
        let schema = isSame ? known.schema : try panel.read(controls: known.schema.controls)
        let labels = isSame ? known.labels : LabelCatalog(texts: try reader.labels())
        let snapshot = Snapshot(
            state, schema: schema, labels: labels,
            locks: isSame ? known.locks : locks(for: schema))
        return (snapshot, try Revision.after(known.revision, reader, schema: schema))
    }

    /// Throws `StoreError.replaced` for a storage that does not continue the known state: otherwise saved changes would
    /// be lost silently, and the number of a known revision would mean another one.
    @discardableResult
    func panelThatGoesOn(
        _ state: StoredState, _ reader: any StorageReader
    ) throws -> StoredState.Panel {
        let known = committed.revision
        guard let panel = state.panel, state.revision >= known,
            try isStillThere(recentRevision(known), reader)
        else {
            throw StoreError(
                .replaced,
                "The storage was emptied or restored while it was in use. Restart to use it as it is "
                    + "now.")
        }
        return panel
    }

    /// Returns true when a storage holds a revision as it is known, or holds none with its number.
    private func isStillThere(_ known: Revision?, _ reader: any StorageReader) throws -> Bool {
        guard let known,
            let stored = try Revision.numbered(
                known.number, reader, schema: committed.schema, namesLargeValues: true)
        else { return true }
        return stored.time == known.time
            || RevisionTime.text(stored.time) == RevisionTime.text(known.time)
    }

    // MARK: - Secrets

    private func openSecretBox() throws(StoreError) -> SecretBox {
        if let box = secretBox.withLock({ $0 }) { return box }
        let box = try store.secretBox(mayCreate: false)
        secretBox.withLock { $0 = box }
        return box
    }

    /// The storage is asked for the key again: a secret that is encrypted with a lost key could not be decrypted after
    /// a restart.
    func sealingBox(besides secrets: [String: StoredState.Secret]) throws(StoreError) -> SecretBox {
        do throws(StoreError) {
            let box = try store.sealingBox(besides: secrets, committed.schema)
            secretBox.withLock { $0 = box }
            state.withLock { $0.secretProblem = nil }
            return box
        } catch {
            if error.code == .secretKey { state.withLock { $0.secretProblem = error.message } }
            throw error
        }
    }

    /// Secrets that are not bound to their settings yet, as earlier versions stored them, are encrypted again.
    func checkSecrets() {
        guard !committed.secrets.isEmpty else { return }
        do throws(StoreError) {
            let secrets = try store.reading { try $0.state().secrets }
            guard !secrets.isEmpty else { return }
            let box = try store.secretBox(mayCreate: false)
            let schema = committed.schema
            let unbound = try secrets.bound(with: box, schema)
            state.withLock { $0.secretProblem = nil }
            guard !unbound.isEmpty, !(store is ReadOnlyStorage) else { return }
            try store.commit { reader -> (Void, StorageChange?) in
                var change = StorageChange(to: try reader.version())
                for (key, secret) in try reader.state().secrets.bound(with: box, schema) {
                    change.secrets[key] = .set(secret)
                }
                return ((), change.secrets.isEmpty ? nil : change)
            }
        } catch {
            guard error.code == .secretKey else { return }
            let former = state.withLock { exchange(&$0.secretProblem, with: error.message) }
            if former != error.message { logger.error("the store: \(error.message)") }
        }
    }

    func unsealedSecret(_ key: String) throws(StoreError) -> String? {
        let secret = try store.reading { reader in
            let state = try reader.state()
            try panelThatGoesOn(state, reader)
            return state.secrets[key]
        }
        guard let secret else { return nil }
        return try unsealed(secret, key: key, committed.schema)
    }

    func unsealed(
        _ secret: StoredState.Secret, key: String, _ schema: Schema
    ) throws(StoreError) -> String {
        try openSecretBox().open(
            secret.sealed, for: key, formerKeys: schema.settings[key]?.renamedFrom ?? []
        ).text
    }
}
