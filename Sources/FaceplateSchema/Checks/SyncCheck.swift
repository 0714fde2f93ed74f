/// Machines do not share read-only values, values of one machine, large files, and the switch that turns sync on.
struct SyncCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let switchKey = document.panel?.string("panelSyncSwitch")
        let shared = Set(document.items.filter(Self.isSynced).compactMap(\.key))
        let switches = document.items.filter { $0.control == .switch }.compactMap(\.key)
        let unknown = document.panel?.problem(
            "panelSyncSwitch", noKeyOf: "switch", among: switches)
        return [unknown].compactMap(\.self)
            + document.items.filter(Self.isSynced).compactMap { item in
                reason(item, switchKey).map { item.node.problem("itemSynced", $0) }
            }
            + clearings(shared, document) + document.groups.flatMap(machinesOwn)
    }

    /// For a `select` group, each of the two attributes can be at any option.
    private func machinesOwn(in group: SchemaDocument.Group) -> [SchemaProblem] {
        func isForMachine(_ item: SchemaDocument.Item) -> Bool {
            item.node.string("itemScope") == Schema.Scope.machine.rawValue
        }
        let isGroupForMachine = group.options.contains(where: isForMachine)
        return group.items.filter { item in
            Self.isSynced(item)
                && (item.control == .select ? isGroupForMachine : isForMachine(item))
        }.map { item in
            item.node.problem(
                "itemSynced", "A value of one machine ('itemScope') is not synced.")
        }
    }

    private static func isSynced(_ item: SchemaDocument.Item) -> Bool {
        item.node.boolean("itemSynced") == true
    }

    /// Returns the problems of shared settings that a setting of a single machine could clear on all
    /// machines: by its own condition, one of its group or page, or one of an item that these test.
    private func clearings(
        _ shared: Set<String>, _ document: SchemaDocument
    ) -> [SchemaProblem] {
        let cleared = document.items.filter {
            Self.isSynced($0) && $0.node.string("itemWhenHidden") == "clear"
        }
        guard !cleared.isEmpty else { return [] }
        let visibility = Visibility(document)
        return cleared.compactMap { item in
            guard let key = item.key,
                let own = visibility.tested(for: key).first(where: { !shared.contains($0) })
            else { return nil }
            return item.node.problem(
                "itemWhenHidden",
                "'\(own)' is not synced: where it hides this setting, 'clear' would empty the "
                    + "setting on all machines. Sync '\(own)' as well, or leave 'itemWhenHidden' "
                    + "out.")
        }
    }

    /// `AttributeNamesCheck` reports controls that are never shared.
    private func reason(_ item: SchemaDocument.Item, _ switchKey: String?) -> String? {
        if let key = item.key, key == switchKey {
            return "'\(key)' turns sync on and off, and each machine has its own."
        }
        if item.node.boolean("itemReadOnly") == true {
            return "A read-only value belongs to one machine, and is not synced."
        }
        let most = EditFileControl.largestSyncedSize
        if item.control == .editFile, let size = item.node.count("itemMaximumSize"), size > most {
            return "A synced file can have \(most) bytes at most, and 'itemMaximumSize' is \(size)."
        }
        return nil
    }
}
