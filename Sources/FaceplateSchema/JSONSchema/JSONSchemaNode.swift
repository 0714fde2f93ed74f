import Foundation

/// A part of a JSON Schema, with its references and `allOf` resolved.
struct JSONSchemaNode: Sendable {
    var members: [JSONObject.Member] = []
    /// True if a part could not be resolved.
    var isPartial = false
    /// The references to all of it, not only to a part.
    var references: Set<String> = []

    subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    func string(_ name: String) -> String? { self[name]?.string }

    func boolean(_ name: String) -> Bool { self[name] == true }

    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// The names of the types without `null`; empty for any type.
    var types: [String] {
        let declared =
            self["type"]?.array?.compactMap(\.string) ?? string("type").map { [$0] } ?? []
        let others = declared.filter { $0 != "null" }
        return others.contains("number") ? others.filter { $0 != "integer" } : others
    }

    var properties: [JSONObject.Member] { self["properties"]?.object?.members ?? [] }

    var required: Set<String> { Set((self["required"]?.array ?? []).compactMap(\.string)) }

    /// The values of `enum`, `const` and alternatives that are values; `nil` for others.
    var values: [JSONValue]? {
        if let constant = self["const"] { return [constant] }
        return self["enum"]?.array
    }

    fileprivate mutating func merge(_ other: JSONSchemaNode) {
        isPartial = isPartial || other.isPartial
        for member in other.members { set(member.name, member.value) }
    }

    /// The last declaration counts; properties and required names are those of all.
    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        let old = self[name]
        members.removeAll { $0.name == name }
        var value = value
        switch name {
        case "properties":
            guard let first = old?.object, let second = value.object else { break }
            let added = second.members.filter { first[$0.name] == nil }
            value = .object(
                first.members.map { .init(name: $0.name, value: second[$0.name] ?? $0.value) }
                    + added)
        case "required":
            value = .array((old?.array ?? []) + (value.array ?? []))
        default: break
        }
        members.append(JSONObject.Member(name: name, value: value))
    }
}

/// The references inside one document; no other document is fetched.
///
/// Each part that is read counts, since a short document can refer to itself in billions of ways.
final class JSONSchemaReferences {
    /// A chain of more references, or of deeper combinations, is left out.
    private static let mostSteps = 64
    private static let mostParts = 10_000

    private var parts = 0
    private let root: JSONValue
    private let anchors: [String: JSONValue]
    /// The address of the document, and its last part.
    private let names: [String]

    init(_ root: JSONValue) {
        self.root = root
        let id = (root.object?["$id"] ?? root.object?["id"])?.string.map {
            String($0.prefix { $0 != "#" })
        }
        names = [id, id?.split(separator: "/").last.map(String.init)].compactMap(\.self)
            .filter { !$0.isEmpty }
        var anchors: [String: JSONValue] = [:]
        for name in ["$defs", "definitions"] {
            for member in root.object?[name]?.object?.members ?? [] {
                guard let object = member.value.object else { continue }
                if let anchor = object["$anchor"]?.string { anchors["#" + anchor] = member.value }
                if let id = (object["$id"] ?? object["id"])?.string { anchors[id] = member.value }
            }
        }
        self.anchors = anchors
    }

    /// True when so many parts were read that the others are left out.
    var isExhausted: Bool { parts > Self.mostParts }

    /// Returns a part with everything that it refers to; what is written beside a reference counts.
    func node(_ json: JSONValue) -> JSONSchemaNode { node(json, within: [], steps: Self.mostSteps) }

    private func node(
        _ json: JSONValue, within open: Set<String>, steps: Int
    ) -> JSONSchemaNode {
        var node = JSONSchemaNode()
        guard let object = json.object else { return node }
        parts += 1
        guard steps > 0, !isExhausted else {
            node.isPartial = true
            return node
        }
        if let reference = object["$ref"]?.string {
            node.references.insert(reference)
            if let target = target(reference), !open.contains(reference) {
                let whole = self.node(target, within: open.union([reference]), steps: steps - 1)
                node.references.formUnion(whole.references)
                node.merge(whole)
            } else {
                node.isPartial = true
            }
        }
        for part in object["allOf"]?.array ?? [] {
            node.merge(self.node(part, within: open, steps: steps - 1))
        }
        for member in object.members where !["$ref", "allOf"].contains(member.name) {
            node.set(member.name, member.value)
        }
        return node
    }

    private func target(_ reference: String) -> JSONValue? {
        if let anchor = anchors[reference] { return anchor }
        let document = reference.prefix { $0 != "#" }
        guard document.isEmpty || names.contains(String(document)) else { return nil }
        var place = root
        for step in reference.dropFirst(document.count + 1).split(separator: "/") {
            let name = (String(step).removingPercentEncoding ?? String(step))
                .replacing("~1", with: "/").replacing("~0", with: "~")
            if let next = place.object?[name] {
                place = next
            } else if let list = place.array, let index = Int(name), list.indices.contains(index) {
                place = list[index]
            } else {
                return nil
            }
        }
        return place
    }
}
