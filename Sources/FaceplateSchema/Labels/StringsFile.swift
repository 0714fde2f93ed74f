/// An Apple `.strings` file: lines of `"key" = "text";` with comments between them.
///
/// It may be UTF-8 or UTF-16, with or without a byte order mark. Property lists under the same name
/// (XML or binary) are refused with a message that says how to convert them.
public struct StringsFile: Sendable {
    /// A key and its text.
    public struct Entry: Sendable, Hashable {
        /// The key as written.
        public let key: String
        /// The text, with its escapes resolved.
        public let text: String
    }

    /// The entries in the order of the file.
    ///
    /// Of a repeated key only the last is here.
    public let entries: [Entry]

    /// The keys that occur more than once, each once, in the order of their repetition.
    public let duplicates: [String]

    /// Reads a file.
    ///
    /// - Throws: ``LabelFileError`` with line and column of the first problem.
    public init(_ bytes: [UInt8]) throws(LabelFileError) {
        var parser = StringsParser(scalars: try StringsDecoding.scalars(of: bytes))
        let read = try parser.entries()
        var last: [String: Int] = [:]
        var repeated: [String] = []
        for (index, entry) in read.enumerated() {
            let isRepeated = last.updateValue(index, forKey: entry.key) != nil
            if isRepeated, !repeated.contains(entry.key) { repeated.append(entry.key) }
        }
        entries = read.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
        duplicates = repeated
    }

    /// Reads the keys and texts of a file; of a repeated key, the last.
    ///
    /// - Throws: ``LabelFileError`` with line and column of the first problem.
    public static func parse(
        _ bytes: [UInt8]
    ) throws(LabelFileError) -> [(key: String, text: String)] {
        try StringsFile(bytes).entries.map { ($0.key, $0.text) }
    }
}
