/// Checks that subpages are not nested too deeply.
///
/// A page can be empty, because the app can add groups to it.
struct PageCheck: SchemaCheck {
    /// The maximum nesting depth of subpages.
    ///
    /// Each page takes four of the `JSONReader.maximumDepth` levels of JSON.
    static let maximumDepth = 12

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            group.items.compactMap { item -> SchemaProblem? in
                guard item.control == .page, group.pagePath.count == Self.maximumDepth else {
                    return nil
                }
                return item.node.problem(
                    nil, "Pages may lead to one another \(Self.maximumDepth) deep at most.")
            }
        }
    }
}

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

/// Checks that `panelRestart` names a button.
struct RestartCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        guard let panel = document.panel, let key = panel.string("panelRestart") else { return [] }
        let buttons = document.items.filter { $0.control == .button }.compactMap(\.key)
        guard !buttons.contains(key) else { return [] }
        return [
            panel.problem(
                "panelRestart",
                "no button has the key '\(key)'." + NearestWord.suggestion(for: key, among: buttons)
            )
        ]
    }
}
