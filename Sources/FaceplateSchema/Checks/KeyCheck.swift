/// Every key is well formed, and used once.
///
/// Groups and items share one namespace; keys that differ only in case or in `.` `-` `_` would meet
/// in environment variables and label catalogues.
struct KeyCheck: SchemaCheck {
    private struct Use {
        let key: String
        let line: Int
    }

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var seen: [String: Use] = [:]
        // The columns of a table have names of their own, and the second place of a setting has none.
        return document.nodes.filter {
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
    }
}
