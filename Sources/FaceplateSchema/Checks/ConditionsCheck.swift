/// Checks that all conditions are well formed and test existing settings.
struct ConditionsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var keys = NearestKeys(document.types.keys)
        return document.nodes.flatMap { node -> [SchemaProblem] in
            let attributes = SchemaAttribute.byName(of: node.scope)
            return node.object.members.flatMap { member -> [SchemaProblem] in
                guard case .condition = attributes[member.name]?.shape else { return [] }
                let draft = ConditionDraft(member.value, path: "\(node.path).\(member.name)")
                return draft.problems
                    + draft.problems(
                        typeOf: { document.types[$0] },
                        nearest: { keys.nearest(to: $0) })
            }
        }
    }
}
