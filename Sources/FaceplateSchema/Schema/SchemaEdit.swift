/// A change of a schema while the app runs.
package enum SchemaEdit: Sendable, Hashable {
    /// Replaces the group with this key; the new group can have another key.
    case group(String, JSONValue)
    /// Adds a group to a page, before another group of the page or at its end; an empty key names the
    /// first page.
    case addGroup(JSONValue, page: String, before: String?)
    case removeGroup(String)
    /// Moves the group with this key on its page, before another group or to the end.
    case moveGroup(String, before: String?)
    /// Replaces the groups of a page, named by the key of its item; an empty key names the first page.
    case groups(page: String, [JSONValue])
    case options(item: String, [JSONValue])
    /// Replaces the default of an item or of a `select` group; the default of a group is the key of an option.
    case defaultValue(of: String, JSONValue)
}

extension Schema {
    /// Returns the schema with the edits applied, after the same checks as for any schema.
    ///
    /// An edit has no effect if its group, page or item does not exist.
    ///
    /// - Throws: `SchemaError` with all problems of the result.
    package func applying(_ edits: [SchemaEdit]) throws(SchemaError) -> Schema {
        guard !edits.isEmpty, let json = try? JSONReader.read(canonicalJSON) else { return self }
        let edited = edits.reduce(json) { SchemaEditor(edit: $1).page($0, key: "") }
        guard edited != json else { return self }
        return try SchemaReader.read(JSONWriter().bytes(edited), name: key, controls: controls)
    }
}

private struct SchemaEditor {
    let edit: SchemaEdit

    func page(_ json: JSONValue, key: String?) -> JSONValue {
        switch edit {
        case .groups(let page, let groups) where page == key:
            return json.replacing("groups", with: .array(groups))
        case .addGroup(let group, let page, let next) where page == key:
            return adding(group, before: next, to: json)
        default: return within(json)
        }
    }

    /// At the end if the page does not have that one.
    private func adding(_ group: JSONValue, before next: String?, to page: JSONValue) -> JSONValue {
        var groups = page.object?["groups"]?.array ?? []
        groups.insert(group, at: groups.firstIndex { key(of: $0) == next } ?? groups.endIndex)
        return page.replacing("groups", with: .array(groups))
    }

    private func key(of group: JSONValue) -> String? { group.object?["groupKey"]?.string }

    private func option(_ json: JSONValue, isOn value: JSONValue) -> JSONValue {
        guard json.object?["itemControlType"]?.string == "select", let key = json.object?["itemKey"]
        else { return json }
        return json.replacing("itemValue", with: .boolean(key == value))
    }

    private func within(_ json: JSONValue) -> JSONValue {
        guard let groups = json.object?["groups"]?.array else { return json }
        switch edit {
        case .removeGroup(let wanted) where groups.contains { key(of: $0) == wanted }:
            let others = groups.filter { key(of: $0) != wanted }
            return json.replacing("groups", with: .array(others))
        case .moveGroup(let wanted, let next) where wanted != next:
            guard let moved = groups.first(where: { key(of: $0) == wanted }) else { break }
            let others = groups.filter { key(of: $0) != wanted }
            let page = json.replacing("groups", with: .array(others))
            return adding(moved, before: next, to: page)
        default: break
        }
        return json.replacing("groups", with: .array(groups.map(group)))
    }

    private func group(_ json: JSONValue) -> JSONValue {
        if case .group(let key, let other) = edit, json.object?["groupKey"]?.string == key {
            return other
        }
        guard let items = json.object?["items"]?.array else { return json }
        if case .defaultValue(of: let key, let value) = edit,
            json.object?["groupKey"]?.string == key
        {
            return json.replacing(
                "items", with: .array(items.map { option($0, isOn: value) }))
        }
        return json.replacing("items", with: .array(items.map(item)))
    }

    private func item(_ json: JSONValue) -> JSONValue {
        let key = json.object?["itemKey"]?.string
        switch edit {
        case .options(let item, let options) where item == key:
            // Values that are no longer among the options stay, because they can return.
            return json.replacing("itemOptions", with: .array(options))
                .replacing("itemOptionsProvided", with: true)
        case .defaultValue(of: let item, let value) where item == key:
            return json.replacing("itemValue", with: value)
        default: return page(json, key: key)
        }
    }
}

extension JSONValue {
    func replacing(_ name: String, with value: JSONValue) -> JSONValue {
        let others = (object?.members ?? []).filter { $0.name != name }
        return .object(others + [.init(name: name, value: value)])
    }
}
