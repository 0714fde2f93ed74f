/// Checks that former keys belong to only one item or group, and are no longer in use.
struct RenameCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let keys = Set(
            document.groups.flatMap { [$0.key] + $0.items.map(\.key) }.compactMap(\.self))
        var seen: [String: String] = [:]
        return (document.groups.map(\.node) + document.items.map(\.node)).flatMap {
            node -> [SchemaProblem] in
            let name = node.scope == .group ? "groupRenamedFrom" : "itemRenamedFrom"
            let owner = node.string(node.scope == .group ? "groupKey" : "itemKey") ?? ""
            return node.strings(name).compactMap { former in
                if !SettingKeySyntax.isValid(former) {
                    return node.problem(name, "'\(former)' cannot have been a key.")
                }
                if keys.contains(former) {
                    return node.problem(name, "'\(former)' is still the key of an item or group.")
                }
                if let other = seen.updateValue(owner, forKey: former) {
                    return node.problem(
                        name, "'\(former)' is already the former key of '\(other)'.")
                }
                return nil
            }
        }
    }
}
