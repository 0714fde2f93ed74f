/// An Apple `.strings` file: lines of `"key" = "text";` with comments between them.
///
/// The file can be UTF-8 or UTF-16, with or without a byte order mark. It can also be the compiled
/// form: a property list in XML or binary form.
package struct StringsFile: Sendable {
    package struct Entry: Sendable, Hashable {
        package let key: String
        /// The text, with its escapes resolved.
        package let text: String
    }

    /// The entries in the order of the file.
    ///
    /// If a key is repeated, only its last entry is included.
    package let entries: [Entry]

    /// The repeated keys, each once, in the order of their first repetition.
    package let duplicates: [String]

    /// - Throws: ``LabelFileError`` with line and column of the first problem.
    package init(_ bytes: [UInt8]) throws(LabelFileError) {
        var budget = PropertyListBudget()
        try self.init(bytes, &budget)
    }

    package init(
        _ bytes: [UInt8], _ budget: inout PropertyListBudget
    ) throws(LabelFileError) {
        let read = try Self.read(bytes, &budget)
        var last: [String: Int] = [:]
        var repeated: [String] = []
        var known: Set<String> = []
        for (index, entry) in read.enumerated() {
            let isRepeated = last.updateValue(index, forKey: entry.key) != nil
            if isRepeated, known.insert(entry.key).inserted { repeated.append(entry.key) }
        }
        entries = read.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
        duplicates = repeated
    }

    private static func read(
        _ bytes: [UInt8], _ budget: inout PropertyListBudget
    ) throws(LabelFileError) -> [Entry] {
        guard PropertyListReader.form(of: bytes) == .text else {
            return try entries(of: bytes, &budget)
        }
        let scalars = try StringsDecoding.scalars(of: bytes)
        // Entries inside braces are a property list in the old text form.
        let first = scalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
        guard first != "{" else { return try entries(of: bytes, &budget) }
        var parser = StringsParser(scalars: scalars, budget: budget)
        defer { budget = parser.budget }
        return try parser.entries()
    }

    private static func entries(
        of bytes: [UInt8], _ budget: inout PropertyListBudget
    ) throws(LabelFileError) -> [Entry] {
        let list: PropertyList
        do throws(PropertyListError) {
            list = try PropertyListReader.read(bytes, &budget)
        } catch let problem {
            throw problem.position.map { LabelFileError(problem.message, at: $0) }
                ?? LabelFileError(problem.message)
        }
        guard let dictionary = list.dictionary else {
            throw LabelFileError(
                "The property list contains \(list.kind), where strings by key were expected.")
        }
        var entries: [Entry] = []
        for entry in dictionary.entries {
            guard let text = entry.value.scalar?.plainText else {
                throw LabelFileError(
                    "'\(entry.key)' is \(entry.value.kind), where a string was expected.")
            }
            entries.append(Entry(key: entry.key, text: text))
        }
        return entries
    }

    /// Reads the keys and labels of a file; for a repeated key, the last label.
    ///
    /// - Throws: ``LabelFileError`` with line and column of the first problem.
    package static func parse(
        _ bytes: [UInt8]
    ) throws(LabelFileError) -> [(key: String, text: String)] {
        try StringsFile(bytes).entries.map { ($0.key, $0.text) }
    }
}
