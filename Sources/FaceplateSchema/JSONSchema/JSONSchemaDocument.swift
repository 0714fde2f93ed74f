import Foundation

/// A document whose parts refer to each other, and the places of these parts.
struct JSONSchemaDocument {
    /// A part, and the address to which the references in it are relative.
    struct Part {
        let json: JSONValue
        let base: String
    }

    let root: Part
    /// Through draft 7, a reference replaces everything beside it.
    let referencesAreAlone: Bool
    /// By address, also those of anchors: `https://example.org/a#b`.
    private var parts: [String: Part] = [:]

    init(_ json: JSONValue) {
        let version = json.object?["$schema"]?.string ?? ""
        referencesAreAlone = ["draft-03", "draft-04", "draft-06", "draft-07"]
            .contains(where: version.contains)
        root = Part(json: json, base: Self.base(of: json, in: ""))
        parts[""] = root
        // Beside a reference at the root, many tools write an identifier, and mean it.
        parts[root.base] = root
        index(json, base: "", depth: 0)
    }

    /// Returns the address of a part inside, from the identifier that it declares.
    static func base(of json: JSONValue, in base: String) -> String {
        guard let object = json.object,
            let id = (object["$id"] ?? object["id"])?.string, !id.hasPrefix("#")
        else { return base }
        return resolved(String(id.prefix { $0 != "#" }), in: base)
    }

    /// Returns the address of a reference: the document, `#` and the place in it.
    static func address(of reference: String, in base: String) -> String {
        let document = String(reference.prefix { $0 != "#" })
        let place = reference.dropFirst(document.count + 1)
        return "\(resolved(document, in: base))#\(place.removingPercentEncoding ?? String(place))"
    }

    private static func resolved(_ address: String, in base: String) -> String {
        guard !address.isEmpty else { return base }
        guard !base.isEmpty, let url = URL(string: base) else { return address }
        return URL(string: address, relativeTo: url)?.absoluteString ?? address
    }

    /// `nil` for a part of another document.
    func part(at address: String) -> Part? {
        if let part = parts[address] { return part }
        let document = String(address.prefix { $0 != "#" })
        guard var place = parts[document] else { return nil }
        let pointer = address.dropFirst(document.count + 1)
        guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
        for step in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        where !pointer.isEmpty {
            let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            guard let next = Self.child(name, of: place.json) else { return nil }
            place = Part(json: next, base: Self.base(of: next, in: place.base))
        }
        return place
    }

    /// True for an address in this document, even if there is nothing.
    func contains(_ address: String) -> Bool { parts[String(address.prefix { $0 != "#" })] != nil }

    private static func child(_ name: String, of json: JSONValue) -> JSONValue? {
        if let member = json.object?[name] { return member }
        guard let list = json.array, let index = Int(name), list.indices.contains(index) else {
            return nil
        }
        return list[index]
    }

    // MARK: - Identifiers

    /// Only where a schema can be: a member of the same name can also be in a value.
    private mutating func index(_ json: JSONValue, base: String, depth: Int) {
        guard let object = json.object, depth <= JSONReader.maximumDepth else { return }
        var base = base
        if !referencesAreAlone || object["$ref"] == nil {
            base = Self.base(of: json, in: base)
            let part = Part(json: json, base: base)
            if object["$id"] != nil || object["id"]?.string != nil { add(part, at: base) }
            let anchors = ["$anchor", "$dynamicAnchor"].compactMap { object[$0]?.string }
            let older = ["$id", "id"].compactMap { object[$0]?.string }
                .compactMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
            for anchor in anchors + older { add(part, at: "\(base)#\(anchor)") }
        }
        for member in object.members {
            for part in JSONSchemaKeyword.schemas(in: member) {
                index(part, base: base, depth: depth + 1)
            }
        }
    }

    private mutating func add(_ part: Part, at address: String) {
        if parts[address] == nil { parts[address] = part }
    }
}

/// The keywords with schemas inside.
enum JSONSchemaKeyword {
    private static let single: Set<String> = [
        "additionalItems", "additionalProperties", "contains", "else", "if", "items", "not",
        "propertyNames", "then",
    ]
    private static let lists: Set<String> = ["allOf", "anyOf", "items", "oneOf", "prefixItems"]
    private static let maps: Set<String> = [
        "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties",
        "properties",
    ]

    static func schemas(in member: JSONObject.Member) -> [JSONValue] {
        if lists.contains(member.name), let list = member.value.array { return list }
        if maps.contains(member.name) { return member.value.object?.members.map(\.value) ?? [] }
        return single.contains(member.name) ? [member.value] : []
    }
}
