/// Building it takes time linear in the number of names and dependencies, except for sorting the names.
///
/// The stack depth does not depend on the length of chains.
struct ConditionGraph: Sendable {
    /// All names, each after those that it depends on; the same graph always has the same order.
    let order: [String]
    /// The cycles, each as a path whose last name depends on its first.
    ///
    /// Of connected cycles, only the shortest through the first name is reported; the next one is reported after it is
    /// broken. A name that depends directly on itself is always reported.
    let cycles: [[String]]

    /// Names without an entry have no dependencies.
    init(_ dependencies: [String: [String]]) {
        let names = Set(dependencies.keys).union(dependencies.values.joined()).sorted()
        let numbers = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
        let edges = names.map { name in
            (dependencies[name] ?? []).compactMap { numbers[$0] }.sorted()
        }
        var search = ComponentSearch(edges)
        let components = search.components()
        order = components.joined().map { names[$0] }
        var finder = CycleFinder(edges, components: components)
        cycles = components.flatMap { finder.cycles(of: $0) }
            .sorted { ($0.first ?? 0, $0.count) < ($1.first ?? 0, $1.count) }
            .map { $0.map { names[$0] } }
    }

    static func words(for cycle: [String]) -> String {
        (cycle + cycle.prefix(1)).joined(separator: " -> ")
    }
}

/// Finds strongly connected components, dependencies first (Tarjan's algorithm, without recursion).
private struct ComponentSearch {
    private let edges: [[Int]]
    private var numbers: [Int?]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0

    init(_ edges: [[Int]]) {
        self.edges = edges
        numbers = Array(repeating: nil, count: edges.count)
        lowest = Array(repeating: 0, count: edges.count)
        isOpen = Array(repeating: false, count: edges.count)
    }

    mutating func components() -> [[Int]] {
        var components: [[Int]] = []
        for start in edges.indices where numbers[start] == nil {
            visit(from: start, into: &components)
        }
        return components
    }

    private mutating func visit(from start: Int, into components: inout [[Int]]) {
        var path: [(node: Int, next: Int)] = []
        func enter(_ node: Int, _ search: inout Self) {
            search.numbers[node] = search.count
            search.lowest[node] = search.count
            search.count += 1
            search.open.append(node)
            search.isOpen[node] = true
            path.append((node, 0))
        }
        enter(start, &self)
        while let (node, next) = path.last {
            guard next < edges[node].count else {
                path.removeLast()
                if lowest[node] == numbers[node] { components.append(close(node)) }
                if let parent = path.last?.node {
                    lowest[parent] = min(lowest[parent], lowest[node])
                }
                continue
            }
            path[path.count - 1].next += 1
            let target = edges[node][next]
            if let number = numbers[target] {
                if isOpen[target] { lowest[node] = min(lowest[node], number) }
            } else {
                enter(target, &self)
            }
        }
    }

    private mutating func close(_ root: Int) -> [Int] {
        var component: [Int] = []
        while let node = open.popLast() {
            isOpen[node] = false
            component.append(node)
            if node == root { break }
        }
        return component.sorted()
    }
}

private struct CycleFinder {
    private let edges: [[Int]]
    private let componentOf: [Int]
    private var cameFrom: [Int?]

    init(_ edges: [[Int]], components: [[Int]]) {
        self.edges = edges
        var componentOf = Array(repeating: 0, count: edges.count)
        for (index, component) in components.enumerated() {
            for node in component { componentOf[node] = index }
        }
        self.componentOf = componentOf
        cameFrom = Array(repeating: nil, count: edges.count)
    }

    mutating func cycles(of component: [Int]) -> [[Int]] {
        let loops = component.filter { edges[$0].contains($0) }.map { [$0] }
        guard component.count > 1, let start = component.first else { return loops }
        return loops + [shortest(from: start)]
    }

    private mutating func shortest(from start: Int) -> [Int] {
        var queue = [start]
        var index = 0
        while index < queue.count {
            let node = queue[index]
            index += 1
            for target in edges[node]
            where target != node && componentOf[target] == componentOf[start] {
                if target == start { return way(from: start, to: node) }
                guard cameFrom[target] == nil else { continue }
                cameFrom[target] = node
                queue.append(target)
            }
        }
        return [start]
    }

    private func way(from start: Int, to end: Int) -> [Int] {
        var way = [end]
        while let node = way.last, node != start, let before = cameFrom[node] {
            way.append(before)
        }
        return way.reversed()
    }
}
