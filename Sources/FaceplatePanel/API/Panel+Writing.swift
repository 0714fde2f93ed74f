import Faceplate
import FaceplateHTML

struct ProgramRequest {
    let query: ChangeQuery
    let json: JSONValue?
    /// The revision that the program had read, from `If-Match`.
    let condition: Int?

    init(_ request: RequestContext) throws(FormError) {
        query = try request.query()
        condition = try request.header("if-match").flatMap(Panel.condition)
        guard request.operation.body == .json, !request.body.isEmpty else {
            json = nil
            return
        }
        try Self.checkType(request.header("content-type") ?? "")
        do throws(JSONError) {
            json = try JSONReader.read(request.body)
        } catch {
            throw FormError(status: 400, message: "The body is not valid JSON. \(error)")
        }
    }

    /// A form of another site cannot send JSON.
    private static func checkType(_ header: String) throws(FormError) {
        let type = ParameterisedHeader(header.utf8)
        let charset = type?.parameter("charset").map {
            String(decoding: $0, as: UTF8.self).lowercased()
        }
        guard ["application/json", "application/merge-patch+json"].contains(type?.value),
            charset == nil || charset == "utf-8"
        else {
            throw FormError(
                status: 415, message: "Send JSON in UTF-8, with the type application/json.")
        }
    }

    func members(upTo limit: Int?) throws(FormError) -> [JSONObject.Member] {
        guard let members = json?.object?.members else {
            throw FormError(status: 400, message: "The body must be a JSON object.")
        }
        if let limit, members.count > limit {
            throw FormError(
                status: 413, message: "The body has more than \(limit) members.")
        }
        return members
    }
}

extension Panel {
    /// A JSON merge patch (RFC 7396) of the values.
    func patchValues(_ request: RequestContext, _ reply: @escaping Reply) throws {
        try writing(request, reply) { [self] asked in
            let members = try asked.members(upTo: request.limits?.fields)
            return FormPost(
                members.compactMap { assignment($0.name, $0.value, request, merges: true) },
                asked.query.options)
        }
    }

    func putValue(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let key = request.route.argument
        _ = try setting(of: request)
        try writing(request, reply) { [self] asked in
            guard let json = asked.json else {
                throw FormError(status: 400, message: "The body must be the value, as JSON.")
            }
            return FormPost(
                [assignment(key, json, request)].compactMap(\.self),
                asked.query.options)
        }
    }

    /// Resets the setting, removes the secret, or ends the time of a value.
    func deleteValue(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let setting = try setting(of: request)
        try writing(request, reply) { asked in
            FormPost(
                [asked.query.isEnd ? Assignment(setting.key, .goBack) : setting.reset],
                asked.query.options)
        }
    }

    /// Saves the values in the body, then presses the button.
    func postAction(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let key = request.route.argument
        let part = request.readableQuery[ChangeQuery.part.name]
        guard let item = request.view.schema.items[key],
            part != nil || item.control.isAction && item.url == nil
        else {
            return reply(unknownSetting(key, request))
        }
        try writing(request, reply) { [self] asked in
            let members = asked.json == nil ? [] : try asked.members(upTo: request.limits?.fields)
            // The member with the key of the button has its inputs.
            let isInput = { item.inputs != nil && $0 == item.key }
            return FormPost(
                members.filter { !isInput($0.name) }
                    .compactMap { assignment($0.name, $0.value, request, merges: true) },
                pressing: item, part: part, inputs: members.last { isInput($0.name) }?.value,
                asked.query.options.permanent)
        }
    }

    func postUndo(_ request: RequestContext, _ reply: @escaping Reply) throws {
        try writing(request, reply) { asked in
            let members = try asked.members(upTo: request.limits?.fields)
            let changes = try FormError.reading {
                try PostedChanges(undoing: members)
            }
            return FormPost(undoing: changes, asked.query.options.permanent)
        }
    }

    /// Any changes that the command line can make, in one revision.
    func postChanges(_ request: RequestContext, _ reply: @escaping Reply) throws {
        try writing(request, reply) { asked in
            let members = try asked.members(upTo: nil)
            var changes = try FormError.reading {
                try PostedChanges(members, limit: request.limits?.fields)
            }
            changes.assignments = request.view.part(of: changes.assignments)
            return FormPost(changes, asked.query.options)
        }
    }

    // MARK: - Responding

    private func writing(
        _ request: RequestContext, _ reply: @escaping Reply,
        _ make: (ProgramRequest) throws -> FormPost
    ) throws {
        let asked = try ProgramRequest(request)
        apply(try make(asked), PageName(viewer(of: request)), request, asked.condition, reply)
    }

    /// Returns the assignment of a value, in which `null` resets a setting that does not accept it.
    ///
    /// The response to a read of a secret can be sent back: it changes nothing, and has no assignment.
    private func assignment(
        _ key: String, _ json: JSONValue, _ request: RequestContext, merges: Bool = false
    ) -> Assignment? {
        // Only a setting can be reset here, not a group or the whole panel.
        guard let setting = setting(key, request.view) else {
            return Assignment(key, .json(json))
        }
        if json.isNull { return setting.assignment(of: json) }
        let now = request.view.snapshot.shownValue(key, of: setting)
        if setting.isSecret, json == now { return nil }
        return Assignment(key, .json(merges ? json.merged(into: now) : json))
    }
}

extension JSONValue {
    /// A JSON merge patch (RFC 7396), in time proportional to the members of both.
    func merged(into target: JSONValue) -> JSONValue {
        guard let patch = object else { return self }
        // By their bytes: equal strings of Swift can be different names.
        var places: [[UInt8]: Int] = [:]
        var members: [JSONObject.Member?] = target.object?.members ?? []
        for (place, member) in members.enumerated() {
            if let member { places[Array(member.name.utf8)] = place }
        }
        for change in patch.members {
            let place = places[Array(change.name.utf8)]
            let old = place.flatMap { members[$0] }?.value
            let new =
                change.value.isNull
                ? nil
                : JSONObject.Member(
                    name: change.name, value: change.value.merged(into: old ?? (nil as JSONValue)))
            if let place {
                members[place] = new
            } else if let new {
                places[Array(change.name.utf8)] = members.count
                members.append(new)
            }
        }
        return .object(members.compactMap(\.self))
    }
}
