import Faceplate
import FaceplateTesting
import Foundation
import Testing

struct TestClockTests {
    @Test
    func setsTheTimeOfRevisions() throws {
        let clock = TestClock()
        let settings = try Settings.inMemory(
            json: "[{\"groupKey\": \"g\", \"items\": [{\"itemKey\": \"a\", \"itemControlType\": "
                + "\"switch\"}]}]", clock: clock)
        for value in [true, false] {
            try settings.applyAndWait(
                Batch([Assignment("a", .value(.boolean(value)))], origin: .program))
            clock.advance(by: .seconds(90))
        }
        let times = [1, 2].compactMap { settings.recentRevision($0)?.time }
        #expect(times.map { $0.timeIntervalSince1970 } == [1_795_159_800, 1_795_159_890])
    }

    /// A schema in Swift, with its handlers.
    @Test
    func endsTemporaryValues() async throws {
        let clock = TestClock()
        let schema = try Schema {
            Group("g") {
                EditText("a", default: "x"); Choice("b", options: ["c"])
            }
        }
        let settings = try Settings.inMemory(schema, clock: clock)
        try await settings.set("a", to: "y", for: .seconds(60))
        clock.advance(by: .seconds(59))
        #expect(settings.text("a") == "y")
        clock.advance(by: .seconds(2))
        #expect(settings.text("a") == "x")
    }
}
