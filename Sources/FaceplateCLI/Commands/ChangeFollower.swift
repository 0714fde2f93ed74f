import Faceplate
import FaceplateSchema
import Logging

struct ChangeCommand: Sendable {
    /// For messages.
    var option = "--on-change"
    /// The name or path, and the arguments.
    let words: [String]
    let run: CommandRun
    /// `nil` for settings in memory, and for a panel at a URL.
    let database: String?
    /// `nil` for a database.
    var url: String?
    /// The time without a change before the command runs.
    var pause: Duration = .milliseconds(200)
    /// The longest time that a change waits while others follow.
    var limit: Duration = .seconds(2)
}

/// The files are written first.
///
/// One command runs at a time; changes that come meanwhile are for the next run. The changes of a command
/// that failed are passed to the next run again.
final class ChangeFollower: Sendable {
    private enum Event: Sendable {
        case news
        case revision(Revision)
        case pauseEnded
        case commandEnded(CommandRun.Result)
        case stop
    }

    private struct State {
        var written: Snapshot?
        /// The sentences about values that files cannot contain, which are in the log.
        var omissions: [String] = []
        var pending = PendingChanges()
        var running: PendingChanges?
        var first: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        var isPausing = false
        var isStopping = false
    }

    private let panel: any CommandPanel
    private let files: [ValuesFile]
    private let command: ChangeCommand?
    private let logger: Logger
    private let events: AsyncStream<Event>
    private let input: AsyncStream<Event>.Continuation
    private let observations = Locked<[Settings.Observation]>([])
    private let task = Locked<Task<Void, Never>?>(nil)

    init(
        _ panel: any CommandPanel, files: [ValuesFile], command: ChangeCommand?, logger: Logger
    ) {
        self.panel = panel
        self.files = files
        self.command = command
        self.logger = logger
        (events, input) = AsyncStream.makeStream(of: Event.self)
    }

    func start() throws(Failure) {
        let observed = [
            panel.observe { [input] in input.yield(.revision($0)) },
            panel.onNews { [input] in input.yield(.news) },
        ]
        observations.withLock { $0 = observed }
        var state = State()
        state.written = panel.snapshot
        if let snapshot = state.written { for file in files { try file.write(snapshot) } }
        logOmissions(&state)
        task.withLock { [state] in $0 = Task { await self.follow(state) } }
    }

    /// Stops after the files are written and the command has received all changes.
    func stop() async {
        for observation in observations.withLock({ $0 }) { observation.cancel() }
        input.yield(.stop)
        await task.withLock { $0 }?.value
    }

    private func follow(_ initial: State) async {
        var state = initial
        for await event in events {
            switch event {
            case .news: write(&state)
            case .revision(let revision):
                write(&state)
                record(revision, &state)
            case .pauseEnded:
                state.isPausing = false
                runOrWait(&state)
            case .commandEnded(let result): end(result, &state)
            case .stop:
                write(&state)
                state.isStopping = true
                retry(&state)
                runOrWait(&state)
            }
            if state.isStopping, state.running == nil { return }
        }
    }

    private func write(_ state: inout State) {
        let snapshot = panel.snapshot
        guard snapshot !== state.written else { return }
        state.written = snapshot
        for file in files {
            do throws(Failure) {
                try file.write(snapshot)
            } catch {
                for message in error.messages { logger.error("\(message)") }
            }
        }
        logOmissions(&state)
    }

    private func logOmissions(_ state: inout State) {
        guard let snapshot = state.written else { return }
        let omissions = files.compactMap { file in
            file.omission(of: snapshot).map { "\(file.path): \($0)" }
        }
        for omission in omissions where !state.omissions.contains(omission) {
            logger.warning("\(omission)")
        }
        state.omissions = omissions
    }

    private func record(_ revision: Revision, _ state: inout State) {
        guard command != nil else { return }
        state.pending.add(revision, panel.snapshot.schema)
        let now = ContinuousClock.now
        state.last = now
        state.first = state.first ?? now
        runOrWait(&state)
    }

    /// Makes the changes of a command that failed due once more, before the end.
    private func retry(_ state: inout State) {
        guard !state.pending.isEmpty, state.first == nil else { return }
        (state.first, state.last) = (.now, .now)
    }

    private func runOrWait(_ state: inout State) {
        guard let command, state.running == nil, let first = state.first, let last = state.last
        else { return }
        let now = ContinuousClock.now
        let due = min(last + command.pause, first + command.limit)
        guard state.isStopping || now >= due else {
            if !state.isPausing {
                state.isPausing = true
                Task { [input] in
                    try? await Task.sleep(until: due, clock: .continuous)
                    input.yield(.pauseEnded)
                }
            }
            return
        }
        let pending = state.pending
        state.pending = PendingChanges()
        (state.first, state.last) = (nil, nil)
        guard !pending.isEmpty else { return }
        state.running = pending
        Task { [input] in
            let result = await command.run.run(
                command.words,
                environment: CommandEnvironment(
                    database: command.database, url: command.url),
                input: pending.text)
            input.yield(.commandEnded(result))
        }
    }

    private func end(_ result: CommandRun.Result, _ state: inout State) {
        if result.isSuccess {
            logger.debug("command ended", metadata: ["revision": "\(state.running?.revision ?? 0)"])
        } else {
            let reason = result.errors.isEmpty ? "" : " \(result.errors)"
            logger.warning("\(command?.option ?? ""): \(result.sentence)\(reason)")
            if var failed = state.running {
                failed.addAfterFailure(state.pending)
                state.pending = failed
            }
        }
        state.running = nil
        // After a failure, the changes wait for the next one.
        runOrWait(&state)
    }
}
