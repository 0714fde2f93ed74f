import Faceplate
import FaceplateHTML

/// The element of a list, or a column of a table.
struct CellKind {
    /// `nil` for the elements of a list of plain strings.
    let item: Schema.Item?
    let rules: any ValueRules
    let column: String?
    /// Of a cell that is left empty; `nil` when it has none.
    let defaultValue: Value?
    /// Under which it is visible, by the other cells of its row.
    var condition: Condition?
    let context: PageContext

    /// `text` is what is stored or typed in a cell of the row.
    func isHidden(beside cells: [CellKind], _ text: (CellKind) -> String) -> Bool {
        guard let condition else { return false }
        return !condition.holds { key in
            guard let cell = cells.first(where: { $0.column == key }) else { return nil }
            return try? cell.rules.value(fromText: text(cell), locale: context.locale)
        }
    }

    var form: CellForm {
        if case .alternatives = rules.kind, let item,
            item.cells.allSatisfy({ [.choice, .switch].contains($0.control) })
        {
            return .menu
        }
        return item.map { ControlViews.view(of: $0.control)?.cell ?? .plain() } ?? .text
    }

    /// The texts of the options with their titles, also of alternatives that all have options.
    var entries: [(value: String, title: String)] {
        guard let item else { return [] }
        guard case .alternatives(let rules) = rules.kind else {
            return item.options.map { ($0.value.plainText, title(of: $0, in: item)) }
        }
        let named = item.cells.flatMap { cell -> [(value: Value, title: String)] in
            cell.control == .switch
                ? [(.boolean(true), context.words[.on]), (.boolean(false), context.words[.off])]
                : cell.options.map { ($0.value, title(of: $0, in: cell)) }
        }
        let none = rules.isNullable ? [(value: Value.null, title: context.words[.valueNone])] : []
        return (named + none).map { (fieldText($0.value), $0.title) }
    }

    private func title(of option: Schema.Option, in item: Schema.Item) -> String {
        context.labels.title(of: option, in: item).text
    }

    var title: String { item.map { context.labels.title(of: $0).text } ?? "" }

    func fieldText(_ value: Value) -> String { rules.fieldText(of: value, locale: context.locale) }

    func shown(_ value: Value) -> String {
        item.map { context.shown(value, ofCell: $0) } ?? value.plainText
    }

    /// In any accepted input format.
    func isDefault(_ text: String) -> Bool {
        guard let defaultValue else { return false }
        return (try? rules.value(fromText: text, locale: context.locale)) == defaultValue
    }
}

enum CellForm: Sendable {
    case `switch`, menu
    /// In the direction of its text, with the hints of its item.
    case text
    case plain([Attribute] = [])
    case integer, decimal, date, time, dateTime, color
    /// Only an input of an action.
    case secret
    /// Text of several lines, such as a list with an element on each.
    case lines
}

struct Cell {
    let kind: CellKind
    let name: String
    let text: String
    let label: String
    /// `nil` for all but the one field of the row that problems link to.
    let id: String?
    /// The id of the problem, if it is about this field.
    let problem: String?
    /// The id of the help of this field alone.
    var help: String?
    /// True when the element is not stored yet, so the field may stay empty.
    let isNew: Bool

    func render(into html: inout Markup) {
        switch kind.form {
        case .switch where isNew && kind.column == nil: onOrOff(&html)
        case .switch: `switch`(&html)
        case .menu: menu(&html)
        case .lines: lines(&html)
        case .text where text.contains(where: \.isNewline): lines(&html)
        case .text, .plain, .integer, .decimal, .date, .time, .dateTime, .color, .secret:
            field(&html)
        }
    }

    private func attributes(_ first: [Attribute]) -> [Attribute] {
        var attributes = first
        if let id { attributes.append(.id(id)) }
        attributes.append(.name(name))
        return attributes
    }

    private var description: [Attribute] {
        let ids = [help, problem].compactMap(\.self)
        return [.aria("label", label)]
            + (ids.isEmpty ? [] : [.aria("describedby", ids: ids)])
            + (problem == nil ? [] : [.aria("invalid", true)])
    }

    private var isOn: Bool {
        (try? BooleanRules().value(fromText: text, locale: nil)) == .boolean(true)
    }

    private func `switch`(_ html: inout Markup) {
        html.hidden(name, "NO")
        html.void(
            .input,
            attributes: attributes(SwitchView.look)
                + [.value("YES"), .checked(isOn)] + description)
    }

    /// A switch that is not stored yet is neither on nor off, so it is a menu.
    private func onOrOff(_ html: inout Markup) {
        let words = kind.context.words
        select([("", ""), ("YES", words[.on]), ("NO", words[.off])], &html)
    }

    private func menu(_ html: inout Markup) {
        let context = kind.context
        var entries = kind.entries
        if !entries.contains(where: { $0.value == text }) {
            let gone = OptionList.gone(text, title: text, context.words).title.text
            entries.insert((text, text.isEmpty ? "" : gone), at: 0)
        }
        select(entries, &html)
    }

    private func select(_ entries: [(value: String, title: String)], _ html: inout Markup) {
        html.element(.select, attributes: attributes([]) + description) {
            $0.options(entries, chosen: text)
        }
    }

    private func lines(_ html: inout Markup) {
        let rows = EditMultilineView.rows(of: text)
        html.textarea(
            attributes: attributes([.rows(rows), .dir(.auto)]) + hints
                + description, value: text)
    }

    private func field(_ html: inout Markup) {
        let (type, more) = type
        var attributes = attributes([.type(type)])
        attributes.append(.value(text))
        if case .text = kind.form { attributes.append(.dir(.auto)) }
        attributes += more
        if kind.item?.hints.isObscured == true {
            attributes += EditTextView.masked(kind.item) + [.autocomplete("off")]
        }
        if let placeholder = kind.item.flatMap({ kind.context.labels.placeholder(of: $0) }) {
            attributes.append(.placeholder(placeholder.text))
        }
        html.void(.input, attributes: attributes + description)
    }

    /// Browser fields for dates and colors contain only valid values, and a color field cannot be empty; other typed
    /// text is shown in a plain text field.
    private var type: (InputType, [Attribute]) {
        let isRight =
            text.isEmpty
            || (try? kind.rules.value(fromText: text, locale: kind.context.locale)) != nil
        switch kind.form {
        case .integer: return (.text, isNegative ? [] : [.inputmode("numeric")])
        case .decimal: return (.text, isNegative ? [] : [.inputmode("decimal")])
        case .date: return (isRight ? .date : .text, [])
        case .time:
            let seconds =
                if case .time(let rules) = kind.rules.kind { rules.allowsSeconds } else { false }
            return (isRight ? .time : .text, isRight && seconds ? [.step("1")] : [])
        case .dateTime: return (isRight ? .datetimeLocal : .text, [])
        case .color:
            // A new row whose color is the default of the column counts as empty.
            let isWhole = text.utf8.count == 7 && isRight && (!isNew || kind.isDefault(text))
            return isWhole ? (.color, []) : (.text, [.spellcheck(false)])
        case .plain(let attributes): return (.text, attributes + hints)
        case .secret:
            let token = kind.item?.hints.contentType ?? "off"
            return (.password, [.autocomplete(token), .spellcheck(false), .autocapitalize("off")])
        case .text, .switch, .menu, .lines: return (.text, hints)
        }
    }

    /// True for a number that the numeric keyboard of a phone cannot enter.
    private var isNegative: Bool {
        guard let limits = NumberLimits(kind.rules), !limits.isHexadecimal else { return true }
        return limits.minimum.map { $0 < .zero } ?? true
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

struct ElementButtons {
    let row: Row
    let element: ElementTexts.Element
    let list: ElementTexts
    let up: PageWord
    let down: PageWord
    let remove: PageWord

    private var place: Int { element.place }

    func render(into html: inout Markup) {
        let name = BracketName(row.key, .index(place)).description
        html.element(.span, .class("acts")) { html in
            if !element.isNew {
                button("up", "_move", name + ":up", up, isOff: element.isFirst, &html)
                button("down", "_move", name + ":down", down, isOff: element.isLast, &html)
            }
            let reason = element.isStored && list.isLeast ? list.leastWords(row) : nil
            button("del", "_remove", name, remove, isOff: reason != nil, title: reason, &html)
        }
    }

    private func button(
        _ look: String, _ name: String, _ value: String, _ word: PageWord, isOff: Bool,
        title: String? = nil, _ html: inout Markup
    ) {
        html.element(
            .button,
            attributes: [.class(look), .name(name), .value(value), .disabled(isOff)]
                + (title.map { [.title($0)] } ?? [])
        ) { html in
            html.element(
                .span, .class("sr"), text: row.words.text(word, ["number": String(place + 1)]))
        }
    }
}
