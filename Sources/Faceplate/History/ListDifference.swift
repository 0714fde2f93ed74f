/// Equal entries are matched in their order.
///
/// A row that differs from a removed one, but has the same name in its first column, was edited.
package struct ListDifference {
    package private(set) var added: [Value] = []
    package private(set) var removed: [Value] = []
    package private(set) var edited: [Value] = []
    /// The entries with another place among those that stayed; as few as possible.
    package private(set) var moved: [Value] = []
    /// In their old order; `nil` for any other movement.
    ///
    /// The difference cannot tell which of the two neighbors was moved.
    package private(set) var swapped: (first: Value, second: Value)?
    /// The entry above the only one that was moved; `nil` if it is the first one now, and if several were moved.
    package private(set) var above: Value?

    /// `nil` unless both values are lists with different contents.
    package init?(from old: Value?, to new: Value?, named column: String? = nil) {
        guard case .list(let old)? = old, case .list(let new)? = new, old != new else { return nil }
        var places: [Value: [Int]] = [:]
        for (place, value) in old.enumerated().reversed() {
            places[value, default: []].append(place)
        }
        var stayed: [Int] = []
        for value in new {
            if let place = places[value]?.popLast() {
                stayed.append(place)
            } else {
                added.append(value)
            }
        }
        let known = Set(stayed)
        removed = old.indices.filter { !known.contains($0) }.map { old[$0] }
        let order = Self.outOfOrder(stayed)
        moved = order.map { old[$0] }
        let falls = stayed.indices.dropLast().filter { stayed[$0] > stayed[$0 + 1] }
        if let fall = falls.first, falls.count == 1 {
            var sorted = stayed
            sorted.swapAt(fall, fall + 1)
            if sorted == stayed.sorted() { swapped = (old[sorted[fall]], old[sorted[fall + 1]]) }
        }
        if let swapped {
            // The lower one is named below the other: that is right for both ways to move them.
            (moved, above) = ([swapped.first], swapped.second)
        } else if order.count == 1, let now = stayed.firstIndex(of: order[0]), now > 0 {
            above = old[stayed[now - 1]]
        }
        if let column { pair(by: column) }
    }

    private mutating func pair(by column: String) {
        var names: [Value: Int] = [:]
        for row in removed { names[Self.name(row, column), default: 0] += 1 }
        var rest: [Value] = []
        var paired: [Value: Int] = [:]
        for row in added {
            let name = Self.name(row, column)
            if names[name, default: 0] > 0 {
                names[name, default: 0] -= 1
                paired[name, default: 0] += 1
                edited.append(row)
            } else {
                rest.append(row)
            }
        }
        added = rest
        removed = removed.filter { row in
            let name = Self.name(row, column)
            guard paired[name, default: 0] > 0 else { return true }
            paired[name, default: 0] -= 1
            return false
        }
    }

    private static func name(_ row: Value, _ column: String) -> Value {
        if case .record(let cells) = row { cells[column] ?? .text("") } else { row }
    }

    /// Returns the numbers that are not in the longest increasing part of a sequence.
    private static func outOfOrder(_ numbers: [Int]) -> [Int] {
        // For each length, the index of the smallest number that ends an increasing part of that length.
        var ends: [Int] = []
        var before: [Int?] = []
        for number in numbers {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            before.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count {
                ends.append(before.count - 1)
            } else {
                ends[low] = before.count - 1
            }
        }
        var inOrder: Set<Int> = []
        var last = ends.last
        while let index = last {
            inOrder.insert(index)
            last = before[index]
        }
        return numbers.indices.filter { !inOrder.contains($0) }.map { numbers[$0] }
    }
}

extension ListDifference {
    /// `nil` unless both sides are lists with different contents.
    ///
    /// - Parameter revision: The revision of the change, which knows the default at that time.
    package init?(_ change: Change, of setting: Schema.Setting?, in revision: Revision? = nil) {
        func value(_ side: Change.Side) -> Value? {
            switch side {
            case .value(let value): value
            case .onDefault: revision?.defaults[change.key] ?? setting?.plainDefault ?? .list([])
            case .json, .secret, .large: nil
            }
        }
        self.init(
            from: value(change.old), to: value(change.new),
            named: setting?.rules.columns.first?.key)
    }
}
