extension Schema {
    /// The attributes that only a page or an action needs: conditions, commands, styles, and user groups.
    ///
    /// Conditions can name withheld settings, and commands are of interest on their machine only.
    private static let attributesOfPages: Set<String> = [
        "$comment", "$schema", "labels", "panelChecks", "panelStyle", "groupAccess", "groupChecks",
        "groupFooter", "groupFooterWhen", "groupStyle", "groupVisibleWhen", "itemAccess",
        "itemAccessory", "itemAction", "itemConfirm", "itemEnabledWhen", "itemHelp", "itemHue",
        "itemImage",
        "itemRequiredWhen", "itemStyle", "itemSummary", "itemSynonyms", "itemVisibleWhen",
        "itemWhenHidden", "when",
    ]

    /// The attributes whose value is the key of another item.
    private static let attributesWithKey: Set<String> = [
        "panelTheme", "panelAccent", "panelRestart", "panelSyncSwitch", "itemPage",
    ]

    /// Returns the schema for a program that shows values: without withheld rows, and without conditions, actions,
    /// styles and labels.
    ///
    /// `SchemaReader` reads it; its settings have the same keys, controls, defaults and limits.
    package func outline(without withheld: Withheld) -> JSONValue {
        guard let json = try? JSONReader.read(canonicalJSON) else { return [:] }
        return bare(json, withheld)
    }

    private func bare(_ json: JSONValue, _ withheld: Withheld) -> JSONValue {
        guard let object = json.object else {
            return json.array.map { .array($0.map { bare($0, withheld) }) } ?? json
        }
        return .object(
            object.members.filter { isShown($0, withheld) }.map { member in
                switch member.name {
                case "groups": (member.name, list(member.value) { group($0, withheld) })
                case "items": (member.name, list(member.value) { item($0, withheld) })
                // Data of the panel, in which names mean nothing.
                case "itemValue", "itemData": (member.name, member.value)
                default: (member.name, bare(member.value, withheld))
                }
            })
    }

    private func isShown(_ member: JSONObject.Member, _ withheld: Withheld) -> Bool {
        if Self.attributesOfPages.contains(member.name) { return false }
        guard Self.attributesWithKey.contains(member.name), let key = member.value.string else {
            return true
        }
        return !isWithheld(key, in: withheld)
    }

    private func list(_ json: JSONValue, _ element: (JSONValue) -> JSONValue?) -> JSONValue {
        json.array.map { .array($0.compactMap(element)) } ?? json
    }

    /// Returns a group; `nil` if it has no rows left, because its key alone would reveal its subject.
    private func group(_ json: JSONValue, _ withheld: Withheld) -> JSONValue? {
        let bare = bare(json, withheld)
        let wasEmpty = json.object?["items"]?.array?.isEmpty ?? true
        let isEmpty = bare.object?["items"]?.array?.isEmpty ?? true
        let isWithheld =
            json.object?["groupKey"]?.string.map(withheld.groups.contains) ?? false
        // A ternary operator would make the JSON value `null`.
        guard !isWithheld, wasEmpty || !isEmpty else { return nil }
        return bare
    }

    /// Returns a row; `nil` for a withheld row, and for a second place of a row.
    private func item(_ json: JSONValue, _ withheld: Withheld) -> JSONValue? {
        guard let object = json.object, object["itemReference"] == nil else { return nil }
        guard !withheld.isEmpty else { return bare(json, withheld) }
        guard let key = object["itemKey"]?.string, !isWithheld(key, in: withheld) else {
            return nil
        }
        return bare(json, withheld)
    }
}
