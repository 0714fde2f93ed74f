import Faceplate

/// The body of `POST /api/changes`: assignments in order, or a part of the history to undo or restore.
struct PostedBatch: Sendable {
    var assignments: [Assignment]
    let reversal: PostedReversal?
    let imported: FormPost.Import?

    init(_ members: [JSONObject.Member], limit: Int?) throws(FormError) {
        var assignments: [Assignment] = []
        var extent: Reversal.Extent?
        var (isForced, key): (Bool, String?) = (false, nil)
        var imported: FormPost.Import?
        for member in members {
            switch member.name {
            case "changes":
                guard let list = member.value.array else { throw Self.malformed }
                if let limit, list.count > limit {
                    throw FormError(
                        status: 413, message: "The body has more than \(limit) changes.")
                }
                for element in list { assignments.append(try Self.assignment(element)) }
            case "undo":
                guard extent == nil, let number = Self.number(member.value) else {
                    throw Self.malformed
                }
                extent = .undo(number)
            case "restore":
                guard extent == nil, let read = Self.restore(member.value) else {
                    throw Self.malformed
                }
                extent = read
            case "key":
                guard let text = member.value.string else { throw Self.malformed }
                key = text
            case "force":
                guard case .boolean(let flag) = member.value.content else {
                    throw Self.malformed
                }
                isForced = flag
            case "import":
                guard member.value.isNull || member.value.string != nil else {
                    throw Self.malformed
                }
                guard imported == nil else { throw Self.malformed }
                guard member.value.string.map(Revision.isName) ?? true else {
                    throw Self.malformedName
                }
                imported = FormPost.Import(note: member.value.string, origin: .import)
            case "profile":
                guard imported == nil, let name = member.value.string else { throw Self.malformed }
                guard Profile.isName(name) else { throw Self.malformedName }
                imported = FormPost.Import(note: name, origin: .profile)
            default: throw Self.malformed
            }
        }
        if let key {
            guard case .undo(let number, _)? = extent else { throw Self.malformed }
            extent = .undo(number, key: key)
        }
        guard extent == nil || assignments.isEmpty && imported == nil else { throw Self.malformed }
        self.assignments = assignments
        self.imported = imported
        reversal = extent.map { PostedReversal($0, isForced: isForced) }
    }

    private static let malformed = FormError(
        status: 400,
        message: #"The body must be like {"changes":[{"key":"port","text":"80"}]}, {"undo":7} or "#
            + #"{"restore":7}."#)

    private static let malformedName = FormError(
        status: 400,
        message: "The name of a file has at most \(Revision.longestName) characters, that of a "
            + "profile \(Profile.longestName), and none of them is a control character.")

    private static func number(_ json: JSONValue) -> Int? {
        json.number?.integer.flatMap { Int(exactly: $0) }
    }

    private static func restore(_ json: JSONValue) -> Reversal.Extent? {
        if let number = number(json) { return .restore(number) }
        return json.string.flatMap(RevisionTime.date).map(Reversal.Extent.restoreTime)
    }

    /// Reads `{"key":K}` with one of `"text":T`, `"value":V`, `"reset":true`, `"end":true` and `"keep":true`.
    private static func assignment(_ json: JSONValue) throws(FormError) -> Assignment {
        guard let object = json.object, object.members.count == 2, let key = object["key"]?.string
        else { throw malformed }
        if let text = object["text"]?.string { return Assignment(key, .text(text)) }
        if let value = object["value"] { return Assignment(key, .json(value)) }
        if object["end"] == true { return Assignment(key, .goBack) }
        if object["keep"] == true { return Assignment(key, .keep) }
        guard object["reset"] == true else { throw malformed }
        return Assignment(key, .reset)
    }
}
