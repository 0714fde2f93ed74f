import Dispatch
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplatePanel

/// The signals that stop a program.
@Suite(.timeLimit(.hung))
struct StopSignalsTests {
    /// Different signals where there are enough: only the first source of each can end the process.
    private static var numbers: [Int32] {
        #if canImport(Glibc)
            (0..<20).map { __libc_current_sigrtmin() + $0 }
        #else
            Array(repeating: SIGUSR2, count: 20)
        #endif
    }

    /// A supervisor can stop a program in the moment in which it is ready; a program can serve two panels.
    @Test func anEarlySignalReachesEachSource() async {
        for number in Self.numbers {
            var sources: [any DispatchSourceProtocol] = []
            var arrivals: [AsyncStream<Void>] = []
            for _ in 0..<2 {
                let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
                sources.append(StopSignals.source(of: number) { continuation.yield() })
                arrivals.append(signals)
                kill(getpid(), number)
                for signals in arrivals { for await _ in signals { break } }
            }
            for source in sources { source.cancel() }
        }
    }
}
