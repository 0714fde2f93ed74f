import FaceplateDocument
import FaceplateSchema

/// The parts of lists, tables, choices and files: the text of each part is read like that of a setting, and a part
/// without a place in the setting is named.
extension ValueFitter {
    /// `nil` for a value without parts, or without rules of parts.
    mutating func fitParts(of value: ImportedValues.Value, _ source: String) -> Outcome? {
        switch (setting.rules.kind, value) {
        case (.list(let rules), .list(_, let elements)):
            list(elements, of: rules)
        case (.table(let rules), .list(_, let rows)) where rules.names == nil:
            table(rows, of: rules, source)
        case (.table(let rules), .object(_, let entries)): map(entries, of: rules)
        case (.choices(let rules), .list(let json, let elements)):
            // A longer list is rejected anyway, so do not search for its options.
            elements.count > rules.options.count
                ? .value(json) : .value(.array(elements.map { choice($0, of: rules.options) }))
        case (.file, .object(_, let entries)):
            .value(
                .object(cells(entries, ["name", "type", "data"], source) { $1.asJSON }))
        case (.text(let rules), .list(_, let elements)) where rules.allowsLines:
            lines(elements)
        case (.any, _), (.list, _), (.table, _), (.choices, _): nil
        // A list of one element is that element.
        case (_, .list(_, let elements))
        where elements.count == 1 && elements.allSatisfy { Self.reason(against: $0) == nil }:
            fit(elements[0], source)
        default: nil
        }
    }

    private mutating func list(_ elements: [ImportedValues.Value], of rules: ListRules) -> Outcome {
        var values: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            if let reason = Self.reason(against: element) {
                return .misfit("Element \(index + 1) \(reason).")
            }
            values.append(Self.part(element, by: rules.element))
        }
        return .value(.array(values))
    }

    private func lines(_ elements: [ImportedValues.Value]) -> Outcome {
        var lines: [String] = []
        for (index, element) in elements.enumerated() {
            let line: String? =
                if case .text(let text, _) = element { text } else { Self.text(element.asJSON) }
            guard let line, !line.contains(where: \.isNewline) else {
                return .misfit("Element \(index + 1) is not one line of text.")
            }
            lines.append(line)
        }
        return .value(.text(lines.joined(separator: "\n")))
    }

    private mutating func table(
        _ rows: [ImportedValues.Value], of rules: TableRules, _ source: String
    ) -> Outcome {
        let keys = rules.columns.map(\.key)
        let byKey = rules.columns.reduce(into: [:]) { $0[$1.key] = $1.rules }
        var values: [JSONValue] = []
        for (index, row) in rows.enumerated() {
            let entries: [ImportedValues.Entry]
            switch row {
            case .object(_, let named): entries = named
            case .list(_, let cells):
                guard cells.count == keys.count else {
                    return .misfit(
                        "Row \(index + 1) is a list of \(cells.count) values, and the table has "
                            + "\(keys.count) columns.")
                }
                entries = zip(keys, cells).map { ImportedValues.Entry(key: $0, value: $1) }
            default:
                if let reason = Self.reason(against: row) {
                    return .misfit("Row \(index + 1) \(reason).")
                }
                entries = keys.prefix(1).map { ImportedValues.Entry(key: $0, value: row) }
            }
            for entry in entries where !entry.value.isNull {
                if let reason = Self.reason(against: entry.value) {
                    return .misfit(
                        "The cell \(entry.key.quotedName) of row \(index + 1) \(reason).")
                }
            }
            let found = cells(entries, keys, "\(source)[\(index)]") { key, cell in
                cell.isNull ? nil : byKey[key].map { Self.part(cell, by: $0) }
            }
            guard !found.isEmpty || entries.isEmpty else {
                return .misfit("Row \(index + 1) has no cell of this table.")
            }
            values.append(.object(found))
        }
        return .value(.array(values))
    }

    /// `nil` for a map of rows, and for values that are not single ones.
    private func map(_ entries: [ImportedValues.Entry], of rules: TableRules) -> Outcome? {
        guard let values = rules.valuesOfMap,
            entries.allSatisfy({ Self.reason(against: $0.value) == nil })
        else { return nil }
        return .value(
            .object(entries.map { .init(name: $0.key, value: Self.part($0.value, by: values)) }))
    }

    /// The first part with another key is named; a key that differs only in case and punctuation is used if the exact
    /// key is missing.
    private mutating func cells(
        _ entries: [ImportedValues.Entry], _ keys: [String], _ place: String,
        _ read: (String, ImportedValues.Value) -> JSONValue?
    ) -> [JSONObject.Member] {
        var free = Set(keys).subtracting(entries.map(\.key))
        var found: [JSONObject.Member] = []
        for entry in entries {
            let name = SettingKeySyntax.folded(KeyNames.sound(entry.key))
            let key =
                keys.first { $0 == entry.key }
                ?? keys.first { free.contains($0) && SettingKeySyntax.folded($0) == name }
            guard let key else {
                if reported.insert(entry.key).inserted {
                    unknown.append(
                        UnknownPart(
                            path: "\(place).\(entry.key)", name: entry.key, known: keys))
                }
                continue
            }
            free.remove(key)
            if let value = read(key, entry.value) { found.append(.init(name: key, value: value)) }
        }
        return found
    }

    private static func reason(against value: ImportedValues.Value) -> String? {
        switch value {
        case .object, .section: "is a map, where one value was expected"
        case .list: "is a list, where one value was expected"
        case .json(let json) where json.isNull: "has no value"
        case .onDefault, .hidden: "has no value"
        case .json, .text, .date, .data: nil
        }
    }

    private static func part(_ value: ImportedValues.Value, by rules: any ValueRules) -> JSONValue {
        switch value {
        case .text(let text, let json):
            // A file has durations in seconds and sizes in bytes, and not in the unit of the column.
            switch rules.kind {
            case .duration, .size:
                if let number = json ?? (try? JSONReader.read(text)), number.number != nil {
                    return number
                }
            default: break
            }
            if let read = try? rules.value(fromText: text, locale: nil) { return read.json }
            return json.map { part(.json($0), by: rules) } ?? .text(text)
        case .json(let json):
            if case .text = rules.kind, let number = json.number { return .text(number.text) }
            if let read = try? rules.value(fromJSON: json) { return read.json }
            let text = json.number?.text ?? FaceplateSchema.Value(json: json)?.plainText
            let read = text.flatMap { try? rules.value(fromText: $0, locale: nil) }
            return read?.json ?? json
        default: return value.asJSON
        }
    }

    private func choice(_ value: ImportedValues.Value, of options: [Value]) -> JSONValue {
        if case .text(let text, let json) = value {
            if let option = try? OptionRules(options).value(fromText: text, locale: nil) {
                return option.json
            }
            return option(json ?? .text(text), of: options) ?? json ?? .text(text)
        }
        return option(value.asJSON, of: options) ?? value.asJSON
    }
}

extension ImportedValues.Value {
    var asJSON: JSONValue {
        switch self {
        case .json(let json), .object(let json, _), .list(let json, _): json
        case .text(let text, let json): json ?? .text(text)
        case .date(let time): .text("\(time)Z")
        case .data(let bytes): .text(Base64.text(of: bytes))
        case .onDefault, .hidden, .section: nil
        }
    }

    var isNull: Bool { asJSON.isNull }
}
