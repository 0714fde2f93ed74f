/// One edit of a list, as made by the buttons next to its elements.
package enum ListEdit: Sendable, Hashable {
    case remove(Int)
    /// Swaps the element with the previous one; the first element stays.
    case moveUp(Int)
    /// Swaps the element with the next one; the last element stays.
    case moveDown(Int)
    /// Moves the element at a position to another position; those in between move by one.
    ///
    /// A position after the end is that of the last element.
    case move(Int, to: Int)
    case append(Value)
    case replace(Int, Value)

    /// Returns the list after the edit; positions count from 0.
    ///
    /// - Throws: `.noSuchElement` if the list has no such position.
    package func applied(to list: [Value]) throws(ValueProblem) -> [Value] {
        var list = list
        switch self {
        case .remove(let index):
            try check(index, list)
            list.remove(at: index)
        case .moveUp(let index):
            try check(index, list)
            if index > list.startIndex { list.swapAt(index, index - 1) }
        case .moveDown(let index):
            try check(index, list)
            if index < list.endIndex - 1 { list.swapAt(index, index + 1) }
        case .move(let index, let place):
            try check(index, list)
            let element = list.remove(at: index)
            list.insert(element, at: min(max(place, 0), list.count))
        case .append(let value): list.append(value)
        case .replace(let index, let value):
            try check(index, list)
            list[index] = value
        }
        return list
    }

    private func check(_ index: Int, _ list: [Value]) throws(ValueProblem) {
        guard list.indices.contains(index) else {
            throw ValueProblem(
                .noSuchElement, ["index": String(index), "count": String(list.count)])
        }
    }
}

extension ListEdit {
    /// Reads the value of a `_remove` field, such as `servers[2]`; `nil` for other text.
    package static func removal(_ text: String) -> (key: String, edit: ListEdit)? {
        place(text).map { ($0.key, .remove($0.index)) }
    }

    /// Reads the value of a `_move` field, `servers[2]:up`, `servers[2]:down` or `servers[2]:0`;
    /// `nil` for other text.
    package static func move(_ text: String) -> (key: String, edit: ListEdit)? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let (key, index) = place(String(Substring(parts[0]))) else {
            return nil
        }
        switch String(Substring(parts[1])) {
        case "up": return (key, .moveUp(index))
        case "down": return (key, .moveDown(index))
        case let place:
            // A position is written as in the brackets.
            guard let (_, place) = self.place("\(key)[\(place)]") else { return nil }
            return (key, .move(index, to: place))
        }
    }

    private static func place(_ text: String) -> (key: String, index: Int)? {
        guard let name = BracketName(reading: text), name.parts.count == 1,
            case .index(let index) = name.parts[0]
        else { return nil }
        return (name.base, index)
    }
}
