/// Conversion of stored values to another type after a schema changes.
extension ValueRules {
    package func converted(from json: JSONValue) -> Value? {
        (try? value(fromJSON: json)) ?? scalar(from: json)
    }

    fileprivate func scalar(from json: JSONValue) -> Value? {
        guard let scalar = Value(json: json), scalar.isScalar else { return nil }
        return try? value(fromText: scalar.plainText, locale: nil)
    }
}

extension ListRules {
    /// Converts each element to the element type of this list; a string is split into lines.
    package func converted(from json: JSONValue) -> Value? {
        if let value = try? value(fromJSON: json) { return value }
        guard let elements = json.array else { return scalar(from: json) }
        let values = elements.compactMap { element.converted(from: Self.onlyCell(of: $0)) }
        return values.count == elements.count ? .list(values) : nil
    }

    private static func onlyCell(of json: JSONValue) -> JSONValue {
        guard let members = json.object?.members, members.count == 1 else { return json }
        return members[0].value
    }
}

extension TableRules {
    /// Converts rows, with the cells of columns that still exist; list elements become rows with
    /// the first column.
    package func converted(from json: JSONValue) -> Value? {
        if let value = try? value(fromJSON: json) { return value }
        // A list has no names, and a map no order.
        guard names == nil, let elements = json.array else { return nil }
        let rows = elements.compactMap(row)
        guard rows.count == elements.count else { return nil }
        return try? value(fromJSON: JSONValue.array(rows))
    }

    private func row(from json: JSONValue) -> JSONValue? {
        var cells: [JSONObject.Member] = []
        let given: [String: JSONValue]
        if let object = json.object {
            given = object.members.reduce(into: [:]) { $0[$1.name] = $1.value }
        } else {
            given = columns.first.map { [$0.key: json] } ?? [:]
        }
        for column in columns {
            guard let cell = column.cell(of: given), !cell.isNull else { continue }
            guard let value = column.rules.converted(from: cell) else { return nil }
            cells.append(.init(name: column.key, value: value.json))
        }
        return cells.isEmpty && !given.isEmpty ? nil : JSONValue.object(cells)
    }
}

extension TextRules {
    /// Converts a list of strings to lines, if the text can have several.
    package func converted(from json: JSONValue) -> Value? {
        if let value = try? value(fromJSON: json) { return value }
        guard allowsLines else { return scalar(from: json) }
        let scalars = (json.array ?? [json]).map {
            Value(json: $0).flatMap { $0.isScalar ? $0 : nil }
        }
        let texts = scalars.compactMap { $0?.plainText }
        guard texts.count == scalars.count else { return nil }
        return try? value(fromText: texts.joined(separator: "\n"), locale: nil)
    }
}
