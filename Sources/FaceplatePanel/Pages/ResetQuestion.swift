import Faceplate
import FaceplateHTML

/// The words of the question before several settings go back to their defaults.
enum ResetQuestion {
    /// The number of settings that are reset without a question; each has an undo beside it.
    static let unaskedLimit = 1
    /// The number of settings that a question names; the others are counted alone.
    private static let namedLimit = 8

    /// The attributes of a button by which scripting asks; empty for a single setting.
    static func attributes(_ settings: [Schema.Setting], _ context: PageContext) -> [Attribute] {
        guard settings.count > unaskedLimit else { return [] }
        let names = settings.prefix(namedLimit).map { context.labels.title(of: $0.key).text }
        let rest = settings.count > namedLimit ? ", …" : ""
        return [
            .data(
                "confirm",
                sentence(settings.count, context.words) + " " + names.joined(separator: ", ") + rest
            )
        ]
    }

    static func sentence(_ count: Int, _ words: PageWords) -> String {
        words.text(.resetAsk, ["count": String(count)], count: count)
    }
}
