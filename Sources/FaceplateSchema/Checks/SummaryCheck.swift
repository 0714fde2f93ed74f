/// Checks that the summaries of pages name settings that can be shown.
struct SummaryCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var keys = NearestKeys(document.types.keys)
        return document.items.flatMap { item -> [SchemaProblem] in
            guard let json = item.node.object["itemSummary"] else { return [] }
            return texts(json).flatMap { path, text in
                Phrase(stringLiteral: text.string ?? "").slots.sorted().compactMap { key in
                    problem(with: key, document, &keys).map {
                        SchemaProblem(
                            path: "\(item.node.path).itemSummary\(path)", position: text.position,
                            message: $0)
                    }
                }
            }
        }
    }

    /// Returns the text, or the text for each locale.
    private func texts(_ json: JSONValue) -> [(path: String, text: JSONValue)] {
        json.object.map { $0.members.map { (".\($0.name)", $0.value) } } ?? [("", json)]
    }

    private func problem(
        with key: String, _ document: SchemaDocument, _ keys: inout NearestKeys
    ) -> String? {
        switch document.types[key] {
        case .secret: "'\(key)' is a secret, which is never shown."
        case nil: "no setting has the key '\(key)'." + keys.suggestion(for: key)
        default: nil
        }
    }
}
