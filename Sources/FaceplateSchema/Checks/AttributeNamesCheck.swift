/// Every attribute is one of the dialect's, and one that the item's control takes.
struct AttributeNamesCheck: SchemaCheck {
    /// The attributes that only some controls take.
    private static let special = Control.all.reduce(into: Set<String>()) {
        $0.formUnion($1.ownAttributes)
    }

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.nodes.flatMap(unknownNames) + document.valued.flatMap(foreignNames)
    }

    private func unknownNames(in node: SchemaDocument.Node) -> [SchemaProblem] {
        let attributes = SchemaAttribute.byName(of: node.scope)
        return node.object.members.filter { attributes[$0.name] == nil }.map { member in
            SchemaProblem(
                path: "\(node.path).\(member.name)", position: member.position,
                message: "unknown attribute '\(member.name)'."
                    + NearestWord.suggestion(
                        for: member.name,
                        among: SchemaAttribute.all(of: node.scope).map(\.name)))
        }
    }

    private func foreignNames(in item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let control = item.control else { return [] }
        let own = control.ownAttributes
        return item.node.object.members.filter {
            Self.special.contains($0.name) && !own.contains($0.name)
        }.map { member in
            let owners = Control.all.filter { $0.ownAttributes.contains(member.name) }
                .map { "'\($0.rawValue)'" }
            return SchemaProblem(
                path: "\(item.node.path).\(member.name)", position: member.position,
                message: "'\(control.rawValue)' does not take '\(member.name)'; it belongs to "
                    + owners.joined(separator: ", ") + ".")
        }
    }
}
