extension Schema {
    /// The groups that are kept from somebody who belongs to these groups of people: those whose
    /// `groupAccess` names none of them, and all that stands on their pages.
    package func groupsKept(from people: Set<String>) -> Set<String> {
        // Groups come in the order of the pages, each page before those below it.
        groups.reduce(into: []) { kept, group in
            let isNamed = group.access.isEmpty || !people.isDisjoint(with: group.access)
            let isBelow = group.pagePath.contains { page in
                items[page].map { kept.contains($0.groupKey) } ?? false
            }
            if !isNamed || isBelow { kept.insert(group.key) }
        }
    }

    /// Whether a setting, item, option or group is one of those groups or in one of them.
    package func isKept(_ key: String, in groups: Set<String>) -> Bool {
        guard !groups.isEmpty else { return false }
        switch reference(key) {
        case .setting(let setting), .option(_, let setting):
            return groups.contains(setting.groupKey)
        case .row(let item): return groups.contains(item.groupKey)
        case nil: return groups.contains(currentKey(of: key) ?? key)
        }
    }

    /// The schema with nothing of some groups on its pages; their values go on counting.
    ///
    /// - Throws: `SchemaError` where the result could not be read, which no sound schema does.
    package func hiding(_ hidden: Set<String>) throws(SchemaError) -> Schema {
        guard let json = try? JSONReader.read(canonicalJSON) else { return self }
        let limited = within(json, hidden: hidden, all: false)
        return try SchemaReader.read(JSONWriter().bytes(limited), name: key, controls: controls)
    }

    /// The groups of the panel or of a page's item.
    private func within(_ json: JSONValue, hidden: Set<String>, all: Bool) -> JSONValue {
        guard let groups = json.object?["groups"]?.array else { return json }
        return json.replacing(
            "groups",
            with: JSONValue(.array(groups.compactMap { group($0, hidden: hidden, all: all) })))
    }

    /// `nil` for a group without rows to hide, whose words alone would show what it is about.
    private func group(_ json: JSONValue, hidden: Set<String>, all: Bool) -> JSONValue? {
        guard let object = json.object else { return json }
        let items = object["items"]?.array ?? []
        let isHidden = all || object["groupKey"]?.string.map(hidden.contains) ?? false
        let shown = items.filter { item in
            guard let key = item.object?["itemReference"]?.string else { return true }
            return !isHidden && !isKept(key, in: hidden)
        }
        guard !shown.isEmpty || items.isEmpty && !isHidden else { return nil }
        return json.replacing(
            "items",
            with: JSONValue(
                .array(
                    shown.map { item in
                        let inside = within(item, hidden: hidden, all: isHidden)
                        return isHidden ? inside.replacing("itemHidden", with: true) : inside
                    })))
    }
}
