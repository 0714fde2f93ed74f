import Testing

@testable import FaceplatePanel

struct FingerprintTests {
    @Test
    func changesWithEachByte() {
        let page = (0..<4_099).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var found: Set<String> = [Fingerprint.of(page)]
        for index in page.indices {
            for change: UInt8 in [1, 0x80] {
                var other = page
                other[index] ^= change
                found.insert(Fingerprint.of(other))
            }
        }
        #expect(found.count == 1 + 2 * page.count)
    }

    @Test
    func changesWithTheNumberOfZeros() {
        let found = Set((0..<100).map { Fingerprint.of(Array(repeating: 0, count: $0)) })
        #expect(found.count == 100)
        #expect(found.allSatisfy { $0.count == 16 })
    }

    @Test
    func isTheSameInEachProcess() {
        #expect(Fingerprint.of(Array("Faceplate".utf8)) == "67789d586e740dca")
    }
}
