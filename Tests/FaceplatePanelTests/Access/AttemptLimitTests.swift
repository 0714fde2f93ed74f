import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Guessing becomes slow, and no one is locked out.
@Suite(.timeLimit(.hung))
struct AttemptLimitTests {
    private let start = ContinuousClock.now

    /// A client that is no address is a site of its own.
    private func client(_ name: String) -> AttemptLimit.Client { .init(address: name) }

    @Test func theDelayGrowsWithEachFailure() {
        var limit = AttemptLimit()
        var now = start
        var delays: [Int] = []
        for _ in 0..<16 {
            #expect(limit.begin(client("a"), at: now) == nil)
            let wait = limit.begin(client("a"), at: now)
            if let wait {
                delays.append(Int(wait / .seconds(1)))
                #expect(limit.begin(client("a"), at: now + wait - .milliseconds(1)) != nil)
                now = now + wait
            } else {
                // The second attempt at the same time counts as well.
                delays.append(0)
            }
        }
        #expect(delays.prefix(2) == [0, 0])
        #expect(delays.dropFirst(2).prefix(6) == [1, 2, 4, 8, 16, 32])
        #expect(delays.last == 300)
    }

    @Test func aSuccessAndTimeEndTheDelay() {
        var limit = AttemptLimit()
        for _ in 0..<AttemptLimit.free { _ = limit.begin(client("a"), at: start) }
        #expect(limit.begin(client("a"), at: start) != nil)
        #expect(limit.begin(client("b"), at: start) == nil, "others are not delayed")
        limit.succeed(client("a"))
        #expect(limit.begin(client("a"), at: start) == nil)
        for _ in 0..<AttemptLimit.free { _ = limit.begin(client("c"), at: start) }
        let later = start + AttemptLimit.memory + .seconds(2)
        for _ in 0..<(AttemptLimit.free - 1) { #expect(limit.begin(client("c"), at: later) == nil) }
    }

    @Test func manyClientsTogetherAreLimited() {
        var limit = AttemptLimit()
        let accepted = (0..<1_000).count { limit.begin(client("client \($0)"), at: start) == nil }
        #expect(accepted == AttemptLimit.burst)
        let wait = limit.begin(client("new"), at: start)
        #expect(wait == AttemptLimit.interval)
        #expect(limit.begin(client("new"), at: start + AttemptLimit.interval) == nil)
    }

    @Test func memoryIsBounded() {
        var limit = AttemptLimit()
        for number in 0..<5_000 {
            _ = limit.begin(client("client \(number)"), at: start + .seconds(number))
        }
        #expect(limit.clientCount <= AttemptLimit.mostClients)
    }

    @Test func clientsWithTheLongestDelaysAreRemembered() {
        var limit = AttemptLimit()
        var now = start
        func begin(_ name: String, _ count: Int) {
            for number in 0..<count {
                now += AttemptLimit.interval
                _ = limit.begin(client("\(name) \(number)"), at: now)
            }
        }
        // Each of them comes again before it is forgotten.
        let guessers = Int(AttemptLimit.memory / AttemptLimit.interval) - 10
        for _ in 0..<16 { begin("guesser", guessers) }
        begin("other", AttemptLimit.mostClients - guessers + 1)
        #expect(limit.clientCount < AttemptLimit.mostClients)
        #expect(limit.begin(client("guesser \(guessers - 1)"), at: now) != nil)
    }

    /// A client that waits for this time is not refused again.
    @Test func roundsTheRetryTimeUp() async throws {
        let bench = try SignInBench(.link)
        func guess(after time: Duration) async -> PanelResponse {
            bench.passed.withLock { $0 = time }
            return await bench.client.get("/sign-in?link=x")
        }
        for _ in 0..<AttemptLimit.free { _ = await guess(after: .zero) }
        #expect(await guess(after: .seconds(1)).status == 401)
        // The next attempt is accepted 2 s after this one.
        for (time, wait) in [(1_000, "2"), (1_001, "2"), (1_999, "2"), (2_000, "1"), (2_999, "1")] {
            let refused = await guess(after: .milliseconds(time))
            #expect(refused.status == 429)
            #expect(refused.header("retry-after") == wait)
        }
        #expect(await guess(after: .seconds(3)).status == 401)
    }

    /// Wrong passwords at the same time are refused without computing a hash for each.
    @Test func twoHundredWrongPasswordsAtOnceAreSlowedDown() async throws {
        let bench = try SignInBench.withPassword()
        let cookie = try await bench.session()
        let responses = await withTaskGroup(of: PanelResponse.self) { group in
            for number in 0..<200 {
                group.addTask { await bench.signIn("wrong password \(number)") }
            }
            return await group.reduce(into: [PanelResponse]()) { $0.append($1) }
        }
        #expect(responses.count { $0.status == 401 } == AttemptLimit.free)
        let limited = responses.filter { $0.status == 429 }
        #expect(limited.count == 200 - AttemptLimit.free)
        #expect(limited.allSatisfy { $0.header("retry-after") == "1" })
        #expect(limited.first?.text.contains("There were too many attempts") == true)
        // People who are signed in notice nothing, and a link still works.
        #expect(await bench.visit("/", cookie).status == 200)
        #expect(await bench.client.get(try bench.link()).status == 303)
    }
}
