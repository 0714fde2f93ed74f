/// The rows of a map (`edit_map`), whose value is a record: the names are its parts, in the order of their bytes.
extension TableRules {
    /// Returns the rows of a value, each with a name in the first column if it is a map; `nil` for another type.
    package func rows(of value: Value) -> [Value]? {
        switch (names, value) {
        case (nil, .list(let rows)): return rows.map(withOthers)
        case (let names?, .record(let parts)):
            let named = parts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return named.map { name, part in
                var cells: [String: Value] = [:]
                switch (names, part) {
                case (.ofRows, .record(let others)): cells = others
                case (.ofRows, _): return part
                case (.ofValues, _): cells[Self.valueColumn] = part
                }
                cells[Self.nameColumn] = .text(name)
                return withOthers(.record(cells))
            }
        default: return nil
        }
    }

    /// Returns the value with the rows; of two with one name, the later one counts.
    package func value(of rows: [Value]) -> Value {
        let rows = rows.map(withoutOthers)
        guard let names else { return .list(rows) }
        var parts: [String: Value] = [:]
        for case .record(var cells) in rows {
            let name = cells.removeValue(forKey: Self.nameColumn)?.plainText ?? ""
            parts[name] = names == .ofRows ? .record(cells) : cells[Self.valueColumn]
        }
        return .record(parts)
    }

    /// - Throws: `.duplicate` for two rows with one name.
    package func checkNames(_ rows: [Value]) throws(ValueProblem) {
        guard names != nil else { return }
        var seen: Set<Value> = []
        for (index, row) in rows.enumerated() {
            guard case .record(let cells) = row, let name = cells[Self.nameColumn],
                !seen.insert(name).inserted
            else { continue }
            throw ValueProblem(.duplicate, ["value": name.plainText])
                .with(row: index + 1, column: Self.nameColumn)
        }
    }

    func rows(inJSON json: JSONValue) -> [JSONValue]? {
        guard let names else { return json.array?.map(withOthers) }
        return json.object?.members.map { member in
            let name = JSONObject.Member(name: Self.nameColumn, value: .text(member.name))
            switch names {
            case .ofValues:
                return .object([name, .init(name: Self.valueColumn, value: member.value)])
            case .ofRows:
                guard let object = member.value.object else { return member.value }
                return withOthers(
                    .object([name] + object.members.filter { $0.name != name.name }))
            }
        }
    }

    /// Reads a JSON object, or one `name=value` on each line.
    func map(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if let json = try? JSONReader.read(text), json.object != nil {
            return try value(fromJSON: json)
        }
        let lines = TextLines.lines(of: text).filter { !TextLines.isBlank($0) }
        var rows: [[String: String]] = []
        for line in lines {
            guard names == .ofValues, let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")),
                line.utf8.first != UInt8(ascii: "{")
            else { throw ValueProblem(.notAMap, ["value": text]) }
            rows.append([
                Self.nameColumn: TextLines.trimmed(String(line[..<sign])),
                Self.valueColumn: TextLines.trimmed(String(line[line.utf8.index(after: sign)...])),
            ])
        }
        return try value(fromRows: rows, locale: locale)
    }

    /// One `name=value` on each line, or JSON if that would not be read as the same value.
    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        guard names == .ofValues, let rows = rows(of: value), columns.count == 2 else {
            return value.plainText
        }
        let lines = rows.compactMap { row -> String? in
            guard case .record(let cells) = row, let name = cells[Self.nameColumn],
                let part = cells[Self.valueColumn]
            else { return nil }
            return "\(name.plainText)=\(columns[1].rules.fieldText(of: part, locale: locale))"
        }
        let text = lines.joined(separator: "\n")
        return (try? self.value(fromText: text, locale: locale)) == value ? text : value.plainText
    }
}
