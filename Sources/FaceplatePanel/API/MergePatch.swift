import Faceplate

extension JSONValue {
    /// Returns a value changed by this JSON merge patch (RFC 7396).
    ///
    /// The time is proportional to the members of both.
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
