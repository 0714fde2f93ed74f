import Dispatch
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
    }

    private struct Known {
        let stamp: StoreFiles.File
        let entries: [String: SharedEntry]
    }

    /// The entry that names the contents; it is in no file, because a folder never becomes another one.
    private static let name = SharedEntry(.set("folder"), .earliest, "folder")

    private let folder: String
    private let own: MachineFile
    private let pause: Duration
    private let limit: Int
    private let state = Locked(State())
    /// A share of a network can block, so files are read and written here.
    private let queue = DispatchQueue(label: "faceplate.sync-folder")

    /// - Parameters:
    ///   - folder: The folder of all panels.
    ///   - pause: The time between two looks for changes.
    init(
        _ folder: String, panel: String, machine: String, limit: Int,
        pause: Duration = .seconds(1)
    ) {
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
            try own.write(entries)
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
            try own.write(entries)
            try look(&state)
            return true
        }
    }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        var last = revision
        while true {
            let news = try await onQueue { [last] state -> ClusterNews? in
                guard state.revision > last else { return nil }
                let keys = state.changed.filter { $0.value > last }.keys
                var values: [String: ClusterValue?] = [:]
                for key in keys { values.updateValue(state.values[key], forKey: key) }
                return ClusterNews(revision: state.revision, values: values)
            }
            if let news {
                last = news.revision
                await tell([news])
            }
            try await Task.sleep(for: pause)
        }
    }

    // MARK: - Files

    /// Looks for changed files, then runs `body`; on the queue for files.
    private func onQueue<Result: Sendable>(
        _ body: @escaping @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                // Only the queue changes the state, so it is not locked while files are read.
                var state = self.state.withLock { $0 }
                let result = Swift.Result {
                    try look(&state)
                    return try body(&state)
                }
                self.state.withLock { [state] in $0 = state }
                continuation.resume(with: result)
            }
        }
    }

    /// Reads the files that have changed.
    private func look(_ state: inout State) throws {
        let names = try MachineFile.names(in: own.folder, of: folder)
        var files: [String: Known] = [:]
        for name in names {
            let path = own.folder + "/" + name
            guard let stamp = StoreFiles.File(path: path) else { continue }
            if let known = state.files[name], known.stamp == stamp {
                files[name] = known
            } else if let entries = MachineFile.entries(of: path, limit: limit) {
                files[name] = Known(stamp: stamp, entries: entries)
            } else {
                // A file that is being copied is read again when it has changed.
                files[name] = state.files[name]
            }
        }
        state.files = files
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
