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
                return element.problem(
                    at: "\(item.node.path).itemOptions[\(index)]",
                    "The value '\(value.plainText)' is already an option at line \(first.line).")
            }
        }
    }
}

struct StatesCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.flatMap { item -> [SchemaProblem] in
            guard item.node.object["itemStates"] != nil else { return [] }
            guard !item.states.isEmpty else {
                return [item.node.problem("itemStates", "A button with states needs one at least.")]
            }
            var seen: [String: TextPosition] = [:]
            return item.states.compactMap { state in
                guard let name = state.string("state") else {
                    return state.problem(nil, "The state has no 'state', which is its name.")
                }
                guard SettingKeySyntax.isValid(name) else {
                    return state.problem("state", "'\(name)' is not a name like 'signed_out'.")
                }
                guard let first = seen.updateValue(state.value.position, forKey: name) else {
                    return nil
                }
                return state.problem(
                    "state", "'\(name)' is already a state at line \(first.line).")
            }
        }
    }
}

struct SelectGroupCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group -> [SchemaProblem] in
            let chosen = group.options.filter { $0.node.boolean("itemValue") == true }
            guard chosen.count > 1, let first = chosen.first else { return [] }
            let line = first.node.object["itemValue"]?.position.line ?? 0
            return chosen.dropFirst().map { option in
                option.node.problem(
                    "itemValue",
                    "'\(option.key ?? "")' and '\(first.key ?? "")' (line \(line)) of group "
                        + "'\(group.key ?? "")' are both on. One option of a group can be.")
            }
        }
    }
}
