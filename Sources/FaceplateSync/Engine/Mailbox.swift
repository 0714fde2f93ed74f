import Faceplate
import FaceplateSchema

/// What an engine is told from outside: news of the cluster, news of the settings, wishes to share
/// now.
///
/// One task reads it; all others may write.
final class Mailbox: Sendable {
    /// What came since it was last read.
    struct Letters: Sendable {
        var news: [ClusterNews] = []
        /// Whether the settings or their schema changed.
        var hasLocalNews = false
        /// How many wait for everything to be shared now.
        var wishes = 0
        /// How the watch ended, where it did.
        var ending: ClusterError?
        /// Whether the watch told nothing for a while, so that nobody knows whether it still would.
        var isSilent = false

        var isEmpty: Bool {
            news.isEmpty && !hasLocalNews && wishes == 0 && ending == nil && !isSilent
        }
    }

    private struct State {
        var letters = Letters()
        /// The bytes of the news among them.
        var size = 0
        var wishing: [CheckedContinuation<SyncReport, Never>] = []
        var reader: CheckedContinuation<Void, Never>?
        var isRung = false
        var isOpen = false
    }

    /// More news than this is not kept, nor more bytes: everything is read anew instead.
    private static let mostNews = 4_096
    private static let mostBytes = 32 * 1024 * 1024

    private let state = Locked(State())

    // MARK: - Writing

    func put(_ news: [ClusterNews]) {
        let size = news.reduce(0) { $0 + $1.size }
        state.withLock { state in
            state.size += size
            if state.letters.news.count + news.count > Self.mostNews
                || state.size > Self.mostBytes
            {
                state.letters.news = []
                state.letters.ending = ClusterError("The cluster changes faster than is read.")
            } else if state.letters.ending == nil {
                state.letters.news += news
            }
        }
        ring()
    }

    func putLocalNews() {
        state.withLock { $0.letters.hasLocalNews = true }
        ring()
    }

    func putSilence() {
        state.withLock { $0.letters.isSilent = true }
        ring()
    }

    func end(_ error: ClusterError) {
        state.withLock { $0.letters.ending = error }
        ring()
    }

    /// Waits until everything was shared, or that has failed; `nil` where nobody reads.
    func wish() async -> SyncReport? {
        guard state.withLock({ $0.isOpen }) else { return nil }
        return await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.isOpen else { return false }
                state.wishing.append(continuation)
                state.letters.wishes += 1
                return true
            }
            if isOpen {
                ring()
            } else {
                continuation.resume(returning: SyncReport(name: "", isEnabled: false))
            }
        }
    }

    // MARK: - Reading

    func open() { state.withLock { $0.isOpen = true } }

    /// Answers those who wait, and takes no wish any more.
    func close(_ report: SyncReport) {
        state.withLock { $0.isOpen = false }
        answer(.max, report)
    }

    /// Answers the first who wait.
    func answer(_ count: Int, _ report: SyncReport) {
        let answered = state.withLock { state in
            let answered = Array(state.wishing.prefix(count))
            state.wishing.removeFirst(answered.count)
            state.letters.wishes = min(state.letters.wishes, state.wishing.count)
            return answered
        }
        for continuation in answered { continuation.resume(returning: report) }
    }

    /// What came, at once; it is gone then.
    func take() -> Letters {
        state.withLock { state in
            defer { (state.letters, state.size) = (Letters(), 0) }
            return state.letters
        }
    }

    /// Forgets what an earlier watch told.
    func forgetNews() {
        state.withLock { state in
            (state.letters.news, state.size) = ([], 0)
            (state.letters.ending, state.letters.isSilent) = (nil, false)
        }
    }

    /// Whether somebody wishes that everything is shared now.
    var hasWish: Bool { wishes > 0 }

    /// How many do who are not answered.
    var wishes: Int { state.withLock { $0.wishing.count } }

    /// Returns when something came since the last time, or the task was cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    state.reader = continuation
                    return false
                }
                if isRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    /// The same, for so long at the most.
    func wait(atMost duration: Duration) async {
        let timer = Task {
            do {
                try await Task.sleep(for: duration)
                ring()
            } catch {}
        }
        await wait()
        timer.cancel()
    }

    private func ring() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            if state.reader == nil { state.isRung = true }
            return state.reader
        }
        reader?.resume()
    }
}
