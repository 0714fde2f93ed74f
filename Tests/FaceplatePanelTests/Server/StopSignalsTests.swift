import Dispatch
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplatePanel

/// The signals that stop a program.
@Suite(.timeLimit(.hung))
struct StopSignalsTests {
    /// A supervisor can stop a program in the moment in which it is ready; a program can serve two panels.
    @Test func aSignalThatArrivesAtOnceReachesEachSource() async {
        for _ in 0..<20 {
            var sources: [any DispatchSourceProtocol] = []
            var arrivals: [AsyncStream<Void>] = []
            for _ in 0..<2 {
                let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
                sources.append(StopSignals.source(of: SIGUSR2) { continuation.yield() })
                arrivals.append(signals)
            }
            kill(getpid(), SIGUSR2)
            for signals in arrivals { for await _ in signals { break } }
            for source in sources { source.cancel() }
        }
    }
}
