import Faceplate
import FaceplateHTML

/// What a field of a list or table may hold: the element of a list, or a column of a table.
struct CellKind {
    /// As the schema describes it; `nil` for the elements of a list that are plain texts.
    let item: Schema.Item?
    let rules: any ValueRules
    /// The column's key; `nil` for the element of a list.
    let column: String?
    /// What a row has where nothing is entered; `nil` where there is nothing such.
    let defaultValue: Value?
    let context: PageContext

    var control: Control { item?.control ?? .editText }

    /// What the column is called.
    var title: String { item.map { context.labels.title(of: $0).text } ?? "" }

    /// The text of the field that holds a value.
    func fieldText(_ value: Value) -> String { rules.fieldText(of: value, locale: context.locale) }

    /// A value as people read it.
    func shown(_ value: Value) -> String {
        item.map { context.shown(value, ofCell: $0) } ?? value.plainText
    }

    /// Whether a text is the default in one of its spellings.
    func isDefault(_ text: String) -> Bool {
        guard let defaultValue else { return false }
        return (try? rules.value(fromText: text, locale: context.locale)) == defaultValue
    }
}

/// One field of a list or table.
struct Cell {
    let kind: CellKind
    /// The name that it is posted under.
    let name: String
    /// What stands in it.
    let text: String
    /// Its accessible name.
    let label: String
    /// Only one field of a row has an id: where a problem leads.
    let id: String?
    /// The problem's id, where it is about this field.
    let problem: String?
    /// Whether it stands for what is not there yet, and may be left empty.
    let isNew: Bool

    func render(into html: inout Markup) {
        switch kind.control {
        case .switch where isNew && kind.column == nil: onOrOff(&html)
        case .switch: `switch`(&html)
        case .choice: menu(&html)
        default: field(&html)
        }
    }

    private func attributes(_ first: [Attribute]) -> [Attribute] {
        var attributes = first
        if let id { attributes.append(.id(id)) }
        attributes.append(.name(name))
        return attributes
    }

    private var description: [Attribute] {
        [.aria("label", label)]
            + (problem.map { [.aria("describedby", $0), .aria("invalid", true)] } ?? [])
    }

    private var isOn: Bool {
        (try? BooleanRules().value(fromText: text, locale: nil)) == .boolean(true)
    }

    private func `switch`(_ html: inout Markup) {
        html.void(.input, .type(.hidden), .name(name), .value("NO"))
        html.void(
            .input,
            attributes: attributes(SwitchView.look(kind.context))
                + [.value("YES"), .checked(isOn)] + description)
    }

    /// A switch that is not there yet is neither on nor off.
    private func onOrOff(_ html: inout Markup) {
        let words = kind.context.words
        let entries = [("", ""), ("YES", words[.on]), ("NO", words[.off])]
        html.element(.select, attributes: attributes([]) + description) { html in
            for (value, title) in entries {
                html.element(.option, .value(value), .selected(value == text), text: title)
            }
        }
    }

    private func menu(_ html: inout Markup) {
        let context = kind.context
        var entries = (kind.item?.options ?? []).map { option in
            let title = kind.item.map { context.labels.title(of: option, in: $0).text }
            return (value: option.value.plainText, title: title ?? option.value.plainText)
        }
        if !entries.contains(where: { $0.value == text }) {
            let gone = OptionList.gone(text, title: text, context.words).title.text
            entries.insert((text, text.isEmpty ? "" : gone), at: 0)
        }
        html.element(.select, attributes: attributes([]) + description) { html in
            for entry in entries {
                html.element(
                    .option, .value(entry.value), .selected(entry.value == text), text: entry.title)
            }
        }
    }

    private func field(_ html: inout Markup) {
        let (type, more) = type
        var attributes = attributes([.type(type)])
        attributes.append(.value(text))
        if type == .text, kind.control == .editText { attributes.append(.dir(.auto)) }
        attributes += more
        if let placeholder = kind.item.flatMap({ kind.context.labels.placeholder(of: $0) }) {
            attributes.append(.placeholder(placeholder.text))
        }
        html.void(.input, attributes: attributes + description)
    }

    /// The kind of field.
    ///
    /// Those of dates and colours can hold nothing but what is right, and a colour's not even
    /// nothing: what else was typed stands in a field of text.
    private var type: (InputType, [Attribute]) {
        let isRight =
            text.isEmpty
            || (try? kind.rules.value(fromText: text, locale: kind.context.locale)) != nil
        switch kind.control {
        case .editInteger: return (.text, isNegative ? [] : [.inputmode("numeric")])
        case .editDecimal: return (.text, isNegative ? [] : [.inputmode("decimal")])
        case .editDate: return (isRight ? .date : .text, [])
        case .editTime:
            let seconds = (kind.rules as? TimeRules)?.allowsSeconds == true
            return (isRight ? .time : .text, isRight && seconds ? [.step("1")] : [])
        case .editDatetime: return (isRight ? .datetimeLocal : .text, [])
        case .editColor:
            // A new row with the default of its column counts as empty.
            let isWhole = text.utf8.count == 7 && isRight && (!isNew || kind.isDefault(text))
            return isWhole ? (.color, []) : (.text, [.spellcheck(false)])
        default: return (.text, hints)
        }
    }

    private var isNegative: Bool {
        switch kind.rules {
        case let rules as IntegerRules: (rules.minimum ?? -1) < 0
        case let rules as DecimalRules: rules.minimum?.description.hasPrefix("-") ?? true
        default: true
        }
    }

    private var hints: [Attribute] {
        guard let hints = kind.item?.hints else { return [] }
        var attributes: [Attribute] = []
        if let keyboard = hints.keyboard { attributes.append(.inputmode(keyboard.rawValue)) }
        if let letters = hints.capitalization {
            attributes.append(.autocapitalize(letters.rawValue))
        }
        if let spellcheck = hints.spellcheck { attributes.append(.spellcheck(spellcheck)) }
        return attributes
    }
}

/// The buttons beside an element of a list or table.
struct ElementButtons {
    let row: Row
    /// From 0.
    let place: Int
    /// How many there are.
    let count: Int
    let up: PageWord
    let down: PageWord
    let remove: PageWord

    func render(into html: inout Markup) {
        let name = BracketName(row.key, .index(place)).description
        html.element(.span, .class("acts")) { html in
            button("up", "_move", name + ":up", up, isOff: place == 0, &html)
            button("down", "_move", name + ":down", down, isOff: place + 1 == count, &html)
            button("del", "_remove", name, remove, isOff: false, &html)
        }
    }

    private func button(
        _ look: String, _ name: String, _ value: String, _ word: PageWord, isOff: Bool,
        _ html: inout Markup
    ) {
        html.element(
            .button, .class(look), .name(name), .value(value), .disabled(isOff)
        ) { html in
            html.element(
                .span, .class("sr"), text: row.words.text(word, ["number": String(place + 1)]))
        }
    }
}
