/// Checks that all controls exist.
struct ControlCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let known =
            Control.all.map(\.rawValue)
            + (document.panel?.object["panelControls"]?.object?.members.map(\.name) ?? [])
        return document.valued.compactMap { item in
            guard let name = item.node.string("itemControlType"), item.control == nil else {
                return nil
            }
            return item.node.problem(
                "itemControlType",
                "unknown control '\(name)'."
                    + NearestWord.suggestion(for: name, among: known))
        }
    }
}
