import FaceplateSchema

/// The attributes of each part of a schema as canonical JSON, to compare two schemas.
///
/// The keys and places of parts are compared by `SchemaDifference`.
struct SchemaParts {
    private(set) var panel: JSONObject = [:]
    private(set) var groups: [String: JSONObject] = [:]
    private(set) var items: [String: JSONObject] = [:]
    /// The references to items of other groups, by group.
    private(set) var references: [String: [JSONValue]] = [:]

    private static let places: Set<String> = [
        "$schema", "$comment", "labels", "groups", "items", "order", "panelKey", "panelVersion",
        "groupKey", "itemKey", "itemRenamedFrom", "groupRenamedFrom",
    ]

    init(of schema: Schema) {
        panel = (try? JSONReader.read(schema.canonicalJSON))?.object ?? [:]
        addGroups(panel)
    }

    private mutating func addGroups(_ parent: JSONObject) {
        for group in parent["groups"]?.array?.compactMap(\.object) ?? [] {
            guard let key = group["groupKey"]?.string else { continue }
            groups[key] = group
            for item in group["items"]?.array?.compactMap(\.object) ?? [] {
                if let key = item["itemKey"]?.string { items[key] = item }
                if item["itemReference"] != nil {
                    references[key, default: []].append(JSONValue(.object(item)))
                }
                addGroups(item)
            }
        }
    }

    /// Returns the names of the attributes that differ, in alphabetical order.
    static func changes(_ old: JSONObject?, _ new: JSONObject?) -> [String] {
        func attributes(_ object: JSONObject?) -> [String: JSONValue] {
            (object?.members ?? []).filter { !places.contains($0.name) }
                .reduce(into: [:]) { $0[$1.name] = $1.value }
        }
        let (old, new) = (attributes(old), attributes(new))
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }
}
