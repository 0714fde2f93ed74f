/// Labels by key, for any number of locales.
public struct LabelCatalog: Sendable, Hashable {
    private var texts: [LocaleTag: [String: String]] = [:]
    /// The locales that have labels, sorted by their tags.
    public private(set) var locales: [LocaleTag] = []

    /// Creates an empty catalog.
    public init() {}

    /// All labels of a locale by key; empty if the locale has none.
    ///
    /// Parent locales are not used.
    public subscript(locale: LocaleTag) -> [String: String] {
        texts[locale] ?? [:]
    }

    /// Sets one label, and replaces an existing one.
    public mutating func set(_ text: String, for key: String, in locale: LocaleTag) {
        addLocale(locale)
        texts[locale, default: [:]][key] = text
    }

    private mutating func addLocale(_ locale: LocaleTag) {
        guard texts[locale] == nil else { return }
        texts[locale] = [:]
        // Each request asks for them, so that they are sorted when one is added.
        locales = texts.keys.sorted()
    }

    /// Adds the labels of another catalog.
    ///
    /// If both have a label, the label of `other` is used.
    public mutating func merge(_ other: LabelCatalog) {
        for (locale, others) in other.texts {
            addLocale(locale)
            texts[locale, default: [:]].merge(others) { _, theirs in theirs }
        }
    }
}

/// An error in a label file, with its position.
public struct LabelFileError: SpokenError, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// One or two sentences about the error and the accepted alternatives.
    public let message: String

    /// Creates an error at a position.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    init(_ message: String, at position: TextPosition = TextPosition(line: 1, column: 1)) {
        self.init(line: position.line, column: position.column, message: message)
    }

    var position: TextPosition { TextPosition(line: line, column: column) }

    /// The position and the message, for the author of the file.
    public var description: String { "line \(line), column \(column): \(message)" }
}
