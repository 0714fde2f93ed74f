import Faceplate
import FaceplateDocument
import FaceplateSchema

/// Values of settings as they are written in a file.
extension Schema.Setting {
    /// Returns the value; `nil` for `null` where it sets nothing.
    ///
    /// - Throws: The problem, if it is not a value of this type.
    func value(inFile json: JSONValue, onlyText: Bool) throws(ValueProblem) -> Value? {
        if resets(json) { return nil }
        if onlyText, let text = json.string, !rules.holdsText {
            return try rules.value(fromText: text, locale: nil)
        }
        if onlyText, let values = rules.valuesOfMap {
            return try rules.value(
                fromJSON: json.mappingMembers { _, part in values.value(inSection: part) })
        }
        do throws(ValueProblem) {
            return try rules.value(fromJSON: json)
        } catch {
            if let value = try? rules.value(fromJSON: rules.withLists(json)) { return value }
            guard let scalar = Value(json: json), scalar.isPlain,
                let value = try? rules.value(fromText: scalar.plainText, locale: nil)
            else { throw error }
            return value
        }
    }

    /// Returns the form of a value in a file, as similar as possible to the one that it replaces.
    func json(inFile value: Value, insteadOf old: JSONValue?, onlyText: Bool) -> JSONValue {
        if onlyText, let values = rules.valuesOfMap, let old = old?.object,
            case .record(let parts) = value
        {
            let names = parts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            return .object(
                TableRules.inOrder(of: old, names).compactMap { name in
                    guard let part = parts[name] else { return nil }
                    if let was = old[name],
                        (try? values.value(fromJSON: values.value(inSection: was))) == part
                    {
                        return (name, was)
                    }
                    return (name, .text(values.text(inFile: part, insteadOf: old[name])))
                })
        }
        if onlyText { return .text(rules.text(inFile: value, insteadOf: old)) }
        let json = rules.ordered(value, insteadOf: old)
        guard let old, !old.isNull else { return json }
        // A number that is written as text stays text.
        if let text = old.string, json.string == nil, json.array == nil, json.object == nil,
            (try? rules.value(fromJSON: old)) == nil,
            (try? rules.value(fromText: text, locale: nil)) != nil
        {
            return .text(rules.fieldText(of: value, locale: nil))
        }
        return json
    }
}

extension ValueRules {
    fileprivate var valuesOfMap: (any ValueRules)? {
        if case .table(let table) = kind { table.valuesOfMap } else { nil }
    }

    /// The value of a name, if it is one, and else as it is written.
    fileprivate func value(inSection json: JSONValue) -> JSONValue {
        guard let text = json.string, !holdsText else { return json }
        return (try? value(fromText: text, locale: nil))?.json ?? json
    }

    /// The value on one line: a number in place of a number, for programs that read no units, and `no` in place of
    /// `yes`.
    fileprivate func text(inFile value: Value, insteadOf old: JSONValue?) -> String {
        let (text, plain) = (fieldText(of: value, locale: nil), value.plainText)
        guard !holdsText else { return text }
        if case .boolean(let flag) = value, let old = old?.string {
            return BooleanRules.text(flag, like: old) ?? text
        }
        let isNumber = [old?.string, plain].allSatisfy { $0.flatMap(Double.init) != nil }
        let isSame = isNumber && (try? self.value(fromText: plain, locale: nil)) == value
        return isSame || text.contains(where: \.isNewline) ? plain : text
    }

    fileprivate var holdsText: Bool {
        switch kind {
        case .text, .secret: true
        default: false
        }
    }

    /// One element without its list becomes a list, and `null` in place of a row becomes one without parts, in cells as
    /// well.
    fileprivate func withLists(_ json: JSONValue) -> JSONValue {
        switch kind {
        case .list(let rules):
            .array((json.array ?? [json]).map { rules.element.withLists($0) })
        case .choices: .array(json.array ?? [json])
        case .table(let table): table.withLists(json)
        case .alternatives(let rules): rules.withLists(json)
        default: json
        }
    }

    /// Rows with their parts in the order of the columns; a cell with its default stays away where the file has none.
    fileprivate func ordered(_ value: Value, insteadOf old: JSONValue?) -> JSONValue {
        switch (kind, value) {
        case (.list(let rules), .list(let elements)):
            let former = old?.array ?? []
            let parts = elements.enumerated().map { index, element in
                let before = former.indices.contains(index) ? former[index] : nil
                return rules.element.ordered(element, insteadOf: before)
            }
            return withoutList(parts, insteadOf: old)
        case (.choices, .list(let elements)):
            return withoutList(elements.map(\.json), insteadOf: old)
        case (.table(let table), .list(let rows)):
            let former = old?.array ?? []
            return .array(
                rows.enumerated().map { index, row in
                    let before = former.indices.contains(index) ? former[index] : nil
                    return table.row(row, insteadOf: before)
                })
        case (.table(let table), .record(let parts)):
            let former = old?.object
            let names = parts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            return .object(
                Self.inOrder(of: former, names).compactMap { name in
                    parts[name].map { (name, table.part($0, insteadOf: former?[name])) }
                })
        case (.alternatives(let rules), _):
            guard let place = rules.place(of: value), rules.alternatives.indices.contains(place)
            else { return value.json }
            return rules.alternatives[place].ordered(value, insteadOf: old)
        default:
            // Line ends of another system stay as they are.
            if let old, (try? self.value(fromJSON: old)) == value { return old }
            return value.json
        }
    }

    /// One element stays without a list.
    private func withoutList(_ parts: [JSONValue], insteadOf old: JSONValue?) -> JSONValue {
        let hadNone = old.map { $0.array == nil && $0.object == nil && !$0.isNull } ?? false
        return hadNone && parts.count == 1 ? parts[0] : .array(parts)
    }

    fileprivate static func inOrder(of object: JSONObject?, _ names: [String]) -> [String] {
        let known = (object?.members ?? []).map(\.name).filter(names.contains)
        return known + names.filter { !known.contains($0) }
    }
}

extension AlternativesRules {
    /// As the first alternative that accepts it.
    fileprivate func withLists(_ json: JSONValue) -> JSONValue {
        func isAccepted(_ json: JSONValue) -> Bool {
            (try? value(fromJSON: json)).map { problem(with: $0) == nil } ?? false
        }
        return isAccepted(json)
            ? json : alternatives.lazy.map { $0.withLists(json) }.first(where: isAccepted) ?? json
    }
}

extension TableRules {
    fileprivate func withLists(_ json: JSONValue) -> JSONValue {
        switch names {
        case nil: json.array.map { .array($0.map(row)) } ?? json
        case .ofRows: json.mappingMembers { _, row in self.row(row) }
        case .ofValues:
            json.mappingMembers { _, value in
                valuesOfMap?.withLists(value) ?? value
            }
        }
    }

    private func row(_ json: JSONValue) -> JSONValue {
        guard !json.isNull else { return [:] }
        return json.mappingMembers { name, cell in
            columns.first { $0.key == name }?.rules.withLists(cell) ?? cell
        }
    }

    /// The value of a name in a map.
    fileprivate func part(_ value: Value, insteadOf old: JSONValue?) -> JSONValue {
        valuesOfMap?.ordered(value, insteadOf: old) ?? row(value, insteadOf: old)
    }

    fileprivate func row(_ row: Value, insteadOf old: JSONValue?) -> JSONValue {
        guard case .record(let cells) = row else { return row.json }
        let before = old?.object
        let ofColumns = columns.compactMap { column -> (String, JSONValue)? in
            guard let cell = cells[column.key] else { return nil }
            let former = before?[column.key]
            let isLeftOut = cell == column.defaultValue && former == nil
            return isLeftOut
                ? nil : (column.key, column.rules.ordered(cell, insteadOf: former))
        }
        let known = Set(columns.map(\.key))
        let others = cells.keys.filter { !known.contains($0) }.sorted()
        if old?.isNull == true, ofColumns.isEmpty, others.isEmpty { return nil }
        return .object(
            ofColumns
                + Self.inOrder(of: before, others).compactMap { name in
                    cells[name].map { (name, $0.json) }
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

extension JSONValue {
    fileprivate func mappingMembers(_ change: (String, JSONValue) -> JSONValue) -> JSONValue {
        guard let object else { return self }
        return .object(object.members.map { ($0.name, change($0.name, $0.value)) })
    }
}
