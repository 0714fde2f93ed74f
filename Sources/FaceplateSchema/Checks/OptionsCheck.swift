/// What is chosen from has options, each value once.
struct OptionsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.flatMap { item -> [SchemaProblem] in
            guard let elements = item.node.object["itemOptions"]?.array else { return [] }
            // Those of a program come when it runs.
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
                // By text, since a form field tells 1 and "1" apart no more than a person does.
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
