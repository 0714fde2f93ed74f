/// The other checks report problems of their attributes, as for items.
struct CustomControlsCheck: SchemaCheck {
    private static let ofOneItem: Set = [
        "itemKey", "itemReference", "order", "itemRenamedFrom", "groups",
    ]

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.ownControls.flatMap { name, json in
            let path = "$.panelControls.\(name)"
            return self.name(name, path, json) + base(json, path)
        }
    }

    private func name(_ name: String, _ path: String, _ json: JSONValue) -> [SchemaProblem] {
        let words: String? =
            if Control.isKnown(name) {
                "'\(name)' is a built-in control. Choose another name."
            } else if !SettingKeySyntax.isValid(name) {
                SettingKeySyntax.problem(with: name, noun: "name")
            } else {
                nil
            }
        return words.map { [json.problem(at: path, $0)] } ?? []
    }

    private func base(_ json: JSONValue, _ path: String) -> [SchemaProblem] {
        guard let object = json.object else {
            return [
                json.problem(
                    at: path, "Expected an object with 'itemControlType', not \(json.typeName).")
            ]
        }
        let foreign = object.members.filter { Self.ofOneItem.contains($0.name) }.map {
            $0.problem(in: path, "'\($0.name)' belongs to an item, not to a control.")
        }
        return foreign + [control(object["itemControlType"], path, json)].compactMap(\.self)
    }

    private func control(
        _ json: JSONValue?, _ path: String, _ owner: JSONValue
    ) -> SchemaProblem? {
        guard let json else {
            return owner.problem(
                at: path, "The control has no 'itemControlType', which it is made of.")
        }
        guard let name = json.string, let kind = Control(rawValue: name).kind,
            !kind.definition.traits.holdsValue
        else { return nil }
        return json.problem(
            at: "\(path).itemControlType",
            "'\(name)' has no value; a custom control needs one that has a value.")
    }
}
