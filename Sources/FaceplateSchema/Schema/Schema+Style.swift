extension Schema {
    /// The style sheet with the styles of the schema; `nil` if the schema has no styles.
    public var styleSheet: String? {
        StyleSheet.css(
            panel: style,
            groups: groups.compactMap { group in group.style.map { (group.key, $0) } },
            items: items.compactMap { item in item.style.map { (item.key, $0) } })
    }

    /// The warnings about colors of the schema that are hard to read.
    ///
    /// Each has the key of the item or group (empty for the panel) and a sentence.
    public var styleWarnings: [(key: String, sentence: String)] {
        let styles =
            [("", style)] + groups.map { ($0.key, $0.style) } + items.map { ($0.key, $0.style) }
        return styles.flatMap { key, style in
            (style?.warnings() ?? []).map { (key: key, sentence: $0) }
        }
    }
}
