import FaceplateTestSupport
import Foundation
import Synchronization
import Testing

@testable import FaceplateCLI

struct StopLimitTests {
    @Test(.timeLimit(.hung))
    func endsOnceHoweverOftenItIsBegun() {
        let ends = Mutex(0)
        let limit = StopLimit(after: .milliseconds(1)) { ends.withLock { $0 += 1 } }
        for _ in 0..<3 { limit.begin() }
        #expect(eventually { ends.withLock { $0 } > 0 })
        limit.begin()
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func endsNothingThatNobodyStops() {
        let ends = Mutex(0)
        _ = StopLimit(after: .milliseconds(0)) { ends.withLock { $0 += 1 } }
        #expect(ends.withLock { $0 } == 0)
    }
}
