import FaceplateSchema

/// One member of what an operation takes, for each way in: `keys` of a body, `_keys` of a form.
package struct InputField<Input: Sendable>: Sendable {
    package let name: String
    /// The JSON Schema of the member.
    let schema: JSONValue
    let example: JSONValue
    /// Returns false for malformed JSON.
    let read: @Sendable (inout Input, JSONValue) -> Bool
    private let write: @Sendable (Input) -> JSONValue?
    private let fromForm: @Sendable ([String]) -> JSONValue?

    /// The name in a form.
    package var formName: String { "_" + name }

    /// Returns the member; `nil` to leave it out.
    func json(of input: Input) -> JSONValue? { write(input) }

    /// Returns the JSON of the texts of a form; `nil` to leave it out.
    func json(ofForm texts: [String]) -> JSONValue? { fromForm(texts) }

    package static func text(
        _ name: String, _ path: FieldPath<Input, String?>, example: String
    ) -> InputField {
        InputField(name: name, schema: JSONType.text, example: .text(example)) { input, json in
            guard let text = json.string else { return false }
            input[keyPath: path] = text
            return true
        } write: {
            $0[keyPath: path].map(JSONValue.text)
        } fromForm: {
            $0.last.map(JSONValue.text)
        }
    }

    /// A list of texts; a form without one leaves it out.
    package static func texts(
        _ name: String, _ path: FieldPath<Input, [String]?>, example: [String]
    ) -> InputField {
        InputField(
            name: name, schema: JSONType.texts, example: .array(example.map(JSONValue.text))
        ) { input, json in
            guard let list = json.array else { return false }
            let texts = list.compactMap(\.string)
            input[keyPath: path] = texts
            return texts.count == list.count
        } write: {
            $0[keyPath: path].map { .array($0.map(JSONValue.text)) }
        } fromForm: {
            .texts($0.filter { !$0.isEmpty })
        }
    }

    /// A choice of yes or no; in a form, the button that says yes.
    package static func flag(
        _ name: String, _ path: FieldPath<Input, Bool>
    ) -> InputField {
        InputField(name: name, schema: JSONType.boolean, example: false) { input, json in
            guard case .boolean(let flag) = json.content else { return false }
            input[keyPath: path] = flag
            return true
        } write: {
            .boolean($0[keyPath: path])
        } fromForm: {
            .boolean(!$0.isEmpty)
        }
    }
}

package typealias FieldPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable
