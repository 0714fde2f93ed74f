import Faceplate
import FaceplateSchema
import Foundation

/// Each machine writes files that no other machine writes, so that copies of the folder never conflict.
///
/// The value of a key is the latest entry of all files. Revisions count the changes that this object has seen; they
/// are not stored.
final class FolderCluster: Cluster {
    struct State {
        var files: [String: Known] = [:]
        var ids: [String] = []
        var keys: Set<String>?
        var latest: [String: SyncedEntry] = [:]
        var values: [String: ClusterValue] = [:]
        /// The revision at which each key last changed, also for a removed key.
        var changed: [String: Int64] = [:]
        var revision: Int64 = 1
        var told: Set<String> = []
        var failed: Set<String> = []
        var judge: FolderFindings
        var findings = ClusterFindings()
        var nextSign: SuspendingClock.Instant?
        /// True when the last sign promised others.
        var hasPromised = false
        var hasFailedToSign = false
    }

    struct Known {
        var stamp: PanelFolder.Stamp
        /// `nil` if they must be read again.
        var hash: Int?
        var contents: MachineContents?
        var isWhole: Bool
        var since: ContinuousClock.Instant
        var read: ContinuousClock.Instant
    }

    private static let mostTold = 100
    /// The time after which a write that failed is tried again for a sign of life.
    private static let signPause: Duration = .seconds(30)

    let folder: PanelFolder
    let own: MachineFile
    let limit: Int
    private let pause: Duration
    private let note: @Sendable (String) -> Void
    private let state: Locked<State>
    /// A share of a network can block, so files are read and written here.
    private let queue: PatientQueue
    private let run = UUID().uuidString

    let place = SyncedPlace.folder

    var findings: ClusterFindings { state.withLock { $0.findings } }

    /// - Parameter note: Receives a sentence about a file that needs attention, once.
    init(
        _ root: String, panel: String, machine: String, limit: Int,
        pause: Duration = .seconds(1), patience: Duration = .seconds(10),
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        state = Locked(
            State(judge: FolderFindings(machine: machine, run: run, start: Date())))
        queue = PatientQueue(
            label: "faceplate.sync-folder", patience: patience,
            late: ClusterError("The folder '\(root)' does not answer in time."))
        folder = PanelFolder(root, panel: panel)
        own = MachineFile(folder, machine: machine)
        self.limit = limit
        self.pause = pause
        self.note = note
    }

    // MARK: - Cluster

    func read(_ keys: Set<String>) async throws -> ClusterContent {
        try await onQueue(keys) { state in
            ClusterContent(
                revision: state.revision, values: state.values.filter { keys.contains($0.key) })
        }
    }

    func write(_ puts: [SyncedPut]) async throws -> Int64? {
        try await onQueue { [self] state in
            guard puts.allSatisfy({ (state.values[$0.key]?.revision ?? 0) == $0.expected }) else {
                return nil
            }
            let id = puts.first { $0.key == ClusterName.key }.flatMap { ClusterName.name($0.entry) }
            if let id, try !folder.create(id: id) { return nil }
            let changes = puts.filter { $0.key != ClusterName.key }
            if !changes.isEmpty {
                var entries = ownEntries(state)
                for put in changes { entries[put.key] = put.entry }
                try write(entries, &state)
            }
            try look(&state)
            let revision = state.revision
            // A later entry of another machine stays the value, and is reported after this write.
            for put in changes where state.latest[put.key] != put.entry {
                if state.revision == revision { state.revision += 1 }
                touch(put.key, &state)
            }
            return revision
        }
    }

    func remove(_ keys: [String: Int64]) async throws -> Bool {
        try await onQueue { [self] state in
            var isRemoved = false
            let known = ownEntries(state)
            let entries = known.filter { keys[$0.key] == nil }
            if entries.count < known.count {
                try write(entries, &state)
                isRemoved = true
            }
            for (name, file) in state.files.sorted(by: { $0.key < $1.key }) where !own.isOwn(name) {
                guard let contents = file.contents,
                    let key = contents.entries.keys.sorted().first(where: { keys[$0] != nil })
                else { continue }
                if contents.machine == own.machine {
                    guard let bytes = folder.bytes(of: name, limit: MachineFile.mostBytes),
                        let all = MachineFile.contents(bytes, limit: limit, keys: nil)
                    else { continue }
                    try own.write(all.entries.filter { keys[$0.key] == nil }, to: name)
                    isRemoved = true
                } else if contents.machine.isEmpty
                    || !MachineFile(folder, machine: contents.machine).isOwn(name)
                {
                    tell(
                        "The file '\(folder.path)/\(name)' is a copy with the former text of the secret "
                            + "'\(key)'. Delete it.", &state)
                }
            }
            if isRemoved { try look(&state) }
            return isRemoved
        }
    }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        var last = revision
        while true {
            let start = ContinuousClock.now
            let news = try await onQueue { [self, last] state -> ClusterNews? in
                giveSign(&state)
                guard state.revision > last else { return nil }
                let keys = state.changed.filter { $0.value > last }.keys
                var values: [String: ClusterValue?] = [:]
                for key in keys { values.updateValue(state.values[key], forKey: key) }
                return ClusterNews(revision: state.revision, values: values)
            }
            // Files that are large and always changing take a fifth of the time at most.
            let rest = max(pause, (ContinuousClock.now - start) * 4)
            if let news { last = news.revision }
            await tell(news.map { [$0] } ?? [])
            try await Task.sleep(for: rest)
        }
    }

    // MARK: - The files of this machine

    private func ownFiles(_ state: State) -> [String: [String: SyncedEntry]] {
        state.files.filter { own.isOwn($0.key) }.compactMapValues(\.contents?.entries)
    }

    private func ownEntries(_ state: State) -> [String: SyncedEntry] {
        ownFiles(state).values.reduce(into: [:]) { entries, file in
            entries.merge(file) { $1.isValue(over: $0) ? $1 : $0 }
        }
    }

    func tell(_ words: String, _ state: inout State) {
        guard state.told.count < Self.mostTold, state.told.insert(words).inserted else { return }
        note(words)
    }

    // MARK: - Files

    /// - Parameter keys: The keys that are needed from now on. All files are then read, even if they seem unchanged.
    private func onQueue<Result: Sendable>(
        _ keys: Set<String>? = nil,
        _ body: @escaping @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await queue.run { [self] in
            // Only the queue changes the state, so it is not locked while files are read.
            var state = self.state.withLock { $0 }
            defer { self.state.withLock { [state] in $0 = state } }
            if let keys { need(keys, &state) }
            try look(&state, isThorough: keys != nil)
            return try body(&state)
        }
    }

    // MARK: - Signs of life

    /// - Parameter promises: True when further signs follow; `nil` for as before.
    private func write(
        _ entries: [String: SyncedEntry], _ state: inout State, promises: Bool? = nil
    ) throws {
        let promises = promises ?? state.hasPromised
        let every = LifeSign.interval(size: state.files[own.name]?.contents?.size ?? 0)
        var held = ownFiles(state)
        // A damaged file does not hold its entries, so it is written again.
        for name in held.keys where state.files[name]?.isWhole != true { held[name] = [:] }
        do {
            try own.write(
                entries, over: held,
                life: LifeSign(time: Date(), run: run, every: promises ? every : nil))
            state.findings.isReadOnly = false
        } catch {
            state.nextSign = .now + Self.signPause
            state.findings.isReadOnly = (error as? ClusterError)?.isRefusal == true
            throw error
        }
        state.hasPromised = promises
        state.nextSign = .now + .seconds(every)
    }

    /// A failure is only a fact about the folder.
    private func giveSign(_ state: inout State) {
        let isDue = state.nextSign.map { $0 <= .now } ?? true
        // A damaged file of this machine is written again at once.
        let isMissing =
            !state.hasPromised || state.files.contains { isDamaged($0.key, $0.value) }
        guard isDue || isMissing && !state.hasFailedToSign else { return }
        do {
            try write(ownEntries(state), &state, promises: true)
            state.hasFailedToSign = false
            try look(&state)
        } catch {
            state.hasFailedToSign = true
        }
    }

    /// Returns true for a file of this machine that is not complete, and that a sign of life repairs.
    private func isDamaged(_ name: String, _ file: Known) -> Bool {
        !file.isWhole && (name == own.name || file.contents != nil && own.isOwn(name))
    }

    /// Writes that this program stops, so that its silence is no problem for others.
    func end() async {
        _ = await answer(within: .seconds(1)) { [self] in
            try? await onQueue { [self] state in
                guard state.hasPromised else { return }
                try write(ownEntries(state), &state, promises: false)
            }
        }
    }
}
