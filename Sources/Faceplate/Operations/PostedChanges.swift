import FaceplateSchema

/// The body of `POST /api/changes`: assignments in order, or a part of the history to undo or restore.
package struct PostedChanges: Sendable {
    /// The reason why JSON cannot be read.
    package enum Malformed: SpokenError {
        case body
        /// The body of `POST /api/undo`.
        case undo
        /// Of a file or a profile.
        case name
        case tooMany(limit: Int)

        package var description: String {
            switch self {
            case .body:
                #"The body must be like {"changes":[{"key":"port","text":"80"}]}, {"undo":7} or "#
                    + #"{"restore":7}."#
            case .undo: #"The body must be like {"revision": 7}, or also name a "key"."#
            case .name:
                "The name of a file has at most \(Revision.longestName) characters, that of a "
                    + "profile \(Profile.longestName), and none of them is a control character."
            case .tooMany(let limit): "The body has more than \(limit) changes."
            }
        }
    }

    package struct Source: Sendable {
        /// The name of the file or of the profile.
        package let name: String?
        /// `import` or `profile`.
        package let origin: Origin

        package init(name: String?, origin: Origin) {
            self.name = name
            self.origin = origin
        }
    }

    package var assignments: [Assignment] {
        get { list ?? [] }
        set { list = newValue }
    }
    package var reversal: Reversal? {
        var extent = extent
        if let key, case .undo(let number, _)? = extent { extent = .undo(number, key: key) }
        return extent.map { Reversal($0, isForced: isForced ?? false) }
    }
    package private(set) var source: Source?
    private var list: [Assignment]?
    private var extent: Reversal.Extent?
    private var key: String?
    private var isForced: Bool?

    package init(_ batch: Batch) {
        list = batch.assignments
        (extent, isForced) = (batch.reversal?.extent, batch.reversal?.isForced)
        if case .undo(_, let key)? = extent { self.key = key }
        switch batch.origin {
        case .import: source = Source(name: batch.note.map(Revision.name), origin: .import)
        case .profile: source = Source(name: batch.note, origin: .profile)
        default: break
        }
    }

    package var json: JSONValue { InputField.body(of: self, Self.fields) }

    /// - Parameter limit: The most assignments.
    package init(_ members: [JSONObject.Member], limit: Int?) throws(Malformed) {
        if let limit, members.contains(where: { $0.value.array?.count ?? 0 > limit }) {
            throw .tooMany(limit: limit)
        }
        guard InputField.read(members, by: Self.fields, into: &self),
            extent == nil || assignments.isEmpty && source == nil, key == nil || isUndo
        else { throw .body }
        let isNamed = source?.origin == .profile ? Profile.isName : Revision.isName
        guard source?.name.map(isNamed) ?? true else { throw .name }
    }

    /// Reads the body of `POST /api/undo`.
    package init(undoing members: [JSONObject.Member]) throws(Malformed) {
        guard InputField.read(members, by: Self.undoFields, into: &self), isUndo else {
            throw .undo
        }
    }

    private var isUndo: Bool { if case .undo? = extent { true } else { false } }

    // MARK: - Members

    package static let schema = InputField.schema(of: fields)
    package static let undoSchema = InputField.schema(of: undoFields, required: ["revision"])

    private typealias Field = InputField<PostedChanges>

    private static let key = Field.text("key", \.key)
    private static let undoFields = [undo("revision"), key]
    private static let fields: [Field] = [
        .member("changes", JSONType.list(assignmentSchema), \.list) { json in
            let list = json.array?.compactMap(assignment)
            return list?.count == json.array?.count ? list : nil
        } write: { list in
            list.isEmpty ? .none : .array(list.map(json))
        },
        undo("undo"), key,
        .member("restore", ["type": ["integer", "string"]], \.extent) {
            $0.int.map(Reversal.Extent.restore)
                ?? $0.string.flatMap(RevisionTime.date).map(Reversal.Extent.restoreTime)
        } write: {
            switch $0 {
            case .undo: nil
            case .restore(let number): .number(number)
            case .restoreTime(let time): .text(RevisionTime.text(time))
            }
        },
        .member("force", JSONType.boolean, \.isForced) {
            if case .boolean(let flag) = $0.content { flag } else { nil }
        } write: {
            $0 ? true : .none
        },
        .member("import", JSONType.textOrNull, \.source) {
            $0.isNull || $0.string != nil ? Source(name: $0.string, origin: .import) : nil
        } write: {
            $0.origin == .import ? $0.name.map(JSONValue.text) ?? JSONValue(.null) : .none
        },
        .member("profile", JSONType.text, \.source) {
            $0.string.map { Source(name: $0, origin: .profile) }
        } write: {
            $0.origin == .profile ? $0.name.map(JSONValue.text) : .none
        },
    ]

    private static func undo(_ name: String) -> Field {
        .member(name, JSONType.number, \.extent) {
            $0.int.map { .undo($0) }
        } write: {
            if case .undo(let number, _) = $0 { .number(number) } else { nil }
        }
    }

    // MARK: - Assignments

    private static let assignmentSchema = JSONType.object(
        [
            "key": JSONType.text, "text": JSONType.text, "value": JSONType.any,
            "reset": ["const": true], "end": ["const": true], "keep": ["const": true],
        ],
        required: ["key"], isClosed: true)

    private static func json(_ assignment: Assignment) -> JSONValue {
        let member: (String, JSONValue) =
            switch assignment.input {
            case .text(let text, _): ("text", .text(text))
            case .json(let json): ("value", json)
            case .value(let value): ("value", value.json)
            // Programs send no forms and no properties.
            case .form, .property, .reset, .clear: ("reset", true)
            case .goBack: ("end", true)
            case .keep: ("keep", true)
            }
        return .object([("key", .text(assignment.key)), member])
    }

    /// Reads `{"key":K}` with one of `"text":T`, `"value":V`, `"reset":true`, `"end":true` and `"keep":true`.
    private static func assignment(_ json: JSONValue) -> Assignment? {
        guard let object = json.object, object.members.count == 2, let key = object["key"]?.string
        else { return nil }
        if let text = object["text"]?.string { return Assignment(key, .text(text)) }
        if let value = object["value"] { return Assignment(key, .json(value)) }
        if object["end"] == true { return Assignment(key, .goBack) }
        if object["keep"] == true { return Assignment(key, .keep) }
        return object["reset"] == true ? Assignment(key, .reset) : nil
    }
}
