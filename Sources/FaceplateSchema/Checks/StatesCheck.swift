/// Checks that the states of a button have unique names.
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
