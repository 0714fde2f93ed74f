/// Finds the known names that a misspelled name probably means.
package enum NearestWord {
    /// Returns the most similar candidate; `nil` if no candidate is similar enough.
    ///
    /// The number of edits must be at most a third of the word's length, and at least 1 is allowed.
    package static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
        all(near: word, among: candidates).first
    }

    /// Returns all similar candidates, the most similar first; candidates that are equally similar are sorted by name.
    package static func all(
        near word: String, among candidates: some Sequence<String>
    ) -> [String] {
        let wanted = Array(word.lowercased().utf8)
        guard wanted.count <= 128 else { return [] }
        let bound = max(1, wanted.count / 3)
        return candidates.map { ($0, distance(wanted, Array($0.lowercased().utf8), bound: bound)) }
            .filter { $0.1 <= bound }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }

    /// Returns ` Did you mean 'switch'?`, or an empty string if no candidate is similar.
    package static func suggestion(
        for word: String, among candidates: some Sequence<String>
    ) -> String {
        to(word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
    }

    /// If the lengths differ by more than `bound`, the result is only some number greater than `bound`.
    private static func distance(_ left: [UInt8], _ right: [UInt8], bound: Int) -> Int {
        guard abs(left.count - right.count) <= bound else { return bound + 1 }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    previous[column + 1] + 1, current[column] + 1,
                    previous[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            beforePrevious = previous
            previous = current
        }
        return previous.last ?? 0
    }
}
