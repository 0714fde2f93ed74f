import FaceplateSchema
import Foundation

extension FolderCluster {
    /// The largest size of all files together, and of those that are read again in one look.
    private static let mostBytes = (all: 64 * 1024 * 1024, look: MachineFile.mostBytes)
    /// A file system can have times of two seconds, so that a file is read again for some time after a change.
    private static let young = Duration.seconds(5)
    /// The time after which a file is read again, although it seems to be unchanged.
    private static let old = Duration.seconds(60)

    /// Other entries are not retained: a file can have more of them than there are settings.
    func need(_ keys: Set<String>, _ state: inout State) {
        guard !keys.isEmpty, state.keys.map({ !$0.isSuperset(of: keys) }) ?? true else { return }
        state.keys = keys.union(state.keys ?? [])
        for name in state.files.keys { state.files[name]?.hash = nil }
    }

    func look(_ state: inout State, isThorough: Bool = false) throws {
        let listing = try folder.list()
        folder.removeUnfinished(listing.unfinished)
        if listing.ids != state.ids { name(listing.ids, &state) }
        if listing.isPartial || listing.files.count > PanelFolder.mostFiles {
            tell(
                "The folder '\(folder.path)' has too many files. Some of them are not read.", &state
            )
        }
        var files: [String: Known] = [:]
        var failed: Set<String> = []
        var left = state.files.isEmpty ? Self.mostBytes.all : Self.mostBytes.look
        var (total, count, isChanged) = (0, 0, false)
        for (name, stamp) in inOrder(listing.files, state) {
            let known = state.files[name]
            guard let stamp else {
                files[name] = known
                failed.insert(name)
                continue
            }
            let size = min(stamp.size, MachineFile.mostBytes)
            guard total + size <= Self.mostBytes.all else {
                tell(
                    "The files in '\(folder.path)' have more than \(Self.mostBytes.all) bytes. "
                        + "'\(name)' is not read.", &state)
                failed.insert(name)
                continue
            }
            total += size
            files[name] = known
            guard isDue(known, stamp, isThorough), size <= left || count == 0 else {
                if state.failed.contains(name) { failed.insert(name) }
                continue
            }
            left -= size
            count += size
            guard let new = read(name, stamp, known, &state) else {
                failed.insert(name)
                continue
            }
            if !new.isWhole { failed.insert(name) }
            isChanged = isChanged || new.contents?.entries != known?.contents?.entries
            files[name] = new
        }
        isChanged = isChanged || state.files.contains { files[$0.key] == nil }
        state.files = files
        state.failed = failed
        let isReadOnly = state.findings.isReadOnly
        state.findings = state.judge.judge(
            files.compactMapValues(\.contents), failed: failed.filter { !own.isOwn($0) },
            now: .now)
        state.findings.isReadOnly = isReadOnly
        if isChanged { combine(&state) }
    }

    /// The names of the contents are a value like others, so that another folder in this place is noticed.
    private func name(_ ids: [String], _ state: inout State) {
        state.ids = ids
        let entry = SyncedEntry(.set(.array(ids.map(JSONValue.text))), .earliest, "folder")
        state.values[ClusterName.key] =
            ids.isEmpty ? nil : ClusterValue(bytes: entry.bytes, revision: 0)
        state.revision += 1
        touch(ClusterName.key, &state)
    }

    /// The files of this machine come first, then small ones, so that a large one that always changes delays no other.
    ///
    /// A link or a folder in place of a file has no stamp.
    private func inOrder(
        _ names: [String], _ state: State
    ) -> [(name: String, stamp: PanelFolder.Stamp?)] {
        func rank(_ name: String) -> Int {
            own.isOwn(name) ? 0 : state.files[name] == nil ? 2 : 1
        }
        let names = names.map { (rank($0), $0) }.sorted { $0 < $1 }.map(\.1)
        let files = names.prefix(PanelFolder.mostFiles).map { name in
            let stamp = folder.stamp(of: name)
            return (name: name, stamp: stamp, isOwn: own.isOwn(name), size: stamp?.size ?? 0)
        }
        return files.sorted {
            ($0.isOwn ? 0 : 1, $0.size, $0.name) < ($1.isOwn ? 0 : 1, $1.size, $1.name)
        }
        .map { ($0.name, $0.stamp) }
    }

    private func isDue(_ known: Known?, _ stamp: PanelFolder.Stamp, _ isThorough: Bool) -> Bool {
        guard let known, known.hash != nil, known.stamp == stamp, !isThorough else { return true }
        let now = ContinuousClock.now
        return now - known.since < Self.young || now - known.read > Self.old
    }

    /// The entries of a file stay while it is replaced, and are read again when it has changed.
    private func read(
        _ name: String, _ stamp: PanelFolder.Stamp, _ known: Known?, _ state: inout State
    ) -> Known? {
        guard stamp.size <= MachineFile.mostBytes else {
            tell(
                "The file '\(folder.path)/\(name)' has more than \(MachineFile.mostBytes) bytes, "
                    + "and is not read.", &state)
            return nil
        }
        guard let bytes = folder.bytes(of: name, limit: MachineFile.mostBytes) else { return nil }
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        let now = ContinuousClock.now
        let since = known?.stamp == stamp && known?.hash == hash ? known?.since ?? now : now
        var new = Known(
            stamp: stamp, hash: hash, contents: known?.contents,
            isWhole: known?.isWhole ?? false, since: since, read: now)
        guard known?.hash != hash else { return new }
        let keys = own.isOwn(name) ? nil : state.keys
        let contents = MachineFile.contents(bytes, limit: limit, keys: keys)
        new.isWhole = contents != nil
        if let contents { new.contents = contents }
        return new
    }

    private func combine(_ state: inout State) {
        var latest: [String: SyncedEntry] = [:]
        for file in state.files.values {
            // Only the names of files are IDs of the folder; earlier versions have an entry.
            for (key, entry) in file.contents?.entries ?? [:]
            where key != ClusterName.key && latest[key].map({ entry.isValue(over: $0) }) ?? true {
                latest[key] = entry
            }
        }
        let keys = Set(latest.keys).union(state.latest.keys)
        let changed = keys.filter { latest[$0] != state.latest[$0] }
        guard !changed.isEmpty else { return }
        state.revision += 1
        for key in changed {
            state.latest[key] = latest[key]
            state.values[key] = latest[key].map { ClusterValue(bytes: $0.bytes, revision: 0) }
            touch(key, &state)
        }
    }

    func touch(_ key: String, _ state: inout State) {
        state.changed[key] = state.revision
        state.values[key] = state.values[key].map {
            ClusterValue(bytes: $0.bytes, revision: state.revision)
        }
    }
}

extension SyncedEntry {
    /// Returns true when the entry wins over another one; all machines decide alike, also at the same time.
    func isValue(over other: SyncedEntry) -> Bool {
        if isLater(than: other) || other.isLater(than: self) { return isLater(than: other) }
        if machine != other.machine { return machine > other.machine }
        return other.bytes.lexicographicallyPrecedes(bytes)
    }
}
