/// A profile as programs receive it, with current keys.
package struct ProfileReport: Sendable {
    let profile: Profile
    let content: Profile.Content
    /// True for the values by key, false for a list of the keys.
    let hasValues: Bool

    package init(_ profile: Profile, in schema: Schema, hasValues: Bool) {
        self.profile = profile
        content = profile.content(in: schema)
        self.hasValues = hasValues
    }

    package static let shape = Shape<ProfileReport>(
        .always("name", JSONType.text) { .text($0.profile.name) },
        .always("description", JSONType.text) { .text($0.profile.details) },
        .always("saved", JSONType.text) { .text(RevisionTime.text($0.profile.time)) },
        .sometimes("values", JSONType.map(JSONType.any)) { report in
            guard report.hasValues else { return .none }
            return .object(report.content.entries.map { ($0.setting.key, $0.value) })
        },
        .sometimes("settings", JSONType.texts) { report in
            guard !report.hasValues else { return .none }
            return .array(report.content.entries.map { .text($0.setting.key) })
        },
        // The keys that the schema does not have.
        .sometimes("unknown", JSONType.texts) { .texts($0.content.unknown) })

    package var json: JSONValue { Self.shape.json(of: self) }
}

extension Profile {
    /// Reads the shape; `nil` for JSON of another form.
    ///
    /// Without `values`, all settings are on their default.
    package init?(_ json: JSONValue) {
        guard let object = json.object, let name = object["name"]?.string,
            let time = object["saved"]?.string.flatMap(RevisionTime.date)
        else { return nil }
        func onDefault(_ list: String) -> [JSONObject.Member] {
            (object[list]?.array ?? []).compactMap(\.string).map { .init(name: $0, value: nil) }
        }
        let known = object["values"]?.object?.members ?? onDefault("settings")
        self.init(
            name: name, details: object["description"]?.string ?? "", time: time,
            values: JSONObject(known + onDefault("unknown")))
    }
}
