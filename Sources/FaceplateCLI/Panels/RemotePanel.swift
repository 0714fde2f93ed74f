import ArgumentParser
import Faceplate
import FaceplateHTTPClient
import FaceplateImport
import FaceplateSchema
import Foundation

/// A panel that runs at a URL, by its HTTP API.
final class RemotePanel: CommandPanel {
    private struct State {
        var mirror: SnapshotMirror
        var snapshot: Snapshot
        /// The oldest retained revision, when history was read.
        var oldest: Int?
        var observers: [UUID: @Sendable (Revision) -> Void] = [:]
        var followers: [UUID: @Sendable () -> Void] = [:]
        var isFollowing = false
        var ending: Failure?
        var ends: [@Sendable () -> Void] = []
        var isClosed = false
    }

    /// The longest wait of one request for a change, in seconds.
    private static let wait = 50
    /// The most responses that are read for one part of the history.
    private static let mostParts = 1_000
    /// The most bytes of changes that are read at once, after which all values are read instead.
    private static let mostNews = 16 << 20

    let connection: PanelConnection
    private let state: Locked<State>

    /// Reads the panel.
    ///
    /// - Throws: `Failure` if the address has no panel, or the panel does not accept the token.
    init(_ connection: PanelConnection) throws(Failure) {
        self.connection = connection
        let mirror = try Self.mirror(connection)
        state = Locked(State(mirror: mirror, snapshot: mirror.snapshot))
    }

    private static func mirror(_ connection: PanelConnection) throws(Failure) -> SnapshotMirror {
        let json = try connection.json(HTTPRequest(path: "/api/panel"))
        let mirror: SnapshotMirror?
        do throws(SchemaError) {
            mirror = try SnapshotMirror(json)
        } catch {
            throw connection.unreadable(error)
        }
        guard let mirror else { throw connection.foreign }
        return mirror
    }

    var place: String { connection.place }
    var path: String? { nil }
    var snapshot: Snapshot { state.withLock { $0.snapshot } }
    var ending: Failure? { state.withLock { $0.ending } }

    func time(ofLastChangeOf key: String) throws -> Date? {
        state.withLock { $0.mirror.times[key] }
    }

    func search(_ text: String) throws -> (keys: [String], problems: [String]) {
        let json = try connection.json(
            HTTPRequest(
                path: "/api/settings", query: SettingsQuery(search: text).query))
        guard let found = json.object?["settings"]?.object?.members else {
            throw connection.foreign
        }
        // Without the parameter `search`, an older panel describes all settings.
        guard let problems = json.object?["problems"]?.array else { throw connection.older }
        return (found.map(\.name), problems.compactMap(\.string))
    }

    // MARK: - History

    func scanRevisions(
        before: Int?, limit: Int, of key: String?, choosing choose: (Revision) -> Revision?
    ) throws -> RevisionScan {
        try RevisionScan(
            before: before, limit: limit, among: .max, size: Revision.answerSize, choosing: choose
        ) { (before, count) throws(Failure) in
            var before = before
            // All revisions of a part can be of settings that are withheld.
            for _ in 0..<Self.mostParts {
                let part = try history(
                    before: before, limit: min(count, HistoryQuery.mostRevisions), key: key)
                guard part.revisions.isEmpty, let next = part.next else { return part.revisions }
                before = next
            }
            throw endless
        }
    }

    /// The failure for a history that does not end.
    private var endless: Failure {
        Failure(.unavailable, "The history of the panel at '\(place)' does not end.")
    }

    func change(of key: String, in revision: Int) throws -> Change? {
        let response = try connection.send(HTTPRequest(path: "/api/changes/\(revision)/\(key)"))
        if response.status == 404, PanelConnection.Document(response)?.code == "not_found" {
            return nil
        }
        guard response.status == 200 else { throw connection.failure(response) }
        guard let change = response.json.flatMap({ Change($0, schema: snapshot.schema) }) else {
            throw connection.foreign
        }
        return change
    }

    func oldestRevision() throws -> Int? {
        if let oldest = state.withLock({ $0.oldest }) { return oldest }
        return try history(limit: 1).oldest
    }

    /// A part of the history, newest first.
    private struct History {
        let revision: Int
        let oldest: Int?
        let revisions: [Revision]
        /// The revision before which older ones exist; `nil` for the last part.
        let next: Int?
        let digest: String
    }

    private func history(
        before: Int? = nil, after: Int? = nil, wait: Int? = nil, limit: Int, key: String? = nil
    ) throws(Failure) -> History {
        let query = HistoryQuery(before: before, limit: limit, key: key, after: after, wait: wait)
        let json = try connection.json(
            HTTPRequest(path: "/api/changes", query: query.query), waiting: wait ?? 0)
        func number(_ name: String) -> Int? {
            json.object?[name]?.number?.integer.flatMap { Int(exactly: $0) }
        }
        guard let list = json.object?["revisions"]?.array, let revision = number("revision") else {
            throw connection.foreign
        }
        guard let digest = json.object?["digest"]?.string else { throw connection.older }
        let schema = snapshot.schema
        let oldest = number("oldest")
        let revisions = list.compactMap { Revision($0, schema: schema) }
        // Each part must be older than the one before, or it would never end.
        var last = before ?? .max
        for number in revisions.map(\.number) + [number("next")].compactMap(\.self) {
            guard number > 0, number <= last, before == nil || number < before ?? .max else {
                throw endless
            }
            last = number
        }
        state.withLock { $0.oldest = oldest }
        return History(
            revision: revision, oldest: oldest,
            revisions: revisions, next: number("next"),
            digest: digest)
    }

    // MARK: - Secrets

    func secret(_ setting: Schema.Setting) throws -> ComparedSecret {
        snapshot.hasSecret(setting) ? .unknown : .notSet
    }

    func seal(_ values: inout ExportedValues, passPhrase: String) throws {
        throw Failure(
            .refused,
            "A panel sends no secrets. To export them, run this command with --database on its "
                + "machine.")
    }

    func text(
        of values: ExportedValues, as format: ValuesFormat,
        commented query: [(name: String, value: String)]?
    ) throws -> String {
        guard let query else { return values.text(as: format) }
        let response = try connection.send(HTTPRequest(path: "/api/export", query: query))
        guard response.status == 200 else { throw connection.failure(response) }
        return String(decoding: response.body, as: UTF8.self)
    }

    // MARK: - Changes

    func apply(_ batch: Batch) async throws(ApplyError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            batch.apply(
                by: { batch, then in
                    DispatchQueue.global().async { [self] in
                        then(Result { () throws(ApplyError) in try send(batch) })
                    }
                },
                then: { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    private func send(_ batch: Batch) throws(ApplyError) -> Outcome {
        let outcome = try connection.apply(batch, snapshot) { () throws(Failure) in
            // The conflicting values are newer than these.
            try reload()
            return snapshot
        }
        state.withLock {
            guard !batch.isDryRun, outcome.revision > $0.snapshot.revision else { return }
            $0.snapshot = $0.snapshot.applying(outcome.changes, revision: outcome.revision)
        }
        if state.withLock({ $0.mirror.hasConditionalDefaults }) { try? reload() }
        return outcome
    }

    private func reload() throws(Failure) { use(try Self.mirror(connection)) }

    @discardableResult
    private func use(_ mirror: SnapshotMirror) -> Snapshot {
        state.withLock {
            $0.mirror = mirror
            $0.snapshot = mirror.snapshot
        }
        return mirror.snapshot
    }

    func close() { state.withLock { $0.isClosed = true } }

    // MARK: - Following

    func observe(_ handler: @escaping @Sendable (Revision) -> Void) -> Settings.Observation {
        let id = UUID()
        state.withLock { $0.observers[id] = handler }
        follow()
        return Settings.Observation { [weak self] in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
    }

    func onNews(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation {
        let id = UUID()
        state.withLock { $0.followers[id] = handler }
        follow()
        return Settings.Observation { [weak self] in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
    }

    func onEnd(_ handler: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            state.ends.append(handler)
            return state.ending != nil
        }
        if isOver { handler() }
    }

    /// Starts the thread that waits for changes, once.
    private func follow() {
        let isFollowing = state.withLock { state in
            defer { state.isFollowing = true }
            return state.isFollowing
        }
        guard !isFollowing else { return }
        Thread.detachNewThread { [weak self] in
            var isReported = false
            while let self, !self.state.withLock({ $0.isClosed }) {
                do throws(Failure) {
                    try self.readNews()
                    isReported = false
                } catch {
                    guard error.status == .unavailable else { return self.end(error) }
                    // The panel may be restarting.
                    if !isReported {
                        for message in error.messages { StandardStreams.say(message) }
                        StandardStreams.say("Trying again until it answers.")
                        isReported = true
                    }
                    Thread.sleep(forTimeInterval: 1)
                }
            }
        }
    }

    private func end(_ failure: Failure) {
        let ends = state.withLock { state in
            state.ending = failure
            return state.ends
        }
        for end in ends { end() }
    }

    /// Waits for the next change, and tells the observers of it.
    private func readNews() throws(Failure) {
        let known = snapshot.revision
        var part = try history(after: known, wait: Self.wait, limit: HistoryQuery.mostRevisions)
        let newest = part
        var revisions = part.revisions
        var (held, parts) = (0, 0)
        while let next = part.next, next > known + 1, held <= Self.mostNews {
            part = try history(before: next, after: known, limit: HistoryQuery.mostRevisions)
            revisions += part.revisions
            held += part.revisions.reduce(0) { $0 + $1.weight }
            parts += 1
            guard parts < Self.mostParts else { throw endless }
        }
        let before = snapshot
        // Another schema or another database; defaults under conditions, which only the panel knows; large values, or
        // values of revisions that were left out.
        if held > Self.mostNews || revisions.contains(where: \.hasLargeValues)
            || newest.digest != state.withLock({ $0.mirror.digest }) || newest.revision < known
            || newest.revision != known && state.withLock({ $0.mirror.hasConditionalDefaults })
        {
            let mirror = try Self.mirror(connection)
            // The revisions between the two answers.
            let between = try history(after: newest.revision, limit: HistoryQuery.mostRevisions)
            let now = use(mirror)
            revisions = between.revisions.filter { $0.number <= now.revision } + revisions
            let newDefaults = now.newDefaults(since: before, after: [])
            if revisions.isEmpty, !newDefaults.isEmpty {
                revisions = [.withheld(now.revision)]
            }
            if !revisions.isEmpty { revisions[0].newDefaults = newDefaults }
        }
        for revision in revisions.reversed() {
            let observers = state.withLock { state in
                if revision.number > state.snapshot.revision {
                    state.snapshot = state.snapshot.applying(
                        revision.changes, revision: revision.number)
                }
                return Array(state.observers.values)
            }
            for observer in observers { observer(revision) }
        }
        let followers = state.withLock { state in
            // Revisions of withheld settings are not sent.
            if newest.revision > state.snapshot.revision {
                state.snapshot = state.snapshot.applying([], revision: newest.revision)
            }
            return Array(state.followers.values)
        }
        if !revisions.isEmpty || newest.revision != known {
            for follower in followers { follower() }
        }
    }
}
