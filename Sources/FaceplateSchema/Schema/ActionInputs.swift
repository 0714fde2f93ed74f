/// The inputs of an action: values that are sent with its press, checked like cells of a row, and not stored.
///
/// The problem of an input has its key in `column`.
package struct ActionInputs: Sendable {
    private let rules: TableRules

    package var columns: [TableRules.Column] { rules.columns }

    package var secrets: [String] {
        columns.filter { if case .secret = $0.rules.kind { true } else { false } }.map(\.key)
    }

    /// `nil` for an item without inputs.
    init?(_ item: SchemaDocument.Item) {
        guard item.control == .button, !item.cells.isEmpty else { return nil }
        rules = TableRules(columns: EditTableControl.columns(of: item))
    }

    /// An input that was not sent has its default.
    package func values(of fields: FormFields?) throws(ValueProblem) -> [String: Value] {
        var texts: [String: String] = [:]
        for part in fields?.parts ?? [] {
            guard part.name.count == 1, case .name(let name) = part.name[0] else {
                throw DraftList.unknown(part.name)
            }
            // An empty field for a secret is no secret.
            texts[name] = part.text.isEmpty && secrets.contains(name) ? nil : part.text
        }
        let locale = fields?.locale
        return try checked { () throws(ValueProblem) in
            try rules.value(fromRows: [texts], locale: locale)
        }
    }

    package func values(fromJSON json: JSONValue) throws(ValueProblem) -> [String: Value] {
        var json = json
        if let members = json.object?.members {
            json = .object(
                members.filter { !secrets.contains($0.name) || $0.value.string?.isEmpty != true })
        }
        return try checked { () throws(ValueProblem) in try rules.value(fromJSON: [json]) }
    }

    private func checked(
        _ read: () throws(ValueProblem) -> Value
    ) throws(ValueProblem) -> [String: Value] {
        do throws(ValueProblem) {
            let value = try read()
            if let problem = rules.problem(with: value) { throw problem }
            guard case .record(let values)? = rules.rows(of: value)?.first else { return [:] }
            return values
        } catch {
            throw error.withoutRow
        }
    }

    /// Returns the fields without what was typed into secrets.
    package func withoutSecrets(_ fields: FormFields) -> FormFields {
        let secrets = secrets
        var shown = fields
        shown.parts.removeAll { part in
            if case .name(let name)? = part.name.first { secrets.contains(name) } else { false }
        }
        return shown
    }
}
