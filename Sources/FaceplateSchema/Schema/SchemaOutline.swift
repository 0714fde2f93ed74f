extension Schema {
    /// Conditions can name withheld settings, and commands are of interest on their machine only.
    private static let attributesOfPages: Set<String> = [
        "$comment", "$schema", "labels", "panelChecks", "panelStyle", "groupAccess", "groupChecks",
        "groupFooter", "groupFooterWhen", "groupStyle", "groupVisibleWhen", "itemAccess",
        "itemAccessory", "itemAction", "itemConfirm", "itemEnabledWhen", "itemHelp", "itemHue",
        "itemImage",
        "itemRequiredWhen", "itemStyle", "itemSummary", "itemSynonyms", "itemVisibleWhen",
        "itemWhenHidden", "when",
    ]

    /// The schema for a program that shows values: without conditions, actions, styles, labels and second places.
    ///
    /// `SchemaReader` reads it; its settings have the same keys, controls, defaults and limits.
    package var outline: JSONValue {
        (try? JSONReader.read(canonicalJSON)).map(bare) ?? [:]
    }

    private func bare(_ json: JSONValue) -> JSONValue {
        guard let object = json.object else {
            return json.array.map { .array($0.map(bare)) } ?? json
        }
        return .object(
            object.members.filter { !Self.attributesOfPages.contains($0.name) }.map { member in
                switch member.name {
                case "items":
                    let rows = member.value.array?.filter { $0.object?["itemReference"] == nil }
                    return (member.name, rows.map { .array($0.map(bare)) } ?? member.value)
                // Data of the panel, in which names mean nothing.
                case "itemValue", "itemData": return (member.name, member.value)
                default: return (member.name, bare(member.value))
                }
            })
    }
}
