import Testing

@testable import FaceplatePanel

struct ActionRunsTests {
    private func begin(_ runs: ActionRuns, _ key: String = "a") throws -> ActionRuns.Run {
        try runs.begin(key).get()
    }

    private func refusal(_ runs: ActionRuns, _ key: String = "a") -> ActionRuns.Refusal? {
        if case .failure(let refusal) = runs.begin(key) { refusal } else { nil }
    }

    private func end(_ message: String? = nil) -> ActionRuns.Ending {
        ActionRuns.Ending(message: message, isFailure: false)
    }

    @Test
    func runOneAtATimePerButton() throws {
        let runs = ActionRuns()
        let run = try begin(runs)
        #expect(refusal(runs) == .busy)
        #expect(refusal(runs, "b") == nil)
        runs.finish(run, end("done"))
        #expect(refusal(runs) == nil)
        #expect(runs[run.id]?.end?.message == "done")
    }

    @Test
    func haveIdsThatCannotBeGuessed() throws {
        let runs = ActionRuns()
        let ids = try Set((0..<100).map { try begin(runs, String($0)).id })
        #expect(ids.count == 100)
        #expect(ids.allSatisfy { $0.count >= 16 && $0.allSatisfy { $0.isLetter || $0.isNumber } })
        #expect(runs["0"] == nil)
    }

    @Test
    func keepTheNewest256Results() throws {
        let runs = ActionRuns()
        let running = try begin(runs, "long")
        var ids: [String] = []
        for _ in 0..<256 {
            let run = try begin(runs)
            ids.append(run.id)
            runs.finish(run, end())
        }
        // A running action is never removed; the oldest result is.
        #expect(runs[running.id] != nil)
        #expect(runs[ids[0]] == nil)
        #expect(runs[ids[1]] != nil)
    }

    @Test
    func areCanceledByAStop() throws {
        let runs = ActionRuns()
        let run = try begin(runs)
        let task = Task {}
        runs.attach(task, to: run)
        runs.stop()
        #expect(task.isCancelled)
        #expect(refusal(runs, "b") == .stopped)
    }

    @Test
    func areCanceledWhenTheirTaskStartsAfterTheStop() throws {
        let runs = ActionRuns()
        let run = try begin(runs)
        runs.stop()
        let task = Task {}
        runs.attach(task, to: run)
        #expect(task.isCancelled)
    }

    @Test(
        arguments: [
            (nil, nil), (0, 0), (0.5, 0.5), (1, 1), (-0.1, 0), (1.1, 1), (.infinity, 1),
            (-.infinity, 0), (.nan, nil), (-.nan, nil),
        ] as [(Double?, Double?)])
    func limitProgressToZeroToOne(told: Double?, known: Double?) {
        let progress = ActionProgress()
        progress.report(told, message: "m")
        #expect(progress.report == .init(fraction: known, message: "m"))
    }
}
