/// Checks that at most one option of a `select` group is on by default.
struct SelectGroupCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group -> [SchemaProblem] in
            let chosen = group.options.filter { $0.node.boolean("itemValue") == true }
            guard chosen.count > 1, let first = chosen.first else { return [] }
            let line = first.node.object["itemValue"]?.position.line ?? 0
            return chosen.dropFirst().map { option in
                option.node.problem(
                    "itemValue",
                    "'\(option.key ?? "")' and '\(first.key ?? "")' (line \(line)) of group "
                        + "'\(group.key ?? "")' are both on. One option of a group can be.")
            }
        }
    }
}
