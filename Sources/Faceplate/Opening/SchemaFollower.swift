import Foundation

extension Settings {
    /// Follows a schema file and its label catalogs: when they change, the settings migrate as at a start.
    ///
    /// If a file cannot be used, nothing changes, and its problems are reported.
    ///
    /// - Parameters:
    ///   - path: the schema file.
    ///   - isForced: see `Adoption.isForced`.
    ///   - onEvent: a closure that receives the result of each change, on the follower's own thread.
    /// - Returns: the follower, which works as long as it is referenced.
    public func follow(
        _ path: String, isForced: Bool = false,
        onEvent: @escaping @Sendable (SchemaFollower.Event) -> Void = { _ in }
    ) -> SchemaFollower {
        SchemaFollower(path, settings: self, isForced: isForced, onEvent: onEvent)
    }
}

/// An object that applies the changes of a schema file to settings.
///
/// See `Settings.follow(_:isForced:onEvent:)`.
public final class SchemaFollower: Sendable {
    /// The result of a change to the files.
    public enum Event: Sendable {
        /// The schema or its labels changed; the plan lists the effect on the values.
        case adopted(EvolutionPlan)
        /// The files cannot be used, or only in part; an empty list means that they can be used again.
        case problems([String])
    }

    private struct State {
        /// The signature of the files that were last read; `nil` to read them again.
        var signature: Signature?
        var problems: [String] = []
        var watcher: FolderWatcher?
    }

    private let path: String
    private let isForced: Bool
    private let onEvent: @Sendable (Event) -> Void
    private let state: Locked<State>

    fileprivate init(
        _ path: String, settings: Settings, isForced: Bool,
        onEvent: @escaping @Sendable (Event) -> Void
    ) {
        self.path = path
        self.isForced = isForced
        self.onEvent = onEvent
        state = Locked(State())
        let watcher = FolderWatcher(
            Signature.folders(of: path), pause: .milliseconds(100), net: .seconds(1)
        ) { [weak self, weak settings] in
            guard let self, let settings else { return }
            self.look(settings)
        }
        state.withLock { $0.watcher = watcher }
    }

    /// Reads the files if they have changed.
    private func look(_ settings: Settings) {
        let signature = Signature(path: path)
        let isNew = state.withLock { state in
            defer { state.signature = signature }
            return state.signature != signature
        }
        guard isNew else { return }
        var problems: [String]
        var plan: EvolutionPlan?
        do {
            let file = try SchemaFile(path: path, controls: settings.snapshot.schema.controls)
            problems = file.labelProblems.map(\.description)
            plan = try settings.adopt(
                file.schema, labels: file.labels,
                adoption: Settings.Adoption(of: file, isForced: isForced))
        } catch let error as SchemaError {
            problems = error.problems.map(\.description)
        } catch {
            // A store that is busy or full may accept the schema the next time.
            problems = ["\(error)"]
            state.withLock { $0.signature = nil }
        }
        settings.report(problems)
        if let plan, !plan.isEmpty { onEvent(.adopted(plan)) }
        let wereOther = state.withLock { state in
            defer { state.problems = problems }
            return state.problems != problems
        }
        if wereOther { onEvent(.problems(problems)) }
    }
}

/// The state of the files, by which changes are detected.
private struct Signature: Equatable {
    private let files: [String: [Int]]

    init(path: String) {
        var files: [String: [Int]] = [:]
        var candidates = [path]
        for folder in Self.folders(of: path) {
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            candidates += entries.filter { $0.hasSuffix(".strings") || $0.hasSuffix(".xcstrings") }
                .map { "\(folder)/\($0)" }
        }
        for file in candidates {
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            // The time is compared as bytes, because the module of its members depends on the other imports.
            files[file] =
                [Int(status.st_ino), Int(status.st_size)]
                + withUnsafeBytes(of: status.st_mtim) { $0.map(Int.init) }
        }
        self.files = files
    }

    static func folders(of path: String) -> [String] {
        let folder = PathParts(path).folder
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return [folder] + entries.filter { $0.hasSuffix(".lproj") }.map { "\(folder)/\($0)" }
    }
}
