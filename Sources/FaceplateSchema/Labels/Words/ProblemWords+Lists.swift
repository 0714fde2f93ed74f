/// Messages for lists, tables and files.
extension ProblemWords {
    /// Returns the message for an element with its position (`Line 3: ...`); `nil` for a problem of
    /// the whole value.
    ///
    /// The message for a cell is about its column; the parameter `column` can contain the column's
    /// title.
    func sentenceWithPlace(
        for problem: ValueProblem, label: String, options: [String]
    ) -> String? {
        let places = problem.parameters.filter { ["line", "row"].contains($0.key) }
        guard !places.isEmpty else { return nil }
        let isCell = problem.code != .unknownPart
        let column = isCell ? problem.parameters["column"] : nil
        let inner = ValueProblem(
            problem.code,
            problem.parameters.filter { !["line", "row", "column"].contains($0.key) },
            kind: problem.kind)
        let said = sentence(for: inner, label: column ?? label, options: options)
        let word = places["line"] == nil ? ProblemWord.inRow : .inLine
        return text(word, places.merging(["problem": said]) { $1 })
    }

    /// Returns a size for users, rounded up to integer KiB, or to tenths of a MiB.
    public func roundedSize(_ bytes: Int) -> String {
        guard bytes >= 1 << 10 else { return fileSize(bytes) }
        guard bytes > 1 << 20 else { return fileSize((bytes + 1_023) / 1_024 * 1_024) }
        let tenths = (bytes / 1_024 * 10 + 1_023) / 1_024
        let number = ExactDecimal("\(tenths / 10).\(tenths % 10)")
        let shown = number.map { NumberSpelling.shown($0, in: locale) } ?? ""
        return text(.mebibytes, ["max": shown])
    }

    /// Returns a size in the largest unit that gives an integer.
    public func fileSize(_ bytes: Int) -> String {
        let (word, count): (ProblemWord, Int) =
            if bytes > 0, bytes.isMultiple(of: 1 << 20) {
                (.mebibytes, bytes >> 20)
            } else if bytes > 0, bytes.isMultiple(of: 1 << 10) {
                (.kibibytes, bytes >> 10)
            } else {
                (.bytes, bytes)
            }
        return text(word, ["max": String(count)], count: count)
    }
}
