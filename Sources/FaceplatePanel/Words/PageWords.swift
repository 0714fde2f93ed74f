import Faceplate
import FaceplateHTML
import FaceplateSchema

struct PageWords: Sendable {
    let source: PanelWords
    var locale: LocaleTag { table.locale }
    /// The requested locale: that of the page.
    let wanted: LocaleTag
    private let table: WordTables<PageWord>.Table
    private let isRightToLeft: Bool

    /// Creates the texts of the nearest available locale, or of English.
    init(_ wanted: LocaleTag, in source: PanelWords = .shipped) {
        self.source = source
        self.wanted = wanted
        table = source.page.table(for: wanted)
        isRightToLeft = table.locale.isRightToLeft
    }

    subscript(word: PageWord) -> String { table[word].filled(in: locale) }

    /// The slot `label` also fills `Label`: the first for the middle of a sentence, the second for its beginning.
    func text(_ word: PageWord, _ slots: [String: String] = [:], count: Int? = nil) -> String {
        var slots = Self.completed(slots)
        // Attributes and titles cannot contain <bdi>; isolates prevent that a Latin value reorders
        // the text around it. Digits, and terms of the same direction, keep their order without it.
        if isRightToLeft {
            slots = slots.mapValues { value in
                let isSafe = value.unicodeScalars.allSatisfy {
                    (0x30...0x39).contains($0.value) || (0x600...0x6FF).contains($0.value)
                        || $0 == " "
                }
                return isSafe ? value : ProblemWords.isolated(value)
            }
        }
        return phrase(word).filled(slots, count: count, in: locale)
    }

    /// The number also fills the slot `count`.
    func counted(_ word: PageWord, _ count: Int) -> String {
        text(word, ["count": String(count)], count: count)
    }

    func orEmpty(_ text: String) -> String { text.isEmpty ? self[.empty] : text }

    /// On a Mac, the script shows `⌘Z`.
    func shortcut(_ letter: String) -> String { text(.shortcutHint, ["key": letter]) }

    func phrase(_ word: PageWord) -> Phrase { table[word] }

    static func completed(_ slots: [String: String]) -> [String: String] {
        guard let label = slots["label"] else { return slots }
        var slots = slots
        slots["Label"] = label
        slots["label"] = ProblemWords.insideSentence(label)
        return slots
    }
}
