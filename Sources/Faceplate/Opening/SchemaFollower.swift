import Foundation

extension Settings {
    /// Follows a schema file and its label catalogs: when they change, the settings migrate as at a start.
    ///
    /// If a file cannot be used, nothing changes, and its problems are reported.
    ///
    /// - Parameters:
    ///   - path: the schema file.
    ///   - file: the file as the settings were opened with it; it is read again only when it differs on
    ///     disk.
    ///   - isForced: see `Adoption.isForced`.
    ///   - onEvent: a closure that receives the result of each change, on the follower's own thread.
    /// - Returns: the follower, which works as long as it is referenced.
    public func follow(
        _ path: String, read file: SchemaFile? = nil, isForced: Bool = false,
        onEvent: @escaping @Sendable (SchemaFollower.Event) -> Void = { _ in }
    ) -> SchemaFollower {
        SchemaFollower(path, read: file, settings: self, isForced: isForced, onEvent: onEvent)
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
        /// `nil` to read the files again.
        var signature: SchemaFile.Signature?
        var problems: [String] = []
        var watcher: FolderWatcher?
    }

    private let path: String
    private let isForced: Bool
    private let onEvent: @Sendable (Event) -> Void
    private let state: Locked<State>

    fileprivate init(
        _ path: String, read file: SchemaFile?, settings: Settings, isForced: Bool,
        onEvent: @escaping @Sendable (Event) -> Void
    ) {
        self.path = path
        self.isForced = isForced
        self.onEvent = onEvent
        var known = State()
        if let file {
            known.signature = file.signature
            known.problems = file.labelProblems.map(\.description)
            settings.report(known.problems)
        }
        state = Locked(known)
        let watcher = FolderWatcher(
            SchemaFile.Signature.folders(of: path), pause: .milliseconds(100), net: .seconds(1)
        ) { [weak self, weak settings] in
            guard let self, let settings else { return }
            self.look(settings)
        }
        state.withLock { $0.watcher = watcher }
    }

    private func look(_ settings: Settings) {
        let signature = SchemaFile.Signature(path: path)
        let former = state.withLock { exchange(&$0.signature, with: signature) }
        guard former != signature else { return }
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
        let reported = state.withLock { exchange(&$0.problems, with: problems) }
        if reported != problems { onEvent(.problems(problems)) }
    }
}
