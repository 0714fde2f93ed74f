import FaceplateSchema

/// The body of `POST /api/changes`: assignments in order, or a part of the history to undo or restore.
package struct PostedChanges: Sendable {
    /// The reason why JSON cannot be read.
    package enum Malformed: SpokenError {
        case body
        /// Of a file or a profile.
        case name
        case tooMany(limit: Int)

        package var description: String {
            switch self {
            case .body:
                #"The body must be like {"changes":[{"key":"port","text":"80"}]}, {"undo":7} or "#
                    + #"{"restore":7}."#
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

    package var assignments: [Assignment] = []
    package private(set) var reversal: Reversal?
    package private(set) var source: Source?

    package static let schema = JSONType.object(
        [
            "changes": JSONType.list(assignmentSchema), "undo": JSONType.number,
            "key": JSONType.text, "restore": ["type": ["integer", "string"]],
            "force": JSONType.boolean, "import": JSONType.textOrNull, "profile": JSONType.text,
        ], required: [], isClosed: true)

    private static let assignmentSchema = JSONType.object(
        [
            "key": JSONType.text, "text": JSONType.text, "value": JSONType.any,
            "reset": ["const": true], "end": ["const": true], "keep": ["const": true],
        ],
        required: ["key"], isClosed: true)
}

// MARK: - Writing

extension PostedChanges {
    package init(_ batch: Batch) {
        assignments = batch.assignments
        reversal = batch.reversal
        switch batch.origin {
        case .import: source = Source(name: batch.note.map(Revision.name), origin: .import)
        case .profile: source = Source(name: batch.note, origin: .profile)
        default: break
        }
    }

    package var json: JSONValue {
        let changes = assignments.map { assignment in
            JSONValue.object([("key", .text(assignment.key)), Self.member(of: assignment.input)])
        }
        var members: [(String, JSONValue?)] = [
            ("changes", changes.isEmpty ? .none : .array(changes))
        ]
        switch reversal?.extent {
        case .undo(let number, let key):
            members += [("undo", .number(number)), ("key", key.map(JSONValue.text))]
        case .restore(let number): members.append(("restore", .number(number)))
        case .restoreTime(let time): members.append(("restore", .text(RevisionTime.text(time))))
        case nil: break
        }
        if reversal?.isForced == true { members.append(("force", true)) }
        switch source?.origin {
        case .import:
            members.append(("import", source?.name.map(JSONValue.text) ?? JSONValue(.null)))
        case .profile: members.append(("profile", source?.name.map(JSONValue.text)))
        default: break
        }
        return .object(present: members)
    }

    private static func member(of input: Assignment.Input) -> (String, JSONValue) {
        switch input {
        case .text(let text, _): ("text", .text(text))
        case .json(let json): ("value", json)
        case .value(let value): ("value", value.json)
        // Programs send no forms and no properties.
        case .form, .property, .reset, .clear: ("reset", true)
        case .goBack: ("end", true)
        case .keep: ("keep", true)
        }
    }
}

// MARK: - Reading

extension PostedChanges {
    /// - Parameter limit: The most assignments.
    package init(_ members: [JSONObject.Member], limit: Int?) throws(Malformed) {
        var extent: Reversal.Extent?
        var (isForced, key): (Bool, String?) = (false, nil)
        for member in members {
            let json = member.value
            switch member.name {
            case "changes":
                guard let list = json.array else { throw .body }
                if let limit, list.count > limit { throw .tooMany(limit: limit) }
                for element in list { assignments.append(try Self.assignment(element)) }
            case "undo":
                guard extent == nil, let number = json.int else { throw .body }
                extent = .undo(number)
            case "restore":
                guard extent == nil, let read = Self.restore(json) else { throw .body }
                extent = read
            case "key":
                guard let text = json.string else { throw .body }
                key = text
            case "force":
                guard case .boolean(let flag) = json.content else { throw .body }
                isForced = flag
            case "import":
                guard source == nil, json.isNull || json.string != nil else { throw .body }
                guard json.string.map(Revision.isName) ?? true else { throw .name }
                source = Source(name: json.string, origin: .import)
            case "profile":
                guard source == nil, let name = json.string else { throw .body }
                guard Profile.isName(name) else { throw .name }
                source = Source(name: name, origin: .profile)
            default: throw .body
            }
        }
        if let key {
            guard case .undo(let number, _)? = extent else { throw .body }
            extent = .undo(number, key: key)
        }
        guard extent == nil || assignments.isEmpty && source == nil else { throw .body }
        reversal = extent.map { Reversal($0, isForced: isForced) }
    }

    private static func restore(_ json: JSONValue) -> Reversal.Extent? {
        if let number = json.int { return .restore(number) }
        return json.string.flatMap(RevisionTime.date).map(Reversal.Extent.restoreTime)
    }

    /// Reads `{"key":K}` with one of `"text":T`, `"value":V`, `"reset":true`, `"end":true` and `"keep":true`.
    private static func assignment(_ json: JSONValue) throws(Malformed) -> Assignment {
        guard let object = json.object, object.members.count == 2, let key = object["key"]?.string
        else { throw .body }
        if let text = object["text"]?.string { return Assignment(key, .text(text)) }
        if let value = object["value"] { return Assignment(key, .json(value)) }
        if object["end"] == true { return Assignment(key, .goBack) }
        if object["keep"] == true { return Assignment(key, .keep) }
        guard object["reset"] == true else { throw .body }
        return Assignment(key, .reset)
    }
}
