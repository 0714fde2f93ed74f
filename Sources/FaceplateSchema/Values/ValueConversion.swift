/// Stored values carried over to another type when a schema changes.
extension ValueRules {
    /// A stored value as one of this type, by way of its text where need be; `nil` where it does not
    /// fit.
    ///
    /// A single value becomes a list of one. Constraints are not asked: a value that is merely out of
    /// range is kept and shown.
    func converted(from json: JSONValue) -> Value? {
        if let value = try? value(fromJSON: json) { return value }
        return switch self {
        case let rules as ListRules: rules.list(from: json)
        case let rules as TableRules: rules.rows(from: json)
        case let rules as TextRules where rules.allowsLines: rules.lines(from: json)
        default: scalar(from: json)
        }
    }

    fileprivate func scalar(from json: JSONValue) -> Value? {
        guard let scalar = Value(json: json), scalar.isScalar else { return nil }
        return try? value(fromText: scalar.plainText, locale: nil)
    }
}

extension ListRules {
    /// Each element as one of this list's; a text line by line.
    fileprivate func list(from json: JSONValue) -> Value? {
        guard let elements = json.array else { return scalar(from: json) }
        let values = elements.compactMap { element.converted(from: Self.onlyCell(of: $0)) }
        return values.count == elements.count ? .list(values) : nil
    }

    /// What stands in a row of one cell.
    private static func onlyCell(of json: JSONValue) -> JSONValue {
        guard let members = json.object?.members, members.count == 1 else { return json }
        return members[0].value
    }
}

extension TableRules {
    /// Rows with the cells that there still are; of a list, rows with the first column.
    fileprivate func rows(from json: JSONValue) -> Value? {
        guard let elements = json.array else { return nil }
        let rows = elements.compactMap(row)
        guard rows.count == elements.count else { return nil }
        return try? value(fromJSON: JSONValue(.array(rows)))
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
            guard let cell = given[column.key], !cell.isNull else { continue }
            guard let value = column.rules.converted(from: cell) else { return nil }
            cells.append(.init(name: column.key, value: value.json))
        }
        return cells.isEmpty && !given.isEmpty ? nil : JSONValue(.object(JSONObject(cells)))
    }
}

extension TextRules {
    /// A list of texts line by line.
    fileprivate func lines(from json: JSONValue) -> Value? {
        let scalars = (json.array ?? [json]).map {
            Value(json: $0).flatMap { $0.isScalar ? $0 : nil }
        }
        let texts = scalars.compactMap { $0?.plainText }
        guard texts.count == scalars.count else { return nil }
        return try? value(fromText: texts.joined(separator: "\n"), locale: nil)
    }
}
