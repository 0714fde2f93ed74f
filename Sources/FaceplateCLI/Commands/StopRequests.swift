import Dispatch
import Faceplate
import FaceplatePanel
import Foundation

/// The first request is delivered, and the process ends at most 5 seconds later; further requests have no effect.
///
/// Create the value before work that must not be interrupted, and keep it as long as the process handles
/// requests to stop.
final class StopRequests {
    /// The longest time in seconds from the first request to the end of the process.
    private static let longest = 5

    let tell: @Sendable (_ reason: String) -> Void
    private let reasons: AsyncStream<String>
    private let sources: [any DispatchSourceProtocol]

    /// - Parameter commands: The commands that must not outlive the process.
    init(withParent: Bool, commands: RunningCommands = RunningCommands()) {
        let (reasons, continuation) = AsyncStream.makeStream(of: String.self)
        self.reasons = reasons
        let limit = StopLimit(after: .seconds(Self.longest)) {
            commands.endAtOnce()
            Self.endProcess()
        }
        let tell: @Sendable (String) -> Void = { reason in
            limit.begin()
            continuation.yield(reason)
        }
        self.tell = tell
        var sources = StopSignals.sources(tell)
        if withParent {
            let watch = Self.parentWatch { tell("end of parent") }
            watch.activate()
            sources.append(watch)
        }
        self.sources = sources
        // A closed pipe should fail its write, not end the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process like a power cut: all acknowledged changes are on the disk.
    private static func endProcess() {
        StandardStreams.say(
            "Stopping took \(longest) seconds, so unfinished work was abandoned.")
        LogWriter.standardError.flush(within: .milliseconds(100))
        _exit(0)
    }

    func next() async -> String {
        for await reason in reasons { return reason }
        return "end"
    }

    /// Calls `action` when the parent process ends: an orphan gets another parent.
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

/// Calls `end` once, some time after the first `begin`, even if the process is blocked.
final class StopLimit: Sendable {
    private let time: DispatchTimeInterval
    private let end: @Sendable () -> Void
    private let isBegun = Locked(false)

    init(after time: DispatchTimeInterval, end: @escaping @Sendable () -> Void) {
        self.time = time
        self.end = end
    }

    func begin() {
        let isFirst = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return !isBegun
        }
        // A separate thread, because all threads of the queues may be waiting for locks.
        if isFirst {
            Thread.detachNewThread { [time, end] in
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time)
                end()
            }
        }
    }
}
