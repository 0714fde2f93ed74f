import Faceplate
import FaceplateSchema
import Foundation

final class SyncBoard: Sendable {
    /// The kinds of problems of sync as a whole, in the order in which they are reported.
    enum Problem: Sendable, CaseIterable {
        case connection, sending, names, store, clocks
    }

    private struct State {
        var report: SyncReport
        var problems: [Problem: String] = [:]
        var findings = ClusterFindings()
        var waiting: [UUID: (@Sendable (SyncReport) -> Bool, CheckedContinuation<Void, Never>)] =
            [:]

        var shown: SyncReport {
            var shown = report
            shown.problems = Problem.allCases.compactMap { problems[$0] }
            guard report.isEnabled else { return shown }
            shown.problems += findings.problems
            shown.machines = findings.machines
            shown.onlyReceives = findings.isReadOnly
            return shown
        }
    }

    private static let mostNotices = 3

    private let state: Locked<State>

    init(name: String) {
        state = Locked(State(report: SyncReport(name: name, isEnabled: false)))
    }

    var report: SyncReport { state.withLock { $0.shown } }

    /// True while there is a problem that can end without an event of the cluster or the settings.
    var hasPassingProblem: Bool {
        state.withLock { state in state.problems.keys.contains { $0 != .connection } }
    }

    func set(isEnabled: Bool, isPaused: Bool = false, waiting: Int, own: [String] = []) {
        change {
            $0.report.isEnabled = isEnabled
            $0.report.isPaused = isPaused
            $0.report.waiting = waiting
            $0.report.ownValues = own
            if !isEnabled {
                for problem in [Problem.connection, .sending, .names] { $0.problems[problem] = nil }
            }
        }
    }

    func set(isRunning: Bool) {
        change { $0.report.isRunning = isRunning }
    }

    /// True when they changed.
    func set(_ findings: ClusterFindings) -> Bool {
        guard state.withLock({ $0.findings != findings }) else { return false }
        change { $0.findings = findings }
        return true
    }

    var findings: ClusterFindings { state.withLock { $0.findings } }

    /// While nothing waits and nothing fails, both sides are then in sync.
    func contact(at time: Date) {
        change {
            $0.report.lastContact = time
            if $0.shown.isInStep { $0.report.lastSync = time }
        }
    }

    func has(_ problem: Problem) -> Bool { state.withLock { $0.problems[problem] != nil } }

    /// `nil` ends the problem; true when the status changed.
    @discardableResult
    func set(_ kind: Problem, _ words: String?) -> Bool {
        change { $0.problems[kind] = words }
    }

    func note(_ event: String) {
        change { $0.report.notices = $0.report.notices.suffix(Self.mostNotices - 1) + [event] }
    }

    /// All at once, because a task that waits for the sync reads the problems when it sees the time.
    ///
    /// `nil` keeps the time; true when the problem of the clocks changed.
    func set(_ problems: [SyncReport.SettingProblem], clocks: String?, metAt time: Date?) -> Bool {
        let hadClocks = state.withLock { $0.problems[.clocks] }
        change {
            $0.report.settingProblems = problems
            $0.problems[.clocks] = clocks
            guard let time else { return }
            $0.report.lastSync = time
            $0.report.lastContact = time
            $0.problems[.connection] = nil
        }
        return hadClocks != clocks
    }

    func wait(until isWanted: @escaping @Sendable (SyncReport) -> Bool) async {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if isWanted(state.shown) || Task.isCancelled { return true }
                    state.waiting[id] = (isWanted, continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.1.resume()
        }
    }

    @discardableResult
    private func change(_ body: @Sendable (inout State) -> Void) -> Bool {
        let (isNew, done) = state.withLock { state in
            let before = state.shown
            body(&state)
            let now = state.shown
            let done = state.waiting.filter { $0.value.0(now) }
            for id in done.keys { state.waiting[id] = nil }
            return (before != now, done.values.map(\.1))
        }
        for continuation in done { continuation.resume() }
        return isNew
    }
}
