import FaceplateTestSupport
import Foundation
import Synchronization
import Testing

@testable import FaceplateCLI

struct StopLimitTests {
    @Test(.timeLimit(.hung))
    func endsOnlyOnce() {
        let ends = Mutex(0)
        let limit = StopLimit(after: .milliseconds(1)) { ends.withLock { $0 += 1 } }
        for _ in 0..<3 { limit.begin() }
        #expect(eventually { ends.withLock { $0 } > 0 })
        limit.begin()
        #expect(ends.withLock { $0 } == 1)
    }

    @Test(.timeLimit(.hung))
    func doesNotEndUnlessItBegins() {
        let ends = Mutex<[String]>([])
        let unused = StopLimit(after: .milliseconds(0)) { ends.withLock { $0.append("unused") } }
        // A limit that was not begun would end before one that is begun later and lasts longer.
        let begun = StopLimit(after: .milliseconds(20)) { ends.withLock { $0.append("begun") } }
        begun.begin()
        withExtendedLifetime(unused) {
            #expect(eventually { ends.withLock { $0.contains("begun") } })
        }
        #expect(ends.withLock { $0 } == ["begun"])
    }
}
