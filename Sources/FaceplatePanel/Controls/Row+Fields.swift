import Faceplate
import FaceplateHTML

/// Parts that the fields of several controls share.
extension Row {
    /// The rules of the control, without those that the app adds.
    var baseRules: (any ValueRules)? { setting?.baseRules }

    /// The rules of the control by their type; `nil` for a row without a value.
    var rulesKind: RulesKind? { setting?.rules.kind }

    /// The attribute with the example for an empty field, if the item has one.
    var placeholder: [Attribute] { face.placeholder.map { [.placeholder($0.text)] } ?? [] }

    /// Writes the row of a control: the value alone when it is locked, otherwise the label, the field and the notes.
    ///
    /// - Parameters:
    ///   - name: The class of the field.
    ///   - locked: The text of a locked value; `nil` for the text that the row shows.
    ///   - state: Writes a note below the help.
    ///   - field: Writes the field.
    func control(
        _ html: inout Markup, class name: String = "ctl field", locked: String? = nil,
        state: (inout Markup) -> Void = { _ in }, field: (inout Markup) -> Void
    ) {
        if let lock { return readOnly(&html, shown: locked ?? shownValue, reason: lock) }
        frame(&html) { html in
            words(&html, state: state)
            html.element(.div, .class(name), content: field)
            problem(&html)
            more(&html)
        }
    }

    /// The class of the title above text: a collapsed row shows the title already, where it is opened.
    var titleClass: String { face.item?.isCollapsed == true ? "l sr" : "l" }

    /// Writes the content of a row, of a collapsed row behind its title and value.
    ///
    /// - Parameter isNamed: True when the title is above the content already.
    func folded(
        _ html: inout Markup, isNamed: Bool = false, content: (inout Markup) -> Void
    ) {
        guard let item = face.item, item.isCollapsed else { return content(&html) }
        let summary = item.control == .info ? InfoView.text(of: self) : shownValue
        let isOpen =
            hasProblem || conflict != nil || context.opened == key || context.details?.key == key
        html.element(
            .details, attributes: (isNamed ? [] : [.class("t")]) + [.open(isOpen)]
        ) { html in
            html.element(.summary) { html in
                html.element(.span) { html in
                    html.element(
                        .span, attributes: (isNamed ? [.class("sr")] : []) + face.titleLanguage
                    ) { $0.append(face.titleWords) }
                    html.text(" ")
                    html.element(.span, .class("v"), .dir(.auto), text: summary)
                }
            }
            content(&html)
        }
    }

    /// Writes the link to the page of the row, if that page is visible to the viewer.
    func lead(_ html: inout Markup) {
        guard let key = face.item?.page, let page = context.schema.pages[key],
            context.rules.isVisible(key)
        else { return }
        html.element(.div, .class("note lead")) { html in
            html.element(
                .a, .href(context.base.path(segments: Route.segments(of: page))),
                label: context.labels.title(of: key), on: context.locale)
        }
    }

    /// Returns the attributes for keyboards, spelling and autofill of text.
    ///
    /// - Parameter autocomplete: The `autocomplete` token to use when the schema sets none.
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

    /// Writes the button that shows the text of a field with dots; it works only with JavaScript.
    func reveal(_ html: inout Markup) {
        html.element(
            .button, .type(.button), .class("show"), .aria("pressed", false),
            .aria("label", words.text(.secretShowLabel, ["label": face.title.text])),
            text: words[.secretShow])
    }

    /// Writes the unit of the number, after its field.
    ///
    /// The unit is part of the name of the field; see `nameWithUnit`.
    func unit(_ html: inout Markup) {
        guard let general = face.unit else { return }
        let unit =
            face.item.flatMap { context.labels.unit(of: $0, for: (typedValue ?? value)?.number) }
            ?? general
        html.element(.span, .class("unit"), .id("u-\(key)"), label: unit, on: context.locale)
    }

    /// The attributes that add the unit to the accessible name of the field, as in "Timeout,
    /// seconds".
    var nameWithUnit: [Attribute] {
        face.unit == nil ? [] : [.aria("labelledby", "l-\(key) u-\(key)")]
    }

    /// The canonical text for a field that accepts only valid values, such as a date field of the
    /// browser; empty when there is no value.
    ///
    /// `nil` when the typed text cannot be read: a browser would drop it silently.
    var nativeText: String? {
        guard let text = typed?.texts.last else { return value?.plainText ?? "" }
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "" }
        return typedValue?.plainText
    }
}
