/// A page stands within reach.
///
/// It may be empty: a program can fill it.
struct PageCheck: SchemaCheck {
    /// How many pages may lead to one another.
    ///
    /// Each takes four levels of JSON, of which there are `JSONReader.maximumDepth`.
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
