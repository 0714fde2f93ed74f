/// A change of a schema while a program runs.
public enum SchemaEdit: Sendable, Hashable {
    /// Another group in the place of the one that has this key; the new one may have another key.
    case group(String, JSONValue)
    /// Other groups on a page, by the key of its item; the empty key is the first page.
    case groups(page: String, [JSONValue])
    /// Other options of a `choice`, `segment`, `choices` or `picker`.
    case options(item: String, [JSONValue])
    /// Another default of a setting: an item, or a `select` group, whose default is an option's key.
    case defaultValue(of: String, JSONValue)
}

extension Schema {
    /// The schema with changes, read and checked as any other.
    ///
    /// A change whose group, page or item is not there changes nothing.
    ///
    /// - Throws: `SchemaError` with every problem of the result.
    public func applying(_ edits: [SchemaEdit]) throws(SchemaError) -> Schema {
        guard !edits.isEmpty, let json = try? JSONReader.read(canonicalJSON) else { return self }
        let edited = edits.reduce(json) { SchemaEditor(edit: $1).panel($0) }
        guard edited != json else { return self }
        return try SchemaReader.read(JSONWriter().bytes(edited), name: key, controls: controls)
    }
}

/// Carries one change out, wherever its place is.
private struct SchemaEditor {
    let edit: SchemaEdit

    func panel(_ json: JSONValue) -> JSONValue {
        if case .groups(page: "", let groups) = edit {
            return json.replacing("groups", with: JSONValue(.array(groups)))
        }
        return within(json)
    }

    /// An option of a `select` group, on where its key is the group's default.
    private func option(_ json: JSONValue, isOn value: JSONValue) -> JSONValue {
        guard json.object?["itemControlType"]?.string == "select", let key = json.object?["itemKey"]
        else { return json }
        return json.replacing("itemValue", with: JSONValue(.boolean(key == value)))
    }

    /// The groups of the panel or of a page's item.
    private func within(_ json: JSONValue) -> JSONValue {
        guard let groups = json.object?["groups"]?.array else { return json }
        return json.replacing("groups", with: JSONValue(.array(groups.map(group))))
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
                "items", with: JSONValue(.array(items.map { option($0, isOn: value) })))
        }
        return json.replacing("items", with: JSONValue(.array(items.map(item))))
    }

    private func item(_ json: JSONValue) -> JSONValue {
        let key = json.object?["itemKey"]?.string
        switch edit {
        case .groups(let page, let groups) where page == key:
            return json.replacing("groups", with: JSONValue(.array(groups)))
        case .options(let item, let options) where item == key:
            return json.replacing("itemOptions", with: JSONValue(.array(options)))
        case .defaultValue(of: let item, let value) where item == key:
            return json.replacing("itemValue", with: value)
        default: return within(json)
        }
    }
}

extension JSONValue {
    /// An object with another value of one name, which it need not have had.
    func replacing(_ name: String, with value: JSONValue) -> JSONValue {
        let others = (object?.members ?? []).filter { $0.name != name }
        return JSONValue(.object(JSONObject(others + [.init(name: name, value: value)])))
    }
}
