import Dispatch
import Faceplate
import Foundation

/// Waits for the wish to stop: SIGTERM, SIGINT, or the end of the parent process.
///
/// The first wish is told; a second signal ends the process at once. Made before anything that
/// could be left half done is begun, and kept for as long as the process is to be stopped so.
final class StopRequests {
    /// Tells a wish of the program's own.
    let tell: @Sendable (_ reason: String) -> Void
    private let reasons: AsyncStream<String>
    private let sources: [any DispatchSourceProtocol]

    /// - Parameter withParent: whether the parent's end is such a wish.
    init(withParent: Bool) {
        let (reasons, continuation) = AsyncStream.makeStream(of: String.self)
        self.reasons = reasons
        tell = { continuation.yield($0) }
        let isStopping = Locked(false)
        var sources: [any DispatchSourceProtocol] = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map {
            number, name in
            // Dispatch on Darwin only sees a signal that does not end the process first; on Linux
            // it puts a handler of its own in the place of this.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let isSecond = isStopping.withLock { stopping in
                    defer { stopping = true }
                    return stopping
                }
                if isSecond { _exit(128 + number) }
                continuation.yield(name)
            }
            return source
        }
        if withParent { sources.append(Self.parentWatch { continuation.yield("end of parent") }) }
        self.sources = sources
        for source in sources { source.activate() }
        // A reader that goes away is an error of its write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The first wish, in a word or two.
    func next() async -> String {
        for await reason in reasons { return reason }
        return "end"
    }

    /// An orphan has another parent.
    private static func parentWatch(
        _ action: @escaping @Sendable () -> Void
    ) -> any DispatchSourceProtocol {
        let parent = getppid()
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now(), repeating: .milliseconds(250))
        timer.setEventHandler { if getppid() != parent { action() } }
        return timer
    }
}
