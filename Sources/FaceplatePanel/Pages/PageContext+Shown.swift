import Faceplate

extension PageContext {
    /// Returns a value in a readable form: On or Off, the title of an option, a date in the page's
    /// language, or the text itself.
    func shown(_ value: Value?, of setting: Schema.Setting) -> String {
        guard let value else { return "" }
        return shown(value, of: schema.items[setting.key], control: setting.control)
            ?? optionTitle(value, of: setting) ?? value.plainText
    }

    /// Returns the value of a cell: a column of a table, or the element of a list.
    func shown(_ value: Value, ofCell cell: Schema.Item) -> String { shown(value, of: cell) }

    /// Returns the value of an item that is not a setting, such as an `info` row or a cell.
    func shown(_ value: Value, of item: Schema.Item) -> String {
        shown(value, of: item, control: item.control)
            ?? item.options.first { $0.value == value }.map { labels.title(of: $0, in: item).text }
            ?? value.plainText
    }

    /// Returns the form that a control shows; `nil` when it has no special form.
    private func shown(_ value: Value, of item: Schema.Item?, control: Control) -> String? {
        switch (control, value) {
        // The number of dots is fixed, so that it does not reveal the length.
        case (.editText, .text(let text)) where item?.hints.isObscured == true:
            return text.isEmpty ? "" : "••••••••"
        case (.switch, .boolean(let isOn)): return words[isOn ? .on : .off]
        case (.button, .text(let state)):
            return item.map { labels.title(of: $0, state: state).text }
        case (.editInteger, _), (.editDecimal, _), (.slider, _), (.stepper, _), (.info, .integer),
            (.info, .decimal):
            return number(value, item)
        case (.editDate, _), (.editTime, _), (.editDatetime, _): return date(value, item)
        case (.info, .text(let text)):
            return item?.format == nil && !Self.isMoment(text) ? nil : date(value, item)
        case (.editDuration, _):
            return value.number.map { problemWords.durations.text(seconds: $0) }
        case (.choices, .list(let values)):
            return values.map { value in
                item?.options.first { $0.value == value }
                    .flatMap { option in item.map { labels.title(of: option, in: $0).text } }
                    ?? value.plainText
            }.joined(separator: ", ")
        case (.editList, .list(let values)):
            return values.map { value in
                item?.cells.first.map { shown(value, ofCell: $0) } ?? value.plainText
            }.joined(separator: ", ")
        case (.editTable, .list(let rows)):
            return rows.isEmpty
                ? "" : words.text(.rows, ["count": String(rows.count)], count: rows.count)
        case (.editFile, _): return FileRules.file(of: value)?.name
        default: return nil
        }
    }

    private func number(_ value: Value, _ item: Schema.Item?) -> String {
        if let format = item?.format.flatMap({ try? NumberFormat($0) }) {
            return format.text(of: value, in: locale)
        }
        let number = value.number.map { NumberSpelling.shown($0, in: locale) } ?? value.plainText
        guard let item, let unit = labels.countedUnit(of: item, for: value.number) else {
            return number
        }
        let phrase = Phrase(stringLiteral: unit.text)
        if phrase.slots.contains("count") { return phrase.filled(["count": number], in: locale) }
        return words.text(.numberWithUnit, ["number": number, "unit": unit.text])
    }

    /// Returns true for the canonical form of a date, or of a date and time.
    private static func isMoment(_ text: String) -> Bool {
        text.wholeMatch(of: /\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?/) != nil
    }

    private func date(_ value: Value, _ item: Schema.Item?) -> String {
        item?.format.flatMap { try? DateFormat($0) }?.text(of: value, in: locale)
            ?? problemWords.dates.text(of: value)
    }
}
