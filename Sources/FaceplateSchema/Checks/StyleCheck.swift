/// Every style is made of colours, lengths and fonts that can be understood.
struct StyleCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.nodes.flatMap { node -> [SchemaProblem] in
            guard let name = node.styleName, let value = node.object[name], value.object != nil
            else { return [] }
            var problems: [SchemaProblem] = []
            _ = StyleRules.read(value, path: "\(node.path).\(name)", problems: &problems)
            return problems
        }
    }
}

extension SchemaDocument.Node {
    /// The attribute that holds its style.
    fileprivate var styleName: String? {
        switch scope {
        case .panel: "panelStyle"
        case .group: "groupStyle"
        case .item: "itemStyle"
        default: nil
        }
    }

    /// The style that an attribute holds; `nil` where it holds none, or nothing is said.
    func style(_ name: String) -> Style? {
        guard let value = object[name], value.object != nil else { return nil }
        var problems: [SchemaProblem] = []
        let style = StyleRules.read(value, path: path, problems: &problems)
        return style.flatMap { $0.isEmpty ? nil : $0 }
    }
}
