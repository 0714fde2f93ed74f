extension Schema {
    /// Returns the keys of the groups that are withheld from a viewer who belongs to the user groups `people`.
    ///
    /// These are the groups whose `groupAccess` names none of `people`, and all groups on their subpages.
    package func groupsWithheld(from people: Set<String>) -> Set<String> {
        // A page precedes its subpages in `groups`, so that one pass is enough.
        groups.reduce(into: []) { withheld, group in
            let isNamed = group.access.isEmpty || !people.isDisjoint(with: group.access)
            let isBelow = group.pagePath.contains { page in
                items[page].map { withheld.contains($0.groupKey) } ?? false
            }
            if !isNamed || isBelow { withheld.insert(group.key) }
        }
    }

    /// Returns true if a setting, item, option or group belongs to one of the groups, or is one of them.
    package func isWithheld(_ key: String, in groups: Set<String>) -> Bool {
        guard !groups.isEmpty else { return false }
        switch reference(key) {
        case .setting(let setting), .option(_, let setting):
            return groups.contains(setting.groupKey)
        case .row(let item): return groups.contains(item.groupKey)
        case nil: return groups.contains(currentKey(of: key) ?? key)
        }
    }

    /// Returns the schema without the rows of some groups; their settings stay, hidden.
    ///
    /// - Throws: `SchemaError` if the result is invalid, which does not happen for a valid schema.
    package func hiding(_ hidden: Set<String>) throws(SchemaError) -> Schema {
        guard let json = try? JSONReader.read(canonicalJSON) else { return self }
        let limited = within(json, hidden: hidden, all: false)
        return try SchemaReader.read(JSONWriter().bytes(limited), name: key, controls: controls)
    }

    /// Returns the panel or a `page` item with its groups limited.
    private func within(_ json: JSONValue, hidden: Set<String>, all: Bool) -> JSONValue {
        guard let groups = json.object?["groups"]?.array else { return json }
        return json.replacing(
            "groups",
            with: .array(groups.compactMap { group($0, hidden: hidden, all: all) }))
    }

    /// Returns the limited group; `nil` if it has no rows left, because its labels alone would reveal its subject.
    private func group(_ json: JSONValue, hidden: Set<String>, all: Bool) -> JSONValue? {
        guard let object = json.object else { return json }
        let items = object["items"]?.array ?? []
        let isHidden = all || object["groupKey"]?.string.map(hidden.contains) ?? false
        let shown = items.filter { item in
            guard let key = item.object?["itemReference"]?.string else { return true }
            return !isHidden && !isWithheld(key, in: hidden)
        }
        guard !shown.isEmpty || items.isEmpty && !isHidden else { return nil }
        return json.replacing(
            "items",
            with: .array(
                shown.map { item in
                    let inside = within(item, hidden: hidden, all: isHidden)
                    return isHidden ? inside.replacing("itemHidden", with: true) : inside
                }))
    }
}

extension Schema {
    /// The amount of history that a store retains; later changes remove older revisions.
    ///
    /// The newest revision is never removed, nor is the last change of a setting.
    public struct HistoryLimit: Sendable, Hashable {
        /// The number of revisions retained by default.
        ///
        /// It is more than manual changes reach, and prevents an app that saves every minute from filling the disk.
        public static let defaultRevisions = 100_000

        /// The maximum number of revisions, at least 1.
        public let revisions: Int
        /// The maximum age of a revision in days; `nil` for any age.
        public let days: Int?

        /// Creates a limit; without `revisions` it is 100,000 revisions.
        public init(revisions: Int? = nil, days: Int? = nil) {
            self.revisions = max(revisions ?? Self.defaultRevisions, 1)
            self.days = days
        }
    }
}
