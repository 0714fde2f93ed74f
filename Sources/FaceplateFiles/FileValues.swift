import Faceplate
import FaceplateDocument
import FaceplateSchema

/// Values of settings as they are written in a file.
extension Schema.Setting {
    /// Returns the value; `nil` for `null`, which sets nothing.
    ///
    /// - Throws: The problem, if it is not a value of this type.
    func value(inFile json: JSONValue, onlyText: Bool) throws(ValueProblem) -> Value? {
        if json.isNull { return nil }
        if onlyText, let text = json.string, !rules.holdsText {
            return try rules.value(fromText: text, locale: nil)
        }
        do throws(ValueProblem) {
            return try rules.value(fromJSON: json)
        } catch {
            // One element, without its list.
            if case .list = rules.kind, json.array == nil,
                let value = try? rules.value(fromJSON: .array([json]))
            {
                return value
            }
            if case .choices = rules.kind, json.array == nil,
                let value = try? rules.value(fromJSON: .array([json]))
            {
                return value
            }
            guard let scalar = Value(json: json), scalar.isPlain,
                let value = try? rules.value(fromText: scalar.plainText, locale: nil)
            else { throw error }
            return value
        }
    }

    /// Returns the form of a value in a file, as similar as possible to the one that it replaces.
    func json(inFile value: Value, insteadOf old: JSONValue?, onlyText: Bool) -> JSONValue {
        if onlyText {
            let text = rules.fieldText(of: value, locale: nil)
            return .text(
                text.contains(where: \.isNewline) && !rules.holdsText ? value.plainText : text)
        }
        let json = rules.ordered(value, insteadOf: old)
        guard let old, !old.isNull else { return json }
        if let elements = json.array, elements.count == 1, old.array == nil, old.object == nil {
            return elements[0]
        }
        // A number that is written as text stays text.
        if old.string != nil, json.string == nil, json.array == nil, json.object == nil,
            (try? rules.value(fromJSON: old)) == nil
        {
            return .text(rules.fieldText(of: value, locale: nil))
        }
        return json
    }
}

extension ValueRules {
    fileprivate var holdsText: Bool {
        switch kind {
        case .text, .secret: true
        default: false
        }
    }

    /// Members in the order of the columns; a cell with its default stays away where the row has none.
    fileprivate func ordered(_ value: Value, insteadOf old: JSONValue?) -> JSONValue {
        guard case .table(let table) = kind, case .list(let rows) = value else { return value.json }
        let former = old?.array ?? []
        return .array(
            rows.enumerated().map { index, row in
                guard case .record(let cells) = row else { return row.json }
                let before = former.indices.contains(index) ? former[index].object : nil
                return .object(
                    table.columns.compactMap { column in
                        guard let cell = cells[column.key] else { return nil }
                        let isLeftOut =
                            cell == column.defaultValue && before?[column.key] == nil
                        return isLeftOut ? nil : (column.key, cell.json)
                    })
            })
    }
}

extension Value {
    fileprivate var isPlain: Bool {
        switch self {
        case .boolean, .integer, .decimal, .text: true
        case .list, .record, .null: false
        }
    }
}
