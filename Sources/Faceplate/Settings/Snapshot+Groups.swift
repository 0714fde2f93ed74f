extension Snapshot {
    /// Returns the group with a key; `nil` if the schema has none.
    public func group(_ key: String) -> Schema.Group? {
        schema.groups.first { $0.key == key }
    }

    /// Returns the groups that have a title in any of the panel's locales, in the order of the schema.
    ///
    /// Titles are compared byte for byte. The method looks up the labels of every locale, so do not call it for each
    /// request.
    public func groups(titled title: String) -> [Schema.Group] {
        let words = schema.locales(with: labels).map {
            LabelResolver(schema: schema, catalog: labels, locale: $0)
        }
        return schema.groups.filter { group in
            words.contains { $0.title(of: group).text.utf8.elementsEqual(title.utf8) }
        }
    }
}
