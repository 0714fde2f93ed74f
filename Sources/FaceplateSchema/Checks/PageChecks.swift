/// A page can be empty, because the app can add groups to it.
struct PageCheck: SchemaCheck {
    /// Each page takes four of the `JSONReader.maximumDepth` levels of JSON.
    static let maximumDepth = 12

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            group.items.compactMap { item -> SchemaProblem? in
                guard item.control == .page, group.pagePath.count == Self.maximumDepth else {
                    return nil
                }
                return item.node.problem(
                    nil, "Pages may lead to one another \(Self.maximumDepth) deep at most.")
            }
        }
    }
}

struct SummaryCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var keys = NearestKeys(document.types.keys)
        return document.items.flatMap { item -> [SchemaProblem] in
            guard let json = item.node.object["itemSummary"] else { return [] }
            return texts(json).flatMap { path, text in
                Phrase(stringLiteral: text.string ?? "").slots.sorted().compactMap { key in
                    problem(with: key, document, &keys).map {
                        text.problem(at: "\(item.node.path).itemSummary\(path)", $0)
                    }
                }
            }
        }
    }

    private func texts(_ json: JSONValue) -> [(path: String, text: JSONValue)] {
        json.object.map { $0.members.map { (".\($0.name)", $0.value) } } ?? [("", json)]
    }

    private func problem(
        with key: String, _ document: SchemaDocument, _ keys: inout NearestKeys
    ) -> String? {
        switch document.types[key] {
        case .secret: "'\(key)' is a secret, which is never shown."
        case nil: "no setting has the key '\(key)'." + keys.suggestion(for: key)
        default: nil
        }
    }
}

/// Checks that `itemPage` names a page, and that the item has a row of its own for the link.
struct LeadCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let pages = document.items.filter { $0.control == .page }.compactMap(\.key)
        return document.items.compactMap { item in
            if let control = item.control, [.page, .select].contains(control),
                item.node.string("itemPage") != nil
            {
                return item.node.problem(
                    "itemPage",
                    control == .page
                        ? "A page leads to itself." : "An option has no row that leads to a page.")
            }
            return item.node.problem("itemPage", noKeyOf: "page", among: pages)
        }
    }
}

/// Checks that `itemAccess` is not given to an option, which is withheld with its group.
struct AccessCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.compactMap { item in
            guard item.control == .select, item.node.object["itemAccess"] != nil else { return nil }
            return item.node.problem(
                "itemAccess", "An option is shown with its group. Use 'groupAccess'.")
        }
    }
}

struct CollapsedCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.compactMap { item in
            guard item.node.boolean("itemCollapsed") == true, let control = item.control
            else { return nil }
            let isProse = [.text, .html].contains(control)
            guard
                [.page, .select, .button, .link].contains(control)
                    || isProse && item.node.object["itemSubtitle"] == nil
            else { return nil }
            if isProse {
                return item.node.problem(
                    "itemCollapsed",
                    "Without an 'itemSubtitle', the title is all that the row shows.")
            }
            return item.node.problem(
                "itemCollapsed", "'\(control.rawValue)' has nothing to show when it is pressed.")
        }
    }
}

struct ThemeCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let items = document.items.filter {
            [.choice, .picker, .segment, .switch].contains($0.control)
        }
        let groups = document.groups.filter { !$0.options.isEmpty }
        let problem = document.panel?.problem(
            "panelTheme", noKeyOf: "choice, picker, switch or select group",
            among: items.compactMap(\.key) + groups.compactMap(\.key))
        return [problem].compactMap(\.self)
    }
}

struct AccentCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let colors = document.items.filter { $0.control == .editColor }.compactMap(\.key)
        let problem = document.panel?.problem(
            "panelAccent", noKeyOf: "edit_color", among: colors)
        return [problem].compactMap(\.self)
    }
}

struct RestartCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let buttons = document.items.filter { $0.control == .button }.compactMap(\.key)
        let problem = document.panel?.problem("panelRestart", noKeyOf: "button", among: buttons)
        return [problem].compactMap(\.self)
    }
}

struct KeepCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            group.items.filter { $0.node.object["itemKeepWithin"] != nil }.compactMap { item in
                // For a `select` group, each attribute can be at any option.
                let nodes = item.control == .select ? group.options.map(\.node) : [item.node]
                return Self.reason(nodes).map { item.node.problem("itemKeepWithin", $0) }
            }
        }
    }

    private static func reason(_ nodes: [SchemaDocument.Node]) -> String? {
        func has(_ name: String) -> Bool { nodes.contains { $0.boolean(name) == true } }
        if has("itemReadOnly") {
            return
                "Only the program changes a read-only value, and its changes need no confirmation."
        }
        if has("itemRestart") {
            return
                "The program uses a new value only after a restart ('itemRestart'), so it cannot be "
                + "tried in time."
        }
        if has("itemSynced") {
            return
                "Other machines would use a new value ('itemSynced') before it is confirmed here."
        }
        return nil
    }
}
