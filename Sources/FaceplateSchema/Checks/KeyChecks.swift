/// Groups and items share one namespace.
///
/// Keys must not differ only in case or in `.`, `-` and `_`, because environment
/// variables and label catalogs do not distinguish them.
struct KeyCheck: SchemaCheck {
    private typealias Use = (key: String, line: Int)

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var seen: [String: Use] = [:]
        // The keys of columns only have to be unique within their table, and a reference has no key.
        let problems = document.nodes.filter {
            $0.scope != .column && $0.object["itemReference"] == nil
        }.compactMap {
            node -> SchemaProblem? in
            guard
                let name = ["panelKey", "groupKey", "itemKey"].first(where: {
                    node.string($0) != nil
                }),
                let key = node.string(name)
            else { return nil }
            guard SettingKeySyntax.isValid(key) else {
                return node.problem(name, SettingKeySyntax.problem(with: key))
            }
            guard node.scope != .panel else { return nil }
            guard let first = seen[SettingKeySyntax.folded(key)] else {
                let line = node.object[name]?.position.line ?? 0
                seen[SettingKeySyntax.folded(key)] = (key, line)
                return nil
            }
            return node.problem(
                name,
                first.key == key
                    ? "'\(key)' is already used at line \(first.line)."
                    : "'\(key)' and '\(first.key)' at line \(first.line) differ only in case "
                        + "or in '.', '-' and '_'.")
        }
        return problems + document.items.compactMap { added($0, seen) }
    }

    private func added(_ item: SchemaDocument.Item, _ seen: [String: Use]) -> SchemaProblem? {
        guard item.addsOptions, let picker = item.key, SettingKeySyntax.isValid(picker) else {
            return nil
        }
        let key = Schema.Setting.addedKey(of: picker)
        guard SettingKeySyntax.isValid(key) else {
            return item.node.problem(
                "itemAdds",
                "The key is too long: added options are stored under it with '.added' at the end, "
                    + "and a key has at most 128 characters.")
        }
        return seen[SettingKeySyntax.folded(key)].map { other in
            item.node.problem(
                "itemAdds",
                "Added options are stored under '\(key)', and '\(other.key)' at line "
                    + "\(other.line) counts as the same key.")
        }
    }
}

struct RenameCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let keys = Set(
            document.groups.flatMap { [$0.key] + $0.items.map(\.key) }.compactMap(\.self))
        return problems(of: document.groups.map(\.node) + document.items.map(\.node), besides: keys)
            + document.items.flatMap(\.withCells).flatMap { item in
                problems(
                    of: item.cells.map(\.node), besides: Set(item.cells.compactMap(\.key)),
                    noun: "a column")
            }
    }

    private func problems(
        of nodes: [SchemaDocument.Node], besides keys: Set<String>,
        noun: String = "an item or group"
    ) -> [SchemaProblem] {
        var seen: [String: String] = [:]
        return nodes.flatMap { node -> [SchemaProblem] in
            let name = node.scope == .group ? "groupRenamedFrom" : "itemRenamedFrom"
            let owner = node.string(node.scope == .group ? "groupKey" : "itemKey") ?? ""
            return node.strings(name).compactMap { former in
                if !SettingKeySyntax.isValid(former) {
                    return node.problem(name, "'\(former)' cannot have been a key.")
                }
                if keys.contains(former) {
                    return node.problem(name, "'\(former)' is still the key of \(noun).")
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

struct ValueMapCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            let options = group.options.compactMap(\.key).map(Value.text)
            return problems(group.node, "groupValueMap", OptionRules(options))
                + group.items.flatMap { item in
                    item.rules.map { problems(item.node, "itemValueMap", $0) } ?? []
                }
        }
    }

    private func problems(
        _ node: SchemaDocument.Node, _ name: String, _ rules: any ValueRules
    ) -> [SchemaProblem] {
        (node.object[name]?.object?.members ?? []).compactMap { member in
            let value = try? rules.value(fromJSON: member.value)
            if let value, rules.problem(with: value) == nil { return nil }
            return member.value.problem(
                at: "\(node.path).\(name).\(member.name)",
                "'\(member.name)' would become \(JSONWriter().text(member.value)), which the item "
                    + "does not accept.")
        }
    }
}
