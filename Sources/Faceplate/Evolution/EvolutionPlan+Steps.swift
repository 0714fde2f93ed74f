extension EvolutionPlan.Step: CustomStringConvertible {
    /// One line for display.
    public var description: String {
        func text(_ json: JSONValue) -> String { JSONWriter().text(json) }
        switch self {
        case .panelModified(let what): return "panel: \(what.joined(separator: ", ")) changed"
        case .groupCreated(let key): return "new group '\(key)'"
        case .groupRemoved(let key): return "group '\(key)' removed"
        case .groupModified(let key, let what):
            return "group '\(key)': \(what.joined(separator: ", ")) changed"
        case .groupRenamed(let key, let former): return "group '\(former)' is now '\(key)'"
        case .itemCreated(let key, let control): return "new item '\(key)' (\(control.rawValue))"
        case .itemRemoved(let key): return "item '\(key)' removed"
        case .itemRenamed(let key, let former): return "item '\(former)' is now '\(key)'"
        case .itemMoved(let key, let from, let to):
            return "item '\(key)' moved from group '\(from)' to '\(to)'"
        case .itemModified(let key, let what):
            return "item '\(key)': \(what.joined(separator: ", ")) changed"
        case .valueMoved(let key, let former): return "the value of '\(former)' moves to '\(key)'"
        case .valueConverted(let key, let old, let new):
            return "the value of '\(key)' becomes \(text(new)), from \(text(old))"
        case .valueParked(let key, let value, let reason):
            return "the value \(text(value)) of '\(key)' is parked: \(reason)"
        case .valueRestored(let key, let value):
            return "the parked value \(text(value)) of '\(key)' is restored"
        case .valueSealed(let key): return "the value of '\(key)' is a secret from now on"
        case .valueAdded(let key, let value):
            return "the value of '\(key)' is added: \(text(value))"
        case .labelsChanged: return "labels changed"
        }
    }

    /// A name for scripts, such as `item_renamed`.
    public var name: String {
        switch self {
        case .panelModified: "panel_modified"
        case .groupCreated: "group_created"
        case .groupRemoved: "group_removed"
        case .groupModified: "group_modified"
        case .groupRenamed: "group_renamed"
        case .itemCreated: "item_created"
        case .itemRemoved: "item_removed"
        case .itemRenamed: "item_renamed"
        case .itemMoved: "item_moved"
        case .itemModified: "item_modified"
        case .valueMoved: "value_moved"
        case .valueConverted: "value_converted"
        case .valueParked: "value_parked"
        case .valueRestored: "value_restored"
        case .valueSealed: "value_sealed"
        case .valueAdded: "value_added"
        case .labelsChanged: "labels_changed"
        }
    }

    /// The key that the step concerns; `nil` for the panel and for labels.
    public var key: String? {
        switch self {
        case .groupCreated(let key), .groupRemoved(let key), .groupModified(let key, _),
            .groupRenamed(let key, _), .itemCreated(let key, _), .itemRemoved(let key),
            .itemRenamed(let key, _),
            .itemMoved(let key, _, _), .itemModified(let key, _), .valueMoved(let key, _),
            .valueConverted(let key, _, _), .valueParked(let key, _, _),
            .valueRestored(let key, _), .valueSealed(let key), .valueAdded(let key, _):
            key
        case .panelModified, .labelsChanged: nil
        }
    }
}
