import Faceplate
import FaceplateHTML

extension Row {
    /// Without those that the app adds, and with the bounds that apply now.
    var baseRules: (any ValueRules)? { bounds ?? setting?.baseRules }

    var rulesKind: RulesKind? { (bounds ?? setting?.rules)?.kind }

    private var bounds: (any ValueRules)? {
        state.bounds.flatMap { face.item?.bounds[$0].rules }
    }

    /// The elements of a list, or the rows of a table or map.
    func elements(of value: Value?) -> [Value] {
        value.flatMap { setting?.elements(of: $0) } ?? []
    }

    var placeholder: [Attribute] { face.texts.placeholder.map { [.placeholder($0.text)] } ?? [] }

    /// `name` is the class of the field; `locked` is the text of a locked value, `nil` for the text that the row shows;
    /// `state` writes a note below the help.
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

    /// A collapsed row shows the title already, where it is opened.
    var titleClass: String { face.item?.isCollapsed == true ? "l sr" : "l" }

    /// `isNamed` is true when the title is above the content already.
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

    /// `autocomplete` is the token to use when the schema sets none.
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

    /// The button works only with JavaScript.
    func reveal(_ html: inout Markup) {
        html.element(
            .button, .type(.button), .class("show"), .aria("pressed", false),
            .aria("label", words.text(.secretShowLabel, ["label": face.texts.title.text])),
            text: words[.secretShow])
    }

    /// The unit is part of the name of the field; see `nameWithUnit`.
    func unit(_ html: inout Markup) {
        guard let general = face.texts.unit else { return }
        let unit =
            face.item.flatMap { context.labels.unit(of: $0, for: (typedValue ?? value)?.number) }
            ?? general
        html.element(.span, .class("unit"), .id("u-\(key)"), label: unit, on: context.locale)
    }

    /// Adds the unit to the accessible name, as in "Timeout, seconds".
    var nameWithUnit: [Attribute] {
        face.texts.unit == nil ? [] : [.aria("labelledby", "l-\(key) u-\(key)")]
    }

    /// For a field that accepts only valid values, such as a date field of the browser; empty when there is no value.
    ///
    /// `nil` when the typed text cannot be read: a browser would drop it silently.
    var nativeText: String? {
        guard let text = typed?.texts.last else { return value?.plainText ?? "" }
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "" }
        return typedValue?.plainText
    }
}
