extension Schema {
    /// Conditions can name withheld settings, and commands are of interest on their machine only.
    private static let attributesOfPages: Set<String> = othersOfPages.union(
        AttributeDefinition.all.filter(\.hasConditions).map(\.name))

    private static let othersOfPages: Set<String> = [
        "$comment", "$schema", "labels", "panelChecks", "panelStyle", "groupAccess", "groupChecks",
        "groupFooter", "groupFooterWhen", "groupStyle", "groupVisibleWhen", "itemAccess",
        "itemAccessory", "itemAction", "itemConfirm", "itemHelp", "itemHue", "itemImage",
        "itemStyle", "itemSummary", "itemSynonyms", "itemWhenHidden", "when",
    ]

    /// The schema for a program that shows values: without conditions, actions, styles, labels and second places.
    ///
    /// `SchemaReader` reads it; its settings have the same keys, controls, defaults and limits.
    ///
    /// - Parameter catalog: Has the sentences of deprecated settings, which are in the outline in English.
    package func outline(_ catalog: LabelCatalog = LabelCatalog()) -> JSONValue {
        let labels = LabelResolver(schema: self, catalog: catalog, locale: .english)
        return (try? JSONReader.read(canonicalJSON)).map { bare($0, labels) } ?? [:]
    }

    private func bare(_ json: JSONValue, _ labels: LabelResolver) -> JSONValue {
        guard let object = json.object else {
            return json.array.map { .array($0.map { bare($0, labels) }) } ?? json
        }
        let item = object["itemKey"]?.string.flatMap { items[$0] }
        return .object(
            object.members.filter { !Self.attributesOfPages.contains($0.name) }.map { member in
                switch member.name {
                case "items":
                    let rows = member.value.array?.filter { $0.object?["itemReference"] == nil }
                    return (
                        member.name,
                        rows.map { .array($0.map { bare($0, labels) }) } ?? member.value
                    )
                case "itemDeprecated":
                    let sentence = item.flatMap { labels.deprecation(of: $0, .english) }
                    return (member.name, sentence.map { .text($0.text) } ?? member.value)
                // Data of the panel, in which names mean nothing.
                case "itemValue", "itemData": return (member.name, member.value)
                default: return (member.name, bare(member.value, labels))
                }
            })
    }
}

extension AttributeDefinition {
    fileprivate var hasConditions: Bool {
        switch shape {
        case .condition, .nodes(of: .bounds), .nodes(of: .default): true
        default: false
        }
    }
}
