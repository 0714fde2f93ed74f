struct FormatCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            guard let format = item.node.string("itemFormat"), let kind = item.kind,
                let form = kind.definition.displayFormat(of: item)
            else { return nil }
            return problem(format, form, kind).map { item.node.problem("itemFormat", $0) }
        }
    }

    private func problem(_ format: String, _ form: DisplayFormat, _ kind: ControlKind) -> String? {
        do throws(FormatError) {
            guard form != .number else {
                _ = try NumberFormat(format)
                return nil
            }
            let format = try DateFormat(format)
            let missing: String? =
                switch form {
                case .date where format.needsTime: "a time"
                case .time where format.needsDate: "a date"
                case .number, .date, .time, .dateTime: nil
                }
            return missing.map {
                "The format shows \($0), which '\(kind.rawValue)' does not have."
            }
        } catch {
            return "The format cannot be used: \(error.description)"
        }
    }
}

struct StyleCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        words(in: document)
            + document.nodes.flatMap { node -> [SchemaProblem] in
                guard let name = node.styleName, let value = node.object[name], value.object != nil
                else { return [] }
                var problems: [SchemaProblem] = []
                _ = StyleRules.read(value, path: "\(node.path).\(name)", problems: &problems)
                return problems
            }
    }

    private func words(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.compactMap { item in
            guard let word = item.node.string("itemStyle"), let control = item.control,
                control != .choice
            else { return nil }
            return item.node.problem(
                "itemStyle",
                "'\(control.rawValue)' cannot have '\(word)', which is a look of 'choice'. Write an "
                    + "object of colors, fonts and lengths.")
        }
    }
}

extension SchemaDocument.Node {
    fileprivate var styleName: String? {
        switch scope {
        case .panel: "panelStyle"
        case .group: "groupStyle"
        case .item: "itemStyle"
        default: nil
        }
    }

    /// `nil` if it is missing, empty or not an object.
    func style(_ name: String) -> Style? {
        guard let value = object[name], value.object != nil else { return nil }
        var problems: [SchemaProblem] = []
        let style = StyleRules.read(value, path: path, problems: &problems)
        return style.flatMap { $0.isEmpty ? nil : $0 }
    }
}
