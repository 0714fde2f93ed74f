import Testing

@testable import Faceplate

struct DistinctTests {
    @Test func leavesOutConsecutiveDuplicates() async {
        let numbers = AsyncStream<Int> { continuation in
            for number in [1, 1, 2, 2, 2, 1] { continuation.yield(number) }
            continuation.finish()
        }
        var seen: [Int] = []
        for await number in Distinct(numbers, isSame: ==) { seen.append(number) }
        #expect(seen == [1, 2, 1])
    }
}
