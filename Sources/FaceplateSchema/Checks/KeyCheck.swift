/// Checks that all keys are well formed and unique.
///
/// Groups and items share one namespace. Keys must not differ only in case or in `.`, `-` and `_`, because environment
/// variables and label catalogs do not distinguish them.
struct KeyCheck: SchemaCheck {
    private struct Use {
        let key: String
        let line: Int
    }

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var seen: [String: Use] = [:]
        // The keys of columns only have to be unique within their table, and a reference has no key.
        let problems = document.nodes.filter {
            $0.scope != .column && $0.object["itemReference"] == nil
        }.flatMap {
            node -> [SchemaProblem] in
            guard
                let name = ["panelKey", "groupKey", "itemKey"].first(where: {
                    node.string($0) != nil
                }),
                let key = node.string(name)
            else { return [] }
            guard SettingKeySyntax.isValid(key) else {
                return [
                    node.problem(
                        name,
                        "'\(key)' is not a key: 1 to 128 letters, digits, '.', '-' or '_', "
                            + "starting with a letter or digit.")
                ]
            }
            guard node.scope != .panel else { return [] }
            let line = node.object[name]?.position.line ?? 0
            guard
                let first = seen.updateValue(
                    Use(key: key, line: line), forKey: SettingKeySyntax.folded(key))
            else { return [] }
            seen[SettingKeySyntax.folded(key)] = first
            return [
                node.problem(
                    name,
                    first.key == key
                        ? "'\(key)' is already used at line \(first.line)."
                        : "'\(key)' and '\(first.key)' at line \(first.line) differ only in case "
                            + "or in '.', '-' and '_'.")
            ]
        }
        return problems + document.items.flatMap { added($0, seen) }
    }

    /// Checks the key of the setting that stores the options added to a picker.
    private func added(_ item: SchemaDocument.Item, _ seen: [String: Use]) -> [SchemaProblem] {
        guard item.addsOptions, let picker = item.key, SettingKeySyntax.isValid(picker) else {
            return []
        }
        let key = Schema.Setting.addedKey(of: picker)
        guard SettingKeySyntax.isValid(key) else {
            return [
                item.node.problem(
                    "itemAdds",
                    "The key is too long: what is added is kept under it with '.added' behind, "
                        + "and a key has at most 128 characters.")
            ]
        }
        return seen[SettingKeySyntax.folded(key)].map { other in
            [
                item.node.problem(
                    "itemAdds",
                    "What is added is kept under '\(key)', and '\(other.key)' at line "
                        + "\(other.line) is taken for the same key.")
            ]
        } ?? []
    }
}
