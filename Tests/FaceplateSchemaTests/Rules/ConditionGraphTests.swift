import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct ConditionGraphTests {
    @Test func dependenciesComeFirst() {
        let graph = ConditionGraph(["c": ["b", "a"], "b": ["a"], "d": [], "a": ["z"]])
        #expect(graph.order == ["z", "a", "b", "c", "d"])
        #expect(graph.cycles.isEmpty)
    }

    @Test(
        arguments: [
            ([:], []), (["a": []], []), (["a": ["a"]], ["a -> a"]),
            (["a": ["b"], "b": ["a"]], ["a -> b -> a"]),
            (["c": ["a"], "a": ["b"], "b": ["c"]], ["a -> b -> c -> a"]),
            (
                ["c": ["b"], "b": ["c"], "a": ["b"], "e": ["d"], "d": ["e"]],
                ["b -> c -> b", "d -> e -> d"]
            ),
            (["a": ["b", "c"], "b": ["c"], "c": ["a"]], ["a -> c -> a"]),
            (["a": ["b", "c"], "b": ["a"], "c": ["d"], "d": ["a"]], ["a -> b -> a"]),
            (["a": ["b", "a"], "b": ["a", "b"]], ["a -> a", "a -> b -> a", "b -> b"]),
            (["a": ["b", "b"], "b": ["a", "a"]], ["a -> b -> a"]),
        ] as [([String: [String]], [String])])
    func listsEachCycleOnce(dependencies: [String: [String]], words: [String]) {
        #expect(ConditionGraph(dependencies).cycles.map(ConditionGraph.words) == words)
    }

    @Test(.timeLimit(.hung), arguments: [false, true])
    func longChainsDoNotOverflowTheStack(isClosed: Bool) {
        let count = 100_000
        var dependencies: [String: [String]] = [:]
        for number in 0..<count {
            dependencies["k\(number)"] =
                number + 1 < count ? ["k\(number + 1)"] : isClosed ? ["k0"] : []
        }
        let graph = ConditionGraph(dependencies)
        #expect(graph.order.count == count)
        #expect(graph.cycles.map(\.count) == (isClosed ? [count] : []))
        if !isClosed {
            #expect(graph.order.first == "k\(count - 1)")
            #expect(graph.order.last == "k0")
        }
    }

    @Test func everyGraphIsOrderedByDependencies() {
        var random = SplitMix(seed: 7)
        for _ in 0..<50 {
            var dependencies: [String: [String]] = [:]
            for number in 1..<40 {
                dependencies["k\(number)"] = (0..<3).map { _ in
                    "k\(Int.random(in: 0..<number, using: &random))"
                }
            }
            let graph = ConditionGraph(dependencies)
            let places = Dictionary(
                uniqueKeysWithValues: graph.order.enumerated().map { ($0.element, $0.offset) })
            #expect(graph.cycles.isEmpty)
            for (name, others) in dependencies {
                #expect(others.allSatisfy { places[$0] ?? .max < places[name] ?? 0 })
            }
        }
    }
}
