import FaceplateSchema

/// A storage holds both in one set of texts: a list of user groups is JSON, which no key looks like.
struct RetiredKeys: Sendable {
    let keys: Set<String>
    /// The lists of user groups of which a viewer had to belong to one each, to see every earlier setting.
    let access: [[String]]

    init(_ stored: Set<String> = []) {
        let lists = stored.filter { $0.first == "[" }
        keys = lists.isEmpty ? stored : stored.subtracting(lists)
        access = lists.sorted().map { text in
            // An unreadable list is one that no viewer belongs to.
            (try? JSONReader.read(text))?.array?.compactMap(\.string) ?? []
        }
    }

    static func texts(retiring keys: [String], of schema: Schema) -> [String] {
        let lists = Set(keys.flatMap { schema.access(to: $0) }.map { Set($0) })
        return keys
            + lists.map { JSONWriter().text(.array($0.sorted().map(JSONValue.text))) }.sorted()
    }
}
