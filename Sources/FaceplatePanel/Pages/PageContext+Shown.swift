import Faceplate

extension PageContext {
    /// On or Off, the title of an option, a date in the page's language, or the text itself.
    func shown(_ value: Value?, of setting: Schema.Setting) -> String {
        guard let value else { return "" }
        return shown(value, of: schema.items[setting.key], control: setting.control)
            ?? optionTitle(value, of: setting) ?? value.plainText
    }

    func short(_ value: Value?, of setting: Schema.Setting) -> String {
        words.orEmpty(ProblemWords.shortened(shown(value, of: setting)))
    }

    /// The element of a list, the title of an option, or the first text in a row of a table.
    func entryName(_ entry: Value, of setting: Schema.Setting) -> String {
        let columns = setting.rules.columns
        guard case .record(let cells) = entry, !columns.isEmpty else {
            return shown(.list([entry]), of: setting)
        }
        let items = schema.items[setting.key]?.cells ?? []
        for column in columns {
            guard let cell = cells[column.key] else { continue }
            let item = items.first { $0.key == column.key }
            let text = item.map { shown(cell, ofCell: $0) } ?? cell.plainText
            if !text.isEmpty { return text }
        }
        return ""
    }

    func shown(_ value: Value, ofCell cell: Schema.Item) -> String { shown(value, of: cell) }

    func shown(_ value: Value, of item: Schema.Item) -> String {
        shown(value, of: item, control: item.control)
            ?? item.options.first { $0.value == value }.map { labels.title(of: $0, in: item).text }
            ?? value.plainText
    }

    private func shown(_ value: Value, of item: Schema.Item?, control: Control) -> String? {
        ControlViews.view(of: control)?.shown(value, of: item, on: self)
    }

    func number(_ value: Value, _ item: Schema.Item?) -> String {
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

    func date(_ value: Value, _ item: Schema.Item?) -> String {
        item?.format.flatMap { try? DateFormat($0) }?.text(of: value, in: locale)
            ?? problemWords.dates.text(of: value)
    }
}
