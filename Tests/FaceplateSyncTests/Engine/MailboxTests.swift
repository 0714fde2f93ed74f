import Faceplate
import FaceplateTestSupport
import Testing

@testable import FaceplateSync

@Suite(.timeLimit(.hung))
struct MailboxTests {
    private let mailbox = Mailbox()

    /// Evaluates `holds` repeatedly, and lets other tasks run in between.
    private func soon(_ holds: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .hung
        while !holds(), ContinuousClock.now < deadline { await Task.yield() }
        return holds()
    }

    @Test func requestsBeforeTheEndAreAnswered() async {
        mailbox.open()
        let answers = Locked<[String?]>([])
        for _ in 1...2 {
            Task { [mailbox] in
                let report = await mailbox.request()
                answers.withLock { $0.append(report?.name) }
            }
        }
        #expect(await soon { mailbox.requests == 2 })
        mailbox.close(SyncReport(name: "den", isEnabled: true))
        #expect(await soon { answers.withLock { $0.count } == 2 })
        #expect(answers.withLock { $0 } == ["den", "den"])
        #expect(await mailbox.request() == nil)
    }

    /// A request that was answered after a failure does not ask for another sync.
    @Test func anAnsweredRequestIsNotAnEventAnymore() async {
        mailbox.open()
        let answer = Task { [mailbox] in await mailbox.request()?.name }
        #expect(await soon { mailbox.requests == 1 })
        mailbox.answer(.max, SyncReport(name: "den", isEnabled: true))
        #expect(await answer.value == "den")
        #expect(mailbox.drain().isEmpty)
    }

    /// In some rounds, the task is canceled before it waits.
    @Test func aWaitEndsWhenItsTaskIsCanceled() async throws {
        for _ in 1...100 {
            let waiting = Task { [mailbox] in await mailbox.wait() }
            await Task.yield()
            waiting.cancel()
            try #require(await answer(within: .hung) { await waiting.value } != nil)
        }
    }

    @Test func earlierNewsEndTheWaitAtOnce() async throws {
        mailbox.putLocalNews()
        try #require(await answer(within: .hung) { await mailbox.wait() } != nil)
        #expect(mailbox.drain().hasLocalNews)
    }

    /// The end of a connection is no end of the next one; a change of the settings and a request stay.
    @Test(arguments: [true, false])
    func theEndOfAnEarlierWatchIsIgnored(isSilent: Bool) {
        mailbox.put([ClusterNews(revision: 1, values: ["k": nil])])
        mailbox.putLocalNews()
        if isSilent { mailbox.putSilence() } else { mailbox.end(ClusterError("It is gone.")) }
        mailbox.forgetNews()
        let letters = mailbox.drain()
        #expect(letters.ending == nil && !letters.isSilent && letters.news.isEmpty)
        #expect(letters.hasLocalNews)
    }

    /// A cluster that changes faster than is read is read as a whole, instead of piling up here.
    @Test(arguments: [
        (4_096, 1, false), (4_097, 1, true), (32, 1 << 20, false), (33, 1 << 20, true),
    ])
    func limitsNewsByNumberAndSize(count: Int, size: Int, isTooMuch: Bool) {
        let bytes = [UInt8](repeating: 0x61, count: size - 1)
        for _ in 1...2 {
            for revision in 1...Int64(count) {
                let value = ClusterValue(bytes: bytes, revision: revision)
                mailbox.put([ClusterNews(revision: revision, values: ["k": value])])
            }
            let letters = mailbox.drain()
            #expect((letters.ending != nil) == isTooMuch)
            #expect(letters.news.count == (isTooMuch ? 0 : count))
        }
    }
}
