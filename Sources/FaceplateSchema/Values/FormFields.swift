/// All form fields of one setting.
///
/// They include several fields with the same name, parts in brackets, the buttons of a list, and a
/// file.
public struct FormFields: Sendable, Hashable {
    /// A field with brackets in its name.
    package struct Part: Sendable, Hashable {
        package let name: [BracketName.Part]
        package let text: String

        package init(_ name: [BracketName.Part], _ text: String) {
            self.name = name
            self.text = text
        }
    }

    package struct File: Sendable, Hashable {
        /// The file name from the sender.
        package let name: String
        /// The media type from the sender.
        package let type: String
        package let bytes: [UInt8]

        package init(name: String, type: String, bytes: [UInt8]) {
            self.name = name
            self.type = type
            self.bytes = bytes
        }
    }

    /// The texts of the fields whose name is only the key, in the order sent.
    package var texts: [String] = []
    /// The fields with brackets, in the order sent.
    package var parts: [Part] = []
    /// The edits of the buttons next to list elements, applied after the fields.
    package var edits: [ListEdit] = []
    /// The number of steps that the buttons next to a number add to the entered number; negative to
    /// subtract.
    package var steps = 0
    /// The last file, if several are sent.
    package var file: File?
    /// True when a custom value of a picker is added to its options.
    package var addsOwn = false
    /// The locale of numbers; `nil` to accept only canonical numbers.
    package var locale: LocaleTag?

    package init(locale: LocaleTag? = nil) {
        self.locale = locale
    }

    /// - Parameter now: The current value; parts that were not sent are unchanged.
    package func value(by rules: any ValueRules, now: Value?) throws(ValueProblem) -> Value {
        if let text = onlyText, let value = try rules.ownValue(of: text, locale: locale) {
            return value
        }
        let rules = rules.base
        guard steps == 0 || rules.stepped(nil, by: steps) != nil else {
            throw ValueProblem(
                .notNumber, ["value": texts.last ?? "", "example": "1"], kind: .decimal)
        }
        switch rules.kind {
        case .list(let rules): return try list(rules, now)
        case .table(let rules): return try table(rules, now)
        case .choices(let rules): return try choices(rules, now)
        case .duration(let rules): return try amount(rules)
        case .size(let rules): return try amount(rules)
        case .picker(let rules): return try picker(rules)
        case .alternatives(let rules): return try alternatives(rules, now)
        case .file(let kind):
            guard let file else { return try text(rules, now) }
            return try kind.value(name: file.name, type: file.type, bytes: file.bytes)
        case .boolean, .number, .text, .secret, .color, .date, .time, .dateTime, .option,
            .any:
            return try text(rules, now)
        }
    }

    /// The only text, if nothing else was sent; it can be in a custom format of the program.
    private var onlyText: String? {
        let texts = texts.filter { !$0.isEmpty }
        guard texts.count == 1, parts.isEmpty, edits.isEmpty, file == nil, steps == 0 else {
            return nil
        }
        return texts[0]
    }

    private func part(_ name: String) -> String? {
        parts.last { $0.name == [.name(name)] }?.text
    }

    private func check(parts known: Set<String>) throws(ValueProblem) {
        for part in parts {
            guard part.name.count == 1, case .name(let name) = part.name[0], known.contains(name)
            else { throw DraftList.unknown(part.name) }
        }
        if !edits.isEmpty { throw ValueProblem(.notAList, ["value": texts.last ?? ""]) }
        if file != nil { throw ValueProblem(.notText) }
    }

    private func text(_ rules: any ValueRules, _ now: Value?) throws(ValueProblem) -> Value {
        try check(parts: [])
        let text = texts.last ?? ""
        if steps != 0, TextLines.isBlank(text),
            let value = rules.stepped(texts.isEmpty ? now : nil, by: steps)
        {
            return value
        }
        let value = try rules.value(fromText: text, locale: locale)
        return steps == 0 ? value : rules.stepped(value, by: steps) ?? value
    }

    private func amount(_ rules: some UnitRules) throws(ValueProblem) -> Value {
        try check(parts: ["unit"])
        let number = texts.last ?? ""
        guard let unit = part("unit") else {
            return try rules.value(fromText: number, locale: locale)
        }
        return try rules.value(number: number, unit: unit, locale: locale)
    }

    /// Reads a picker.
    ///
    /// `[pick]` is `default`, `own`, or an option; with `=` before it, also an option of these names. `[own]` is the
    /// custom value. To add one, it can also be the text of the picker without parts.
    private func picker(_ rules: PickerRules) throws(ValueProblem) -> Value {
        try check(parts: ["pick", "own"])
        let own = part("own") ?? ""
        // A plain field with the key of the picker is the text to add as well.
        if addsOwn { return try self.own(parts.isEmpty ? texts.last ?? "" : own, rules) }
        guard let pick = part("pick") else {
            return try rules.value(fromText: texts.last ?? own, locale: locale)
        }
        if pick == "own" { return try self.own(own, rules) }
        guard pick.utf8.first == UInt8(ascii: "=") else {
            if pick != "default",
                rules.options.contains(where: { $0.plainText.utf8.elementsEqual(pick.utf8) })
            {
                return try rules.value(fromText: pick, locale: locale)
            }
            throw ValueProblem(
                pick == "default" ? .required : .notAnOption,
                [
                    "value": pick,
                    "options": rules.options.map(\.plainText).joined(separator: ", "),
                ])
        }
        return try rules.value(
            fromText: String(Substring(pick.utf8.dropFirst())), locale: locale)
    }

    private func own(_ text: String, _ rules: PickerRules) throws(ValueProblem) -> Value {
        if TextLines.isBlank(text) { throw ValueProblem(.required) }
        return try rules.value(fromText: text, locale: locale)
    }

    /// Reads a value of one of several kinds.
    ///
    /// `[kind]` is the position of the kind, from 0, and `[0]`, `[1]` are the texts of each.
    private func alternatives(
        _ rules: AlternativesRules, _ now: Value?
    ) throws(ValueProblem) -> Value {
        guard !parts.isEmpty else { return try text(rules, now) }
        var texts: [Int: String] = [:]
        for part in parts {
            switch part.name {
            case [.name("kind")]: break
            case let name where name.count == 1:
                guard case .index(let place) = name[0], rules.alternatives.indices.contains(place)
                else { throw DraftList.unknown(name) }
                texts[place] = part.text
            default: throw DraftList.unknown(part.name)
            }
        }
        let old = now.flatMap(rules.place)
        let only = texts.count == 1 ? texts.keys.first : nil
        let place = part("kind").map { Int($0) ?? -1 } ?? only ?? old ?? 0
        guard rules.places.contains(place) else {
            let options = rules.places.map(String.init).joined(separator: ", ")
            throw ValueProblem(
                .notAnOption, ["value": part("kind") ?? "", "options": options])
        }
        guard rules.alternatives.indices.contains(place) else { return .null }
        if texts[place] == nil, place == old, let now { return now }
        return try rules.alternatives[place].value(fromText: texts[place] ?? "", locale: locale)
    }

    /// - Throws: `.unknownPart` if the fields have parts that a picker does not have.
    package func choosesDefault(of rules: any ValueRules) throws(ValueProblem) -> Bool {
        guard case .picker = rules.kind, !addsOwn, part("pick") == "default" else { return false }
        try check(parts: ["pick", "own"])
        return true
    }

    private func choices(_ rules: ChoicesRules, _ now: Value?) throws(ValueProblem) -> Value {
        try check(parts: [])
        let chosen = texts.filter { !$0.isEmpty }
        let current: [Value] = if case .list(let values)? = now { values } else { [] }
        if chosen.count == 1, !current.contains(where: { $0.plainText == chosen[0] }) {
            return try rules.value(fromText: chosen[0], locale: locale)
        }
        return try rules.value(fromElements: chosen, keeping: current, locale: locale)
    }

    // MARK: - Lists

    private func list(_ rules: ListRules, _ now: Value?) throws(ValueProblem) -> Value {
        let current: [Value] = if case .list(let values)? = now { values } else { [] }
        var value: Value = .list(current)
        if !texts.isEmpty {
            let lines = texts.filter { !$0.isEmpty }
            value =
                lines.count == 1
                ? try rules.value(fromText: lines[0], locale: locale)
                : try rules.value(fromElements: lines, locale: locale)
        } else if !parts.isEmpty {
            value = try rules.value(
                fromElements: draft().elements(over: current, rules: rules, locale: locale),
                locale: locale)
        }
        return try edited(value, of: current.count)
    }

    private func table(_ rules: TableRules, _ now: Value?) throws(ValueProblem) -> Value {
        let current = now.flatMap(rules.rows) ?? []
        var value = rules.value(of: current)
        if let text = texts.last {
            value = try rules.value(fromText: text, locale: locale)
        } else if !parts.isEmpty {
            value = try rules.value(
                fromRows: draft(columns: rules.columns.map(\.key)).rows(
                    over: current, rules: rules, locale: locale),
                locale: locale)
        }
        guard !edits.isEmpty else { return value }
        let rows = try edited(.list(rules.rows(of: value) ?? []), of: current.count)
        return if case .list(let rows) = rows { rules.value(of: rows) } else { value }
    }

    private func draft(columns: [String] = []) throws(ValueProblem) -> DraftList {
        // Elements to remove need not be valid.
        let removed = Set(
            edits.compactMap { if case .remove(let place) = $0 { place } else { nil } })
        var posted = parts.map { part -> (parts: [BracketName.Part], text: String) in
            guard case .index(let place)? = part.name.first, removed.contains(place) else {
                return (part.name, part.text)
            }
            return (part.name, "")
        }
        let places = Set(parts.compactMap(\.name.first))
        for place in removed.sorted() where places.contains(.index(place)) {
            posted += columns.map { ([.index(place), .name($0)], "") }
        }
        return try DraftList(posted)
    }

    /// True for an element whose fields are all blank; it is no longer in the list.
    private func isBlank(_ place: Int) -> Bool {
        let own = parts.filter { $0.name.first == .index(place) }
        return !own.isEmpty && own.allSatisfy { $0.text.allSatisfy(\.isWhitespace) }
    }

    /// Applies the button edits to the list; their positions refer to the list on the page.
    private func edited(_ value: Value, of count: Int) throws(ValueProblem) -> Value {
        guard case .list(var values) = value else { return value }
        for edit in edits {
            switch edit {
            case .remove(let place) where parts.contains { $0.name.first == .index(place) }:
                break  // Already removed: it was read as blank.
            case .remove(let place):
                values = try ListEdit.remove(shifted(place)).applied(to: values)
            case .moveUp(let place) where !isBlank(place):
                values = try ListEdit.moveUp(shifted(place)).applied(to: values)
            case .moveDown(let place) where !isBlank(place):
                values = try ListEdit.moveDown(shifted(place)).applied(to: values)
            case .move(let place, let target) where !isBlank(place):
                let target = shifted(target)
                values = try ListEdit.move(shifted(place), to: target).applied(to: values)
            case .moveUp, .moveDown, .move: break
            case .append, .replace: values = try edit.applied(to: values)
            }
        }
        return .list(values)
    }

    private func shifted(_ place: Int) -> Int {
        place - (0..<min(place, 1_000)).count { isBlank($0) }
    }
}
