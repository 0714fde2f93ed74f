/// A page holds something, and stands within reach.
struct PageCheck: SchemaCheck {
    /// How many pages may lead to one another.
    ///
    /// Each takes four levels of JSON, of which there are `JSONReader.maximumDepth`.
    static let maximumDepth = 12

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            group.items.compactMap { item -> SchemaProblem? in
                guard item.control == .page else { return nil }
                if item.node.object["groups"]?.array?.isEmpty == true {
                    return item.node.problem("groups", "A page needs at least one group.")
                }
                guard group.pagePath.count == Self.maximumDepth else { return nil }
                return item.node.problem(
                    nil, "Pages may lead to one another \(Self.maximumDepth) deep at most.")
            }
        }
    }
}
