import FaceplateSchema

/// One member of what is asked for, for each way in: `keys` in a body, `keys=` in a query, and the field `_keys` of a
/// form.
package struct InputField<Input: Sendable>: Sendable {
    package let name: String
    /// The effect, in one sentence; empty for a member of a body, whose operation tells it.
    package let summary: String
    /// The JSON Schema of the member.
    package let schema: JSONValue
    let example: JSONValue
    /// The rule for texts, after the name: `must be 1 or 0`.
    package let rule: String
    private let kind: InputKind
    /// Returns false for a malformed value.
    let read: @Sendable (inout Input, JSONValue) -> Bool
    private let write: @Sendable (Input) -> JSONValue?

    /// The name in a form.
    package var formName: String { "_" + name }

    /// Returns the field of a part as a field of the whole.
    func within<Whole>(_ path: FieldPath<Whole, Input>) -> InputField<Whole> {
        InputField<Whole>(
            name: name, summary: summary, schema: schema, example: example, rule: rule, kind: kind
        ) {
            read(&$0[keyPath: path], $1)
        } write: {
            write($0[keyPath: path])
        }
    }

    /// Returns the JSON of the texts of a form; `nil` to leave it out.
    func json(ofForm texts: [String]) -> JSONValue? {
        switch kind {
        case .text: texts.last.map(JSONValue.text)
        // A form without text leaves it out.
        case .texts: .texts(texts.filter { !$0.isEmpty })
        case .number: texts.last.flatMap(Self.number)
        // The button that says yes.
        case .flag: .boolean(!texts.isEmpty)
        }
    }

    /// Returns the text in a query; `nil` to leave it out.
    package func text(of input: Input) -> String? {
        guard let json = write(input) else { return nil }
        if case .boolean(let flag) = json.content { return flag ? "1" : nil }
        return json.string ?? JSONWriter().text(json)
    }

    /// Reads the text of a query.
    package func read(_ text: String, into input: inout Input) throws(MalformedParameter) {
        let json: JSONValue? =
            switch kind {
            case .text: .text(text)
            case .texts: .array([.text(text)])
            case .number: Self.number(text)
            case .flag: ["1": true, "true": true, "0": false, "false": false][text]
            }
        guard let json, read(&input, json) else {
            throw MalformedParameter(name: name, rule: rule)
        }
    }

    private static func number(_ text: String) -> JSONValue? {
        text.utf8.allSatisfy(\.isDigit) ? Int(text).map { .number($0) } : nil
    }

    // MARK: - Bodies

    /// Reads the members of a body; returns false if one is unknown or malformed.
    static func read(
        _ members: [JSONObject.Member], by fields: [InputField], into input: inout Input
    ) -> Bool {
        members.allSatisfy { member in
            fields.first { $0.name == member.name }?.read(&input, member.value) ?? false
        }
    }

    /// Returns the body of a request.
    static func body(of input: Input, _ fields: [InputField]) -> JSONValue {
        .object(present: fields.map { ($0.name, $0.write(input)) })
    }

    /// The JSON Schema of a body.
    static func schema(of fields: [InputField], required: JSONValue = []) -> JSONValue {
        JSONType.object(
            .object(fields.map { ($0.name, $0.schema) }), required: required, isClosed: true)
    }

    // MARK: - Kinds

    /// A member of a body that no form and no query has; `path` can have one value only.
    static func member<Member>(
        _ name: String, _ schema: JSONValue, _ path: FieldPath<Input, Member?>,
        read: @escaping @Sendable (JSONValue) -> Member?,
        write: @escaping @Sendable (Member) -> JSONValue?
    ) -> InputField {
        InputField(name: name, summary: "", schema: schema, example: [:], rule: "", kind: .text) {
            guard $0[keyPath: path] == nil, let member = read($1) else { return false }
            $0[keyPath: path] = member
            return true
        } write: {
            $0[keyPath: path].flatMap(write)
        }
    }

    package static func text(
        _ name: String, _ path: FieldPath<Input, String?>, _ summary: String = "",
        example: String = ""
    ) -> InputField {
        text(name, summary, example: example, rule: "must be text") {
            $0[keyPath: path] = $1
            return true
        } text: {
            $0[keyPath: path]
        }
    }

    /// Text with a rule.
    package static func text(
        _ name: String, _ summary: String, schema: JSONValue = JSONType.text, example: String = "",
        rule: String, read: @escaping @Sendable (inout Input, String) -> Bool,
        text: @escaping @Sendable (Input) -> String?
    ) -> InputField {
        InputField(
            name: name, summary: summary, schema: schema, example: .text(example), rule: rule,
            kind: .text
        ) { input, json in
            json.string.map { read(&input, $0) } ?? false
        } write: {
            text($0).map(JSONValue.text)
        }
    }

    /// A list of strings.
    package static func texts(
        _ name: String, _ path: FieldPath<Input, [String]?>, example: [String]
    ) -> InputField {
        InputField(
            name: name, summary: "", schema: JSONType.texts,
            example: .array(example.map(JSONValue.text)), rule: "must be text", kind: .texts
        ) { input, json in
            guard let list = json.array else { return false }
            let texts = list.compactMap(\.string)
            input[keyPath: path] = texts
            return texts.count == list.count
        } write: {
            $0[keyPath: path].map { .array($0.map(JSONValue.text)) }
        }
    }

    /// One of the names of an enumeration; empty text chooses none.
    package static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        _ name: String, _ path: FieldPath<Input, Choice?>, _ summary: String
    ) -> InputField {
        let names = Choice.allCases.map(\.rawValue)
        return text(
            name, summary, schema: ["enum": .array(names.map(JSONValue.text))],
            rule: "must be one of \(names.joined(separator: ", "))"
        ) { input, text in
            input[keyPath: path] = Choice(rawValue: text)
            return text.isEmpty || input[keyPath: path] != nil
        } text: {
            $0[keyPath: path]?.rawValue
        }
    }

    package static func number(
        _ name: String, _ path: FieldPath<Input, Int?>, _ summary: String,
        in range: ClosedRange<Int> = 0...Int.max
    ) -> InputField {
        let (least, most) = (range.lowerBound, range.upperBound)
        let bounds = most == .max ? "" : " between \(least) and \(most)"
        return InputField(
            name: name, summary: summary,
            schema: .object(present: [
                ("type", "integer"), ("minimum", .number(least)),
                ("maximum", most == .max ? .none : .number(most)),
            ]), example: .number(least), rule: "must be a whole number" + bounds, kind: .number
        ) { input, json in
            guard let number = json.int, range.contains(number) else { return false }
            input[keyPath: path] = number
            return true
        } write: {
            $0[keyPath: path].map { .number($0) }
        }
    }

    /// A choice of yes or no.
    package static func flag(
        _ name: String, _ path: FieldPath<Input, Bool>, _ summary: String = ""
    ) -> InputField {
        InputField(
            name: name, summary: summary, schema: JSONType.boolean, example: false,
            rule: "must be 1 or 0", kind: .flag
        ) { input, json in
            guard case .boolean(let flag) = json.content else { return false }
            input[keyPath: path] = flag
            return true
        } write: {
            .boolean($0[keyPath: path])
        }
    }

    /// The JSON Schema of the text in a query.
    package var parameterSchema: JSONValue {
        kind == .flag ? ["enum": ["1", "0", "true", "false"]] : schema
    }
}

private enum InputKind {
    case text, texts, number, flag
}

package typealias FieldPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// The reason why a parameter of a query cannot be read.
package struct MalformedParameter: SpokenError {
    package let name: String
    /// After the name: `must be 1 or 0`.
    package let rule: String

    package var description: String { "'\(name)' \(rule)." }
}
