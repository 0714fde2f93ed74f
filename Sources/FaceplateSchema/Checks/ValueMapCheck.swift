/// Checks that items accept the current values of their value maps.
struct ValueMapCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            let options = group.options.compactMap(\.key).map(Value.text)
            return problems(group.node, "groupValueMap", OptionRules(options))
                + group.items.flatMap { item in
                    SettingRules.of(item).map { problems(item.node, "itemValueMap", $0) } ?? []
                }
        }
    }

    private func problems(
        _ node: SchemaDocument.Node, _ name: String, _ rules: any ValueRules
    ) -> [SchemaProblem] {
        (node.object[name]?.object?.members ?? []).compactMap { member in
            let value = try? rules.value(fromJSON: member.value)
            if let value, rules.problem(with: value) == nil { return nil }
            return SchemaProblem(
                path: "\(node.path).\(name).\(member.name)", position: member.value.position,
                message: "'\(member.name)' would become \(JSONWriter().text(member.value)), which "
                    + "the item does not accept.")
        }
    }
}
