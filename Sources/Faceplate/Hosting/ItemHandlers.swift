/// The item that a program is asked about.
public struct AskedItem: Sendable {
    /// Its key.
    public let key: String
    /// What the program attached to it.
    public let data: JSONValue?
    /// Where it stands in its group, from 0.
    public let position: Int
}

/// What a declaration in Swift brings along, one type a purpose.
struct ChangeHandler: Sendable {
    let handle: @Sendable (SettingChange<Value?>) -> Void
}

struct OptionsHandler: Sendable {
    let options: @Sendable (AskedItem) -> [ProvidedOption]
}

struct ValueHandler: Sendable {
    let value: @Sendable (AskedItem) -> Value?
}

extension SettingItem {
    /// Calls `handler` after each revision that changed the setting, whoever made it.
    ///
    /// In order, on the settings' own queue: it must not wait, and must not wait for `apply`.
    public func onChange(_ handler: @escaping @Sendable (SettingChange<Value?>) -> Void) -> Self {
        handled(by: ChangeHandler(handle: handler))
    }
}

extension Group {
    /// Calls `handler` after each revision in which another of its `Select` items was chosen.
    ///
    /// In order, on the settings' own queue: it must not wait, and must not wait for `apply`.
    public func onChange(_ handler: @escaping @Sendable (SettingChange<Value?>) -> Void) -> Self {
        handled(by: ChangeHandler(handle: handler))
    }
}

extension Select {
    /// Calls `handler` after each revision in which this option was chosen; the change is the group's,
    /// data and position are the option's.
    ///
    /// In order, on the settings' own queue: it must not wait, and must not wait for `apply`.
    public func onSelect(_ handler: @escaping @Sendable (SettingChange<Value?>) -> Void) -> Self {
        handled(by: ChangeHandler(handle: handler))
    }
}

extension OptionsItem {
    /// Asks for the options whenever a page that shows them is opened, and when the settings are
    /// opened; on a thread that may wait.
    public func options(
        _ provider: @escaping @Sendable (AskedItem) -> [ProvidedOption]
    ) -> Self {
        optionsProvided().handled(by: OptionsHandler(options: provider))
    }
}

extension Info {
    /// Asks for the value whenever a page that shows it is opened; on a thread that may wait.
    public func value(_ provider: @escaping @Sendable (AskedItem) -> Value?) -> Self {
        handled(by: ValueHandler(value: provider))
    }
}

extension Schema {
    /// Where an item stands in its group, from 0.
    package func position(of item: Item) -> Int {
        let group = groups.first { $0.key == item.groupKey }
        return group?.items.firstIndex { $0.key == item.key } ?? 0
    }

    /// What those who declared items provide.
    var providedContent: ProvidedContent {
        var content = ProvidedContent()
        for (key, handlers) in handlers {
            let item = items[key]
            let asked = AskedItem(
                key: key, data: item?.data, position: item.map(position(of:)) ?? 0)
            for handler in handlers {
                if let handler = handler as? OptionsHandler {
                    content.options[key] = { handler.options(asked) }
                } else if let handler = handler as? ValueHandler {
                    content.values[key] = { handler.value(asked) }
                }
            }
        }
        return content
    }
}
