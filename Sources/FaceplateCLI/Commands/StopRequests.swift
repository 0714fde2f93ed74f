import Dispatch
import Faceplate
import Foundation

/// Waits for the wish to stop: SIGTERM, SIGINT, or the end of the parent process.
///
/// The first wish is told, and the process ends 5 seconds after it at the latest; further ones change
/// nothing. Made before anything that could be left half done is begun, and kept for as long as the
/// process is to be stopped so.
final class StopRequests {
    /// Tells a wish of the program's own.
    let tell: @Sendable (_ reason: String) -> Void
    private let reasons: AsyncStream<String>
    private let sources: [any DispatchSourceProtocol]

    /// - Parameter withParent: whether the parent's end is such a wish.
    init(withParent: Bool) {
        let (reasons, continuation) = AsyncStream.makeStream(of: String.self)
        self.reasons = reasons
        let limit = StopLimit(after: .seconds(5), end: Self.endProcess)
        let tell: @Sendable (String) -> Void = { reason in
            limit.begin()
            continuation.yield(reason)
        }
        self.tell = tell
        var sources: [any DispatchSourceProtocol] = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map {
            number, name in
            // Dispatch on Darwin only sees a signal that does not end the process first; on Linux
            // it puts a handler of its own in the place of this.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { tell(name) }
            return source
        }
        if withParent { sources.append(Self.parentWatch { tell("end of parent") }) }
        self.sources = sources
        for source in sources { source.activate() }
        // A reader that goes away is an error of its write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process as a power cut would: all that was acknowledged is on the disk.
    private static func endProcess() {
        StandardStreams.say("Stopping took 5 seconds, so what was not finished is left.")
        LogWriter.standardError.flush(within: .milliseconds(100))
        _exit(0)
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

/// Calls `end` once, some time after the first `begin`, whatever else the process waits for.
final class StopLimit: Sendable {
    private let time: DispatchTimeInterval
    private let end: @Sendable () -> Void
    private let isBegun = Locked(false)

    init(after time: DispatchTimeInterval, end: @escaping @Sendable () -> Void) {
        self.time = time
        self.end = end
    }

    /// Lets the time run; a second call changes nothing.
    func begin() {
        let isFirst = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return !isBegun
        }
        // A thread of its own: those of the queues may all be waiting for locks.
        if isFirst {
            Thread.detachNewThread { [time, end] in
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time)
                end()
            }
        }
    }
}
