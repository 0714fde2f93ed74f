/// Checks that custom controls have valid names and are based on controls that hold a value.
///
/// The other checks report problems of their attributes, as for items.
struct CustomControlsCheck: SchemaCheck {
    /// The attributes that belong to a single item, and not to a control.
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
                "'\(name)' is a control of the dialect. Choose another name."
            } else if !SettingKeySyntax.isValid(name) {
                "'\(name)' is not a name: 1 to 128 letters, digits, '.', '-' or '_', starting with "
                    + "a letter or digit."
            } else {
                nil
            }
        return words.map { [SchemaProblem(path: path, position: json.position, message: $0)] } ?? []
    }

    private func base(_ json: JSONValue, _ path: String) -> [SchemaProblem] {
        guard let object = json.object else {
            return [
                SchemaProblem(
                    path: path, position: json.position,
                    message: "Expected an object with 'itemControlType', not \(json.typeName).")
            ]
        }
        let foreign = object.members.filter { Self.ofOneItem.contains($0.name) }.map {
            SchemaProblem(
                path: "\(path).\($0.name)", position: $0.position,
                message: "'\($0.name)' belongs to an item, not to a control.")
        }
        return foreign + control(object["itemControlType"], path, json)
    }

    private func control(
        _ json: JSONValue?, _ path: String, _ owner: JSONValue
    ) -> [SchemaProblem] {
        guard let json else {
            return [
                SchemaProblem(
                    path: path, position: owner.position,
                    message: "The control has no 'itemControlType', which it is made of.")
            ]
        }
        guard let name = json.string, Control.isKnown(name) else { return [] }
        guard !Control(rawValue: name).holdsValue else { return [] }
        return [
            SchemaProblem(
                path: "\(path).itemControlType", position: json.position,
                message: "'\(name)' holds no value; a control is made of one that does.")
        ]
    }
}
