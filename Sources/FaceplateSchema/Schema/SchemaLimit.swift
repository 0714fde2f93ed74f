extension Schema {
    package struct Withheld: Sendable, Hashable {
        package var groups: Set<String> = []
        /// The keys of items, of which each is withheld by its own `itemAccess`.
        package var items: Set<String> = []
        /// True if settings that the schema no longer has were withheld.
        package var hasFormer = false

        package init() {}

        package var isEmpty: Bool { groups.isEmpty && items.isEmpty && !hasFormer }
    }

    /// These are the groups whose `groupAccess`, and the items whose `itemAccess`, name none of `people`, and all groups
    /// on the subpages of these.
    ///
    /// - Parameter formerAccess: The lists of user groups that the settings of earlier schemas required.
    package func withheld(
        from people: Set<String>, formerly formerAccess: [[String]] = []
    ) -> Withheld {
        func names(_ access: [String]) -> Bool {
            access.isEmpty || !people.isDisjoint(with: access)
        }
        // A page precedes its subpages in `groups`, so that one pass is enough.
        var known = Withheld()
        known.hasFormer = !formerAccess.allSatisfy(names)
        var withheld = groups.reduce(into: known) { withheld, group in
            let isBelow = group.pagePath.contains { page in
                items[page].map { item in
                    withheld.groups.contains(item.groupKey) || withheld.items.contains(page)
                } ?? false
            }
            if !names(group.access) || isBelow { withheld.groups.insert(group.key) }
            for item in group.items where !names(item.access) { withheld.items.insert(item.key) }
        }
        guard !withheld.groups.isEmpty || !withheld.items.isEmpty else { return withheld }
        // A group or a page without a row for the viewer would only reveal its subject. A subpage follows its page.
        for page in pages.reversed() {
            for group in page.groups where !withheld.groups.contains(group.key) {
                let isBare = group.items.isEmpty && group.secondPlaces.isEmpty
                guard !isBare, group.items.allSatisfy({ withheld.items.contains($0.key) }),
                    group.secondPlaces.allSatisfy({ isWithheld($0.key, in: withheld) })
                else { continue }
                withheld.groups.insert(group.key)
            }
            guard !page.key.isEmpty, !page.groups.isEmpty,
                page.groups.allSatisfy({ withheld.groups.contains($0.key) })
            else { continue }
            withheld.items.insert(page.key)
        }
        return withheld
    }

    /// Returns the lists of user groups of which a viewer must belong to one each to see an item or setting: those of the
    /// item, of its group, and of the pages around it.
    package func access(to key: String) -> [[String]] {
        let setting = settings[key]
        guard let groupKey = setting?.groupKey ?? items[key]?.groupKey,
            let group = groups.first(where: { $0.key == groupKey })
        else { return [] }
        let own = items[setting?.pickerKey ?? key]?.access ?? []
        let outside = group.pagePath.last.map { access(to: $0) } ?? []
        return ([own, group.access] + outside).filter { !$0.isEmpty }
    }

    /// A key that the schema does not have can be that of an earlier, withheld setting.
    ///
    /// It is withheld from every viewer from whom anything is withheld.
    package func isWithheld(_ key: String, in withheld: Withheld) -> Bool {
        guard !withheld.isEmpty else { return false }
        return isWithheld(known: key, in: withheld) ?? true
    }

    /// Returns true if a key that the requester itself has named is withheld.
    ///
    /// A key that the schema does not have is then an unknown one, as for every requester.
    package func isWithheld(named key: String, in withheld: Withheld) -> Bool {
        guard !withheld.isEmpty else { return false }
        return isWithheld(known: key, in: withheld) ?? false
    }

    /// Returns `nil` for a key that the schema does not have.
    private func isWithheld(known key: String, in withheld: Withheld) -> Bool? {
        switch reference(key) {
        case .setting(let setting), .option(_, let setting):
            return isWithheld(setting, in: withheld)
        case .row(let item):
            return withheld.groups.contains(item.groupKey) || withheld.items.contains(item.key)
        case nil:
            let key = currentKey(of: key) ?? key
            if withheld.groups.contains(key) || withheld.items.contains(key) { return true }
            return pageOfGroup[key] != nil || pages[key] != nil ? false : nil
        }
    }

    /// The options that users added to a picker are withheld with it.
    package func isWithheld(_ setting: Setting, in withheld: Withheld) -> Bool {
        withheld.groups.contains(setting.groupKey)
            || withheld.items.contains(setting.pickerKey ?? setting.key)
    }

    /// Conditions can still test withheld settings, so `RuleState.showing(_:)` of the whole schema judges them.
    ///
    /// The checks keep their places; those that test a withheld setting have no message.
    package func hiding(_ hidden: Withheld) throws -> Schema {
        let json = try JSONReader.read(canonicalJSON)
        let attributes = customControls.mapValues(\.attributes)
        let types = SchemaDocument(json, controls: attributes).types
        var limited = within(json, without: hidden)
        for name in ["panelTheme", "panelAccent", "panelRestart", "panelSyncSwitch"] {
            guard let key = limited.object?[name]?.string, isWithheld(key, in: hidden) else {
                continue
            }
            limited = limited.without(name)
        }
        // The checks of the panel, then those of each group.
        let ofPanel = checks.dropLast(groups.reduce(0) { $0 + $1.checks.count })
        let isSilent =
            ofPanel.map { _ in false }
            + groups.flatMap { group in
                group.checks.map { _ in hidden.groups.contains(group.key) }
            }
        return Schema(
            SchemaDocument(limited.without("panelChecks"), controls: attributes, types: types),
            json: limited.without("panelChecks"), name: key, controls: customControls,
            handlers: [:],
            checks: zip(checks, isSilent).map { check, isSilent in
                isSilent || check.condition.keys.contains { isWithheld($0, in: hidden) }
                    ? check.silent : check
            })
    }

    private func within(_ json: JSONValue, without hidden: Withheld) -> JSONValue {
        guard let groups = json.object?["groups"]?.array else { return json }
        return json.replacing(
            "groups", with: .array(groups.compactMap { group($0, without: hidden) }))
    }

    /// `nil` if it has no rows left, because its labels alone would reveal its subject.
    private func group(_ json: JSONValue, without hidden: Withheld) -> JSONValue? {
        guard let object = json.object else { return json }
        if let key = object["groupKey"]?.string, hidden.groups.contains(key) { return nil }
        let items = object["items"]?.array ?? []
        let shown = items.filter { item in
            let key = item.object?["itemReference"] ?? item.object?["itemKey"]
            return !(key?.string.map { isWithheld($0, in: hidden) } ?? false)
        }
        guard !shown.isEmpty || items.isEmpty else { return nil }
        return json.without("groupChecks")
            .replacing("items", with: .array(shown.map { item($0, without: hidden) }))
    }

    private func item(_ json: JSONValue, without hidden: Withheld) -> JSONValue {
        let isDead = json.object?["itemPage"]?.string.map { isWithheld($0, in: hidden) } ?? false
        return within(isDead ? json.without("itemPage") : json, without: hidden)
    }
}

extension JSONValue {
    fileprivate func without(_ names: String...) -> JSONValue {
        guard let object else { return self }
        return .object(
            object.members.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
    }
}

extension Schema {
    /// The amount of history that a store retains; later changes remove older revisions.
    ///
    /// The newest revision is never removed, nor is the last change of a setting.
    package struct HistoryLimit: Sendable, Hashable {
        /// Manual changes never reach this number; it stops an app that saves each minute from filling the disk.
        package static let defaultRevisions = 100_000

        /// The maximum number of revisions, at least 1.
        package let revisions: Int
        /// The maximum age of a revision in days; `nil` for any age.
        package let days: Int?
        package static let defaultBytes = 256 << 20
        /// The maximum size of the values in history, in bytes, at least 1; a value that several changes have counts
        /// about once.
        package let bytes: Int

        package init(revisions: Int? = nil, days: Int? = nil, bytes: Int? = nil) {
            self.bytes = max(bytes ?? Self.defaultBytes, 1)
            self.revisions = max(revisions ?? Self.defaultRevisions, 1)
            self.days = days
        }
    }
}
