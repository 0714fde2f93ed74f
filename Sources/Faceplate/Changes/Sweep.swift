/// A request to reset several settings to their defaults: those of a group, of a page with its subpages, or of the
/// whole panel; or to confirm or undo all changes that wait for it.
///
/// Settings that cannot or should not be reset are left out silently: settings that are locked, read-only, or disabled
/// by a rule, required settings without a default, and secrets, whose removal could not be undone.
struct Sweep {
    let settings: [Schema.Setting]

    /// `nil` if the assignment concerns a single setting, or nothing.
    init?(_ assignment: Assignment, in snapshot: Snapshot) {
        switch assignment.input {
        case .reset: break
        case .keep, .goBack:
            guard assignment.key == "*" else { return nil }
            settings = snapshot.unconfirmed
            return
        case .text, .json, .value, .form, .property, .clear: return nil
        }
        guard let settings = snapshot.schema.settings(under: assignment.key) else { return nil }
        let rules = snapshot.rules
        self.settings = settings.filter { snapshot.isSwept($0, rules) }
    }
}

extension Snapshot {
    /// Empty for the key of a single setting.
    package func sweep(under key: String) -> [Schema.Setting] {
        Sweep(Assignment(key, .reset), in: self)?.settings ?? []
    }

    fileprivate func isSwept(_ setting: Schema.Setting, _ rules: RuleState) -> Bool {
        guard isSet(setting), !setting.isSecret, !setting.isReadOnly, !isLocked(setting),
            !setting.isRequired || defaultValue(of: setting)?.isEmpty == false
        else { return false }
        return schema.items[setting.pickerKey ?? setting.key].map(rules.isEnabled) ?? true
    }

    package func shownResets(group: Schema.ItemGroup) -> [Schema.Setting] {
        stored.isEmpty ? [] : shownResets(schema.settings(of: group))
    }

    /// The empty key means the whole panel.
    package func shownResets(page key: String) -> [Schema.Setting] {
        guard key.isEmpty else {
            return stored.isEmpty ? [] : shownResets(schema.settings(under: key) ?? [])
        }
        // Only set values are reset, and usually most settings have none.
        return shownResets(
            stored.keys.compactMap { schema.settings.index(of: $0) }.sorted().map {
                schema.settings[$0]
            })
    }

    private func shownResets(_ settings: [Schema.Setting]) -> [Schema.Setting] {
        let rules = rules
        return settings.filter { setting in
            isSwept(setting, rules) && isModified(setting)
                && (!setting.isHidden || setting.pickerKey != nil)
                && rules.isVisible(setting.pickerKey ?? setting.key)
        }
    }
}

extension Schema {
    /// `nil` for any other key than that of a group, a page or the panel (`*`), and for a `select` group, which is a
    /// setting itself.
    func settings(under key: String) -> [Setting]? {
        if key == "*" { return Array(settings) }
        guard reference(key).map({ if case .row = $0 { true } else { false } }) ?? true else {
            return nil
        }
        if let page = pages[key], !page.path.isEmpty {
            return pages.filter { $0.path.starts(with: page.path) }
                .flatMap { $0.groups.flatMap(settings(of:)) }
        }
        return groups.first { $0.key == key }.map(settings(of:))
    }

    func settings(of group: ItemGroup) -> [Setting] {
        ([group.key] + group.items.flatMap { [$0.key, Setting.addedKey(of: $0.key)] })
            .compactMap { settings[$0] }
            .filter { $0.groupKey == group.key }
    }
}
