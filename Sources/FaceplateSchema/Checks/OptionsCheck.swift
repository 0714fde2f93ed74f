/// Checks that lists of options are not empty and have no duplicate values.
struct OptionsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.flatMap { item -> [SchemaProblem] in
            guard let elements = item.node.object["itemOptions"]?.array else { return [] }
            // The app can provide the options while it runs.
            guard !elements.isEmpty || item.node.boolean("itemOptionsProvided") == true else {
                let control = item.control.map { "'\($0.rawValue)'" } ?? "A choice"
                return [
                    item.node.problem("itemOptions", "\(control) needs at least one option.")
                ]
            }
            var seen: [String: TextPosition] = [:]
            return elements.enumerated().compactMap { index, element in
                guard let value = Value(json: element.object?["value"] ?? element) else {
                    return nil
                }
                // Values are compared as text because form fields do not distinguish 1 and "1".
                guard let first = seen.updateValue(element.position, forKey: value.plainText) else {
                    return nil
                }
                return SchemaProblem(
                    path: "\(item.node.path).itemOptions[\(index)]", position: element.position,
                    message: "The value '\(value.plainText)' is already an option at line "
                        + "\(first.line).")
            }
        }
    }
}
