struct AttributeNamesCheck: SchemaCheck {
    private static let special = Control.all.reduce(into: Set<String>()) {
        $0.formUnion($1.ownAttributes)
    }

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.nodes.flatMap(unknownNames) + document.valued.flatMap(foreignNames)
    }

    private func unknownNames(in node: SchemaDocument.Node) -> [SchemaProblem] {
        let attributes = SchemaAttribute.byName(of: node.scope)
        return node.object.members.filter { attributes[$0.name] == nil }.map { member in
            member.problem(
                in: node.path,
                "unknown attribute '\(member.name)'."
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
            member.problem(
                in: item.node.path,
                "'\(control.rawValue)' cannot have '\(member.name)'; it belongs to "
                    + AttributeOwners.words(for: member.name) + ".")
        }
    }
}

/// The controls that accept an attribute, as text: by name if there are few, otherwise by kind.
enum AttributeOwners {
    private static let mostNames = 6
    private static let mostKinds = 6

    static func words(for attribute: String) -> String {
        let owners = ControlKind.allCases.filter { $0.ownAttributes.contains(attribute) }
        guard owners.count > mostNames else {
            return owners.map(quoted).joined(separator: ", ")
        }
        let families = ControlFamily.allCases.filter { family in
            owners.filter { $0.definition.traits.family == family }
                == ControlKind.allCases.filter { $0.definition.traits.family == family }
        }
        let others = owners.filter { owner in
            owner.definition.traits.family.map { !families.contains($0) } ?? true
        }
        let names = others.map(quoted) + families.map(\.rawValue)
        guard names.count > mostKinds else {
            return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        }
        if owners.contains(.info) { return "controls that have or show a value" }
        if owners.contains(.button) { return "controls that have a value or can be pressed" }
        let holdValues = owners.contains(.editPassword)
        return holdValues ? "controls that have a value" : "controls whose value is shown"
    }

    private static func quoted(_ control: ControlKind) -> String { "'\(control.rawValue)'" }
}

struct RequiredAttributesCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        for group in document.groups {
            problems += missing(["groupKey", "items"], in: group.node, "group")
            problems += group.footers.flatMap { missing(["when", "footer"], in: $0, "footer") }
        }
        for check in document.checks + document.groups.flatMap(\.checks) {
            problems += missing(["require", "message"], in: check, "check")
        }
        for bounds in document.valued.flatMap(\.bounds) {
            problems += missing(["when"], in: bounds, "list of bounds")
        }
        for part in document.valued.flatMap(\.defaults) {
            problems += missing(["when", "itemValue"], in: part, "default under a condition")
        }
        // The required attributes of a custom control can be set by each of its items.
        for item in document.items {
            if item.reference == nil {
                problems += missing(["itemKey", "itemControlType"], in: item.node, "item")
            }
            problems += needsOfControl(item)
            problems += item.withCells.flatMap { part in part.cells.flatMap { cell($0, of: part) } }
        }
        return problems
    }

    private func cell(
        _ cell: SchemaDocument.Item, of table: SchemaDocument.Item
    ) -> [SchemaProblem] {
        let names =
            [.editTable, .editMap, .button].contains(table.control)
            ? ["itemKey", "itemControlType"] : ["itemControlType"]
        // `CellsCheck` reports a control that is not allowed in a cell.
        return missing(names, in: cell.node, "column")
            + (cell.control?.fitsCell == true ? needsOfControl(cell) : [])
    }

    private func needsOfControl(_ item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let kind = item.kind else { return [] }
        let names = kind.definition.requiredAttributes(of: item)
        return missing(names, in: item.node, "'\(kind.rawValue)'")
    }

    private func missing(
        _ names: [String], in node: SchemaDocument.Node, _ noun: String
    ) -> [SchemaProblem] {
        names.filter { node.object[$0] == nil }.map {
            node.problem(nil, "The \(noun) has no '\($0)'.")
        }
    }
}

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

struct ContentTypeCheck: SchemaCheck {
    static let tokens = [
        "off", "on", "name", "honorific-prefix", "given-name", "additional-name", "family-name",
        "honorific-suffix", "nickname", "username", "new-password", "current-password",
        "one-time-code", "organization-title", "organization", "street-address", "address-line1",
        "address-line2", "address-line3", "address-level4", "address-level3", "address-level2",
        "address-level1", "country", "country-name", "postal-code", "cc-name", "cc-given-name",
        "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month",
        "cc-exp-year", "cc-csc", "cc-type", "transaction-currency", "transaction-amount",
        "language", "bday", "bday-day", "bday-month", "bday-year", "sex", "url", "photo", "tel",
        "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-extension", "email",
        "impp",
    ]
    private static let known = Set(tokens)

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            guard let token = item.node.string("itemContentType"), !Self.known.contains(token)
            else { return nil }
            let nearest = NearestWord.suggestion(for: token, among: Self.tokens)
            return item.node.problem(
                "itemContentType",
                "'\(token)' is not an autocomplete token of HTML."
                    + (nearest.isEmpty
                        ? " There are 'email', 'username', 'url' and others." : nearest)
            )
        }
    }
}
