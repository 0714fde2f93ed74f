/// The JSON of a result, in responses and in the output of commands.
///
/// One list of members writes it and describes it, so that nothing is written without a description. The reader of a
/// shape is beside it.
package struct Shape<Value: Sendable>: Sendable {
    /// One member of the object.
    package struct Member: Sendable {
        let name: String
        /// The JSON Schema of the member.
        let schema: JSONValue
        let isRequired: Bool
        /// Returns the value; `nil` to leave the member out.
        let json: @Sendable (Value) -> JSONValue?

        /// A member that each object has.
        package static func always(
            _ name: String, _ schema: JSONValue, _ json: @escaping @Sendable (Value) -> JSONValue
        ) -> Member {
            Member(name: name, schema: schema, isRequired: true, json: json)
        }

        /// A member that some objects have.
        package static func sometimes(
            _ name: String, _ schema: JSONValue, _ json: @escaping @Sendable (Value) -> JSONValue?
        ) -> Member {
            Member(name: name, schema: schema, isRequired: false, json: json)
        }
    }

    private let members: [Member]

    package init(_ members: Member...) {
        self.members = members
    }

    /// Returns the members of a value, in their order; `nil` for those to leave out.
    package func members(of value: Value) -> [(String, JSONValue?)] {
        members.map { ($0.name, $0.json(value)) }
    }

    package func json(of value: Value) -> JSONValue { .object(present: members(of: value)) }

    /// The JSON Schema of the object.
    package var schema: JSONValue { schema(requiring: []) }

    /// Returns the JSON Schema of the object.
    ///
    /// - Parameter names: The members that all these objects have, besides those that each object has.
    package func schema(requiring names: Set<String>) -> JSONValue {
        JSONType.object(
            .object(members.map { ($0.name, $0.schema) }),
            required: .array(
                members.filter { $0.isRequired || names.contains($0.name) }.map { .text($0.name) }))
    }
}

/// JSON Schemas of members.
package enum JSONType {
    package static let any: JSONValue = [:]
    package static let text: JSONValue = ["type": "string"]
    package static let textOrNull: JSONValue = ["type": ["string", "null"]]
    package static let number: JSONValue = ["type": "integer"]
    package static let numberOrNull: JSONValue = ["type": ["integer", "null"]]
    package static let boolean: JSONValue = ["type": "boolean"]
    package static let object: JSONValue = ["type": "object"]
    package static let texts = list(text)

    package static func list(_ element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    package static func map(_ value: JSONValue) -> JSONValue {
        ["type": "object", "additionalProperties": value]
    }

    package static func object(
        _ properties: JSONValue, required: JSONValue, isClosed: Bool = false
    ) -> JSONValue {
        let known: [(String, JSONValue)] = [
            ("type", "object"), ("properties", properties), ("required", required),
        ]
        return .object(known + (isClosed ? [("additionalProperties", false)] : []))
    }
}

extension JSONValue {
    /// Returns an array of texts; `nil` for none.
    package static func texts(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? .none : .array(texts.map(JSONValue.text))
    }

    /// The number as an integer; `nil` for any other value.
    package var int: Int? { number?.integer.flatMap { Int(exactly: $0) } }
}
