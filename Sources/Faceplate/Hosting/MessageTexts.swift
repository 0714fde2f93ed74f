/// A message of the program, in one or several languages.
package struct MessageTexts: Sendable, Hashable {
    /// The message by locale; the key of a message for every language is empty.
    private let texts: [String: String]

    package init(_ texts: [String: String]) { self.texts = texts }

    package init(_ text: String) { self.init(["": text]) }

    /// Without the language, the message in English is used, else the first one.
    package func text(in locale: LocaleTag?) -> String {
        if let text = texts[""] { return text }
        let tags = texts.keys.sorted().compactMap { LocaleTag($0) }
        let wanted = locale.flatMap { LocaleMatching.lookUp($0, among: tags) }
        let tag = wanted ?? LocaleMatching.lookUp(.english, among: tags) ?? tags.first
        return texts.first { LocaleTag($0.key) == tag }?.value ?? texts.values.min() ?? ""
    }
}
