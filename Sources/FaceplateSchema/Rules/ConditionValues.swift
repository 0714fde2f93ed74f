/// The comparisons of conditions, which treat `1` and `1.0` as the same number.
extension Value {
    func equalsInCondition(_ other: Value) -> Bool {
        switch (self, other) {
        case (.decimal, .integer), (.integer, .decimal): number == other.number
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.equalsInCondition($1) }
        case (.record(let left), .record(let right)):
            left.count == right.count
                && left.allSatisfy { right[$0]?.equalsInCondition($1) ?? false }
        default: self == other
        }
    }

    /// `nil` if the two have no order.
    func precedesInCondition(_ other: Value) -> Bool? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        default:
            if let left = number, let right = other.number { left < right } else { nil }
        }
    }

    func containsInCondition(_ wanted: Value) -> Bool {
        switch (self, wanted) {
        case (.list(let elements), _): elements.contains { $0.equalsInCondition(wanted) }
        case (.text(let text), .text(let part)): ByteSearch.contains(text.utf8, part.utf8)
        default: false
        }
    }

    package var isEmpty: Bool {
        switch self {
        case .text(let text): text.utf8.isEmpty
        case .list(let elements): elements.isEmpty
        case .record(let parts): parts.isEmpty
        case .boolean, .integer, .decimal, .null: false
        }
    }
}

/// Searches bytes in linear time (Knuth, Morris and Pratt), because any user can supply a long text.
enum ByteSearch {
    static func contains(_ text: some Sequence<UInt8>, _ part: some Sequence<UInt8>) -> Bool {
        let wanted = Array(part)
        guard !wanted.isEmpty else { return true }
        let borders = borders(of: wanted)
        var matched = 0
        for byte in text {
            while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
            if wanted[matched] == byte { matched += 1 }
            if matched == wanted.count { return true }
        }
        return false
    }

    /// Returns, for each prefix, the length of the longest shorter prefix that is also its suffix.
    private static func borders(of wanted: [UInt8]) -> [Int] {
        var borders = [0]
        var length = 0
        for byte in wanted.dropFirst() {
            while length > 0, wanted[length] != byte { length = borders[length - 1] }
            if wanted[length] == byte { length += 1 }
            borders.append(length)
        }
        return borders
    }
}
