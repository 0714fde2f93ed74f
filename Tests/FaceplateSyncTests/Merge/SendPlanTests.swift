import FaceplateSchema
import Testing

@testable import FaceplateSync

struct SendPlanTests {
    private static func put(_ key: String, bytes: Int = 100) -> SyncedPut {
        let empty = SyncedEntry(.set(""), .earliest, "m").bytes.count
        let text = String(repeating: "x", count: bytes - empty)
        return SyncedPut(
            key: key, entry: SyncedEntry(.set(JSONValue(.string(text))), .earliest, "m"),
            expected: 0)
    }

    @Test(arguments: [(0, []), (1, [1]), (100, [100]), (101, [100, 1]), (250, [100, 100, 50])])
    func limitsTheOperationsOfARequest(count: Int, sizes: [Int]) {
        let puts = (0..<count).map { Self.put("k\($0)") }
        let plan = SendPlan(puts, held: 0, limits: SyncLimits())
        #expect(plan.requests.map(\.count) == sizes)
        #expect(plan.refused.isEmpty)
    }

    @Test func limitsTheBytesOfARequest() {
        let puts = (0..<7).map { Self.put("k\($0)", bytes: 300_000) }
        let plan = SendPlan(puts, held: 0, limits: SyncLimits())
        #expect(plan.requests.map(\.count) == [3, 3, 1])
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func limitsTheBytesOfAValue(over: Int, isSent: Bool) {
        let limits = SyncLimits()
        let plan = SendPlan(
            [Self.put("large", bytes: limits.entry + over), Self.put("small")], held: 0,
            limits: limits)
        #expect(
            plan.requests.flatMap { $0 }.map(\.key) == (isSent ? ["large", "small"] : ["small"]))
        #expect(plan.refused.map(\.key) == (isSent ? [] : ["large"]))
        for refused in plan.refused { #expect(refused.problem.contains("524288")) }
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func limitsTheBytesOfAllValues(over: Int, isSent: Bool) {
        let limits = SyncLimits()
        let plan = SendPlan(
            [Self.put("a"), Self.put("b")], held: limits.total - 200 + over, limits: limits)
        #expect(plan.requests.flatMap { $0 }.map(\.key) == (isSent ? ["a", "b"] : ["a"]))
        #expect(plan.refused.map(\.key) == (isSent ? [] : ["b"]))
    }

    @Test func rejectsTotalsThatAreTooLarge() {
        let plan = SendPlan([Self.put("a")], held: .max, limits: SyncLimits())
        #expect(plan.requests.isEmpty)
        #expect(plan.refused.map(\.key) == ["a"])
    }
}
