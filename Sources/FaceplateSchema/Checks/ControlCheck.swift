/// Every control is one that there is.
struct ControlCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.compactMap { item in
            guard let name = item.node.string("itemControlType"), item.control == nil else {
                return nil
            }
            return item.node.problem(
                "itemControlType",
                "unknown control '\(name)'."
                    + NearestWord.suggestion(for: name, among: Control.all.map(\.rawValue)))
        }
    }
}
