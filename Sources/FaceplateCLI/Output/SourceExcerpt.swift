import FaceplateSchema

struct SourceExcerpt {
    /// The number of characters of a long line that are shown.
    private static let width = 90
    /// The number of characters that are shown before the place.
    private static let before = 40
    /// A schema is not larger than this (`SchemaLimit`); larger files are not read.
    private static let largestFile = 16 << 20

    /// The lines as slices of an array, whose lengths and parts are found at once.
    private let lines: [ArraySlice<Unicode.Scalar>]

    /// A file that cannot be read has no excerpts.
    init(path: String) {
        let bytes = (try? RegularFile.bytes(of: path, limit: Self.largestFile)) ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        lines = Array(text.unicodeScalars).split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// Empty if there is no such place, or the problem is about the whole file.
    ///
    /// The columns of a position count Unicode scalars.
    func text(of problem: SchemaProblem) -> [String] {
        let position = problem.position
        guard !problem.isAboutFile, position.line >= 1, position.line <= lines.count,
            position.column >= 1
        else { return [] }
        let line = lines[position.line - 1]
        let skipped = position.column > Self.before + 1 ? position.column - 1 - Self.before : 0
        let shown = line.dropFirst(skipped).prefix(Self.width).filter { $0 != "\r" }
        guard !shown.isEmpty else { return [] }
        let head = skipped > 0 ? "..." : ""
        let tail = line.count > skipped + Self.width ? "..." : ""
        // A control character takes one column, as it does in the count.
        let text = String(
            String.UnicodeScalarView(
                shown.map { ShownText.isControl($0) ? " " : $0 }))
        let number = String(position.line)
        let margin = String(repeating: " ", count: number.count)
        let indent = String(repeating: " ", count: head.count + position.column - 1 - skipped)
        return ["  \(number) | \(head)\(text)\(tail)", "  \(margin) | \(indent)^"]
    }
}
