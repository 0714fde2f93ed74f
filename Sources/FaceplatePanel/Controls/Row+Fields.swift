import Faceplate
import FaceplateHTML

/// What the fields of several controls have in common.
extension Row {
    /// What the control accepts, without what a program adds.
    var baseRules: (any ValueRules)? { setting?.baseRules }

    /// What a browser is told of a text, for keyboards, spelling and autofill.
    ///
    /// - Parameter autocomplete: what may be filled in, where the schema does not say it.
    func hints(autocomplete: String? = nil) -> [Attribute] {
        let hints = face.item?.hints
        var attributes: [Attribute] = []
        if let keyboard = hints?.keyboard { attributes.append(.inputmode(keyboard.rawValue)) }
        if let letters = hints?.capitalization {
            attributes.append(.autocapitalize(letters.rawValue))
        }
        if let isChecked = hints?.spellcheck {
            attributes += [.spellcheck(isChecked), .autocorrect(isChecked)]
        }
        if let token = hints?.contentType ?? autocomplete {
            attributes.append(.autocomplete(token))
        }
        return attributes
    }

    /// Writes the button by which scripting shows what stands in a field of dots.
    func reveal(_ html: inout Markup) {
        html.element(
            .button, .type(.button), .class("show"), .aria("pressed", false),
            .aria("label", words.text(.secretShowLabel, ["label": face.title.text])),
            text: words[.secretShow])
    }

    /// Writes what the number counts, outside of its field.
    ///
    /// It is part of the field's name; see `nameWithUnit`.
    func unit(_ html: inout Markup) {
        guard let general = face.unit else { return }
        let unit =
            face.item.flatMap { context.labels.unit(of: $0, for: (typedValue ?? value)?.number) }
            ?? general
        html.element(
            .span,
            attributes: [.class("unit"), .id("u-\(key)")]
                + unit.language(on: context.locale), text: unit.text)
    }

    /// Makes the unit part of a field's name: "Timeout, seconds".
    var nameWithUnit: [Attribute] {
        face.unit == nil ? [] : [.aria("labelledby", "l-\(key) u-\(key)")]
    }

    /// What stands in a field that cannot hold just any text, such as a browser's own for dates:
    /// the canonical form of what is there or was typed, empty for nothing.
    ///
    /// `nil` for what was typed and cannot be read: a browser would drop it without a word.
    var nativeText: String? {
        guard let text = typed?.texts.last else { return value?.plainText ?? "" }
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "" }
        return typedValue?.plainText
    }
}
