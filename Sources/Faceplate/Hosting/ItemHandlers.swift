/// The item for which a handler is called.
public struct AskedItem: Sendable {
    /// The key of the item.
    public let key: String
    /// The data that the program attached to the item.
    public let data: JSONValue?
    /// The position of the item in its group, from 0.
    public let position: Int
}

/// Each kind of handler has its own type, by which it is found among the handlers of an item.
struct ChangeHandler: Sendable {
    let handle: @Sendable (SettingChange<Value?>) -> Void
}

struct OptionsHandler: Sendable {
    let options: @Sendable (AskedItem) async throws -> [ProvidedOption]
}

struct ValueHandler: Sendable {
    let value: @Sendable (AskedItem) async -> Value?
}

extension SettingItem {
    /// Calls `handler` after each revision that changed the setting, from any source.
    ///
    /// The calls are in order, on the settings' own queue: the handler must not block, and must not wait for `apply`.
    public func onChange(_ handler: @escaping @Sendable (SettingChange<Value?>) -> Void) -> Self {
        handled(by: ChangeHandler(handle: handler))
    }
}

extension SettingProperty {
    /// Calls `handler` after each revision that changed the setting, from any process, with values of the property's
    /// type.
    ///
    /// The calls are in order, on the settings' own queue: the handler must not block, and must not wait for `apply`.
    public func onChange(_ handler: @escaping @Sendable (SettingChange<Value>) -> Void) -> Self {
        handled(
            by: ChangeHandler { [cell] change in
                for change in cell.changes(in: change.revision) { handler(change) }
            })
    }
}

extension Group {
    /// Calls `handler` after each revision in which another `Select` item of the group was chosen.
    ///
    /// The calls are in order, on the settings' own queue: the handler must not block, and must not wait for `apply`.
    public func onChange(_ handler: @escaping @Sendable (SettingChange<Value?>) -> Void) -> Self {
        handled(by: ChangeHandler(handle: handler))
    }
}

extension Select {
    /// Calls `handler` after each revision in which this option was chosen.
    ///
    /// The change is that of the group; `data` and `position` are those of the option. The calls are in order, on the
    /// settings' own queue: the handler must not block, and must not wait for `apply`.
    public func onSelect(_ handler: @escaping @Sendable (SettingChange<Value?>) -> Void) -> Self {
        handled(by: ChangeHandler(handle: handler))
    }
}

extension OptionsItem {
    /// Calls `provider` for the options each time a page that shows the item is opened, and when the settings are
    /// opened.
    ///
    /// The provider runs on a thread that may block, and has 60 seconds to answer. While it throws, the earlier options
    /// stay, and the row shows the reason.
    public func options(
        _ provider: @escaping @Sendable (AskedItem) async throws -> [ProvidedOption]
    ) -> Self {
        optionsProvided().handled(by: OptionsHandler(options: provider))
    }
}

extension Info {
    /// Calls `provider` for the value each time a page that shows the row is opened, on a thread that may block.
    ///
    /// The value is shown and never stored; `nil` shows none. `Settings.value(_:)` calls the provider too, and waits for
    /// it, up to 60 seconds.
    public func value(_ provider: @escaping @Sendable (AskedItem) async -> Value?) -> Self {
        handled(by: ValueHandler(value: provider))
    }
}

extension Schema {
    package func position(of item: Item) -> Int {
        let group = groups.first { $0.key == item.groupKey }
        return group?.items.firstIndex { $0.key == item.key } ?? 0
    }

    var providedContent: ProvidedContent { providedContent(by: handlers) }

    func providedContent(by handlers: [String: [any Sendable]]) -> ProvidedContent {
        var content = ProvidedContent()
        for (key, handlers) in handlers {
            let item = items[key]
            let asked = AskedItem(
                key: key, data: item?.data, position: item.map(position(of:)) ?? 0)
            for handler in handlers {
                if let handler = handler as? OptionsHandler {
                    content.options[key] = { try await handler.options(asked) }
                } else if let handler = handler as? ValueHandler {
                    content.values[key] = { await handler.value(asked) }
                }
            }
        }
        return content
    }
}
