/// Checks that subpages are not nested too deeply.
///
/// A page can be empty, because the app can add groups to it.
struct PageCheck: SchemaCheck {
    /// The maximum nesting depth of subpages.
    ///
    /// Each page takes four of the `JSONReader.maximumDepth` levels of JSON.
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
