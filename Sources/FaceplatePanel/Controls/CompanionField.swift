import Faceplate
import FaceplateHTML

/// A control with two fields: a scale or color well with the name `KEY`, and a field `KEY[typed]` for the exact text.
///
/// Without JavaScript the user changes one of them, and the browser posts both. The hidden field `KEY[shown]` has the
/// text that both show: if `KEY[typed]` differs from it, that text is the value; otherwise `KEY` is.
enum CompanionField {
    static func name(_ part: String, _ key: String) -> String {
        BracketName(key, .name(part)).description
    }

    /// If the row has a problem, its message and links lead to the text field, which has the id of the control then.
    static func first(_ row: Row) -> [Attribute] {
        row.hasProblem
            ? [.id("a-\(row.key)"), .name(row.key), .aria("labelledby", "l-\(row.key)")]
            : [.id(row.face.controlID), .name(row.key)]
    }

    static func secondID(_ row: Row) -> String {
        row.hasProblem ? row.face.controlID : "a-\(row.key)"
    }

    static func shown(_ row: Row, text: String, into html: inout Markup) {
        html.hidden(name("shown", row.key), text)
    }

    static func isUsed(by control: Control) -> Bool { [.slider, .editColor].contains(control) }
}

extension FormFields {
    /// `isNumber` is true for a scale, whose typed number is in the language of the form.
    mutating func chooseText(isNumber: Bool) {
        func part(_ name: String) -> String? { parts.last { $0.name == [.name(name)] }?.text }
        let (typed, shown) = (part("typed"), part("shown"))
        parts.removeAll { $0.name == [.name("typed")] || $0.name == [.name("shown")] }
        guard let typed, typed != shown || texts.isEmpty else { return }
        // A scale posts canonical numbers, so its rules read `1.125` as such in every language.
        let number = isNumber ? NumberSpelling.number(in: typed, locale: locale) : nil
        texts = [number?.description ?? typed]
    }
}
