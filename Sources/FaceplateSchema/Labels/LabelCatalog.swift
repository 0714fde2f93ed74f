/// Texts by key, for any number of locales.
public struct LabelCatalog: Sendable, Hashable {
    private var texts: [LocaleTag: [String: String]] = [:]

    /// Creates a catalogue without texts.
    public init() {}

    /// The locales that have a text, in the order of their tags.
    public var locales: [LocaleTag] {
        texts.keys.sorted()
    }

    /// All texts of a locale by key; empty where it has none.
    ///
    /// Parents are not looked at.
    public subscript(locale: LocaleTag) -> [String: String] {
        texts[locale] ?? [:]
    }

    /// Sets one text, replacing the one that was there.
    public mutating func set(_ text: String, for key: String, in locale: LocaleTag) {
        texts[locale, default: [:]][key] = text
    }

    /// Adds the texts of another catalogue.
    ///
    /// Where both have one, the other's is taken.
    public mutating func merge(_ other: LabelCatalog) {
        for (locale, others) in other.texts {
            texts[locale, default: [:]].merge(others) { _, theirs in theirs }
        }
    }
}

/// What is wrong with a file of labels, and where.
public struct LabelFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// One or two sentences: what was found, and what would be accepted.
    public let message: String

    /// Creates an error at a place.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// The message after its place, as it is shown to whoever wrote the file.
    public var description: String { "line \(line), column \(column): \(message)" }
}
