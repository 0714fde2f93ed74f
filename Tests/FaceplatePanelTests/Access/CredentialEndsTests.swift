import FaceplateSchema
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// A clock that is set back makes no credential last longer.
struct CredentialEndsTests {
    private static let start = Date(timeIntervalSince1970: 1_795_159_800)
    private static let hour = 3_600.0

    /// A step: the time that passes, and the time by which the clock is set.
    struct Step: Sendable {
        let passes: Double
        let set: Double
    }

    struct Case: Sendable {
        let steps: [Step]
        let isAlive: Bool
    }

    private func isAlive(_ row: Case, _ life: (Date) -> CredentialEnds.Life) -> Bool {
        var (ends, now, uptime) = (CredentialEnds(), Self.start, 0.0)
        var isAlive = ends.isAlive(life(now), "h", at: uptime)
        for step in row.steps {
            now += step.passes + step.set
            uptime += step.passes
            isAlive = ends.isAlive(life(now), "h", at: uptime)
        }
        return isAlive
    }

    @Test(arguments: [
        Case(steps: [], isAlive: true),
        Case(steps: [Step(passes: 11 * hour, set: 0)], isAlive: true),
        Case(steps: [Step(passes: 12 * hour, set: 0)], isAlive: false),
        Case(steps: [Step(passes: 12 * hour, set: -11 * hour)], isAlive: false),
        Case(
            steps: Array(repeating: Step(passes: hour, set: -hour), count: 12), isAlive: false),
        Case(steps: [Step(passes: hour, set: -365 * 24 * hour)], isAlive: true),
        Case(steps: [Step(passes: 0, set: 13 * hour)], isAlive: false),
    ])
    func aSessionEndsAfterItsTime(_ row: Case) {
        let session = Credentials.Session(created: Self.start, lastUse: Self.start)
        #expect(isAlive(row) { session.remainingUse(at: $0) } == row.isAlive)
    }

    @Test(arguments: [
        Case(steps: [Step(passes: 9 * 60, set: 0)], isAlive: true),
        Case(steps: [Step(passes: 10 * 60, set: 0)], isAlive: false),
        Case(steps: [Step(passes: 11 * 60, set: -10 * 60)], isAlive: false),
    ])
    func aLinkEndsAfterItsTime(_ row: Case) {
        let link = Credentials.Link(created: Self.start)
        #expect(isAlive(row) { link.remaining(at: $0) } == row.isAlive)
    }

    /// Another use begins the time again.
    @Test func aNewUseRestartsTheTime() {
        var ends = CredentialEnds()
        let first = Credentials.Session(created: Self.start, lastUse: Self.start)
        let begins = ends.isAlive(first.remainingUse(at: Self.start), "h", at: 0)
        let later = Self.start + 11 * Self.hour
        let second = Credentials.Session(created: Self.start, lastUse: later)
        let continues = ends.isAlive(second.remainingUse(at: later), "h", at: 11 * Self.hour)
        let end = later + 11 * Self.hour
        let lasts = ends.isAlive(second.remainingUse(at: end), "h", at: 22 * Self.hour)
        #expect([begins, continues, lasts] == [true, true, true])
    }

    @Test func anExpiredTokenStaysExpired() async throws {
        let bench = try SignInBench(.token)
        let text = try bench.credentials.addToken(named: "t", validFor: .seconds(10))
        func status() async -> Int {
            await bench.client.send(
                SimpleRequest(
                    "GET", "/api/settings",
                    fields: [("host", "localhost"), ("authorization", "Bearer \(text)")])
            ).status
        }
        #expect(await status() == 200)
        bench.uptime.withLock { $0 += 9 }
        bench.clock.advance(by: .seconds(-3_600))
        #expect(await status() == 200)
        bench.uptime.withLock { $0 += 2 }
        #expect(await status() == 401)
    }
}
