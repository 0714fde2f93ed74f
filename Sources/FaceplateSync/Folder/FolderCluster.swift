import Faceplate
import FaceplateSchema
import Foundation

/// A folder that another program carries between machines, used as a cluster.
///
/// Each machine writes one file, which no other machine writes, so that copies of the folder never conflict. The value
/// of a key is the latest entry of all files. Revisions count the changes that this object has seen; they are not
/// stored.
final class FolderCluster: Cluster {
    private struct State {
        /// The entries of each file, by its name.
        var files: [String: Known] = [:]
        var values: [String: ClusterValue] = [:]
        /// The revision at which each key last changed, also for a removed key.
        var changed: [String: Int64] = [:]
        var revision: Int64 = 1
        /// The names of files that cannot be read at present.
        var failed: Set<String> = []
        var judge: FolderFindings
        var findings = ClusterFindings()
        /// The time of the next sign of life; `nil` before the first.
        var nextSign: SuspendingClock.Instant?
        /// True when the last sign promised others.
        var hasPromised = false
        /// True when the last sign could not be written.
        var hasFailedToSign = false
    }

    private struct Known {
        let stamp: StoreFiles.File
        let contents: MachineContents

        var entries: [String: SharedEntry] { contents.entries }
    }

    /// The entry that names the contents; it is in no file, because a folder never becomes another one.
    private static let name = SharedEntry(.set("folder"), .earliest, "folder")

    private let folder: String
    private let own: MachineFile
    private let pause: Duration
    private let limit: Int
    private let state: Locked<State>
    /// A share of a network can block, so files are read and written here.
    private let queue: PatientQueue
    /// The text of this program in its signs of life.
    private let run = UUID().uuidString
    /// The time after which a write that failed is tried again for a sign of life.
    private static let signPause: Duration = .seconds(30)

    let place = SharedPlace.folder

    var findings: ClusterFindings { state.withLock { $0.findings } }

    /// - Parameters:
    ///   - folder: The folder of all panels.
    ///   - pause: The time between two looks for changes.
    ///   - patience: The longest time for a look.
    init(
        _ folder: String, panel: String, machine: String, limit: Int,
        pause: Duration = .seconds(1), patience: Duration = .seconds(10)
    ) {
        state = Locked(
            State(judge: FolderFindings(machine: machine, run: run, start: Date())))
        queue = PatientQueue(
            label: "faceplate.sync-folder", patience: patience,
            late: ClusterError("The folder '\(folder)' does not answer in time."))
        self.folder = folder
        own = MachineFile(folder + "/" + panel, machine: machine)
        self.limit = limit
        self.pause = pause
    }

    // MARK: - Cluster

    func read(_ keys: Set<String>) async throws -> ClusterContent {
        try await onQueue { state in
            var values = state.values.filter { keys.contains($0.key) }
            if keys.contains(ClusterName.key) {
                values[ClusterName.key] = ClusterValue(bytes: Self.name.bytes, revision: 1)
            }
            return ClusterContent(revision: state.revision, values: values)
        }
    }

    func write(_ puts: [SharedPut]) async throws -> Int64? {
        try await onQueue { [self] state in
            let puts = puts.filter { $0.key != ClusterName.key }
            guard puts.allSatisfy({ (state.values[$0.key]?.revision ?? 0) == $0.expected }) else {
                return nil
            }
            guard !puts.isEmpty else { return state.revision }
            var entries = state.files[own.name]?.entries ?? [:]
            for put in puts { entries[put.key] = put.entry }
            try write(entries, &state)
            try look(&state)
            let revision = state.revision
            // A later entry of another machine stays the value, and is reported after this write.
            for put in puts where state.values[put.key]?.bytes != put.entry.bytes {
                if state.revision == revision { state.revision += 1 }
                touch(put.key, &state)
            }
            return revision
        }
    }

    /// Removes keys from the file of this machine; each machine removes its own.
    func remove(_ keys: [String: Int64]) async throws -> Bool {
        try await onQueue { [self] state in
            let known = state.files[own.name]?.entries ?? [:]
            let entries = known.filter { keys[$0.key] == nil }
            guard entries.count < known.count else { return false }
            try write(entries, &state)
            try look(&state)
            return true
        }
    }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        var last = revision
        while true {
            let news = try await onQueue { [self, last] state -> ClusterNews? in
                giveSign(&state)
                guard state.revision > last else { return nil }
                let keys = state.changed.filter { $0.value > last }.keys
                var values: [String: ClusterValue?] = [:]
                for key in keys { values.updateValue(state.values[key], forKey: key) }
                return ClusterNews(revision: state.revision, values: values)
            }
            if let news { last = news.revision }
            await tell(news.map { [$0] } ?? [])
            try await Task.sleep(for: pause)
        }
    }

    // MARK: - Files

    /// Looks for changed files, then runs `body`; on the queue for files.
    private func onQueue<Result: Sendable>(
        _ body: @escaping @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await queue.run { [self] in
            // Only the queue changes the state, so it is not locked while files are read.
            var state = self.state.withLock { $0 }
            defer { self.state.withLock { [state] in $0 = state } }
            try look(&state)
            return try body(&state)
        }
    }

    // MARK: - Signs of life

    /// Writes the file of this machine, with a sign of life.
    ///
    /// - Parameter promises: True when further signs follow; `nil` for as before.
    private func write(
        _ entries: [String: SharedEntry], _ state: inout State, promises: Bool? = nil
    ) throws {
        let promises = promises ?? state.hasPromised
        let every = LifeSign.interval(size: state.files[own.name]?.contents.size ?? 0)
        do {
            try own.write(
                entries, life: LifeSign(time: Date(), run: run, every: promises ? every : nil))
            state.findings.isReadOnly = false
        } catch {
            state.nextSign = .now + Self.signPause
            state.findings.isReadOnly = (error as? ClusterError)?.isRefusal == true
            throw error
        }
        state.hasPromised = promises
        state.nextSign = .now + .seconds(every)
    }

    /// Gives a sign of life when it is due; a failure is only a fact about the folder.
    private func giveSign(_ state: inout State) {
        let isDue = state.nextSign.map { $0 <= .now } ?? true
        // A damaged file of this machine is written again at once.
        let isMissing = !state.hasPromised || state.failed.contains(own.name)
        guard isDue || isMissing && !state.hasFailedToSign else { return }
        do {
            try write(state.files[own.name]?.entries ?? [:], &state, promises: true)
            state.hasFailedToSign = false
            try look(&state)
        } catch {
            state.hasFailedToSign = true
        }
    }

    /// Writes that this program stops, so that its silence is no problem for others.
    func end() async {
        _ = await answer(within: .seconds(1)) { [self] in
            try? await onQueue { [self] state in
                guard state.hasPromised else { return }
                try write(state.files[own.name]?.entries ?? [:], &state, promises: false)
            }
        }
    }

    /// Reads the files that have changed.
    private func look(_ state: inout State) throws {
        let names = try MachineFile.names(in: own.folder, of: folder)
        var files: [String: Known] = [:]
        state.failed = []
        for name in names {
            let path = own.folder + "/" + name
            guard let stamp = StoreFiles.File(path: path) else { continue }
            if let known = state.files[name], known.stamp == stamp {
                files[name] = known
            } else if let contents = MachineFile.contents(of: path, limit: limit) {
                files[name] = Known(stamp: stamp, contents: contents)
            } else {
                // A file that is being copied is read again when it has changed.
                files[name] = state.files[name]
                state.failed.insert(name)
            }
        }
        state.files = files
        let isReadOnly = state.findings.isReadOnly
        state.findings = state.judge.judge(
            files.mapValues(\.contents), failed: state.failed.subtracting([own.name]), now: .now)
        state.findings.isReadOnly = isReadOnly
        combine(&state)
    }

    /// Computes the values of all files together, and records those that differ.
    private func combine(_ state: inout State) {
        var latest: [String: SharedEntry] = [:]
        for file in state.files.values {
            for (key, entry) in file.entries
            where latest[key].map({ entry.isLater(than: $0) }) ?? true {
                latest[key] = entry
            }
        }
        let keys = Set(latest.keys).union(state.values.keys)
        let changed = keys.filter { latest[$0]?.bytes != state.values[$0]?.bytes }
        guard !changed.isEmpty else { return }
        state.revision += 1
        for key in changed {
            state.values[key] = latest[key].map { ClusterValue(bytes: $0.bytes, revision: 0) }
            touch(key, &state)
        }
    }

    /// Gives a key the current revision.
    private func touch(_ key: String, _ state: inout State) {
        state.changed[key] = state.revision
        state.values[key] = state.values[key].map {
            ClusterValue(bytes: $0.bytes, revision: state.revision)
        }
    }
}

extension SharedEntry {
    /// Returns true when the entry wins over another one; all machines decide alike, also at the same time.
    fileprivate func isLater(than other: SharedEntry) -> Bool {
        if time != other.time { return time > other.time }
        if machine != other.machine { return machine > other.machine }
        return other.bytes.lexicographicallyPrecedes(bytes)
    }
}
