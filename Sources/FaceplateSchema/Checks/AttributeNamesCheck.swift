/// Checks that all attributes exist and are valid for the control of the item.
struct AttributeNamesCheck: SchemaCheck {
    /// The attributes that only some controls accept.
    private static let special = Control.all.reduce(into: Set<String>()) {
        $0.formUnion($1.ownAttributes)
    }

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.nodes.flatMap(unknownNames) + document.valued.flatMap(foreignNames)
    }

    private func unknownNames(in node: SchemaDocument.Node) -> [SchemaProblem] {
        let attributes = SchemaAttribute.byName(of: node.scope)
        return node.object.members.filter { attributes[$0.name] == nil }.map { member in
            SchemaProblem(
                path: "\(node.path).\(member.name)", position: member.position,
                message: "unknown attribute '\(member.name)'."
                    + NearestWord.suggestion(
                        for: member.name,
                        among: SchemaAttribute.all(of: node.scope).map(\.name)))
        }
    }

    private func foreignNames(in item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let control = item.control else { return [] }
        let own = control.ownAttributes
        return item.node.object.members.filter {
            Self.special.contains($0.name) && !own.contains($0.name)
        }.map { member in
            return SchemaProblem(
                path: "\(item.node.path).\(member.name)", position: member.position,
                message: "'\(control.rawValue)' does not take '\(member.name)'; it belongs to "
                    + AttributeOwners(of: member.name).words + ".")
        }
    }
}

/// The controls that accept an attribute, as text: by name if there are few, otherwise by kind.
struct AttributeOwners {
    private static let mostNames = 6
    private static let mostKinds = 6
    private static let kinds: [(words: String, controls: [Control])] = [
        ("choices", [.choice, .segment, .choices, .picker]),
        ("texts", [.editText, .editMultiline, .editPassword]),
        ("numbers", [.editInteger, .editDecimal, .slider, .stepper]),
        ("times", [.editDate, .editTime, .editDatetime, .editDuration]),
        ("lists", [.editList, .editTable]),
    ]

    let words: String

    init(of attribute: String) {
        let owners = Control.all.filter { $0.ownAttributes.contains(attribute) }
        guard owners.count > Self.mostNames else {
            words = owners.map(Self.quoted).joined(separator: ", ")
            return
        }
        let kinds = Self.kinds.filter { Set(owners).isSuperset(of: $0.controls) }
        let others = Set(owners).subtracting(kinds.flatMap(\.controls))
        let names = owners.filter(others.contains).map(Self.quoted) + kinds.map(\.words)
        guard names.count > Self.mostKinds else {
            words = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
            return
        }
        words =
            if owners.contains(.info) {
                "controls that hold or show a value"
            } else if owners.contains(.button) {
                "controls that hold a value or can be pressed"
            } else if owners.contains(.editPassword) {
                "controls that hold a value"
            } else {
                "controls whose value is shown"
            }
    }

    private static func quoted(_ control: Control) -> String { "'\(control.rawValue)'" }
}
